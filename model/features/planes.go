package features

import (
	"fmt"

	"halmazero/engine"
	"halmazero/model"
)

// Name is the encoding of square boards with two seats.
const Name = "square2-v1"

// The planes of Name, one number per cell.
const (
	own           = iota // 1 where the mover has a piece
	other                // 1 where the other seat has a piece
	ownHome              // 1 in the mover's camp
	ownGoal              // 1 in the mover's target camp
	progress             // step distance from the goal corner, 0 there to 1 at home
	board                // 1 on every cell, so that a padded convolution sees the edge
	ownDeadline          // own moves left before the deadline, as a share; 1 without one
	otherDeadline        // the other seat's
	hasDeadline          // 1 if the ruleset has a deadline
	Planes               // the number of planes
)

// Supports says whether the encoding shows positions of a ruleset: it is for
// square boards with two seats.
func Supports(r *engine.Rules) error {
	if b := r.Board(); b.Star() || b.Seats() != 2 {
		return fmt.Errorf("networks play on square boards with two seats, %s is played on %s with %d", r.ID(), b.ID(), b.Seats())
	}
	return nil
}

// Check says whether networks of the given spec can play the ruleset.
func Check(s model.Spec, r *engine.Rules) error {
	if err := Supports(r); err != nil {
		return err
	}
	b := r.Board()
	switch {
	case s.Features != Name:
		return fmt.Errorf("network was trained on the encoding %q, this program has %q", s.Features, Name)
	case s.Planes != Planes:
		return fmt.Errorf("network has %d input planes, encoding %s has %d", s.Planes, Name, Planes)
	case s.Rows != b.Rows() || s.Cols != b.Cols():
		return fmt.Errorf("network is for a board of %dx%d, %s is played on %dx%d", s.Rows, s.Cols, r.Ref(), b.Rows(), b.Cols())
	case s.Seats != b.Seats():
		return fmt.Errorf("network is for %d seats, %s has %d", s.Seats, r.Ref(), b.Seats())
	}
	return nil
}

// view is the cell of the mover's view, mirrored if asked.
func view(p *engine.Position, cell int, mirror bool) int {
	v := int(p.Board().View(p.Mover())[cell])
	if mirror {
		return p.Board().Mirror(v)
	}
	return v
}

// Encode writes the input planes of p into dst, which has Cells*Planes
// entries: row-major, cell by cell in the mover's view (NHWC).
func Encode(dst []float32, p *engine.Position, mirror bool) {
	b := p.Board()
	cells, me := b.Cells(), p.Mover()
	you := (me + 1) % b.Seats()
	corner := b.View(me)[cells-1]
	side := float32(b.Distance(0, cells-1))
	hasLine, myLeft, yourLeft := float32(0), float32(1), float32(1)
	if d := p.Rules().Deadline(); d > 0 {
		hasLine = 1
		myLeft = float32(max(0, d-p.Made(me))) / float32(d)
		yourLeft = float32(max(0, d-p.Made(you))) / float32(d)
	}
	for c := range cells {
		x := dst[view(p, c, mirror)*Planes:][:Planes]
		x[own], x[other] = 0, 0
		x[ownHome], x[ownGoal] = flag(b.InHome(me, c)), flag(b.InGoal(me, c))
		x[progress] = float32(b.Distance(c, int(corner))) / side
		x[board] = 1
		x[ownDeadline], x[otherDeadline], x[hasDeadline] = myLeft, yourLeft, hasLine
	}
	var buf [engine.MaxCells]uint8
	for _, c := range p.Pieces(buf[:0], me) {
		dst[view(p, int(c), mirror)*Planes+own] = 1
	}
	for _, c := range p.Pieces(buf[:0], you) {
		dst[view(p, int(c), mirror)*Planes+other] = 1
	}
}

func flag(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// Moves appends the moves' cells in the mover's view.
func Moves(from, to []int16, p *engine.Position, moves []engine.Move, mirror bool) ([]int16, []int16) {
	for _, m := range moves {
		from = append(from, int16(view(p, m.From(), mirror)))
		to = append(to, int16(view(p, m.To(), mirror)))
	}
	return from, to
}
