package usc_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"halmazero/engine"
	"halmazero/engine/interchange"
	"halmazero/engine/interchange/usc"
)

// start is the board of every game's beginning.
const start = `BBBBB...........
BBBBB...........
BBBB............
BBB.............
BB..............
................
................
................
................
................
................
..............WW
.............WWW
............WWWW
...........WWWWW
...........WWWWW
`

func mustRules(t testing.TB, ref string) *engine.Rules {
	t.Helper()
	rules, err := engine.ParseRules(ref)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

func mustBoard(t testing.TB, rules *engine.Rules, text string, rest engine.SetUp) engine.Position {
	t.Helper()
	p, err := usc.ParseBoard(rules, text, rest)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// history is what a position knows and its text does not.
func history(p *engine.Position) engine.SetUp {
	s := engine.SetUp{Mover: p.Mover(), Ply: p.Ply()}
	for seat := range p.Board().Seats() {
		s.Made[seat], s.Status[seat], s.Missed[seat] = p.Made(seat), p.Status(seat), p.Missed(seat)
	}
	return s
}

// withPieces is a board with black pieces and white ones on the places given
// as x,y.
func withPieces(black, white [][2]int) string {
	rows := make([][]byte, 16)
	for y := range rows {
		rows[y] = []byte(strings.Repeat(".", 16))
	}
	for _, at := range black {
		rows[at[1]][at[0]] = 'B'
	}
	for _, at := range white {
		rows[at[1]][at[0]] = 'W'
	}
	var sb strings.Builder
	for _, row := range rows {
		sb.Write(row)
		sb.WriteByte('\n')
	}
	return sb.String()
}

func TestStart(t *testing.T) {
	for seat, colour := range []string{"BLACK", "WHITE"} {
		for _, mode := range []usc.Mode{usc.Single, usc.Game} {
			want := mode.String() + "\n" + colour + "\n100.0\n" + start
			p := mustRules(t, "wiki-2").Start(seat)
			in := usc.Input{Mode: mode, Seconds: 100, Position: p}
			if text, err := in.Text(); err != nil || text != want {
				t.Errorf("%q, %v, want %q", text, err, want)
			}
			got, err := usc.ParseInput(p.Rules(), want, engine.SetUp{})
			if err != nil || got.Mode != mode || got.Seconds != 100 || !got.Position.Equal(&p) {
				t.Errorf("%+v, %v", got, err)
			}
		}
	}
	p := mustRules(t, "plyyard").Start(0)
	if text, err := usc.BoardText(&p); err != nil || text != start {
		t.Errorf("%q, %v", text, err)
	}
	q := mustBoard(t, p.Rules(), start, engine.SetUp{Mover: usc.White})
	if q.Mover() != usc.White || q.At(0) != usc.Black+1 || q.At(255) != usc.White+1 {
		t.Errorf("%s", &q)
	}
}

// The examples of the assignment: two moves of White, and the boards after.
func TestExamples(t *testing.T) {
	after := func(rows map[int]string) string {
		lines := strings.Split(start, "\n")
		for y, row := range rows {
			lines[y] = row
		}
		return strings.Join(lines, "\n")
	}
	p := mustRules(t, "wiki-2").Start(usc.White)
	for text, board := range map[string]string{
		"E 11,15 10,15": after(map[int]string{15: "..........W.WWWW"}),
		"J 12,15 10,13": after(map[int]string{13: "..........W.WWWW", 15: "...........W.WWW"}),
	} {
		m, err := usc.ParseMove(&p, text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if again, err := usc.MoveText(&p, m); err != nil || again != text+"\n" {
			t.Errorf("%s is written as %q, %v", text, again, err)
		}
		q := p
		q.Play(m)
		if got, err := usc.BoardText(&q); err != nil || got != board {
			t.Errorf("after %s:\n%s, %v, want\n%s", text, got, err, board)
		}
	}
}

// Variants of the text that mean the same.
func TestLineEnds(t *testing.T) {
	rules := mustRules(t, "wiki-2")
	p := rules.Start(0)
	for _, variant := range []func(string) string{
		func(s string) string { return strings.TrimSuffix(s, "\n") },
		func(s string) string { return s + "\n\n" },
		func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
	} {
		if q, err := usc.ParseBoard(rules, variant(start), engine.SetUp{}); err != nil || !q.Equal(&p) {
			t.Errorf("%q: %v", variant(start), err)
		}
		if in, err := usc.ParseInput(rules, variant("GAME\nBLACK\n1.5\n"+start), engine.SetUp{}); err != nil || !in.Position.Equal(&p) {
			t.Errorf("input %q: %v", variant(start), err)
		}
		if m, err := usc.ParseMove(&p, variant("E 4,0 5,0\n")); err != nil || m != engine.NewMove(4, 5) {
			t.Errorf("move %q: %v", variant("E 4,0 5,0\n"), err)
		}
	}
}

func TestSeconds(t *testing.T) {
	rules := mustRules(t, "plyyard")
	for text, want := range map[string]float64{"100.0": 100, "100": 100, "0.01": 0.01, "1e3": 1000, "2.5E-3": 0.0025, "+5": 5, ".5": 0.5, "7.": 7} {
		if in, err := usc.ParseInput(rules, "GAME\nBLACK\n"+text+"\n"+start, engine.SetUp{}); err != nil || in.Seconds != want {
			t.Errorf("%q is %v, %v, want %v", text, in.Seconds, err, want)
		}
	}
	for _, text := range []string{"", "0", "-1", "0.0", "1e-999", "1e999", "inf", "NaN", "0x10", "1_0", "1,5", " 5", "5s"} {
		_, err := usc.ParseInput(rules, "GAME\nBLACK\n"+text+"\n"+start, engine.SetUp{})
		var at *interchange.LineError
		if !errors.As(err, &at) || at.Line != 3 || !strings.Contains(err.Error(), "remaining play time") {
			t.Errorf("%q: %v", text, err)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	in := usc.Input{Position: rules.Start(0)}
	for range 100 {
		in.Seconds = math.Exp(40 * (rng.Float64() - 0.5))
		text, err := in.Text()
		if err != nil {
			t.Fatal(err)
		}
		if again, err := usc.ParseInput(rules, text, engine.SetUp{}); err != nil || again.Seconds != in.Seconds {
			t.Errorf("%v is read as %v, %v", in.Seconds, again.Seconds, err)
		}
	}
}

func TestInputTextErrors(t *testing.T) {
	p := mustRules(t, "plyyard").Start(0)
	other := mustRules(t, "wiki-8").Start(0)
	for name, in := range map[string]usc.Input{
		"no position": {Seconds: 1},
		"no mode":     {Mode: 2, Seconds: 1, Position: p},
		"no time":     {Position: p},
		"negative":    {Seconds: -1, Position: p},
		"infinite":    {Seconds: math.Inf(1), Position: p},
		"NaN":         {Seconds: math.NaN(), Position: p},
		"8x8":         {Seconds: 1, Position: other},
	} {
		if text, err := in.Text(); err == nil {
			t.Errorf("%s is written: %q", name, text)
		}
	}
	if usc.Mode(7).String() != "Mode(7)" {
		t.Errorf("unknown mode: %s", usc.Mode(7))
	}
}

// Boards other than 16x16 for two are refused everywhere.
func TestRefusedRules(t *testing.T) {
	for _, ref := range []string{"wiki-8", "wiki-10", "wiki-4", "leapstone-4", "star-253-2"} {
		p := mustRules(t, ref).Start(0)
		_, board := usc.BoardText(&p)
		_, parse := usc.ParseBoard(p.Rules(), start, engine.SetUp{})
		_, input := usc.ParseInput(p.Rules(), "GAME\nBLACK\n1\n"+start, engine.SetUp{})
		_, move := usc.MoveText(&p, p.Moves(nil)[0])
		_, parseMove := usc.ParseMove(&p, "E 4,0 5,0")
		for i, err := range []error{board, parse, input, move, parseMove} {
			if !errors.Is(err, usc.ErrRules) {
				t.Errorf("%s, function %d: %v", ref, i, err)
			}
		}
	}
}

func TestParseErrors(t *testing.T) {
	rules := mustRules(t, "wiki-2")
	rows := strings.SplitAfter(strings.TrimSuffix(start, "\n"), "\n")
	tests := []struct {
		name, text   string
		line, column int
		reason       string
	}{
		{"empty", "", 1, 0, "missing; want SINGLE or GAME"},
		{"only the mode", "GAME\n", 2, 0, "missing; want BLACK or WHITE"},
		{"no time", "GAME\nBLACK\n", 3, 0, "missing; want the remaining play time"},
		{"no board", "GAME\nBLACK\n1.0\n", 4, 0, "missing; the board has 16 rows, here are 0"},
		{"lower case", "game\nBLACK\n1.0\n" + start, 1, 0, `"game", want SINGLE or GAME`},
		{"mode with a space", "GAME \nBLACK\n1.0\n" + start, 1, 0, "want SINGLE or GAME"},
		{"colour", "GAME\nRED\n1.0\n" + start, 2, 0, `"RED", want BLACK or WHITE`},
		{"time", "GAME\nBLACK\nlong\n" + start, 3, 0, `"long", want the remaining play time`},
		{"board cut", "GAME\nBLACK\n1.0\n" + strings.Join(rows[:7], ""), 11, 0, "here are 7"},
		{"a row more", "GAME\nBLACK\n1.0\n" + start + "................\n", 20, 0, "text behind the board's 16 rows"},
		{"short row", "GAME\nBLACK\n1.0\nBBBB\n" + start, 4, 5, "a row of the board has 16 cells, here are 4"},
		{"long row", "GAME\nBLACK\n1.0\nBBBBB............\n" + start, 4, 17, "here are 17"},
		{"other piece", "GAME\nBLACK\n1.0\nBBb.............\n" + start, 4, 3, `'b' is none of B, W and the dot`},
		{"empty line inside", "GAME\nBLACK\n1.0\n\n" + start, 4, 1, "here are 0"},
		{"the board alone", start, 1, 0, "want SINGLE or GAME"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := usc.ParseInput(rules, test.text, engine.SetUp{})
			var at *interchange.LineError
			if !errors.As(err, &at) || at.Line != test.line || at.Column != test.column || !strings.Contains(err.Error(), test.reason) {
				t.Errorf("%v, want line %d, column %d: %s", err, test.line, test.column, test.reason)
			}
		})
	}
	_, err := usc.ParseBoard(rules, strings.Join(rows[:15], ""), engine.SetUp{})
	var at *interchange.LineError
	if !errors.As(err, &at) || at.Line != 16 {
		t.Errorf("board of 15 rows: %v", err)
	}
	// What the engine refuses: a seat to move that does not exist, and a game
	// that is won before it begins.
	if _, err := usc.ParseBoard(rules, start, engine.SetUp{Mover: 2}); err == nil {
		t.Error("a third seat is to move")
	}
	swapped := strings.NewReplacer("B", "W", "W", "B").Replace(start)
	if _, err := usc.ParseBoard(rules, swapped, engine.SetUp{}); err == nil || !strings.Contains(err.Error(), "before the first move") {
		t.Errorf("swapped colours: %v", err)
	}
	if p := mustBoard(t, rules, swapped, engine.SetUp{Ply: 99}); p.Result().Kind != engine.Win {
		t.Errorf("swapped colours after 99 moves: %s", p.Result())
	}
}

func TestParseMove(t *testing.T) {
	// Black 4,4 with a way around: over 5,4 to 6,4, over 6,5 to 6,6, over 5,6 and
	// 4,5 back to the north-west; white pieces are supports as good as black ones.
	p := mustBoard(t, mustRules(t, "plyyard"), withPieces([][2]int{{4, 4}, {6, 5}}, [][2]int{{5, 4}, {5, 6}, {4, 5}, {14, 14}}), engine.SetUp{})
	cell := func(x, y int) int { return 16*y + x }
	good := []struct {
		name, text, again string
		to                int
	}{
		{"step", "E 4,4 3,3", "E 4,4 3,3\n", cell(3, 3)},
		{"jump", "J 4,4 6,4", "J 4,4 6,4\n", cell(6, 4)},
		{"chain", "J 4,4 6,4\nJ 6,4 6,6\n", "J 4,4 6,4\nJ 6,4 6,6\n", cell(6, 6)},
		{"short way", "J 4,4 4,6", "J 4,4 4,6\n", cell(4, 6)},
		{"long way round", "J 4,4 6,4\nJ 6,4 6,6\nJ 6,6 4,6", "J 4,4 4,6\n", cell(4, 6)},
	}
	for _, test := range good {
		t.Run(test.name, func(t *testing.T) {
			m, err := usc.ParseMove(&p, test.text)
			if want := engine.NewMove(cell(4, 4), test.to); err != nil || m != want {
				t.Fatalf("%v, %v, want %v", m, err, want)
			}
			if again, err := usc.MoveText(&p, m); err != nil || again != test.again {
				t.Errorf("written as %q, %v, want %q", again, err, test.again)
			}
		})
	}
	bad := []struct {
		name, text string
		line       int
		reason     string
	}{
		{"nothing", "", 1, "no move"},
		{"only line ends", "\n\n", 1, "no move"},
		{"other letter", "M 4,4 3,3", 1, `"M 4,4 3,3", want E x,y x,y or J x,y x,y`},
		{"lower case", "e 4,4 3,3", 1, "want E"},
		{"two spaces", "E 4,4  3,3", 1, "want E"},
		{"one place", "E 4,4", 1, "want E"},
		{"three places", "J 4,4 6,4 6,6", 1, "want E"},
		{"no comma", "E 44 3,3", 1, `"44" is no place x,y`},
		{"off the board", "E 4,4 16,4", 1, `"16,4" is no place`},
		{"negative", "E 4,4 -1,4", 1, "is no place"},
		{"leading zero", "E 04,4 3,3", 1, "is no place"},
		{"three numbers", "E 4,4,4 3,3", 1, "is no place"},
		{"empty line inside", "J 4,4 6,4\n\nJ 6,4 6,6", 2, "want E"},
		{"White's piece", "E 5,4 5,3", 1, "5,4 holds no piece of BLACK"},
		{"empty cell", "E 0,0 1,1", 1, "0,0 holds no piece of BLACK"},
		{"step too far", "E 4,4 6,4", 1, "6,4 is not adjacent to 4,4"},
		{"step onto itself", "E 4,4 4,4", 1, "not adjacent"},
		{"step onto a piece", "E 4,4 5,4", 1, "5,4 is occupied"},
		{"jump to the next cell", "J 4,4 3,3", 1, "not two cells away"},
		{"jump like a knight", "J 4,4 6,5", 1, "not two cells away"},
		{"jump over nothing", "J 4,4 2,4", 1, "no piece on 3,4"},
		{"jump onto a piece", "J 6,5 4,5", 1, "4,5 is occupied"},
		{"jump onto itself", "J 4,4 4,4", 1, "not two cells away"},
		{"steps twice", "E 4,4 3,3\nE 3,3 2,2", 1, "a step is a move of its own"},
		{"jump, then step", "J 4,4 6,4\nE 6,4 7,4", 2, "a step is a move of its own"},
		{"another piece jumps on", "J 4,4 6,4\nJ 6,5 6,3", 2, "it starts on 6,5, the line before it ends on 6,4"},
		{"back again", "J 4,4 6,4\nJ 6,4 4,4", 2, "nor where it began: 4,4"},
		{"lands twice", "J 4,4 6,4\nJ 6,4 6,6\nJ 6,6 6,4", 3, "does not land twice on a cell, nor where it began: 6,4"},
		{"first jump over nothing", "J 6,5 6,3\nJ 6,3 8,3", 1, "no piece on 6,4"},
	}
	for _, test := range bad {
		t.Run(test.name, func(t *testing.T) {
			_, err := usc.ParseMove(&p, test.text)
			var at *interchange.LineError
			if !errors.As(err, &at) || !errors.Is(err, engine.ErrIllegal) || at.Line != test.line || !strings.Contains(err.Error(), test.reason) {
				t.Errorf("%v, want line %d: %s", err, test.line, test.reason)
			}
		})
	}
	if _, err := usc.MoveText(&p, engine.NewMove(cell(4, 4), cell(9, 9))); !errors.Is(err, engine.ErrIllegal) {
		t.Errorf("an illegal move is written: %v", err)
	}
}

// The lock of the rules decides whether a piece may leave the target camp.
func TestLock(t *testing.T) {
	board := withPieces([][2]int{{14, 11}}, [][2]int{{0, 5}})
	for ref, ok := range map[string]bool{"plyyard": true, "wiki-2": false} {
		p := mustBoard(t, mustRules(t, ref), board, engine.SetUp{})
		if _, err := usc.ParseMove(&p, "E 14,11 14,10"); (err == nil) != ok || err != nil && !errors.Is(err, engine.ErrIllegal) {
			t.Errorf("%s: %v", ref, err)
		}
	}
}

func TestFinishedGame(t *testing.T) {
	swapped := strings.NewReplacer("B", "W", "W", "B").Replace(start)
	p := mustBoard(t, mustRules(t, "plyyard"), swapped, engine.SetUp{Ply: 99})
	if _, err := usc.ParseMove(&p, "E 15,11 15,10"); !errors.Is(err, engine.ErrIllegal) || !strings.Contains(err.Error(), "over") {
		t.Errorf("a move after the end: %v", err)
	}
}

// checkPosition holds a position against its texts.
func checkPosition(t *testing.T, p *engine.Position, mode usc.Mode, seconds float64) {
	t.Helper()
	in := usc.Input{Mode: mode, Seconds: seconds, Position: *p}
	text, err := in.Text()
	if err != nil {
		t.Fatal(err)
	}
	again, err := usc.ParseInput(p.Rules(), text, history(p))
	if err != nil || again.Mode != mode || again.Seconds != seconds || !again.Position.Equal(p) {
		t.Fatalf("%s\nis read as\n%s: %v", p, &again.Position, err)
	}
	board, err := usc.BoardText(p)
	if err != nil || !strings.HasSuffix(text, board) || strings.Count(board, "\n") != 16 {
		t.Fatalf("board %q of input %q: %v", board, text, err)
	}
	if q, err := usc.ParseBoard(p.Rules(), board, history(p)); err != nil || !q.Equal(p) {
		t.Fatalf("%s\nis read from the board as\n%s: %v", p, &q, err)
	}
}

// checkMove holds a move against its lines and returns their number.
func checkMove(t *testing.T, p *engine.Position, m engine.Move) int {
	t.Helper()
	text, err := usc.MoveText(p, m)
	if err != nil {
		t.Fatal(err)
	}
	if back, err := usc.ParseMove(p, text); err != nil || back != m {
		t.Fatalf("%s, %s: %q is read as %v, %v", p, p.MoveText(m), text, back, err)
	}
	return strings.Count(text, "\n")
}

// Random games to their end or far into the middle, every position and every
// move played, and in some positions every legal one.
func TestRandomGames(t *testing.T) {
	for i, ref := range []string{"plyyard", "wiki-2", "leapstone-2", "wiki-2,lock=path,turn_limit=70", "plyyard,lock=endpass,deadline=40"} {
		t.Run(ref, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(3, uint64(i)))
			p := mustRules(t, ref).Start(i % 2)
			longest := 0
			var buf []engine.Move
			for !p.Result().Over() && p.Ply() < 150 {
				checkPosition(t, &p, usc.Mode(p.Ply()%2), 0.25+rng.Float64()*300)
				buf = p.Moves(buf[:0])
				if p.Ply()%25 == 24 {
					for _, m := range buf {
						longest = max(longest, checkMove(t, &p, m))
					}
				}
				m := buf[rng.IntN(len(buf))]
				longest = max(longest, checkMove(t, &p, m))
				p.Play(m)
			}
			checkPosition(t, &p, usc.Game, 1)
			if longest < 3 {
				t.Errorf("the longest chain has %d jumps", longest)
			}
		})
	}
}

// Random crowded boards.
func TestRandomBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, ref := range []string{"plyyard", "wiki-2,lock=path"} {
		rules := mustRules(t, ref)
		for range 40 {
			s := engine.SetUp{Cells: make([]uint8, 256), Mover: rng.IntN(2), Ply: 1 + rng.IntN(100)}
			density := 0.6 * rng.Float64()
			for c := range s.Cells {
				if rng.Float64() < density {
					s.Cells[c] = uint8(1 + rng.IntN(2))
				}
			}
			p, err := engine.NewPosition(rules, s)
			if err != nil {
				t.Fatal(err)
			}
			checkPosition(t, &p, usc.Single, 5)
			moves := p.Moves(nil)
			rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
			for _, m := range moves[:min(len(moves), 100)] {
				checkMove(t, &p, m)
			}
		}
	}
}

// The recorded games on 16x16 for two, which two other programs agree on.
func TestRecordedGames(t *testing.T) {
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
		if rules.Board().ID() != "sq16" || len(g.Moves) == 0 {
			continue
		}
		played++
		p := rules.Start(int(g.Turns[0] - '1'))
		for _, m := range g.Moves {
			checkPosition(t, &p, usc.Game, 300)
			checkMove(t, &p, engine.NewMove(m[0], m[1]))
			p.Play(engine.NewMove(m[0], m[1]))
		}
		checkPosition(t, &p, usc.Game, 300)
	}
	if played == 0 {
		t.Error("no recorded game on 16x16 for two")
	}
}
