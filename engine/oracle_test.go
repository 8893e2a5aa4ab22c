package engine_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"halmazero/engine"
	"halmazero/engine/ref"
)

// The files of testdata were made by another program, written from the sources
// of the rules and cross-checked by two more. Both the engine and its slow twin
// have to agree with them.

var long = flag.Bool("long", false, "run perft to the last depth of the data, for minutes")

// player is what the engine and the twin have in common.
type player interface {
	Moves() []engine.Move // sorted
	Play(engine.Move) error
	SkipBlocked()
	Result() engine.Result
	Mover() int
	Ply() int
	Made(seat int) int
	Cells() []uint8
	AtHome(seat int) int
	InGoal(seat int) int
	Remaining(seat int) int
}

// fast makes a player of a position.
type fast struct{ engine.Position }

func (f *fast) Moves() []engine.Move {
	moves := f.Position.Moves(nil)
	slices.Sort(moves)
	return moves
}

func (f *fast) Play(m engine.Move) error {
	if err := f.Legal(m); err != nil {
		return err
	}
	f.Position.Play(m)
	return nil
}

func (f *fast) SkipBlocked()   { f.Position.SkipBlocked() }
func (f *fast) Cells() []uint8 { return f.Position.Cells(nil) }

var players = []struct {
	name string
	new  func(engine.Position) player
}{
	{"engine", func(p engine.Position) player { return &fast{p} }},
	{"ref", func(p engine.Position) player { return ref.New(p) }},
}

func readJSON(t *testing.T, name string, v any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func mustParse(t testing.TB, text string) engine.Position {
	t.Helper()
	p, err := engine.ParsePosition(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

func mustRules(t testing.TB, ref string) *engine.Rules {
	t.Helper()
	r, err := engine.ParseRules(ref)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// moveList reads moves written as from -> destinations.
func moveList(t *testing.T, byOrigin map[string][]int) []engine.Move {
	t.Helper()
	var moves []engine.Move
	for text, destinations := range byOrigin {
		from, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, to := range destinations {
			moves = append(moves, engine.NewMove(from, to))
		}
	}
	slices.Sort(moves)
	return moves
}

func sameMoves(t *testing.T, b *engine.Board, got, want []engine.Move) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("moves\n%s, want\n%s", movesText(b, got), movesText(b, want))
	}
}

func movesText(b *engine.Board, moves []engine.Move) string {
	var texts []string
	for _, m := range moves {
		texts = append(texts, b.ShortText(m))
	}
	return strings.Join(texts, " ")
}

// rowsText is the rows field of a position text.
func rowsText(p player, b *engine.Board) string {
	var sb strings.Builder
	for c, v := range p.Cells() {
		if c > 0 && c%b.Cols() == 0 {
			sb.WriteByte('/')
		}
		sb.WriteByte(".12"[v])
	}
	return sb.String()
}

type perftCase struct {
	Name     string
	Position string
	Perft    []uint64 // by depth, from 1
	Moves    map[string][]int
	Routes   int            // routes of all legal moves, 0 if not counted
	After1   map[string]int `json:"after_1"` // results after one move, or the seat to move
	Trail    [][2]int       // moves from the start position
}

func slowPerft(s *ref.State, depth int) uint64 {
	moves := s.Moves()
	if depth == 1 {
		return uint64(len(moves))
	}
	var n uint64
	for _, m := range moves {
		q := s.Clone()
		if err := q.Play(m); err != nil {
			panic(err)
		}
		n += slowPerft(q, depth-1)
	}
	return n
}

func TestPerft(t *testing.T) {
	var cases []perftCase
	readJSON(t, "perft.json", &cases)
	fastLimit, slowLimit := uint64(1e7), uint64(2e4)
	if *long {
		fastLimit, slowLimit = 1<<63, 1e6
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			p := mustParse(t, c.Position)
			for i, want := range c.Perft {
				if want <= fastLimit {
					if got := p.Perft(i + 1); got != want {
						t.Errorf("perft %d = %d, want %d", i+1, got, want)
					}
				}
				if want <= slowLimit {
					if got := slowPerft(ref.New(p), i+1); got != want {
						t.Errorf("ref: perft %d = %d, want %d", i+1, got, want)
					}
				}
			}
			if p.Perft(0) != 1 {
				t.Errorf("perft 0 = %d, want 1", p.Perft(0))
			}
		})
	}
}

func TestPerftPositions(t *testing.T) {
	var cases []perftCase
	readJSON(t, "perft.json", &cases)
	for _, c := range cases {
		p := mustParse(t, c.Position)
		for _, kind := range players {
			t.Run(c.Name+"/"+kind.name, func(t *testing.T) {
				s := kind.new(p)
				moves := s.Moves()
				sameMoves(t, p.Board(), moves, moveList(t, c.Moves))
				after := make(map[string]int)
				for _, m := range moves {
					s := kind.new(p)
					if err := s.Play(m); err != nil {
						t.Fatal(err)
					}
					if r := s.Result(); r.Over() {
						after[r.String()]++
					} else {
						after[fmt.Sprintf("turn:%d", s.Mover()+1)]++
					}
				}
				if c.After1 != nil && fmt.Sprint(after) != fmt.Sprint(c.After1) {
					t.Errorf("after one move %v, want %v", after, c.After1)
				}
			})
		}
		if c.Routes > 0 {
			if got := countRoutes(ref.New(p)); got != c.Routes {
				t.Errorf("%s: %d routes, want %d", c.Name, got, c.Routes)
			}
		}
	}
}

func countRoutes(s *ref.State) int {
	n := 0
	for from := range s.Cells() {
		for range s.Routes(from) {
			n++
		}
	}
	return n
}

// The middle games of the data are reached by the moves given with them.
func TestTrails(t *testing.T) {
	var cases []perftCase
	readJSON(t, "perft.json", &cases)
	trails := 0
	for _, c := range cases {
		if len(c.Trail) == 0 {
			continue
		}
		trails++
		want := mustParse(t, c.Position)
		for _, kind := range players {
			s := kind.new(want.Rules().Start(0))
			for ply, m := range c.Trail {
				if err := s.Play(engine.NewMove(m[0], m[1])); err != nil {
					t.Fatalf("%s, %s, ply %d: %v", c.Name, kind.name, ply, err)
				}
			}
			if !slices.Equal(s.Cells(), want.Cells(nil)) || s.Mover() != want.Mover() || s.Ply() != want.Ply() ||
				s.Made(0) != want.Made(0) || s.Made(1) != want.Made(1) {
				t.Errorf("%s, %s: another position at the end of the trail", c.Name, kind.name)
			}
		}
	}
	if trails == 0 {
		t.Error("the data has no trails")
	}
}

func TestSmallPositions(t *testing.T) {
	var cases []struct {
		Name  string
		Board string // the preset that is played on it
		Rows  string
		Turn  int
		Locks map[string]struct {
			Moves   map[string][]int
			Routes  *int   // nil if not counted
			CanMove []bool `json:"can_move"`
		}
	}
	readJSON(t, "small.json", &cases)
	for _, c := range cases {
		for lock, want := range c.Locks {
			text := func(turn int) string {
				return fmt.Sprintf("%s,lock=%s %s %d 0 0,0 a,a", c.Board, lock, c.Rows, turn)
			}
			for _, kind := range players {
				t.Run(c.Name+"/"+lock+"/"+kind.name, func(t *testing.T) {
					p := mustParse(t, text(c.Turn))
					sameMoves(t, p.Board(), kind.new(p).Moves(), moveList(t, want.Moves))
					for seat, can := range want.CanMove {
						p := mustParse(t, text(seat+1))
						if got := len(kind.new(p).Moves()) > 0; got != can {
							t.Errorf("seat %d can move: %t, want %t", seat+1, got, can)
						}
						// After skips it is the turn of somebody who can move.
						s := kind.new(p)
						s.SkipBlocked()
						turn := seat
						if !can && want.CanMove[1-seat] {
							turn = 1 - seat
						}
						if s.Mover() != turn {
							t.Errorf("seat %d to move: after skips it is seat %d, want %d", seat+1, s.Mover()+1, turn+1)
						}
					}
				})
			}
			if want.Routes == nil {
				continue
			}
			if got := countRoutes(ref.New(mustParse(t, text(c.Turn)))); got != *want.Routes {
				t.Errorf("%s, %s: %d routes, want %d", c.Name, lock, got, *want.Routes)
			}
		}
	}
}

func TestScenes(t *testing.T) {
	var cases []struct {
		Name     string
		Position string
		Steps    []struct {
			Move   [2]int
			Legal  bool
			Result string
			Turn   int // 0 at the end
			Rows   string
		}
	}
	readJSON(t, "events.json", &cases)
	for _, c := range cases {
		p := mustParse(t, c.Position)
		for _, kind := range players {
			t.Run(c.Name+"/"+kind.name, func(t *testing.T) {
				s := kind.new(p)
				for i, step := range c.Steps {
					err := s.Play(engine.NewMove(step.Move[0], step.Move[1]))
					if (err == nil) != step.Legal {
						t.Fatalf("step %d: error %v, want legal %t", i, err, step.Legal)
					}
					if !step.Legal {
						continue
					}
					if got := s.Result().String(); got != step.Result {
						t.Errorf("step %d: result %q, want %q", i, got, step.Result)
					}
					if step.Turn > 0 && s.Mover() != step.Turn-1 {
						t.Errorf("step %d: seat %d to move, want %d", i, s.Mover()+1, step.Turn)
					}
					if got := rowsText(s, p.Board()); got != step.Rows {
						t.Errorf("step %d: rows %s, want %s", i, got, step.Rows)
					}
				}
			})
		}
	}
}

// No game is won before these plies: the pieces cannot be there.
var earliestWin = map[string]int{"sq8": 24, "sq16": 49}

func TestGames(t *testing.T) {
	var games []struct {
		Rules       string
		Moves       [][2]int
		Turns       []int
		LegalCounts []int `json:"legal_counts"`
		Result      string
		Plies       int
		Final       string
	}
	readJSON(t, "games.json", &games)
	for i, g := range games {
		rules := mustRules(t, g.Rules)
		for _, kind := range players {
			t.Run(fmt.Sprintf("%d-%s/%s", i, g.Rules, kind.name), func(t *testing.T) {
				s := kind.new(rules.Start(g.Turns[0] - 1))
				for ply, m := range g.Moves {
					if s.Mover() != g.Turns[ply]-1 {
						t.Fatalf("ply %d: seat %d to move, want %d", ply, s.Mover()+1, g.Turns[ply])
					}
					if got := len(s.Moves()); got != g.LegalCounts[ply] {
						t.Errorf("ply %d: %d moves, want %d", ply, got, g.LegalCounts[ply])
					}
					if s.Result().Over() {
						t.Fatalf("ply %d: over (%s) too early", ply, s.Result())
					}
					if err := s.Play(engine.NewMove(m[0], m[1])); err != nil {
						t.Fatalf("ply %d: %v", ply, err)
					}
				}
				if s.Result().String() != g.Result || s.Ply() != g.Plies {
					t.Errorf("%s after %d plies, want %s after %d", s.Result(), s.Ply(), g.Result, g.Plies)
				}
				if got := rowsText(s, rules.Board()); got != g.Final {
					t.Errorf("final rows %s, want %s", got, g.Final)
				}
				if s.Result().Cause == engine.Goal && s.Ply() < earliestWin[rules.Board().ID()] {
					t.Errorf("a win at ply %d", s.Ply())
				}
			})
		}
	}
}
