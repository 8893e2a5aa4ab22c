package features

import "halmazero/engine"

// addViews makes the tables of all movers.
func (e *Encoding) addViews() {
	b := e.rules.Board()
	identity := &b.Symmetries()[0]
	for mover := range b.Seats() {
		v := view{cell: e.gridCells(identity, mover)}
		v.ground = e.ground(&v, mover)
		e.views = append(e.views, v)
	}
	for c := range b.Cells() {
		e.board = append(e.board, uint16(int(e.views[0].cell[c])*e.planes.count))
	}
	s := reflection(b)
	if s == nil {
		return
	}
	for mover := range b.Seats() {
		// The mirrored position is that of the mover's image.
		image := &e.views[s.Seats[mover]]
		e.mirrored = append(e.mirrored, view{ground: image.ground, cell: e.gridCells(s, mover)})
	}
}

// gridCells is where a mover sees each cell once a symmetry has laid the board
// onto itself.
func (e *Encoding) gridCells(s *engine.Symmetry, mover int) (at [engine.MaxCells]int16) {
	b := e.rules.Board()
	seen := b.View(int(s.Seats[mover]))
	shift := 0
	if b.Star() {
		shift = b.Rows() / 2 // the centre
	}
	for c := range b.Cells() {
		row, col := b.Coord(int(seen[s.Cells[c]]))
		at[c] = int16((row+shift)*b.Cols() + col + shift)
	}
	return at
}

// reflection is a symmetry of the board that turning it does not undo, or nil.
// All such give the same mirrored views.
func reflection(b *engine.Board) *engine.Symmetry {
	all := b.Symmetries()
	for i := range all {
		before, after := b.View(0), b.View(int(all[i].Seats[0]))
		for c := range b.Cells() {
			if after[all[i].Cells[c]] != before[c] {
				return &all[i]
			}
		}
	}
	return nil
}

// ground is what a mover sees before there are pieces, at ply 0.
func (e *Encoding) ground(v *view, mover int) []float32 {
	b, p := e.rules.Board(), &e.planes
	dst := make([]float32, e.Len())
	last := b.Cells() - 1
	tip := int(b.Unview(mover)[last])
	way := float32(b.Distance(0, last))
	for c := range b.Cells() {
		x := dst[int(v.cell[c])*p.count:][:p.count]
		for k := range p.seatGoals {
			x[p.goals+k] = flag(b.InGoal((mover+k)%b.Seats(), c))
		}
		x[p.home] = flag(b.InHome(mover, c))
		x[p.progress] = float32(b.Distance(c, tip)) / way
		x[p.board] = 1
		if p.teams >= 0 {
			x[p.teams] = flag(e.rules.Finish() == engine.FinishTeams)
		}
		copy(x[p.clocks:], e.clocks)
	}
	return dst
}

func flag(b bool) float32 {
	if b {
		return 1
	}
	return 0
}
