package classical

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"halmazero/engine"
)

func deepBot(t testing.TB, c Config) *Bot {
	t.Helper()
	c.Selective = true
	b, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// everyRules are rulesets of two seats on every board, with every lock and end
// of a game.
var everyRules = []string{
	"wiki-8-d30", "wiki-8", "wiki-8,lock=none", "wiki-8-d30,lock=path", "wiki-8,lock=endpass",
	"wiki-8,sealed_draw=on", "wiki-8,turn_limit=60", "wiki-10-d50", "plyyard", "wiki-2",
	"star-121-2", "star-121-2,seats=N+SE", "star-181-2,lock=end", "star-253-2", "star-253-2,lock=endpass",
	"star-121-2,board=star121x15",
}

// playOn plays random games by every ruleset, leaning forwards and sometimes
// from scattered pieces, and shows every position.
func playOn(t testing.TB, games, plies int, visit func(p *engine.Position, rng *rand.Rand)) {
	for k, ref := range everyRules {
		r := rules(t, ref)
		rng := rand.New(rand.NewPCG(31, uint64(k)))
		for game := range games {
			p := r.Start(rng.IntN(2))
			if q, ok := scatter(r, rng); ok && game%2 == 1 {
				p = q
			}
			for range plies {
				visit(&p, rng)
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				best, least := moves[0], 1<<30
				for range 4 {
					m := moves[rng.IntN(len(moves))]
					q := p
					if q.Play(m); q.Remaining(p.Mover()) < least {
						best, least = m, q.Remaining(p.Mover())
					}
				}
				p.Play(best)
			}
		}
	}
}

// searching is a search that stands at a position. The last one made is used
// again for the same rules, whose tables take long to build.
func searching(last *selective, p *engine.Position) *selective {
	if last == nil {
		last = newSelective(Config{HashMB: 1, Nodes: 1000})
	}
	last.begin(p, p.Moves(nil), nil)
	return last
}

func (s *selective) stepOf(m engine.Move) step {
	return newStep(s.t.board.BitOf(m.From()), s.t.board.BitOf(m.To()))
}

func TestStateFollowsPlay(t *testing.T) {
	var s *selective
	playOn(t, 2, 60, func(p *engine.Position, rng *rand.Rand) {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			return
		}
		s = searching(s, p)
		before := s.st
		for range 3 {
			m := moves[rng.IntN(len(moves))]
			me := uint8(p.Mover())
			q := *p
			q.Play(m)
			s.st.do(s.t, s.stepOf(m), me^1)
			if !q.Result().Over() && q.Mover() == int(me) {
				s.st.pass(s.t, me)
			}
			var want state
			want.set(s.t, &q)
			if q.Result().Over() {
				want.key, want.mover = s.st.key, s.st.mover
			}
			if s.st != want {
				t.Fatalf("%s, %s: the state is %+v, want %+v", p, p.MoveText(m), s.st, want)
			}
			score, over := s.outcome(me, 5)
			switch r := q.Result(); {
			case r.Kind == engine.Win && int(r.Seat) == int(me):
				if !over || score != Mate-5 {
					t.Fatalf("%s, %s wins, but the outcome is %d %t", p, p.MoveText(m), score, over)
				}
			case r.Kind == engine.Win:
				if !over || score != 5-Mate {
					t.Fatalf("%s, %s loses, but the outcome is %d %t", p, p.MoveText(m), score, over)
				}
			case r.Cause == engine.Immobile:
				if over && score != 0 { // the search finds out later
					t.Fatalf("%s, %s leaves no moves, but the outcome is %d", p, p.MoveText(m), score)
				}
			default:
				if over != r.Over() || score != 0 {
					t.Fatalf("%s, %s leads to %q, but the outcome is %d %t", p, p.MoveText(m), r, score, over)
				}
			}
			s.st.undo(s.t, s.stepOf(m), me)
			if s.st != before {
				t.Fatalf("%s, %s is not taken back", p, p.MoveText(m))
			}
		}
	})
}

func TestPickerGivesEveryMoveOnce(t *testing.T) {
	var s *selective
	playOn(t, 2, 30, func(p *engine.Position, rng *rand.Rand) {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			return
		}
		s = searching(s, p)
		for _, split := range []bool{false, true} {
			for _, first := range []step{0, s.stepOf(moves[rng.IntN(len(moves))])} {
				pk := picker{split: split, first: first}
				var got []engine.Move
				for m := s.pick(&pk); m != 0; m = s.pick(&pk) {
					if len(got) == 0 && first != 0 && m != first {
						t.Fatalf("%s: the first move is not the first", p)
					}
					got = append(got, s.move(m))
				}
				slices.Sort(got)
				if want := slices.Sorted(slices.Values(moves)); !slices.Equal(got, want) {
					t.Fatalf("%s: split %t, first %d: the picker gives %v, want %v", p, split, first, got, want)
				}
			}
		}
	})
}

func TestWinsNow(t *testing.T) {
	wins := 0
	var s *selective
	check := func(p *engine.Position) {
		me := p.Mover()
		want := false
		for _, m := range p.Moves(nil) {
			q := *p
			q.Play(m)
			if seat, ok := q.Result().Winner(); ok && seat == me && q.Result().Cause == engine.Goal {
				want = true
			}
		}
		s = searching(s, p)
		if s.st.open[me] != 1 {
			if want {
				t.Fatalf("%s: a win with %d cells open", p, s.st.open[me])
			}
			return
		}
		if got := s.winsNow(uint8(me)); got != want {
			t.Fatalf("%s: wins now %t, want %t", p, got, want)
		}
		if want {
			wins++
		}
	}
	for k, ref := range everyRules {
		rng := rand.New(rand.NewPCG(5, uint64(k)))
		for range 40 {
			p := oneLeft(rules(t, ref), rng)
			check(&p)
		}
	}
	if wins < 20 {
		t.Errorf("only %d positions with a win", wins)
	}
}

// oneLeft is a position in which the mover lacks one cell of its target, with
// the last piece close to it and the other seat anywhere.
func oneLeft(r *engine.Rules, rng *rand.Rand) engine.Position {
	b := r.Board()
	for {
		me := rng.IntN(2)
		s := engine.SetUp{Cells: make([]uint8, b.Cells()), Mover: me, Ply: 40, Made: [engine.MaxSeats]int{20, 20}}
		goal := b.Goal(me)
		for _, c := range goal {
			s.Cells[c] = uint8(me + 1)
		}
		last := goal[rng.IntN(len(goal))]
		s.Cells[last] = 0
		for n := 0; n <= len(goal); {
			c := rng.IntN(b.Cells())
			switch {
			case s.Cells[c] != 0 || b.InGoal(me, c):
			case n > 0:
				s.Cells[c] = uint8(2 - me)
				n++
			case b.Distance(c, last) <= 6:
				s.Cells[c] = uint8(me + 1)
				n++
			}
		}
		p, err := engine.NewPosition(r, s)
		if err == nil && !p.Result().Over() && p.CountMoves() > 0 {
			return p
		}
	}
}

// A win with the next move is taken, whatever bounds the search.
func TestWinInOneIsTaken(t *testing.T) {
	bots := map[string]*Bot{
		"depth 1":            bot(t, 1),
		"depth 3":            bot(t, 3),
		"selective, depth 1": deepBot(t, Config{Depth: 1}),
		"selective, depth 6": deepBot(t, Config{Depth: 6}),
		"selective, 1 node":  deepBot(t, Config{Nodes: 1}),
		"500 nodes":          deepBot(t, Config{Nodes: 500}),
	}
	late := deepBot(t, Config{})
	late.StopWhen(func() bool { return true })
	bots["stopped at once"] = late
	found := 0
	for k, ref := range everyRules {
		rng := rand.New(rand.NewPCG(6, uint64(k)))
		for range 30 {
			p := oneLeft(rules(t, ref), rng)
			wins := func(m engine.Move) bool {
				q := p
				q.Play(m)
				seat, ok := q.Result().Winner()
				return ok && seat == p.Mover()
			}
			if !slices.ContainsFunc(p.Moves(nil), wins) {
				continue
			}
			found++
			for name, b := range bots {
				b.Reset()
				r, err := b.Search(&p, rng)
				if err != nil {
					t.Fatal(err)
				}
				if !wins(r.Move) || r.Score != Mate-1 {
					t.Errorf("%s: %s plays %s with score %d", &p, name, p.MoveText(r.Move), r.Score)
				}
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d positions with a win", found)
	}
}

// fewest is the least number of own moves that fill the target, by trying all
// of them without the other seat, up to most.
func fewest(p *engine.Position, most int) (moves int, ok bool) {
	me := p.Mover()
	b := p.Board()
	goal := b.GoalBits(me)
	start := p.PieceBits(me)
	for n := 1; n <= most; n++ {
		level := map[engine.Bits]bool{start: true}
		for left := n; left > 0; left-- {
			next := map[engine.Bits]bool{}
			for pieces := range level {
				if open := goal.Without(&pieces); open.Count() > left {
					continue // a move fills one cell
				}
				var r engine.Reach
				for r.Start(p.Rules(), me, &pieces, &pieces); r.Next(); {
					for w, to := range r.To {
						for ; to != 0; to &= to - 1 {
							q := pieces
							q.Clear(r.From)
							q.Set(uint8(w<<6 | bits.TrailingZeros64(to)))
							next[q] = true
						}
					}
				}
			}
			level = next
		}
		for pieces := range level {
			if pieces.Covers(&goal) {
				return n, true
			}
		}
	}
	return 0, false
}

// lastTwo is a position in which all pieces of the first seat but two are in
// their target, and all but two of the other's, of which one is missing, so
// that it never finishes.
func lastTwo(r *engine.Rules, rng *rand.Rand) engine.Position {
	b := r.Board()
	for {
		s := engine.SetUp{Cells: make([]uint8, b.Cells()), Mover: 0, Ply: 60, Made: [engine.MaxSeats]int{30, 30}}
		for seat := range 2 {
			view := b.View(1 - seat) // in which the seat's target is in the first corner
			goal := b.Goal(seat)
			for _, c := range goal {
				s.Cells[c] = uint8(seat + 1)
			}
			rng.Shuffle(len(goal), func(i, j int) { goal[i], goal[j] = goal[j], goal[i] })
			s.Cells[goal[0]], s.Cells[goal[1]] = 0, 0
			for n := 2 - seat; n > 0; {
				c := rng.IntN(b.Cells())
				row, col := b.Coord(int(view[c]))
				if s.Cells[c] == 0 && !b.InGoal(seat, c) && row+col < b.Rows()*2/3 {
					s.Cells[c] = uint8(seat + 1)
					n--
				}
			}
		}
		p, err := engine.NewPosition(r, s)
		if err == nil && !p.Result().Over() && p.CountMoves() > 0 {
			return p
		}
	}
}

// The last two pieces come home in as few moves as there are, whatever the
// other seat does.
func TestLastTwoPiecesComeHomeInFewestMoves(t *testing.T) {
	b := deepBot(t, Config{Nodes: 50000})
	games, longest := 0, 0
	for k, ref := range []string{"wiki-8", "wiki-10", "plyyard", "wiki-8,lock=path"} {
		rng := rand.New(rand.NewPCG(8, uint64(k)))
		for range 8 {
			p := lastTwo(rules(t, ref), rng)
			if !searchingRace(&p) {
				continue
			}
			want, ok := fewest(&p, 4)
			if !ok {
				continue
			}
			start := p
			games++
			longest = max(longest, want)
			b.Reset()
			own := 0
			for !p.Result().Over() && own <= want {
				if p.Mover() == 0 {
					r, err := b.Search(&p, rng)
					if err != nil {
						t.Fatal(err)
					}
					p.Play(r.Move)
					own++
					continue
				}
				moves := p.Moves(nil)
				p.Play(moves[rng.IntN(len(moves))])
			}
			if seat, ok := p.Result().Winner(); !ok || seat != 0 || own != want {
				t.Errorf("%s: %d own moves lead to %s (%q), want a win in %d", &start, own, &p, p.Result(), want)
			}
		}
	}
	t.Logf("%d games, up to %d moves long", games, longest)
	if games < 12 || longest < 4 {
		t.Errorf("%d games, up to %d moves long, are too few", games, longest)
	}
}

// searchingRace reports whether a search takes the position for a race.
func searchingRace(p *engine.Position) bool { return searching(nil, p).race.on }

// The same games are played at the same number of nodes by fresh bots and by
// used ones that were reset.
func TestSelectiveSearchIsRepeatable(t *testing.T) {
	for k, ref := range []string{"wiki-8-d30", "plyyard", "star-121-2"} {
		r := rules(t, ref)
		for _, c := range []Config{{Nodes: 700}, {Depth: 4}} {
			game := func(b *Bot, seed uint64) (moves []engine.Move) {
				rng := rand.New(rand.NewPCG(seed, 0))
				p := wander(r, rng, 6)
				b.Reset()
				for !p.Result().Over() && len(moves) < 40 {
					res, err := b.Search(&p, rng)
					if err != nil {
						t.Fatal(err)
					}
					if c.Nodes > 0 && res.Depth > 1 && res.Nodes > c.Nodes {
						t.Fatalf("%d nodes, of %d", res.Nodes, c.Nodes)
					}
					moves = append(moves, res.Move)
					p.Play(res.Move)
				}
				return moves
			}
			first := game(deepBot(t, c), uint64(k))
			used := deepBot(t, c)
			game(used, uint64(k)+100)
			if again := game(used, uint64(k)); !slices.Equal(first, again) {
				t.Errorf("%s, %+v: a used bot plays another game", ref, c)
			}
		}
	}
}

// A search that is told to stop does so at the next look, and answers with a
// move that it has looked at.
func TestStop(t *testing.T) {
	p := wander(rules(t, "wiki-8-d30"), rand.New(rand.NewPCG(9, 9)), 20)
	for _, selective := range []bool{false, true} {
		b, err := New(Config{Selective: selective})
		if err != nil {
			t.Fatal(err)
		}
		one, err := New(Config{Selective: selective, Depth: 1})
		if err != nil {
			t.Fatal(err)
		}
		want, err := one.Search(&p, nil)
		if err != nil {
			t.Fatal(err)
		}
		for looks := range 6 {
			left := looks
			b.StopWhen(func() bool { left--; return left < 0 })
			b.Reset()
			r, err := b.Search(&p, nil)
			if err != nil {
				t.Fatal(err)
			}
			if p.Legal(r.Move) != nil || r.Depth < 1 {
				t.Errorf("selective %t: stopped after %d looks, move %d at depth %d", selective, looks, r.Move, r.Depth)
			}
			if r.Nodes > uint64(looks+2)*askEvery {
				t.Errorf("selective %t: %d nodes after %d looks", selective, r.Nodes, looks)
			}
			if looks == 0 && (r.Move != want.Move || r.Depth != 1) {
				t.Errorf("selective %t: stopped at once, plays %s at depth %d, want %s", selective,
					p.MoveText(r.Move), r.Depth, p.MoveText(want.Move))
			}
		}
	}
}

func TestSelectiveSearchAllocatesNothing(t *testing.T) {
	for _, ref := range []string{"wiki-8-d30", "star-253-2"} {
		b := deepBot(t, Config{Nodes: 3000})
		p := wander(rules(t, ref), rand.New(rand.NewPCG(9, 9)), 20)
		rng := rand.New(rand.NewPCG(1, 1))
		n := testing.AllocsPerRun(3, func() {
			if _, err := b.Search(&p, rng); err != nil {
				t.Fatal(err)
			}
		})
		if n != 0 {
			t.Errorf("%s: %v allocations a search", ref, n)
		}
	}
}

// The selective search beats the plain one that takes several times as long.
func TestSelectiveSearchIsStrong(t *testing.T) {
	r := rules(t, "wiki-8-d30")
	strong, weak := deepBot(t, Config{Nodes: 2000}), bot(t, 3)
	points := 0
	const pairs = 5
	for pair := range uint64(pairs) {
		for seat := range 2 {
			rng := rand.New(rand.NewPCG(pair, 4))
			p := wander(r, rng, 4)
			bots := [2]*Bot{weak, weak}
			bots[seat] = strong
			strong.Reset()
			for !p.Result().Over() && p.Ply() < 160 {
				res, err := bots[p.Mover()].Search(&p, rng)
				if err != nil {
					t.Fatal(err)
				}
				p.Play(res.Move)
			}
			if winner, ok := p.Result().Winner(); ok && winner == seat {
				points++
			}
		}
	}
	t.Logf("%d of %d", points, 2*pairs)
	if points < 7 {
		t.Errorf("won %d of %d games", points, 2*pairs)
	}
}

func FuzzSearch(f *testing.F) {
	for k := range everyRules {
		f.Add(uint8(k), uint64(k), uint16(200), uint8(4), true)
		f.Add(uint8(k), uint64(k)+99, uint16(3), uint8(0), k%2 == 0)
	}
	f.Fuzz(func(t *testing.T, ruleset uint8, seed uint64, nodes uint16, depth uint8, scattered bool) {
		r := rules(t, everyRules[int(ruleset)%len(everyRules)])
		rng := rand.New(rand.NewPCG(seed, 1))
		p := wander(r, rng, rng.IntN(80))
		if q, ok := scatter(r, rng); ok && scattered {
			p = q
		}
		b := deepBot(t, Config{Nodes: uint64(nodes%2000) + 1, Depth: int(depth) % (MaxDepth + 1), Without: Features(rng.Uint32()) & allFeatures})
		for range 3 {
			if p.Result().Over() || p.CountMoves() == 0 {
				return
			}
			res, err := b.Search(&p, rng)
			if err != nil {
				t.Fatalf("%s: %v", &p, err)
			}
			if err := p.Legal(res.Move); err != nil {
				t.Fatalf("%s: %v", &p, err)
			}
			if s := b.deep; s.st.ply != int32(p.Ply()) {
				t.Fatalf("%s: the search stands at ply %d afterwards", &p, s.st.ply)
			}
			p.Play(res.Move)
		}
	})
}
