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
	n := b.Size()
	if have, want := len(b.Planes), n*spec.Cells()*spec.Planes; have != want {
		return fmt.Errorf("%w: planes has %d numbers, want %d for %d rows", ErrBatch, have, want, n)
	}
	if err := checkPolicy(spec, b.Policy(), n); err != nil {
		return fmt.Errorf("%w: %w", ErrBatch, err)
	}
	if spec.Heads.Reply {
		if err := checkPolicy(spec, b.Reply, n); err != nil {
			return fmt.Errorf("%w: reply: %w", ErrBatch, err)
		}
	}
	for _, x := range []struct {
		name   string
		part   part
		target []float32
		perRow int
	}{
		{"value", valuePart, b.Value, spec.Seats},
		{"plies left", pliesLeftPart, b.PliesLeft, 1},
		{"distance", distancePart, b.Distance, spec.Seats},
		{"short value", shortValuePart, b.ShortValue, spec.Heads.ShortValues * spec.Seats},
	} {
		if !has(spec.Heads, x.part) {
			continue
		}
		if len(x.target) != n*x.perRow {
			return fmt.Errorf("%w: %s has %d numbers, want %d for %d rows", ErrBatch, x.name, len(x.target), n*x.perRow, n)
		}
		if err := checkWeights(rowWeights(b, x.part), n); err != nil {
			return fmt.Errorf("%w: %s: %w", ErrBatch, x.name, err)
		}
	}
	return nil
}

// checkWeights reports the first fault of the weights of n rows.
func checkWeights(weights []float32, n int) error {
	if len(weights) != n {
		return fmt.Errorf("%d weights, want %d", len(weights), n)
	}
	for i, w := range weights {
		if !(w >= 0) {
			return fmt.Errorf("row %d: the weight is %v, want at least 0", i, w)
		}
	}
	return nil
}

// checkPolicy reports the first fault of the moves of n rows.
func checkPolicy(spec model.Spec, p model.Policy, n int) error {
	moves := len(p.From)
	if len(p.To) != moves || len(p.Target) != moves {
		return fmt.Errorf("moves from %d cells, to %d, and %d targets, want as many of each", moves, len(p.To), len(p.Target))
	}
	if len(p.Offset) != n+1 {
		return fmt.Errorf("%d offsets, want %d for %d rows", len(p.Offset), n+1, n)
	}
	if p.Offset[0] != 0 || int(p.Offset[n]) != moves {
		return fmt.Errorf("offsets run from %d to %d, want 0 to %d", p.Offset[0], p.Offset[n], moves)
	}
	for i := range n {
		if p.Offset[i] > p.Offset[i+1] {
			return fmt.Errorf("row %d: offset falls from %d to %d", i, p.Offset[i], p.Offset[i+1])
		}
	}
	if err := checkWeights(p.Weight, n); err != nil {
		return err
	}
	cells := spec.Cells()
	for m := range p.From {
		from, to := int(p.From[m]), int(p.To[m])
		if from < 0 || to < 0 || from >= cells || to >= cells {
			return fmt.Errorf("move %d from cell %d to cell %d, want 0 to %d", m, from, to, cells-1)
		}
		if !spec.OnBoard(from/spec.Cols, from%spec.Cols) || !spec.OnBoard(to/spec.Cols, to%spec.Cols) {
			return fmt.Errorf("move %d from cell %d to cell %d, one of which is not on the board", m, from, to)
		}
	}
	return nil
}

// ratio is a/b, or 0 where b is 0.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
