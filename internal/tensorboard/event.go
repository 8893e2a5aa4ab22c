package tensorboard

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Scalar is a number with a tag such as "train/policy_loss".
type Scalar struct {
	Tag   string
	Value float64 // written as a float32
}

// Event is what happened at a step.
type Event struct {
	WallTime float64 // seconds since 1970
	Step     int64
	Version  string // of the file; in its first event only
	// Start says that a program goes on at Step: what other files of the folder
	// say of this step and later ones is void.
	Start   bool
	Scalars []Scalar
}

// The fields of the messages that are used, each with its number and wire type
// in one byte, as protocol buffers tag them.
const (
	eventWallTime = 1<<3 | wireFixed64 // double
	eventStep     = 2<<3 | wireVarint  // int64
	eventVersion  = 3<<3 | wireBytes   // string
	eventSummary  = 5<<3 | wireBytes   // Summary
	eventSession  = 7<<3 | wireBytes   // SessionLog

	summaryValue = 1<<3 | wireBytes   // Summary.Value
	valueTag     = 1<<3 | wireBytes   // string
	valueSimple  = 2<<3 | wireFixed32 // float

	sessionStatus = 1<<3 | wireVarint // enum
	statusStart   = 1

	wireVarint  = 0
	wireFixed64 = 1
	wireBytes   = 2
	wireFixed32 = 5
)

// appendEvent appends the protocol buffer of an event.
func appendEvent(buf []byte, e *Event) []byte {
	buf = append(buf, eventWallTime)
	buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(e.WallTime))
	if e.Step != 0 {
		buf = append(buf, eventStep)
		buf = binary.AppendUvarint(buf, uint64(e.Step))
	}
	if e.Version != "" {
		buf = appendBytes(buf, eventVersion, []byte(e.Version))
	}
	if e.Start {
		buf = appendBytes(buf, eventSession, []byte{sessionStatus, statusStart})
	}
	if len(e.Scalars) > 0 {
		var summary, value []byte
		for _, s := range e.Scalars {
			value = appendBytes(value[:0], valueTag, []byte(s.Tag))
			value = append(value, valueSimple)
			value = binary.LittleEndian.AppendUint32(value, math.Float32bits(float32(s.Value)))
			summary = appendBytes(summary, summaryValue, value)
		}
		buf = appendBytes(buf, eventSummary, summary)
	}
	return buf
}

func appendBytes(buf []byte, tag byte, data []byte) []byte {
	buf = append(buf, tag)
	buf = binary.AppendUvarint(buf, uint64(len(data)))
	return append(buf, data...)
}

// ParseEvent reads an event. Fields that it does not know are skipped.
func ParseEvent(data []byte) (Event, error) {
	var e Event
	err := eachField(data, func(tag, number uint64, bytes []byte) error {
		switch tag {
		case eventWallTime:
			e.WallTime = math.Float64frombits(number)
		case eventStep:
			e.Step = int64(number)
		case eventVersion:
			e.Version = string(bytes)
		case eventSession:
			return eachField(bytes, func(tag, number uint64, _ []byte) error {
				e.Start = e.Start || tag == sessionStatus && number == statusStart
				return nil
			})
		case eventSummary:
			return eachField(bytes, func(tag, _ uint64, bytes []byte) error {
				if tag != summaryValue {
					return nil
				}
				s, err := parseValue(bytes)
				e.Scalars = append(e.Scalars, s)
				return err
			})
		}
		return nil
	})
	return e, err
}

func parseValue(data []byte) (s Scalar, err error) {
	err = eachField(data, func(tag, number uint64, bytes []byte) error {
		switch tag {
		case valueTag:
			s.Tag = string(bytes)
		case valueSimple:
			s.Value = float64(math.Float32frombits(uint32(number)))
		}
		return nil
	})
	return s, err
}

// eachField calls f for every field of a message, with the number of a field
// that is one and the bytes of any other.
func eachField(data []byte, f func(tag, number uint64, bytes []byte) error) error {
	broken := fmt.Errorf("%w: not a protocol buffer", ErrDamaged)
	for len(data) > 0 {
		tag, n := binary.Uvarint(data)
		if n <= 0 {
			return broken
		}
		data = data[n:]
		var number uint64
		var bytes []byte
		size := 0
		switch tag & 7 {
		case wireVarint, wireBytes:
			if number, size = binary.Uvarint(data); size <= 0 {
				return broken
			}
		case wireFixed64:
			size = 8
		case wireFixed32:
			size = 4
		default:
			return broken
		}
		if len(data) < size {
			return broken
		}
		switch tag & 7 {
		case wireFixed64:
			number = binary.LittleEndian.Uint64(data)
		case wireFixed32:
			number = uint64(binary.LittleEndian.Uint32(data))
		case wireBytes:
			if number > uint64(len(data)-size) {
				return broken
			}
			bytes = data[size : size+int(number)]
			size += int(number)
		}
		data = data[size:]
		if err := f(tag, number, bytes); err != nil {
			return err
		}
	}
	return nil
}
