package arrowio

import (
	"fmt"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
)

type (
	builder = array.Builder
	values  = arrow.Array
)

// column is one field of a record of type T: its Arrow type, how a record's
// value is appended to a builder, and how the values of a whole batch are read
// back. Both panic at what does not fit, with a rangeError where put does.
type column[T any] struct {
	name string
	kind arrow.DataType
	put  func(b builder, rec *T)
	get  func(a values, recs []T) // a has an entry for each record
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

// field is a column with one value a record; at points to it.
func field[T, V any](name string, p primitive[V], at func(*T) *V) column[T] {
	return column[T]{name: name, kind: p.kind,
		put: func(b builder, rec *T) { p.put(b, *at(rec)) },
		get: func(a values, recs []T) {
			v := p.get(a)
			for i := range recs {
				*at(&recs[i]) = v(i)
			}
		},
	}
}

// enum is a column of a small integer type stored as int8, with count values
// from 0. Any other is refused in both directions: it has no name.
func enum[T any, V ~uint8](name string, count int, at func(*T) *V) column[T] {
	return column[T]{name: name, kind: arrow.PrimitiveTypes.Int8,
		put: func(b builder, rec *T) { asInt8.put(b, among(name, count, int(*at(rec)))) },
		get: func(a values, recs []T) {
			v := asInt8.get(a)
			for i := range recs {
				*at(&recs[i]) = V(among(name, count, v(i)))
			}
		},
	}
}

// among is v, or a panic with a rangeError if it is none of count values.
func among(name string, count, v int) int {
	if v < 0 || v >= count {
		panic(rangeError(fmt.Sprintf("%s is %d, want 0 to %d", name, v, count-1)))
	}
	return v
}
