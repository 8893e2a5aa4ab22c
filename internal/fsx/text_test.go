package fsx

import (
	"bytes"
	"errors"
	"testing"
)

func TestCheckSealed(t *testing.T) {
	text := []byte("a: 1\nb: [c, d]\n")
	sealed := SealText(text)
	if want := "a: 1\nb: [c, d]\n# crc32c: "; !bytes.HasPrefix(sealed, []byte(want)) || len(sealed) != len(want)+9 {
		t.Errorf("sealed text is %q", sealed)
	}
	for _, test := range []struct {
		name, text      string
		sealed, damaged bool
	}{
		{"as written", string(sealed), true, false},
		{"no seal", string(text), false, false},
		{"empty", "", false, false},
		{"another comment", "a: 1\n# b\n", true, true},
		{"a comment alone", "# crc32c: 00000000", true, true},
		{"no last newline", string(sealed[:len(sealed)-1]), true, true},
		{"a line more above", "x: 1\n" + string(sealed), true, true},
		{"a line more below", string(sealed) + "x: 1\n", false, false},
		{"only the seal", string(SealText(nil)), true, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			sealed, err := CheckSealed([]byte(test.text))
			if sealed != test.sealed || errors.Is(err, ErrDamaged) != test.damaged || (err != nil) != test.damaged {
				t.Errorf("sealed %t, error %v", sealed, err)
			}
		})
	}
}

// Every changed bit in front of the seal's own line is found, and in that line
// every one that leaves it a comment.
func TestSealFindsEveryBit(t *testing.T) {
	sealed := SealText([]byte("a: 1\nb: [c, d]\n"))
	comment := bytes.IndexByte(sealed, '#')
	for at := range sealed {
		for bit := range 8 {
			text := bytes.Clone(sealed)
			text[at] ^= 1 << bit
			if ok, err := CheckSealed(text); ok && err == nil {
				t.Errorf("byte %d, bit %d: not found", at, bit)
			} else if !ok && at != comment && at != comment-1 {
				t.Errorf("byte %d, bit %d: the seal itself is lost", at, bit)
			}
		}
	}
}
