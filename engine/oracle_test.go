package engine_test

import (
	"encoding/json"
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

// player is what the engine and the twin have in common.
type player interface {
	Moves() []engine.Move // sorted
	Play(engine.Move) error
	Resign(seat int) error
	Timeout() error
	AgreeDraw() error
	SkipBlocked()
	Result() engine.Result
	Mover() int
	Ply() int
	Made(seat int) int
	Missed(seat int) int
	Status(seat int) engine.Status
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

type playerKind struct {
	name string
	new  func(engine.Position) player
}

var players = []playerKind{
	{"engine", func(p engine.Position) player { return &fast{p} }},
	{"ref", func(p engine.Position) player { return ref.New(p) }},
}

// playEvent plays an event of the notation, other than skip.
func playEvent(s player, text string) error {
	switch name, value, _ := strings.Cut(text, ":"); name {
	case "timeout":
		return s.Timeout()
	case "draw":
		return s.AgreeDraw()
	case "resign":
		seat, err := strconv.Atoi(value)
		if err != nil {
			return err
		}
		return s.Resign(seat - 1)
	}
	return fmt.Errorf("%q is no event", text)
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
	cells := p.Cells()
	var rows []string
	for r := range b.Rows() {
		var sb strings.Builder
		for _, v := range cells[:b.RowLen(r)] {
			sb.WriteByte(".123456"[v])
		}
		cells = cells[b.RowLen(r):]
		rows = append(rows, sb.String())
	}
	return strings.Join(rows, "/")
}

// statesText is the status of every seat without the places, such as a,f,r.
func statesText(p player, b *engine.Board) string {
	var texts []string
	for seat := range b.Seats() {
		texts = append(texts, engine.Status{State: p.Status(seat).State}.String())
	}
	return strings.Join(texts, ",")
}

func TestBoards(t *testing.T) {
	var grids []struct {
		ID         string
		RowLengths []int `json:"row_lengths"`
		Names      string
		Coords     [][2]int // row, column; r, q on stars
		Dirs       [][2]int
		Camps      [][]int // by seat on squares, by corner on stars
		Opposite   []int   // whose camp is the target
	}
	readJSON(t, "boards.json", &grids)
	played := map[string][]struct {
		rules string
		camps []int // by seat: the index of its camp
	}{
		"sq8":    {{"wiki-8", []int{0, 1}}},
		"sq10":   {{"wiki-10", []int{0, 1}}},
		"sq16":   {{"wiki-2", []int{0, 1}}},
		"sq16x4": {{"wiki-4", []int{0, 1, 2, 3}}},
		"star121": {{"star-121-6", []int{0, 1, 2, 3, 4, 5}}, {"star-121-2", []int{0, 3}}, {"star-121-3", []int{0, 2, 4}},
			{"star-121-4", []int{0, 1, 3, 4}}, {"star-121-5", []int{0, 1, 2, 3, 4}}, {"star-121-2,seats=SE+SW", []int{2, 4}}},
		"star121x15": {{"wiki-star3", []int{0, 2, 4}}, {"wiki-star3,seats=NE+S+NW", []int{1, 3, 5}}, {"wiki-star3,seats=NE+SW", []int{1, 4}}},
		"star181":    {{"star-181-6", []int{0, 1, 2, 3, 4, 5}}, {"star-181-3", []int{0, 2, 4}}},
		"star253":    {{"star-253-6", []int{0, 1, 2, 3, 4, 5}}, {"star-253-4", []int{0, 1, 3, 4}}},
	}
	if len(grids) != len(played) {
		t.Errorf("%d boards in the data, want %d", len(grids), len(played))
	}
	for _, g := range grids {
		for _, game := range played[g.ID] {
			t.Run(game.rules, func(t *testing.T) {
				b := mustRules(t, game.rules).Board()
				if b.ID() != g.ID || b.Cells() != len(g.Coords) || b.Rows() != len(g.RowLengths) || b.Seats() != len(game.camps) {
					t.Fatalf("%s with %d cells, %d rows, %d seats", b.ID(), b.Cells(), b.Rows(), b.Seats())
				}
				for r, n := range g.RowLengths {
					if b.RowLen(r) != n {
						t.Errorf("row %d has %d cells, want %d", r, b.RowLen(r), n)
					}
				}
				cellAt := make(map[[2]int]int)
				for c, at := range g.Coords {
					cellAt[at] = c
				}
				for c, name := range strings.Fields(g.Names) {
					if b.CellName(c) != name {
						t.Errorf("cell %d is %s, want %s", c, b.CellName(c), name)
					}
					row, col := b.Coord(c)
					if at := [2]int{row, col}; at != g.Coords[c] {
						t.Errorf("%s is at %v, want %v", name, at, g.Coords[c])
					}
					var steps []int
					for _, d := range g.Dirs {
						if n, ok := cellAt[[2]int{row + d[0], col + d[1]}]; ok {
							steps = append(steps, n)
						}
					}
					if got := b.Steps(nil, c); !slices.Equal(got, steps) {
						t.Errorf("next to %s are %v, want %v", name, got, steps)
					}
				}
				for seat, camp := range game.camps {
					if got := b.Home(seat); !slices.Equal(got, g.Camps[camp]) {
						t.Errorf("home of seat %d is %v, want %v", seat+1, got, g.Camps[camp])
					}
					if got := b.Goal(seat); !slices.Equal(got, g.Camps[g.Opposite[camp]]) {
						t.Errorf("goal of seat %d is %v, want %v", seat+1, got, g.Camps[g.Opposite[camp]])
					}
				}
			})
		}
	}
}

func TestSmallPositions(t *testing.T) {
	type answer struct {
		Locks   string // for which it holds
		Moves   map[string][]int
		Routes  *int   // nil if not counted
		CanMove []bool `json:"can_move"`
	}
	var cases []struct {
		Name    string
		Rules   string // to which the lock is added
		Rows    string
		Turn    int
		Answers []answer
	}
	readJSON(t, "small.json", &cases)
	for _, c := range cases {
		locks := 0
		for _, want := range c.Answers {
			for _, lock := range strings.Fields(want.Locks) {
				locks++
				text := func(turn int) string {
					n := len(want.CanMove)
					return fmt.Sprintf("%s,lock=%s %s %d 0 %s %s", c.Rules, lock, c.Rows, turn,
						strings.Repeat(",0", n)[1:], strings.Repeat(",a", n)[1:])
				}
				for _, kind := range players {
					t.Run(c.Name+"/"+lock+"/"+kind.name, func(t *testing.T) {
						p := mustParse(t, text(c.Turn))
						sameMoves(t, p.Board(), kind.new(p).Moves(), moveList(t, want.Moves))
						for seat := range want.CanMove {
							checkTurn(t, kind, mustParse(t, text(seat+1)), want.CanMove)
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
		if locks != 4 {
			t.Errorf("%s: answers for %d locks, want 4", c.Name, locks)
		}
	}
}

// checkTurn: the seat to move has moves or not, and after skips it is the turn
// of the next seat that can move, or nobody can.
func checkTurn(t *testing.T, kind playerKind, p engine.Position, canMove []bool) {
	t.Helper()
	s := kind.new(p)
	seat := s.Mover()
	if got := len(s.Moves()) > 0; got != canMove[seat] {
		t.Errorf("seat %d can move: %t, want %t", seat+1, got, canMove[seat])
	}
	turn := seat
	for range canMove {
		if canMove[turn] {
			break
		}
		turn = (turn + 1) % len(canMove)
	}
	result := ""
	if !slices.Contains(canMove, true) {
		result = "draw:immobile"
	}
	s.SkipBlocked()
	if s.Mover() != turn || s.Result().String() != result {
		t.Errorf("seat %d to move: after skips it is seat %d, %q, want %d, %q", seat+1, s.Mover()+1, s.Result(), turn+1, result)
	}
}

func TestScenes(t *testing.T) {
	var cases []struct {
		Name     string
		Position string
		Steps    []struct {
			Move   *[2]int
			Legal  bool   // the move
			Event  string // if it is no move
			Result string
			Turn   int    // 0 at the end
			Status string // of every seat, without places
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
					if step.Move == nil {
						if err := playEvent(s, step.Event); err != nil {
							t.Fatalf("step %d: %v", i, err)
						}
					} else {
						err := s.Play(engine.NewMove(step.Move[0], step.Move[1]))
						if (err == nil) != step.Legal {
							t.Fatalf("step %d: error %v, want legal %t", i, err, step.Legal)
						}
						if !step.Legal {
							continue
						}
					}
					if got := s.Result().String(); got != step.Result {
						t.Errorf("step %d: result %q, want %q", i, got, step.Result)
					}
					if (step.Turn == 0) != s.Result().Over() || step.Turn > 0 && s.Mover() != step.Turn-1 {
						t.Errorf("step %d: seat %d to move, want %d", i, s.Mover()+1, step.Turn)
					}
					if got := statesText(s, p.Board()); got != step.Status {
						t.Errorf("step %d: status %s, want %s", i, got, step.Status)
					}
					if got := rowsText(s, p.Board()); got != step.Rows {
						t.Errorf("step %d: rows %s, want %s", i, got, step.Rows)
					}
				}
				checkPlaces(t, s, p.Board())
			})
		}
	}
}

// checkPlaces: in a game of places that is over, every seat's own place is the
// one that the result gives it.
func checkPlaces(t *testing.T, s player, b *engine.Board) {
	t.Helper()
	if s.Result().Kind != engine.Ranked {
		return
	}
	for seat := range b.Seats() {
		place := s.Status(seat).Place
		if place == 0 || int(s.Result().Order[place-1]) != seat+1 {
			t.Errorf("seat %d has place %d, the result is %s", seat+1, place, s.Result())
		}
	}
}

// earliestWin is, by board, the first ply at which a game from the start
// position can be won: the pieces cannot be there before.
var earliestWin = map[string]int{"sq8": 24, "sq16": 49, "star121": 30}

// tooEarly reports whether a game from the start position was won by two seats
// before it can be.
func tooEarly(s player, b *engine.Board) bool {
	return b.Seats() == 2 && s.Result().Cause == engine.Goal && s.Ply() < earliestWin[b.ID()]
}

func TestGames(t *testing.T) {
	var games []struct {
		Rules       string
		Moves       [][2]int
		Turns       string // a digit a move: the seat
		LegalCounts []int  `json:"legal_counts"`
		Result      string
		Status      string // of every seat, without places
		Plies       int
		Final       string
	}
	readJSON(t, "games.json", &games)
	for i, g := range games {
		rules := mustRules(t, g.Rules)
		for _, kind := range players {
			t.Run(fmt.Sprintf("%d-%s/%s", i, g.Rules, kind.name), func(t *testing.T) {
				t.Parallel()
				s := kind.new(rules.Start(int(g.Turns[0] - '1')))
				for ply, m := range g.Moves {
					if s.Mover() != int(g.Turns[ply]-'1') {
						t.Fatalf("ply %d: seat %d to move, want %c", ply, s.Mover()+1, g.Turns[ply])
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
				if got := statesText(s, rules.Board()); got != g.Status {
					t.Errorf("status %s, want %s", got, g.Status)
				}
				checkPlaces(t, s, rules.Board())
				if tooEarly(s, rules.Board()) {
					t.Errorf("a win at ply %d", s.Ply())
				}
			})
		}
	}
}
