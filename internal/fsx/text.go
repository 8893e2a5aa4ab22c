package fsx

import (
	"bytes"
	"fmt"
	"hash/crc32"
)

// A sealed text, such as a configuration, has a comment for its last line:
//
//	# crc32c: 020236f9
//
// It is the CRC-32C (Castagnoli), in hexadecimal, of all bytes in front of it.
const sealPrefix = "# crc32c: "

// SealText is a text of whole lines with the line of its checksum behind it.
// Whoever reads the text has to skip comments that begin with #.
func SealText(text []byte) []byte {
	return fmt.Appendf(bytes.Clone(text), "%s%08x\n", sealPrefix, crc32.Checksum(text, castagnoli))
}

// HasSeal reports whether a line of a text is that of a checksum, be it right or
// not: the program wrote the text, whoever changed it since.
func HasSeal(text []byte) bool {
	return bytes.HasPrefix(text, []byte(sealPrefix)) || bytes.Contains(text, []byte("\n"+sealPrefix))
}

// CheckSealed compares a text with the line of its checksum. A text whose last
// line is no comment has none, and is not sealed; that is no error. Anything
// else that SealText did not write is an ErrDamaged.
func CheckSealed(text []byte) (sealed bool, err error) {
	line := bytes.LastIndexByte(bytes.TrimSuffix(text, []byte("\n")), '\n') + 1
	if !bytes.HasPrefix(text[line:], []byte("#")) {
		return false, nil
	}
	if want := SealText(text[:line])[line:]; !bytes.Equal(text[line:], want) {
		return true, fmt.Errorf("%w: the last line is %q, the text above it wants %q", ErrDamaged, bytes.TrimSpace(text[line:]), bytes.TrimSpace(want))
	}
	return true, nil
}
