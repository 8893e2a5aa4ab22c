package kernel

// The products a*b below are converted to float32 before they are added, which
// forbids the compiler to fuse the two: fused or not would otherwise depend on
// the architecture and on the place in this file.

// goBlock is the length of a block of k, so that the rows of B that a block
// reads stay in the cache.
const goBlock = 256

// runGo computes a checked product in plain Go.
func (p *Product) runGo() {
	for q := range p.Planes {
		c, a, b := p.C[q*p.PlaneC:], p.A, p.B
		if p.K > 0 {
			a, b = a[q*p.PlaneA:], b[q*p.PlaneB:]
		}
		p.start(c)
		for l := 0; l < p.K; l += goBlock {
			p.block(c, a[l*p.StepA:], b[l*p.LDB:], min(goBlock, p.K-l))
		}
	}
}

// start sets C to its start values.
func (p *Product) start(c []float32) {
	if p.Accumulate {
		return
	}
	for i := range p.M {
		row := c[i*p.LDC:][:p.N]
		if p.Bias != nil {
			copy(row, p.Bias)
		} else {
			clear(row)
		}
	}
}

// block adds the product over k terms to C, two rows and four columns at a
// time.
func (p *Product) block(c, a, b []float32, k int) {
	i := 0
	for ; i+2 <= p.M; i += 2 {
		c0, c1 := c[i*p.LDC:][:p.N], c[(i+1)*p.LDC:][:p.N]
		a0, a1 := a[i*p.LDA:], a[(i+1)*p.LDA:]
		j := 0
		for ; j+4 <= p.N; j += 4 {
			p.tile2x4(c0[j:], c1[j:], a0, a1, b[j:], k)
		}
		for ; j < p.N; j++ {
			c0[j] = p.dot(c0[j], a0, b[j:], k)
			c1[j] = p.dot(c1[j], a1, b[j:], k)
		}
	}
	if i < p.M {
		row, a0 := c[i*p.LDC:][:p.N], a[i*p.LDA:]
		for j := range row {
			row[j] = p.dot(row[j], a0, b[j:], k)
		}
	}
}

// tile2x4 adds to four columns of the rows c0 and c1 of C.
func (p *Product) tile2x4(c0, c1, a0, a1, b []float32, k int) {
	c0, c1 = c0[:4:4], c1[:4:4]
	s00, s01, s02, s03 := c0[0], c0[1], c0[2], c0[3]
	s10, s11, s12, s13 := c1[0], c1[1], c1[2], c1[3]
	ia, ib, step, ldb := 0, 0, p.StepA, p.LDB
	for range k {
		v := b[ib : ib+4 : ib+4]
		x, y := a0[ia], a1[ia]
		s00 += float32(x * v[0])
		s01 += float32(x * v[1])
		s02 += float32(x * v[2])
		s03 += float32(x * v[3])
		s10 += float32(y * v[0])
		s11 += float32(y * v[1])
		s12 += float32(y * v[2])
		s13 += float32(y * v[3])
		ia += step
		ib += ldb
	}
	c0[0], c0[1], c0[2], c0[3] = s00, s01, s02, s03
	c1[0], c1[1], c1[2], c1[3] = s10, s11, s12, s13
}

// dot adds one row of A times one column of B to s.
func (p *Product) dot(s float32, a, b []float32, k int) float32 {
	ia, ib := 0, 0
	for range k {
		s += float32(a[ia] * b[ib])
		ia += p.StepA
		ib += p.LDB
	}
	return s
}
