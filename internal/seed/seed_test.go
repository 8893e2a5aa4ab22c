package seed

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"testing"
)

// The sums of these paths are part of what makes a run repeatable: a change
// of one changes every run.
func TestGolden(t *testing.T) {
	if got, want := Sum(1), uint64(0xcc1f742b8a896c41); got != want {
		t.Errorf("Sum(1) = %#x, want %#x", got, want)
	}
	if got, want := Sum(20260101, "selfplay", 7, 255), uint64(0xbe3ed3564d9d4ee8); got != want {
		t.Errorf("Sum of a game = %#x, want %#x", got, want)
	}
	r := New(20260101, "selfplay", 7, 255)
	want := [3]uint64{0x9a93ea4c4baa0b1f, 0x3dc44a5fdd50f4e6, 0x89a1b134fb86ef5f}
	if got := [3]uint64{r.Uint64(), r.Uint64(), r.Uint64()}; got != want {
		t.Errorf("stream %#x, want %#x", got, want)
	}
}

// The hash is over exactly the bytes that the comment of digest describes.
func TestEncoding(t *testing.T) {
	text := "halmazero seed v1" +
		"\x00\x00\x00\x00\x00\x00\x00\x05" +
		"s\x00\x00\x00\x00\x00\x00\x00\x02ab" +
		"+\x00\x00\x00\x00\x00\x00\x01\x00" +
		"-\xff\xff\xff\xff\xff\xff\xff\xff"
	d := sha256.Sum256([]byte(text))
	if got, want := Sum(5, "ab", 256, -1), binary.BigEndian.Uint64(d[:8]); got != want {
		t.Errorf("Sum %#x, want %#x", got, want)
	}
}

func TestPathsAreDistinct(t *testing.T) {
	paths := [][]any{
		{}, {""}, {"", ""}, {0}, {0, 0}, {-1}, {uint64(math.MaxUint64)}, {1}, {"1"}, {1, 2}, {2, 1}, {12},
		{"ab"}, {"a", "b"}, {"a", "", "b"}, {"ab", ""}, {"a", 1}, {1, "a"}, {"+\x00\x00\x00\x00\x00\x00\x00\x00"},
	}
	seen := map[uint64][]any{}
	for _, root := range []uint64{0, 1, math.MaxUint64} {
		for _, path := range paths {
			sum := Sum(root, path...)
			if other, ok := seen[sum]; ok {
				t.Errorf("paths %q and %q have the same sum", other, path)
			}
			seen[sum] = path
		}
	}
}

func TestIntegerTypesAgree(t *testing.T) {
	want := Sum(3, 7)
	for _, part := range []any{int32(7), int64(7), uint32(7), uint64(7)} {
		if Sum(3, part) != want {
			t.Errorf("%T gives another sum", part)
		}
	}
}

// Streams of neighbouring paths agree in a bit as often as a coin does.
func TestNeighboursAreUnrelated(t *testing.T) {
	const paths, draws = 200, 50
	equal := 0
	for i := range paths {
		a, b := New(1, "game", i), New(1, "game", i+1)
		for range draws {
			if a.Uint64()&1 == b.Uint64()&1 {
				equal++
			}
		}
	}
	n := float64(paths * draws)
	if z := (float64(equal) - n/2) / math.Sqrt(n/4); math.Abs(z) > 4 {
		t.Errorf("%d of %.0f bits agree, z = %.1f", equal, n, z)
	}
}

func TestOtherTypesPanic(t *testing.T) {
	for _, part := range []any{1.5, nil, true, []byte("a"), struct{}{}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%T is accepted", part)
				}
			}()
			Sum(0, part)
		}()
	}
}
