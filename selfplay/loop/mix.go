package loop

import (
	"math/rand/v2"

	"halmazero/dataset"
	"halmazero/model"
)

// Part is a window that samples are drawn from, with its share of them.
type Part struct {
	Window *dataset.Window
	Share  float64
}

// Mix is one or several windows that samples are drawn from: a window with the
// probability of its share, and each of its rows with the same probability.
// Windows without a row, and shares of 0, are left out, and the others have
// what they leave.
type Mix struct {
	parts []Part // Share is that of this part and of those before it
}

// NewMix returns the mix of some windows, whose shares need not sum to 1.
func NewMix(parts ...Part) *Mix {
	m, total := new(Mix), 0.0
	for _, p := range parts {
		if p.Window == nil || p.Window.Len() == 0 || p.Share <= 0 {
			continue
		}
		total += p.Share
		m.parts = append(m.parts, Part{p.Window, total})
	}
	for i := range m.parts {
		m.parts[i].Share /= total
	}
	return m
}

// Len is the number of rows that may be drawn.
func (m *Mix) Len() int {
	n := 0
	for _, p := range m.parts {
		n += p.Window.Len()
	}
	return n
}

// draw unpacks a row into s. Of a single window it asks the stream for one
// number, of several for two.
func (m *Mix) draw(rng *rand.Rand, s *dataset.Sample) error {
	p := m.parts[0]
	if len(m.parts) > 1 {
		x := rng.Float64()
		for _, p = range m.parts {
			if x < p.Share {
				break
			}
		}
	}
	return p.Window.At(rng.IntN(p.Window.Len()), s)
}

// Batcher draws training batches. It is not safe for concurrent use.
type Batcher struct {
	Mix  *Mix // with at least one row
	Rows *Rows
	Size int // rows a batch

	batch  model.Batch
	sample dataset.Sample
}

// Next draws the rows of a batch, and mirrors half of them where that is asked
// for and the rules allow it. The batch is valid until the next call.
func (b *Batcher) Next(rng *rand.Rand, mirror bool) (*model.Batch, error) {
	b.batch.Reset()
	for range b.Size {
		if err := b.Mix.draw(rng, &b.sample); err != nil {
			return nil, err
		}
		b.Rows.Append(&b.batch, &b.sample, mirror && rng.IntN(2) == 1)
	}
	return &b.batch, nil
}
