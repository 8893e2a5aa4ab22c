package dataset

import (
	"fmt"
	"math"
)

// SignVerdict is what the correlation of a bucket says.
type SignVerdict string

// The verdicts.
const (
	SignSound   SignVerdict = "sound"
	SignWrong   SignVerdict = "wrong"      // clearly negative
	SignFew     SignVerdict = "too few"    // too few games, or none that differ
	SignUnknown SignVerdict = "not judged" // the network has learned nothing yet
)

// Sign is how well root values agree with outcomes in one bucket of rows: those
// of one seat to move, so many plies before the end. The pairs that are
// correlated are of games, the mean root value of the game's rows in the bucket
// and its outcome, both of the seat to move: rows of one game share their
// outcome and are no evidence of their own.
type Sign struct {
	Seat        int         `json:"seat"` // to move, from 0
	From        int         `json:"from"` // least plies left, the row's own move included
	To          int         `json:"to"`   // most; 0: no bound
	Games       int         `json:"games"`
	Rows        int         `json:"rows"`
	Correlation float64     `json:"correlation"` // Pearson's; 0 where undefined
	Verdict     SignVerdict `json:"verdict"`
}

// String is the bucket in a sentence.
func (s Sign) String() string {
	left := fmt.Sprintf("%d to %d plies before the end", s.From, s.To)
	switch {
	case s.To == 0:
		left = fmt.Sprintf("%d plies or more before the end", s.From)
	case s.From == s.To:
		left = fmt.Sprintf("%d ply before the end", s.From)
	}
	return fmt.Sprintf("seat %d to move, %s: root value and outcome have a correlation of %.3f over %d games (%d rows), %s", s.Seat+1, left, s.Correlation, s.Games, s.Rows, s.Verdict)
}

// signEnds are the most plies left in each bucket; the last is open. The first
// is of the moves that end a game: their searches have seen the end, whatever
// the network says.
var signEnds = []int{1, 4, 8, 16, 32}

const (
	// signGames is how many games a bucket needs to be judged.
	signGames = 30
	// signSure is how many standard errors, by Fisher's transformation, the
	// correlation has to be below signLeast: 4 are 3 in 100,000 by chance.
	signSure  = 4.0
	signLeast = -0.1
)

type signKey struct{ seat, bucket int }

type signSum struct {
	correlation
	rows int
}

// sign adds the rows of a game.
func (a *Auditor) sign(g *Game) {
	type mean struct {
		sum, outcome float64
		n            int
	}
	means := make(map[signKey]mean)
	for i := range g.Rows {
		r := &g.Rows[i]
		if r.Seat < 0 || r.Seat >= len(r.RootValue) || r.Seat >= len(r.Outcome) {
			continue
		}
		a.audit.Searched++
		key := signKey{r.Seat, bucketOf(r.PliesLeft)}
		m := means[key]
		m.sum += float64(r.RootValue[r.Seat])
		m.outcome = float64(r.Outcome[r.Seat])
		m.n++
		means[key] = m
	}
	for key, m := range means {
		s := a.signs[key]
		if s == nil {
			s = new(signSum)
			a.signs[key] = s
		}
		s.add(m.sum/float64(m.n), m.outcome)
		s.rows += m.n
	}
}

func bucketOf(left int) int {
	for i, end := range signEnds {
		if left <= end {
			return i
		}
	}
	return len(signEnds)
}

// judged is every bucket that has a row, by seat and distance to the end.
func (a *Auditor) judged() []Sign {
	seats := 0
	for key := range a.signs {
		seats = max(seats, key.seat+1)
	}
	var all []Sign
	for seat := range seats {
		for bucket := 0; bucket <= len(signEnds); bucket++ {
			sum := a.signs[signKey{seat, bucket}]
			if sum == nil {
				continue
			}
			s := Sign{Seat: seat, From: 1, Games: int(sum.n), Rows: sum.rows, Correlation: sum.value()}
			if bucket > 0 {
				s.From = signEnds[bucket-1] + 1
			}
			if bucket < len(signEnds) {
				s.To = signEnds[bucket]
			}
			s.Verdict = s.judge(a.o.Trained || bucket == 0)
			all = append(all, s)
		}
	}
	return all
}

func (s *Sign) judge(known bool) SignVerdict {
	switch {
	case s.Games < signGames || s.Correlation == 0:
		return SignFew
	case !known:
		return SignUnknown
	case math.Atanh(max(s.Correlation, -0.9999))+signSure/math.Sqrt(float64(s.Games-3)) < math.Atanh(signLeast):
		return SignWrong
	}
	return SignSound
}
