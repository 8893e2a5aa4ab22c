package report

import (
	"fmt"
	"math"
	"slices"
)

// figures are the charts of a page, for generations in ascending order.
func figures(gens []Generation) []figure {
	selfplay := func(label string, value func(s SelfPlay) float64) series {
		return collect(label, gens, func(g Generation) float64 { return value(g.SelfPlay) })
	}
	training := func(label string, value func(t Training) float64) series {
		return collect(label, gens, func(g Generation) float64 {
			if g.Training == nil {
				return math.NaN()
			}
			return value(*g.Training)
		})
	}
	seconds := func(label string, value func(s Seconds) float64) series {
		return collect(label, gens, func(g Generation) float64 { return value(g.Seconds) })
	}
	seats := 2
	for _, g := range gens {
		seats = max(seats, g.SelfPlay.seats())
	}
	var list []figure
	if opponents := opponentNames(gens); len(opponents) > 0 {
		list = append(list, scoreFigure(gens, opponents))
	}
	return append(list,
		figure{id: "policy", title: "Policy loss", yLabel: "nats a position", decimals: 3,
			description: "Cross-entropy of the policy and the entropy of its targets, which is the least it can reach.",
			series: []series{
				training("policy loss", func(t Training) float64 { return t.PolicyLoss }),
				training("target entropy", func(t Training) float64 { return t.PolicyEntropy }),
			}},
		figure{id: "value", title: "Value loss", yLabel: "nats a position", decimals: 4,
			description: fmt.Sprintf("Cross-entropy of the value; ln %d is what a guess costs that is the same for all seats.", seats),
			series:      []series{training("value loss", func(t Training) float64 { return t.ValueLoss })},
			references:  []reference{{math.Log(float64(seats)), fmt.Sprintf("ln %d", seats)}}},
		figure{id: "endings", title: "How games end", yLabel: "share of games", to: 1, decimals: 3,
			description: "Shares of self-play games that were truncated, won by a filled camp, won by the deadline, and that ended with one side alone at home.",
			series: []series{
				selfplay("truncated", func(s SelfPlay) float64 { return s.TruncatedShare }),
				selfplay("decisive", func(s SelfPlay) float64 { return s.DecisiveShare }),
				selfplay("deadline", func(s SelfPlay) float64 { return s.DeadlineShare }),
				selfplay("squatting", func(s SelfPlay) float64 { return s.SquattingShare }),
			}},
		figure{id: "plies", title: "Length of games", yLabel: "plies", decimals: 1,
			description: "Mean number of plies of self-play games and the training cap.",
			series: []series{
				selfplay("mean plies", func(s SelfPlay) float64 { return s.MeanPlies }),
				selfplay("training cap", func(s SelfPlay) float64 { return float64(s.Cap) }),
			}},
		figure{id: "seconds", title: "Time by phase", yLabel: "seconds", stacked: true, decimals: 1,
			description: "Wall-clock seconds of each generation, stacked by phase.",
			series: []series{
				seconds("self-play", func(s Seconds) float64 { return s.SelfPlay }),
				seconds("training", func(s Seconds) float64 { return s.Train }),
				seconds("gate", func(s Seconds) float64 { return s.Gate }),
				seconds("ladder", func(s Seconds) float64 { return s.Ladder }),
			}})
}

func scoreFigure(gens []Generation, opponents []string) figure {
	f := figure{id: "score", title: "Score against fixed opponents", yLabel: "score", to: 1, decimals: 2,
		description: "Points a game of the best network against each fixed opponent, draws and truncated games as half a point; the bands are 95 % intervals.",
		references:  []reference{{0.5, "even"}}}
	for _, name := range opponents {
		part := func(value func(o Opponent) float64) []float64 {
			return collect(name, gens, func(g Generation) float64 {
				i := slices.IndexFunc(g.Ladder, func(o Opponent) bool { return o.Name == name })
				if i < 0 {
					return math.NaN()
				}
				return value(g.Ladder[i])
			}).y
		}
		f.series = append(f.series, series{
			label: name,
			y:     part(func(o Opponent) float64 { return o.Score.Value }),
			low:   part(func(o Opponent) float64 { return o.Score.Low }),
			high:  part(func(o Opponent) float64 { return o.Score.High }),
		})
	}
	return f
}

func collect(label string, gens []Generation, value func(g Generation) float64) series {
	s := series{label: label, y: make([]float64, len(gens))}
	for i, g := range gens {
		s.y[i] = value(g)
	}
	return s
}

// opponentNames lists the opponents in the order in which they first appear.
func opponentNames(gens []Generation) []string {
	var names []string
	for _, g := range gens {
		for _, o := range g.Ladder {
			if !slices.Contains(names, o.Name) {
				names = append(names, o.Name)
			}
		}
	}
	return names
}
