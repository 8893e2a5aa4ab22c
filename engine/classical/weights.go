package classical

// weights are an evaluation. The unit is a sixteenth of what one row or column
// of progress is worth to a piece far ahead; evaluate.go says what each is for.
type weights struct {
	progress, straggler, centre int
	tempo                       int
	last                        int // each step of the last pieces, up to lastSteps
}

// searchWeights are those of the selective search.
var searchWeights = weights{progress: 16, straggler: 2, centre: 4, tempo: 40, last: 24}

// worth is that of a piece with so many rows or columns left, so far off the
// line of the camps.
func (w *weights) worth(left, off int) int {
	return -w.progress*left - w.straggler*left*left - w.centre*off
}
