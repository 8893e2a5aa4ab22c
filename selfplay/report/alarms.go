package report

import (
	"fmt"
	"math"
)

// Thresholds of the alarms. Those that hold "from" a point on describe what is
// usual before it: games from random weights are all cut off by a short cap,
// both sides still at home, and say nothing about the value yet.
const (
	// settledGeneration is from when on games should end by themselves. With
	// a cap of 30 plies that grows by 5, 8x8 runs got below half in
	// generations 9 and 10.
	settledGeneration = 12
	// mostTruncated is the largest healthy share of truncated games from then on.
	mostTruncated = 0.5
	// mostSquatting is the same of squatting games.
	mostSquatting = 0.25

	// learntSteps is after how many training steps the losses should have moved.
	learntSteps = 1200
	// valueMargin is how far the value loss should then be below that of a
	// guess, the logarithm of the number of seats.
	valueMargin = 0.002
	// mostExcess is how many nats the policy loss may then be above the
	// entropy of its targets.
	mostExcess = 1.0
	// excessSlack is how far rounding may take it below: a cross-entropy
	// cannot be less than the entropy, so less is an error of measurement.
	excessSlack = 0.01

	// fewestUnique is the least share of games that occur only once.
	fewestUnique = 0.9

	// correlatedGeneration is from when on root values come from a network
	// that has been trained, and leastCorrelation how far below 0 chance takes
	// their correlation with the outcome. Less means values of the wrong player.
	correlatedGeneration = 3
	leastCorrelation     = -0.02

	// With at least wonGames won games, one side should not win more than
	// mostOneSided of them.
	wonGames     = 50
	mostOneSided = 0.9
)

// Alarms lists, in sentences, what in the measurements of a generation healthy
// runs do not show. It does not read g.Alarms.
func Alarms(g Generation) []string {
	var alarms []string
	alarm := func(when bool, format string, args ...any) {
		if when {
			alarms = append(alarms, fmt.Sprintf(format, args...))
		}
	}
	s := g.SelfPlay
	settled := g.Generation >= settledGeneration
	alarm(settled && s.TruncatedShare > mostTruncated,
		"%s of the games were truncated (more than %s from generation %d on)", percent(s.TruncatedShare), percent(mostTruncated), settledGeneration)
	alarm(settled && s.SquattingShare > mostSquatting,
		"%s of the games ended with one side alone at home (more than %s from generation %d on)", percent(s.SquattingShare), percent(mostSquatting), settledGeneration)
	alarm(s.Games > 0 && s.UniqueGamesShare < fewestUnique,
		"only %s of the games are unique (less than %s)", percent(s.UniqueGamesShare), percent(fewestUnique))
	won := float64(s.Games) * (s.DecisiveShare + s.DeadlineShare)
	alarm(won >= wonGames && math.Max(s.FirstPlayerShare, 1-s.FirstPlayerShare) > mostOneSided,
		"the starting side won %s of the won games (one side more than %s)", percent(s.FirstPlayerShare), percent(mostOneSided))
	for seat, r := range s.RootCorrelation {
		alarm(g.Generation >= correlatedGeneration && r < leastCorrelation,
			"root values of seat %d contradict the outcomes: correlation %.3f (below %g from generation %d on)", seat+1, r, leastCorrelation, correlatedGeneration)
	}
	if t := g.Training; t != nil {
		excess := t.PolicyLoss - t.PolicyEntropy
		learnt := t.Steps >= learntSteps
		alarm(excess < -excessSlack,
			"policy loss %.3f is below the entropy of its targets, %.3f, which cannot be", t.PolicyLoss, t.PolicyEntropy)
		alarm(learnt && excess > mostExcess,
			"policy loss is %.3f above the entropy of its targets after %d steps (more than %g from step %d on)", excess, t.Steps, mostExcess, learntSteps)
		alarm(learnt && t.ValueLoss > math.Log(float64(s.seats()))-valueMargin,
			"value loss %.4f after %d steps is a guess (not below ln %d - %g from step %d on)", t.ValueLoss, t.Steps, s.seats(), valueMargin, learntSteps)
	}
	return alarms
}
