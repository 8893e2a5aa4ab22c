package features

import (
	"fmt"

	"halmazero/engine"
	"halmazero/model"
)

// The names of the encodings; see doc.go.
const (
	Square2 = "square2-v1"
	General = "general-v1"
)

// Encoding is the encoding of the positions of one ruleset, with its tables. It
// is immutable and safe for concurrent use.
type Encoding struct {
	rules *engine.Rules
	shape model.Spec
	// planes knows the planes of the encoding by name.
	planes planes
	// views are by mover; mirrored ones are nil where the board has no
	// reflection.
	views, mirrored []view
	// board is where the planes of each cell of the board begin.
	board []uint16
	// clocks are the numbers that ground holds in the planes from
	// planes.clocks on.
	clocks []float32
	// camp is the number of cells of a camp.
	camp int
	// share is the sum of the probabilities of all seats: 1 where one seat
	// wins, more where places or teams share the points.
	share float32
	// halfPlies and halfDistance stand for a half; see shares.go.
	halfPlies, halfDistance float32
}

// view is the board as one mover sees it.
type view struct {
	// ground is what does not change, [Cells x Planes].
	ground []float32
	// cell is the grid cell of each cell of the board.
	cell [engine.MaxCells]int16
}

// planes names the planes of an encoding. A plane that it does not have is -1.
// Pieces are planes 0 to seats-1.
type planes struct {
	goals           int // first of the planes of the target camps
	seatGoals       int // how many there are of them, mover first
	home            int
	progress        int
	board           int
	teams           int
	clocks          int // first of the clocks
	turns           int
	deadline        int // the mover's, the other's, and whether there is one
	playing, placed int // first of those planes
	count           int
}

// square2 are the planes of Square2.
var square2 = planes{home: 2, goals: 3, seatGoals: 1, progress: 4, board: 5, deadline: 6, clocks: 6,
	teams: -1, turns: -1, playing: -1, placed: -1, count: 9}

// general are the planes of General.
func general(seats int) planes {
	p := planes{goals: seats, seatGoals: seats, home: 2 * seats, progress: 2*seats + 1, board: 2*seats + 2,
		teams: -1, deadline: -1, playing: -1, placed: -1}
	next := 2*seats + 3
	if seats > 2 {
		p.teams = next
		next++
	}
	p.clocks, p.turns = next, next
	next++
	if seats == 2 {
		p.deadline = next
		p.count = next + 3
		return p
	}
	p.playing = next
	p.placed = next + seats - 1
	p.count = p.placed + seats - 1
	return p
}

// For is the encoding of a ruleset: Square2 for two seats on a square, General
// for everything else.
func For(r *engine.Rules) *Encoding {
	b := r.Board()
	e := &Encoding{rules: r, camp: len(b.Goal(0)), share: 1}
	e.shape = model.Spec{Rows: b.Rows(), Cols: b.Cols(), Seats: b.Seats(), Features: General}
	e.planes = general(b.Seats())
	switch {
	case b.Star():
		e.shape.Star = (b.Rows() - 1) / 4
	case b.Seats() == 2:
		e.shape.Features, e.planes = Square2, square2
	}
	e.shape.Planes = e.planes.count
	if r.Finish() != engine.FinishFirst {
		e.share = float32(b.Seats()) / 2
	}
	start := r.Start(0)
	e.clocks = append(e.clocks, e.readClocks(new(clocks), &start)...)
	e.setHalves(&start)
	e.addViews()
	return e
}

// Spec is a spec with everything that the encoding decides: the grid, the
// seats, and the planes. The sizes of the network are left to the caller.
func (e *Encoding) Spec() model.Spec { return e.shape }

// Len is the number of input numbers of a position: Cells*Planes of the spec.
func (e *Encoding) Len() int { return e.shape.Cells() * e.shape.Planes }

// Mirrors reports whether positions can be encoded mirrored.
func (e *Encoding) Mirrors() bool { return e.mirrored != nil }

// Check says whether networks of the given spec can play the ruleset.
func (e *Encoding) Check(s model.Spec) error {
	want, ref := e.shape, e.rules.Ref()
	switch {
	case s.Rows != want.Rows || s.Cols != want.Cols || s.Star != want.Star:
		return fmt.Errorf("network is for %s, %s is played on %s", boardText(s), ref, boardText(want))
	case s.Seats != want.Seats:
		return fmt.Errorf("network is for %d seats, %s has %d", s.Seats, ref, want.Seats)
	case s.Features != want.Features:
		return fmt.Errorf("network was trained on the encoding %q, %s is played with %q", s.Features, ref, want.Features)
	case s.Planes != want.Planes:
		return fmt.Errorf("network has %d input planes, encoding %s has %d", s.Planes, want.Features, want.Planes)
	}
	return nil
}

// boardText says what board a spec is for.
func boardText(s model.Spec) string {
	if s.Star > 0 {
		return fmt.Sprintf("a star of %d cells", s.BoardCells())
	}
	return fmt.Sprintf("a board of %dx%d", s.Rows, s.Cols)
}

// Encode writes the input planes of p, a position of the encoding's rules,
// into dst, which has Len entries: row-major, cell by cell in the mover's view
// (NHWC). It allocates nothing. It panics if dst has another length, or if a
// mirrored position is asked for where there is no mirror.
func (e *Encoding) Encode(dst []float32, p *engine.Position, mirror bool) {
	me, seats, n := p.Mover(), e.shape.Seats, e.planes.count
	v := e.view(me, mirror)
	if len(dst) != len(v.ground) {
		panic(fmt.Sprintf("features: room for %d numbers, want %d", len(dst), len(v.ground)))
	}
	copy(dst, v.ground)
	var buf [engine.MaxCells]uint8
	for k := range seats {
		for _, c := range p.Pieces(buf[:0], (me+k)%seats) {
			dst[int(v.cell[c])*n+k] = 1
		}
	}
	var now clocks
	e.setClocks(dst, e.readClocks(&now, p))
}

// Moves appends the moves' grid cells in the view of the mover of p. The moves
// need not be its own.
func (e *Encoding) Moves(from, to []int16, p *engine.Position, moves []engine.Move, mirror bool) ([]int16, []int16) {
	v := e.view(p.Mover(), mirror)
	for _, m := range moves {
		from = append(from, v.cell[m.From()])
		to = append(to, v.cell[m.To()])
	}
	return from, to
}

func (e *Encoding) view(mover int, mirror bool) *view {
	if !mirror {
		return &e.views[mover]
	}
	if e.mirrored == nil {
		panic(fmt.Sprintf("features: %s has no mirror", e.rules.Ref()))
	}
	return &e.mirrored[mover]
}
