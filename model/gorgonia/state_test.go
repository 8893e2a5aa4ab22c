package gorgonia

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"testing"

	"halmazero/model"
)

// save is SaveState that must not fail.
func save(t testing.TB, tr *Trainer) []byte {
	t.Helper()
	b, err := tr.SaveState()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestResume continues in a new trainer, bit for bit, through the warm-up and
// with a started average: weights, average, the optimiser's means, its step,
// and what each step and each evaluation says.
func TestResume(t *testing.T) {
	t.Run("plain", func(t *testing.T) { resume(t, towerSpec(1, 8), 16) })
	t.Run("Winograd", func(t *testing.T) { resume(t, fastSpec(), 60) })
	t.Run("all heads", func(t *testing.T) { resume(t, withHeads(towerSpec(1, 8)), 16) })
}

func resume(t *testing.T, spec model.Spec, size int) {
	cfg := testConfig(size, 2)
	cfg.WarmupSteps, cfg.WeightDecay = 6, 0.1
	if spec.Heads != (model.Heads{}) {
		cfg = headWeights(cfg)
	}
	start := randomNetwork(t, spec, 4)
	start.Provenance.Steps = 100
	whole := newTrainer(t, start, cfg)
	var half []byte
	var losses [8]Losses
	for i := range 8 {
		if i == 4 {
			half = save(t, whole)
		}
		losses[i] = step(t, whole, randomBatch(spec, size, 9, uint64(i)))
	}
	resumed := newTrainer(t, randomNetwork(t, spec, 5), cfg)
	step(t, resumed, randomBatch(spec, size, 9, 99))
	if err := resumed.LoadState(half); err != nil {
		t.Fatal(err)
	}
	if got := save(t, resumed); !bytes.Equal(got, half) {
		t.Error("saving after loading gives other bytes")
	}
	if resumed.Steps() != 4 {
		t.Errorf("%d steps after loading, want 4", resumed.Steps())
	}
	for i := 4; i < 8; i++ {
		if l := step(t, resumed, randomBatch(spec, size, 9, uint64(i))); l != losses[i] {
			t.Errorf("step %d: %+v, want %+v", i, l, losses[i])
		}
	}
	if !bytes.Equal(save(t, whole), save(t, resumed)) {
		t.Error("the state differs from that of a run without interruption")
	}
	equalNetworks(t, "average", whole.Network(), resumed.Network())
	equalNetworks(t, "raw", whole.RawNetwork(), resumed.RawNetwork())
	unseen := randomBatch(spec, 7, 9, 50)
	a, err := whole.Evaluate(unseen)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := resumed.Evaluate(unseen); a != b || err != nil {
		t.Errorf("evaluation: %+v, want %+v, %v", b, a, err)
	}
	if got := resumed.Network().Provenance.Steps; got != 108 {
		t.Errorf("provenance says %d steps, want 108", got)
	}
}

// TestStateLayout reads a state as any safetensors reader would.
func TestStateLayout(t *testing.T) {
	tr := newTrainer(t, randomNetwork(t, tinySpec(), 1), testConfig(4, 1))
	step(t, tr, randomBatch(tinySpec(), 4, 9, 1))
	b := save(t, tr)
	size := binary.LittleEndian.Uint64(b)
	var header map[string]struct {
		DType   string `json:"dtype"`
		Shape   []int  `json:"shape"`
		Offsets [2]int `json:"data_offsets"`
	}
	if err := json.Unmarshal(b[8:8+size], &header); err != nil {
		t.Fatal(err)
	}
	data := b[8+size:]
	covered := 0
	for _, s := range tr.weights {
		for _, part := range stateParts {
			h, ok := header[part.prefix+s.Name]
			if !ok || h.DType != "F32" || h.Offsets[1]-h.Offsets[0] != 4*s.Len() {
				t.Fatalf("%s%s: header %+v, found %v", part.prefix, s.Name, h, ok)
			}
			got := make([]float32, s.Len())
			if _, err := binary.Decode(data[h.Offsets[0]:h.Offsets[1]], binary.LittleEndian, got); err != nil {
				t.Fatal(err)
			}
			for i, x := range part.pick(s) {
				if got[i] != x {
					t.Fatalf("%s%s, element %d: %v, want %v", part.prefix, s.Name, i, got[i], x)
				}
			}
			covered += 4 * s.Len()
		}
	}
	if covered != len(data) || size%8 != 0 {
		t.Errorf("tensors cover %d of %d bytes after a header of %d", covered, len(data), size)
	}
}

// TestDamagedState flips, cuts and adds bytes: always an error, never a change.
func TestDamagedState(t *testing.T) {
	spec := tinySpec()
	tr := newTrainer(t, randomNetwork(t, spec, 1), testConfig(4, 1))
	step(t, tr, randomBatch(spec, 4, 9, 1))
	good := save(t, tr)
	refuse := func(what string, b []byte) {
		t.Helper()
		if err := tr.LoadState(b); !errors.Is(err, ErrState) {
			t.Errorf("%s: error %v, want ErrState", what, err)
		}
	}
	for i := 0; i < len(good); i += 1 + i/97 {
		for _, bit := range []byte{1, 0x20, 0x80} {
			b := bytes.Clone(good)
			b[i] ^= bit
			refuse("a flipped bit", b)
			if err := CheckState(b); !errors.Is(err, ErrState) {
				t.Errorf("a flipped bit, without a trainer: error %v, want ErrState", err)
			}
		}
	}
	for _, n := range []int{0, 7, 8, 100, len(good) / 2, len(good) - 1} {
		refuse("a cut", good[:n])
	}
	refuse("a byte too many", append(bytes.Clone(good), 0))

	other := spec
	other.Filters++
	refuse("another spec", save(t, newTrainer(t, randomNetwork(t, other, 1), testConfig(4, 1))))
	refuse("further heads", save(t, newTrainer(t, randomNetwork(t, withHeads(spec), 1), testConfig(4, 1))))
	if !bytes.Equal(save(t, tr), good) {
		t.Error("an error changed the trainer")
	}
	if err := errors.Join(tr.LoadState(good), CheckState(good)); err != nil {
		t.Errorf("the good state: %v", err)
	}
}

// FuzzLoadState: whatever is accepted must be written back as it was read.
func FuzzLoadState(f *testing.F) {
	spec := tinySpec()
	spec.Blocks = 0
	tr := newTrainer(f, randomNetwork(f, spec, 1), testConfig(4, 1))
	f.Add(save(f, tr))
	f.Add([]byte{})
	f.Add([]byte("\x02\x00\x00\x00\x00\x00\x00\x00{}"))
	f.Fuzz(func(t *testing.T, b []byte) {
		err := tr.LoadState(b)
		if err == nil && !bytes.Equal(save(t, tr), b) {
			t.Error("accepted bytes differ from what is saved")
		}
		if err != nil && !errors.Is(err, ErrState) {
			t.Errorf("error %v does not wrap ErrState", err)
		}
	})
}
