package arrowio

import (
	"fmt"
	"strings"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"halmazero/dataset"
	"halmazero/engine"
)

// SchemaVersion is the version of both files' schemas as they are written. A
// column that is added, removed, renamed or given another meaning is a new
// version, and so is another order of the names of an enumeration; names may be
// added behind the last. Files of version 1 are read as well (columns1.go).
const SchemaVersion = "2"

type (
	game = dataset.Game
	// row is a decision with the number of its game within the shard.
	row struct {
		dataset.Row
		game     int
		searched bool // there are root value, network value and short value
	}
)

// shape is what the length of some columns follows from: the size of the board
// and the number of seats.
type shape struct{ cells, seats int }

func shapeOf(r *engine.Rules) shape { return shape{r.Board().Cells(), r.Seats()} }

// gameColumns are the columns of a games file.
func gameColumns(s shape) []column[game] {
	return []column[game]{
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
		routes("routes"),
		field("plies", asInt32, func(g *game) *int { return &g.Plies }),
		field("cap", asInt32, func(g *game) *int { return &g.Cap }),
		field("result", asString, func(g *game) *string { return &g.Result }),
		enum("cause", engine.Causes, func(g *game) *engine.Cause { return &g.Cause }),
		list("places", asInt8, func(g *game) *[]int { return &g.Places }),
		fixed("outcome", s.seats, asFloat32, func(g *game) *[]float32 { return &g.Outcome }),
		fixed("final_remaining", s.seats, asInt16, func(g *game) *[]int { return &g.FinalRemaining }),
		fixed("final_at_home", s.seats, asInt8, func(g *game) *[]int { return &g.FinalAtHome }),
		field("build", asString, func(g *game) *string { return &g.Build }),
		field("config_hash", asString, func(g *game) *string { return &g.ConfigHash }),
		field("hash", asString, func(g *game) *string { return &g.Hash }),
	}
}

// rowColumns are the columns of a positions file.
func rowColumns(s shape) []column[row] {
	searched := func(r *row) bool { return r.searched }
	return []column[row]{
		field("game", asInt32, func(r *row) *int { return &r.game }),
		field("ply", asInt32, func(r *row) *int { return &r.Ply }),
		field("seat", asInt8, func(r *row) *int { return &r.Seat }),
		fixed("cells", s.cells, asUint8, func(r *row) *[]uint8 { return &r.Cells }),
		field("hash", asUint64, func(r *row) *uint64 { return &r.Hash }),
		fixed("made", s.seats, asInt16, func(r *row) *[]int { return &r.Made }),
		policy("policy"),
		played("played_from", engine.Move.From, setFrom),
		played("played_to", engine.Move.To, setTo),
		field("searched", asBool, func(r *row) *bool { return &r.searched }),
		fixedIf("root_value", s.seats, asValue, func(r *row) *[]float32 { return &r.RootValue }, searched),
		fixedIf("network_value", s.seats, asValue, func(r *row) *[]float32 { return &r.NetworkValue }, searched),
		field("simulations", asInt32, func(r *row) *int { return &r.Simulations }),
		field("full", asBool, func(r *row) *bool { return &r.Full }),
		field("noise", asBool, func(r *row) *bool { return &r.Noise }),
		field("temperature", asFloat32, func(r *row) *float32 { return &r.Temperature }),
		fixed("outcome", s.seats, asFloat32, func(r *row) *[]float32 { return &r.Outcome }),
		fixedIf("short_value", s.seats, asValue, func(r *row) *[]float32 { return &r.ShortValue }, searched),
		field("plies_left", asInt32, func(r *row) *int { return &r.PliesLeft }),
		fixed("remaining", s.seats, asInt16, func(r *row) *[]int { return &r.Remaining }),
		field("weight", asFloat32, func(r *row) *float32 { return &r.Weight }),
		field("surprise", asFloat32, func(r *row) *float32 { return &r.Surprise }),
		field("flags", asUint32, func(r *row) *uint32 { return &r.Flags }),
	}
}

func setFrom(m *engine.Move, c uint8) { *m = engine.NewMove(int(c), m.To()) }
func setTo(m *engine.Move, c uint8)   { *m = engine.NewMove(m.From(), int(c)) }

// moves is one end of each move of a game.
func moves(name string, end func(engine.Move) int, set func(*engine.Move, uint8)) column[game] {
	return column[game]{name: name, kind: arrow.ListOfNonNullable(asUint8.kind),
		put: func(b builder, g *game) {
			lb := b.(*array.ListBuilder)
			lb.Append(true)
			for _, m := range g.Moves {
				asUint8.put(lb.ValueBuilder(), uint8(end(m)))
			}
		},
		get: func(a values, gs []game) {
			l := a.(*array.List)
			all := slab(l.ListValues(), asUint8, l.ListValues().Len())
			spans(l, len(all), func(i, start, end int) {
				gs[i].Moves = sized(gs[i].Moves, end-start)
				for j, c := range all[start:end] {
					set(&gs[i].Moves[j], c)
				}
			})
		},
	}
}

// sized is s if it has n entries already, as the first of several columns left
// it, or a new slice. Columns of different lengths are damage.
func sized[V any](s []V, n int) []V {
	if s == nil && n > 0 {
		return make([]V, n)
	}
	if len(s) != n {
		panic(errLengths)
	}
	return s
}

// routes is a game's routes as one text, with a space between them.
func routes(name string) column[game] {
	return column[game]{name: name, kind: asString.kind,
		put: func(b builder, g *game) {
			for _, r := range g.Routes {
				if r == "" || strings.Contains(r, " ") {
					panic(rangeError(fmt.Sprintf("route %q is no word", r)))
				}
			}
			asString.put(b, strings.Join(g.Routes, " "))
		},
		get: func(a values, gs []game) {
			text := asString.get(a)
			for i := range gs {
				gs[i].Routes = nil
				if t := text(i); t != "" {
					gs[i].Routes = strings.Split(t, " ")
				}
			}
		},
	}
}

// played is one end of the move that was played.
func played(name string, end func(engine.Move) int, set func(*engine.Move, uint8)) column[row] {
	return column[row]{name: name, kind: asUint8.kind,
		put: func(b builder, r *row) { asUint8.put(b, uint8(end(r.Played))) },
		get: func(a values, rows []row) {
			cell := asUint8.get(a)
			for i := range rows {
				set(&rows[i].Played, cell(i))
			}
		},
	}
}

// policyFields are the fields of an entry of a policy.
var policyFields = []arrow.Field{
	{Name: "from", Type: asUint8.kind},
	{Name: "to", Type: asUint8.kind},
	{Name: "visits", Type: asUint32.kind},
	{Name: "prior", Type: asPrior.kind},
	{Name: "q", Type: asValue.kind},
}

// policy is a row's policy: a list of structures, so that its five numbers
// share one list of offsets.
func policy(name string) column[row] {
	return column[row]{name: name, kind: arrow.ListOfNonNullable(arrow.StructOf(policyFields...)),
		put: func(b builder, r *row) {
			lb := b.(*array.ListBuilder)
			lb.Append(true)
			sb := lb.ValueBuilder().(*array.StructBuilder)
			for i := range r.Policy {
				v := &r.Policy[i]
				sb.Append(true)
				asUint8.put(sb.FieldBuilder(0), uint8(v.Move.From()))
				asUint8.put(sb.FieldBuilder(1), uint8(v.Move.To()))
				asUint32.put(sb.FieldBuilder(2), v.Visits)
				asPrior.put(sb.FieldBuilder(3), v.Prior)
				asValue.put(sb.FieldBuilder(4), v.Q)
			}
		},
		get: func(a values, rows []row) {
			l := a.(*array.List)
			all := visits(l.ListValues().(*array.Struct))
			spans(l, len(all), func(i, start, end int) {
				if end > start {
					rows[i].Policy = all[start:end:end]
				}
			})
		},
	}
}

// visits reads the entries of all policies of a batch.
func visits(s *array.Struct) []dataset.Visit {
	if s.NullN() > 0 {
		panic(errNulls)
	}
	for i := range s.NumField() {
		if s.Field(i).NullN() > 0 {
			panic(errNulls)
		}
	}
	all := make([]dataset.Visit, s.Len())
	from, to := asUint8.get(s.Field(0)), asUint8.get(s.Field(1))
	visits, prior, q := asUint32.get(s.Field(2)), asPrior.get(s.Field(3)), asValue.get(s.Field(4))
	for i := range all {
		all[i] = dataset.Visit{Move: engine.NewMove(int(from(i)), int(to(i))), Visits: visits(i), Prior: prior(i), Q: q(i)}
	}
	return all
}
