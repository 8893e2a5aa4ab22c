//go:build !amd64 || purego

package kernel

// There is no assembly for this build: every kind is plain Go.

func fastest() Kind { return KindGo }

func (p *Product) run(Kind) { p.runGo() }

func (t *InputTiles) run(Kind) { t.runGo() }

func (t *OutputTiles) run(Kind) { t.runGo() }

func (t *GradTiles) run(Kind) { t.runGo() }

func dots(_ Kind, out, q, k []float32, ld, dim int, from, to []int16) {
	dotsGo(out, q, k, ld, dim, from, to)
}

func sumRelu(_ Kind, out, x []float32, ld, rows int) { sumReluGo(out, x, ld, rows) }
