package main

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"halmazero/internal/bench"
)

// benchmarks are what can be measured: each takes the settings and a function
// to report every result as it comes, and ends early if that fails.
var benchmarks = []struct {
	name, about string
	run         func(s bench.Settings, report func(bench.Result) error) error
}{
	{"engine", "move generation, perft and random games, by board", benchEngine},
	{"search", "the classical search: nodes a second, and the depth reached in ten times --ms", benchSearch},
	{"nn", "inference: kernels, tower, whole networks, two workers", benchNN},
	{"selfplay", "self-play: positions, games and evaluations, against the network alone; two workers", benchSelfPlay},
	{"train", "training steps, two replicas", benchTrain},
}

func benchCommand() command {
	var known, about []string
	for _, b := range benchmarks {
		known = append(known, b.name)
		about = append(about, b.name+": "+b.about)
	}
	c := command{name: "bench", args: "[" + strings.Join(known, "|") + "] [--json] [--rounds N] [--ms N]",
		about: "measure speed on one core; " + strings.Join(about, "; ")}
	c.run = func(e env, args []string) error {
		f := options(c, e)
		asJSON := f.Bool("json", false, "print one JSON array of name, value, unit, ratio")
		rounds := f.Int("rounds", 31, "times that each measurement is repeated, in turns with its limit")
		ms := f.Int("ms", 10, "milliseconds of each repetition")
		if err := parse(f, args, 0, 1); err != nil {
			return err
		}
		if err := checkRange("rounds", *rounds, 1, 1000); err != nil {
			return err
		}
		if err := checkRange("ms", *ms, 1, 60000); err != nil {
			return err
		}
		if f.NArg() == 1 && !slices.Contains(known, f.Arg(0)) {
			return usageError("unknown benchmark %q; known: %s", f.Arg(0), strings.Join(known, ", "))
		}
		s := bench.Settings{Rounds: *rounds, While: time.Duration(*ms) * time.Millisecond}
		var results []bench.Result
		report := func(r bench.Result) error {
			results = append(results, r)
			fmt.Fprintf(e.talk, "%s: %s %s, ratio %.2f\n", r.Name, siNumber(r.Value), r.Unit, r.Ratio)
			return e.ctx.Err()
		}
		for _, b := range benchmarks {
			if f.NArg() == 1 && f.Arg(0) != b.name {
				continue
			}
			if err := b.run(s, report); err != nil {
				return err
			}
		}
		if *asJSON {
			return printJSON(e.out, results)
		}
		w := tabwriter.NewWriter(e.out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "name\tvalue\tunit\tratio")
		for _, r := range results {
			fmt.Fprintf(w, "%s\t%s\t%s\t%.2f\n", r.Name, siNumber(r.Value), r.Unit, r.Ratio)
		}
		return w.Flush()
	}
	return c
}

// siNumber is a number with three digits and k, M or G.
func siNumber(v float64) string {
	for _, p := range []struct {
		factor float64
		letter string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if v >= p.factor {
			return fmt.Sprintf("%.3g%s", v/p.factor, p.letter)
		}
	}
	return fmt.Sprintf("%.3g", v)
}
