package kernel

// dotsGo is Dots in plain Go.
func dotsGo(out, q, k []float32, ld, dim int, from, to []int16) {
	for i := range out {
		a, b := q[int(from[i])*ld:][:dim], k[int(to[i])*ld:][:dim]
		s := float32(0)
		for j, x := range a {
			s += float32(x * b[j])
		}
		out[i] = s
	}
}

// sumReluGo is SumRelu in plain Go.
func sumReluGo(out, x []float32, ld, rows int) {
	clear(out)
	for i := range rows {
		for j, v := range x[i*ld:][:len(out)] {
			out[j] += max(v, 0)
		}
	}
}
