package selfplay

import (
	"sync"

	"halmazero/dataset"
)

// Order passes games on in the order of their index, whoever finishes them
// first. It is safe for concurrent use.
type Order struct {
	mu    sync.Mutex
	next  int
	wait  map[int]dataset.Game
	write func(dataset.Game) error
	err   error
}

// NewOrder expects the game of index next first, and calls write for one game
// at a time.
func NewOrder(next int, write func(dataset.Game) error) *Order {
	return &Order{next: next, wait: make(map[int]dataset.Game), write: write}
}

// Done takes a finished game. After an error of write every call returns it.
func (o *Order) Done(g dataset.Game) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.wait[g.Index] = g
	for o.err == nil {
		g, ok := o.wait[o.next]
		if !ok {
			break
		}
		delete(o.wait, o.next)
		o.next++
		o.err = o.write(g)
	}
	return o.err
}
