package dataset

import "halmazero/engine"

// referee is a game under replay, as a check asks about it. The slow twin of
// the engine is one that shares nothing with the program that played; the
// engine itself is a fast one.
type referee interface {
	Mover() int
	Ply() int
	Made(seat int) int
	Remaining(seat int) int
	AtHome(seat int) int
	Cells() []uint8 // valid until the next call
	Result() engine.Result
}

// engineReferee answers by the engine. It looks at a position that its owner plays on.
type engineReferee struct {
	*engine.Position
	cells []uint8
}

// Cells replaces the engine's method of that name, which appends.
func (e *engineReferee) Cells() []uint8 {
	e.cells = e.Position.Cells(e.cells[:0])
	return e.cells
}
