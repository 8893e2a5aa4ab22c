package model

// Batch is the training rows of one step, everything in the mover's view.
// A batch has exactly the size that its graph was built for.
type Batch struct {
	// Planes is [Size*Cells, Planes] row-major, NHWC.
	Planes []float32
	// Offset[i] to Offset[i+1] are the legal moves of row i in From, To and
	// Target; len(Offset) == Size+1.
	Offset []int32
	// From and To are cells in the mover's view; Target is the policy target,
	// which sums to one over a row, or to zero where the row does not train
	// the policy.
	From   []int16
	To     []int16
	Target []float32
	// Value is [Size, Seats]: the target probability of each seat, mover
	// first; a row sums to one.
	Value []float32
	// PolicyWeight and ValueWeight are one per row, usually 0 or 1.
	PolicyWeight []float32
	ValueWeight  []float32

	// What follows is for the heads of Spec.Heads, and empty without the head.
	// All weights are one per row.

	// PliesLeft is the share, in [0,1], that stands for the number of moves left
	// to the end, one per row.
	PliesLeft       []float32
	PliesLeftWeight []float32
	// Distance is [Size, Seats]: the share that stands for each seat's remaining
	// distance at the end, mover first.
	Distance       []float32
	DistanceWeight []float32
	// ShortValue is [Size, ShortValues, Seats]: as Value, for each horizon.
	ShortValue       []float32
	ShortValueWeight []float32
	// Reply is the policy of the next decision, whoever's it is, in the view of
	// the row's own mover.
	Reply Policy
}

// Policy is the legal moves of rows and what each is worth, in the arrangement
// of Batch: the moves of row i are Offset[i] to Offset[i+1].
type Policy struct {
	Offset []int32
	From   []int16
	To     []int16
	Target []float32
	Weight []float32 // one per row
}

// Policy is the batch's own policy target. It shares the batch's memory.
func (b *Batch) Policy() Policy {
	return Policy{Offset: b.Offset, From: b.From, To: b.To, Target: b.Target, Weight: b.PolicyWeight}
}

// Size is the number of rows.
func (b *Batch) Size() int { return len(b.Offset) - 1 }

// Reset empties the batch and keeps its memory.
func (b *Batch) Reset() {
	b.Planes = b.Planes[:0]
	b.Offset = append(b.Offset[:0], 0)
	b.From, b.To, b.Target = b.From[:0], b.To[:0], b.Target[:0]
	b.Value = b.Value[:0]
	b.PolicyWeight, b.ValueWeight = b.PolicyWeight[:0], b.ValueWeight[:0]
	b.PliesLeft, b.PliesLeftWeight = b.PliesLeft[:0], b.PliesLeftWeight[:0]
	b.Distance, b.DistanceWeight = b.Distance[:0], b.DistanceWeight[:0]
	b.ShortValue, b.ShortValueWeight = b.ShortValue[:0], b.ShortValueWeight[:0]
	r := &b.Reply
	r.Offset, r.From, r.To, r.Target, r.Weight = r.Offset[:0], r.From[:0], r.To[:0], r.Target[:0], r.Weight[:0]
}
