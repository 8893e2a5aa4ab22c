package gorgonia

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"halmazero/model"
)

// ErrDiverged is wrapped by the error of a step whose loss or gradient is not
// a finite number. The weights are as before the step.
var ErrDiverged = errors.New("training diverged")

// ErrClosed is returned by a Trainer after Close.
var ErrClosed = errors.New("trainer is closed")

// Losses describes a batch. Cross-entropies and entropies are in nats, each
// the mean over the rows by their weights, or 0 where all weights are 0.
type Losses struct {
	// Policy and Value are cross-entropies; PolicyEntropy and ValueEntropy are
	// the entropies of the targets, the least that they can be.
	Policy, PolicyEntropy float64
	Value, ValueEntropy   float64
	// The same for the further heads, 0 for one that the network lacks. Those
	// of the distance are means over the seats, those of the short-horizon
	// values over the horizons.
	PliesLeft, PliesLeftEntropy   float64
	Distance, DistanceEntropy     float64
	ShortValue, ShortValueEntropy float64
	Reply, ReplyEntropy           float64
	// GradNorm is the Euclidean norm of the gradient before it was clipped, and
	// LearningRate the rate of the step; both are 0 from Evaluate.
	GradNorm, LearningRate float64
}

// Trainer moves the weights of a network. It starts goroutines within Step
// only and waits for them; one goroutine may use it at a time.
type Trainer struct {
	cfg     Config
	net     *model.Network // the spec, and the provenance of the start
	step    int            // steps of this optimiser
	weights []*weightState // in the order of Spec.Tensors

	replicas []*graph
	// average computes the averaged network, without gradients; it is built
	// when first needed.
	average *graph
	parts   [][]float32 // scratch of a step: one tensor's gradient by replica
	errs    []error     // scratch of a step: by replica
	closed  bool
}

// NewTrainer returns a trainer that starts from a copy of net.
func NewTrainer(net *model.Network, cfg Config) (*Trainer, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if err := net.Validate(); err != nil {
		return nil, fmt.Errorf("network to train: %w", err)
	}
	for p, w := range cfg.lossWeights() {
		if w > 0 && !has(net.Spec.Heads, part(p)) {
			return nil, fmt.Errorf("%w: the loss of a head weighs %v that the network lacks, its heads are %+v", ErrConfig, w, net.Spec.Heads)
		}
	}
	t := &Trainer{
		cfg:   cfg,
		net:   &model.Network{Spec: net.Spec, Provenance: net.Provenance},
		parts: make([][]float32, cfg.Replicas),
		errs:  make([]error, cfg.Replicas),
	}
	for _, ts := range net.Spec.Tensors() {
		t.weights = append(t.weights, newWeightState(ts, net.Tensors[ts.Name]))
	}
	raw := t.tensors(func(s *weightState) []float32 { return s.raw })
	for range cfg.Replicas {
		g, err := newGraph(net.Spec, cfg.BatchSize/cfg.Replicas, raw, true)
		if err != nil {
			t.Close()
			return nil, err
		}
		t.replicas = append(t.replicas, g)
	}
	return t, nil
}

// tensors maps names to the trainer's live slices.
func (t *Trainer) tensors(pick func(*weightState) []float32) map[string][]float32 {
	m := make(map[string][]float32, len(t.weights))
	for _, s := range t.weights {
		m[s.Name] = pick(s)
	}
	return m
}

// Step trains on b, which must have exactly BatchSize rows and stays the
// caller's. The loss is PolicyWeight times the weighted mean policy
// cross-entropy plus ValueWeight times that of the value, and so on for the
// further heads, over the whole batch.
// On an error the weights are as before.
func (t *Trainer) Step(b *model.Batch) (Losses, error) {
	if t.closed {
		return Losses{}, ErrClosed
	}
	if err := checkBatch(t.net.Spec, b); err != nil {
		return Losses{}, err
	}
	if b.Size() != t.cfg.BatchSize {
		return Losses{}, fmt.Errorf("%w: %d rows, want %d", ErrBatch, b.Size(), t.cfg.BatchSize)
	}
	sums := weightSums(b)
	if err := t.runReplicas(b, sums); err != nil {
		return Losses{}, fmt.Errorf("step %d: %w", t.step, err)
	}

	var loss byPart
	for _, g := range t.replicas {
		g.addLosses(&loss)
	}
	loss = loss.over(sums)
	l := newLosses(loss, entropies(b, t.net.Spec))
	l.LearningRate = t.cfg.learningRate(t.step)
	for i, s := range t.weights {
		for r, g := range t.replicas {
			t.parts[r] = g.grad(i)
		}
		s.gather(t.parts)
	}
	l.GradNorm = gradNorm(t.weights)
	if !loss.areFinite() || !isFinite(l.GradNorm) {
		return l, fmt.Errorf("%w: step %d: policy loss %v, value loss %v, all losses %v, gradient norm %v",
			ErrDiverged, t.step, l.Policy, l.Value, l.Parts(t.net.Spec.Heads), l.GradNorm)
	}
	clip := 1.0
	if l.GradNorm > t.cfg.ClipNorm {
		clip = t.cfg.ClipNorm / l.GradNorm
	}
	t.cfg.update(t.weights, t.step, clip)
	t.step++
	return l, nil
}

// runReplicas computes the gradients, each replica those of its part of b.
func (t *Trainer) runReplicas(b *model.Batch, sums byPart) error {
	n := t.cfg.BatchSize / t.cfg.Replicas
	var scale [parts]float32
	for p, s := range t.cfg.lossWeights().over(sums) {
		scale[p] = float32(s)
	}
	var wg sync.WaitGroup
	for r, g := range t.replicas {
		v := view{batch: b, lo: r * n, n: n, scale: scale}
		wg.Go(func() { t.errs[r] = g.run(v) })
	}
	wg.Wait()
	return errors.Join(t.errs...)
}

// Evaluate computes the losses of the averaged network on b, which may have
// any number of rows, without changing anything.
func (t *Trainer) Evaluate(b *model.Batch) (Losses, error) {
	var loss byPart
	err := t.forward(b, func(g *graph, _ view) { g.addLosses(&loss) })
	if err != nil {
		return Losses{}, err
	}
	return newLosses(loss.over(weightSums(b)), entropies(b, t.net.Spec)), nil
}

// Forward returns what the averaged network says to the rows of b, whose
// targets and weights do not matter: a logit for each legal move, in the order
// of b.From, and a logit for each seat, [rows, Seats] with the mover first.
func (t *Trainer) Forward(b *model.Batch) (policyLogits, valueLogits []float32, err error) {
	err = t.forward(b, func(g *graph, v view) {
		policyLogits = append(policyLogits, g.policy.logit...)
		valueLogits = append(valueLogits, g.value.logit[:v.n*t.net.Spec.Seats]...)
	})
	return policyLogits, valueLogits, err
}

// forward runs the averaged network over b in pieces and calls each after
// every piece.
func (t *Trainer) forward(b *model.Batch, each func(*graph, view)) error {
	if t.closed {
		return ErrClosed
	}
	if err := checkBatch(t.net.Spec, b); err != nil {
		return err
	}
	piece := t.cfg.BatchSize / t.cfg.Replicas
	if t.average == nil {
		ema := t.tensors(func(s *weightState) []float32 { return s.ema })
		g, err := newGraph(t.net.Spec, piece, ema, false)
		if err != nil {
			return err
		}
		t.average = g
	}
	for lo := 0; lo < b.Size(); lo += piece {
		v := view{batch: b, lo: lo, n: min(piece, b.Size()-lo)}
		if err := t.average.run(v); err != nil {
			return fmt.Errorf("evaluating rows %d to %d: %w", lo, lo+v.n-1, err)
		}
		each(t.average, v)
	}
	return nil
}

// SetLearningRate changes the learning rate of the steps to come; those of the
// warm-up rise to it. Like the rest of the configuration it is no part of a
// saved state. The error wraps ErrConfig.
func (t *Trainer) SetLearningRate(rate float64) error {
	cfg := t.cfg
	cfg.LearningRate = rate
	if err := cfg.Validate(); err != nil {
		return err
	}
	t.cfg = cfg
	return nil
}

// Steps is the number of steps of this optimiser, those before a LoadState
// included.
func (t *Trainer) Steps() int { return t.step }

// Network returns a copy of the averaged weights, the network that plays. Its
// provenance is that of the start with the steps added.
func (t *Trainer) Network() *model.Network {
	return t.copy(func(s *weightState) []float32 { return s.ema })
}

// RawNetwork returns a copy of the weights that the optimiser moves.
func (t *Trainer) RawNetwork() *model.Network {
	return t.copy(func(s *weightState) []float32 { return s.raw })
}

func (t *Trainer) copy(pick func(*weightState) []float32) *model.Network {
	n := &model.Network{Spec: t.net.Spec, Provenance: t.net.Provenance, Tensors: t.tensors(pick)}
	n.Provenance.Steps += t.step
	return n.Clone()
}

// Close gives the graphs' memory back. The weights can still be read.
func (t *Trainer) Close() error {
	graphs := t.replicas
	if t.average != nil {
		graphs = append(graphs, t.average)
	}
	var errs []error
	for _, g := range graphs {
		errs = append(errs, g.vm.Close())
	}
	t.replicas, t.average, t.parts, t.closed = nil, nil, nil, true
	return errors.Join(errs...)
}

// areFinite reports whether all parts are finite numbers.
func (a byPart) areFinite() bool {
	for _, x := range a {
		if !isFinite(x) {
			return false
		}
	}
	return true
}

func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
