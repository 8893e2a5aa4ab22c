package server

import (
	"errors"
	"sync"
	"time"

	"halmazero/engine"
	"halmazero/selfplay/agent"
	"halmazero/selfplay/ugi"
)

// search is the choice of a move that is under way, or has been.
type search struct {
	stop     chan struct{} // closed when the search shall end
	stopOnce sync.Once
	done     chan struct{} // closed when it has ended
	infinite bool          // it does not end before stop
}

// running reports whether a search is under way.
func (s *Server) running() bool {
	if s.search == nil {
		return false
	}
	select {
	case <-s.search.done:
		return false
	default:
		return true
	}
}

// stopSearch ends a search early, if there is one.
func (s *Server) stopSearch() {
	if s.search != nil {
		s.search.stopOnce.Do(func() { close(s.search.stop) })
	}
}

// wait waits for the end of a search, if there is one. Nobody could stop one
// that has no end of its own while nothing is read.
func (s *Server) wait() error {
	if s.running() && s.search.infinite && !s.search.stopped() {
		return errors.New("wait: the search has no end; stop it")
	}
	if s.search != nil {
		<-s.search.done
	}
	return nil
}

// stopped reports whether the search shall end.
func (r *search) stopped() bool {
	select {
	case <-r.stop:
		return true
	default:
		return false
	}
}

// think starts the search for a move. No other one is running.
func (s *Server) think(limits ugi.Limits) error {
	begun := time.Now()
	base, err := s.options.spec(s.place.now.Rules())
	if err != nil {
		return err
	}
	t, budget := limits.Time(s.place.now.Mover()), base
	var end time.Time // zero: the player looks at the clock itself, or nobody does
	switch {
	case limits.Nodes > 0 && t > 0:
		// A network's search has a budget in nodes or in time, not both. It is
		// that of a player with the time, which may end it first.
		if budget, err = budget.Limited(0, 0, t); err != nil {
			return err
		}
		if budget.Kind == agent.Net && budget.Tree.Memory == 0 {
			budget.Tree.Memory = agent.DefaultMemory
		}
		end, t = begun.Add(t), 0
	case limits.Clocked:
		// A clock gives each move another time. The player is kept all the
		// same, and stopped from here.
		end, t = begun.Add(t), agent.MaxTime
	case limits.Infinite && t == 0 && limits.Nodes == 0 && limits.Depth == 0:
		t = agent.MaxTime
	}
	spec, err := budget.Limited(limits.Depth, limits.Nodes, t)
	if err != nil {
		return err
	}
	if err := s.table.seat(base, spec, s.place.now.Rules(), s.cfg.Nets); err != nil {
		return err
	}
	s.table.show(&s.place)
	run := &search{stop: make(chan struct{}), done: make(chan struct{}), infinite: limits.Infinite}
	s.search = run
	agent.StopWhen(s.table.player, func() bool {
		return run.stopped() || !end.IsZero() && !time.Now().Before(end)
	})
	p := s.place.now
	agent.OnInfo(s.table.player, func(i agent.Info) { s.say(infoLine(&p, i, time.Since(begun))) })
	go s.run(run, &p)
	return nil
}

// run searches and answers. The search has ended before its answer can be
// read, so that the next request finds it so; and its answer is written before
// anything else that follows its end.
func (s *Server) run(run *search, p *engine.Position) {
	m, err := s.table.player.Choose(p, s.rng)
	if run.infinite {
		<-run.stop
	}
	s.outMu.Lock()
	defer s.outMu.Unlock()
	close(run.done)
	if err != nil {
		s.write(ugi.ErrorLine(err.Error()), "bestmove "+ugi.None)
		return
	}
	s.write("bestmove " + p.Board().ShortText(m))
}

// infoLine is what a search has found, as a line.
func infoLine(p *engine.Position, i agent.Info, elapsed time.Duration) string {
	info := ugi.Info{Depth: i.Depth, Nodes: i.Nodes, Time: elapsed, Score: i.Score, Unit: i.Unit.String()}
	if i.Full {
		info.Full = 1000
	}
	for _, m := range i.Line {
		info.Line = append(info.Line, p.Board().ShortText(m))
	}
	return info.String()
}
