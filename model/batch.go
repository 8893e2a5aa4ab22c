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
}
