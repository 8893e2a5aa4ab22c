package server

import (
	"errors"
	"fmt"

	"halmazero/selfplay/ugi"
)

// errBusy refuses what would change the game under a search.
var errBusy = errors.New("a search is running; only isready, query, stop, wait and quit are answered")

// answer carries a request out. Quit is none of its business.
func (s *Server) answer(r ugi.Request) {
	switch r.Verb {
	case ugi.IsReady:
		s.ready()
		return
	case ugi.Stop:
		s.stopSearch()
		return
	case ugi.Wait:
		if err := s.wait(); err != nil {
			s.complain(err)
		}
		return
	case ugi.Query:
		s.query(r.Name)
		return
	}
	if s.running() {
		s.complain(fmt.Errorf("%s: %w", r.Verb, errBusy))
		return
	}
	var err error
	switch r.Verb {
	case ugi.Hello:
		s.hello()
	case ugi.NewGame:
		s.game++
		s.newStream()
		s.table.forget()
		s.place = startOf(s.options.rules)
	case ugi.SetOption:
		err = s.setOption(r.Name, r.Value)
	case ugi.Place:
		err = s.setPlace(r)
	case ugi.Go:
		if err := s.goOn(r.Limits); err != nil {
			s.say(ugi.ErrorLine("go: "+err.Error()), "bestmove "+ugi.None)
		}
	}
	if err != nil {
		s.complain(err)
	}
}

func (s *Server) hello() {
	lines := append([]string{"id name " + s.cfg.Name, "id author the Halma Zero project"}, s.describe()...)
	s.say(append(lines, "ugiok")...)
}

// ready makes the player, if nothing is at work, so that its network is read
// before the first move. One that was made for the budget of the last move
// stays, since the next move will most likely have the same.
func (s *Server) ready() {
	if !s.running() {
		rules := s.place.now.Rules()
		spec, err := s.options.spec(rules)
		if err == nil && !s.table.holds(spec, rules) {
			err = s.table.seat(spec, spec, rules, s.cfg.Nets)
		}
		if err != nil {
			s.complain(err)
		}
	}
	s.say("readyok")
}

// goOn starts a search, if there is something to search. An answer to go is
// owed in any case.
func (s *Server) goOn(limits ugi.Limits) error {
	if p := &s.place.now; p.Result().Over() {
		return fmt.Errorf("the game is over (%s)", p.Result())
	}
	return s.think(limits)
}
