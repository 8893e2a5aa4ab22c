package gorgonia

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"halmazero/model"
)

// ErrState is wrapped by every error about a saved state that is damaged, of
// another version, or of another network.
var ErrState = errors.New("bad training state")

// StateVersion is the version of the saved state that this build writes and
// the only one it reads.
//
// A state is a safetensors file:
//
//	+---------------------+----------------------------+------------------------+
//	| header length, u64  | header, JSON, padded with  | data: float32, little  |
//	| little endian       | spaces to 8 bytes          | endian, no gaps        |
//	+---------------------+----------------------------+------------------------+
//
// Each tensor of the network is there four times: w.NAME are the raw weights,
// ema.NAME their average, adam.m.NAME and adam.v.NAME the running means of the
// gradient and of its square; first all raw weights, then all averages, and so
// on, each in the order of Spec.Tensors. The __metadata__ holds state_version,
// spec (JSON in a string), step (the steps of the optimiser), start_steps (the
// steps in the provenance of the network that it started from), and sha256:
// the hash of the header, its length excluded and with 64 zeros in place of
// the hash, and the data. Equal states give equal bytes.
const StateVersion = "1"

// stateParts are the kinds of tensors in a state, in order.
var stateParts = [...]struct {
	prefix string
	pick   func(*weightState) []float32
}{
	{"w.", func(s *weightState) []float32 { return s.raw }},
	{"ema.", func(s *weightState) []float32 { return s.ema }},
	{"adam.m.", func(s *weightState) []float32 { return s.m }},
	{"adam.v.", func(s *weightState) []float32 { return s.v }},
}

// stateMeta is the metadata of a state; safetensors wants strings.
type stateMeta struct {
	Version    string `json:"state_version"`
	Spec       string `json:"spec"`
	Step       int    `json:"step,string"`
	StartSteps int    `json:"start_steps,string"`
	SHA256     string `json:"sha256"`
}

// noHash stands in for the hash while it is computed.
var noHash = strings.Repeat("0", 2*sha256.Size)

// SaveState returns all that is needed to continue bit for bit, in the format
// of StateVersion. The configuration is not part of it.
func (t *Trainer) SaveState() ([]byte, error) {
	spec, err := json.Marshal(t.net.Spec)
	if err != nil {
		return nil, fmt.Errorf("save training state: %w", err)
	}
	meta := stateMeta{
		Version: StateVersion, Spec: string(spec),
		Step: t.step, StartSteps: t.net.Provenance.Steps, SHA256: noHash,
	}
	header, err := stateHeader(t.net.Spec, meta)
	if err != nil {
		return nil, fmt.Errorf("save training state: %w", err)
	}
	out := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	out = append(out, header...)
	for _, part := range stateParts {
		for _, s := range t.weights {
			for _, x := range part.pick(s) {
				out = binary.LittleEndian.AppendUint32(out, math.Float32bits(x))
			}
		}
	}
	sum := sha256.Sum256(out[8:])
	at := 8 + bytes.LastIndex(header, []byte(noHash))
	hex.Encode(out[at:at+len(noHash)], sum[:])
	return out, nil
}

// stateHeader is the only header that a state with this metadata can have.
func stateHeader(spec model.Spec, meta stateMeta) ([]byte, error) {
	var h bytes.Buffer
	m, err := json.Marshal(meta)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(&h, `{"__metadata__":%s`, m)
	offset := 0
	for _, part := range stateParts {
		for _, ts := range spec.Tensors() {
			shape, err := json.Marshal(ts.Shape)
			if err != nil {
				return nil, err
			}
			end := offset + 4*ts.Len()
			fmt.Fprintf(&h, `,"%s%s":{"dtype":"F32","shape":%s,"data_offsets":[%d,%d]}`,
				part.prefix, ts.Name, shape, offset, end)
			offset = end
		}
	}
	h.WriteByte('}')
	for h.Len()%8 != 0 {
		h.WriteByte(' ')
	}
	return h.Bytes(), nil
}

// LoadState continues from the result of SaveState, which may come from a
// trainer with another configuration but must be of the same spec. On an error,
// which wraps ErrState, nothing has changed.
func (t *Trainer) LoadState(b []byte) error {
	meta, data, err := t.readState(b)
	if err != nil {
		return fmt.Errorf("load training state: %w: %w", ErrState, err)
	}
	for _, part := range stateParts {
		for _, s := range t.weights {
			dst := part.pick(s)
			for i := range dst {
				dst[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
			}
			data = data[4*len(dst):]
		}
	}
	t.step, t.net.Provenance.Steps = meta.Step, meta.StartSteps
	return nil
}

// readState checks a state and returns its metadata and its data.
func (t *Trainer) readState(b []byte) (meta stateMeta, data []byte, err error) {
	meta, header, data, err := openState(b)
	if err != nil {
		return meta, nil, err
	}
	if err := t.checkMeta(meta, header); err != nil {
		return meta, nil, err
	}
	if want := 4 * len(stateParts) * t.net.Spec.Params(); len(data) != want {
		return meta, nil, fmt.Errorf("the data has %d bytes, want %d", len(data), want)
	}
	return meta, data, nil
}

// CheckState compares a training state, of which nothing else is looked at,
// with the hash that it holds. LoadState checks all of it.
func CheckState(b []byte) error {
	if _, _, _, err := openState(b); err != nil {
		return fmt.Errorf("%w: %w", ErrState, err)
	}
	return nil
}

// openState takes a state apart, and compares it with the hash in its metadata.
func openState(b []byte) (meta stateMeta, header, data []byte, err error) {
	if len(b) < 8 {
		return meta, nil, nil, fmt.Errorf("it has %d bytes, too few for a header", len(b))
	}
	size := binary.LittleEndian.Uint64(b)
	if size > uint64(len(b)-8) {
		return meta, nil, nil, fmt.Errorf("header: it should have %d bytes, the state ends after %d", size, len(b)-8)
	}
	header, data = b[8:8+size], b[8+size:]
	var file struct {
		Meta stateMeta `json:"__metadata__"`
	}
	if err := json.Unmarshal(header, &file); err != nil {
		return meta, nil, nil, fmt.Errorf("header: %w", err)
	}
	meta = file.Meta
	if len(meta.SHA256) != len(noHash) {
		return meta, nil, nil, fmt.Errorf("header: its sha256 has %d characters, want %d", len(meta.SHA256), len(noHash))
	}
	hash := sha256.New()
	hash.Write(bytes.Replace(header, []byte(meta.SHA256), []byte(noHash), 1))
	hash.Write(data)
	if got := hex.EncodeToString(hash.Sum(nil)); got != meta.SHA256 {
		return meta, nil, nil, fmt.Errorf("it is damaged: its SHA-256 is %s, the header says %s", got, meta.SHA256)
	}
	return meta, header, data, nil
}

// checkMeta compares the metadata with this trainer, and the header with the
// one that the metadata implies.
func (t *Trainer) checkMeta(meta stateMeta, header []byte) error {
	if meta.Version != StateVersion {
		return fmt.Errorf("version %.20q, this build reads version %q", meta.Version, StateVersion)
	}
	spec, err := json.Marshal(t.net.Spec)
	if err != nil {
		return err
	}
	if meta.Spec != string(spec) {
		return fmt.Errorf("it is of a network %.400s, not of %s", meta.Spec, spec)
	}
	if meta.Step < 0 || meta.StartSteps < 0 {
		return fmt.Errorf("step %d after %d steps, want at least 0", meta.Step, meta.StartSteps)
	}
	want, err := stateHeader(t.net.Spec, meta)
	if err != nil {
		return err
	}
	if !bytes.Equal(header, want) {
		return errors.New("header: it is not what its metadata implies")
	}
	return nil
}
