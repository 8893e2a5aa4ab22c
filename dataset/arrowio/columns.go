package arrowio

import (
	"halmazero/dataset"
	"halmazero/engine"
)

// SchemaVersion is the version of both files' schemas. A column that is added,
// removed, renamed or given another meaning is a new version, and so is another
// order of the names of an enumeration; names may be added behind the last.
const SchemaVersion = "1"

type (
	game = dataset.Game
	// row is a decision with the number of its game within the shard.
	row struct {
		dataset.Row
		game int
	}
)

var gameColumns = []column[game]{
	field("id", asString, func(g *game) *string { return &g.ID }),
	field("run", asString, func(g *game) *string { return &g.Run }),
	field("generation", asInt32, func(g *game) *int { return &g.Generation }),
	field("index", asInt32, func(g *game) *int { return &g.Index }),
	enum("kind", len(dataset.KindNames), func(g *game) *dataset.Kind { return &g.Kind }),
	list("models", asString, func(g *game) *[]string { return &g.Models }),
	field("seed", asUint64, func(g *game) *uint64 { return &g.Seed }),
	field("rules", asString, func(g *game) *string { return &g.Rules }),
	field("rules_hash", asString, func(g *game) *string { return &g.RulesHash }),
	field("seats", asInt8, func(g *game) *int { return &g.Seats }),
	enum("start_kind", len(dataset.StartNames), func(g *game) *dataset.StartKind { return &g.StartKind }),
	field("start", asString, func(g *game) *string { return &g.Start }),
	field("opening_plies", asInt16, func(g *game) *int { return &g.OpeningPlies }),
	moves("moves_from", engine.Move.From, setFrom),
	moves("moves_to", engine.Move.To, setTo),
	list("routes", asString, func(g *game) *[]string { return &g.Routes }),
	field("plies", asInt32, func(g *game) *int { return &g.Plies }),
	field("cap", asInt32, func(g *game) *int { return &g.Cap }),
	field("result", asString, func(g *game) *string { return &g.Result }),
	enum("cause", engine.Causes, func(g *game) *engine.Cause { return &g.Cause }),
	list("places", asInt8, func(g *game) *[]int { return &g.Places }),
	list("outcome", asFloat32, func(g *game) *[]float32 { return &g.Outcome }),
	list("final_remaining", asInt16, func(g *game) *[]int { return &g.FinalRemaining }),
	list("final_at_home", asInt8, func(g *game) *[]int { return &g.FinalAtHome }),
	field("build", asString, func(g *game) *string { return &g.Build }),
	field("config_hash", asString, func(g *game) *string { return &g.ConfigHash }),
	field("hash", asString, func(g *game) *string { return &g.Hash }),
}

var rowColumns = []column[row]{
	field("game", asInt32, func(r *row) *int { return &r.game }),
	field("ply", asInt32, func(r *row) *int { return &r.Ply }),
	field("seat", asInt8, func(r *row) *int { return &r.Seat }),
	field("cells", asBinary, func(r *row) *[]uint8 { return &r.Cells }),
	field("hash", asUint64, func(r *row) *uint64 { return &r.Hash }),
	list("made", asInt16, func(r *row) *[]int { return &r.Made }),
	visits("policy_from", asUint8, func(v *dataset.Visit) uint8 { return uint8(v.Move.From()) }, func(v *dataset.Visit, x uint8) { setFrom(&v.Move, x) }),
	visits("policy_to", asUint8, func(v *dataset.Visit) uint8 { return uint8(v.Move.To()) }, func(v *dataset.Visit, x uint8) { setTo(&v.Move, x) }),
	visits("policy_visits", asUint32, func(v *dataset.Visit) uint32 { return v.Visits }, func(v *dataset.Visit, x uint32) { v.Visits = x }),
	visits("policy_prior", asFloat32, func(v *dataset.Visit) float32 { return v.Prior }, func(v *dataset.Visit, x float32) { v.Prior = x }),
	visits("policy_q", asFloat32, func(v *dataset.Visit) float32 { return v.Q }, func(v *dataset.Visit, x float32) { v.Q = x }),
	played("played_from", engine.Move.From, setFrom),
	played("played_to", engine.Move.To, setTo),
	list("root_value", asFloat32, func(r *row) *[]float32 { return &r.RootValue }),
	list("network_value", asFloat32, func(r *row) *[]float32 { return &r.NetworkValue }),
	field("simulations", asInt32, func(r *row) *int { return &r.Simulations }),
	field("full", asBool, func(r *row) *bool { return &r.Full }),
	field("noise", asBool, func(r *row) *bool { return &r.Noise }),
	field("temperature", asFloat32, func(r *row) *float32 { return &r.Temperature }),
	list("outcome", asFloat32, func(r *row) *[]float32 { return &r.Outcome }),
	list("short_value", asFloat32, func(r *row) *[]float32 { return &r.ShortValue }),
	field("plies_left", asInt32, func(r *row) *int { return &r.PliesLeft }),
	list("remaining", asInt16, func(r *row) *[]int { return &r.Remaining }),
	field("weight", asFloat32, func(r *row) *float32 { return &r.Weight }),
	field("surprise", asFloat32, func(r *row) *float32 { return &r.Surprise }),
	field("flags", asUint32, func(r *row) *uint32 { return &r.Flags }),
}

func setFrom(m *engine.Move, c uint8) { *m = engine.NewMove(int(c), m.To()) }
func setTo(m *engine.Move, c uint8)   { *m = engine.NewMove(m.From(), int(c)) }

// moves is one end of each move of a game.
func moves(name string, end func(engine.Move) int, set func(*engine.Move, uint8)) column[game] {
	return each(name, asUint8,
		func(g *game) int { return len(g.Moves) },
		func(g *game, n int) { g.Moves = sized(g.Moves, n) },
		func(g *game, i int) uint8 { return uint8(end(g.Moves[i])) },
		func(g *game, i int, c uint8) { set(&g.Moves[i], c) })
}

// played is one end of the move that was played.
func played(name string, end func(engine.Move) int, set func(*engine.Move, uint8)) column[row] {
	return column[row]{name: name, kind: asUint8.kind,
		put: func(b builder, r *row) { asUint8.put(b, uint8(end(r.Played))) },
		get: func(a values, i int, r *row) { set(&r.Played, asUint8.get(a, i)) },
	}
}

// visits is one field of each entry of a row's policy.
func visits[V any](name string, p primitive[V], from func(*dataset.Visit) V, to func(*dataset.Visit, V)) column[row] {
	return each(name, p,
		func(r *row) int { return len(r.Policy) },
		func(r *row, n int) { r.Policy = sized(r.Policy, n) },
		func(r *row, i int) V { return from(&r.Policy[i]) },
		func(r *row, i int, v V) { to(&r.Policy[i], v) })
}

// sized is s if it has n entries already, as the first of several columns left
// it, or a new slice. Columns of different lengths are damage: see decode.
func sized[V any](s []V, n int) []V {
	if s == nil && n > 0 {
		return make([]V, n)
	}
	if len(s) != n {
		panic(errLengths)
	}
	return s
}
