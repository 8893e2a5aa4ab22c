package arrowio

import (
	"bytes"
	"encoding/binary"
	"testing"

	"halmazero/dataset/internal/datatest"
)

// body is where a file's record batch lies, its description included: behind
// the schema and in front of the footer.
func body(file []byte) (start, end int) {
	start = 16 + int(binary.LittleEndian.Uint32(file[12:]))
	end = len(file) - 10 - int(binary.LittleEndian.Uint32(file[len(file)-10:]))
	return start, end
}

// overwrite is a copy of a file with patch at an offset into its body.
func overwrite(file, patch []byte, at uint32) []byte {
	file = bytes.Clone(file)
	start, end := body(file)
	copy(file[start+int(at)%(end-start):end], patch)
	return file
}

// Whatever stands in the record batches, lengths and compressed data among
// them, Decode returns. (Schema and footer are left alone: see Decode.)
func FuzzDecodeBody(f *testing.F) {
	gs := datatest.Games(f, "wiki-8-d30", 0, 0, 1)
	gs[0].Rows = gs[0].Rows[:4]
	games, positions := encode(f, gs)
	f.Add(uint32(0), []byte{}, uint32(0), []byte{})
	f.Add(uint32(0), []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f}, uint32(0), []byte{})
	for at := range uint32(60) { // every field of the description, and first bytes of data
		f.Add(8*at, []byte{0xff, 0xff, 0xff, 0x7f}, 8*at+4, []byte{0xff, 0xff, 0xff, 0x7f})
	}
	f.Fuzz(func(t *testing.T, at1 uint32, patch1 []byte, at2 uint32, patch2 []byte) {
		got, err := Codec{}.Decode(overwrite(games, patch1, at1), overwrite(positions, patch2, at2))
		if len(patch1)+len(patch2) == 0 && (err != nil || len(got) != 1 || len(got[0].Rows) != 4) {
			t.Errorf("undamaged: %d games, error %v", len(got), err)
		}
	})
}
