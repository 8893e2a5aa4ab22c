//go:build amd64 && !purego

package kernel

import (
	"testing"
	"unsafe"
)

// TestArgumentOffsets pins the layout that gen/product.go writes into the
// assembly.
func TestArgumentOffsets(t *testing.T) {
	var p productArgs
	tests := []struct {
		name      string
		got, want uintptr
	}{
		{"c", unsafe.Offsetof(p.c), 0},
		{"a", unsafe.Offsetof(p.a), 8},
		{"b", unsafe.Offsetof(p.b), 16},
		{"start", unsafe.Offsetof(p.start), 24},
		{"ldc", unsafe.Offsetof(p.ldc), 32},
		{"lda", unsafe.Offsetof(p.lda), 40},
		{"stepA", unsafe.Offsetof(p.stepA), 48},
		{"ldb", unsafe.Offsetof(p.ldb), 56},
		{"ldStart", unsafe.Offsetof(p.ldStart), 64},
		{"planeC", unsafe.Offsetof(p.planeC), 72},
		{"planeA", unsafe.Offsetof(p.planeA), 80},
		{"planeB", unsafe.Offsetof(p.planeB), 88},
		{"planeStart", unsafe.Offsetof(p.planeStart), 96},
		{"k", unsafe.Offsetof(p.k), 104},
		{"tiles", unsafe.Offsetof(p.tiles), 112},
		{"planes", unsafe.Offsetof(p.planes), 120},
		{"atC", unsafe.Offsetof(p.atC), 128},
		{"atA", unsafe.Offsetof(p.atA), 136},
		{"atB", unsafe.Offsetof(p.atB), 144},
		{"atStart", unsafe.Offsetof(p.atStart), 152},
		{"tileA", unsafe.Offsetof(p.tileA), 160},
		{"mask", unsafe.Offsetof(p.mask), 168},
		{"lanes", unsafe.Offsetof(p.lanes), 176},
	}
	for _, tc := range tests {
		if tc.got != tc.want {
			t.Errorf("productArgs.%s lies at %d, the assembly reads %d", tc.name, tc.got, tc.want)
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
