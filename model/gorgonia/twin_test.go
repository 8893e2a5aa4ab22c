package gorgonia

import (
	"fmt"
	"math"
	"testing"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"halmazero/model"
)

// twin is the network and its losses once more, in float64, made of Gorgonia's
// own operators only: Conv2d, Rectify, Mul, HadamardProd, Exp, Log and what
// moves numbers about. So the gradients of this package are compared with those
// of Gorgonia's differentiation of stock operators.
//
// All sums are products with constant matrices, because reductions mistake axes
// of size 1.
type twin struct {
	spec   model.Spec
	batch  *model.Batch
	g      *G.ExprGraph
	params map[string]*G.Node
	nodes  int
}

func newTwin(net *model.Network, b *model.Batch) *twin {
	tw := &twin{spec: net.Spec, batch: b, g: G.NewGraph(), params: make(map[string]*G.Node)}
	for _, ts := range net.Spec.Tensors() {
		shape := ts.Shape
		if len(shape) == 1 {
			shape = []int{1, shape[0]} // a bias is a row
		}
		data := make([]float64, ts.Len())
		for i, x := range net.Tensors[ts.Name] {
			data[i] = float64(x)
		}
		if tw.isConv(ts) {
			shape, data = tw.filter(ts, data)
		}
		tw.params[ts.Name] = G.NewTensor(tw.g, tensor.Float64, len(shape), G.WithName(ts.Name), G.WithShape(shape...),
			G.WithValue(tensor.New(tensor.WithShape(shape...), tensor.WithBacking(data))))
	}
	return tw
}

// isConv reports whether a tensor is the weights of a 3x3 convolution.
func (tw *twin) isConv(ts model.TensorSpec) bool {
	return ts.Matrix && (ts.Name == "stem.w" || ts.Name[:5] == "block")
}

// filter turns [9*Cin, Cout] into the stock filter [Cout, Cin, 3, 3].
func (tw *twin) filter(ts model.TensorSpec, w []float64) ([]int, []float64) {
	cin, cout := ts.Shape[0]/9, ts.Shape[1]
	f := make([]float64, len(w))
	for at, x := range w {
		tap, c, o := at/cout/cin, at/cout%cin, at%cout
		f[(o*cin+c)*9+tap] = x
	}
	return []int{cout, cin, 3, 3}, f
}

// constant is a node that gets no gradient.
func (tw *twin) constant(shape []int, data []float64) *G.Node {
	tw.nodes++
	return G.NewTensor(tw.g, tensor.Float64, len(shape), G.WithName(fmt.Sprint("constant", tw.nodes)), G.WithShape(shape...),
		G.WithValue(tensor.New(tensor.WithShape(shape...), tensor.WithBacking(data))))
}

func (tw *twin) ones(shape ...int) *G.Node {
	data := make([]float64, tensor.Shape(shape).TotalSize())
	for i := range data {
		data[i] = 1
	}
	return tw.constant(shape, data)
}

// mul, had, and the other short names are stock operators.
func mul(a, b *G.Node) *G.Node { return G.Must(G.Mul(a, b)) }
func had(a, b *G.Node) *G.Node { return G.Must(G.HadamardProd(a, b)) }
func add(a, b *G.Node) *G.Node { return G.Must(G.Add(a, b)) }
func sub(a, b *G.Node) *G.Node { return G.Must(G.Sub(a, b)) }

// linear is x*w + b for each row of x.
func (tw *twin) linear(name string, x *G.Node) *G.Node {
	return add(mul(x, tw.params[name+".w"]), mul(tw.ones(x.Shape()[0], 1), tw.params[name+".b"]))
}

// conv is the rectified 3x3 convolution of x, [boards, channels, rows, cols],
// with bias and skip, zero off the board. The bias is a 1x1 convolution of ones.
func (tw *twin) conv(name string, x, skip *G.Node) *G.Node {
	s, n := tw.spec, tw.batch.Size()
	one := []int{1, 1}
	y := G.Must(G.Conv2d(x, tw.params[name+".w"], tensor.Shape{3, 3}, one, one, one))
	bias := G.Must(G.Reshape(tw.params[name+".b"], tensor.Shape{s.Filters, 1, 1, 1}))
	y = add(y, G.Must(G.Conv2d(tw.ones(n, 1, s.Rows, s.Cols), bias, tensor.Shape{1, 1}, []int{0, 0}, one, one)))
	if skip != nil {
		y = add(y, skip)
	}
	y = G.Must(G.Rectify(y))
	if s.Star == 0 {
		return y
	}
	mask := make([]float64, 0, n*s.Filters*s.Cells())
	for range n * s.Filters {
		for _, on := range s.Mask() {
			mask = append(mask, truth(on))
		}
	}
	return had(y, tw.constant([]int{n, s.Filters, s.Rows, s.Cols}, mask))
}

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// tower is the tower's result as a matrix with a row per cell.
func (tw *twin) tower() *G.Node {
	s, n := tw.spec, tw.batch.Size()
	planes := make([]float64, n*s.Planes*s.Cells())
	for at, x := range tw.batch.Planes {
		board, cell, p := at/s.Planes/s.Cells(), at/s.Planes%s.Cells(), at%s.Planes
		planes[(board*s.Planes+p)*s.Cells()+cell] = float64(x) * truth(s.OnBoard(cell/s.Cols, cell%s.Cols))
	}
	x := tw.conv("stem", tw.constant([]int{n, s.Planes, s.Rows, s.Cols}, planes), nil)
	for i := range s.Blocks {
		x = tw.conv(fmt.Sprintf("block%d.b", i), tw.conv(fmt.Sprintf("block%d.a", i), x, nil), x)
	}
	return G.Must(G.Reshape(G.Must(G.Transpose(x, 0, 2, 3, 1)), tensor.Shape{n * s.Cells(), s.Filters}))
}

// hidden is the hidden layer of the value head, a row per board.
func (tw *twin) hidden(x *G.Node) *G.Node {
	s, n := tw.spec, tw.batch.Size()
	mean := make([]float64, n*n*s.Cells())
	for i := range n {
		for c, on := range s.Mask() {
			mean[i*n*s.Cells()+i*s.Cells()+c] = truth(on) * float64(s.PoolScale) / float64(s.BoardCells())
		}
	}
	pooled := mul(tw.constant([]int{n, n * s.Cells()}, mean), G.Must(G.Rectify(tw.linear("value.pool", x))))
	return G.Must(G.Rectify(tw.linear("value.hidden", pooled)))
}

// counts are the weights of rows in a mean, times a factor.
func counts(weights []float32, factor float64) []float64 {
	var sum float64
	for _, w := range weights {
		sum += float64(w)
	}
	c := make([]float64, len(weights))
	for i, w := range weights {
		c[i] = factor * float64(w) / sum
	}
	return c
}

// total is the sum of all elements of a matrix, times the weight of each row.
func (tw *twin) total(m *G.Node, rows []float64) *G.Node {
	return mul(tw.constant([]int{len(rows)}, rows), mul(m, tw.ones(m.Shape()[1])))
}

// softmaxLoss is the weighted cross-entropy of rows of targets.
func (tw *twin) softmaxLoss(logits *G.Node, targets []float32, weights []float64) *G.Node {
	n, width := logits.Shape()[0], logits.Shape()[1]
	t, mass := make([]float64, n*width), make([]float64, n)
	for at, x := range targets {
		t[at] = float64(x)
		mass[at/width] += float64(x) * weights[at/width]
	}
	norm := G.Must(G.Log(mul(G.Must(G.Exp(logits)), tw.ones(width))))
	return sub(mul(tw.constant([]int{n}, mass), norm), tw.total(had(logits, tw.constant([]int{n, width}, t)), weights))
}

// sharesLoss is the weighted cross-entropy of rows of shares, each log(1+e^z) - t*z.
func (tw *twin) sharesLoss(logits *G.Node, shares []float32, weights []float64) *G.Node {
	t := make([]float64, len(shares))
	for i, x := range shares {
		t[i] = float64(x)
	}
	soft := G.Must(G.Log(add(G.Must(G.Exp(logits)), tw.ones(logits.Shape()...))))
	return tw.total(sub(soft, had(logits, tw.constant(logits.Shape(), t))), weights)
}

// policyLoss is the weighted cross-entropy of a policy. Rows without weight are
// left out: they may have no move.
func (tw *twin) policyLoss(query, key string, x *G.Node, p model.Policy, factor float64) *G.Node {
	weights := counts(p.Weight, factor)
	var from, to, target []float64
	var rows [][]int // numbers of the moves of each row
	var rowWeights []float64
	cells, moves := tw.batch.Size()*tw.spec.Cells(), 0
	for i, w := range weights {
		if w == 0 {
			continue
		}
		rowWeights, rows = append(rowWeights, w), append(rows, nil)
		for m := p.Offset[i]; m < p.Offset[i+1]; m++ {
			f, t := make([]float64, cells), make([]float64, cells)
			f[i*tw.spec.Cells()+int(p.From[m])], t[i*tw.spec.Cells()+int(p.To[m])] = 1, 1
			from, to, target = append(from, f...), append(to, t...), append(target, float64(p.Target[m])*w)
			rows[len(rows)-1] = append(rows[len(rows)-1], moves)
			moves++
		}
	}
	member, mass := make([]float64, len(rows)*moves), make([]float64, len(rows))
	for i, row := range rows {
		for _, m := range row {
			member[i*moves+m] = 1
			mass[i] += target[m]
		}
	}
	dim := tw.spec.PolicyDim
	root := make([]float64, dim)
	for j := range root {
		root[j] = 1 / math.Sqrt(float64(dim))
	}
	q := mul(tw.constant([]int{moves, cells}, from), tw.linear(query, x))
	k := mul(tw.constant([]int{moves, cells}, to), tw.linear(key, x))
	logits := mul(had(q, k), tw.constant([]int{dim}, root))
	norm := G.Must(G.Log(mul(tw.constant([]int{len(rows), moves}, member), G.Must(G.Exp(logits)))))
	return sub(mul(tw.constant([]int{len(rows)}, mass), norm), mul(tw.constant([]int{moves}, target), logits))
}

// gradients are those of the weighted sum of all losses, by tensor, in the
// layout of Spec.Tensors.
func (tw *twin) gradients(t *testing.T, weights byPart) map[string][]float64 {
	t.Helper()
	b, h := tw.batch, tw.spec.Heads
	x := tw.tower()
	hidden := tw.hidden(x)
	loss := add(tw.policyLoss("policy.query", "policy.key", x, b.Policy(), weights[policyPart]),
		tw.softmaxLoss(tw.linear("value.out", hidden), b.Value, counts(b.ValueWeight, weights[valuePart])))
	if h.PliesLeft {
		loss = add(loss, tw.sharesLoss(tw.linear("heads.plies_left", hidden), b.PliesLeft, counts(b.PliesLeftWeight, weights[pliesLeftPart])))
	}
	if h.Distance {
		rows := counts(b.DistanceWeight, weights[distancePart]/float64(tw.spec.Seats))
		loss = add(loss, tw.sharesLoss(tw.linear("heads.distance", hidden), b.Distance, rows))
	}
	if h.ShortValues > 0 {
		n := b.Size() * h.ShortValues
		logits := G.Must(G.Reshape(tw.linear("heads.short_value", hidden), tensor.Shape{n, tw.spec.Seats}))
		rows := make([]float64, 0, n)
		for _, w := range counts(b.ShortValueWeight, weights[shortValuePart]/float64(h.ShortValues)) {
			for range h.ShortValues {
				rows = append(rows, w)
			}
		}
		loss = add(loss, tw.softmaxLoss(logits, b.ShortValue, rows))
	}
	if h.Reply {
		loss = add(loss, tw.policyLoss("heads.reply.query", "heads.reply.key", x, b.Reply, weights[replyPart]))
	}
	var order []*G.Node
	for _, ts := range tw.spec.Tensors() {
		order = append(order, tw.params[ts.Name])
	}
	grads, err := G.Grad(loss, order...)
	if err != nil {
		t.Fatal(err)
	}
	vm := G.NewTapeMachine(tw.g)
	defer vm.Close()
	if err := vm.RunAll(); err != nil {
		t.Fatal(err)
	}
	byName := make(map[string][]float64)
	for i, ts := range tw.spec.Tensors() {
		byName[ts.Name] = tw.unfilter(ts, grads[i].Value().Data().([]float64))
	}
	return byName
}

// unfilter is the inverse of filter for the gradients of convolutions.
func (tw *twin) unfilter(ts model.TensorSpec, f []float64) []float64 {
	if !tw.isConv(ts) {
		return f
	}
	cin, cout := ts.Shape[0]/9, ts.Shape[1]
	w := make([]float64, len(f))
	for at := range w {
		tap, c, o := at/cout/cin, at/cout%cin, at%cout
		w[at] = f[(o*cin+c)*9+tap]
	}
	return w
}

// TestGradientsOfStockOperators compares every tensor's gradient with the twin's,
// and the twin's with the hand-written ones of the reference.
func TestGradientsOfStockOperators(t *testing.T) {
	base := tinySpec()
	vectors := towerSpec(1, 16)
	vectors.Rows, vectors.Cols, vectors.Planes, vectors.PolicyDim, vectors.ValueChannels, vectors.ValueHidden = 6, 5, 16, 16, 16, 16
	for name, spec := range map[string]model.Spec{
		"base": base, "all heads": withHeads(base), "star": starSpec(1, base), "all heads on a star": withHeads(starSpec(1, base)),
		"vectors": withHeads(vectors),
	} {
		t.Run(name, func(t *testing.T) {
			cfg := gradientConfig(testConfig(6, 2), spec)
			tr := newTrainer(t, randomNetwork(t, spec, 7), cfg)
			step(t, tr, randomBatch(spec, 6, 9, 8))
			batch, net := randomBatch(spec, 6, 9, 7), tr.RawNetwork()
			step(t, tr, batch)
			want := newTwin(net, batch).gradients(t, cfg.lossWeights())
			byHand := newReference(net).gradients(batch, cfg.lossWeights())
			for _, s := range tr.weights {
				if e := relative(s.grad, want[s.Name]); !(e <= 1e-4) {
					t.Errorf("%s: relative error %.2g", s.Name, e)
				}
				for i, g := range want[s.Name] {
					if !(math.Abs(g-byHand[s.Name][i]) <= 1e-9) {
						t.Fatalf("%s, element %d: %v by stock operators, %v by hand", s.Name, i, g, byHand[s.Name][i])
					}
				}
			}
		})
	}
}
