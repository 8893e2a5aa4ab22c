package classical

import (
	"slices"

	"halmazero/engine"
)

// scoredMove is a move and its gain.
type scoredMove struct {
	move engine.Move
	gain int32
}

// generate lists the frame's moves with their gains, in the engine's order.
func (b *Bot) generate(f *frame) {
	f.buf = f.pos.Moves(f.buf[:0])
	b.weigh(f)
}

// weigh gives the moves in the frame's buffer their gains.
func (b *Bot) weigh(f *frame) {
	f.moves = f.moves[:0]
	seat := f.pos.Mover()
	for _, m := range f.buf {
		f.moves = append(f.moves, scoredMove{m, int32(b.eval.gain(seat, m))})
	}
}

// sortByGain sorts by descending gain and keeps the order of equals.
func sortByGain(moves []scoredMove) {
	slices.SortStableFunc(moves, func(a, b scoredMove) int { return int(b.gain) - int(a.gain) })
}

// pickBest brings the first move of the greatest gain to the front. Called
// for each move tried, it is a sort that stops at the cut-off.
func pickBest(moves []scoredMove) {
	best := 0
	for i := range moves {
		if moves[i].gain > moves[best].gain {
			best = i
		}
	}
	moves[0], moves[best] = moves[best], moves[0]
}

// toFront brings a move to the front, the others keep their order. A move that
// is not in the list changes nothing.
func toFront(moves []scoredMove, m engine.Move) {
	for i := range moves {
		if moves[i].move == m {
			first := moves[i]
			copy(moves[1:i+1], moves[:i])
			moves[0] = first
			return
		}
	}
}
