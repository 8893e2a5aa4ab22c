package arrowio

import (
	"errors"
	"fmt"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
)

var (
	errLengths = errors.New("columns of one record differ in length")
	errOffsets = errors.New("list reaches beyond its values")
)

// spans calls do with the range of each list's values, after it has made sure
// that all of them lie within the total that it returns first.
func spans(l *array.List, total int, do func(i, start, end int)) {
	for i := range l.Len() {
		start, end := l.ValueOffsets(i)
		if start < 0 || end < start || end > int64(total) {
			panic(errOffsets)
		}
		do(i, int(start), int(end))
	}
}

// list is a column of a list of any length; at points to the slice. An empty
// list reads back as nil. The lists of a batch share their memory, and none
// has room to grow into the next.
func list[T, V any](name string, p primitive[V], at func(*T) *[]V) column[T] {
	return column[T]{name: name, kind: arrow.ListOfNonNullable(p.kind),
		put: func(b builder, rec *T) {
			lb := b.(*array.ListBuilder)
			lb.Append(true)
			for _, v := range *at(rec) {
				p.put(lb.ValueBuilder(), v)
			}
		},
		get: func(a values, recs []T) {
			l := a.(*array.List)
			all := slab(l.ListValues(), p, l.ListValues().Len())
			spans(l, len(all), func(i, start, end int) {
				if end > start {
					*at(&recs[i]) = all[start:end:end]
				}
			})
		},
	}
}

// fixed is a column of a list of always n values. One of another length is refused.
func fixed[T, V any](name string, n int, p primitive[V], at func(*T) *[]V) column[T] {
	return fixedIf(name, n, p, at, func(*T) bool { return true })
}

// fixedIf is a column of a list of n values in the records that have one, as
// there says. The others hold zeros, and read back as nil.
func fixedIf[T, V any](name string, n int, p primitive[V], at func(*T) *[]V, there func(*T) bool) column[T] {
	var zero V
	return column[T]{name: name, kind: arrow.FixedSizeListOf(int32(n), p.kind),
		put: func(b builder, rec *T) {
			want, v := n, *at(rec)
			if !there(rec) {
				want = 0
			}
			if len(v) != want {
				panic(rangeError(fmt.Sprintf("%s has %d entries, want %d", name, len(v), want)))
			}
			lb := b.(*array.FixedSizeListBuilder)
			lb.Append(true)
			for _, x := range v {
				p.put(lb.ValueBuilder(), x)
			}
			for range n - want {
				p.put(lb.ValueBuilder(), zero)
			}
		},
		get: func(a values, recs []T) {
			l := a.(*array.FixedSizeList)
			if l.ListValues().Len() < n*len(recs) {
				panic(errOffsets)
			}
			all := slab(l.ListValues(), p, n*len(recs))
			for i := range recs {
				if there(&recs[i]) {
					*at(&recs[i]) = all[n*i : n*(i+1) : n*(i+1)]
				}
			}
		},
	}
}

// slab is a copy of the first n values of an array.
func slab[V any](a values, p primitive[V], n int) []V {
	if a.NullN() > 0 {
		panic(errNulls)
	}
	v, all := p.get(a), make([]V, n)
	for i := range all {
		all[i] = v(i)
	}
	return all
}

var errNulls = errors.New("list has null values")
