package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A gate that is stopped has not accepted anything, and says so by its exit code.
func TestStoppedGateAcceptsNothing(t *testing.T) {
	folder := t.TempDir()
	config, dir := filepath.Join(folder, "net.yaml"), filepath.Join(folder, "r")
	text := `
name: small
network: {blocks: 1, filters: 16, policy_dim: 8, value_channels: 8, value_hidden: 8}
selfplay: {games: 1, simulations: 2, cheap_simulations: 1}
cap: {start: 10, max: 20}
training: {batch: 8, samples_per_row: 1, selftest: false}
gate: {simulations: 2, max_pairs: 1}
ladder: {pairs: 0, final_pairs: 0, opponents: []}
`
	if err := os.WriteFile(config, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if code := run([]string{"run", "--config", config, "--dir", dir, "--generations", "1"}, nil, io.Discard, io.Discard); code != exitDone {
		t.Fatalf("the run's exit code is %d", code)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var talk strings.Builder
	c := gateCommand()
	err := c.run(env{ctx, nil, io.Discard, io.Discard}, []string{"--run", dir, "--candidate", "8x8"})
	if code := exitCode(c, err, &talk); code != exitFailed || talk.String() != "halma gate: stopped before the verdict\n" {
		t.Errorf("exit code %d, %q", code, talk.String())
	}
}

// So it is with a match and a tournament, which owe a result: a script must not
// take nothing for one. What is kept goes on.
func TestStoppedGamesHaveNoResult(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	file := filepath.Join(t.TempDir(), "games.jsonl")
	for _, c := range []command{matchCommand(), tournamentCommand()} {
		args := []string{"--preset", "wiki-8-d30", "--pairs", "1", "--json"}
		if c.name == "match" {
			args = append(args, "--a", "greedy", "--b", "random")
		} else {
			args = append(args, "--players", "greedy", "random")
		}
		for _, x := range []struct {
			out  []string
			want string
		}{
			{nil, "stopped; nothing is kept without --out"},
			{[]string{"--out", file + c.name}, "stopped; the same command goes on with " + file + c.name},
		} {
			var talk, answer strings.Builder
			err := c.run(env{ctx, nil, &answer, io.Discard}, append(args, x.out...))
			if code := exitCode(c, err, &talk); code != exitFailed || talk.String() != "halma "+c.name+": "+x.want+"\n" || answer.Len() > 0 {
				t.Errorf("%s, out %v: exit code %d, %q, %q", c.name, x.out, code, talk.String(), answer.String())
			}
		}
	}
}

// So it is with a look at games: nothing is found, and nothing left behind.
func TestStoppedLookFindsNothing(t *testing.T) {
	folder := t.TempDir()
	dir, out := filepath.Join(folder, "d"), filepath.Join(folder, "out")
	if code := run([]string{"selfplay", "--preset", "wiki-8-d30", "--player", "greedy", "--games", "1", "--seed", "1", "--out", dir}, nil, io.Discard, io.Discard); code != exitDone {
		t.Fatalf("the exit code of self-play is %d", code)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, args := range [][]string{
		{"audit", dir}, {"verify", dir}, {"stats", dir}, {"recover", dir, "--out", filepath.Join(folder, "saved")},
		{"export", dir, "--jsonl", out}, {"export", dir, "--parquet", "--out", out},
	} {
		var talk, answer strings.Builder
		c := dataCommand()
		err := c.run(env{ctx, nil, &answer, io.Discard}, args)
		want := "halma data: stopped before the end\n"
		if args[0] == "audit" {
			want = "halma data: stopped before all games were played again\n"
		}
		if code := exitCode(c, err, &talk); code != exitFailed || talk.String() != want || answer.Len() > 0 {
			t.Errorf("%v: exit code %d, %q, %q", args, code, talk.String(), answer.String())
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%v left something behind", args)
		}
	}
}
