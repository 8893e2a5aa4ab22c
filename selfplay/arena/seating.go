package arena

import (
	"fmt"
	"slices"

	"halmazero/engine"
	"halmazero/internal/seed"
)

// Paired says whether a game has two sides by its rules, two seats or two
// teams. Then a group is a pair.
func Paired(r *engine.Rules) bool { return r.Seats() == 2 || r.Finish() == engine.FinishTeams }

// Seatings lists the games of a group of two players: for each the side at
// every seat. Between two seats, and between two teams, that is a pair: side 0
// has the first seat or team, and then the second one.
//
// Where more seats play, each for itself, it is every distribution of the seats
// in which both sides have as many seats as the other, or one more or less if
// their number is odd: 6 games for three seats, 6 for four, 20 for five, 20 for
// six. The list holds the mirror image of every distribution that it holds,
// sides exchanged, so equal players score 1/2 in every group on average, and
// it holds those in which a side's seats are neighbours as well as those in
// which they alternate.
func Seatings(r *engine.Rules) [][]int {
	n := r.Seats()
	if Paired(r) {
		first, second := make([]int, n), make([]int, n)
		for seat := range n {
			first[seat], second[seat] = seat%2, 1-seat%2
		}
		return [][]int{first, second}
	}
	var all [][]int
	for mask := range 1 << n { // the bit of the first seat is the highest
		seating, ones := make([]int, n), 0
		for seat := range n {
			seating[seat] = mask >> (n - 1 - seat) & 1
			ones += seating[seat]
		}
		if d := n - 2*ones; d >= -1 && d <= 1 {
			all = append(all, seating)
		}
	}
	return all
}

// tableSeatings lists the games of a group of any number of sides, up to one a
// seat, where each seat plays for itself. The sides are dealt to the seats as
// evenly as possible, in an order that the group's stream decides, and then
// move on by one seat from game to game until every side has had every seat
// equally often. With as many sides as seats these are as many games.
func tableSeatings(n, sides int, root uint64, label string, group int) [][]int {
	if sides < 2 || sides > n {
		panic(fmt.Sprintf("arena: %d sides at a table of %d seats", sides, n))
	}
	order := make([]int, n)
	for seat := range order {
		order[seat] = seat % sides
	}
	seed.New(root, label, "seats", group).Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	shifts := 1
	if n%sides != 0 {
		shifts = sides // a side has a seat more than another, and each is that one in turn
	}
	var all [][]int
	for shift := range shifts {
		for turn := range n {
			seating := make([]int, n)
			for seat := range seating {
				seating[seat] = (order[(seat+turn)%n] + shift) % sides
			}
			if !slices.ContainsFunc(all, func(s []int) bool { return slices.Equal(s, seating) }) {
				all = append(all, seating)
			}
		}
	}
	return all
}
