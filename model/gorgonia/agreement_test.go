package gorgonia

import (
	"math"
	"testing"

	"halmazero/model"
	"halmazero/model/nn"
)

// TestAgreesWithInference compares trained networks with model/nn, on boards
// that fill tiles and on boards that do not, stars among them, with channels
// that fill vectors and with some that do not.
func TestAgreesWithInference(t *testing.T) {
	odd := tinySpec()
	ten := towerSpec(2, 16)
	ten.Rows, ten.Cols = 10, 10
	uneven := towerSpec(2, 48)
	uneven.Rows, uneven.Cols = 6, 9
	four := towerSpec(2, 32)
	four.Rows, four.Cols, four.Seats, four.Planes = 16, 16, 4, 19
	three := starSpec(4, towerSpec(2, 32))
	three.Seats, three.Planes = 3, 15
	for name, spec := range map[string]model.Spec{
		"tower": towerSpec(3, 32), "odd": odd, "10x10": ten, "6x9": uneven,
		"all heads": withHeads(towerSpec(2, 32)), "four seats on 16x16": four, "three seats on star121": three, "star181": starSpec(5, towerSpec(1, 16)),
	} {
		t.Run(name, func(t *testing.T) {
			tr := newTrainer(t, randomNetwork(t, spec, 2), testConfig(6, 1))
			for i := range 3 {
				step(t, tr, randomBatch(spec, 6, 30, uint64(i)))
			}
			batch := randomBatch(spec, 7, 60, 9)
			policy, value, err := tr.Forward(batch)
			if err != nil {
				t.Fatal(err)
			}
			net, err := nn.New(tr.Network())
			if err != nil {
				t.Fatal(err)
			}
			wantPolicy, wantValue := infer(net, batch)
			if d := furthest(policy, wantPolicy); d > 1e-4 {
				t.Errorf("policy logits differ by %v", d)
			}
			if d := furthest(value, wantValue); d > 1e-4 {
				t.Errorf("value logits differ by %v", d)
			}
		})
	}
}

// infer returns the logits of all rows of a batch.
func infer(net *nn.Net, b *model.Batch) (policy, value []float32) {
	spec, e := net.Spec(), net.NewEvaluator()
	size := spec.Cells() * spec.Planes
	policy, value = make([]float32, len(b.From)), make([]float32, b.Size()*spec.Seats)
	for i := range b.Size() {
		lo, hi := b.Offset[i], b.Offset[i+1]
		e.Forward(
			[]nn.Input{{Planes: b.Planes[i*size : (i+1)*size], From: b.From[lo:hi], To: b.To[lo:hi]}},
			[]nn.Output{{Logits: policy[lo:hi], Value: value[i*spec.Seats : (i+1)*spec.Seats]}})
	}
	return policy, value
}

// furthest is the largest difference, relative to 1 + |b|.
func furthest(a, b []float32) float64 {
	var worst float64
	for i := range b {
		d := math.Abs(float64(a[i])-float64(b[i])) / (1 + math.Abs(float64(b[i])))
		if !(d <= worst) { // also for a NaN
			worst = d
		}
	}
	return worst
}
