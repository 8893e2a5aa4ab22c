package main

// gradPairs are pairs of columns of g At, which need the same sums of the
// columns of g.
var gradPairs = []struct {
	columns [2]int
	write   func(w *writer, t [2]string, x, y, four string)
}{
	{[2]int{0, 5}, func(w *writer, t [2]string, x, y, four string) {
		w.op("VMOVUPS %s, %s", cell("AX", 0), t[0])
		w.op("VMOVUPS %s, %s", cell("AX", 3), t[1])
	}},
	{[2]int{1, 2}, func(w *writer, t [2]string, x, y, four string) {
		w.op("VMOVUPS %s, %s", cell("AX", 0), x)
		w.op("VADDPS %s, %s, %s", cell("AX", 2), x, x)
		w.op("VMOVUPS %s, %s", cell("AX", 1), y)
		w.op("VADDPS %s, %s, %s", cell("AX", 3), y, y)
		w.op("VADDPS %s, %s, %s", y, x, t[0])
		w.op("VSUBPS %s, %s, %s", y, x, t[1])
	}},
	{[2]int{3, 4}, func(w *writer, t [2]string, x, y, four string) {
		w.op("VMOVUPS %s, %s", cell("AX", 0), x)
		w.op("VFMADD231PS %s, %s, %s", cell("AX", 2), four, x)
		w.op("VMOVUPS %s, %s", cell("AX", 1), y)
		w.op("VFMADD231PS %s, %s, %s", cell("AX", 3), four, y)
		w.op("VADDPS %s, %s, %s", y, y, y)
		w.op("VADDPS %s, %s, %s", y, x, t[0])
		w.op("VSUBPS %s, %s, %s", y, x, t[1])
	}},
}

// gradTiles writes the transform of gradients, two columns of the result at a
// time, so that everything stays in registers.
func gradTiles(w *writer, r vectors) {
	w.function("gradTiles"+r.suffix(), "A g At for tiles side by side.")
	x, y, z, four := r.reg(8), r.reg(9), r.reg(10), r.reg(11)
	tileStart(w)
	w.op("MOVQ %d(DI), DX", tPlane)
	constant(w, 4, four)
	w.label("tile")
	w.op("MOVQ R8, CX")
	w.label("channels")
	for _, pair := range gradPairs {
		t := [2][]string{r.regs(0, 1, 2, 3), r.regs(4, 5, 6, 7)}
		w.op("MOVQ SI, AX")
		for i := range 4 {
			pair.write(w, [2]string{t[0][i], t[1][i]}, x, y, four)
			if i < 3 {
				w.op("ADDQ %d(DI), AX", tRow)
			}
		}
		for k, j := range pair.columns {
			w.op("%s, BX", []string{"MOVQ R14", "LEAQ (R14)(DX*1)", "LEAQ (R14)(DX*2)", "LEAQ (R14)(DX*2)", "LEAQ (R14)(DX*4)", "LEAQ (R14)(DX*4)"}[j])
			if j == 3 || j == 5 {
				w.op("ADDQ DX, BX")
			}
			gradLine(w, t[k], x, y, z, four)
		}
	}
	w.op("ADDQ $%d, SI", r.bytes())
	w.op("ADDQ $%d, R14", r.bytes())
	w.op("SUBQ $%d, CX", r.bytes())
	w.op("JNZ %s", w.at("channels"))
	w.op("ADDQ R9, SI")
	w.op("DECQ %d(DI)", tTiles)
	w.op("JNZ %s", w.at("tile"))
	w.end()
}

// gradLine writes A times a column of four and stores the six results. It
// changes g.
func gradLine(w *writer, g []string, x, y, z, four string) {
	store := func(v string, i int) { w.op("VMOVUPS %s, %s", v, planeRow("BX", i)) }
	store(g[0], 0)
	store(g[3], 5)
	w.op("VADDPS %s, %s, %s", g[2], g[0], x)
	w.op("VADDPS %s, %s, %s", g[3], g[1], y)
	w.op("VADDPS %s, %s, %s", y, x, z)
	store(z, 1)
	w.op("VSUBPS %s, %s, %s", y, x, x)
	store(x, 2)
	w.op("VFMADD231PS %s, %s, %s", g[2], four, g[0])
	w.op("VFMADD231PS %s, %s, %s", g[3], four, g[1])
	w.op("VADDPS %s, %s, %s", g[1], g[1], g[1])
	w.op("VADDPS %s, %s, %s", g[1], g[0], z)
	store(z, 3)
	w.op("VSUBPS %s, %s, %s", g[1], g[0], g[0])
	store(g[0], 4)
}
