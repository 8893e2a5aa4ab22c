package arena

import (
	"fmt"
	"slices"
	"testing"
)

func TestSeatingsOfTwoPlayers(t *testing.T) {
	for _, x := range []struct {
		ref  string
		want int
	}{
		{"wiki-8", 2}, {"star-253-2", 2}, {"leapstone-2", 2}, {"wiki-4-teams", 2},
		{"star-121-3", 6}, {"leapstone-4", 6}, {"wiki-4", 6}, {"star-121-5", 20}, {"star-253-6", 20},
	} {
		t.Run(x.ref, func(t *testing.T) {
			r := rules(t, x.ref)
			all := Seatings(r)
			if len(all) != x.want {
				t.Fatalf("%d games, want %d", len(all), x.want)
			}
			checkBalance(t, all, 2)
			for _, seating := range all {
				mirror := make([]int, len(seating))
				for seat, side := range seating {
					mirror[seat] = 1 - side
				}
				if !slices.ContainsFunc(all, func(s []int) bool { return slices.Equal(s, mirror) }) {
					t.Errorf("%v has no mirror image", seating)
				}
			}
		})
	}
}

// A pair is what it has always been: first A has the first seat, then B.
func TestSeatingsOfPairs(t *testing.T) {
	for ref, want := range map[string]string{"wiki-8": "[[0 1] [1 0]]", "wiki-4-teams": "[[0 1 0 1] [1 0 1 0]]",
		"star-121-3": "[[0 0 1] [0 1 0] [0 1 1] [1 0 0] [1 0 1] [1 1 0]]"} {
		if got := fmt.Sprint(Seatings(rules(t, ref))); got != want {
			t.Errorf("%s: %s, want %s", ref, got, want)
		}
	}
}

func TestSeatingsOfTables(t *testing.T) {
	for n := 3; n <= 6; n++ {
		for sides := 2; sides <= n; sides++ {
			t.Run(fmt.Sprintf("%d seats, %d sides", n, sides), func(t *testing.T) {
				orders := make(map[string]bool)
				for group := range 20 {
					all := tableSeatings(n, sides, 1, "table", group)
					if sides == n && len(all) != n {
						t.Errorf("%d games, want %d", len(all), n)
					}
					checkBalance(t, all, sides)
					orders[fmt.Sprint(all)] = true
				}
				if len(orders) < 2 {
					t.Error("all groups have the same seatings")
				}
			})
		}
	}
}

// checkBalance says that no seating occurs twice, that the sides of a game
// differ by at most one seat, and that over all games every side has had every
// seat equally often.
func checkBalance(t *testing.T, all [][]int, sides int) {
	t.Helper()
	seen := make(map[string]bool)
	times := make([][]int, sides) // by side and seat
	for side := range times {
		times[side] = make([]int, len(all[0]))
	}
	for _, seating := range all {
		if seen[fmt.Sprint(seating)] {
			t.Errorf("%v occurs twice", seating)
		}
		seen[fmt.Sprint(seating)] = true
		count := make([]int, sides)
		for seat, side := range seating {
			count[side]++
			times[side][seat]++
		}
		if slices.Max(count)-slices.Min(count) > 1 {
			t.Errorf("%v gives the sides %v seats", seating, count)
		}
	}
	for side := range times {
		for seat := range times[side] {
			if times[side][seat]*sides != len(all) {
				t.Errorf("side %d has had seat %d in %d of %d games: %v", side, seat+1, times[side][seat], len(all), all)
			}
		}
	}
}
