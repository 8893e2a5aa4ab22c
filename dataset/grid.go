package dataset

import "math"

// Grid is a set of evenly spaced numbers, the whole multiples of 1/Grid. What a
// search says of a move or a position is rounded to one, so that files hold it
// as a small integer without another loss, and hash and files agree.
type Grid int

// The grids of a row. Seal rounds to them.
const (
	// PriorGrid is that of Visit.Prior, whose multiples fill 16 bits without sign.
	PriorGrid Grid = math.MaxUint16
	// ValueGrid is that of Visit.Q, RootValue, NetworkValue and ShortValue,
	// whose multiples fill 16 bits with sign.
	ValueGrid Grid = math.MaxInt16
)

// Steps is the multiple that is nearest to v.
func (g Grid) Steps(v float32) int { return int(math.Round(float64(v) * float64(g))) }

// At is the number of so many steps.
func (g Grid) At(steps int) float32 { return float32(float64(steps) / float64(g)) }

// Round is the number of the grid that is nearest to v; what is no finite
// number stays as it is.
func (g Grid) Round(v float32) float32 {
	if x := float64(v); math.IsNaN(x) || math.IsInf(x, 0) {
		return v
	}
	return g.At(g.Steps(v))
}

func (g Grid) roundAll(v []float32) {
	for i := range v {
		v[i] = g.Round(v[i])
	}
}

// round takes what the searches said to its grids.
func (r *Row) round() {
	for i := range r.Policy {
		r.Policy[i].Prior = PriorGrid.Round(r.Policy[i].Prior)
		r.Policy[i].Q = ValueGrid.Round(r.Policy[i].Q)
	}
	ValueGrid.roundAll(r.RootValue)
	ValueGrid.roundAll(r.NetworkValue)
}
