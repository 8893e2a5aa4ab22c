package server

import (
	"fmt"

	"halmazero/engine"
	"halmazero/selfplay/ugi"
)

// place is the position that was set up, and the game up to it.
type place struct {
	start engine.Position
	moves []engine.Move // from start; nil where something else happened, too
	now   engine.Position
	plain bool // moves alone led from start to now
}

// startOf is the start of a ruleset. Where the first seat is drawn by lot it is
// seat 1.
func startOf(rules *engine.Rules) place {
	first, _ := rules.First()
	p := rules.Start(first)
	return place{start: p, now: p, plain: true}
}

// setPlace sets up a position, or says why not.
func (s *Server) setPlace(r ugi.Request) error {
	start := startOf(s.options.rules).start
	if r.Start != "" {
		p, err := engine.ParsePosition(r.Start)
		if err != nil {
			return err
		}
		start = s.adopt(p)
	}
	now, _, err := engine.Replay(start, r.Moves)
	if err != nil {
		return err
	}
	start.SkipBlocked()
	s.place = place{start: start, now: now}
	s.place.follow(r.Moves)
	return nil
}

// adopt is a position with rules that are in use already, where they are the
// same, so that a player made for these can go on.
func (s *Server) adopt(p engine.Position) engine.Position {
	for _, rules := range []*engine.Rules{s.options.rules, s.place.now.Rules()} {
		if rules.Ref() != p.Rules().Ref() {
			continue
		}
		setUp := engine.SetUp{Cells: p.Cells(nil), Mover: p.Mover(), Ply: p.Ply()}
		for seat := range rules.Seats() {
			setUp.Made[seat], setUp.Status[seat], setUp.Missed[seat] = p.Made(seat), p.Status(seat), p.Missed(seat)
		}
		q, err := engine.NewPosition(rules, setUp)
		if err != nil || !q.Equal(&p) {
			panic(fmt.Sprintf("ugi: the position %s is not that of its own rules: %v", &p, err))
		}
		return q
	}
	return p
}

// follow notes the moves of a record that is good, if there is nothing else in
// it.
func (l *place) follow(record []string) {
	p := l.start
	for _, text := range record {
		if text == "skip" {
			continue
		}
		m, err := p.ParseMove(text)
		if err != nil { // an event
			l.moves = nil
			return
		}
		p.Play(m)
		l.moves = append(l.moves, m)
	}
	l.plain = true
}
