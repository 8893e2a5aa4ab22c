package agent

import (
	"errors"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"halmazero/engine"
	"halmazero/selfplay/ugi"
	"halmazero/selfplay/ugi/ugitest"
)

func TestMain(m *testing.M) {
	ugitest.Main()
	os.Exit(m.Run())
}

// programOf is the player of a test program of the given mode. Nothing of it
// is left when the test has ended.
func programOf(t *testing.T, mode, options string) *program {
	t.Helper()
	s, err := ParseSpec("ugi:" + ugi.JoinCommand(ugitest.Command(mode)) + options)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := Close(p); err != nil {
			t.Error(err)
		}
		goleak.VerifyNone(t)
	})
	return p.(*program)
}

func start(t *testing.T, ref string) engine.Position {
	t.Helper()
	r, err := engine.ParseRules(ref)
	if err != nil {
		t.Fatal(err)
	}
	return r.Start(0)
}

// A program plays whole games against a player of this process, by every kind
// of ruleset, and never disagrees with it about the position.
func TestProgramPlaysGames(t *testing.T) {
	g := programOf(t, "good", "")
	rng := rand.New(rand.NewPCG(1, 2))
	for _, ref := range []string{"wiki-8", "wiki-8-d30", "star-121-3", "leapstone-4", "wiki-4-teams"} {
		p := start(t, ref)
		g.Reset()
		own := 0
		for !p.Result().Over() && p.Ply() < 60 {
			player := Player(&random{})
			if p.Mover() == 1 {
				player = g
				own++
			}
			m, err := player.Choose(&p, rng)
			if err != nil {
				t.Fatal(err)
			}
			if p.Mover() == 1 && m != p.Moves(nil)[0] {
				t.Fatalf("%s: the program plays %s in %s", ref, p.Board().ShortText(m), &p)
			}
			p.Play(m)
			g.Observe(m)
		}
		if own < 10 || len(g.moves) < own {
			t.Errorf("%s: %d moves of the program, %d were told by moves", ref, own, len(g.moves))
		}
	}
}

func TestProgramForfeits(t *testing.T) {
	for _, x := range []struct{ mode, options, reason, detail string }{
		{"silent", ",margin=50ms", ForfeitLate, "no answer in time"},
		{"late:400", ",time=20ms,margin=30ms", ForfeitLate, "no answer in time"},
		{"unended", ",margin=50ms", ForfeitLate, "no answer in time"},
		{"flood", ",margin=50ms", ForfeitLate, "no answer in time"},
		{"longline", ",margin=50ms", ForfeitLate, "no answer in time"},
		{"illegal", "", ForfeitIllegal, `bestmove "a1-h8": illegal move`},
		{"garbage", "", ForfeitIllegal, `bestmove "\x1b[2J`},
		{"empty", "", ForfeitIllegal, `bestmove "": illegal move`},
		{"crash", "", ForfeitCrash, "exit status 3; its last words: panic: out of luck"},
		{"halfline", "", ForfeitCrash, "exit status 0"},
		{"close", "", ForfeitCrash, "it closed its standard input or output"},
	} {
		t.Run(x.mode, func(t *testing.T) {
			g := programOf(t, x.mode, x.options)
			g.Reset()
			p := start(t, "wiki-8")
			_, err := g.Choose(&p, nil)
			var f *Forfeit
			if !errors.As(err, &f) {
				t.Fatalf("not a forfeit: %v", err)
			}
			if f.Reason != x.reason || !strings.Contains(f.Detail, x.detail) || f.Position != p.String() {
				t.Errorf("%+v, want %s ...%s", f, x.reason, x.detail)
			}
			if text := err.Error(); strings.ContainsAny(text, "\n\x1b\x00") || !strings.HasPrefix(text, "player ugi:") {
				t.Errorf("the error is %q", text)
			}
		})
	}
}

// A game is lost, the next one is played: by the same process where that is
// still sound, by a new one elsewhere.
func TestProgramPlaysOnAfterAForfeit(t *testing.T) {
	for _, x := range []struct {
		mode    string
		restart bool
	}{{"crash:1", true}, {"silent:1", true}, {"illegal:1", false}} {
		t.Run(x.mode, func(t *testing.T) {
			g := programOf(t, x.mode, ",margin=1500ms")
			before := g.process
			play := func(moves int) error {
				g.Reset()
				p := start(t, "wiki-8")
				for range moves {
					m, err := g.Choose(&p, nil)
					if err != nil {
						return err
					}
					p.Play(m)
					g.Observe(m)
				}
				return nil
			}
			var f *Forfeit
			if err := play(2); !errors.As(err, &f) {
				t.Fatalf("the second move is no forfeit: %v", err)
			}
			if err := play(1); err != nil {
				t.Fatalf("the next game: %v", err)
			}
			if (g.process != before) != x.restart {
				t.Errorf("another process is %t, want %t", g.process != before, x.restart)
			}
		})
	}
}

func TestProgramThatCannotPlay(t *testing.T) {
	for _, x := range []struct {
		name    string
		command []string
		want    string
	}{
		{"no such program", []string{"/no/such/program"}, "no such file"},
		{"not a program", []string{os.DevNull}, "starting "},
		{"exits at start", ugitest.Command("exit:7"), `exit status 7; its last words: first words / no licence found`},
	} {
		t.Run(x.name, func(t *testing.T) {
			defer goleak.VerifyNone(t)
			_, err := Spec{Kind: UGI, Command: ugi.JoinCommand(x.command)}.New(nil)
			var f *Forfeit
			if err == nil || !strings.Contains(err.Error(), x.want) || errors.As(err, &f) {
				t.Errorf("the error is %v, want ...%s", err, x.want)
			}
		})
	}
	t.Run("another ruleset", func(t *testing.T) {
		g := programOf(t, "wiki8only", "")
		p := start(t, "wiki-8,lock=path")
		_, err := g.Choose(&p, nil)
		var f *Forfeit
		if err == nil || errors.As(err, &f) || !strings.Contains(err.Error(), "refuses to play wiki-8,lock=path: only wiki-8 is played here") {
			t.Errorf("the error is %v", err)
		}
	})
	t.Run("gone between two games", func(t *testing.T) {
		g := programOf(t, "crash", "")
		p := start(t, "wiki-8")
		if _, err := g.Choose(&p, nil); err == nil {
			t.Fatal("no crash")
		}
		g.command = []string{"/no/such/program"}
		g.Reset()
		_, err := g.Choose(&p, nil)
		var f *Forfeit
		if err == nil || errors.As(err, &f) {
			t.Errorf("a program that cannot be started again: %v", err)
		}
	})
}

// What a program is told: moves from the start where it has seen them all, a
// position where it has not.
func TestProgramIsToldTheGame(t *testing.T) {
	g := programOf(t, "good", ",nodes=5")
	p := start(t, "wiki-8")
	play := func(text string) {
		t.Helper()
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		p.Play(m)
		g.Observe(m)
	}
	check := func(wantStart string, wantMoves ...string) {
		t.Helper()
		if _, err := g.Choose(&p, nil); err != nil {
			t.Fatal(err)
		}
		if ask := g.ask(); ask.Start != wantStart || !reflect.DeepEqual(append([]string{}, ask.Moves...), append([]string{}, wantMoves...)) || ask.Limits.Nodes != 5 {
			t.Errorf("it is asked %+v, want from %q the moves %q", ask, wantStart, wantMoves)
		}
	}
	g.Reset()
	check("")
	play("c1-d2")
	play("f8-e7")
	check("", "c1-d2", "f8-e7")

	g.Reset()
	play("d2-e3") // before its first move it is told nothing
	opening := p.String()
	check(opening)
	play("e7-d6")
	check(opening, "e7-d6")

	p = start(t, "wiki-8") // without a word, the game is another one
	check("")
}

// The start of a ruleset has its first seat to move, and the program means the
// same by it.
func TestProgramKnowsWhoBegins(t *testing.T) {
	g := programOf(t, "good", "")
	other := start(t, "wiki-8,first=2") // seat 1 to move: not the start of the rules
	rules := other.Rules()
	for seat, told := range []bool{true, false} { // whether a position is told
		p := rules.Start(seat)
		g.Reset()
		if _, err := g.Choose(&p, nil); err != nil {
			t.Errorf("seat %d begins: %v", seat+1, err)
		}
		if ask := g.ask(); (ask.Start != "") != told {
			t.Errorf("seat %d begins: it is asked for %q", seat+1, ask.Start)
		}
	}
}

func TestProgramStops(t *testing.T) {
	g := programOf(t, "patient", "")
	p := start(t, "wiki-8")
	asked := 0
	if !StopWhen(g, func() bool { asked++; return asked == 3 }) {
		t.Fatal("it cannot be stopped")
	}
	for range 2 {
		asked = 0
		if _, err := g.Choose(&p, nil); err != nil || asked != 3 {
			t.Fatalf("stopped after %d questions: %v", asked, err)
		}
	}
}

func TestProgramReports(t *testing.T) {
	g := programOf(t, "info", "")
	p := start(t, "wiki-8")
	first := p.Moves(nil)[0]
	var infos []Info
	OnInfo(g, func(i Info) { infos = append(infos, i) })
	if _, err := g.Choose(&p, nil); err != nil {
		t.Fatal(err)
	}
	want := []Info{
		{Depth: 1, Nodes: 5, Score: 7, Unit: Hundredths, Line: []engine.Move{first}},
		{Depth: 2, Nodes: 12, Score: -3, Unit: Plies, Line: []engine.Move{first}},
	}
	if !reflect.DeepEqual(infos, want) {
		t.Errorf("it reports %+v, want %+v", infos, want)
	}
}

func TestUnitsHaveNames(t *testing.T) {
	for u := NoScore; u <= Plies; u++ {
		if got := unitOf(u.String()); got != u {
			t.Errorf("%q is the name of %d and of %d", u, u, got)
		}
	}
	if u := unitOf("wdl"); u != NoScore {
		t.Errorf("an unknown unit is %d", u)
	}
}

func TestMargin(t *testing.T) {
	for _, x := range []struct {
		spec Spec
		want time.Duration
	}{
		{Spec{Time: time.Second}, DefaultMargin},
		{Spec{Nodes: 5}, DefaultPatience},
		{Spec{Time: time.Second, Margin: 3}, 3},
		{Spec{Margin: 3}, 3},
	} {
		if got := x.spec.margin(); got != x.want {
			t.Errorf("%+v: %v, want %v", x.spec, got, x.want)
		}
	}
}
