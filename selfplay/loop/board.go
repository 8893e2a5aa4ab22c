package loop

import (
	"time"

	"halmazero/internal/tensorboard"
	"halmazero/selfplay/report"
)

// boardSteps is how many steps a point of the curves of training is the mean of.
const boardSteps = 20

// openBoard begins an event file for TensorBoard, if the user wants one, with
// the times of the given clock. The curves of training have the optimiser's steps below, those of the
// generations their numbers, which are never larger than the steps.
func (d *Driver) openBoard(now func() time.Time) error {
	if !d.cfg.Training.TensorBoard {
		return nil
	}
	done := 0
	if n := len(d.state.Done); n > 0 && d.state.Done[n-1].Training != nil {
		done = d.state.Done[n-1].Training.Steps
	}
	var err error
	d.board, err = tensorboard.Create(d.folder.path("tensorboard"), int64(done)+1, now)
	return err
}

// boardGeneration writes everything that was measured in a generation.
func (d *Driver) boardGeneration(g report.Generation) error {
	if d.board == nil {
		return nil
	}
	scalars, err := tensorboard.Flatten("generation", g)
	if err != nil {
		return err
	}
	return d.board.Add(int64(g.Generation), scalars...)
}

// pace is what training has done since a moment, for the curves of TensorBoard.
type pace struct {
	mean    Mean
	seconds func() float64 // since that moment
}

// boardStep takes in the losses of a step, and writes them now and then.
func (d *Driver) boardStep(p *pace, step int, last bool) error {
	if d.board == nil || p.mean.Steps() < boardSteps && !last {
		return nil
	}
	scalars, err := tensorboard.Flatten("train", p.mean.Losses())
	if err != nil {
		return err
	}
	rate := perSecond(p.mean.Steps()*d.cfg.Training.Batch, p.seconds())
	scalars = append(scalars, tensorboard.Scalar{Tag: "train/samples_per_second", Value: rate})
	*p = pace{seconds: stopwatch()}
	return d.board.Add(int64(step), scalars...)
}
