package dataset_test

import (
	"testing"

	"halmazero/dataset"
	"halmazero/dataset/arrowio"
)

// BenchmarkVerify is a whole verification: hashes, decoding, the content hash of
// each game, and the replay of its moves by the slow twin of the engine.
func BenchmarkVerify(b *testing.B) {
	dir, games := folder(b, shard{0, 0, 128}, shard{0, 128, 128})
	moves := 0
	for i := range games {
		moves += len(games[i].Moves)
	}
	for b.Loop() {
		r, err := dataset.Verify(b.Context(), dir, arrowio.Codec{}, dataset.VerifyOptions{})
		if err != nil || len(r.Faults) > 0 {
			b.Fatal(err, r.Text())
		}
	}
	b.ReportMetric(float64(len(games)*b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(moves*b.N)/b.Elapsed().Seconds(), "moves/s")
}
