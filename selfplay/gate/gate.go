package gate

import (
	"fmt"
	"strings"

	"halmazero/selfplay/stats"
)

// Config is the rule of a match.
type Config struct {
	// Test is the sequential test. H0 is that the candidate is Elo0 better
	// than the present network (0: as good), H1 that it is Elo1 better.
	Test stats.SPRT
	// MaxPairs ends a match in which the test comes to no conclusion. It is the
	// number of groups where there are groups instead of pairs.
	MaxPairs int
	// Undecided is what happens then.
	Undecided Undecided
}

// Undecided is how a match ends in which the test has come to no conclusion.
type Undecided int8

const (
	// Sure accepts if the 95 % interval of the Elo lies wholly above Elo0, so
	// that in doubt the present network stays.
	Sure Undecided = iota
	// Likelier accepts if the LLR is above 0, which says that the results are
	// likelier under H1 than under H0. It is how Wald (1945) ends a sequential
	// test that is truncated. H0 and H1 then are two gains around the one from
	// which on a candidate is wanted.
	Likelier
)

// Validate says what is wrong with the configuration.
func (c Config) Validate() error {
	if c.MaxPairs < 1 {
		return fmt.Errorf("gate: max pairs %d is not positive", c.MaxPairs)
	}
	if c.Undecided != Sure && c.Undecided != Likelier {
		return fmt.Errorf("gate: no such end of an undecided match: %d", c.Undecided)
	}
	if err := c.Test.Validate(); err != nil {
		return fmt.Errorf("gate: %w", err)
	}
	return nil
}

// Action is what to do with the candidate.
type Action int8

const (
	Continue Action = iota // play more pairs
	Accept
	Reject
)

// String is "continue", "accept" or "reject".
func (a Action) String() string {
	if a < Continue || a > Reject {
		return fmt.Sprintf("Action(%d)", int8(a))
	}
	return [...]string{"continue", "accept", "reject"}[a]
}

// Verdict is a decision and the evidence for it.
type Verdict struct {
	Action Action
	// Pairs is how many pairs or groups, from index 0, the verdict rests on.
	// Results behind them had no influence.
	Pairs  int
	Tally  stats.Tally    // of these pairs; zero where there are groups
	Score  stats.Interval // of the candidate in them
	Elo    stats.Interval
	LLR    float64 // of the sequential test after them
	Reason string  // one sentence for a person
}

// Decide reads the results in the order of their index and returns the verdict
// of the first pair at which the match ends; Continue if it has not ended. The
// results must be those of the indices 0 to len(results)-1 without a gap: a
// result that is finished before one of a lower index has to wait for it.
//
// The sequential test ends the match in favour of H1 (accept) or H0 (reject).
// If MaxPairs pairs have not been enough, Undecided says what follows. An
// invalid configuration panics.
func Decide(c Config, results []stats.Pair) Verdict {
	s := Watch(c)
	for _, pair := range results {
		if s.Add(pair) {
			break
		}
	}
	return s.Verdict()
}

// Sequence is a match whose pairs come one by one; Decide does the same with all
// of them at once.
type Sequence struct {
	c Config
	v Verdict
}

// Watch is a match of which no pair has been played. An invalid configuration panics.
func Watch(c Config) *Sequence {
	if err := c.Validate(); err != nil {
		panic(err)
	}
	return &Sequence{c: c}
}

// Add counts the pair of the next index, unless the match has ended before, and
// reports whether it has ended now.
func (s *Sequence) Add(pair stats.Pair) (ended bool) {
	v := &s.v
	if v.Action == Continue && v.Pairs < s.c.MaxPairs {
		v.Tally.Add(pair)
		v.Pairs++
		var decision stats.Decision
		v.LLR, decision = s.c.Test.Test(v.Tally.Pairs)
		v.Action = action(decision)
	}
	return v.Action != Continue || v.Pairs >= s.c.MaxPairs
}

// Verdict is the verdict on the pairs so far.
func (s *Sequence) Verdict() Verdict {
	v := s.v
	v.Score, v.Elo = v.Tally.Pairs.Score(), v.Tally.Pairs.Elo()
	return s.c.conclude(v, "pairs")
}

// DecideGroups is Decide where more than two seats play, each for itself, and a
// group of games takes the place of a pair. The groups are those of the indices
// 0 to Count-1, and the match must not have ended before the last of them.
func DecideGroups(c Config, groups stats.Groups) Verdict {
	if err := c.Validate(); err != nil {
		panic(err)
	}
	v := Verdict{Pairs: groups.Count, Score: groups.Score(), Elo: groups.Elo()}
	if groups.Count > 0 {
		v.LLR = groups.LLR(c.Test)
		v.Action = action(c.Test.Decide(v.LLR))
	}
	return c.conclude(v, "groups")
}

// conclude gives the reason of a verdict, and decides a match that has reached
// its maximum.
func (c Config) conclude(v Verdict, noun string) Verdict {
	switch {
	case v.Pairs == 0:
		v.Reason = "no " + strings.TrimSuffix(noun, "s") + " has been played"
	case v.Action != Continue:
		v.Reason = c.testEnded(v, noun)
	case v.Pairs >= c.MaxPairs:
		v.Action, v.Reason = c.atMaximum(v, noun)
	default:
		lower, upper := c.Test.Bounds()
		v.Reason = fmt.Sprintf("after %d of at most %d %s the LLR %.2f is between %.2f and %.2f",
			v.Pairs, c.MaxPairs, noun, v.LLR, lower, upper)
	}
	return v
}

func action(d stats.Decision) Action {
	switch d {
	case stats.AcceptH1:
		return Accept
	case stats.AcceptH0:
		return Reject
	}
	return Continue
}

// testEnded gives the reason of a verdict of the sequential test.
func (c Config) testEnded(v Verdict, noun string) string {
	lower, upper := c.Test.Bounds()
	if v.Action == Accept {
		return fmt.Sprintf("after %d %s the LLR %.2f has reached %.2f: %g Elo better rather than %g; score %v",
			v.Pairs, noun, v.LLR, upper, c.Test.Elo1, c.Test.Elo0, v.Score)
	}
	return fmt.Sprintf("after %d %s the LLR %.2f has reached %.2f: %g Elo better rather than %g; score %v",
		v.Pairs, noun, v.LLR, lower, c.Test.Elo0, c.Test.Elo1, v.Score)
}

// atMaximum decides a match whose test has come to no conclusion.
func (c Config) atMaximum(v Verdict, noun string) (Action, string) {
	if c.Undecided == Likelier {
		const even = 1e-9 // an LLR as small as this is rounding alone
		if v.LLR > even {
			return Accept, fmt.Sprintf("no conclusion after %d %s, but by the LLR %.2f %g Elo better is likelier than %g; score %v",
				v.Pairs, noun, v.LLR, c.Test.Elo1, c.Test.Elo0, v.Score)
		}
		return Reject, fmt.Sprintf("no conclusion after %d %s, and by the LLR %.2f %g Elo better is not likelier than %g; score %v",
			v.Pairs, noun, v.LLR, c.Test.Elo1, c.Test.Elo0, v.Score)
	}
	if v.Elo.Low > c.Test.Elo0 {
		return Accept, fmt.Sprintf("no conclusion after %d %s, but the 95 %% interval of %s Elo is above %g",
			v.Pairs, noun, v.Elo.Format(0), c.Test.Elo0)
	}
	return Reject, fmt.Sprintf("no conclusion after %d %s, and the 95 %% interval of %s Elo is not above %g",
		v.Pairs, noun, v.Elo.Format(0), c.Test.Elo0)
}
