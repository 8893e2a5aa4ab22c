package classical

import "math"

// weights are an evaluation: what a seat has, less the same of the other seat.
// The unit is a sixteenth of what one row or column of progress is worth to a
// piece far ahead.
type weights struct {
	// progress is for each row or column between a piece and the far corner of
	// its target; straggler for the square of that number, so that the last
	// pieces hurt most.
	progress, straggler int
	// centre is for each step away from the line that joins the two camps,
	// along which the jumps are, counted twice (way).
	centre int
	// tempo is for the turn.
	tempo int
	// last is for each step that the last pieces outside the target still need
	// to its empty cells, which the table does not know; it counts from when
	// at most lastPieces are outside, and up to lastSteps. More pieces outside
	// cost as much as lastSteps, so that going in never costs anything.
	last int
}

// rung is the evaluation of the plain search. It does not change: the rungs of
// the ladder and the measurements against them rest on it.
var rung = weights{progress: 16, straggler: 2, centre: 4, tempo: 12, last: 24}

const (
	lastPieces = 2
	lastSteps  = 12
	// A piece at home costs weightDeadline for each own move by which the
	// spare moves before the deadline fall short of spareMoves. A deadline
	// that can no longer be met costs weightLate besides.
	weightDeadline = 12
	spareMoves     = 6
	weightLate     = 4000
)

// worth is that of a piece with so many rows or columns left, so far off the
// line of the camps.
func (w *weights) worth(left, off int) int {
	return -w.progress*left - w.straggler*left*left - w.centre*off
}

// lateness is the cost of pieces at home when the deadline is the given number
// of own moves away. Each move takes at most one piece out.
func lateness(moves, home int) int {
	spare := moves - home
	if home == 0 || spare >= spareMoves {
		return 0
	}
	cost := home * weightDeadline * (spareMoves - spare)
	if spare < 0 {
		cost += weightLate
	}
	return cost
}

// less is the weights without some of the terms.
func (w weights) less(without Features) weights {
	for _, term := range []struct {
		feature Features
		weight  *int
	}{{Straggler, &w.straggler}, {CentreLine, &w.centre}, {LastPieces, &w.last}} {
		if without&term.feature != 0 {
			*term.weight = 0
		}
	}
	return w
}

// params are a selective search. Scores are in hundredths of the pace, about
// what a move gains, so that they suit every board.
type params struct {
	weights
	// turn is what the turn is worth, instead of the weights' tempo; 0 leaves
	// that.
	turn int
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
	// From probeDepth on a search that is shallower by probeLess decides a null
	// window if it is outside by probeMargin.
	probeDepth, probeLess, probeMargin int
	// killer is what a killer move promises besides its gain, history the
	// divisor of what the history says.
	killer, history int
}

// standard are those that the measurements in docs/classical.md led to.
var standard = params{
	weights:     weights{progress: 16, straggler: 2, centre: 4, last: 24},
	turn:        45,
	window:      25,
	prune:       [6]int{0, 1 << 30, 3, 6, 12, 18},
	reduceBase:  0.6,
	reduceBy:    2.2,
	reduceFrom:  3,
	margin:      50,
	marginDepth: 3,
	probeDepth:  5,
	probeLess:   2,
	probeMargin: 40,
	killer:      35,
	history:     32,
}

// on is the search with its scores in the unit of the weights, for a board with
// the given pace.
func (p params) on(pace int) params {
	if p.turn > 0 {
		p.tempo = p.turn * pace / 100
	}
	for _, v := range []*int{&p.window, &p.margin, &p.probeMargin, &p.killer} {
		*v = *v * pace / 100
	}
	return p
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
