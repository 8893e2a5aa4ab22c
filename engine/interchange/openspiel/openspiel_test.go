package openspiel_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"halmazero/engine"
	"halmazero/engine/interchange"
	"halmazero/engine/interchange/openspiel"
)

// players are the sizes of a game.
var players = []int{2, 3, 4, 6}

func mustRules(t testing.TB, ref string) *engine.Rules {
	t.Helper()
	rules, err := engine.ParseRules(ref)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// nearest is the ruleset nearest to a game.
func nearest(t testing.TB, players, maxMoves int) *engine.Rules {
	t.Helper()
	rules, err := openspiel.Rules(players, maxMoves)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// history is what a position knows and a state text does not.
func history(p *engine.Position) engine.SetUp {
	s := engine.SetUp{Ply: p.Ply()}
	for seat := range p.Board().Seats() {
		s.Made[seat] = p.Made(seat)
	}
	return s
}

// everyRules runs a test for each size of a game, without a lock and with that
// of the star presets.
func everyRules(t *testing.T, f func(t *testing.T, rules *engine.Rules, rng *rand.Rand)) {
	for _, n := range players {
		for i, rules := range []*engine.Rules{nearest(t, n, 60), mustRules(t, fmt.Sprintf("star-121-%d", n))} {
			t.Run(rules.Ref(), func(t *testing.T) {
				f(t, rules, rand.New(rand.NewPCG(uint64(n), uint64(i))))
			})
		}
	}
}

// scattered is a random position, crowded enough for chains and blocked seats.
func scattered(rng *rand.Rand, rules *engine.Rules) (engine.Position, bool) {
	seats := rules.Seats()
	s := engine.SetUp{Cells: make([]uint8, openspiel.Cells), Mover: rng.IntN(seats), Ply: 1 + rng.IntN(40)}
	density := rng.Float64()
	for c := range s.Cells {
		if rng.Float64() < density {
			s.Cells[c] = uint8(1 + rng.IntN(seats))
		}
	}
	p, err := engine.NewPosition(rules, s)
	return p, err == nil
}

// The cells are counted as the engine counts them, by coordinates that both
// agree on.
func TestCells(t *testing.T) {
	b := mustRules(t, "star-121-6").Board()
	for cell := range openspiel.Cells {
		row, col := openspiel.RowCol(cell)
		r, q := b.Coord(cell)
		if row != r+8 || col != 12+2*q+r {
			t.Errorf("cell %d (%s) is at %d,%d, want %d,%d", cell, b.CellName(cell), row, col, r+8, 12+2*q+r)
		}
		if back, ok := openspiel.CellAt(row, col); !ok || back != cell {
			t.Errorf("at %d,%d there is %d, %v, want %d", row, col, back, ok, cell)
		}
	}
	cells := 0
	for row := -3; row < 20; row++ {
		for col := -3; col < 30; col++ {
			if _, ok := openspiel.CellAt(row, col); ok {
				cells++
			}
		}
	}
	if cells != b.Cells() || openspiel.Cells != b.Cells() {
		t.Errorf("%d cells, want %d", cells, b.Cells())
	}
}

// Some cells as OpenSpiel's own tables have them.
func TestGoldenCells(t *testing.T) {
	b := mustRules(t, "star-121-6").Board()
	for _, g := range []struct {
		cell, row, col int
		name           string
	}{
		{0, 0, 12, "M1"}, {1, 1, 11, "L2"}, {2, 1, 13, "M2"}, {9, 3, 15, "M4"}, {10, 4, 0, "E5"}, {22, 4, 24, "Q5"},
		{23, 5, 1, "E6"}, {46, 7, 3, "E8"}, {56, 8, 4, "E9"}, {60, 8, 12, "I9"}, {64, 8, 20, "M9"}, {65, 9, 3, "D10"},
		{97, 11, 23, "M12"}, {98, 12, 0, "A13"}, {110, 12, 24, "M13"}, {111, 13, 9, "E14"}, {120, 16, 12, "E17"},
	} {
		row, col := openspiel.RowCol(g.cell)
		if row != g.row || col != g.col || b.CellName(g.cell) != g.name {
			t.Errorf("cell %d is %s at %d,%d, want %s at %d,%d", g.cell, b.CellName(g.cell), row, col, g.name, g.row, g.col)
		}
	}
}

// The players start where OpenSpiel's triangles are.
func TestStart(t *testing.T) {
	triangles := [][]int{
		{0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
		{19, 20, 21, 22, 32, 33, 34, 44, 45, 55},
		{74, 84, 85, 95, 96, 97, 107, 108, 109, 110},
		{111, 112, 113, 114, 115, 116, 117, 118, 119, 120},
		{65, 75, 76, 86, 87, 88, 98, 99, 100, 101},
		{10, 11, 12, 13, 23, 24, 25, 35, 36, 46},
	}
	for n, slots := range map[int][]int{2: {0, 3}, 3: {0, 2, 4}, 4: {0, 1, 3, 4}, 6: {0, 1, 2, 3, 4, 5}} {
		b := nearest(t, n, 1000).Board()
		for player, slot := range slots {
			if !slices.Equal(b.Home(player), triangles[slot]) || !slices.Equal(b.Goal(player), triangles[(slot+3)%6]) {
				t.Errorf("player %d of %d starts on %v and goes to %v, want triangle %d and its opposite", player, n, b.Home(player), b.Goal(player), slot)
			}
		}
	}
}

func TestRules(t *testing.T) {
	rules := nearest(t, 3, 1000)
	if first, random := rules.First(); rules.Seats() != 3 || rules.Lock() != engine.LockNone || rules.SealedDraw() ||
		rules.TurnLimit() != 1000 || first != 0 || random {
		t.Errorf("%s", rules.Canonical())
	}
	for _, bad := range [][2]int{{1, 100}, {5, 100}, {7, 100}, {0, 100}} {
		if _, err := openspiel.Rules(bad[0], bad[1]); !errors.Is(err, openspiel.ErrRules) {
			t.Errorf("%d players: %v", bad[0], err)
		}
	}
	for _, maxMoves := range []int{0, -1, 1 << 20} {
		if _, err := openspiel.Rules(2, maxMoves); err == nil {
			t.Errorf("max_moves %d is accepted", maxMoves)
		}
	}
}

// Rules and positions that OpenSpiel has no game for are refused everywhere.
func TestRefusedRules(t *testing.T) {
	for _, ref := range []string{"wiki-2", "star-181-2", "star-121-5", "star-121-2,seats=NE+SW", "star-121-3,seats=N+S+SW",
		"star-121-3,finish=places", "star-121-4,finish=teams", "wiki-star3"} {
		t.Run(ref, func(t *testing.T) {
			p := mustRules(t, ref).Start(0)
			m := p.Moves(nil)[0]
			_, state := openspiel.StateText(&p)
			_, parse := openspiel.ParseState(p.Rules(), "", engine.SetUp{})
			_, tensor := openspiel.AppendTensor(nil, &p, 0)
			_, actions := openspiel.ActionsOf(&p, m)
			_, _, turn := openspiel.ParseTurn(&p, []int{22})
			_, history := openspiel.History(p, nil)
			_, _, replay := openspiel.Replay(p, nil)
			for i, err := range []error{state, parse, tensor, actions, turn, history, replay} {
				if !errors.Is(err, openspiel.ErrRules) {
					t.Errorf("function %d: %v", i, err)
				}
			}
		})
	}
	p := mustRules(t, "star-121-3,resign=on").Start(0)
	if err := p.Resign(1); err != nil {
		t.Fatal(err)
	}
	if _, err := openspiel.StateText(&p); !errors.Is(err, openspiel.ErrRules) {
		t.Errorf("a player has left: %v", err)
	}
}

// The first actions of a random game that OpenSpiel itself recorded, its legal
// actions at the beginning of turns, and a board on the way.
func TestRecordedGame(t *testing.T) {
	record := "58, 679, 17, 726, 633, 34, 726, 709, 25, 671, 104, 91, 690, 17, 671, 35, 696, 108, 682, 29, 726, 684, 40, 634, 85"
	legal := map[int][]int{ // by the number of actions
		0: {22, 23, 28, 29, 34, 35, 40, 41, 46, 47, 52, 53, 58, 59},
		1: {666, 667, 672, 673, 678, 679, 684, 685, 690, 691, 696, 697, 702, 703},
		2: {17, 22, 23, 28, 34, 35, 40, 41, 45, 46, 47, 51, 52, 53, 103, 104, 105, 106, 107},
		4: {630, 631, 632, 633, 634, 666, 667, 669, 672, 673, 675, 684, 685, 686, 690, 691, 696, 697, 702, 703, 709},
		17: {5, 9, 21, 22, 25, 27, 28, 29, 40, 41, 43, 46, 47, 49, 52, 53, 54, 58, 59, 97, 98, 99, 100, 101, 108, 110, 111,
			112, 113},
	}
	const after17 = `            1
           1 .
          1 1 .
         1 1 1 1
. . . . . . 1 . 1 . . . .
 . . . . . . . . . . . .
  . . . . . . . . . . .
   . . . . . . . . . .
    . . . . . . . . .
   . . . . . . . . . .
  . . . . . . . . . . .
 . . . . . . . . . . . .
. . . . . 2 . . 2 . . . .
         . 2 2 2
          2 . 2
           2 2
            2
Player: 0`
	actions, err := openspiel.ParseHistory(record)
	if err != nil {
		t.Fatal(err)
	}
	if text := openspiel.HistoryText(actions); text != record {
		t.Errorf("the history is written as %s", text)
	}
	start := nearest(t, 2, 1000).Start(0)
	moves, end, err := openspiel.Replay(start, actions)
	if err != nil || len(moves) != 21 || end.Ply() != 21 {
		t.Fatalf("%d moves, %d plies: %v", len(moves), end.Ply(), err)
	}
	// Actions 10 and 11 are a chain of two hops, which here is written as the one
	// that leads there, too, and a Pass.
	want := slices.Concat(actions[:10], []int{102, openspiel.Pass}, actions[12:])
	if again, err := openspiel.History(start, moves); err != nil || !slices.Equal(again, want) {
		t.Errorf("history %v, %v, want %v", again, err, want)
	}
	for n, want := range legal {
		_, p, err := openspiel.Replay(start, actions[:n])
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for _, m := range p.Moves(nil) {
			turn, err := openspiel.ActionsOf(&p, m)
			if err != nil {
				t.Fatal(err)
			}
			if len(turn) == 1 || turn[1] == openspiel.Pass {
				got = append(got, turn[0])
			}
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("after %d actions the first of a turn are\n%v, want\n%v", n, got, want)
		}
	}
	_, p, err := openspiel.Replay(start, actions[:17])
	if err != nil {
		t.Fatal(err)
	}
	if text, err := openspiel.StateText(&p); err != nil || text != after17 {
		t.Errorf("after 17 actions:\n%s, %v", text, err)
	}
}

// The tensors of the same game after no and after one action, as OpenSpiel
// wrote them: bits, the last one lowest, in hexadecimal.
func TestTensorGolden(t *testing.T) {
	start := nearest(t, 2, 1000).Start(0)
	_, next, err := openspiel.Replay(start, []int{58})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name   string
		p      *engine.Position
		player int
		want   string
	}{
		{"start, player 0", &start, 0, "1ff80000000000000000000000000000000000000000000000000000001ff801fffffffffffffffffffffffff002"},
		{"start, player 1", &start, 1, "3ffffc000000000000000000000000000001fffffffffffffffffffffffff001"},
		{"one move, player 0", &next, 0, "1ff00800000000000000000000000000000000000000000000000000001ff803fdfffffffffffffffffffffff001"},
		{"one move, player 1", &next, 1, "3ffff8040000000000000000000000000003fdfffffffffffffffffffffff002"},
	} {
		t.Run(test.name, func(t *testing.T) {
			values, err := openspiel.AppendTensor([]float32{7}, test.p, test.player)
			if err != nil || len(values) != 1+365 || values[0] != 7 {
				t.Fatalf("%d numbers, %v", len(values), err)
			}
			if got := hex(values[1:]); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
	for _, player := range []int{-1, 2} {
		if _, err := openspiel.AppendTensor(nil, &start, player); err == nil {
			t.Errorf("player %d of 2 has a tensor", player)
		}
	}
}

// hex is a number whose bits are the values, the last one lowest.
func hex(values []float32) string {
	digits := ""
	for end := len(values); end > 0; end -= 4 {
		digit := 0
		for _, v := range values[max(end-4, 0):end] {
			digit = 2*digit + int(v)
		}
		digits = fmt.Sprintf("%x", digit) + digits
	}
	return strings.TrimLeft(digits, "0")
}

// A chain is hops and a Pass, unless nothing is left to hop to.
func TestTurns(t *testing.T) {
	rules := nearest(t, 2, 1000)
	pieces := map[int]uint8{56: 1, 57: 2, 59: 2, 120: 2}
	s := engine.SetUp{Cells: make([]uint8, openspiel.Cells), Ply: 1}
	for cell, v := range pieces {
		s.Cells[cell] = v
	}
	p, err := engine.NewPosition(rules, s)
	if err != nil {
		t.Fatal(err)
	}
	const right = 3
	for _, test := range []struct {
		name    string
		m       engine.Move
		actions []int
	}{
		{"step", engine.NewMove(56, 65), []int{56*6 + 4}},
		{"first hop, could go on", engine.NewMove(56, 58), []int{56*6 + right, openspiel.Pass}},
		{"both hops, over by itself", engine.NewMove(56, 60), []int{56*6 + right, 58*6 + right}},
	} {
		t.Run(test.name, func(t *testing.T) {
			actions, err := openspiel.ActionsOf(&p, test.m)
			if err != nil || !slices.Equal(actions, test.actions) {
				t.Errorf("actions %v, %v, want %v", actions, err, test.actions)
			}
			m, used, err := openspiel.ParseTurn(&p, append(slices.Clone(test.actions), 5))
			if err != nil || m != test.m || used != len(test.actions) {
				t.Errorf("move %v of %d actions, %v", m, used, err)
			}
		})
	}
	for _, test := range []struct {
		name    string
		actions []int
		err     error
		reason  string
	}{
		{"nothing", nil, openspiel.ErrMidTurn, "after 0 actions"},
		{"chain without an end", []int{56*6 + right}, openspiel.ErrMidTurn, "after 1 actions"},
		{"pass at once", []int{726}, engine.ErrIllegal, "action 1 (726): player 0 passes"},
		{"no action", []int{727}, engine.ErrIllegal, "want 0 to 726"},
		{"negative", []int{-1}, engine.ErrIllegal, "want 0 to 726"},
		{"another's piece", []int{57*6 + right}, engine.ErrIllegal, "cell 57 holds no piece of player 0"},
		{"empty cell", []int{0}, engine.ErrIllegal, "cell 0 holds no piece of player 0"},
		{"off the board", []int{56*6 + 2}, engine.ErrIllegal, "off the board"},
		{"step in a chain", []int{56*6 + right, 58*6 + 0}, engine.ErrIllegal, "action 2 (348): there is no piece on cell 48"},
		{"another piece goes on", []int{56*6 + right, 59*6 + right}, engine.ErrIllegal, "the chain has reached cell 58, not 59"},
		{"back again", []int{56*6 + right, 58*6 + 2}, engine.ErrIllegal, "the chain has visited cell 56"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := openspiel.ParseTurn(&p, test.actions)
			if !errors.Is(err, test.err) || !strings.Contains(err.Error(), test.reason) {
				t.Errorf("%v, want %v, %s", err, test.err, test.reason)
			}
		})
	}
	if _, err := openspiel.ActionsOf(&p, engine.NewMove(56, 61)); !errors.Is(err, engine.ErrIllegal) {
		t.Errorf("illegal move: %v", err)
	}
}

// Under the presets' lock OpenSpiel's moves out of the target are refused.
func TestLockIsTested(t *testing.T) {
	s := engine.SetUp{Cells: make([]uint8, openspiel.Cells), Ply: 1}
	s.Cells[111], s.Cells[0] = 1, 2
	out := []int{111*6 + 0}
	for ref, ok := range map[string]bool{"star-121-2": false, "star-121-2,lock=none": true} {
		p, err := engine.NewPosition(mustRules(t, ref), s)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := openspiel.ParseTurn(&p, out); (err == nil) != ok || err != nil && !errors.Is(err, engine.ErrIllegal) {
			t.Errorf("%s: %v", ref, err)
		}
	}
}

// A seat that cannot move passes in OpenSpiel and is skipped here.
func TestPassesOfBlockedPlayers(t *testing.T) {
	rules := nearest(t, 3, 1000)
	s := engine.SetUp{Cells: make([]uint8, openspiel.Cells), Ply: 1}
	s.Cells[0] = 2 // player 1 in the north point, walled in by player 2
	for _, cell := range []int{1, 2, 3, 4, 5} {
		s.Cells[cell] = 3
	}
	s.Cells[60] = 1
	p, err := engine.NewPosition(rules, s)
	if err != nil {
		t.Fatal(err)
	}
	moves := []engine.Move{engine.NewMove(60, 61), engine.NewMove(3, 6), engine.NewMove(61, 62)}
	actions, err := openspiel.History(p, moves)
	want := []int{60*6 + 3, openspiel.Pass, 3*6 + 4, 61*6 + 3}
	if err != nil || !slices.Equal(actions, want) {
		t.Fatalf("history %v, %v, want %v", actions, err, want)
	}
	got, end, err := openspiel.Replay(p, actions)
	if err != nil || !slices.Equal(got, moves) || end.Mover() != 1 {
		t.Errorf("%v, seat %d to move, %v", got, end.Mover()+1, err)
	}
	// The pass may still come, but nothing else in its place.
	if got, _, err := openspiel.Replay(p, want[:1]); err != nil || len(got) != 1 {
		t.Errorf("without the pass: %v, %v", got, err)
	}
	if _, _, err := openspiel.Replay(p, []int{want[0], want[2]}); !errors.Is(err, engine.ErrIllegal) {
		t.Errorf("a move instead of a pass: %v", err)
	}
	// A position whose mover is blocked begins with its pass.
	s.Mover = 1
	blocked, err := engine.NewPosition(rules, s)
	if err != nil {
		t.Fatal(err)
	}
	text, err := openspiel.StateText(&blocked)
	if err != nil || !strings.HasSuffix(text, "\nPlayer: 1") {
		t.Errorf("state\n%s, %v", text, err)
	}
	actions, err = openspiel.History(blocked, moves[1:2])
	if err != nil || !slices.Equal(actions, []int{openspiel.Pass, 3*6 + 4}) {
		t.Errorf("history %v, %v", actions, err)
	}
	if got, _, err := openspiel.Replay(blocked, actions); err != nil || !slices.Equal(got, moves[1:2]) {
		t.Errorf("replayed %v, %v", got, err)
	}
}

// Whole random games, to their end, both ways: positions, moves, histories.
func TestRandomGames(t *testing.T) {
	everyRules(t, func(t *testing.T, rules *engine.Rules, rng *rand.Rand) {
		start := rules.Start(0)
		p := start
		var moves, buf []engine.Move
		for p.Ply() < 80 && !p.Result().Over() {
			checkPosition(t, &p)
			buf = p.Moves(buf[:0])
			m := buf[rng.IntN(len(buf))]
			checkMove(t, &p, m)
			moves = append(moves, m)
			p.Play(m)
		}
		checkPosition(t, &p)
		actions, err := openspiel.History(start, moves)
		if err != nil {
			t.Fatal(err)
		}
		got, end, err := openspiel.Replay(start, actions)
		if err != nil || !slices.Equal(got, moves) || !end.Equal(&p) {
			t.Errorf("replayed %d of %d moves: %v", len(got), len(moves), err)
		}
	})
}

// The recorded games on the star, with skips, locks and draws.
func TestRecordedStars(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "games.json"))
	if err != nil {
		t.Fatal(err)
	}
	var games []struct {
		Rules string
		Moves [][2]int
		Turns string // a digit a move: the seat
	}
	if err := json.Unmarshal(data, &games); err != nil {
		t.Fatal(err)
	}
	played := 0
	for _, g := range games {
		rules := mustRules(t, g.Rules)
		start := rules.Start(int(g.Turns[0] - '1'))
		if _, err := openspiel.StateText(&start); err != nil {
			continue // another board, or seats that OpenSpiel does not know
		}
		played++
		p := start
		var moves []engine.Move
		for _, m := range g.Moves {
			moves = append(moves, engine.NewMove(m[0], m[1]))
			checkPosition(t, &p)
			p.Play(engine.NewMove(m[0], m[1]))
		}
		checkPosition(t, &p)
		actions, err := openspiel.History(start, moves)
		if err != nil {
			t.Fatal(err)
		}
		got, end, err := openspiel.Replay(start, actions)
		if err != nil || !slices.Equal(got, moves) || !end.Equal(&p) {
			t.Errorf("%s: replayed %d of %d moves: %v", g.Rules, len(got), len(moves), err)
		}
	}
	if played < 3 {
		t.Errorf("only %d recorded games are OpenSpiel's", played)
	}
}

// Random crowded positions and all of their moves.
func TestRandomPositions(t *testing.T) {
	everyRules(t, func(t *testing.T, rules *engine.Rules, rng *rand.Rand) {
		chains := 0
		for range 60 {
			p, ok := scattered(rng, rules)
			if !ok {
				continue
			}
			checkPosition(t, &p)
			for _, m := range p.Moves(nil) {
				if checkMove(t, &p, m) > 2 {
					chains++
				}
			}
		}
		if chains < 20 {
			t.Errorf("only %d long chains", chains)
		}
	})
}

func checkPosition(t *testing.T, p *engine.Position) {
	t.Helper()
	text, err := openspiel.StateText(p)
	if err != nil {
		t.Fatal(err)
	}
	q, err := openspiel.ParseState(p.Rules(), text, history(p))
	if err != nil || !p.Equal(&q) {
		t.Fatalf("%s\nis read as\n%s: %v", p, &q, err)
	}
}

// checkMove returns the number of the move's actions.
func checkMove(t *testing.T, p *engine.Position, m engine.Move) int {
	t.Helper()
	actions, err := openspiel.ActionsOf(p, m)
	if err != nil {
		t.Fatal(err)
	}
	back, used, err := openspiel.ParseTurn(p, actions)
	if err != nil || back != m || used != len(actions) {
		t.Fatalf("%s, %s: %v is read as %v of %d actions, %v", p, p.MoveText(m), actions, back, used, err)
	}
	return len(actions)
}

func TestParseStateErrors(t *testing.T) {
	rules := nearest(t, 2, 1000)
	start := rules.Start(0)
	good, err := openspiel.StateText(&start)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{good + "\n", strings.ReplaceAll(good, "\n", "   \n"), strings.ReplaceAll(good, "\n", "\r\n")} {
		if p, err := openspiel.ParseState(rules, text, engine.SetUp{}); err != nil || !p.Equal(&start) {
			t.Errorf("%q: %v", text, err)
		}
	}
	lines := strings.Split(good, "\n")
	with := func(line int, text string) string {
		changed := slices.Clone(lines)
		changed[line-1] = text
		return strings.Join(changed, "\n")
	}
	tests := []struct {
		name, text   string
		line, column int
		reason       string
	}{
		{"empty", "", 1, 0, "missing; the board has 17 rows"},
		{"board cut", strings.Join(lines[:9], "\n"), 10, 0, "missing"},
		{"no player", strings.Join(lines[:17], "\n"), 18, 0, "missing; want Player: N"},
		{"no such player", with(18, "Player: 2"), 18, 9, `"2" is no player from 0 to 1`},
		{"finished in python's words", with(18, "Player: -4"), 18, 9, "no player"},
		{"player with a zero", with(18, "Player: 00"), 18, 9, "no player"},
		{"other last line", with(18, "To move: 1"), 18, 0, "want Player: N"},
		{"within a chain", with(18, "Player: 0 (hopping from 9)"), 18, 0, "the turn is not over: hopping from 9"},
		{"more text", good + "\nmore", 19, 0, "text behind the player to move"},
		{"third player of two", with(1, "            3"), 1, 13, `'3' is neither the dot nor a player from 1 to 2`},
		{"shifted", with(1, "           1"), 1, 12, "where row 0 has no cell"},
		{"row too short", with(2, "           1"), 2, 14, "' ' is neither"},
		{"row too long", with(9, lines[8]+" ."), 9, 23, "where row 8 has no cell"},
		{"tab", with(5, "\t"), 5, 1, "neither the dot nor"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := openspiel.ParseState(rules, test.text, engine.SetUp{})
			var at *interchange.LineError
			if !errors.As(err, &at) || at.Line != test.line || at.Column != test.column || !strings.Contains(err.Error(), test.reason) {
				t.Errorf("%v, want line %d, column %d: %s", err, test.line, test.column, test.reason)
			}
		})
	}
	if _, err := openspiel.ParseState(rules, with(18, "Player: 0 (hopping from 9)"), engine.SetUp{}); !errors.Is(err, openspiel.ErrMidTurn) {
		t.Errorf("within a chain: %v", err)
	}
}

// A final position is read with the number of its moves, and refused without.
func TestFinalPosition(t *testing.T) {
	rules := nearest(t, 2, 1000)
	s := engine.SetUp{Cells: make([]uint8, openspiel.Cells), Mover: 1, Ply: 61}
	for cell := 111; cell <= 120; cell++ {
		s.Cells[cell] = 1
	}
	s.Cells[60] = 2
	p, err := engine.NewPosition(rules, s)
	if err != nil || p.Result().String() != "win:1" {
		t.Fatalf("%s, %v", p.Result(), err)
	}
	checkPosition(t, &p)
	text, _ := openspiel.StateText(&p)
	if _, err := openspiel.ParseState(rules, text, engine.SetUp{}); err == nil || !strings.Contains(err.Error(), "before the first move") {
		t.Errorf("without a history: %v", err)
	}
	if _, _, err := openspiel.Replay(p, []int{60 * 6}); !errors.Is(err, engine.ErrIllegal) {
		t.Errorf("a move after the end: %v", err)
	}
}

func TestParseHistoryErrors(t *testing.T) {
	if actions, err := openspiel.ParseHistory(""); err != nil || len(actions) != 0 {
		t.Errorf("no action: %v, %v", actions, err)
	}
	for _, text := range []string{" ", "1,2", "1, 2,", "727", "-1", "+1", "01", "1, x", "1, 99999999999999999999"} {
		if actions, err := openspiel.ParseHistory(text); err == nil {
			t.Errorf("%q is read as %v", text, actions)
		}
	}
}
