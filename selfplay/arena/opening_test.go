package arena

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"halmazero/engine"
	"halmazero/internal/seed"
)

func TestReadOpenings(t *testing.T) {
	r := rules(t, "wiki-8")
	p := r.Start(1)
	text := p.String()
	list := "# two openings\n\nstartpos moves a4-a5 h5-h4\n  " + strings.Replace(text, "wiki-8", "wiki-8,lock=end", 1) + "  \n" + text + " moves h5>h4\nstartpos"
	all, err := ReadOpenings(strings.NewReader(list), "list", r, 100)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []Opening{
		{Start: "", First: 0, Moves: []string{"a4-a5", "h5-h4"}},
		{Start: text, First: 1},
		{Start: text, First: 1, Moves: []string{"h5-h4"}},
		{First: 0},
	} {
		o := all[i]
		if o.Start != want.Start || o.First != want.First || !slices.Equal(o.Moves, want.Moves) || o.At.Ply() != len(want.Moves) || o.At.Rules() != r {
			t.Errorf("opening %d is %+v", i, o)
		}
	}
	if len(all) != 4 {
		t.Errorf("%d openings, want 4", len(all))
	}
}

func TestOpeningsThatAreRefused(t *testing.T) {
	r := rules(t, "wiki-8-d30")
	over := playOut(t, r)
	for _, x := range []struct{ name, list, want string }{
		{"nothing", "# none\n\n", "bad opening: list lists none"},
		{"no position", "startpos\nstart moves", `bad opening, list:2: want startpos or a position: position text, `},
		{"an illegal move", "\n\nstartpos moves a4-a6", "bad opening, list:3: move 1: "},
		{"a move that is none", "startpos moves x", "list:1: move 1: "},
		{"a skip of a seat that can move", "startpos moves a4-a5 skip", "list:1: move 2: "},
		{"other rules", rulesStart(t, "wiki-10"), "list:1: the position has the rules wiki-10, the games wiki-8-d30"},
		{"the end of a game", "startpos moves " + strings.Join(over, " "), "list:1: the game is over (win:"},
		{"beyond the cap", "startpos moves a4-a5 h5-h4 a5-a4", "list:1: 3 plies have been made, and games end at 3"},
	} {
		t.Run(x.name, func(t *testing.T) {
			limit := 3
			if x.name == "the end of a game" {
				limit = 0
			}
			_, err := ReadOpenings(strings.NewReader(x.list), "list", r, limit)
			if !errors.Is(err, ErrOpenings) || !strings.Contains(err.Error(), x.want) {
				t.Errorf("error is %v, want %s", err, x.want)
			}
		})
	}
}

func rulesStart(t *testing.T, ref string) string {
	p := rules(t, ref).Start(0)
	return p.String()
}

// playOut is the moves of a whole game from seat 1 on.
func playOut(t *testing.T, r *engine.Rules) []string {
	t.Helper()
	var moves []string
	for p := r.Start(0); !p.Result().Over(); {
		m := p.Moves(nil)[0]
		moves = append(moves, p.MoveText(m))
		p.Play(m)
	}
	return moves
}

// Listed openings are played in turn, each with all permutations, and records
// of them can be played again.
func TestListedOpenings(t *testing.T) {
	m := match(t, "greedy", "random")
	start := m.Rules.Start(1)
	list := "startpos moves a4-a5\n" + start.String() + " moves h5-h4\n" + start.String()
	var err error
	if m.Openings, err = ReadOpenings(strings.NewReader(list), "list", m.Rules, m.Cap); err != nil {
		t.Fatal(err)
	}
	m.OpeningPlies = 2
	for _, g := range play(t, m).Games {
		o := m.Openings[g.Pair%3]
		if g.Start != o.Start || g.First != o.First+1 || g.Opening != len(o.Moves)+2 || !slices.Equal(g.Moves[:len(o.Moves)], o.Moves) {
			t.Errorf("pair %d: start %q, first %d, opening %d, moves %v", g.Pair, g.Start, g.First, g.Opening, g.Moves[:4])
		}
		p := m.Rules.Start(0)
		if g.Start != "" {
			if p, err = engine.ParsePosition(g.Start); err != nil {
				t.Fatal(err)
			}
		}
		end, n, err := engine.Replay(p, g.Moves)
		if end.Truncate(); err != nil || n != g.Plies || end.Result().String() != g.Result {
			t.Errorf("pair %d: %v after %d plies, error %v; stored are %s after %d", g.Pair, end.Result(), n, err, g.Result, g.Plies)
		}
	}
	if len(m.Openings[0].Moves) != 1 {
		t.Errorf("the list has changed: %v", fmt.Sprint(m.Openings))
	}
}

// Random plies that end the game are drawn again; those that do not are the
// first ones of the stream.
func TestOpeningsThatEndTheGame(t *testing.T) {
	m := match(t, "greedy", "random")
	m.Rules = rules(t, "wiki-8")
	const near = "wiki-8 2......./......../......../......../......1./......11/.....111/....1111 1 40 20,20 a,a"
	var err error
	if m.Openings, err = ReadOpenings(strings.NewReader(near), "list", m.Rules, m.Cap); err != nil {
		t.Fatal(err)
	}
	m.OpeningPlies, m.Pairs = 1, 40
	again := 0
	for _, g := range play(t, m).Games {
		if g.Opening != 1 || g.Plies <= 41 {
			t.Errorf("group %d: the game was over at ply %d, after the opening %v", g.Pair, g.Plies, g.Moves[:g.Opening])
		}
		first := m.Openings[0].At
		moves := first.Moves(nil)
		move := moves[seed.New(m.Seed, m.Label, "opening", g.Pair).IntN(len(moves))]
		text := first.MoveText(move)
		if first.Play(move); first.Result().Over() {
			again++
		} else if text != g.Moves[0] {
			t.Errorf("group %d begins with %s, drawn was %s", g.Pair, g.Moves[0], text)
		}
	}
	if again == 0 {
		t.Error("no draw has ended the game: the test tests nothing")
	}
}

// Where nothing is left to play there is an error, and no result.
func TestOpeningsThatLeaveNothing(t *testing.T) {
	m := match(t, "greedy", "random")
	m.OpeningPlies = 80
	over, _, err := engine.Replay(m.Rules.Start(0), playOut(t, m.Rules))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name, want string
		openings   []Opening
	}{
		{"always beyond the deadline", "bad opening, the start position and 80 random plies: the game is over by then in 100 draws of 100, in the last one after ", nil},
		{"a position at the end", "bad opening, line 3 of the list and 80 random plies: the game is over", []Opening{{At: over, Line: 3}}},
	} {
		t.Run(x.name, func(t *testing.T) {
			m := m
			m.Openings = x.openings
			if _, err := Play(t.Context(), m); !errors.Is(err, ErrOpenings) || !strings.Contains(err.Error(), x.want) {
				t.Errorf("error is %v, want %s", err, x.want)
			}
		})
	}
}
