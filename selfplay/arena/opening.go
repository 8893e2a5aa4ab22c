package arena

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"halmazero/engine"
	"halmazero/internal/seed"
)

// Opening is a listed opening.
type Opening struct {
	// Start is the text of the position in which the moves begin; empty for
	// the start position of the rules.
	Start string
	// First is the seat that begins there.
	First int
	Moves []string        // and events, as a record has them, without skips
	At    engine.Position // which they reach
	Line  int             // of the list, from 1
}

// ErrOpenings is wrapped by every error about the content of a list of openings,
// and about an opening that leaves the players nothing to play.
var ErrOpenings = errors.New("bad opening")

// ReadOpenings reads a list of openings, one a line:
//
//	startpos [moves MOVE...]
//	POSITION TEXT [moves MOVE...]
//
// From startpos begins the first seat of the rules, seat 1 where it is drawn by
// lot. Empty lines and lines that begin with # are passed over. The rules of a position text must be those given, and the
// game must not be over, nor have reached the cap (0 for none), where players
// take it up. Errors name the list and the line, as NAME:LINE.
func ReadOpenings(in io.Reader, name string, r *engine.Rules, limit int) ([]Opening, error) {
	var all []Opening
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		o, err := parseOpening(text, r)
		if err == nil && limit > 0 && o.At.Ply() >= limit {
			err = fmt.Errorf("%d plies have been made, and games end at %d", o.At.Ply(), limit)
		}
		if err != nil {
			return nil, fmt.Errorf("%w, %s:%d: %w", ErrOpenings, name, n, err)
		}
		o.Line = n
		all = append(all, o)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("reading openings %s: %w", name, err)
	}
	if all == nil {
		return nil, fmt.Errorf("%w: %s lists none", ErrOpenings, name)
	}
	return all, nil
}

func parseOpening(text string, r *engine.Rules) (Opening, error) {
	fields := strings.Fields(text)
	var moves []string
	for i, f := range fields {
		if f == "moves" {
			fields, moves = fields[:i], fields[i+1:]
			break
		}
	}
	var o Opening
	first, _ := r.First()
	start := r.Start(first)
	if place := strings.Join(fields, " "); place != "startpos" {
		var err error
		if start, err = engine.ParsePosition(place); err != nil {
			return o, fmt.Errorf("want startpos or a position: %w", err)
		}
		if start.Rules().Hash() != r.Hash() {
			return o, fmt.Errorf("the position has the rules %s, the games %s", start.Rules().Ref(), r.Ref())
		}
		if start, err = onRules(&start, r); err != nil {
			return o, err
		}
		start.SkipBlocked()
		o.Start = start.String()
	}
	o.First = start.Mover()
	if _, _, err := engine.Replay(start, moves); err != nil {
		return o, err
	}
	p := start
	for _, text := range moves {
		if text == "skip" {
			continue
		}
		event, err := p.PlayEvent(text)
		if !event {
			var m engine.Move
			if m, err = p.ParseMove(text); err == nil {
				text = p.MoveText(m)
				p.Play(m)
			}
		}
		if err != nil { // Replay has accepted the same moves
			panic(fmt.Sprintf("arena: opening %q: %v", text, err))
		}
		o.Moves = append(o.Moves, text)
	}
	if res := p.Result(); res.Over() {
		return o, fmt.Errorf("the game is over (%s)", res)
	}
	o.At = p
	return o, nil
}

// onRules is a position of equal rules as one of the given ones, which all games
// share.
func onRules(p *engine.Position, r *engine.Rules) (engine.Position, error) {
	s := engine.SetUp{Cells: p.Cells(nil), Mover: p.Mover(), Ply: p.Ply()}
	for seat := range r.Seats() {
		s.Made[seat], s.Status[seat], s.Missed[seat] = p.Made(seat), p.Status(seat), p.Missed(seat)
	}
	return engine.NewPosition(r, s)
}

// openingDraws is how often the random plies of an opening are drawn before it
// is given up. Where half of all draws end the game, all of them do so about
// once in 10^30 openings.
const openingDraws = 100

// open plays a group's opening, the same for all its games: from the list, in
// turn, or from the start position, and then random plies; or it is a position
// that is set up. Random plies that end the game are drawn again: its result
// would be nobody's.
func (c *contest) open(label string, group int) (engine.Position, Opening, error) {
	rng := seed.New(c.seed, label, "opening", group)
	var o Opening
	if len(c.openings) > 0 {
		o = c.openings[group%len(c.openings)]
	} else {
		first, random := c.rules.First()
		if random {
			first = rng.IntN(c.rules.Seats())
		}
		if c.setUp != nil {
			if p, ok := c.setUp(first, rng); ok {
				return p, Opening{Start: p.String(), First: p.Mover(), At: p}, nil
			}
		}
		o.First, o.At = first, c.rules.Start(first)
	}
	var last engine.Position
	for range openingDraws {
		p, moves := c.drawPlies(o.At, rng)
		if !p.Result().Over() {
			o.Moves = append(slices.Clone(o.Moves), moves...)
			return p, o, nil
		}
		last = p
	}
	res := last.Result()
	return last, o, fmt.Errorf("%w, %s and %d random plies: the game is over by then in %d draws of %d, in the last one after %d plies (%s, %s)",
		ErrOpenings, o.name(), c.openingPlies, openingDraws, openingDraws, last.Ply(), res, res.Cause)
}

// drawPlies plays random plies from a position, fewer where the game ends.
func (c *contest) drawPlies(p engine.Position, rng *rand.Rand) (engine.Position, []string) {
	var texts []string
	var moves []engine.Move
	for range c.openingPlies {
		moves = p.Moves(moves[:0])
		if len(moves) == 0 {
			break
		}
		move := moves[rng.IntN(len(moves))]
		texts = append(texts, p.MoveText(move))
		p.Play(move)
	}
	return p, texts
}

// name is what an opening is called in an error.
func (o *Opening) name() string {
	switch {
	case o.Line > 0:
		return fmt.Sprintf("line %d of the list", o.Line)
	case o.Start != "":
		return o.Start
	}
	return "the start position"
}
