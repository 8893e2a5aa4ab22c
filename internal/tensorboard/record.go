package tensorboard

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// A record is
//
//	+------------+----------------------+--------------+--------------------+
//	| length,    | masked CRC-32C of    | length bytes | masked CRC-32C of  |
//	| u64        | these 8 bytes, u32   |              | the bytes, u32     |
//	+------------+----------------------+--------------+--------------------+
//
// with all numbers little endian.
const (
	headerLength = 8 + 4
	footerLength = 4
	// maxRecord is more than any event with scalars has; a length above it is damage.
	maxRecord = 1 << 24
)

// ErrDamaged is wrapped by ReadRecord's error for bytes that are no record.
var ErrDamaged = errors.New("damaged record")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// masked is the checksum of a record's parts: a CRC of data that holds CRCs
// itself says little, so it is rotated and shifted by a constant.
func masked(data []byte) uint32 {
	c := crc32.Checksum(data, castagnoli)
	return (c>>15 | c<<17) + 0xa282ead8
}

// appendRecord appends data as a record.
func appendRecord(buf, data []byte) []byte {
	at := len(buf)
	buf = binary.LittleEndian.AppendUint64(buf, uint64(len(data)))
	buf = binary.LittleEndian.AppendUint32(buf, masked(buf[at:]))
	buf = append(buf, data...)
	return binary.LittleEndian.AppendUint32(buf, masked(data))
}

// ReadRecord reads the next record and returns its bytes. At the end it
// returns io.EOF, and io.ErrUnexpectedEOF within a record that is torn.
func ReadRecord(r io.Reader) ([]byte, error) {
	var header [headerLength]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return nil, err
	}
	length := binary.LittleEndian.Uint64(header[:8])
	if got, want := binary.LittleEndian.Uint32(header[8:]), masked(header[:8]); got != want {
		return nil, fmt.Errorf("%w: checksum of the length is %08x, want %08x", ErrDamaged, got, want)
	}
	if length > maxRecord {
		return nil, fmt.Errorf("%w: %d bytes, want at most %d", ErrDamaged, length, maxRecord)
	}
	data := make([]byte, length+footerLength)
	if _, err := io.ReadFull(r, data); err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	data, footer := data[:length], data[length:]
	if got, want := binary.LittleEndian.Uint32(footer), masked(data); got != want {
		return nil, fmt.Errorf("%w: checksum of %d bytes is %08x, want %08x", ErrDamaged, length, got, want)
	}
	return data, nil
}
