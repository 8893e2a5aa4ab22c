package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"halmazero/dataset"
	"halmazero/dataset/arrowio"
	"halmazero/internal/tensorboard"
)

// Of two faults the same one is named every time.
func TestFirstFaultOfTraining(t *testing.T) {
	args := []string{"--data", "d", "--out", "o", "--checkpoint-every", "0", "--validate-every", "0"}
	for range 50 {
		_, _, _, err := parseTrain(options(command{name: "train"}, env{}), args)
		if want := "--validate-every is 0, want 1 to 1000000000"; !errors.Is(err, errUsage) || !strings.Contains(err.Error(), want) {
			t.Fatalf("error is %v, want %s", err, want)
		}
	}
}

// spoil FROM TO copies a dataset of generation 0 and gives every outcome to the
// wrong seat. The hashes of the copy are right.
func spoil(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: spoil FROM TO")
	}
	set, err := dataset.Open(ts.MkAbs(args[0]), arrowio.Codec{})
	ts.Check(err)
	to := ts.MkAbs(args[1])
	m, err := dataset.OpenManifest(to)
	ts.Check(err)
	w := dataset.NewWriter(to, arrowio.Codec{}, m, 0, 100)
	for _, shard := range set.Manifest().Shards() {
		games, err := set.Load(shard)
		ts.Check(err)
		for i := range games {
			for seat := range games[i].Outcome {
				games[i].Outcome[seat] = -games[i].Outcome[seat]
			}
			ts.Check(errors.Join(games[i].Seal(), w.Append(games[i])))
		}
	}
	ts.Check(errors.Join(w.Close(), m.Close()))
}

// events DIR TAGS reads the event files of a folder, which must be whole and
// have every tag of the list.
func events(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: events DIR TAGS")
	}
	files, err := filepath.Glob(filepath.Join(ts.MkAbs(args[0]), "events.out.tfevents.*"))
	ts.Check(err)
	found := map[string]bool{}
	for _, file := range files {
		f, err := os.Open(file)
		ts.Check(err)
		for {
			data, err := tensorboard.ReadRecord(f)
			if errors.Is(err, io.EOF) {
				break
			}
			ts.Check(err)
			e, err := tensorboard.ParseEvent(data)
			ts.Check(err)
			for _, s := range e.Scalars {
				found[s.Tag] = true
			}
		}
		ts.Check(f.Close())
	}
	for tag := range strings.SplitSeq(args[1], " ") {
		if !found[tag] {
			ts.Fatalf("no event of %d files in %s has the tag %s; there are %v", len(files), args[0], tag, found)
		}
	}
}
