package main

import (
	"errors"

	"github.com/rogpeppe/go-internal/testscript"

	"halmazero/dataset"
	"halmazero/dataset/arrowio"
)

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
