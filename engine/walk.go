package engine

// walk is where a chain of jumps of the mover's piece at layout index i may end,
// cell by cell, for a layout without classes.
func (p *Position) walk(i uint8, empty *Bits) Bits {
	goal := &p.rules.board.goal[p.mover]
	inside := goal.Has(i)
	switch {
	case p.rules.lock == LockNone || !inside && p.rules.lock != LockEndPass:
		return p.walkOver(i, empty)
	case p.rules.lock == LockPath:
		free := empty.And(goal)
		return p.walkOver(i, &free)
	case inside:
		to := p.walkOver(i, empty)
		return to.And(goal)
	default: // endpass, from outside: the target from anywhere, the rest without touching the target
		free := empty.Without(goal)
		to, around := p.walkOver(i, empty), p.walkOver(i, &free)
		to = to.And(goal)
		return to.Or(&around)
	}
}

// walkOver is every cell that a chain of jumps from i reaches over cells of free.
func (p *Position) walkOver(i uint8, free *Bits) Bits {
	b := p.rules.board
	occ := p.occupied()
	occ.Clear(i)
	var reached Bits
	var stack [MaxCells]uint8
	stack[0] = b.cell[i]
	for n := 1; n > 0; {
		n--
		c := stack[n]
		for d := range b.dirs {
			over := b.next[c][d]
			if over < 0 || !occ.Has(b.bit[over]) {
				continue
			}
			to := b.next[over][d]
			if to < 0 || !free.Has(b.bit[to]) || reached.Has(b.bit[to]) {
				continue
			}
			reached.Set(b.bit[to])
			stack[n] = uint8(to)
			n++
		}
	}
	return reached
}
