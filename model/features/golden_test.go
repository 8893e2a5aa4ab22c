package features

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"halmazero/engine"
)

// golden compares text with a file of testdata, or writes the file.
func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	file = "testdata/" + file
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s changed, which takes a new name of the encoding:\n%s", file, got)
	}
}

// TestGoldenSquare2 has the planes of one position written out.
func TestGoldenSquare2(t *testing.T) {
	p, err := engine.ParsePosition("wiki-8-d30 111...../11.1..../11....../1..1..../......../......22/.....222/...22222 2 3 2,15 a,a")
	if err != nil {
		t.Fatal(err)
	}
	x, n := encode(&p, false), square2.count
	var got bytes.Buffer
	for k := range n {
		for c := range p.Board().Cells() {
			if c%8 == 0 {
				fmt.Fprintf(&got, "\n%d:", k)
			}
			fmt.Fprintf(&got, " %.3f", x[c*n+k])
		}
	}
	golden(t, "square2-v1.golden", got.Bytes())
}

// TestGoldenEveryBoard has a hash for each ruleset, of the planes and moves of
// a few positions.
func TestGoldenEveryBoard(t *testing.T) {
	var got bytes.Buffer
	for _, ref := range everyBoard {
		r := rules(t, ref)
		rng := rand.New(rand.NewPCG(11, 12))
		hash := sha256.New()
		for _, plies := range []int{0, 1, 7, 50, 120} {
			p := walk(r, plies, rng)
			err := binary.Write(hash, binary.LittleEndian, encode(&p, false))
			if err != nil {
				t.Fatal(err)
			}
			if err := binary.Write(hash, binary.LittleEndian, seen(&p, false)); err != nil {
				t.Fatal(err)
			}
		}
		fmt.Fprintf(&got, "%s %s %x\n", ref, For(r).Spec().Features, hash.Sum(nil)[:8])
	}
	golden(t, "boards.golden", got.Bytes())
}
