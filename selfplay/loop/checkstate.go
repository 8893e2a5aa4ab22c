package loop

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
)

// CheckState compares a training state, of which nothing else is looked at,
// with the hash that its header holds. Whoever loads one checks all of it.
func CheckState(state []byte) error {
	if len(state) < 8 || binary.LittleEndian.Uint64(state) > uint64(len(state)-8) {
		return fmt.Errorf("has %d bytes, less than its header claims", len(state))
	}
	size := int(binary.LittleEndian.Uint64(state))
	header, data := state[8:8+size], state[8+size:]
	var file struct {
		Meta struct {
			SHA256 string `json:"sha256"`
		} `json:"__metadata__"`
	}
	if err := json.Unmarshal(header, &file); err != nil {
		return fmt.Errorf("header: %w", err)
	}
	stored := file.Meta.SHA256
	if len(stored) != 2*sha256.Size {
		return fmt.Errorf("header: its sha256 has %d characters, want %d", len(stored), 2*sha256.Size)
	}
	hash := sha256.New()
	hash.Write(bytes.Replace(header, []byte(stored), []byte(strings.Repeat("0", len(stored))), 1))
	hash.Write(data)
	if got := hex.EncodeToString(hash.Sum(nil)); got != stored {
		return fmt.Errorf("is damaged: its SHA-256 is %s, its header says %s", got, stored)
	}
	return nil
}
