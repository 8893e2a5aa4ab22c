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
	value  *seatsLoss
	// terms compute the parts of the loss; nil where the network lacks one.
	terms [parts]term
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

// connect builds the nodes from the planes to the sum of all losses.
func (gr *graph) connect(b *builder, params map[string]*G.Node) (*G.Node, error) {
	spec, rows, boards := gr.spec, gr.g.spans, dense(gr.g.boards)
	gr.planes = make([]float32, rows.total*spec.Planes)
	w := &wiring{b: b, g: gr.g, params: params}

	x := w.conv("stem", b.input("planes", gr.planes, rows.total, spec.Planes), nil, true)
	for i := range spec.Blocks {
		a := w.conv(fmt.Sprintf("block%d.a", i), x, nil, false)
		x = w.conv(fmt.Sprintf("block%d.b", i), a, x, false)
	}
	moves := w.linear(rows, false, x, "policy.query", "policy.key")
	policy := w.try(func() (n *G.Node, err error) {
		gr.policy, n, err = b.policyLoss(gr.g, &gr.view, policyPart, moves)
		return n, err
	})
	cells := w.linear(rows, true, x, "value.pool")
	pooled := w.try(func() (*G.Node, error) { return b.pool(gr.g, spec.PoolScale, cells) })
	hidden := w.linear(boards, true, pooled, "value.hidden")
	seats := w.linear(boards, false, hidden, "value.out")
	value := w.try(func() (n *G.Node, err error) {
		gr.value, n, err = b.seatsLoss(&gr.view, valuePart, spec.Seats, seats)
		return n, err
	})
	gr.terms[policyPart], gr.terms[valuePart] = gr.policy, gr.value
	loss := w.add(policy, value)
	return gr.connectHeads(w, loss, x, hidden), w.err
}

// connectHeads adds the losses of the further heads, which read the tower's
// result x or the hidden layer of the value head, to a loss.
func (gr *graph) connectHeads(w *wiring, loss, x, hidden *G.Node) *G.Node {
	boards, v := dense(gr.g.boards), &gr.view
	for _, head := range []struct {
		part part
		// layers are the head's, lossOf is its loss, from what they answer.
		layers func() *G.Node
		lossOf func(answer *G.Node) (term, *G.Node, error)
	}{
		{pliesLeftPart,
			func() *G.Node { return w.linear(boards, false, hidden, model.PliesLeftTensor) },
			func(a *G.Node) (term, *G.Node, error) { return w.b.sharesLoss(v, pliesLeftPart, a) }},
		{distancePart,
			func() *G.Node { return w.linear(boards, false, hidden, model.DistanceTensor) },
			func(a *G.Node) (term, *G.Node, error) { return w.b.sharesLoss(v, distancePart, a) }},
		{shortValuePart,
			func() *G.Node { return w.linear(boards, false, hidden, model.ShortValueTensor) },
			func(a *G.Node) (term, *G.Node, error) { return w.b.seatsLoss(v, shortValuePart, gr.spec.Seats, a) }},
		{replyPart,
			func() *G.Node {
				return w.linear(gr.g.spans, false, x, model.ReplyQueryTensor, model.ReplyKeyTensor)
			},
			func(a *G.Node) (term, *G.Node, error) { return w.b.policyLoss(gr.g, v, replyPart, a) }},
	} {
		if !has(gr.spec.Heads, head.part) {
			continue
		}
		answer := head.layers()
		part := w.try(func() (n *G.Node, err error) {
			gr.terms[head.part], n, err = head.lossOf(answer)
			return n, err
		})
		loss = w.add(loss, part)
	}
	return loss
}

// addLosses adds the weighted cross-entropies of the last run, without scales.
func (gr *graph) addLosses(to *byPart) {
	for p, t := range gr.terms {
		if t != nil {
			to[p] += t.crossEntropy()
		}
	}
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
