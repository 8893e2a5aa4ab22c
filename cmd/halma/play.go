package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"halmazero/configs"
	"halmazero/engine"
	"halmazero/internal/fsx"
	"halmazero/internal/seed"
	"halmazero/mcts"
	"halmazero/model/features"
	"halmazero/model/pretrained"
	"halmazero/selfplay/agent"
)

func playCommand() command {
	c := command{name: "play", args: "[--preset P] [--player SPEC] [--seat N] [--seed S]",
		about: "play against the program: moves on stdin, the board on stdout"}
	c.whole = true
	c.run = func(e env, args []string) error {
		f := options(c, e)
		preset := f.String("preset", "wiki-8-d30", "ruleset reference, or the path of a ruleset file")
		player := f.String("player", "", "who has all other seats: "+playerForms+" (default: an embedded network with time=1s if there is one for the board, and else classical:hard)")
		seat := f.Int("seat", 1, "your seat")
		root := f.Uint64("seed", 0, "seed of who begins, where that is drawn, and of the player (default: the clock)")
		if err := parse(f, args, 0, 0); err != nil {
			return err
		}
		rules, err := parsePreset(*preset)
		if err != nil {
			return err
		}
		if err := checkRange("seat", *seat, 1, rules.Seats()); err != nil {
			return err
		}
		if !given(f, "player") {
			*player = defaultOpponent(rules)
		}
		spec, err := parseSpec("player", *player)
		if err != nil {
			return err
		}
		if err := spec.CheckRules(rules); err != nil {
			return usageError("%w", asGiven(*player, spec, err))
		}
		if !given(f, "seed") {
			*root = uint64(time.Now().UnixNano())
		}
		return play(e, rules, spec, *player, *seat-1, seed.New(*root, "play"))
	}
	return c
}

// defaultOpponent is the first embedded network that can play the rules and has
// learned with a deadline or without as they have it, or a bot where there is
// none: a network that knows deadlines alone loses without one (docs/training.md).
func defaultOpponent(rules *engine.Rules) string {
	code := features.For(rules)
	for _, name := range pretrained.Names() {
		if n, err := pretrained.Open(name); err == nil && pretrained.Embedded(name) && code.Check(n.Spec) == nil && alikeInDeadline(rules, n.Provenance.Rules) {
			return "net:" + name + ",time=1s"
		}
	}
	return "classical:hard"
}

// alikeInDeadline reports whether rules and those of a reference both have a
// deadline or both have none.
func alikeInDeadline(rules *engine.Rules, ref string) bool {
	learned, err := engine.ParseRules(ref)
	return err == nil && (learned.Deadline() > 0) == (rules.Deadline() > 0)
}

// play is a game between a person, who has a seat, and players of a spec, which
// is called name, on all others.
func play(e env, rules *engine.Rules, spec agent.Spec, name string, seat int, rng *rand.Rand) (err error) {
	first, random := rules.First()
	if random {
		first = rng.IntN(rules.Seats())
	}
	start := rules.Start(first)
	start.SkipBlocked()
	g := &game{out: e.out, talk: e.talk, in: bufio.NewScanner(e.in), rules: rules, seat: seat, first: first, rng: rng, now: start,
		players: make([]agent.Player, rules.Seats())}
	load := agent.LoadNets(rules, mcts.Default())
	for s := range g.players {
		if s == seat {
			continue
		}
		p, fault := spec.New(load)
		if fault != nil {
			return fault
		}
		defer func() { err = firstError(err, agent.Close(p)) }()
		g.players[s] = p
	}
	g.say("%s: you have seat %d (%s), %s has the others; seat %d begins", configs.DescribeRules(rules), seat+1, rules.Board().Corner(seat), name, g.now.Mover()+1)
	g.say("type a move, ? for the legal ones, or help")
	return g.run()
}

// game is a game at the terminal.
type game struct {
	out, talk io.Writer // the game, and the prompt
	in        *bufio.Scanner
	rules     *engine.Rules
	seat      int // the person's
	first     int // that began
	players   []agent.Player
	rng       *rand.Rand

	now   engine.Position
	turns []turn
	saved string // the file that was written last
	fault error  // the first one of the output
}

// turn is a move or a resignation, and the position before it.
type turn struct {
	before engine.Position
	seat   int
	text   string
}

func (g *game) say(format string, args ...any) { g.print(fmt.Sprintf(format+"\n", args...)) }

// print writes to the output. A fault of it ends the game.
func (g *game) print(text string) {
	_, err := io.WriteString(g.out, text)
	g.fault = firstError(g.fault, err)
}

// run plays until the person leaves, or cannot be shown the game. A game that is
// over can still be saved and taken back.
func (g *game) run() error {
	g.show()
	for {
		if g.fault != nil {
			return fmt.Errorf("show the game: %w", g.fault)
		}
		if !g.now.Result().Over() && g.now.Mover() != g.seat {
			if err := g.answer(); err != nil {
				return err
			}
			continue
		}
		if g.now.Result().Over() {
			fmt.Fprint(g.talk, "save FILE, undo or quit> ")
		} else {
			fmt.Fprintf(g.talk, "seat %d, your move> ", g.seat+1)
		}
		if !g.in.Scan() {
			fmt.Fprintln(g.talk)
			return g.in.Err()
		}
		if words := strings.Fields(g.in.Text()); len(words) > 0 && !g.obey(words) {
			return nil
		}
	}
}

// obey does what a line asks for; false ends the program.
func (g *game) obey(words []string) bool {
	name, rest := words[0], words[1:]
	switch {
	case name == "quit" && len(rest) == 0:
		return false
	case name == "help" && len(rest) == 0:
		g.help()
	case (name == "?" || name == "moves") && len(rest) == 0:
		g.list()
	case name == "board" && len(rest) == 0:
		g.show()
	case name == "undo" && len(rest) == 0:
		g.undo()
	case name == "save" && len(rest) == 1:
		if err := g.save(rest[0]); err != nil {
			g.say("not saved: %v", err)
		} else {
			g.say("saved in %s, which halma replay reads", rest[0])
		}
	case name == "resign" && len(rest) == 0:
		g.resign()
	case len(rest) > 0:
		g.say("not understood: %q; one move a line, or help", strings.Join(words, " "))
	default:
		g.take(name)
	}
	return true
}

func (g *game) help() {
	g.say("a move    its cells, as in e5-f6 or e5-g5-g7, or where it begins and ends, as in e5>g7")
	g.say("? moves   the legal moves, a line a piece")
	g.say("board     the board; a colon is an empty cell of your target camp")
	g.say("undo      take your last move back, and what was played after it")
	g.say("resign    if the rules know it")
	g.say("save FILE write the game so far")
	g.say("quit      leave; so does the end of the input")
}

// show prints the board and whose turn it is.
func (g *game) show() {
	g.print(drawBoard(&g.now, g.seat))
	if d := g.rules.Deadline(); d > 0 && !g.now.Result().Over() {
		g.say("your move number %d; from number %d on, who still has a piece in the own camp loses; you have %d there", g.now.Made(g.seat)+1, d, g.now.AtHome(g.seat))
	}
}

// list prints the legal moves of the person, a line a piece.
func (g *game) list() {
	if g.now.Result().Over() {
		g.say("the game is over")
		return
	}
	line, from := "", -1
	for _, m := range sortedMoves(&g.now) {
		if m.From() != from {
			if line != "" {
				g.say("%s", line)
			}
			line, from = "", m.From()
		} else {
			line += " "
		}
		line += g.now.Board().ShortText(m)
	}
	g.say("%s", line)
}

// take plays the person's move, if the rules allow it.
func (g *game) take(text string) {
	m, err := g.now.ParseMove(text)
	if err != nil {
		g.say("%v; ? lists the legal moves", err)
		return
	}
	g.made(m)
}

// resign gives the person's seat up, if the rules allow it.
func (g *game) resign() {
	q, text := g.now, fmt.Sprintf("resign:%d", g.seat+1)
	if _, err := q.PlayEvent(text); err != nil {
		g.say("%v", err)
		return
	}
	g.turns = append(g.turns, turn{g.now, g.seat, text})
	g.now = q
	g.passed(g.seat)
}

// made plays a legal move of the seat whose turn it is.
func (g *game) made(m engine.Move) {
	seat, text := g.now.Mover(), g.now.MoveText(m)
	g.turns = append(g.turns, turn{g.now, seat, text})
	g.now.Play(m)
	for _, p := range g.players {
		if p != nil {
			p.Observe(m)
		}
	}
	g.say("seat %d plays %s", seat+1, text)
	g.passed(seat)
}

// passed says what has come of a turn.
func (g *game) passed(seat int) {
	if r := g.now.Result(); r.Over() {
		g.show()
		g.say("the game is over: %s (%s)", r, r.Cause)
		return
	}
	for s := (seat + 1) % g.rules.Seats(); s != g.now.Mover(); s = (s + 1) % g.rules.Seats() {
		if g.now.Status(s).State == engine.Active {
			g.say("seat %d is skipped", s+1)
		}
	}
	if g.now.Mover() == g.seat {
		g.show()
	}
}

// answer plays a move of the program.
func (g *game) answer() error {
	p := g.now
	m, err := g.players[p.Mover()].Choose(&p, g.rng)
	if err == nil {
		err = g.now.Legal(m)
	}
	if err != nil {
		return fmt.Errorf("seat %d: %w", g.now.Mover()+1, err)
	}
	g.made(m)
	return nil
}

// undo goes back to before the person's last turn.
func (g *game) undo() {
	last := len(g.turns) - 1
	for last >= 0 && g.turns[last].seat != g.seat {
		last--
	}
	if last < 0 {
		g.say("you have made no move yet")
		return
	}
	g.now, g.turns = g.turns[last].before, g.turns[:last]
	for _, p := range g.players {
		if p != nil {
			p.Reset()
		}
	}
	g.show()
}

// save writes the game as halma replay reads it. A file of somebody else is
// not replaced.
func (g *game) save(file string) error {
	if exists(file) && file != g.saved {
		return errors.New(file + " exists already")
	}
	moves := make([]string, len(g.turns))
	for i, t := range g.turns {
		moves[i] = t.text
	}
	record := struct {
		Preset string   `json:"preset"`
		First  int      `json:"first"`
		Moves  []string `json:"moves"`
		Result *string  `json:"result,omitempty"`
	}{g.rules.Ref(), g.first + 1, moves, resultText(&g.now)}
	if err := fsx.WriteFile(file, append(jsonLine(record), '\n')); err != nil {
		return err
	}
	g.saved = file
	return nil
}
