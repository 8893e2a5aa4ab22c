package loop

import "halmazero/configs"

// drain takes a generation's training out of the token bucket that keeps the
// ratio of training to new rows: each new row puts samples_per_row samples in,
// up to bucket_max in all, and each step takes a batch out. left is what
// remains for the next generation, less than a batch; it is below 0, by a
// batch at most, where the one step that every generation makes took more than
// there was.
func drain(level float64, rows int, t configs.Training) (steps int, left float64) {
	level = min(level+t.SamplesPerRow*float64(rows), float64(t.BucketMax))
	batch := float64(t.Batch)
	steps = max(1, int(level/batch))
	return steps, max(level-float64(steps)*batch, -batch)
}
