package server

import (
	"slices"

	"halmazero/engine"
	"halmazero/selfplay/agent"
)

// table is where the player sits that was made last.
type table struct {
	player agent.Player // nil for none
	base   agent.Spec   // as the options have it
	spec   agent.Spec   // the same with the budget of a move
	rules  *engine.Rules

	// What the player has seen of its game: moves from a start. It has seen
	// nothing where there is no start.
	seen  bool
	start engine.Position
	moves []engine.Move

	nets      agent.NetLoader // of netsRules
	netsRules *engine.Rules
}

// holds reports whether a player of the options sits there, whatever budget it
// was made for.
func (t *table) holds(base agent.Spec, rules *engine.Rules) bool {
	return t.player != nil && t.base == base && t.rules == rules
}

// seat makes the player of a spec, unless it sits there already. base is the
// spec before it was given its budget.
func (t *table) seat(base, spec agent.Spec, rules *engine.Rules, nets func(*engine.Rules) agent.NetLoader) error {
	if t.holds(base, rules) && t.spec == spec {
		return nil
	}
	if err := t.clear(); err != nil {
		return err
	}
	if nets != nil && t.netsRules != rules {
		t.nets, t.netsRules = nets(rules), rules
	}
	player, err := spec.New(t.nets)
	if err != nil {
		return err
	}
	t.player, t.base, t.spec, t.rules = player, base, spec, rules
	t.player.Reset()
	return nil
}

// clear frees the player.
func (t *table) clear() error {
	player := t.player
	t.player, t.seen = nil, false
	if player == nil {
		return nil
	}
	return agent.Close(player)
}

// forget tells the player that a game begins.
func (t *table) forget() {
	t.seen = false
	if t.player != nil {
		t.player.Reset()
	}
}

// show brings the player from what it has seen to a place: by the moves since,
// or as a new game where there is no such way.
func (t *table) show(l *place) {
	n := len(t.moves)
	if !t.seen || !l.plain || !t.start.Equal(&l.start) || len(l.moves) < n || !slices.Equal(l.moves[:n], t.moves) {
		t.forget()
		t.seen, t.start, t.moves = l.plain, l.start, slices.Clone(l.moves)
		return
	}
	for _, m := range l.moves[n:] {
		t.player.Observe(m)
	}
	t.moves = append(t.moves, l.moves[n:]...)
}
