package gorgonia

import (
	"fmt"
	"runtime"

	G "gorgonia.org/gorgonia"

	"halmazero/model"
)

// graph computes the network for a fixed number of boards, and with gradients
// if it was built so. It reads the weights of its maker, which must not change
// while it runs. One goroutine may use it at a time.
type graph struct {
	spec model.Spec
	g    grid
	vm   G.VM
	view view
	// planes is the input, in the arrangement of a grid.
	planes []float32
	policy *policyLoss
	value  *valueLoss
	// grads are the gradients' nodes in the order of Spec.Tensors.
	grads G.Nodes
}

// newGraph builds the graph of a network over the given weights, which stay
// the caller's.
func newGraph(spec model.Spec, boards int, weights map[string][]float32, isTraining bool) (*graph, error) {
	gr := &graph{spec: spec, g: newGrid(spec, boards)}
	b := newBuilder()
	params := make(map[string]*G.Node)
	var order []*G.Node
	for _, t := range spec.Tensors() {
		params[t.Name] = b.input(t.Name, weights[t.Name], t.Shape...)
		order = append(order, params[t.Name])
	}
	loss, err := gr.connect(b, params)
	if err != nil {
		return nil, fmt.Errorf("building the graph: %w", err)
	}
	if isTraining {
		if gr.grads, err = G.Grad(loss, order...); err != nil {
			return nil, fmt.Errorf("differentiating the graph: %w", err)
		}
	}
	gr.vm = G.NewTapeMachine(b.g)
	// Its finalizer does nothing without CUDA. But the machine can be reached
	// from itself, and what has a finalizer would then never be collected.
	runtime.SetFinalizer(gr.vm, nil)
	return gr, nil
}

// connect builds the nodes from the planes to the sum of both losses.
func (gr *graph) connect(b *builder, params map[string]*G.Node) (*G.Node, error) {
	spec, rows := gr.spec, gr.g.spans
	gr.planes = make([]float32, rows.total*spec.Planes)
	var err error
	// try keeps the first error; after one, its nodes are nil and not used.
	try := func(f func() (*G.Node, error)) (n *G.Node) {
		if err == nil {
			n, err = f()
		}
		return n
	}
	conv := func(name string, x, skip *G.Node, isFirst bool) *G.Node {
		return try(func() (*G.Node, error) {
			return b.conv(gr.g, x, params[name+".w"], params[name+".b"], skip, isFirst)
		})
	}
	linear := func(s spans, isRelu bool, x *G.Node, names ...string) *G.Node {
		return try(func() (*G.Node, error) {
			var ps []*G.Node
			for _, name := range names {
				ps = append(ps, params[name+".w"], params[name+".b"])
			}
			return b.linear(s, isRelu, x, ps...)
		})
	}

	x := conv("stem", b.input("planes", gr.planes, rows.total, spec.Planes), nil, true)
	for i := range spec.Blocks {
		a := conv(fmt.Sprintf("block%d.a", i), x, nil, false)
		x = conv(fmt.Sprintf("block%d.b", i), a, x, false)
	}
	moves := linear(rows, false, x, "policy.query", "policy.key")
	policy := try(func() (n *G.Node, err error) {
		gr.policy, n, err = b.policyLoss(gr.g, &gr.view, moves)
		return n, err
	})
	cells := linear(rows, true, x, "value.pool")
	pooled := try(func() (*G.Node, error) { return b.pool(gr.g, spec.PoolScale, cells) })
	hidden := linear(dense(gr.g.boards), true, pooled, "value.hidden")
	seats := linear(dense(gr.g.boards), false, hidden, "value.out")
	value := try(func() (n *G.Node, err error) {
		gr.value, n, err = b.valueLoss(&gr.view, seats)
		return n, err
	})
	return try(func() (*G.Node, error) { return G.Add(policy, value) }), err
}

// run computes everything for the rows of v. The batch must have been checked.
func (gr *graph) run(v view) error {
	gr.view = v
	size := gr.spec.Cells() * gr.spec.Planes
	for i := range v.n {
		row := v.lo + i
		gr.g.fill(gr.planes, i, v.batch.Planes[row*size:(row+1)*size], gr.spec.Planes)
	}
	gr.vm.Reset()
	err := gr.vm.RunAll()
	gr.view.batch = nil // the caller's
	return err
}

// grad is the gradient of the i-th tensor after a run, valid until the next.
func (gr *graph) grad(i int) []float32 { return floats(gr.grads[i].Value()) }
