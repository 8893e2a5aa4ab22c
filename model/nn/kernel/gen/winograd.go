package main

import "fmt"

// Offsets of the fields of tileArgs.
const (
	tSrc      = 0
	tDst      = 8
	tBias     = 16
	tScratch  = 24
	tPlane    = 32
	tRow      = 40
	tChannels = 48 // bytes of a cell
	tTiles    = 56
	tRows     = 64
	tCols     = 72
	tResidual = 80
)

// vectors is a set of vector registers.
type vectors struct {
	wide bool // AVX-512, else AVX2
}

func (r vectors) reg(i int) string {
	if r.wide {
		return fmt.Sprintf("Z%d", i)
	}
	return fmt.Sprintf("Y%d", i)
}

func (r vectors) regs(is ...int) []string {
	var out []string
	for _, i := range is {
		out = append(out, r.reg(i))
	}
	return out
}

// bytes is the length of a vector.
func (r vectors) bytes() int {
	if r.wide {
		return 64
	}
	return 32
}

func (r vectors) suffix() string {
	if r.wide {
		return "AVX512"
	}
	return "AVX2"
}

// transforms writes the Winograd transforms.
func transforms(w *writer) {
	w.raw("\n")
	for i, v := range []string{"2", "4", "5", "8"} {
		for at := range 16 {
			w.raw(fmt.Sprintf("DATA winograd%s<>+%d(SB)/4, $0x%08x\n", v, 4*at, []uint32{0x40000000, 0x40800000, 0x40a00000, 0x41000000}[i]))
		}
		w.raw(fmt.Sprintf("GLOBL winograd%s<>(SB), RODATA|NOPTR, $64\n", v))
	}
	for _, r := range []vectors{{wide: true}, {}} {
		inputTiles(w, r)
		outputTiles(w, r)
	}
}

// inputLine writes t = Bt d, with two more registers. No register may be given
// twice.
func inputLine(w *writer, d, t []string, x, y string) {
	w.op("VMOVAPS %s, %s", d[4], t[0])
	w.op("VFMADD231PS winograd4<>(SB), %s, %s", d[0], t[0])
	w.op("VFNMADD231PS winograd5<>(SB), %s, %s", d[2], t[0])
	w.op("VMOVAPS %s, %s", d[5], t[5])
	w.op("VFMADD231PS winograd4<>(SB), %s, %s", d[1], t[5])
	w.op("VFNMADD231PS winograd5<>(SB), %s, %s", d[3], t[5])
	w.op("VMOVAPS %s, %s", d[4], x)
	w.op("VFNMADD231PS winograd4<>(SB), %s, %s", d[2], x)
	w.op("VMOVAPS %s, %s", d[3], y)
	w.op("VFNMADD231PS winograd4<>(SB), %s, %s", d[1], y)
	w.op("VADDPS %s, %s, %s", y, x, t[1])
	w.op("VSUBPS %s, %s, %s", y, x, t[2])
	w.op("VSUBPS %s, %s, %s", d[2], d[4], x)
	w.op("VSUBPS %s, %s, %s", d[1], d[3], y)
	w.op("VADDPS %s, %s, %s", y, y, y)
	w.op("VADDPS %s, %s, %s", y, x, t[3])
	w.op("VSUBPS %s, %s, %s", y, x, t[4])
}

// outputLine writes y = At m, with two more registers, and changes m[1] and
// m[3]. No register may be given twice.
func outputLine(w *writer, m, y []string, p, r string) {
	w.op("VADDPS %s, %s, %s", m[2], m[1], p)
	w.op("VSUBPS %s, %s, %s", m[2], m[1], m[1])
	w.op("VADDPS %s, %s, %s", m[4], m[3], r)
	w.op("VSUBPS %s, %s, %s", m[4], m[3], m[3])
	w.op("VADDPS %s, %s, %s", p, m[0], y[0])
	w.op("VADDPS %s, %s, %s", r, y[0], y[0])
	w.op("VMOVAPS %s, %s", m[1], y[1])
	w.op("VFMADD231PS winograd2<>(SB), %s, %s", m[3], y[1])
	w.op("VADDPS %s, %s, %s", m[5], m[1], y[3])
	w.op("VFMADD231PS winograd8<>(SB), %s, %s", m[3], y[3])
	w.op("VMOVAPS %s, %s", p, y[2])
	w.op("VFMADD231PS winograd4<>(SB), %s, %s", r, y[2])
}

// cell addresses cell i of a row from a register, with R8, R9 and R10 holding
// 1, 3 and 5 times the bytes of a cell.
func cell(base string, i int) string {
	return fmt.Sprintf([]string{"(%s)", "(%s)(R8*1)", "(%s)(R8*2)", "(%s)(R9*1)", "(%s)(R8*4)", "(%s)(R10*1)"}[i], base)
}

// planeRow addresses plane 6*i from a register, with R11, R12 and R13 holding
// 6, 18 and 30 times the bytes of a plane.
func planeRow(base string, i int) string {
	return fmt.Sprintf([]string{"(%s)", "(%s)(R11*1)", "(%s)(R11*2)", "(%s)(R12*1)", "(%s)(R11*4)", "(%s)(R13*1)"}[i], base)
}

// tileStart loads what both transforms keep in registers.
func tileStart(w *writer) {
	w.op("MOVQ %d(DI), SI", tSrc)
	w.op("MOVQ %d(DI), R14", tDst)
	w.op("MOVQ %d(DI), DX", tScratch)
	w.op("MOVQ %d(DI), R8", tChannels)
	w.op("LEAQ (R8)(R8*2), R9")
	w.op("LEAQ (R8)(R8*4), R10")
	w.op("MOVQ %d(DI), R11", tPlane)
	w.op("ADDQ R11, R11")
	w.op("LEAQ (R11)(R11*2), R11")
	w.op("LEAQ (R11)(R11*2), R12")
	w.op("LEAQ (R11)(R11*4), R13")
}

// scratch addresses number (i, j) of the scratch, rows of six.
func (r vectors) scratch(i, j int) string {
	return fmt.Sprintf("%d(DX)", (6*i+j)*r.bytes())
}

// inputTiles writes the input transform. The rows of the window are
// transformed first; with AVX-512 the last three results stay in registers,
// the others go through the scratch.
func inputTiles(w *writer, r vectors) {
	w.function("inputTiles"+r.suffix(), "Bt d B for tiles side by side.")
	kept := 6
	if r.wide {
		kept = 3
	}
	d, t, x, y := r.regs(0, 1, 2, 3, 4, 5), r.regs(6, 7, 8, 9, 10, 11), r.reg(12), r.reg(13)
	if r.wide {
		x, y = r.reg(24), r.reg(25)
	}
	keep := func(i, j int) string { return r.reg(6 + 6*(i-kept) + j) }
	tileStart(w)
	w.label("tile")
	w.op("MOVQ R8, CX")
	w.label("channels")
	w.op("MOVQ SI, AX")
	for i := range 6 {
		for j := range 6 {
			w.op("VMOVUPS %s, %s", cell("AX", j), d[j])
		}
		if i < kept {
			// The registers of kept rows are still free.
			inputLine(w, d, t, x, y)
			for j := range 6 {
				w.op("VMOVUPS %s, %s", t[j], r.scratch(i, j))
			}
		} else {
			var row []string
			for j := range 6 {
				row = append(row, keep(i, j))
			}
			inputLine(w, d, row, x, y)
		}
		if i < 5 {
			w.op("ADDQ %d(DI), AX", tRow)
		}
	}
	w.op("MOVQ R14, BX")
	out := t
	if r.wide {
		out = r.regs(3, 4, 5, 26, 27, 28)
	}
	for j := range 6 {
		col := append([]string(nil), d...)
		for i := range 6 {
			if i < kept {
				w.op("VMOVUPS %s, %s", r.scratch(i, j), col[i])
			} else {
				col[i] = keep(i, j)
			}
		}
		inputLine(w, col, out, x, y)
		for i := range 6 {
			w.op("VMOVUPS %s, %s", out[i], planeRow("BX", i))
		}
		if j < 5 {
			w.op("ADDQ %d(DI), BX", tPlane)
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

// outputTiles writes the output transform: columns first, which AVX-512 keeps
// in registers and AVX2 in the scratch, then rows, with bias, residual and
// relu.
func outputTiles(w *writer, r vectors) {
	w.function("outputTiles"+r.suffix(), "relu(At m A + bias [+ old]) for tiles side by side.")
	m, y := r.regs(0, 1, 2, 3, 4, 5), r.regs(6, 7, 8, 9)
	p, q, bias, zero := r.reg(10), r.reg(11), r.reg(12), r.reg(13)
	if r.wide {
		m, y = r.regs(24, 25, 26, 27, 28, 29), nil
		p, q = r.reg(30), r.reg(31)
	}
	keep := func(i, j int) string { return r.reg(6*i + j) }
	tileStart(w)
	w.label("tile")
	w.op("MOVQ R8, CX")
	w.op("MOVQ %d(DI), R10", tBias) // 5 times a cell is not needed
	w.label("channels")
	w.op("MOVQ SI, AX")
	for j := range 6 {
		for i := range 6 {
			w.op("VMOVUPS %s, %s", planeRow("AX", i), m[i])
		}
		if r.wide {
			outputLine(w, m, []string{keep(0, j), keep(1, j), keep(2, j), keep(3, j)}, p, q)
		} else {
			outputLine(w, m, y, p, q)
			for i := range 4 {
				w.op("VMOVUPS %s, %s", y[i], r.scratch(i, j))
			}
		}
		if j < 5 {
			w.op("ADDQ %d(DI), AX", tPlane)
		}
	}
	if r.wide {
		// The registers of the first pass are free again.
		y, bias, zero = r.regs(24, 25, 26, 27), r.reg(28), r.reg(29)
		w.op("VPXORD %s, %s, %s", zero, zero, zero)
	} else {
		w.op("VXORPS %s, %s, %s", zero, zero, zero)
	}
	w.op("VMOVUPS (R10), %s", bias)
	w.op("MOVQ R14, BX")
	for i := range 4 {
		row := append([]string(nil), m...)
		for j := range 6 {
			if r.wide {
				row[j] = keep(i, j)
			} else {
				w.op("VMOVUPS %s, %s", r.scratch(i, j), row[j])
			}
		}
		outputLine(w, row, y, p, q)
		for j := range 4 {
			w.op("VADDPS %s, %s, %s", bias, y[j], y[j])
		}
		plain, next := fmt.Sprintf("plain%d", i), fmt.Sprintf("next%d", i)
		w.op("CMPQ %d(DI), $0", tResidual)
		w.op("JEQ %s", w.at(plain))
		for j := range 4 {
			w.op("VADDPS %s, %s, %s", cell("BX", j), y[j], y[j])
		}
		w.label(plain)
		for j := range 4 {
			w.op("VMAXPS %s, %s, %s", zero, y[j], y[j])
		}
		for j := range 4 {
			if j > 0 {
				w.op("CMPQ %d(DI), $%d", tCols, j)
				w.op("JLE %s", w.at(next))
			}
			w.op("VMOVUPS %s, %s", y[j], cell("BX", j))
		}
		w.label(next)
		if i < 3 {
			w.op("CMPQ %d(DI), $%d", tRows, i+1)
			w.op("JLE %s", w.at("done"))
			w.op("ADDQ %d(DI), BX", tRow)
		}
	}
	w.label("done")
	w.op("ADDQ $%d, SI", r.bytes())
	w.op("ADDQ $%d, R14", r.bytes())
	w.op("ADDQ $%d, R10", r.bytes())
	w.op("SUBQ $%d, CX", r.bytes())
	w.op("JNZ %s", w.at("channels"))
	w.op("ADDQ R9, R14")
	w.op("SUBQ $4, %d(DI)", tCols)
	w.op("DECQ %d(DI)", tTiles)
	w.op("JNZ %s", w.at("tile"))
	w.end()
}
