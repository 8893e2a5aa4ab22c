package gorgonia

import G "gorgonia.org/gorgonia"

// wiring builds the nodes of a network one after another. It keeps the first
// error; after one, its nodes are nil and not used.
type wiring struct {
	b      *builder
	g      grid
	params map[string]*G.Node
	err    error
}

// try is the node that f makes.
func (w *wiring) try(f func() (*G.Node, error)) (n *G.Node) {
	if w.err == nil {
		n, w.err = f()
	}
	return n
}

// conv is the convolution with the given tensors; see builder.conv.
func (w *wiring) conv(name string, x, skip *G.Node, isFirst bool) *G.Node {
	return w.try(func() (*G.Node, error) {
		return w.b.conv(w.g, x, w.params[name+".w"], w.params[name+".b"], skip, isFirst)
	})
}

// linear is the layers with the given tensors; see builder.linear.
func (w *wiring) linear(s spans, isRelu bool, x *G.Node, names ...string) *G.Node {
	return w.try(func() (*G.Node, error) {
		var ps []*G.Node
		for _, name := range names {
			ps = append(ps, w.params[name+".w"], w.params[name+".b"])
		}
		return w.b.linear(s, isRelu, x, ps...)
	})
}

// add is the sum of two scalars.
func (w *wiring) add(a, b *G.Node) *G.Node {
	return w.try(func() (*G.Node, error) { return G.Add(a, b) })
}
