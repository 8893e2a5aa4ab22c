package stats

import "fmt"

// Outcome is the result of a game in half points of the first player.
type Outcome int8

const (
	Loss Outcome = iota
	Draw
	Win
)

// String is "loss", "draw" or "win".
func (o Outcome) String() string {
	if o < Loss || o > Win {
		return fmt.Sprintf("Outcome(%d)", int8(o))
	}
	return [...]string{"loss", "draw", "win"}[o]
}

// Pair is the outcomes of two games from one opening, sides swapped.
type Pair [2]Outcome

// Pairs counts pairs by their half points: 0, 1, 2, 3, 4.
type Pairs [5]int

// Add counts a pair. An outcome that is none of the three panics.
func (p *Pairs) Add(pair Pair) {
	for _, o := range pair {
		if o < Loss || o > Win {
			panic("stats: no such outcome: " + o.String())
		}
	}
	p[pair[0]+pair[1]]++
}

// Total is the number of pairs.
func (p Pairs) Total() int { return p[0] + p[1] + p[2] + p[3] + p[4] }

// WDL counts games.
type WDL struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Add counts a game.
func (w *WDL) Add(o Outcome) {
	switch o {
	case Win:
		w.Wins++
	case Draw:
		w.Draws++
	case Loss:
		w.Losses++
	default:
		panic("stats: no such outcome: " + o.String())
	}
}

// Total is the number of games.
func (w WDL) Total() int { return w.Wins + w.Draws + w.Losses }

// Score is wins plus half the draws, a game; 1/2 without games.
func (w WDL) Score() float64 {
	if w.Total() == 0 {
		return 0.5
	}
	return (float64(w.Wins) + float64(w.Draws)/2) / float64(w.Total())
}

// String is the counts in words.
func (w WDL) String() string {
	return fmt.Sprintf("%d wins, %d draws, %d losses", w.Wins, w.Draws, w.Losses)
}

// Tally is the counts of a match, by pair and by game.
type Tally struct {
	Pairs Pairs `json:"pairs"`
	Games WDL   `json:"games"`
}

// Add counts a pair and its two games.
func (t *Tally) Add(pair Pair) {
	t.Pairs.Add(pair)
	t.Games.Add(pair[0])
	t.Games.Add(pair[1])
}
