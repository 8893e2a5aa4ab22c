package stats

import (
	"fmt"
	"math/bits"
	"slices"
)

// RatePlaces fits the ratings of a tournament of several seats by the model of
// Plackett and Luce (Plackett 1975; Hunter 2004): the first place falls to a
// seat with the probability of its player's share in the sum of all strengths
// e^x, the second place to one of the others in the same way, and so on. Of two
// seats it is the model of Rate, and gives the same ratings for the same games;
// an Elo difference between two players means the same: how often one ends
// before the other.
//
// Shared places are no part of the model. If some seats share a place, the
// logarithm of the likelihood is the mean over all orders of them; in a drawn
// game of two seats that is half a win and half a loss. But if the last place
// is shared, and not by all, then the game is taken to have ended before those
// seats were told apart: their order is unknown, and the ranking says only who
// was in front of them. So a game that ends with the first winner counts as a
// choice of one out of all, and a draw of all seats as evidence that they are
// equal.
//
// The prior is that of Rate, between any two players who met. The intervals
// take the group as the unit, by the same covariance as Rate's, times (n+1)/n
// for n groups: groups are few, and the usual correction is G/(G-1) (Liang and
// Zeger 1986), here with the prior as one group more. The order of the groups
// has no influence beyond rounding. 12 groups of three players give intervals
// that hold the truth in 94 % of matches, 40 and more 95 %.
//
// An error names the game that is wrong; if the games do not connect all
// players it is a *DisconnectedError.
func RatePlaces(players int, groups []Group, anchor int) (*Ratings, error) {
	if err := checkAnchor(players, anchor); err != nil {
		return nil, err
	}
	var units []unit
	var met acquaintances
	for i, group := range groups {
		u := unit{weight: 1}
		for j, game := range group {
			if err := game.check(players); err != nil {
				return nil, fmt.Errorf("ratings: group %d, game %d: %w", i, j, err)
			}
			u.addRanking(game)
			met.addGame(game.Players)
		}
		units = append(units, u)
	}
	met.sort()
	few := float64(len(groups)+1) / float64(max(1, len(groups)))
	r, err := rate(players, slices.Compact(met), units, few, anchor)
	if err != nil {
		return nil, err
	}
	for i := range r.Players {
		r.Players[i].addGroups(i, groups)
	}
	return r, nil
}

// addGame adds the pairs of players of a game; a pair may be added again.
func (met *acquaintances) addGame(players []int) {
	for i, a := range players {
		for _, b := range players[:i] {
			if a != b {
				*met = append(*met, [2]int{min(a, b), max(a, b)})
			}
		}
	}
}

// addGroups counts the games of the player and their mean score.
func (r *Rating) addGroups(player int, groups []Group) {
	points := 0.0
	for _, g := range groups {
		for _, game := range g {
			if game.has(player) {
				r.Games++
				points += game.Score(player)
			}
		}
	}
	if r.Games > 0 {
		r.Score = points / float64(r.Games)
	}
}

// addRanking adds the choices of a game, place by place.
func (u *unit) addRanking(r Ranking) {
	seats := make([]int, len(r.Places))
	for i := range seats {
		seats[i] = i
	}
	slices.SortStableFunc(seats, func(a, b int) int { return r.Places[a] - r.Places[b] })
	for len(seats) > 1 {
		shared := 1
		for shared < len(seats) && r.Places[seats[shared]] == r.Places[seats[0]] {
			shared++
		}
		if shared == len(seats) && len(seats) < len(r.Places) {
			return // the last place
		}
		u.addPlace(r, seats, shared)
		seats = seats[shared:]
	}
}

// addPlace adds that the first so many of the seats come before the others, in
// a mean of all their orders: the k-th choice is out of all seats but k of
// those who share the place, and each subset of k of them is as likely.
func (u *unit) addPlace(r Ranking, seats []int, shared int) {
	for _, seat := range seats[:shared] {
		u.points = append(u.points, term{r.Players[seat], 1})
	}
	for gone := range uint(1)<<shared - 1 {
		c := choice{weight: 1 / binomial(shared, bits.OnesCount(gone))}
		for i, seat := range seats {
			if gone>>i&1 == 0 {
				c.add(r.Players[seat])
			}
		}
		u.choices = append(u.choices, c)
	}
}

// add adds a seat of the player.
func (c *choice) add(player int) {
	for i := range c.from {
		if c.from[i].player == player {
			c.from[i].value++
			return
		}
	}
	c.from = append(c.from, term{player, 1})
}

// binomial is how many subsets of k there are of n.
func binomial(n, k int) float64 {
	b := 1.0
	for i := range k {
		b = b * float64(n-i) / float64(i+1)
	}
	return b
}
