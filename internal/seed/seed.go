// Package seed derives independent random streams from one root seed and the
// path of names and numbers that leads to the place where a stream is used:
// "selfplay", generation, game. Equal paths give equal streams on every
// machine; paths that differ anywhere give unrelated ones. So the random
// choices of a game do not depend on which worker plays it, or when.
//
// # Glossary
//
//   - Root: the seed of the run.
//   - Part: one element of the path. Text and numbers are kept apart ("1" is
//     not 1), and so are the boundaries between parts ("ab" is not "a", "b").
//     A number is the same part whatever integer type holds it.
//   - Sum: 64 bits that stand for root and path.
//   - Stream: a generator that starts from 128 such bits.
package seed

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
)

// domain opens the hashed text; a change of the derivation changes it.
const domain = "halmazero seed v1"

// New returns the stream of a path: a PCG generator (O'Neill 2014) seeded with
// the first 128 bits of the SHA-256 of root and parts. A part is a string or
// an integer; another type is a mistake of the caller and panics. The stream
// is not safe for concurrent use.
func New(root uint64, parts ...any) *rand.Rand {
	d := digest(root, parts)
	return rand.New(rand.NewPCG(binary.BigEndian.Uint64(d[:8]), binary.BigEndian.Uint64(d[8:16])))
}

// Sum returns the first 64 bits of the same hash, for where a seed and not a
// stream is passed on. It is unrelated to the numbers that New's stream gives.
func Sum(root uint64, parts ...any) uint64 {
	d := digest(root, parts)
	return binary.BigEndian.Uint64(d[:8])
}

// digest hashes an encoding that is different for different paths: each part
// is a kind, and 8 bytes of value or of length with that many bytes of text.
func digest(root uint64, parts []any) [sha256.Size]byte {
	buf := make([]byte, 0, 128)
	buf = append(buf, domain...)
	buf = binary.BigEndian.AppendUint64(buf, root)
	for i, part := range parts {
		switch part := part.(type) {
		case string:
			buf = append(buf, 's')
			buf = binary.BigEndian.AppendUint64(buf, uint64(len(part)))
			buf = append(buf, part...)
		case int:
			buf = appendInt(buf, int64(part))
		case int32:
			buf = appendInt(buf, int64(part))
		case int64:
			buf = appendInt(buf, part)
		case uint32:
			buf = appendUint(buf, uint64(part))
		case uint64:
			buf = appendUint(buf, part)
		default:
			panic(fmt.Sprintf("seed: part %d is a %T, want text or an integer", i, part))
		}
	}
	return sha256.Sum256(buf)
}

func appendInt(buf []byte, n int64) []byte {
	if n < 0 {
		return binary.BigEndian.AppendUint64(append(buf, '-'), uint64(n))
	}
	return appendUint(buf, uint64(n))
}

func appendUint(buf []byte, n uint64) []byte {
	return binary.BigEndian.AppendUint64(append(buf, '+'), n)
}
