package selfplay

import (
	"math/rand/v2"

	"halmazero/engine"
)

// Backplay is a curriculum of starts: games begin near their end at first, and
// from further back each generation, until they begin at the start position
// (Resnick et al. 2018; Florensa et al. 2017, "reverse curriculum generation").
// So games end by the rules from the first generation on, and the value is
// learned from real results, from the end of the game to its beginning.
//
// How far back is told as a share of the way: 0 is the end of the game, with all
// pieces in their targets, and 1 its start.
type Backplay struct {
	// Start is the largest share of the way that is left in games of
	// generation 1; 0: all games begin at the start position.
	Start float64
	// Growth is how much that is more each generation. Games draw from half of
	// it on, so some begin at the start position where it is above 1, and all
	// where it is 2.
	Growth float64
}

// On reports whether there is a curriculum.
func (b Backplay) On() bool { return b.Start > 0 }

// Over reports whether all games of a generation begin at the start position.
func (b Backplay) Over(generation int) bool { return !b.On() || b.most(generation) >= 2 }

// Shares is the least and the largest share of the way that games of a
// generation draw from; 1 and more is the start position.
func (b Backplay) Shares(generation int) (least, most float64) {
	most = b.most(generation)
	return most / 2, most
}

// most is the largest share of the way in a generation. Above 1 it makes games
// from the start position more likely.
func (b Backplay) most(generation int) float64 {
	return b.Start + b.Growth*float64(max(generation, 1)-1)
}

// tries is how often Draw looks for a position. One in two or three is none of a
// game under way at the worst, but rules can leave no room at all, such as those of
// a deadline at the first move.
const tries = 100

// Draw is the start of a game of a generation: a share of the way is drawn from
// half of the largest one to the largest. It reports false for a share of 1 or
// more, and where the rules leave no room: the game begins at the start position. At
// most half of limit plies, if limit is not 0, count as made.
func (b Backplay) Draw(r *engine.Rules, generation, first, limit int, rng *rand.Rand) (engine.Position, bool) {
	share := b.most(generation) * (1 + rng.Float64()) / 2
	if share >= 1 {
		return engine.Position{}, false
	}
	for range tries {
		if p, ok := retreat(r, share, first, limit, rng); ok {
			return p, true
		}
	}
	return engine.Position{}, false
}

// retreat is a position with a share of the way left. Steps and jumps can be
// taken back by steps and jumps, so the last part of a game is the first part of
// one in reverse, seen from the other side: pieces go that share of the way from
// the start, and then the whole board is turned by half a turn, which makes
// homes targets. The part that is taken for played would have gone at the same
// pace. It reports false if that is no position of a game under way.
func retreat(r *engine.Rules, share float64, first, limit int, rng *rand.Rand) (engine.Position, bool) {
	walked, plies, ok := walk(r, share, first, rng)
	if !ok {
		return walked, false
	}
	b := r.Board()
	set := engine.SetUp{Cells: make([]uint8, b.Cells()), Mover: first}
	for c, who := range walked.Cells(nil) {
		set.Cells[b.Cells()-1-c] = who
	}
	made := int(float64(plies) * (1 - share) / share / float64(b.Seats()))
	if limit > 0 {
		made = min(made, limit/2/b.Seats())
	}
	if turns := r.TurnLimit(); turns > 0 {
		made = min(made, turns/2/b.Seats())
	}
	if d := r.Deadline(); d > 0 {
		// Every piece at home wants a move before it, or the game is lost already.
		for s := range b.Seats() {
			made = min(made, max(0, d-1-walked.InGoal(s)))
		}
	}
	for s := range b.Seats() {
		set.Made[s] = made
	}
	set.Ply = made * b.Seats()
	p, err := engine.NewPosition(r, set)
	if err != nil {
		return p, false
	}
	p.SkipBlocked()
	return p, !p.Result().Over() && p.Mover() == first
}

// walk goes a share of the way from the start by random moves, and returns where
// that leads and the plies that it took. It reports false if it cannot go on.
func walk(r *engine.Rules, share float64, first int, rng *rand.Rand) (p engine.Position, plies int, ok bool) {
	p = r.Start(first)
	way := remaining(&p)
	var moves []engine.Move
	// Every seat has to leave its camp, or it has won in reverse.
	for seats := r.Board().Seats(); plies < seats || float64(way-remaining(&p)) < share*float64(way); plies++ {
		if moves = p.Moves(moves[:0]); len(moves) == 0 {
			return p, plies, false
		}
		if plies > 16*r.Board().Cells() {
			return p, plies, false // it does not get there
		}
		next := p
		next.Play(forward(&p, moves, rng))
		if next.Result().Over() {
			break
		}
		p = next
		if d := r.Deadline(); d > 0 && p.Made(p.Mover()) == d-1 {
			// In reverse it is the target that is left late: no reason to lose.
			var err error
			if p, err = engine.NewPosition(r, engine.SetUp{Cells: p.Cells(nil), Mover: p.Mover()}); err != nil {
				return p, plies, false
			}
		}
	}
	return p, plies, true
}

// forward is a random move that mostly gains something: the one of three that
// gains most.
func forward(p *engine.Position, moves []engine.Move, rng *rand.Rand) engine.Move {
	best, least := moves[0], 0
	for i := range 3 {
		m := moves[rng.IntN(len(moves))]
		next := *p
		next.Play(m)
		if left := next.Remaining(p.Mover()); i == 0 || left < least {
			best, least = m, left
		}
	}
	return best
}

// remaining is the way that all seats have left.
func remaining(p *engine.Position) int {
	sum := 0
	for s := range p.Board().Seats() {
		sum += p.Remaining(s)
	}
	return sum
}
