package arrowio

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"halmazero/dataset"
)

// primitive describes how one Go type is stored in an Arrow type. get makes an
// accessor of an array's values; what it returns shares no memory with them.
type primitive[V any] struct {
	kind arrow.DataType
	put  func(b builder, v V)
	get  func(a values) func(i int) V
}

var (
	asString = primitive[string]{arrow.BinaryTypes.String,
		func(b builder, v string) { b.(*array.StringBuilder).Append(v) },
		func(a values) func(int) string {
			s := a.(*array.String)
			return func(i int) string { return strings.Clone(s.Value(i)) }
		}}
	asBinary = primitive[[]uint8]{arrow.BinaryTypes.Binary,
		func(b builder, v []uint8) { b.(*array.BinaryBuilder).Append(v) },
		func(a values) func(int) []uint8 {
			s := a.(*array.Binary)
			return func(i int) []uint8 { return bytes.Clone(s.Value(i)) }
		}}
	asBool = primitive[bool]{arrow.FixedWidthTypes.Boolean,
		func(b builder, v bool) { b.(*array.BooleanBuilder).Append(v) },
		func(a values) func(int) bool { return a.(*array.Boolean).Value }}

	asInt8    = whole(arrow.PrimitiveTypes.Int8, (*array.Int8Builder).Append, (*array.Int8).Int8Values)
	asInt16   = whole(arrow.PrimitiveTypes.Int16, (*array.Int16Builder).Append, (*array.Int16).Int16Values)
	asInt32   = whole(arrow.PrimitiveTypes.Int32, (*array.Int32Builder).Append, (*array.Int32).Int32Values)
	asUint16  = whole(arrow.PrimitiveTypes.Uint16, (*array.Uint16Builder).Append, (*array.Uint16).Uint16Values)
	asUint8   = exact(arrow.PrimitiveTypes.Uint8, (*array.Uint8Builder).Append, (*array.Uint8).Uint8Values)
	asUint32  = exact(arrow.PrimitiveTypes.Uint32, (*array.Uint32Builder).Append, (*array.Uint32).Uint32Values)
	asUint64  = exact(arrow.PrimitiveTypes.Uint64, (*array.Uint64Builder).Append, (*array.Uint64).Uint64Values)
	asFloat32 = exact(arrow.PrimitiveTypes.Float32, (*array.Float32Builder).Append, (*array.Float32).Float32Values)

	asPrior = steps(dataset.PriorGrid, asUint16)
	asValue = steps(dataset.ValueGrid, asInt16)
)

// exact stores a number in a type of its own size.
func exact[B builder, A values, V any](kind arrow.DataType, put func(B, V), all func(A) []V) primitive[V] {
	return primitive[V]{kind,
		func(b builder, v V) { put(b.(B), v) },
		func(a values) func(int) V {
			v := all(a.(A))
			return func(i int) V { return v[i] }
		},
	}
}

// whole stores an int in a smaller type, and refuses one that does not fit.
func whole[B builder, A values, N int8 | int16 | int32 | uint16](kind arrow.DataType, put func(B, N), all func(A) []N) primitive[int] {
	return primitive[int]{kind,
		func(b builder, v int) {
			if int(N(v)) != v {
				panic(rangeError(fmt.Sprintf("%d does not fit into its column", v)))
			}
			put(b.(B), N(v))
		},
		func(a values) func(int) int {
			v := all(a.(A))
			return func(i int) int { return int(v[i]) }
		},
	}
}

// steps stores the numbers of a grid as whole multiples of its step. Any other
// number is refused: it would come back changed.
func steps(g dataset.Grid, p primitive[int]) primitive[float32] {
	return primitive[float32]{p.kind,
		func(b builder, v float32) {
			if g.Round(v) != v {
				panic(rangeError(fmt.Sprintf("%v is not a multiple of 1/%d", v, int(g))))
			}
			p.put(b, g.Steps(v))
		},
		func(a values) func(int) float32 {
			n := p.get(a)
			return func(i int) float32 { return g.At(n(i)) }
		},
	}
}

// rangeError is a record that its columns cannot hold.
type rangeError string

func (e rangeError) Error() string { return string(e) }
