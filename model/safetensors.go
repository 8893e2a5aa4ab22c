package model

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"sort"
	"strings"

	"halmazero/internal/fsx"
)

// ErrFile is wrapped by every error about a network file that is missing,
// damaged, or of a kind that this build does not know.
var ErrFile = errors.New("bad network file")

// FormatVersion is the version of the network file that this build writes and
// the only one it reads.
//
// A network file is a safetensors file:
//
//	+---------------------+----------------------------+------------------------+
//	| header length, u64  | header, JSON, padded with  | data: float32, little  |
//	| little endian       | spaces to 8 bytes          | endian, no gaps        |
//	+---------------------+----------------------------+------------------------+
//
// The header lists the tensors in the order of Spec.Tensors, which is also the
// order of the data, each with dtype F32, its shape, and its first and last+1
// byte in the data. Its __metadata__ holds format_version, spec and provenance
// (JSON in a string), and data_sha256, the hash of the data. Equal networks
// give equal files.
const FormatVersion = "1"

// Keys of the metadata.
const (
	metaKey        = "__metadata__"
	metaVersion    = "format_version"
	metaSpec       = "spec"
	metaProvenance = "provenance"
	metaDataHash   = "data_sha256"
)

// maxHeader bounds the header in bytes; the largest spec needs some 20 KB.
const maxHeader = 1 << 20

// tensorHeader describes one tensor in the header.
type tensorHeader struct {
	DType   string   `json:"dtype"`
	Shape   []int    `json:"shape"`
	Offsets [2]int64 `json:"data_offsets"`
}

// Bytes is the network as a file. It fails if the network is not valid.
func (n *Network) Bytes() ([]byte, error) {
	if err := n.Validate(); err != nil {
		return nil, fmt.Errorf("encode network: %w", err)
	}
	var data []byte
	for _, t := range n.Spec.Tensors() {
		for _, x := range n.Tensors[t.Name] {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
		}
	}
	header, err := n.header(data)
	if err != nil {
		return nil, fmt.Errorf("encode network: %w", err)
	}
	file := binary.LittleEndian.AppendUint64(make([]byte, 0, 8+len(header)+len(data)), uint64(len(header)))
	return append(append(file, header...), data...), nil
}

// Encode writes the network as a file. It fails if the network is not valid.
func (n *Network) Encode(w io.Writer) error {
	b, err := n.Bytes()
	if err != nil {
		return err
	}
	if _, err := w.Write(b); err != nil {
		return fmt.Errorf("write network: %w", err)
	}
	return nil
}

// Save writes the network to a file, whole or not at all (fsx.WriteFile).
func (n *Network) Save(path string) error {
	b, err := n.Bytes()
	if err != nil {
		return fmt.Errorf("save network %s: %w", path, err)
	}
	if err := fsx.WriteFile(path, b); err != nil {
		return fmt.Errorf("save network: %w", err)
	}
	return nil
}

// Hash is the SHA-256 of the network's file in hexadecimal, the name by which
// games and runs refer to a network.
func (n *Network) Hash() (string, error) {
	b, err := n.Bytes()
	if err != nil {
		return "", err
	}
	return hashHex(b), nil
}

func hashHex(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// header is the JSON header for the given data, padded to 8 bytes.
func (n *Network) header(data []byte) ([]byte, error) {
	spec, err := json.Marshal(n.Spec)
	if err != nil {
		return nil, fmt.Errorf("spec: %w", err)
	}
	provenance, err := json.Marshal(n.Provenance)
	if err != nil {
		return nil, fmt.Errorf("provenance: %w", err)
	}
	var h bytes.Buffer
	// A map of strings is written in the order of its keys.
	err = writeMember(&h, '{', metaKey, map[string]string{
		metaVersion:    FormatVersion,
		metaSpec:       string(spec),
		metaProvenance: string(provenance),
		metaDataHash:   hashHex(data),
	})
	offset := int64(0)
	for _, t := range n.Spec.Tensors() {
		end := offset + 4*int64(t.Len())
		err = errors.Join(err, writeMember(&h, ',', t.Name, tensorHeader{"F32", t.Shape, [2]int64{offset, end}}))
		offset = end
	}
	h.WriteByte('}')
	for h.Len()%8 != 0 {
		h.WriteByte(' ')
	}
	if h.Len() > maxHeader {
		return nil, fmt.Errorf("the header has %d bytes, at most %d are allowed: shorten the provenance", h.Len(), maxHeader)
	}
	return h.Bytes(), err
}

// writeMember writes a delimiter and one member of a JSON object.
func writeMember(h *bytes.Buffer, delimiter byte, name string, value any) error {
	v, err := json.Marshal(value)
	if err != nil {
		return err
	}
	h.WriteByte(delimiter)
	fmt.Fprintf(h, "%q:", name)
	h.Write(v)
	return nil
}

// Load reads a network from a file. Its errors name the file.
func Load(path string) (*Network, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("load network: %w: %w", ErrFile, err)
	}
	n, err := Decode(b)
	if err != nil {
		return nil, fmt.Errorf("load network %s: %w", path, err)
	}
	return n, nil
}

// Decode reads a network from the bytes of a file. Every fault is an error
// that wraps ErrFile; a network without error is valid. The network does not
// refer to b.
func Decode(b []byte) (*Network, error) {
	n, err := decode(b)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	return n, nil
}

func decode(b []byte) (*Network, error) {
	members, data, err := split(b)
	if err != nil {
		return nil, err
	}
	n := &Network{Tensors: make(map[string][]float32)}
	dataHash, err := n.readMetadata(members[metaKey])
	if err != nil {
		return nil, err
	}
	delete(members, metaKey)
	headers, err := readTensorHeaders(n.Spec, members)
	if err != nil {
		return nil, err
	}
	if err := checkOffsets(headers, int64(len(data))); err != nil {
		return nil, err
	}
	if got := hashHex(data); got != dataHash {
		return nil, fmt.Errorf("the data is damaged: its SHA-256 is %s, the header says %.80q", got, dataHash)
	}
	for name, h := range headers {
		raw := data[h.Offsets[0]:h.Offsets[1]]
		w := make([]float32, len(raw)/4)
		for i := range w {
			w[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
		}
		n.Tensors[name] = w
	}
	return n, n.Validate()
}

// split cuts a file into the members of its header and its data.
func split(b []byte) (map[string]json.RawMessage, []byte, error) {
	if len(b) < 8 {
		return nil, nil, fmt.Errorf("it has %d bytes, too few for a header", len(b))
	}
	size := binary.LittleEndian.Uint64(b)
	if size > maxHeader {
		return nil, nil, fmt.Errorf("header: a length of %d bytes, at most %d are allowed: not a network file", size, maxHeader)
	}
	if size > uint64(len(b)-8) {
		return nil, nil, fmt.Errorf("header: it should have %d bytes, the file ends after %d", size, len(b)-8)
	}
	members, err := readObject(b[8 : 8+size])
	if err != nil {
		return nil, nil, fmt.Errorf("header: %w", err)
	}
	return members, b[8+size:], nil
}

// readObject reads a JSON object and refuses double names, which would hide
// one another.
func readObject(b []byte) (map[string]json.RawMessage, error) {
	// The decoder below stops at the end of the object; this finds what
	// follows it as well.
	if !json.Valid(b) {
		return nil, errors.New("not valid JSON")
	}
	d := json.NewDecoder(bytes.NewReader(b))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.New("not a JSON object")
	}
	members := make(map[string]json.RawMessage)
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, err
		}
		name, _ := t.(string)
		if _, double := members[name]; double {
			return nil, fmt.Errorf("%.80q occurs twice", name)
		}
		var v json.RawMessage
		if err := d.Decode(&v); err != nil {
			return nil, fmt.Errorf("%.80q: %w", name, err)
		}
		members[name] = v
	}
	return members, nil
}

// readMetadata sets the spec and the provenance, and returns the hash that the
// data should have.
func (n *Network) readMetadata(raw json.RawMessage) (dataHash string, err error) {
	if raw == nil {
		return "", fmt.Errorf("header: no %s: not a network of this program", metaKey)
	}
	var meta map[string]string
	if err := json.Unmarshal(raw, &meta); err != nil {
		return "", fmt.Errorf("header: %s: %w", metaKey, err)
	}
	for _, key := range []string{metaVersion, metaSpec, metaProvenance, metaDataHash} {
		if _, ok := meta[key]; !ok {
			return "", fmt.Errorf("header: %s has no %s", metaKey, key)
		}
	}
	if v := meta[metaVersion]; v != FormatVersion {
		return "", fmt.Errorf("format version %.40q is unknown, this build reads %s", v, FormatVersion)
	}
	// A field of the spec that this build does not know would change what the
	// network computes; one of the provenance would not.
	d := json.NewDecoder(strings.NewReader(meta[metaSpec]))
	d.DisallowUnknownFields()
	if err := d.Decode(&n.Spec); err != nil {
		return "", fmt.Errorf("header: spec: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return "", errors.New("header: spec: something follows the object")
	}
	if err := n.Spec.Validate(); err != nil {
		return "", fmt.Errorf("header: %w", err)
	}
	if err := json.Unmarshal([]byte(meta[metaProvenance]), &n.Provenance); err != nil {
		return "", fmt.Errorf("header: provenance: %w", err)
	}
	return meta[metaDataHash], nil
}

// readTensorHeaders reads the descriptions of exactly the tensors of the spec,
// each of the right type, shape and length.
func readTensorHeaders(s Spec, members map[string]json.RawMessage) (map[string]tensorHeader, error) {
	headers := make(map[string]tensorHeader)
	for _, t := range s.Tensors() {
		raw, ok := members[t.Name]
		if !ok {
			return nil, fmt.Errorf("tensor %s is missing", t.Name)
		}
		var h tensorHeader
		if err := json.Unmarshal(raw, &h); err != nil {
			return nil, fmt.Errorf("tensor %s: %w", t.Name, err)
		}
		if h.DType != "F32" {
			return nil, fmt.Errorf("tensor %s: dtype is %.20q, want F32", t.Name, h.DType)
		}
		if !equalShape(h.Shape, t.Shape) {
			return nil, fmt.Errorf("tensor %s: shape is %.80s, want %v", t.Name, fmt.Sprint(h.Shape), t.Shape)
		}
		if begin, end := h.Offsets[0], h.Offsets[1]; begin < 0 || begin > end || end-begin != 4*int64(t.Len()) {
			return nil, fmt.Errorf("tensor %s: bytes %d to %d, want %d bytes for shape %v", t.Name, begin, end, 4*t.Len(), t.Shape)
		}
		headers[t.Name] = h
	}
	for name := range members {
		if _, ok := headers[name]; !ok {
			return nil, fmt.Errorf("tensor %.80q does not belong to this spec", name)
		}
	}
	return headers, nil
}

func equalShape(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// checkOffsets demands that the tensors fill the data without gap or overlap.
func checkOffsets(headers map[string]tensorHeader, size int64) error {
	names := make([]string, 0, len(headers))
	for name := range headers {
		names = append(names, name)
	}
	sort.Slice(names, func(i, j int) bool {
		a, b := headers[names[i]].Offsets[0], headers[names[j]].Offsets[0]
		return a < b || a == b && names[i] < names[j]
	})
	at, before := int64(0), "the header"
	for _, name := range names {
		begin, end := headers[name].Offsets[0], headers[name].Offsets[1]
		switch {
		case begin < at:
			return fmt.Errorf("tensor %s: it begins at byte %d and overlaps %s, which ends at %d", name, begin, before, at)
		case begin > at:
			return fmt.Errorf("tensor %s: it begins at byte %d and leaves a gap after %s, which ends at %d", name, begin, before, at)
		case end > size:
			return fmt.Errorf("tensor %s: the data is cut off: it ends at byte %d of the data, which has %d", name, end, size)
		}
		at, before = end, name
	}
	if at != size {
		return fmt.Errorf("the data has %d bytes, its tensors end at %d", size, at)
	}
	return nil
}
