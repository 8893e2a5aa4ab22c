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
	tFloor    = 88 // a float32
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
		gradTiles(w, r)
	}
}

// inputLine writes Bt d with two more registers, and four and five in
// registers. The results are in the registers that it returns, those of d in
// another order. No register may be given twice.
func inputLine(w *writer, d []string, x, y, four, five string) []string {
	w.op("VFMADD213PS %s, %s, %s", d[4], four, d[0]) // 4 d0 + d4
	w.op("VFNMADD231PS %s, %s, %s", five, d[2], d[0])
	w.op("VFMADD231PS %s, %s, %s", four, d[1], d[5])
	w.op("VFNMADD231PS %s, %s, %s", five, d[3], d[5])
	w.op("VSUBPS %s, %s, %s", d[2], d[4], x)
	w.op("VSUBPS %s, %s, %s", d[1], d[3], y)
	w.op("VFNMADD213PS %s, %s, %s", d[4], four, d[2]) // d4 - 4 d2
	w.op("VFNMADD213PS %s, %s, %s", d[3], four, d[1])
	w.op("VADDPS %s, %s, %s", y, y, y)
	w.op("VADDPS %s, %s, %s", d[1], d[2], d[3])
	w.op("VSUBPS %s, %s, %s", d[1], d[2], d[4])
	w.op("VADDPS %s, %s, %s", y, x, d[1])
	w.op("VSUBPS %s, %s, %s", y, x, d[2])
	return []string{d[0], d[3], d[4], d[1], d[2], d[5]}
}

// outputLine writes At m with two more registers, and two, four and eight in
// registers. The results are in the registers that it returns. No register may
// be given twice.
func outputLine(w *writer, m []string, p, r, two, four, eight string) []string {
	w.op("VADDPS %s, %s, %s", m[2], m[1], p)
	w.op("VSUBPS %s, %s, %s", m[2], m[1], m[1])
	w.op("VADDPS %s, %s, %s", m[4], m[3], r)
	w.op("VSUBPS %s, %s, %s", m[4], m[3], m[3])
	w.op("VADDPS %s, %s, %s", p, m[0], m[0])
	w.op("VADDPS %s, %s, %s", r, m[0], m[0])
	w.op("VADDPS %s, %s, %s", m[5], m[1], m[5])
	w.op("VFMADD231PS %s, %s, %s", eight, m[3], m[5])
	w.op("VFMADD231PS %s, %s, %s", two, m[3], m[1])
	w.op("VFMADD231PS %s, %s, %s", four, r, p)
	return []string{m[0], m[1], p, m[5]}
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

// constant loads a constant of the transforms into a register.
func constant(w *writer, value int, reg string) {
	w.op("VMOVUPS winograd%d<>(SB), %s", value, reg)
}

// inputTiles writes the input transform. The rows of the window are
// transformed first; the results of the last rows stay in registers, as many
// as there is room for, the others go through the scratch.
func inputTiles(w *writer, r vectors) {
	w.function("inputTiles"+r.suffix(), "Bt d B for tiles side by side.")
	d, x, y, four, five := r.regs(0, 1, 2, 3, 4, 5), r.reg(6), r.reg(7), r.reg(8), r.reg(9)
	kept := 5 // rows from here on stay in registers 10 and up
	if r.wide {
		kept = 3
	}
	keep := func(i, j int) string { return r.reg(10 + 6*(i-kept) + j) }
	tileStart(w)
	constant(w, 4, four)
	constant(w, 5, five)
	w.label("tile")
	w.op("MOVQ R8, CX")
	w.label("channels")
	w.op("MOVQ SI, AX")
	for i := range 6 {
		for j := range 6 {
			w.op("VMOVUPS %s, %s", cell("AX", j), d[j])
		}
		for j, t := range inputLine(w, d, x, y, four, five) {
			if i < kept {
				w.op("VMOVUPS %s, %s", t, r.scratch(i, j))
			} else {
				w.op("VMOVAPS %s, %s", t, keep(i, j))
			}
		}
		if i < 5 {
			w.op("ADDQ %d(DI), AX", tRow)
		}
	}
	w.op("MOVQ R14, BX")
	for j := range 6 {
		col := append([]string(nil), d...)
		for i := range 6 {
			if i < kept {
				w.op("VMOVUPS %s, %s", r.scratch(i, j), col[i])
			} else {
				col[i] = keep(i, j)
			}
		}
		for i, t := range inputLine(w, col, x, y, four, five) {
			w.op("VMOVUPS %s, %s", t, planeRow("BX", i))
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
// a floor.
func outputTiles(w *writer, r vectors) {
	w.function("outputTiles"+r.suffix(), "max(floor, At m A + bias [+ old]) for tiles side by side.")
	m, p, q := r.regs(0, 1, 2, 3, 4, 5), r.reg(6), r.reg(7)
	bias, floor := r.reg(8), r.reg(9)
	two, four, eight := r.reg(10), r.reg(11), r.reg(12)
	if r.wide {
		// Registers 0 to 23 keep the first pass. The constants stay in memory.
		m, p, q = r.regs(24, 25, 26, 27, 28, 29), r.reg(30), r.reg(31)
		two, four, eight = "winograd2<>(SB)", "winograd4<>(SB)", "winograd8<>(SB)"
	}
	keep := func(i, j int) string { return r.reg(6*i + j) }
	tileStart(w)
	if !r.wide {
		constant(w, 2, two)
		constant(w, 4, four)
		constant(w, 8, eight)
		w.op("VBROADCASTSS %d(DI), %s", tFloor, floor)
	}
	w.label("tile")
	w.op("MOVQ R8, CX")
	w.op("MOVQ %d(DI), R10", tBias) // 5 times a cell is not needed
	w.label("channels")
	w.op("MOVQ SI, AX")
	for j := range 6 {
		for i := range 6 {
			w.op("VMOVUPS %s, %s", planeRow("AX", i), m[i])
		}
		for i, y := range outputLine(w, m, p, q, two, four, eight) {
			if r.wide {
				w.op("VMOVAPS %s, %s", y, keep(i, j))
			} else {
				w.op("VMOVUPS %s, %s", y, r.scratch(i, j))
			}
		}
		if j < 5 {
			w.op("ADDQ %d(DI), AX", tPlane)
		}
	}
	if r.wide {
		// The working registers of the first pass are free again.
		bias, floor, p, q = r.reg(24), r.reg(25), r.reg(26), r.reg(27)
		w.op("VBROADCASTSS %d(DI), %s", tFloor, floor)
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
		y := outputLine(w, row, p, q, two, four, eight)
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
			w.op("VMAXPS %s, %s, %s", floor, y[j], y[j])
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
