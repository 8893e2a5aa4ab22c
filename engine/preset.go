package engine

import (
	"fmt"
	"sort"
)

// preset is a ruleset by name.
type preset struct {
	grid  string
	seats uint8 // corners, one bit each; 0 stands for the usual set of the square
	options
}

// presets are the rulesets of the sources: Ply Yard, Leapstone, Wikipedia's
// article, and the Star Halma edition.
var presets = makePresets()

func makePresets() map[string]preset {
	all := map[string]preset{
		"plyyard":     {grid: "sq16", options: options{resign: true, agreedDraw: true}},
		"leapstone-2": {grid: "sq16", options: options{resign: true, timeout: 3}},
		"leapstone-4": {grid: "sq16x4", options: options{finish: FinishPlaces, resign: true, timeout: 3}},
	}
	wiki := options{first: -1, lock: LockEnd}
	for name, grid := range map[string]string{"wiki-2": "sq16", "wiki-4": "sq16x4", "wiki-8": "sq8", "wiki-10": "sq10"} {
		all[name] = preset{grid: grid, options: wiki}
	}
	all["wiki-star3"] = preset{grid: "star121x15", seats: 0b010101, options: wiki}
	teams, d30, d50 := wiki, wiki, wiki
	teams.finish = FinishTeams
	d30.deadline, d50.deadline = 30, 50
	all["wiki-4-teams"] = preset{grid: "sq16x4", options: teams}
	all["wiki-8-d30"] = preset{grid: "sq8", options: d30}
	all["wiki-10-d50"] = preset{grid: "sq10", options: d50}
	for _, cells := range []int{121, 181, 253} {
		for n := 2; n <= 6; n++ {
			grid := fmt.Sprintf("star%d", cells)
			all[fmt.Sprintf("star-%d-%d", cells, n)] = preset{grid: grid, seats: usualStarSeats[n],
				options: options{lock: LockPath, turnLimit: 1500, sealedDraw: true}}
		}
	}
	return all
}

// usualStarSeats are the points that n players usually take, one bit each,
// clockwise from the north: N, S; N, SE, SW; N, NE, S, SW; all but NW; all.
var usualStarSeats = [MaxSeats + 1]uint8{2: 0b001001, 3: 0b010101, 4: 0b011011, 5: 0b011111, 6: 0b111111}

// PresetNames lists the presets in alphabetical order.
func PresetNames() []string {
	names := make([]string, 0, len(presets))
	for n := range presets {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}
