package arrowio

import (
	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"halmazero/dataset"
)

// The columns of schema version 1, which are read and no longer written. Every
// vector was a list of any length, a policy five lists, and no number rounded.

// gameColumns1 are those of a games file.
func gameColumns1(s shape) []column[game] {
	return replaced(gameColumns(s),
		list("routes", asString, func(g *game) *[]string { return &g.Routes }),
		list("outcome", asFloat32, func(g *game) *[]float32 { return &g.Outcome }),
		list("final_remaining", asInt16, func(g *game) *[]int { return &g.FinalRemaining }),
		list("final_at_home", asInt8, func(g *game) *[]int { return &g.FinalAtHome }))
}

// rowColumns1 are those of a positions file.
func rowColumns1(s shape) []column[row] {
	all := replaced(rowColumns(s),
		field("cells", asBinary, func(r *row) *[]uint8 { return &r.Cells }),
		list("made", asInt16, func(r *row) *[]int { return &r.Made }),
		list("root_value", asFloat32, func(r *row) *[]float32 { return &r.RootValue }),
		list("network_value", asFloat32, func(r *row) *[]float32 { return &r.NetworkValue }),
		list("outcome", asFloat32, func(r *row) *[]float32 { return &r.Outcome }),
		list("short_value", asFloat32, func(r *row) *[]float32 { return &r.ShortValue }),
		list("remaining", asInt16, func(r *row) *[]int { return &r.Remaining }))
	var old []column[row]
	for _, c := range all {
		switch c.name {
		case "policy":
			old = append(old,
				visits1("policy_from", asUint8, func(v *dataset.Visit, x uint8) { setFrom(&v.Move, x) }),
				visits1("policy_to", asUint8, func(v *dataset.Visit, x uint8) { setTo(&v.Move, x) }),
				visits1("policy_visits", asUint32, func(v *dataset.Visit, x uint32) { v.Visits = x }),
				visits1("policy_prior", asFloat32, func(v *dataset.Visit, x float32) { v.Prior = x }),
				visits1("policy_q", asFloat32, func(v *dataset.Visit, x float32) { v.Q = x }))
		case "searched": // came with version 2
		default:
			old = append(old, c)
		}
	}
	return old
}

// replaced is the columns with others of the same name in their places.
func replaced[T any](columns []column[T], by ...column[T]) []column[T] {
	for i := range columns {
		for _, c := range by {
			if c.name == columns[i].name {
				columns[i] = c
			}
		}
	}
	return columns
}

// visits1 is one field of each entry of a row's policy.
func visits1[V any](name string, p primitive[V], set func(*dataset.Visit, V)) column[row] {
	return column[row]{name: name, kind: arrow.ListOfNonNullable(p.kind),
		get: func(a values, rows []row) {
			l := a.(*array.List)
			all := slab(l.ListValues(), p, l.ListValues().Len())
			spans(l, len(all), func(i, start, end int) {
				rows[i].Policy = sized(rows[i].Policy, end-start)
				for j, x := range all[start:end] {
					set(&rows[i].Policy[j], x)
				}
			})
		},
	}
}
