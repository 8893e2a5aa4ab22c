package agent

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"halmazero/engine"
	"halmazero/selfplay/ugi"
	"halmazero/selfplay/ugi/client"
)

const (
	// MaxUGIDepth is the largest depth that another program is asked for.
	MaxUGIDepth = 1000
	// DefaultMargin is how long behind its time another program may answer. It
	// covers the way of the answer and a busy machine.
	DefaultMargin = 200 * time.Millisecond
	// DefaultPatience is how long a program may think whose time is not bounded.
	DefaultPatience = time.Minute
	// startTimeout is how long a program may take for answers that are not
	// moves: ugiok and readyok.
	startTimeout = 10 * time.Second
)

// millisWords say what the time of another program may be.
var millisWords = durationWords + ", in whole milliseconds"

func millisOK(d time.Duration) bool { return d%time.Millisecond == 0 }

// commandOK reports whether a command is written as ugi.JoinCommand does.
func commandOK(command string) bool {
	words, err := ugi.SplitCommand(command)
	return err == nil && ugi.JoinCommand(words) == command
}

// cutCommand reads the spec of another program up to its options.
func cutCommand(text string) (s Spec, options string, err error) {
	command, options, comma := ugi.CutCommand(text)
	words, err := ugi.SplitCommand(command)
	if err != nil {
		return Spec{}, "", err
	}
	if comma && options == "" {
		return Spec{}, "", errors.New("nothing follows the comma; a comma of the command stands in quotes")
	}
	if first, _, ok := strings.Cut(options, "="); comma && (!ok || find(UGI, first) == nil) {
		first, _, _ = strings.Cut(first, ",")
		return Spec{}, "", fmt.Errorf("unknown option %q; known: %s; a comma of the command stands in quotes", first, known(UGI))
	}
	return Spec{Kind: UGI, Command: ugi.JoinCommand(words)}, options, nil
}

// program is another program as a player. Its process runs from New to Close,
// and is started anew for the game after one in which it failed.
type program struct {
	spec    Spec
	command []string
	process *client.Process
	stop    func() bool
	report  func(Info)

	// The game as the program is told it: moves from a start. It is not told
	// anything before its first own move, so that the start is the position of
	// that move: behind an opening it knows of no earlier moves.
	begun bool
	start engine.Position
	moves []string
	now   engine.Position // where they lead
	fresh bool            // the program does not know yet that a game begins
}

func newProgram(s Spec) (Player, error) {
	words, err := ugi.SplitCommand(s.Command)
	if err != nil {
		return nil, err
	}
	p := &program{spec: s, command: words, fresh: true}
	if p.process, err = client.Start(words, startTimeout); err != nil {
		return nil, err
	}
	return p, nil
}

// Choose asks the program. Where it gives no legal move in time the error wraps
// a *Forfeit; any other error says that it cannot play at all.
func (g *program) Choose(p *engine.Position, _ *rand.Rand) (engine.Move, error) {
	if p.Result().Over() || p.CountMoves() == 0 {
		return 0, noMove(p)
	}
	if err := g.ready(p); err != nil {
		return 0, g.wrap(p, err)
	}
	if !g.begun || !g.now.Equal(p) {
		g.begun, g.start, g.moves, g.now = true, *p, nil, *p
	}
	text, complaint, err := g.process.Move(g.ask())
	if err != nil {
		return 0, g.wrap(p, err)
	}
	m, err := p.ParseMove(text)
	if err != nil {
		detail := fmt.Sprintf("bestmove %s: %v", shorten(text), err)
		if complaint != "" {
			detail += "; it says: " + shorten(complaint)
		}
		return 0, g.wrap(p, &Forfeit{Reason: ForfeitIllegal, Detail: detail, Position: p.String()})
	}
	return m, nil
}

// ready sees to a running program that knows the game's ruleset.
func (g *program) ready(p *engine.Position) error {
	if g.process == nil || g.process.Failed() != nil {
		if err := Close(g); err != nil {
			return err
		}
		process, err := client.Start(g.command, startTimeout)
		if err != nil {
			return err
		}
		g.process, g.fresh = process, true
	}
	if !g.fresh && g.process.Knows(p.Rules()) {
		return nil
	}
	if err := g.process.NewGame(p.Rules()); err != nil {
		return err
	}
	g.begun, g.fresh = false, false
	return nil
}

// ask is the question for the move of the position that the moves lead to.
func (g *program) ask() client.Ask {
	a := client.Ask{Moves: g.moves, Stop: g.stop,
		Limits:   ugi.Limits{MoveTime: g.spec.Time, Nodes: g.spec.Nodes, Depth: g.spec.Depth},
		Deadline: g.spec.Time + g.spec.margin()}
	first, _ := g.start.Rules().First() // as the interface has it: seat 1 where it is drawn
	if startpos := g.start.Rules().Start(first); !g.start.Equal(&startpos) {
		a.Start = g.start.String()
	}
	if g.report != nil {
		a.Info = func(i ugi.Info) { g.report(g.infoOf(i)) }
	}
	return a
}

// margin is how long behind its budget in time the program may answer.
func (s Spec) margin() time.Duration {
	switch {
	case s.Margin > 0:
		return s.Margin
	case s.Time > 0:
		return DefaultMargin
	}
	return DefaultPatience
}

// infoOf is what a program says of its search in the words of all players. The
// line ends before the first move that is not one.
func (g *program) infoOf(i ugi.Info) Info {
	info := Info{Depth: i.Depth, Nodes: i.Nodes, Score: i.Score, Unit: unitOf(i.Unit), Full: i.Full >= 1000}
	p := g.now
	for _, text := range i.Line {
		m, err := p.ParseMove(text)
		if err != nil {
			break
		}
		info.Line = append(info.Line, m)
		p.Play(m)
	}
	return info
}

// wrap says which player an error is of, and takes the failures of a program
// that is under way for lost games.
func (g *program) wrap(p *engine.Position, err error) error {
	reason := ""
	switch {
	case errors.Is(err, client.ErrCrash):
		reason = ForfeitCrash
	case errors.Is(err, client.ErrLate):
		reason = ForfeitLate
	}
	if g.process != nil && g.process.Failed() != nil && reason != "" {
		err = &Forfeit{Reason: reason, Detail: err.Error(), Position: p.String()}
	}
	return fmt.Errorf("player %s: %w", g.spec, err)
}

// Reset begins a game. The program is told before its first move.
func (g *program) Reset() { g.begun, g.fresh = false, true }

// Observe follows the game. After a move that does not fit, which means that
// something else than moves has happened, the program is given the position.
func (g *program) Observe(m engine.Move) {
	if !g.begun {
		return
	}
	if g.now.Legal(m) != nil {
		g.begun = false
		return
	}
	g.moves = append(g.moves, g.now.Board().ShortText(m))
	g.now.Play(m)
}

// StopWhen makes the player a Stopper, OnInfo a Reporter as far as the program
// tells anything.
func (g *program) StopWhen(stop func() bool) { g.stop = stop }

// OnInfo makes the player a Reporter. How often it is called is up to the
// program.
func (g *program) OnInfo(report func(Info)) { g.report = report }

// Close ends the program. A player that is used again starts it again.
func (g *program) Close() error {
	if g.process == nil {
		return nil
	}
	process := g.process
	g.process = nil
	return process.Close()
}

// shorten keeps an error to a readable length, whatever a program writes.
func shorten(text string) string {
	const most = 200
	if len(text) > most {
		text = text[:most] + "..."
	}
	return fmt.Sprintf("%q", text)
}

// units are the names of the units of a score in the universal game interface.
var units = [...]string{NoScore: "", Hundredths: "cp", Thousandths: "value", Plies: "mate"}

// String is the unit's name in the universal game interface, "" for NoScore.
func (u Unit) String() string { return units[u] }

// unitOf is the unit of a name, NoScore for an unknown one.
func unitOf(name string) Unit {
	for u, n := range units {
		if n == name {
			return Unit(u)
		}
	}
	return NoScore
}
