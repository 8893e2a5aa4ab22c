package engine

import "math/bits"

// On star253 a class does not fit a word: one has 73 cells, and their half-size
// board has rows of ten. So jumps are found on two halves of each class, the
// rows from the north to the middle and from the middle to the south. The
// middle row is in both, so every jump is within a half, and a chain that
// reaches the middle goes on in the other half as well. In a half, the cell at
// row r and column c of the half-size board is bit 10r+c, modulo 64.
//
// Positions keep all 253 cells in four words: class by class, in reading order.
// They are spread to the halves for each move generation, row by row.

const halvesStride = 10

// pair is a set of cells of one class by half: north and south.
type pair struct{ n, s uint64 }

func (a pair) meets(b pair) bool   { return a.n&b.n|a.s&b.s != 0 }
func (a pair) and(b pair) pair     { return pair{a.n & b.n, a.s & b.s} }
func (a pair) or(b pair) pair      { return pair{a.n | b.n, a.s | b.s} }
func (a pair) without(b pair) pair { return pair{a.n &^ b.n, a.s &^ b.s} }

// halves is a set of cells by class and half.
type halves [4]pair

// halvesTables are what a grid with halves knows of itself.
type halvesTables struct {
	runs         []run
	north, south [4]jumpMasks        // class -> cells of the half whose jump stays in it
	all          halves              // every cell
	middle       [4]uint64           // class -> the row that both halves share
	cell         [2][4][2 * 64]uint8 // north or south, class, bit -> cell
	place        [MaxCells]place     // layout index -> where it is
}

// place is a cell in the halves of its class: one bit, or one in each half if
// it is in the middle row.
type place struct {
	class uint8
	at    pair
}

// run is a row of a class, or the part of it within one word of a Bits. Its
// cells go to the halves that have the row.
type run struct {
	word, shift uint8 // where it begins in the Bits
	class       uint8
	cells       uint64 // as many bits as it has cells
	turn        int    // how far up they go in a half
	keep        pair   // all bits of the halves that have the row
}

// halvesIndex is the layout index of a cell: the number of cells before it, class
// by class, in reading order.
func (g *grid) halvesIndex(c int) uint8 {
	class := func(c int) int { return g.coord[c][0]&1<<1 | g.coord[c][1]&1 }
	n := 0
	for e := range g.cells {
		if class(e) < class(c) || class(e) == class(c) && e < c {
			n++
		}
	}
	return uint8(n)
}

// setHalves fills the tables.
func (g *grid) setHalves() {
	t := g.halves
	for i := range g.cells { // in layout order, so that runs are in one piece
		c := int(g.cell[i])
		row, col := g.coord[c][0]>>1, g.coord[c][1]>>1
		class := g.coord[c][0]&1<<1 | g.coord[c][1]&1
		k := (halvesStride*row + col) & 63
		keep := pair{^uint64(0), ^uint64(0)}
		switch {
		case row > 0:
			keep.n = 0
		case row < 0:
			keep.s = 0
		default:
			t.middle[class] |= 1 << k
		}
		at := keep.and(pair{1 << k, 1 << k})
		if t.all[class].meets(at) {
			panic("engine: two cells of a half have the same bit")
		}
		t.all[class] = t.all[class].or(at)
		t.place[i] = place{uint8(class), at}
		for half, bit := range []uint64{at.n, at.s} {
			if bit != 0 {
				t.cell[half][class][k] = uint8(c)
			}
		}
		t.addRun(run{word: uint8(i >> 6), shift: uint8(i & 63), class: uint8(class), cells: 1, turn: k, keep: keep})
	}
	for i := range g.cells {
		from := &t.place[i]
		for d := 1; d <= 3; d++ { // E, SE, SW of starDirs
			n := g.next[g.cell[i]][d]
			if n < 0 || g.next[n][d] < 0 {
				continue
			}
			to := t.place[g.bit[g.next[n][d]]].at
			t.north[from.class].allow(d, from.at.n, to.n)
			t.south[from.class].allow(d, from.at.s, to.s)
		}
	}
}

// allow adds the jump in a direction of starDirs from a cell of a half, if it
// lands in the half.
func (m *jumpMasks) allow(direction int, from, to uint64) {
	if to == 0 {
		return
	}
	switch direction {
	case 1:
		m.e |= from
	case 2:
		m.s |= from
	case 3:
		m.sw |= from
	}
}

// addRun joins a cell to the run that ends before it, or begins a new one.
func (t *halvesTables) addRun(r run) {
	if len(t.runs) > 0 {
		last := &t.runs[len(t.runs)-1]
		n := bits.OnesCount64(last.cells)
		if last.word == r.word && int(last.shift)+n == int(r.shift) && last.class == r.class && (last.turn+n)&63 == r.turn && last.keep == r.keep {
			last.cells = last.cells<<1 | 1
			return
		}
	}
	t.runs = append(t.runs, r)
}

// spread is a set by class and half.
func (t *halvesTables) spread(b *Bits) (h halves) {
	for i := range t.runs {
		r := &t.runs[i]
		cells := bits.RotateLeft64(b[r.word&3]>>(r.shift&63)&r.cells, r.turn)
		to := &h[r.class&3]
		to.n |= cells & r.keep.n
		to.s |= cells & r.keep.s
	}
	return h
}

// halvesMasks is grid.masks for one half of a class, from what is taken of the
// same half in the class and those that differ by column, row and both.
func halvesMasks(on *jumpMasks, class int, column, row, both uint64) jumpMasks {
	r, c := class>>1, class&1
	return jumpMasks{
		e:  bits.RotateLeft64(column, -c) & on.e,
		s:  bits.RotateLeft64(row, -halvesStride*r) & on.s,
		sw: bits.RotateLeft64(both, -halvesStride*r-c+1) & on.sw,
	}
}

// spread10 is jumpMasks.spread with the stride of the halves.
func (m *jumpMasks) spread10(set uint64) uint64 {
	return bits.RotateLeft64(set&m.e, 1) | bits.RotateLeft64(set, -1)&m.e |
		bits.RotateLeft64(set&m.s, 10) | bits.RotateLeft64(set, -10)&m.s |
		bits.RotateLeft64(set&m.sw, 9) | bits.RotateLeft64(set, -9)&m.sw
}

// flood10 is flood on both halves of a class, whose middle row they share.
func flood10(origin, free pair, north, south *jumpMasks, middle uint64) pair {
	front, open := origin, free
	for {
		n, s := north.spread10(front.n)&open.n, south.spread10(front.s)&open.s
		if n|s == 0 {
			return free.without(open)
		}
		across := (n | s) & middle
		front = pair{n | across, s | across}
		open = open.without(front)
	}
}

// halvesGen is a position spread to the halves, for the seat to move.
type halvesGen struct {
	t            *halvesTables
	lock         Lock
	north, south [4]jumpMasks
	free         halves
	hop          halves // cells with a jump to a free cell
	goal         halves // set where the lock needs it
}

// spreadOut prepares the halves of a position.
func (p *Position) spreadOut(g *halvesGen, occ *Bits) {
	g.start(p.rules, &p.pieces[p.mover], &p.rules.board.goal[p.mover], occ)
}

// start prepares the halves for a seat's pieces with their target.
func (g *halvesGen) start(r *Rules, own, goal, occ *Bits) {
	t := r.board.halves
	g.t, g.lock = t, r.lock
	g.goal = halves{}
	taken := t.spread(occ)
	for class := range taken {
		column, row, both := taken[class^1], taken[class^2], taken[class^3]
		g.north[class] = halvesMasks(&t.north[class], class, column.n, row.n, both.n)
		g.south[class] = halvesMasks(&t.south[class], class, column.s, row.s, both.s)
		free := t.all[class].without(taken[class])
		g.free[class] = free
		g.hop[class] = pair{g.north[class].spread10(free.n), g.south[class].spread10(free.s)}
	}
	if g.lock == LockEndPass || g.lock != LockNone && own.Meets(goal) {
		g.goal = t.spread(goal)
	}
}

// jumps is Position.jumps for the piece at a place. The middle row is answered
// in the northern half alone.
func (g *halvesGen) jumps(at *place) pair {
	class := at.class & 3
	if !at.at.meets(g.hop[class]) {
		return pair{}
	}
	free, goal, middle := g.free[class], g.goal[class], g.t.middle[class]
	flood := func(free pair) pair {
		to := flood10(at.at, free, &g.north[class], &g.south[class], middle)
		to.s &^= middle
		return to
	}
	inside := at.at.meets(goal)
	switch {
	case g.lock == LockNone || !inside && g.lock != LockEndPass:
		return flood(free)
	case g.lock == LockPath:
		return flood(free.and(goal))
	case inside:
		return flood(free).and(goal)
	default: // endpass, from outside: the target from anywhere, the rest without touching the target
		return flood(free).and(goal).or(flood(free.without(goal)))
	}
}

// appendHalves is Moves on such a board.
func (p *Position) appendHalves(dst []Move, occ, empty *Bits) []Move {
	var g halvesGen
	p.spreadOut(&g, occ)
	cell := &p.rules.board.cell
	for w, own := range p.pieces[p.mover] {
		for ; own != 0; own &= own - 1 {
			i := uint8(w<<6 | bits.TrailingZeros64(own))
			from := Move(cell[i]) << 8
			for v, to := range p.stepTargets(i, empty) {
				for ; to != 0; to &= to - 1 {
					dst = append(dst, from|Move(cell[v<<6|bits.TrailingZeros64(to)]))
				}
			}
			at := &g.t.place[i]
			to := g.jumps(at)
			for ; to.n != 0; to.n &= to.n - 1 {
				dst = append(dst, from|Move(g.t.cell[0][at.class&3][bits.TrailingZeros64(to.n)]))
			}
			for ; to.s != 0; to.s &= to.s - 1 {
				dst = append(dst, from|Move(g.t.cell[1][at.class&3][bits.TrailingZeros64(to.s)]))
			}
		}
	}
	return dst
}

// countHalves is CountMoves on such a board.
func (p *Position) countHalves(occ, empty *Bits) int {
	var g halvesGen
	p.spreadOut(&g, occ)
	steps := &p.rules.board.steps
	goal := &p.rules.board.goal[p.mover]
	n := 0
	for w, own := range p.pieces[p.mover] {
		for ; own != 0; own &= own - 1 {
			i := uint8(w<<6 | bits.TrailingZeros64(own))
			s := &steps[i]
			if g.lock != LockNone && goal.Has(i) {
				to := p.stepTargets(i, empty)
				n += to.Count()
			} else {
				n += bits.OnesCount64(s[0]&empty[0]) + bits.OnesCount64(s[1]&empty[1]) +
					bits.OnesCount64(s[2]&empty[2]) + bits.OnesCount64(s[3]&empty[3])
			}
			to := g.jumps(&g.t.place[i])
			n += bits.OnesCount64(to.n) + bits.OnesCount64(to.s)
		}
	}
	return n
}

// halvesTargets is targets on such a board.
func (p *Position) halvesTargets(i uint8, occ, empty *Bits) Bits {
	var g halvesGen
	p.spreadOut(&g, occ)
	to := p.stepTargets(i, empty)
	at := &g.t.place[i]
	jumps := g.jumps(at)
	for half, set := range []uint64{jumps.n, jumps.s} {
		for ; set != 0; set &= set - 1 {
			to.Set(p.rules.board.bit[g.t.cell[half][at.class&3][bits.TrailingZeros64(set)]])
		}
	}
	return to
}
