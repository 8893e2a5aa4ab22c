package dataset_test

import (
	"testing"

	"halmazero/dataset"
	"halmazero/dataset/arrowio"
	"halmazero/engine"
)

// BenchmarkReadWindow reads shards into a replay window: hashes, decompression,
// decoding and packing. Its rows are like those of self-play.
func BenchmarkReadWindow(b *testing.B) {
	dir, _ := folder(b, shard{0, 0, 256}, shard{0, 256, 256}, shard{0, 512, 256})
	set, err := dataset.Open(dir, arrowio.Codec{})
	if err != nil {
		b.Fatal(err)
	}
	rules, err := engine.ParseRules(rules)
	if err != nil {
		b.Fatal(err)
	}
	rows, bytes := 0, int64(0)
	for b.Loop() {
		w := dataset.NewWindow(rules)
		rows, bytes = 0, 0
		for _, s := range set.Manifest().Shards() {
			games, err := set.Load(s)
			if err != nil {
				b.Fatal(err)
			}
			if err := w.Add(games); err != nil {
				b.Fatal(err)
			}
			rows += s.Rows
			bytes += s.GamesFile.Bytes + s.RowsFile.Bytes
		}
	}
	b.SetBytes(bytes)
	b.ReportMetric(float64(rows)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}
