package arena

import (
	"fmt"
	"slices"

	"halmazero/engine"
	"halmazero/selfplay/stats"
)

// Standing is how one entrant of a tournament has done.
type Standing struct {
	Rating stats.Rating
	// Of several seats a win is a first place of the entrant's own, and a draw
	// one that it shares.
	Games     stats.WDL
	Truncated int // which count as draws of Games, too, where nobody has won
	Even      int // those that do
	// Home counts the games at whose end the entrant still had a piece in an
	// own camp.
	Home     int
	Forfeits int
	Effort   Effort // if it was measured
}

// Cell is the games of one entrant against another one.
type Cell struct {
	Games int `json:"games"`
	// Points are the scores, summed up: how often the seats of the one had a
	// better place than those of the other.
	Points float64 `json:"points"`
}

// Standings are the result of a tournament.
type Standings struct {
	Ratings *stats.Ratings
	Rows    []Standing // by entrant
	Cross   [][]Cell   // by entrant, and by opponent
}

// Rank counts the games of a tournament between the named players. The games
// of a group must stand together, as Play returns them. anchor is the player
// whose rating is zero, or stats.Average.
func Rank(r *engine.Rules, names []string, games []Game, anchor int) (*Standings, error) {
	s := &Standings{Rows: make([]Standing, len(names)), Cross: make([][]Cell, len(names))}
	index := make(map[string]int)
	for i, name := range names {
		index[name] = i
		s.Cross[i] = make([]Cell, len(names))
	}
	var groups []stats.Group
	var meetings []stats.Meeting
	for len(games) > 0 {
		n := 1
		for n < len(games) && games[n].Match == games[0].Match && games[n].Pair == games[0].Pair {
			n++
		}
		var group stats.Group
		for i := range games[:n] {
			ranking, err := s.add(&games[i], index)
			if err != nil {
				return nil, err
			}
			group = append(group, ranking)
		}
		if Paired(r) {
			m := stats.Meeting{A: group[0].Players[0], B: group[0].Players[1]}
			m.Pairs.Add(pairOf(games[:n]))
			meetings = append(meetings, m)
		}
		groups = append(groups, group)
		games = games[n:]
	}
	var err error
	if Paired(r) {
		s.Ratings, err = stats.Rate(len(names), meetings, anchor)
	} else {
		s.Ratings, err = stats.RatePlaces(len(names), groups, anchor)
	}
	if err != nil {
		return nil, fmt.Errorf("rating the players: %w", err)
	}
	for i := range s.Rows {
		s.Rows[i].Rating = s.Ratings.Players[i]
	}
	return s, nil
}

// Order lists the entrants by rating, the best first.
func (s *Standings) Order() []int {
	order := make([]int, len(s.Rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch x, y := s.Rows[a].Rating.Elo.Value, s.Rows[b].Rating.Elo.Value; {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return order
}

// add counts a game and returns its ranking.
func (s *Standings) add(g *Game, index map[string]int) (stats.Ranking, error) {
	r := stats.Ranking{Players: make([]int, len(g.Players)), Places: g.Places}
	for seat, name := range g.Players {
		e, ok := index[name]
		if !ok {
			return r, fmt.Errorf("%s, group %d: %s is no player of this tournament", g.Match, g.Pair, name)
		}
		r.Players[seat] = e
	}
	if r.Places == nil { // two sides
		for seat := range g.Players {
			r.Places = append(r.Places, 3-int(2*g.Score(g.Side(seat))))
		}
	}
	s.count(g, &r)
	for a := range s.Rows {
		for b := range s.Rows {
			if a != b && slices.Contains(r.Players, a) && slices.Contains(r.Players, b) {
				s.Cross[a][b].Games++
				s.Cross[a][b].Points += between(&r, a, b)
			}
		}
	}
	return r, nil
}

// between is the score of one player against another one.
func between(r *stats.Ranking, a, b int) float64 {
	var two stats.Ranking
	for seat, e := range r.Players {
		if e == a || e == b {
			two.Players, two.Places = append(two.Players, e), append(two.Places, r.Places[seat])
		}
	}
	return two.Score(a)
}

// count adds a game to the rows of its players.
func (s *Standings) count(g *Game, r *stats.Ranking) {
	best := slices.Min(r.Places)
	winners := make(map[int]bool)
	for seat, place := range r.Places {
		if place == best {
			winners[r.Players[seat]] = true
		}
	}
	home, seen := make(map[int]bool), make(map[int]bool)
	for seat, e := range r.Players {
		row := &s.Rows[e]
		if g.AtHome[seat] > 0 && !home[e] {
			home[e] = true
			row.Home++
		}
		if g.Effort != nil {
			row.Effort.Add(g.Effort[seat])
		}
		if seen[e] {
			continue
		}
		seen[e] = true
		o := stats.Loss
		if winners[e] {
			o = stats.Win
			if len(winners) > 1 {
				o = stats.Draw
			}
		}
		row.Games.Add(o)
		if g.Truncated() {
			row.Truncated++
			if o == stats.Draw {
				row.Even++
			}
		}
	}
	for _, f := range g.Forfeits {
		s.Rows[r.Players[f.Seat-1]].Forfeits++
	}
}
