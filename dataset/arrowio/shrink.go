package arrowio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	flatbuffers "github.com/google/flatbuffers/go"
	"github.com/klauspost/compress/zstd"
)

// The Arrow writer compresses at a level of its own choice, at which numbers
// that hardly repeat are stored as they are. shrink does it again, better. It
// also ends the stream of batches in the file by its mark, which the format
// wants and the Arrow writer leaves out.
//
// Positions in the flatbuffers of the format (Message.fbs, File.fbs of Apache
// Arrow): slots of tables, and sizes and fields of structures.
const (
	slotHeader        = 8  // Message.header
	slotBodyLength    = 10 // Message.bodyLength
	slotBuffers       = 8  // RecordBatch.buffers
	slotRecordBatches = 10 // Footer.recordBatches

	bufferSize = 16 // Buffer: offset and length, 8 bytes each

	blockSize = 24 // Block: offset, 8 bytes
	blockMeta = 8  // length of the metadata, 4 bytes
	blockBody = 16 // length of the body, 8 bytes

	tailSize = 10 // length of the footer, "ARROW1"
)

// window is how far back, in bytes, compression looks: several times the buffers
// of a batch on a small board. More would only cost memory.
const window = 512 << 10

// coder compresses and decompresses.
type coder struct {
	*zstd.Encoder
	*zstd.Decoder
}

func newCoder() (coder, error) {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBetterCompression),
		zstd.WithWindowSize(window), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return coder{}, err
	}
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	return coder{e, d}, err
}

// endOfStream is the message that ends a stream.
var endOfStream = []byte{0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0}

var errShape = errors.New("not laid out as expected")

// shrink returns an Arrow file that the Arrow writer made with zstd, with every
// buffer compressed again. Nothing else changes but where the buffers lie.
func shrink(file []byte) ([]byte, error) {
	c, err := newCoder()
	if err != nil {
		return nil, err
	}
	defer c.Decoder.Close()
	if len(file) < tailSize {
		return nil, errShape
	}
	tail := len(file) - tailSize
	footerAt := tail - int(binary.LittleEndian.Uint32(file[tail:]))
	footer := append([]byte(nil), file[footerAt:]...)
	root := rootTable(footer)
	blocks, n := vector(root, slotRecordBatches)
	var out []byte
	copied := 0 // bytes of file that are in out
	for i := range n {
		block := footer[blocks+i*blockSize:]
		at := int(binary.LittleEndian.Uint64(block))
		bodyAt := at + int(binary.LittleEndian.Uint32(block[blockMeta:]))
		end := bodyAt + int(binary.LittleEndian.Uint64(block[blockBody:]))
		if at < copied || bodyAt < at || end < bodyAt || end > footerAt {
			return nil, errShape
		}
		out = append(out, file[copied:at]...)
		meta := append([]byte(nil), file[at:bodyAt]...)
		body, err := shrinkBatch(c, meta, file[bodyAt:end])
		if err != nil {
			return nil, err
		}
		binary.LittleEndian.PutUint64(block, uint64(len(out)))
		binary.LittleEndian.PutUint64(block[blockBody:], uint64(len(body)))
		out = append(append(out, meta...), body...)
		copied = end
	}
	rest := file[copied:footerAt]
	out = append(out, rest...)
	if !bytes.HasSuffix(rest, endOfStream) {
		out = append(out, endOfStream...)
	}
	return append(out, footer...), nil
}

// shrinkBatch returns the new body of a record batch, and makes its message,
// two numbers of 4 bytes and a flatbuffer, describe it.
func shrinkBatch(c coder, message, body []byte) ([]byte, error) {
	root := rootTable(message[8:])
	header := root
	root.Union(&header, flatbuffers.UOffsetT(root.Offset(slotHeader)))
	buffers, n := vector(header, slotBuffers)
	var out []byte
	for i := range n {
		b := header.Bytes[buffers+i*bufferSize:][:bufferSize]
		offset, length := binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])
		if offset+length > uint64(len(body)) {
			return nil, errShape
		}
		at := len(out)
		if length > 0 {
			plain, err := inflate(c, body[offset:offset+length])
			if err != nil {
				return nil, fmt.Errorf("buffer %d: %w", i, err)
			}
			out = binary.LittleEndian.AppendUint64(out, uint64(len(plain)))
			out = c.EncodeAll(plain, out)
		}
		binary.LittleEndian.PutUint64(b, uint64(at))
		binary.LittleEndian.PutUint64(b[8:], uint64(len(out)-at))
		for len(out)%8 != 0 {
			out = append(out, 0)
		}
	}
	at := root.Offset(slotBodyLength)
	if at == 0 { // left out, as a body without bytes is
		if len(out) > 0 {
			return nil, errShape
		}
		return nil, nil
	}
	binary.LittleEndian.PutUint64(root.Bytes[int(root.Pos)+int(at):], uint64(len(out)))
	return out, nil
}

// inflate is what a buffer holds: behind its length, or -1 for a plain one.
func inflate(c coder, buffer []byte) ([]byte, error) {
	if len(buffer) < 8 {
		return nil, errShape
	}
	length, data := int64(binary.LittleEndian.Uint64(buffer)), buffer[8:]
	if length == -1 {
		return data, nil
	}
	plain, err := c.DecodeAll(data, nil)
	if err == nil && int64(len(plain)) != length {
		err = errShape
	}
	return plain, err
}

func rootTable(data []byte) flatbuffers.Table {
	return flatbuffers.Table{Bytes: data, Pos: flatbuffers.GetUOffsetT(data)}
}

// vector is where the elements of a table's vector start, and how many there are.
func vector(t flatbuffers.Table, slot flatbuffers.VOffsetT) (at, n int) {
	o := flatbuffers.UOffsetT(t.Offset(slot))
	if o == 0 {
		return 0, 0
	}
	return int(t.Vector(o)), t.VectorLen(o)
}
