//go:build amd64 && !purego

package kernel

import "unsafe"

// Limits of one call into assembly, for the cache and for preemption.
const (
	// kBlock and rowBlock bound the block of A that a strip of columns reads:
	// 128 KB, with 32 KB of B.
	kBlock   = 256
	rowBlock = 128
	// callWork bounds the multiplications of a call: some 20 µs of AVX2.
	callWork = 1 << 20
)

// productArgs are the arguments of a micro-kernel: some planes of a strip of
// columns. Strides are in bytes. The assembly knows the offsets of the fields.
type productArgs struct {
	c, a, b, start                     unsafe.Pointer
	ldc, lda, stepA, ldb, ldStart      uintptr
	planeC, planeA, planeB, planeStart uintptr
	k, tiles, planes                   uintptr
	atC, atA, atB, atStart, tileA      uintptr // state of the loops; not pointers to the collector
	mask                               [2]uint32
	lanes                              [16]int32
}

// run computes a checked product.
func (p *Product) run(kind Kind) {
	if kind == KindGo {
		p.runGo()
		return
	}
	width := kind.Columns()
	rows, k := min(rowBlock, p.M), min(kBlock, p.K)
	planes := max(1, callWork/(rows*width*max(1, k)))
	for q := 0; q < p.Planes; q += planes {
		for l := 0; l == 0 || l < p.K; l += kBlock {
			for i := 0; i < p.M; i += rowBlock {
				for j := 0; j < p.N; j += width {
					b := block{q: q, i: i, j: j, l: l, planes: min(planes, p.Planes-q),
						rows: min(rowBlock, p.M-i), cols: min(width, p.N-j), k: min(kBlock, p.K-l)}
					p.runBlock(kind, &b)
				}
			}
		}
	}
}

// block is a part of a product: its first plane, row, column and k, and how
// many of each.
type block struct {
	q, i, j, l            int
	planes, rows, cols, k int
}

// runBlock computes a block, its rows in tiles.
func (p *Product) runBlock(kind Kind, b *block) {
	const f = 4 // bytes of a float32
	args := productArgs{
		c:   unsafe.Pointer(&p.C[b.q*p.PlaneC+b.i*p.LDC+b.j]),
		ldc: uintptr(f * p.LDC), lda: uintptr(f * p.LDA), stepA: uintptr(f * p.StepA), ldb: uintptr(f * p.LDB),
		planeC: uintptr(f * p.PlaneC), planeA: uintptr(f * p.PlaneA), planeB: uintptr(f * p.PlaneB),
		k: uintptr(b.k),
	}
	if b.k > 0 {
		args.a = unsafe.Pointer(&p.A[b.q*p.PlaneA+b.i*p.LDA+b.l*p.StepA])
		args.b = unsafe.Pointer(&p.B[b.q*p.PlaneB+b.l*p.LDB+b.j])
	}
	switch {
	case p.Accumulate || b.l > 0:
		args.start, args.ldStart, args.planeStart = args.c, args.ldc, args.planeC
	case p.Bias != nil:
		args.start = unsafe.Pointer(&p.Bias[b.j])
	} // else nil: the assembly starts at zero
	if kind == KindAVX512 {
		args.runAVX512(b.rows, b.cols, b.planes)
	} else {
		args.runAVX2(b.rows, b.cols, b.planes)
	}
}

// next moves on by some rows.
func (args *productArgs) next(rows int) {
	args.c = unsafe.Add(args.c, uintptr(rows)*args.ldc)
	args.start = unsafe.Add(args.start, uintptr(rows)*args.ldStart)
	if args.k > 0 {
		args.a = unsafe.Add(args.a, uintptr(rows)*args.lda)
	}
}

// runAVX512 computes rows of at most 32 columns.
func (args *productArgs) runAVX512(rows, cols, planes int) {
	args.mask[0] = uint32(1)<<min(cols, 16) - 1
	args.mask[1] = uint32(1)<<max(cols-16, 0) - 1
	one := cols <= 16
	for height := 8; rows > 0; height /= 2 {
		tiles := rows / height
		if tiles == 0 {
			continue
		}
		args.tiles, args.planes = uintptr(tiles), uintptr(planes)
		switch {
		case height == 8 && one:
			productAVX512Rows8Vecs1(args)
		case height == 8:
			productAVX512Rows8Vecs2(args)
		case height == 4 && one:
			productAVX512Rows4Vecs1(args)
		case height == 4:
			productAVX512Rows4Vecs2(args)
		case height == 2 && one:
			productAVX512Rows2Vecs1(args)
		case height == 2:
			productAVX512Rows2Vecs2(args)
		case one:
			productAVX512Rows1Vecs1(args)
		default:
			productAVX512Rows1Vecs2(args)
		}
		if rows -= tiles * height; rows > 0 {
			args.next(tiles * height)
		}
	}
}

// runAVX2 computes rows of at most 16 columns.
func (args *productArgs) runAVX2(rows, cols, planes int) {
	masked := cols < 16
	for i := range args.lanes {
		if i < cols {
			args.lanes[i] = -1
		}
	}
	for rows > 0 {
		height, tiles := tilesAVX2(rows, masked)
		args.tiles, args.planes = uintptr(tiles), uintptr(planes)
		switch {
		case height == 6:
			productAVX2Rows6Vecs2(args)
		case height == 5:
			productAVX2Rows5Vecs2(args)
		case height == 4 && masked:
			productAVX2Rows4Vecs2Masked(args)
		case height == 4:
			productAVX2Rows4Vecs2(args)
		case height == 2 && masked:
			productAVX2Rows2Vecs2Masked(args)
		case height == 2:
			productAVX2Rows2Vecs2(args)
		case masked:
			productAVX2Rows1Vecs2Masked(args)
		default:
			productAVX2Rows1Vecs2(args)
		}
		if rows -= tiles * height; rows > 0 {
			args.next(tiles * height)
		}
	}
}

// tilesAVX2 chooses the next tiles of some rows. Six rows are best, five and
// four are good, and fewer wait for their own sums; so ten rows are twice five,
// and eight twice four.
func tilesAVX2(rows int, masked bool) (height, tiles int) {
	tiles = rows / 6
	if rest := rows % 6; rest == 2 || rest == 4 {
		tiles--
	}
	switch {
	case tiles > 0 && !masked:
		return 6, tiles
	case rows == 10 && !masked:
		return 5, 2
	case rows == 5 && !masked:
		return 5, 1
	case rows >= 4:
		return 4, rows / 4
	case rows >= 2:
		return 2, 1
	default:
		return 1, 1
	}
}

//go:noescape
func productAVX512Rows8Vecs2(args *productArgs)

//go:noescape
func productAVX512Rows8Vecs1(args *productArgs)

//go:noescape
func productAVX512Rows4Vecs2(args *productArgs)

//go:noescape
func productAVX512Rows4Vecs1(args *productArgs)

//go:noescape
func productAVX512Rows2Vecs2(args *productArgs)

//go:noescape
func productAVX512Rows2Vecs1(args *productArgs)

//go:noescape
func productAVX512Rows1Vecs2(args *productArgs)

//go:noescape
func productAVX512Rows1Vecs1(args *productArgs)

//go:noescape
func productAVX2Rows6Vecs2(args *productArgs)

//go:noescape
func productAVX2Rows5Vecs2(args *productArgs)

//go:noescape
func productAVX2Rows4Vecs2(args *productArgs)

//go:noescape
func productAVX2Rows2Vecs2(args *productArgs)

//go:noescape
func productAVX2Rows1Vecs2(args *productArgs)

//go:noescape
func productAVX2Rows4Vecs2Masked(args *productArgs)

//go:noescape
func productAVX2Rows2Vecs2Masked(args *productArgs)

//go:noescape
func productAVX2Rows1Vecs2Masked(args *productArgs)
