package client

import (
	"fmt"
	"strings"
	"time"

	"halmazero/engine"
	"halmazero/selfplay/ugi"
)

// hello asks whether the program speaks the language.
func (p *Process) hello() error {
	if err := p.send(string(ugi.Hello)); err != nil {
		return err
	}
	_, err := p.await(wait{kind: ugi.HelloDone, deadline: time.Now().Add(p.timeout), other: func(a ugi.Answer) {
		if name, ok := strings.CutPrefix(a.Text, "name "); ok && a.Kind == ugi.ID {
			p.name = name
		}
	}})
	return err
}

// NewGame begins a game by a ruleset. Where it is not that of the game before
// the program is told, and ErrRefused is what it says against it.
func (p *Process) NewGame(rules *engine.Rules) error {
	if !p.Knows(rules) {
		if refusal, err := p.sync(ugi.Request{Verb: ugi.SetOption, Name: "preset", Value: rules.Ref()}.String()); err != nil {
			return err
		} else if refusal != "" {
			return fmt.Errorf("%w to play %s: %s", ErrRefused, rules.Ref(), refusal)
		}
		p.rules = rules.Canonical()
	}
	_, err := p.sync(string(ugi.NewGame))
	return err
}

// Knows reports whether the program was told this ruleset last.
func (p *Process) Knows(rules *engine.Rules) bool { return rules.Canonical() == p.rules }

// sync sends lines and waits until the program is ready. What was said before
// is forgotten, but for the last error, which is returned as text.
func (p *Process) sync(lines ...string) (complaint string, err error) {
	if p.failed != nil {
		return "", p.failed
	}
	if err := p.send(append(lines, string(ugi.IsReady))...); err != nil {
		return "", err
	}
	_, err = p.await(wait{kind: ugi.Ready, deadline: time.Now().Add(p.timeout), other: func(a ugi.Answer) {
		if a.Kind == ugi.ErrorText {
			complaint = a.Text
		}
	}})
	return complaint, err
}

// Ask is the question for a move.
type Ask struct {
	// Start is the position text from which Moves lead to the position, ""
	// for the start position of the ruleset with its first seat to move, seat 1
	// where that is drawn by lot.
	Start  string
	Moves  []string
	Limits ugi.Limits
	// Deadline is how long after go the answer is late. Without one, 0, the
	// program may think for ever.
	Deadline time.Duration
	// Stop, if set, is asked every few milliseconds whether the program shall
	// answer at once.
	Stop func() bool
	// Info, if set, is told what the program says of its search.
	Info func(ugi.Info)
}

// stopInterval is how often Stop is asked.
const stopInterval = 2 * time.Millisecond

// Move asks for a move and returns the text of the answer, whatever it is, and
// what the program said against the position. An error wraps ErrCrash or
// ErrLate, and the process is of no use any more.
func (p *Process) Move(ask Ask) (text, complaint string, err error) {
	complaint, err = p.sync(ugi.Request{Verb: ugi.Place, Start: ask.Start, Moves: ask.Moves}.String())
	if err != nil {
		return "", complaint, err
	}
	if err := p.send(ugi.Request{Verb: ugi.Go, Limits: ask.Limits}.String()); err != nil {
		return "", complaint, err
	}
	var deadline time.Time
	if ask.Deadline > 0 {
		deadline = time.Now().Add(ask.Deadline)
	}
	var stopper <-chan time.Time
	if ask.Stop != nil {
		ticker := time.NewTicker(stopInterval)
		defer ticker.Stop()
		stopper = ticker.C
	}
	a, err := p.await(wait{kind: ugi.BestMove, deadline: deadline, tick: stopper, stop: ask.Stop, other: func(a ugi.Answer) {
		switch {
		case a.Kind == ugi.ErrorText:
			complaint = a.Text
		case a.Kind == ugi.SearchInfo && ask.Info != nil:
			ask.Info(a.Info)
		}
	}})
	return a.Text, complaint, err
}

// wait is what await waits for.
type wait struct {
	kind     ugi.AnswerKind
	deadline time.Time        // zero for never
	other    func(ugi.Answer) // is shown what comes before
	tick     <-chan time.Time // when to ask stop, nil for never
	stop     func() bool      // whether the program shall be told to stop
}

// await takes answers until one of the kind. An answer that was read behind the
// deadline is late.
func (p *Process) await(w wait) (ugi.Answer, error) {
	var late <-chan time.Time
	if !w.deadline.IsZero() {
		timer := time.NewTimer(time.Until(w.deadline))
		defer timer.Stop()
		late = timer.C
	}
	for {
		select {
		case a, ok := <-p.answers:
			switch {
			case !ok:
				return ugi.Answer{}, p.fail(p.crash())
			case late != nil && a.at.After(w.deadline):
				return ugi.Answer{}, p.fail(ErrLate)
			case a.Kind == w.kind:
				return a.Answer, nil
			}
			w.other(a.Answer)
		case <-w.tick:
			if !w.stop() {
				continue
			}
			w.tick = nil
			if err := p.send(string(ugi.Stop)); err != nil {
				return ugi.Answer{}, err
			}
		case <-late:
			select {
			case a, ok := <-p.answers: // it may have been read in time
				if ok && a.Kind == w.kind && !a.at.After(w.deadline) {
					return a.Answer, nil
				}
			default:
			}
			return ugi.Answer{}, p.fail(ErrLate)
		}
	}
}
