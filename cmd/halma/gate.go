package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"halmazero/configs"
	"halmazero/internal/progress"
	"halmazero/model/pretrained"
	"halmazero/selfplay/arena"
	"halmazero/selfplay/gate"
	"halmazero/selfplay/loop"
	"halmazero/selfplay/stats"
)

func gateCommand() command {
	c := command{name: "gate", args: "--run DIR --candidate NAME|FILE [--generation N] [--workers N] [--json]",
		about: "play a network against the best one of a run, as the run's gate does; exit code 3 if it is rejected"}
	c.run = func(e env, args []string) error {
		f := options(c, e)
		dir := f.String("run", "", "run folder; it is only read")
		candidate := f.String("candidate", "", "network file, or name of an embedded network")
		generation := f.Int("generation", 0, "take the openings, the cap and the best network of this generation's gate (default: the run's latest, against its best network)")
		workers := f.Int("workers", runtime.NumCPU(), "goroutines that play games; they change the speed, never a result")
		asJSON := f.Bool("json", false, "print one JSON object")
		if err := parse(f, args, 0, 0); err != nil {
			return err
		}
		switch {
		case *dir == "":
			return usageError("--run is missing")
		case *candidate == "":
			return usageError("--candidate is missing")
		case given(f, "generation") && *generation < 1:
			return usageError("--generation is %d, want 1 or more", *generation)
		}
		if err := checkRange("workers", *workers, 1, 1024); err != nil {
			return err
		}
		s, err := playGate(e, *dir, *candidate, *generation, *workers)
		if err != nil {
			return err
		}
		if *asJSON {
			err = printJSON(e.out, s)
		} else {
			_, err = fmt.Fprint(e.out, s.text())
		}
		if err == nil && s.Verdict != gate.Accept.String() {
			err = fmt.Errorf("%w: the candidate is rejected", errShort)
		}
		return err
	}
	return c
}

// gateSummary is a gate's match as it is printed. Counts and estimates are
// those of the candidate; a capped game counts for the seat that was ahead.
type gateSummary struct {
	Run          string         `json:"run"`
	Preset       string         `json:"preset"`
	Candidate    string         `json:"candidate"`
	SHA256       string         `json:"sha256"`
	Generation   int            `json:"generation"` // whose gate it is
	Best         int            `json:"best"`       // generation of the network to be beaten
	BestSHA256   string         `json:"best_sha256"`
	Seed         uint64         `json:"seed"`
	Simulations  int            `json:"simulations"`
	OpeningPlies int            `json:"opening_plies"`      // of games from the start position
	Backplay     []float64      `json:"backplay,omitempty"` // least and largest share of the way that is left where games begin, 1 the start position; none: all begin there
	Cap          int            `json:"cap"`
	Pairs        int            `json:"pairs"` // or groups
	Games        int            `json:"games"`
	Wins         int            `json:"wins"`
	Draws        int            `json:"draws"`
	Losses       int            `json:"losses"`
	Capped       int            `json:"capped"` // of these games
	Pentanomial  stats.Pairs    `json:"pentanomial"`
	Score        stats.Interval `json:"score"`
	Elo          stats.Interval `json:"elo"`
	LLR          float64        `json:"llr"`
	Verdict      string         `json:"verdict"` // accept or reject
	Reason       string         `json:"reason"`

	rules string // for a reader
}

func playGate(e env, dir, file string, generation, workers int) (*gateSummary, error) {
	c, err := loop.OpenChallenge(dir, generation)
	if err != nil {
		return nil, err
	}
	candidate, err := pretrained.Load(file)
	if err != nil {
		return nil, err
	}
	hash, err := candidate.Hash()
	if err != nil {
		return nil, err
	}
	best, err := c.Opponent.Hash()
	if err != nil {
		return nil, err
	}
	if hash == best {
		return nil, fmt.Errorf("the candidate %s is the network that it is to beat, that of generation %d", file, c.Best)
	}
	bar := progress.New(e.talk, fmt.Sprintf("%s against generation %d, games", file, c.Best), int64(c.MaxGames()))
	defer bar.Done()
	r, v, err := c.Play(e.ctx, candidate, workers, func(games int) { bar.Set(int64(games)) })
	if errors.Is(err, context.Canceled) {
		return nil, errors.New("stopped before the verdict") // exit code 0 would say that the candidate is accepted
	}
	if err != nil {
		return nil, err
	}
	return summariseGate(c, r, v, file, hash, best), nil
}

func summariseGate(c *loop.Challenge, r arena.Result, v gate.Verdict, file, hash, best string) *gateSummary {
	g := r.Tally.Games
	var backplay []float64
	if least, most, on := c.Backplay(); on {
		backplay = []float64{least, most}
	}
	return &gateSummary{Run: c.Config.Name, Preset: c.Rules.Ref(), Candidate: file, SHA256: hash, Generation: c.Generation, Best: c.Best, BestSHA256: best,
		Seed: c.Config.Seed, Simulations: c.Config.Gate.Simulations, OpeningPlies: c.Config.Gate.OpeningPlies, Backplay: backplay, Cap: c.Cap(),
		Pairs: v.Pairs, Games: len(r.Games), Wins: g.Wins, Draws: g.Draws, Losses: g.Losses, Capped: r.Truncated,
		Pentanomial: r.Tally.Pairs, Score: v.Score, Elo: v.Elo, LLR: v.LLR, Verdict: v.Action.String(), Reason: v.Reason,
		rules: configs.DescribeRules(c.Rules)}
}

func (s *gateSummary) text() string {
	var sb strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&sb, format+"\n", args...) }
	line("%s against generation %d of run %s: %s, seed %d, %d simulations, %d opening plies, cap %d, as the gate of generation %d",
		s.Candidate, s.Best, s.Run, s.rules, s.Seed, s.Simulations, s.OpeningPlies, s.Cap, s.Generation)
	if s.Backplay != nil {
		line("begin        with %.2f to %.2f of the way left, 1 and more is the start position", s.Backplay[0], s.Backplay[1])
	}
	line("games        %d in %d pairs or groups", s.Games, s.Pairs)
	line("results      %d wins, %d draws, %d losses; %d capped games counted for the seat that was ahead", s.Wins, s.Draws, s.Losses, s.Capped)
	line("score        %.1f %% [%.1f, %.1f]", 100*s.Score.Value, 100*s.Score.Low, 100*s.Score.High)
	line("Elo          %s", s.Elo.Format(1))
	if p := s.Pentanomial; p.Total() > 0 {
		line("pentanomial  %d %d %d %d %d", p[0], p[1], p[2], p[3], p[4])
	}
	line("verdict      %s: %s", s.Verdict, s.Reason)
	return sb.String()
}
