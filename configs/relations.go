package configs

import (
	"fmt"
	"slices"

	"halmazero/engine"
)

// relation is a condition on several settings. fault says what is wrong, or
// nothing; it may rely on each of the keys being within its bounds.
type relation struct {
	keys  []string
	fault func(c *Config) string
}

// maxShortHorizons is the largest number of short-horizon values.
const maxShortHorizons = 8

// relations are the conditions that bounds cannot express.
var relations = []relation{
	{[]string{"selfplay.cheap_simulations", "selfplay.simulations"}, func(c *Config) string {
		return atMost("selfplay.cheap_simulations", c.SelfPlay.CheapSimulations, "selfplay.simulations", c.SelfPlay.Simulations)
	}},
	{[]string{"selfplay.simulations_max", "selfplay.simulations_growth", "selfplay.simulations"}, func(c *Config) string {
		if c.SelfPlay.SimulationsGrowth == 0 {
			return ""
		}
		return atMost("selfplay.simulations", c.SelfPlay.Simulations, "selfplay.simulations_max", c.SelfPlay.SimulationsMax)
	}},
	{[]string{"selfplay.forced_playouts", "search.root"}, func(c *Config) string {
		if c.Search.Root != "gumbel" || c.SelfPlay.ForcedPlayouts == 0 {
			return ""
		}
		return fmt.Sprintf("selfplay.forced_playouts is %s, want 0, as search.root is gumbel", number(c.SelfPlay.ForcedPlayouts))
	}},
	{[]string{"selfplay.resign", "rules"}, func(c *Config) string {
		rules, err := engine.ParseRules(c.Rules)
		if c.SelfPlay.Resign == 0 || err != nil || rules.Seats() == 2 {
			return ""
		}
		return fmt.Sprintf("selfplay.resign is %s, want 0, as %s has %d seats", number(c.SelfPlay.Resign), c.Rules, rules.Seats())
	}},
	{[]string{"selfplay.temperature_floor", "selfplay.temperature"}, func(c *Config) string {
		return atMost("selfplay.temperature_floor", c.SelfPlay.TemperatureFloor, "selfplay.temperature", c.SelfPlay.Temperature)
	}},
	{[]string{"selfplay.opening_plies", "cap.start", "cap.max"}, func(c *Config) string {
		if c.Cap.Max < c.Cap.Start {
			return below("selfplay.opening_plies", c.SelfPlay.OpeningPlies, "cap.max", c.Cap.Max)
		}
		return below("selfplay.opening_plies", c.SelfPlay.OpeningPlies, "cap.start", c.Cap.Start)
	}},
	{[]string{"bootstrap.games", "bootstrap.data", "training.bootstrap_steps"}, func(c *Config) string {
		switch {
		case c.Training.BootstrapSteps > 0:
			return ""
		case c.Bootstrap.Games > 0:
			return fmt.Sprintf("training.bootstrap_steps is 0, want at least 1, as bootstrap.games is %d", c.Bootstrap.Games)
		case len(c.Bootstrap.Data) > 0:
			return "training.bootstrap_steps is 0, want at least 1, as there is bootstrap.data"
		}
		return ""
	}},
	{[]string{"bootstrap.games", "bootstrap.data", "bootstrap.share"}, func(c *Config) string {
		if c.Bootstrap.Share == 0 || c.Bootstrap.Games > 0 || len(c.Bootstrap.Data) > 0 {
			return ""
		}
		return fmt.Sprintf("bootstrap.share is %s, want 0, as there are no bootstrap.games and no bootstrap.data", number(c.Bootstrap.Share))
	}},
	{[]string{"training.batch", "training.bucket_max"}, func(c *Config) string {
		return atMost("training.batch", c.Training.Batch, "training.bucket_max", c.Training.BucketMax)
	}},
	{[]string{"training.batch", "training.replicas"}, func(c *Config) string {
		if c.Training.Batch%c.Training.Replicas == 0 {
			return ""
		}
		return fmt.Sprintf("training.batch is %d, want a multiple of training.replicas, which is %d", c.Training.Batch, c.Training.Replicas)
	}},
	{[]string{"training.learning_rate_min", "training.learning_rate_half_life", "training.learning_rate"}, func(c *Config) string {
		if c.Training.LearningRateHalfLife == 0 {
			return ""
		}
		return atMost("training.learning_rate_min", c.Training.LearningRateMin, "training.learning_rate", c.Training.LearningRate)
	}},
	{[]string{"training.short_horizons", "training.short_value_weight"}, func(c *Config) string {
		n := len(c.Training.ShortHorizons)
		if n > maxShortHorizons {
			return fmt.Sprintf("training.short_horizons has %d horizons, want at most %d", n, maxShortHorizons)
		}
		if n > 0 || c.Training.ShortValueWeight == 0 {
			return ""
		}
		return fmt.Sprintf("training.short_horizons is empty, want at least one, as training.short_value_weight is %v", c.Training.ShortValueWeight)
	}},
	{[]string{"training.window_start", "training.window_max"}, func(c *Config) string {
		return atMost("training.window_start", c.Training.WindowStart, "training.window_max", c.Training.WindowMax)
	}},
	{[]string{"gate.opening_plies", "cap.max"}, func(c *Config) string {
		return below("gate.opening_plies", c.Gate.OpeningPlies, "cap.max", c.Cap.Max)
	}},
	{[]string{"gate.elo0", "gate.elo1"}, func(c *Config) string {
		return below("gate.elo0", c.Gate.Elo0, "gate.elo1", c.Gate.Elo1)
	}},
	{[]string{"ladder.opening_plies", "cap.max"}, func(c *Config) string {
		return below("ladder.opening_plies", c.Ladder.OpeningPlies, "cap.max", c.Cap.Max)
	}},
	{[]string{"ladder.opponents", "ladder.pairs"}, func(c *Config) string {
		if len(c.Ladder.Opponents) > 0 || c.Ladder.Pairs == 0 {
			return ""
		}
		return fmt.Sprintf("ladder.opponents is empty, want at least one, as ladder.pairs is %d", c.Ladder.Pairs)
	}},
	{[]string{"ladder.opponents"}, func(c *Config) string {
		for i, o := range c.Ladder.Opponents {
			if slices.Contains(c.Ladder.Opponents[:i], o) {
				return fmt.Sprintf("ladder.opponents has %q twice, want each once", shorten(o))
			}
		}
		return ""
	}},
}

func atMost[T int | float64](key string, value T, limitKey string, limit T) string {
	if value <= limit {
		return ""
	}
	return fmt.Sprintf("%s is %v, want at most %s, which is %v", key, value, limitKey, limit)
}

func below[T int | float64](key string, value T, limitKey string, limit T) string {
	if value < limit {
		return ""
	}
	return fmt.Sprintf("%s is %v, want less than %s, which is %v", key, value, limitKey, limit)
}
