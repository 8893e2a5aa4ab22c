package engine

import "math/bits"

// nearTable answers how far a cell is from the nearest open cell of a target
// camp. A camp has at most 21 cells, so a set of them is a 32-bit word: bit k
// is its k-th cell in layout order. Cells of one distance are a ring.
type nearTable struct {
	full  uint32           // every cell of the camp
	index [MaxCells]uint32 // layout index -> its bit in the camp, 0 outside
	from  [MaxCells]rings
}

// rings are the camp's cells by distance from one cell: ring[k] those at
// distance least+k.
type rings struct {
	least uint32
	ring  [maxRings]uint32
}

// maxRings bounds the distances of a camp's cells from a cell outside: they
// differ by the camp's diameter at most, which is 5 on the largest star.
const maxRings = 6

func newNearTable(g *grid, goal *Bits) (t nearTable) {
	cells := goal.appendIndices(nil)
	for k, i := range cells {
		t.index[i] = 1 << k
		t.full |= 1 << k
	}
	for c := range g.cells {
		i := g.bit[c]
		if goal.Has(i) {
			continue
		}
		r := &t.from[i]
		r.least = 255
		for _, j := range cells {
			r.least = min(r.least, uint32(g.dist[c][g.cell[j]]))
		}
		for _, j := range cells {
			r.ring[uint32(g.dist[c][g.cell[j]])-r.least] |= t.index[j]
		}
	}
	return t
}

// nearest is the distance from layout index i, outside the camp, to the
// nearest cell of open, which is not empty.
func (t *nearTable) nearest(i uint8, open uint32) uint32 {
	r := &t.from[i]
	d := r.least
	for _, ring := range &r.ring {
		if ring&open != 0 {
			return d
		}
		d++
	}
	return 0 // open is empty
}

// sum is the distance of all pieces outside the camp, 0 if none of it is open.
func (t *nearTable) sum(pieces, goal *Bits, open uint32) uint16 {
	if open == 0 {
		return 0
	}
	n := uint32(0)
	for w := range pieces {
		for out := pieces[w] &^ goal[w]; out != 0; out &= out - 1 {
			n += t.nearest(uint8(w<<6|bits.TrailingZeros64(out)), open)
		}
	}
	return uint16(n)
}

// moveDistance keeps the remaining distance and the camp counts of a seat right
// when one of its pieces, already moved, went from one layout index to another.
func (p *Position) moveDistance(seat, from, to uint8) {
	b := p.rules.board
	t := &b.near[seat]
	if changed := t.index[from] | t.index[to]; changed != 0 {
		p.open[seat] = p.open[seat]&^t.index[to] | t.index[from]
		p.remaining[seat] = t.sum(&p.pieces[seat], &b.goal[seat], p.open[seat])
	} else if open := p.open[seat]; open != 0 {
		p.remaining[seat] += uint16(t.nearest(to, open)) - uint16(t.nearest(from, open))
	}
	home := &b.home[seat]
	p.home[seat] += uint8(home[to>>6]>>(to&63)&1) - uint8(home[from>>6]>>(from&63)&1)
}

// recount computes from the pieces what moves keep up to date: hash, remaining
// distances and camp counts.
func (p *Position) recount() {
	b := p.rules.board
	p.hash = b.keys.mover[p.mover]
	for seat := range b.seats {
		t := &b.near[seat]
		p.open[seat] = t.full
		var buf [MaxCells]uint8
		for _, i := range p.pieces[seat].appendIndices(buf[:0]) {
			p.hash ^= b.keys.piece[seat][i]
			p.open[seat] &^= t.index[i]
		}
		p.remaining[seat] = t.sum(&p.pieces[seat], &b.goal[seat], p.open[seat])
		atHome := p.pieces[seat].And(&b.home[seat])
		p.home[seat] = uint8(atHome.Count())
	}
}

// Remaining is the remaining distance of a seat: the sum, over its pieces
// outside the target, of the step distance to the nearest target cell that no
// own piece holds. Pieces are not matched to cells: several may count the same
// one. Labels, data columns and the greedy player use this measure.
func (p *Position) Remaining(seat int) int { return int(p.remaining[seat]) }

// AtHome is the number of a seat's pieces in its own camp.
func (p *Position) AtHome(seat int) int { return int(p.home[seat]) }

// InGoal is the number of a seat's pieces in its target camp.
func (p *Position) InGoal(seat int) int {
	return bits.OnesCount32(p.rules.board.near[seat].full &^ p.open[seat])
}
