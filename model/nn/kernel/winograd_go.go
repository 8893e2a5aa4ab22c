package kernel

// inputLine is Bt times a column. As everywhere in plain Go, products are
// rounded before they are added.
func inputLine(d0, d1, d2, d3, d4, d5 float32) (t0, t1, t2, t3, t4, t5 float32) {
	x, y := d4-float32(4*d2), d3-float32(4*d1)
	v, w := d4-d2, float32(2*(d3-d1))
	t0 = float32(4*d0) - float32(5*d2) + d4
	t5 = float32(4*d1) - float32(5*d3) + d5
	return t0, x + y, x - y, v + w, v - w, t5
}

// outputLine is At times a column.
func outputLine(m0, m1, m2, m3, m4, m5 float32) (y0, y1, y2, y3 float32) {
	p, q, r, s := m1+m2, m1-m2, m3+m4, m3-m4
	return m0 + p + r, q + float32(2*s), p + float32(4*r), q + float32(8*s) + m5
}

// gradLine is A times a column.
func gradLine(g0, g1, g2, g3 float32) (u0, u1, u2, u3, u4, u5 float32) {
	p, q := g0+g2, g1+g3
	r, s := g0+float32(4*g2), 2*(g1+float32(4*g3))
	return g0, p + q, p - q, r + s, r - s, g3
}

// runGo is the transform in plain Go.
func (t *GradTiles) runGo() {
	var g [TileSide * Window]float32
	for tile := range t.Tiles {
		for ch := range t.Channels {
			src := t.Src[TileSide*tile*t.Channels+ch:]
			for i := range TileSide {
				row, c := src[i*t.SrcRow:], t.Channels
				g[6*i], g[6*i+1], g[6*i+2], g[6*i+3], g[6*i+4], g[6*i+5] = gradLine(row[0], row[c], row[2*c], row[3*c])
			}
			dst := t.Dst[tile*t.Channels+ch:]
			for j := range Window {
				p := t.Plane
				dst[j*p], dst[(6+j)*p], dst[(12+j)*p], dst[(18+j)*p], dst[(24+j)*p], dst[(30+j)*p] =
					gradLine(g[j], g[6+j], g[12+j], g[18+j])
			}
		}
	}
}

// runGo is the transform in plain Go.
func (t *InputTiles) runGo() {
	var d [WinogradPlanes]float32
	for tile := range t.Tiles {
		for ch := range t.Channels {
			src := t.Src[TileSide*tile*t.Channels+ch:]
			for i := range Window {
				row := src[i*t.SrcRow:]
				c := t.Channels
				d[6*i], d[6*i+1], d[6*i+2], d[6*i+3], d[6*i+4], d[6*i+5] =
					inputLine(row[0], row[c], row[2*c], row[3*c], row[4*c], row[5*c])
			}
			dst := t.Dst[tile*t.Channels+ch:]
			for j := range Window {
				p := t.Plane
				dst[j*p], dst[(6+j)*p], dst[(12+j)*p], dst[(18+j)*p], dst[(24+j)*p], dst[(30+j)*p] =
					inputLine(d[j], d[6+j], d[12+j], d[18+j], d[24+j], d[30+j])
			}
		}
	}
}

// runGo is the transform in plain Go.
func (t *OutputTiles) runGo() {
	var m [TileSide * Window]float32
	for tile := range t.Tiles {
		cols := min(TileSide, t.Cols-TileSide*tile)
		for ch := range t.Channels {
			src := t.Src[tile*t.Channels+ch:]
			for j := range Window {
				p := t.Plane
				m[j], m[6+j], m[12+j], m[18+j] =
					outputLine(src[j*p], src[(6+j)*p], src[(12+j)*p], src[(18+j)*p], src[(24+j)*p], src[(30+j)*p])
			}
			dst := t.Dst[TileSide*tile*t.Channels+ch:]
			for i := range t.Rows {
				var y [TileSide]float32
				y[0], y[1], y[2], y[3] = outputLine(m[6*i], m[6*i+1], m[6*i+2], m[6*i+3], m[6*i+4], m[6*i+5])
				for j, v := range y[:cols] {
					out := &dst[i*t.DstRow+j*t.Channels]
					v += t.Bias[ch]
					if t.Residual {
						v += *out
					}
					if !t.Linear {
						v = max(v, 0)
					}
					*out = v
				}
			}
		}
	}
}
