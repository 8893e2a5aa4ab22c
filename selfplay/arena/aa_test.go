package arena

import (
	"testing"

	"halmazero/selfplay/stats"
)

// Of 100 matches of one randomised player against itself, with independent
// seeds, 90 to 99 have zero in the 95 % interval of their Elo difference: fewer
// would mean that the interval is too narrow or a side is favoured, more that
// it is too wide. The flag -long plays longer matches, and a better player.
func TestMatchesOfEqualPlayers(t *testing.T) {
	for _, x := range []struct {
		ref, player string
		pairs       int
		long        bool
	}{
		{"wiki-8", "greedy", 20, false},
		{"wiki-8-d30", "greedy", 200, true},
		{"wiki-8-d30", "classical:depth=2,noise=0.1", 100, true},
		{"star-121-3", "greedy", 40, true},
	} {
		t.Run(x.ref+" "+x.player, func(t *testing.T) {
			if x.long && !*long {
				t.Skip("needs -long")
			}
			if testing.Short() {
				t.Skip("thousands of games")
			}
			m := match(t, x.player, x.player)
			m.Rules, m.Pairs, m.Cap = rules(t, x.ref), x.pairs, 300
			within := 0
			for seed := range uint64(100) {
				m.Seed = seed
				r := play(t, m)
				elo := r.Groups.Elo()
				if Paired(m.Rules) {
					elo = r.Tally.Pairs.Elo()
				}
				if elo.Low <= 0 && elo.High >= 0 {
					within++
				}
				if r.Tally.Pairs == (stats.Pairs{0, 0, x.pairs}) {
					t.Fatalf("seed %d: all pairs are even, which shows nothing", seed)
				}
			}
			t.Logf("%d of 100 matches have zero in their interval", within)
			if within < 90 || within > 99 {
				t.Errorf("%d of 100 matches have zero in their interval, want 90 to 99", within)
			}
		})
	}
}
