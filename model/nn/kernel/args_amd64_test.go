//go:build amd64 && !purego

package kernel

import (
	"testing"
	"unsafe"
)

// TestArgumentOffsets pins the layouts that package gen writes into the
// assembly.
func TestArgumentOffsets(t *testing.T) {
	var p productArgs
	var tiles tileArgs
	var h headArgs
	tests := []struct {
		name      string
		got, want uintptr
	}{
		{"productArgs.c", unsafe.Offsetof(p.c), 0},
		{"productArgs.a", unsafe.Offsetof(p.a), 8},
		{"productArgs.b", unsafe.Offsetof(p.b), 16},
		{"productArgs.start", unsafe.Offsetof(p.start), 24},
		{"productArgs.ldc", unsafe.Offsetof(p.ldc), 32},
		{"productArgs.lda", unsafe.Offsetof(p.lda), 40},
		{"productArgs.stepA", unsafe.Offsetof(p.stepA), 48},
		{"productArgs.ldb", unsafe.Offsetof(p.ldb), 56},
		{"productArgs.ldStart", unsafe.Offsetof(p.ldStart), 64},
		{"productArgs.planeC", unsafe.Offsetof(p.planeC), 72},
		{"productArgs.planeA", unsafe.Offsetof(p.planeA), 80},
		{"productArgs.planeB", unsafe.Offsetof(p.planeB), 88},
		{"productArgs.planeStart", unsafe.Offsetof(p.planeStart), 96},
		{"productArgs.k", unsafe.Offsetof(p.k), 104},
		{"productArgs.tiles", unsafe.Offsetof(p.tiles), 112},
		{"productArgs.planes", unsafe.Offsetof(p.planes), 120},
		{"productArgs.atC", unsafe.Offsetof(p.atC), 128},
		{"productArgs.atA", unsafe.Offsetof(p.atA), 136},
		{"productArgs.atB", unsafe.Offsetof(p.atB), 144},
		{"productArgs.atStart", unsafe.Offsetof(p.atStart), 152},
		{"productArgs.tileA", unsafe.Offsetof(p.tileA), 160},
		{"productArgs.mask", unsafe.Offsetof(p.mask), 168},
		{"productArgs.lanes", unsafe.Offsetof(p.lanes), 176},
		{"tileArgs.src", unsafe.Offsetof(tiles.src), 0},
		{"tileArgs.dst", unsafe.Offsetof(tiles.dst), 8},
		{"tileArgs.bias", unsafe.Offsetof(tiles.bias), 16},
		{"tileArgs.scratch", unsafe.Offsetof(tiles.scratch), 24},
		{"tileArgs.plane", unsafe.Offsetof(tiles.plane), 32},
		{"tileArgs.row", unsafe.Offsetof(tiles.row), 40},
		{"tileArgs.channels", unsafe.Offsetof(tiles.channels), 48},
		{"tileArgs.tiles", unsafe.Offsetof(tiles.tiles), 56},
		{"tileArgs.rows", unsafe.Offsetof(tiles.rows), 64},
		{"tileArgs.cols", unsafe.Offsetof(tiles.cols), 72},
		{"tileArgs.residual", unsafe.Offsetof(tiles.residual), 80},
		{"tileArgs.floor", unsafe.Offsetof(tiles.floor), 88},
		{"headArgs.out", unsafe.Offsetof(h.out), 0},
		{"headArgs.x", unsafe.Offsetof(h.x), 8},
		{"headArgs.y", unsafe.Offsetof(h.y), 16},
		{"headArgs.from", unsafe.Offsetof(h.from), 24},
		{"headArgs.to", unsafe.Offsetof(h.to), 32},
		{"headArgs.ld", unsafe.Offsetof(h.ld), 40},
		{"headArgs.dim", unsafe.Offsetof(h.dim), 48},
		{"headArgs.n", unsafe.Offsetof(h.n), 56},
		{"peakArgs.loops", unsafe.Offsetof(peakArgs{}.loops), 0},
	}
	for _, tc := range tests {
		if tc.got != tc.want {
			t.Errorf("%s lies at %d, the assembly reads %d", tc.name, tc.got, tc.want)
		}
	}
}

// TestTilesAVX2 demands that tiles cover the rows exactly.
func TestTilesAVX2(t *testing.T) {
	for rows := 1; rows < 200; rows++ {
		for _, masked := range []bool{false, true} {
			left := rows
			for left > 0 {
				height, tiles := tilesAVX2(left, masked)
				if tiles < 1 || masked && height > 4 {
					t.Fatalf("%d of %d rows left: %d tiles of %d rows, masked %v", left, rows, tiles, height, masked)
				}
				left -= height * tiles
			}
			if left < 0 {
				t.Fatalf("%d rows: the tiles go %d beyond", rows, -left)
			}
		}
	}
}
