package fsx

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
)

// HashFile returns the SHA-256 of a file's content in lower-case hexadecimal
// and its size in bytes.
func HashFile(path string) (sum string, size int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", 0, pathError("hash", path, err)
	}
	defer f.Close()
	h := sha256.New()
	size, err = io.Copy(h, f)
	if err != nil {
		return "", 0, pathError("hash", path, err)
	}
	return hex.EncodeToString(h.Sum(nil)), size, nil
}
