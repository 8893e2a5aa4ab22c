package classical

import (
	"math/bits"

	"halmazero/engine"
)

// step is a move between layout indices: from<<8 | to. No move is 0.
type step uint16

func newStep(from, to uint8) step { return step(from)<<8 | step(to) }

func (m step) from() uint8 { return uint8(m >> 8) }
func (m step) to() uint8   { return uint8(m) }

// state is a position of which moves can be taken back: less than
// engine.Position knows, and cheaper to change. A seat without a move is not
// skipped: whoever searches finds out that it has none.
type state struct {
	pieces [engine.MaxSeats]engine.Bits
	occ    engine.Bits
	key    uint64
	sum    [engine.MaxSeats]int32 // table sum
	made   [engine.MaxSeats]int32
	ply    int32
	mover  uint8
	home   [engine.MaxSeats]uint8 // pieces in the own camp
	open   [engine.MaxSeats]uint8 // cells of the target without an own piece
}

// set takes a position over.
func (s *state) set(t *terrain, p *engine.Position) {
	*s = state{mover: uint8(p.Mover()), ply: int32(p.Ply())}
	s.key = t.turn[s.mover]
	for seat := range t.board.Seats() {
		s.pieces[seat] = p.PieceBits(seat)
		s.occ = s.occ.Or(&s.pieces[seat])
		s.made[seat] = int32(p.Made(seat))
		s.open[seat] = uint8(t.cells[seat])
		for w, left := range s.pieces[seat] {
			for ; left != 0; left &= left - 1 {
				spot := &t.spots[seat][w<<6|bits.TrailingZeros64(left)]
				s.key ^= spot.key
				s.sum[seat] += spot.value
				s.home[seat] += spot.home
				s.open[seat] -= spot.goal
			}
		}
	}
}

// do makes a move of the seat to move and gives the turn to the next one.
func (s *state) do(t *terrain, m step, next uint8) {
	seat := s.mover
	s.made[seat]++
	s.ply++
	s.shift(t, seat, m.from(), m.to())
	s.key ^= t.turn[seat] ^ t.turn[next]
	s.mover = next
}

// undo takes back the last move, which the seat made.
func (s *state) undo(t *terrain, m step, seat uint8) {
	s.key ^= t.turn[seat] ^ t.turn[s.mover]
	s.mover = seat
	s.made[seat]--
	s.ply--
	s.shift(t, seat, m.to(), m.from())
}

// pass gives the turn to another seat.
func (s *state) pass(t *terrain, next uint8) {
	s.key ^= t.turn[s.mover] ^ t.turn[next]
	s.mover = next
}

func (s *state) shift(t *terrain, seat, from, to uint8) {
	f, g := uint64(1)<<(from&63), uint64(1)<<(to&63)
	p := &s.pieces[seat]
	p[from>>6] ^= f
	p[to>>6] ^= g
	s.occ[from>>6] ^= f
	s.occ[to>>6] ^= g
	a, b := &t.spots[seat][from], &t.spots[seat][to]
	s.key ^= a.key ^ b.key
	s.sum[seat] += b.value - a.value
	s.home[seat] += b.home - a.home
	s.open[seat] += a.goal - b.goal
}
