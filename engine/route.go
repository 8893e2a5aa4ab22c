package engine

import (
	"errors"
	"fmt"
)

// Route is the canonical route of a legal move, origin and destination
// included: the shortest, ties broken by direction order N, NE, E, SE, S, SW,
// W, NW (stars: NE, E, SE, SW, W, NW) at the first jump that differs. A step's route has two cells.
func (p *Position) Route(m Move) []int {
	b := p.Board()
	from, to := m.From(), m.To()
	if b.Distance(from, to) == 1 {
		return []int{from, to}
	}
	// A breadth-first search that expands in direction order finds cells by
	// the shortest route, and among those by the first in that order.
	parent := make(map[int]int, 16)
	queue := []int{from}
	for len(queue) > 0 && parentless(parent, to) {
		c := queue[0]
		queue = queue[1:]
		for d := range b.dirs {
			n, ok := p.jump(c, from, d)
			if !ok || n == from || !parentless(parent, n) || !p.mayLand(from, to, n) {
				continue
			}
			parent[n] = c
			queue = append(queue, n)
		}
	}
	if parentless(parent, to) {
		panic("engine: route of an illegal move " + b.ShortText(m))
	}
	var back []int
	for c := to; c != from; c = parent[c] {
		back = append(back, c)
	}
	route := []int{from}
	for i := len(back) - 1; i >= 0; i-- {
		route = append(route, back[i])
	}
	return route
}

func parentless(parent map[int]int, c int) bool {
	_, found := parent[c]
	return !found
}

// jump is the cell behind the piece next to c in direction d, if it can be
// landed on while the piece of origin is under way.
func (p *Position) jump(c, origin, d int) (int, bool) {
	b := p.Board()
	over := int(b.next[c][d])
	if over < 0 || over == origin || p.At(over) == 0 {
		return 0, false
	}
	n := int(b.next[over][d])
	return n, n >= 0 && (n == origin || p.At(n) == 0)
}

// mayLand reports whether a chain from origin to end may land on c, by the lock.
func (p *Position) mayLand(origin, end, c int) bool {
	goal := func(c int) bool { return p.Board().InGoal(p.Mover(), c) }
	switch p.rules.lock {
	case LockPath:
		return !goal(origin) || goal(c)
	case LockEndPass:
		return goal(origin) || goal(end) || !goal(c)
	}
	return true
}

// checkRoute says what is wrong with a route that was given from outside, one
// segment after another, or returns nil. The caller checks the move itself.
func (p *Position) checkRoute(route []int) error {
	b := p.Board()
	origin, end := route[0], route[len(route)-1]
	if p.At(origin) != p.Mover()+1 {
		return nil // Legal names the reason
	}
	if len(route) == 2 && b.Distance(origin, end) == 1 {
		return nil
	}
	seen := map[int]bool{origin: true}
	for i := 1; i < len(route); i++ {
		from, to := route[i-1], route[i]
		segment := b.CellName(from) + "-" + b.CellName(to)
		if b.Distance(from, to) == 1 {
			return fmt.Errorf("%s is a step within a chain of jumps", segment)
		}
		if seen[to] {
			return errors.New(segment + " lands twice on a cell, or where the move began")
		}
		seen[to] = true
		jumped := false
		for d := range b.dirs {
			if n, ok := p.jump(from, origin, d); ok && n == to {
				jumped = true
			}
		}
		if !jumped {
			return errors.New(segment + " is no jump over one adjacent piece to an empty cell")
		}
		if !p.mayLand(origin, end, to) {
			return fmt.Errorf("%s lands where lock=%s forbids it", segment, p.rules.lock)
		}
	}
	return nil
}
