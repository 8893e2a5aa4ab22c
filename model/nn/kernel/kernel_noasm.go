//go:build !amd64 || purego

package kernel

// fastest is the best kind of this build: there is no assembly for it.
func fastest() Kind { return KindGo }

// run computes a checked product.
func (p *Product) run(Kind) { p.runGo() }
