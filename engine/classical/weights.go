package classical

import "math"

// weights are an evaluation. The unit is a sixteenth of what one row or column
// of progress is worth to a piece far ahead; evaluate.go says what each is for.
type weights struct {
	progress, straggler, centre int
	tempo                       int
	last                        int // each step of the last pieces, up to lastSteps
}

// worth is that of a piece with so many rows or columns left, so far off the
// line of the camps.
func (w *weights) worth(left, off int) int {
	return -w.progress*left - w.straggler*left*left - w.centre*off
}

// params are a selective search.
type params struct {
	weights
	// window is the half width of the first window of an iteration.
	window int
	// prune is how many moves are looked at near the leaves, by depth.
	prune [6]int
	// Late moves are searched less deeply by reduceBase +
	// ln(depth)·ln(index)/reduceBy plies, from reduceFrom on.
	reduceBase, reduceBy float64
	reduceFrom           int
	// A position is good enough without a search if its static score is above
	// beta by margin for each ply below the frontier, to marginDepth.
	margin, marginDepth int
	// killer is what a killer move promises besides its gain, history the
	// divisor of what the history says.
	killer, history int
}

// standard are those that the measurements in docs/classical.md led to.
var standard = params{
	weights:     weights{progress: 16, straggler: 2, centre: 4, tempo: 40, last: 24},
	window:      40,
	prune:       [6]int{0, 1 << 30, 4, 8, 16, 24},
	reduceBase:  0.6,
	reduceBy:    2.2,
	reduceFrom:  3,
	marginDepth: 1,
	killer:      60,
	history:     32,
}

// reductions are the plies by which late moves are searched less deeply, by
// depth and index.
func (p *params) reductions() (r [MaxDepth + 1][64]int8) {
	for depth := 3; depth <= MaxDepth; depth++ {
		for i := p.reduceFrom; i < 64; i++ {
			r[depth][i] = int8(p.reduceBase + math.Log(float64(depth))*math.Log(float64(i))/p.reduceBy)
		}
	}
	return r
}
