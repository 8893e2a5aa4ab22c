package stats

import (
	"cmp"
	"fmt"
	"slices"
)

// Meeting is the pairs that two players of a tournament played against each
// other; their scores are those of player A. Players are numbers from 0.
type Meeting struct {
	A, B  int
	Pairs Pairs
}

// Rate fits the ratings of a tournament by the model of Bradley and Terry
// (1952): a player of strength e^x scores e^x/(e^x+e^y) points a game against
// one of strength e^y. A draw counts as half a win and half a loss, which is
// what the logistic Elo of Pairs means too; no share of draws has to be
// modelled, and drawn games narrow the intervals by their smaller variance.
//
// The estimate is that of greatest likelihood, with a prior of about one even
// pair a player (for two players just that of Pairs.Elo) that keeps the ratings
// finite when somebody has won everything. The intervals take the pair as the
// unit: they come from the covariance H⁻¹·Σgg'·H⁻¹, where H is the information
// and g is the gradient of one pair (Huber 1967; White 1982), which is right
// however the two games of an opening depend on each other. For two players
// Rate gives exactly the interval of Pairs.Elo.
//
// Several meetings of the same two players count as one, in either order, and
// the order of the meetings has no influence, not even on the last bit. The
// anchor is the player whose rating is zero, or Average.
//
// An error names the meeting that is wrong; if the games do not connect all
// players it is a *DisconnectedError. A meeting without pairs is none.
func Rate(players int, meetings []Meeting, anchor int) (*Ratings, error) {
	if err := checkAnchor(players, anchor); err != nil {
		return nil, err
	}
	merged := make(map[[2]int]Pairs)
	for i, m := range meetings {
		if err := m.check(players); err != nil {
			return nil, fmt.Errorf("ratings: meeting %d: %w", i, err)
		}
		if m.A > m.B {
			m.A, m.B, m.Pairs = m.B, m.A, m.Pairs.reversed()
		}
		if m.Pairs.Total() > 0 {
			merged[[2]int{m.A, m.B}] = merged[[2]int{m.A, m.B}].plus(m.Pairs)
		}
	}
	met := make(acquaintances, 0, len(merged))
	for players := range merged {
		met = append(met, players)
	}
	met.sort()
	var units []unit
	for _, m := range met {
		for half, count := range merged[m] {
			if count > 0 {
				units = append(units, pairUnit(m[0], m[1], half, float64(count)))
			}
		}
	}
	r, err := rate(players, met, units, 1, anchor)
	if err != nil {
		return nil, err
	}
	for m, pairs := range merged {
		r.Players[m[0]].add(pairs)
		r.Players[m[1]].add(pairs.reversed())
	}
	return r, nil
}

func (m Meeting) check(players int) error {
	switch {
	case m.A < 0 || m.A >= players || m.B < 0 || m.B >= players:
		return fmt.Errorf("players %d and %d of %d", m.A, m.B, players)
	case m.A == m.B:
		return fmt.Errorf("player %d against itself", m.A)
	case slices.Min(m.Pairs[:]) < 0:
		return fmt.Errorf("negative counts %v", m.Pairs)
	}
	return nil
}

// pairUnit is the likelihood of a pair of games with the given half points of
// player a, weight times.
func pairUnit(a, b, half int, weight float64) unit {
	points := float64(half) / 2
	return unit{
		weight:  weight,
		points:  []term{{a, points}, {b, 2 - points}},
		choices: []choice{{weight: 2, from: []term{{a, 1}, {b, 1}}}},
	}
}

// add counts the games of a player.
func (r *Rating) add(pairs Pairs) {
	games := 2 * pairs.Total()
	total := float64(r.Games + games)
	r.Score = (r.Score*float64(r.Games) + pairs.points()) / total
	r.Games += games
}

// points is how many points the first player has made.
func (p Pairs) points() float64 { return float64(p[1]+2*p[2]+3*p[3]+4*p[4]) / 2 }

// reversed is the counts as the other player sees them.
func (p Pairs) reversed() Pairs { return Pairs{p[4], p[3], p[2], p[1], p[0]} }

func (p Pairs) plus(q Pairs) Pairs {
	for i := range p {
		p[i] += q[i]
	}
	return p
}

func (met acquaintances) sort() {
	slices.SortFunc(met, func(x, y [2]int) int {
		return cmp.Or(cmp.Compare(x[0], y[0]), cmp.Compare(x[1], y[1]))
	})
}
