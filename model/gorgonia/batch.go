package gorgonia

import (
	"errors"
	"fmt"

	"halmazero/model"
)

// ErrBatch is wrapped by every error about a batch that does not fit.
var ErrBatch = errors.New("bad batch")

// checkBatch reports the first fault that would make an operator read outside
// a slice or train on nonsense. It does not look at the planes' values.
func checkBatch(spec model.Spec, b *model.Batch) error {
	if b == nil || b.Size() < 1 {
		return fmt.Errorf("%w: no rows", ErrBatch)
	}
	n, moves := b.Size(), len(b.From)
	lengths := []struct {
		name       string
		have, want int
	}{
		{"planes", len(b.Planes), n * spec.Cells() * spec.Planes},
		{"to", len(b.To), moves},
		{"target", len(b.Target), moves},
		{"value", len(b.Value), n * spec.Seats},
		{"policy weight", len(b.PolicyWeight), n},
		{"value weight", len(b.ValueWeight), n},
	}
	for _, l := range lengths {
		if l.have != l.want {
			return fmt.Errorf("%w: %s has %d numbers, want %d for %d rows and %d moves",
				ErrBatch, l.name, l.have, l.want, n, moves)
		}
	}
	if b.Offset[0] != 0 || int(b.Offset[n]) != moves {
		return fmt.Errorf("%w: offsets run from %d to %d, want 0 to %d", ErrBatch, b.Offset[0], b.Offset[n], moves)
	}
	for i := range n {
		if b.Offset[i] > b.Offset[i+1] {
			return fmt.Errorf("%w: row %d: offset falls from %d to %d", ErrBatch, i, b.Offset[i], b.Offset[i+1])
		}
		if pw, vw := b.PolicyWeight[i], b.ValueWeight[i]; !(pw >= 0 && vw >= 0) {
			return fmt.Errorf("%w: row %d: weights are %v and %v, want at least 0", ErrBatch, i, pw, vw)
		}
	}
	cells := spec.Cells()
	for m := range b.From {
		from, to := int(b.From[m]), int(b.To[m])
		if from < 0 || to < 0 || from >= cells || to >= cells {
			return fmt.Errorf("%w: move %d from cell %d to cell %d, want 0 to %d", ErrBatch, m, from, to, cells-1)
		}
		if !spec.OnBoard(from/spec.Cols, from%spec.Cols) || !spec.OnBoard(to/spec.Cols, to%spec.Cols) {
			return fmt.Errorf("%w: move %d from cell %d to cell %d, one of which is not on the board", ErrBatch, m, from, to)
		}
	}
	return nil
}

// weightSums are the sums of the row weights of a batch.
func weightSums(b *model.Batch) (policy, value float64) {
	for i := range b.Size() {
		policy += float64(b.PolicyWeight[i])
		value += float64(b.ValueWeight[i])
	}
	return policy, value
}

// entropies are the weighted means of the entropies of the targets.
func entropies(b *model.Batch, seats int) (policy, value float64) {
	for i := range b.Size() {
		if w := b.PolicyWeight[i]; w > 0 {
			policy += float64(w) * entropy(b.Target[b.Offset[i]:b.Offset[i+1]])
		}
		if w := b.ValueWeight[i]; w > 0 {
			value += float64(w) * entropy(b.Value[i*seats:(i+1)*seats])
		}
	}
	pw, vw := weightSums(b)
	return ratio(policy, pw), ratio(value, vw)
}

// ratio is a/b, or 0 where b is 0.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
