package arena

import (
	"time"

	"halmazero/selfplay/agent"
)

// Effort is what the moves of a seat in a game, or of a side in a match, have
// cost. Times are wall-clock: they differ from one time to the next.
type Effort struct {
	Moves  int     `json:"moves"`
	MeanMS float64 `json:"mean_ms"` // milliseconds a move
	MaxMS  float64 `json:"max_ms"`
	// Searched counts the moves of which the player said how it found them,
	// Depth and Nodes are the means over these: plies that were searched
	// completely, and positions or simulations.
	Searched int     `json:"searched,omitempty"`
	Depth    float64 `json:"depth,omitempty"`
	Nodes    float64 `json:"nodes,omitempty"`
}

// Add joins two efforts.
func (e *Effort) Add(f Effort) {
	e.MeanMS = mean(e.MeanMS, e.Moves, f.MeanMS, f.Moves)
	e.Depth = mean(e.Depth, e.Searched, f.Depth, f.Searched)
	e.Nodes = mean(e.Nodes, e.Searched, f.Nodes, f.Searched)
	e.MaxMS = max(e.MaxMS, f.MaxMS)
	e.Moves += f.Moves
	e.Searched += f.Searched
}

func mean(a float64, n int, b float64, m int) float64 {
	if n+m == 0 {
		return 0
	}
	return (a*float64(n) + b*float64(m)) / float64(n+m)
}

// meter measures the moves of one game. Without a clock it does nothing.
type meter struct {
	clock   func() time.Time
	efforts []Effort // by seat
	start   time.Time
	info    agent.Info
	told    bool
}

func newMeter(clock func() time.Time, seats int) *meter {
	m := &meter{clock: clock}
	if clock != nil {
		m.efforts = make([]Effort, seats)
	}
	return m
}

// listen takes what a player says of its searches.
func (m *meter) listen(p agent.Player) {
	if m.clock != nil {
		agent.OnInfo(p, func(i agent.Info) { m.info, m.told = i, true })
	}
}

func (m *meter) begin() {
	if m.clock != nil {
		m.told = false
		m.start = m.clock()
	}
}

func (m *meter) end(seat int) {
	if m.clock == nil {
		return
	}
	ms := float64(m.clock().Sub(m.start)) / float64(time.Millisecond)
	e := Effort{Moves: 1, MeanMS: ms, MaxMS: ms}
	if m.told {
		e.Searched, e.Depth, e.Nodes = 1, float64(m.info.Depth), float64(m.info.Nodes)
	}
	m.efforts[seat].Add(e)
}
