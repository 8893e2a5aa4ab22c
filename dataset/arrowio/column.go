package arrowio

import (
	"fmt"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
)

// column is one field of a record of type T: its Arrow type, how a value is
// appended to a builder, and how it is read back from an array.
type column[T any] struct {
	name string
	kind arrow.DataType
	// put appends the field of a record.
	put func(b array.Builder, rec *T)
	// get sets the field of a record from row i.
	get func(a arrow.Array, i int, rec *T)
}

// schema lists the columns as Arrow fields, none of them nullable.
func schema[T any](columns []column[T], meta arrow.Metadata) *arrow.Schema {
	fields := make([]arrow.Field, len(columns))
	for i, c := range columns {
		fields[i] = arrow.Field{Name: c.name, Type: c.kind}
	}
	return arrow.NewSchema(fields, &meta)
}

// check compares the columns of a file with the declared ones.
func check[T any](columns []column[T], s *arrow.Schema) error {
	if len(s.Fields()) != len(columns) {
		return fmt.Errorf("%d columns, want %d", len(s.Fields()), len(columns))
	}
	for i, c := range columns {
		if f := s.Field(i); f.Name != c.name || !arrow.TypeEqual(f.Type, c.kind) {
			return fmt.Errorf("column %d is %s (%s), want %s (%s)", i, f.Name, f.Type, c.name, c.kind)
		}
	}
	return nil
}

// primitive describes how one Go type is stored in an Arrow type.
type primitive[V any] struct {
	kind arrow.DataType
	put  func(b array.Builder, v V)
	get  func(a arrow.Array, i int) V
}

var (
	asString  = primitive[string]{arrow.BinaryTypes.String, func(b array.Builder, v string) { b.(*array.StringBuilder).Append(v) }, func(a arrow.Array, i int) string { return cloned(a.(*array.String).Value(i)) }}
	asBinary  = primitive[[]uint8]{arrow.BinaryTypes.Binary, func(b array.Builder, v []uint8) { b.(*array.BinaryBuilder).Append(v) }, func(a arrow.Array, i int) []uint8 { return append([]uint8(nil), a.(*array.Binary).Value(i)...) }}
	asBool    = primitive[bool]{arrow.FixedWidthTypes.Boolean, func(b array.Builder, v bool) { b.(*array.BooleanBuilder).Append(v) }, func(a arrow.Array, i int) bool { return a.(*array.Boolean).Value(i) }}
	asInt8    = primitive[int]{arrow.PrimitiveTypes.Int8, func(b array.Builder, v int) { b.(*array.Int8Builder).Append(narrow[int8](v)) }, func(a arrow.Array, i int) int { return int(a.(*array.Int8).Value(i)) }}
	asInt16   = primitive[int]{arrow.PrimitiveTypes.Int16, func(b array.Builder, v int) { b.(*array.Int16Builder).Append(narrow[int16](v)) }, func(a arrow.Array, i int) int { return int(a.(*array.Int16).Value(i)) }}
	asInt32   = primitive[int]{arrow.PrimitiveTypes.Int32, func(b array.Builder, v int) { b.(*array.Int32Builder).Append(narrow[int32](v)) }, func(a arrow.Array, i int) int { return int(a.(*array.Int32).Value(i)) }}
	asUint8   = primitive[uint8]{arrow.PrimitiveTypes.Uint8, func(b array.Builder, v uint8) { b.(*array.Uint8Builder).Append(v) }, func(a arrow.Array, i int) uint8 { return a.(*array.Uint8).Value(i) }}
	asUint32  = primitive[uint32]{arrow.PrimitiveTypes.Uint32, func(b array.Builder, v uint32) { b.(*array.Uint32Builder).Append(v) }, func(a arrow.Array, i int) uint32 { return a.(*array.Uint32).Value(i) }}
	asUint64  = primitive[uint64]{arrow.PrimitiveTypes.Uint64, func(b array.Builder, v uint64) { b.(*array.Uint64Builder).Append(v) }, func(a arrow.Array, i int) uint64 { return a.(*array.Uint64).Value(i) }}
	asFloat32 = primitive[float32]{arrow.PrimitiveTypes.Float32, func(b array.Builder, v float32) { b.(*array.Float32Builder).Append(v) }, func(a arrow.Array, i int) float32 { return a.(*array.Float32).Value(i) }}
)

// rangeError is a number that its column cannot hold.
type rangeError string

func (e rangeError) Error() string { return string(e) }

// narrow is v in a smaller type, or a panic with a rangeError.
func narrow[N int8 | int16 | int32](v int) N {
	if int(N(v)) != v {
		panic(rangeError(fmt.Sprintf("%d does not fit into its column", v)))
	}
	return N(v)
}

// cloned copies a string out of the file's memory.
func cloned(s string) string { return string(append([]byte(nil), s...)) }

// field is a column with one value a record; at points to it.
func field[T, V any](name string, p primitive[V], at func(*T) *V) column[T] {
	return column[T]{name: name, kind: p.kind,
		put: func(b array.Builder, rec *T) { p.put(b, *at(rec)) },
		get: func(a arrow.Array, i int, rec *T) { *at(rec) = p.get(a, i) },
	}
}

// enum is a column of a small integer type stored as int8, with count values
// from 0. Any other is refused in both directions: it has no name.
func enum[T any, V ~uint8](name string, count int, at func(*T) *V) column[T] {
	return column[T]{name: name, kind: arrow.PrimitiveTypes.Int8,
		put: func(b array.Builder, rec *T) { asInt8.put(b, among(name, count, int(*at(rec)))) },
		get: func(a arrow.Array, i int, rec *T) { *at(rec) = V(among(name, count, asInt8.get(a, i))) },
	}
}

// among is v, or a panic with a rangeError if it is none of count values.
func among(name string, count, v int) int {
	if v < 0 || v >= count {
		panic(rangeError(fmt.Sprintf("%s is %d, want 0 to %d", name, v, count-1)))
	}
	return v
}

// list is a column of a list; at points to the slice. An empty list reads back
// as nil.
func list[T, V any](name string, p primitive[V], at func(*T) *[]V) column[T] {
	return each(name, p,
		func(rec *T) int { return len(*at(rec)) },
		func(rec *T, n int) {
			if n > 0 {
				*at(rec) = make([]V, n)
			}
		},
		func(rec *T, i int) V { return (*at(rec))[i] },
		func(rec *T, i int, v V) { (*at(rec))[i] = v })
}

// each is a list column whose elements lie inside other structures: size is
// how many there are, grow makes room for n of them on reading.
func each[T, V any](name string, p primitive[V], size func(*T) int, grow func(*T, int),
	from func(*T, int) V, to func(*T, int, V)) column[T] {
	return column[T]{name: name, kind: arrow.ListOfNonNullable(p.kind),
		put: func(b array.Builder, rec *T) {
			lb := b.(*array.ListBuilder)
			lb.Append(true)
			for i := range size(rec) {
				p.put(lb.ValueBuilder(), from(rec, i))
			}
		},
		get: func(a arrow.Array, i int, rec *T) {
			l := a.(*array.List)
			start, end := l.ValueOffsets(i)
			if start < 0 || end < start || end > int64(l.ListValues().Len()) {
				panic(errOffsets)
			}
			grow(rec, int(end-start))
			for j := start; j < end; j++ {
				to(rec, int(j-start), p.get(l.ListValues(), int(j)))
			}
		},
	}
}
