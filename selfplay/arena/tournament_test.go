package arena

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"halmazero/selfplay/stats"
)

func tournament(t *testing.T, ref string, names ...string) *Tournament {
	t.Helper()
	tour := &Tournament{Rules: rules(t, ref), Seed: 3, OpeningPlies: 4, Cap: 200, Pairs: 2, Workers: 2}
	for _, name := range names {
		tour.Entrants = append(tour.Entrants, Entrant{name, maker(t, name)})
	}
	return tour
}

func (t *Tournament) names() []string {
	var names []string
	for _, e := range t.Entrants {
		names = append(names, e.Name)
	}
	return names
}

func playAll(t *testing.T, tour *Tournament) []Game {
	t.Helper()
	if err := tour.Validate(); err != nil {
		t.Fatal(err)
	}
	games, err := tour.Play(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if len(games) != tour.Games() {
		t.Fatalf("%d games, want %d", len(games), tour.Games())
	}
	return games
}

var three = []string{"random", "greedy", "classical:depth=1"}

// bots are players of any number of seats, with names of their own.
func bots(n int) []string {
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("%s %d", []string{"random", "greedy"}[i%2], i+1))
	}
	return names
}

func botTournament(t *testing.T, ref string, n int) *Tournament {
	tour := tournament(t, ref)
	for _, name := range bots(n) {
		kind, _, _ := strings.Cut(name, " ")
		tour.Entrants = append(tour.Entrants, Entrant{name, maker(t, kind)})
	}
	return tour
}

func TestTournamentsAreTheSameWithAnyNumberOfWorkers(t *testing.T) {
	for _, x := range []struct {
		name string
		tour *Tournament
	}{
		{"two seats", tournament(t, "wiki-8-d30", three...)},
		{"teams", botTournament(t, "wiki-4-teams", 3)},
		{"three of four at a table", botTournament(t, "star-121-3", 4)},
		{"two at a table of three", botTournament(t, "star-121-3", 2)},
	} {
		t.Run(x.name, func(t *testing.T) {
			x.tour.Workers = 1
			one := playAll(t, x.tour)
			for workers := 2; workers <= 4; workers++ {
				x.tour.Workers = workers
				if games := playAll(t, x.tour); !reflect.DeepEqual(games, one) {
					t.Errorf("%d workers play other games than one", workers)
				}
			}
		})
	}
}

func TestWhoMeets(t *testing.T) {
	for _, x := range []struct {
		name             string
		tour             *Tournament
		gauntlet, random bool
		want             map[string]int // games by who meets
	}{
		{"round robin", botTournament(t, "wiki-8", 3), false, false,
			map[string]int{"random 1 against greedy 2": 4, "random 1 against random 3": 4, "greedy 2 against random 3": 4}},
		{"gauntlet", botTournament(t, "wiki-8", 3), true, false,
			map[string]int{"random 1 against greedy 2": 4, "random 1 against random 3": 4}},
		{"tables", botTournament(t, "star-121-3", 4), false, false,
			map[string]int{"random 1 against greedy 2 against random 3": 6, "random 1 against greedy 2 against greedy 4": 6,
				"random 1 against random 3 against greedy 4": 6, "greedy 2 against random 3 against greedy 4": 6}},
		{"tables of a gauntlet", botTournament(t, "star-121-3", 4), true, false,
			map[string]int{"random 1 against greedy 2 against random 3": 6, "random 1 against greedy 2 against greedy 4": 6,
				"random 1 against random 3 against greedy 4": 6}},
		{"fewer than seats", botTournament(t, "star-121-4", 2), false, false, nil},
		{"random tables", botTournament(t, "star-121-3", 6), false, true, map[string]int{"tables": 30}},
		{"random tables of a gauntlet", botTournament(t, "star-121-3", 6), true, true, map[string]int{"tables": 30}},
	} {
		t.Run(x.name, func(t *testing.T) {
			tour := x.tour
			tour.Cap, tour.OpeningPlies, tour.Gauntlet, tour.Random = 6, 2, x.gauntlet, x.random
			if x.random {
				tour.Pairs = 10
			}
			got := make(map[string]int)
			games := playAll(t, tour)
			seats := make(map[string][]int) // by player, how often it had each seat
			for _, g := range games {
				got[g.Match]++
				if x.gauntlet && !slices.Contains(g.Players, "random 1") {
					t.Errorf("%v meet without the first", g.Players)
				}
				for seat, name := range g.Players {
					if seats[name] == nil {
						seats[name] = make([]int, len(g.Players))
					}
					seats[name][seat]++
				}
			}
			if x.want != nil && !reflect.DeepEqual(got, x.want) {
				t.Errorf("games %v, want %v", got, x.want)
			}
			for name, times := range seats {
				if slices.Min(times) != slices.Max(times) {
					t.Errorf("%s had the seats %v times", name, times)
				}
			}
			if len(seats) != len(tour.Entrants) {
				t.Errorf("%d of %d took part", len(seats), len(tour.Entrants))
			}
		})
	}
}

func TestTournamentsThatAreRefused(t *testing.T) {
	for _, x := range []struct {
		name, want string
		change     func(t *Tournament)
	}{
		{"one player", "needs 2 players or more, not 1", func(t *Tournament) { t.Entrants = t.Entrants[:1] }},
		{"one player twice", "player random takes part twice", func(t *Tournament) { t.Entrants[1].Name = "random" }},
		{"nothing to play", "0 pairs", func(t *Tournament) { t.Pairs = 0 }},
		{"too many pairs", "the tournament has 6000000 games, want at most 1000000: take fewer players or pairs", func(t *Tournament) { t.Pairs = 1_000_000 }},
		{"random tables of two", "more than two sides only", func(t *Tournament) { t.Random = true }},
	} {
		t.Run(x.name, func(t *testing.T) {
			tour := tournament(t, "wiki-8", three...)
			x.change(tour)
			if err := tour.Validate(); err == nil || !strings.Contains(err.Error(), x.want) {
				t.Errorf("error is %v, want %s", err, x.want)
			}
		})
	}
	tour := botTournament(t, "star-121-3", 6)
	tour.Random, tour.Pairs = true, 1
	if err := tour.Validate(); err == nil || !strings.Contains(err.Error(), "1 tables are too few") {
		t.Errorf("error is %v", err)
	}
}

// The number of games is known before who meets whom is listed, which may be too
// much for any memory.
func TestTournamentsThatAreTooLong(t *testing.T) {
	for _, x := range []struct {
		ref     string
		players int
		want    string // games, "" for few enough
	}{
		{"wiki-8", 708, "1001112"}, {"wiki-8", 707, ""}, {"wiki-4-teams", 1000, "1998000"},
		{"star-121-3", 102, "1030200"}, {"star-121-3", 101, ""}, {"star-121-6", 1000, "16418079587898000"},
	} {
		tour := tournament(t, x.ref)
		for i := range x.players {
			tour.Entrants = append(tour.Entrants, Entrant{Name: fmt.Sprint(i)})
		}
		err := tour.Validate()
		if x.want == "" && err != nil || x.want != "" && (err == nil || !strings.Contains(err.Error(), " "+x.want+" games")) {
			t.Errorf("%d players by %s: error is %v, want %q games", x.players, x.ref, err, x.want)
		}
	}
	for _, ref := range []string{"wiki-8", "wiki-4-teams", "star-121-3", "star-121-4", "star-121-5"} {
		for n := 2; n <= 6; n++ {
			for _, kind := range [][2]bool{{}, {true, false}, {false, true}, {true, true}} {
				tour := botTournament(t, ref, n)
				if tour.Gauntlet, tour.Random = kind[0], kind[1]; tour.Random && Paired(tour.Rules) {
					continue
				}
				most, games := tour.mostGames().Int64(), int64(tour.Games())
				if exact := n >= tour.Rules.Seats() || Paired(tour.Rules); most < games || exact && most != games {
					t.Errorf("%d players by %s, gauntlet and random %v: %d games, at most %d", n, ref, kind, games, most)
				}
			}
		}
	}
}

// A tournament goes on after a kill at any game.
func TestTournamentsGoOn(t *testing.T) {
	for _, tour := range []*Tournament{tournament(t, "wiki-8-d30", three...), botTournament(t, "star-121-3", 3)} {
		t.Run(tour.Rules.ID(), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "games.jsonl")
			keep := func() ([]Game, []byte) {
				s, err := OpenStore(path, testSettings{"tournament", tour.Seed})
				if err != nil {
					t.Fatal(err)
				}
				tour.Known, tour.Store = s.Games(), s.Add
				games := playAll(t, tour)
				if err := s.Finish(games, tour.Pairs); err != nil {
					t.Fatal(err)
				}
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
				data, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				return games, data
			}
			want, file := keep()
			at := 0
			for _, line := range bytes.SplitAfter(file, []byte("\n")) {
				cut := at + len(line)/2
				at += len(line)
				if err := os.WriteFile(path, file[:cut], 0o666); err != nil {
					t.Fatal(err)
				}
				if games, again := keep(); !reflect.DeepEqual(games, want) || !bytes.Equal(again, file) {
					t.Fatalf("cut at byte %d: other games", cut)
				}
			}
		})
	}
}

// The stronger players are rated higher, and every game is counted once for
// each player and once in each cell.
func TestStandings(t *testing.T) {
	for _, x := range []struct {
		tour  *Tournament
		pairs int
	}{{tournament(t, "wiki-8-d30", three...), 20}, {botTournament(t, "star-121-3", 4), 3}, {botTournament(t, "wiki-4-teams", 2), 4}, {botTournament(t, "leapstone-4", 2), 3}} {
		t.Run(x.tour.Rules.ID(), func(t *testing.T) {
			x.tour.Pairs, x.tour.Cap = x.pairs, 1000
			games := playAll(t, x.tour)
			names := x.tour.names()
			s, err := Rank(x.tour.Rules, names, games, 0)
			if err != nil {
				t.Fatal(err)
			}
			total, points := 0, 0.0
			for i, row := range s.Rows {
				total += row.Games.Total()
				rated := 0.0
				for j, c := range s.Cross[i] {
					back := s.Cross[j][i]
					if c.Games != back.Games || math.Abs(c.Points+back.Points-float64(c.Games)) > 1e-9 {
						t.Errorf("%s against %s: %v and %v", names[i], names[j], c, back)
					}
					rated += c.Points
					points += c.Points
				}
				if strings.HasPrefix(names[i], "random") && row.Home == 0 {
					t.Errorf("%s has always left its camp", names[i])
				}
				if row.Truncated < row.Even || row.Games.Draws < row.Even || row.Rating.Games == 0 {
					t.Errorf("%s: %+v", names[i], row)
				}
			}
			players := 0
			for _, g := range games {
				seen := make(map[string]bool)
				for _, name := range g.Players {
					seen[name] = true
				}
				players += len(seen)
			}
			if total != players {
				t.Errorf("%d games by player, want %d", total, players)
			}
			order := s.Order()
			best := names[order[0]]
			if strings.HasPrefix(best, "random") || !strings.HasPrefix(names[order[len(order)-1]], "random") {
				t.Errorf("%s is rated best, %s worst", best, names[order[len(order)-1]])
			}
			if s.Rows[0].Rating.Elo != (stats.Interval{}) {
				t.Errorf("the anchor is rated %v", s.Rows[0].Rating.Elo)
			}
			if _, err := Rank(x.tour.Rules, names[1:], games, 0); err == nil || !strings.Contains(err.Error(), names[0]+" is no player of this tournament") {
				t.Errorf("error is %v", err)
			}
		})
	}
}

// A tournament of two is rated as their match is.
func TestStandingsOfTwo(t *testing.T) {
	tour := tournament(t, "wiki-8-d30", "greedy", "classical:depth=1")
	tour.Pairs = 10
	games := playAll(t, tour)
	s, err := Rank(tour.Rules, tour.names(), games, 1)
	if err != nil {
		t.Fatal(err)
	}
	m := match(t, "greedy", "classical:depth=1")
	m.Seed, m.Label, m.Cap, m.Pairs = tour.Seed, games[0].Match, tour.Cap, tour.Pairs
	r := play(t, m)
	if !reflect.DeepEqual(r.Games, games) {
		t.Error("the games of a meeting are not those of a match with its label")
	}
	if elo := r.Tally.Pairs.Elo(); math.Abs(elo.Value-s.Rows[0].Rating.Elo.Value) > 1e-6 || math.Abs(elo.Low-s.Rows[0].Rating.Elo.Low) > 1e-6 {
		t.Errorf("rating %v, the match says %v", s.Rows[0].Rating.Elo, elo)
	}
	if row := s.Rows[0]; row.Games != r.Tally.Games || row.Home != r.Home[0] {
		t.Errorf("row %+v, match %v, at home %v", row, r.Tally.Games, r.Home)
	}
}
