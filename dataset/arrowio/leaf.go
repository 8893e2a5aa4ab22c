package arrowio

import (
	"fmt"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"
	pqschema "github.com/apache/arrow/go/v15/parquet/schema"
)

// parquetSchema is a schema as Parquet has it. Nothing in it may be null.
func parquetSchema(s *arrow.Schema) (*pqschema.GroupNode, error) {
	return parquetGroup("schema", s.Fields())
}

func parquetGroup(name string, fields []arrow.Field) (*pqschema.GroupNode, error) {
	var nodes pqschema.FieldList
	for _, f := range fields {
		n, err := parquetNode(f.Name, f.Type)
		if err != nil {
			return nil, fmt.Errorf("column %s: %w", f.Name, err)
		}
		nodes = append(nodes, n)
	}
	return pqschema.NewGroupNode(name, parquet.Repetitions.Required, nodes, -1)
}

func parquetNode(name string, kind arrow.DataType) (pqschema.Node, error) {
	required := parquet.Repetitions.Required
	primitive := func(t parquet.Type, logical pqschema.LogicalType) (pqschema.Node, error) {
		return pqschema.NewPrimitiveNodeLogical(name, required, logical, t, 0, -1)
	}
	switch kind := kind.(type) {
	case arrow.ListLikeType:
		element, err := parquetNode("element", kind.Elem())
		if err != nil {
			return nil, err
		}
		return pqschema.ListOfWithName(name, element, required, -1)
	case *arrow.StructType:
		return parquetGroup(name, kind.Fields())
	case *arrow.StringType:
		return primitive(parquet.Types.ByteArray, pqschema.StringLogicalType{})
	case *arrow.BooleanType:
		return primitive(parquet.Types.Boolean, pqschema.NoLogicalType{})
	case *arrow.Float32Type:
		return primitive(parquet.Types.Float, pqschema.NoLogicalType{})
	case *arrow.Int8Type, *arrow.Int16Type, *arrow.Int32Type:
		return primitive(parquet.Types.Int32, pqschema.NewIntLogicalType(int8(kind.(arrow.FixedWidthDataType).BitWidth()), true))
	case *arrow.Uint8Type, *arrow.Uint16Type, *arrow.Uint32Type:
		return primitive(parquet.Types.Int32, pqschema.NewIntLogicalType(int8(kind.(arrow.FixedWidthDataType).BitWidth()), false))
	case *arrow.Uint64Type:
		return primitive(parquet.Types.Int64, pqschema.NewIntLogicalType(64, false))
	}
	return nil, fmt.Errorf("there is no Parquet type for %s", kind)
}

// leaf is the values of one column of a Parquet file, all lists in one, and for
// each of them, or for an empty list, the levels that tell lists apart. Both are
// nil where there is no list.
type leaf struct {
	values arrow.Array
	def    []int16 // 1: a value, 0: an empty list
	rep    []int16 // 0: the first of a list, 1: a further one
}

// leaves are what a column without nulls consists of: itself, or the entries of
// its lists, or the fields of their structures.
func leaves(a arrow.Array) []leaf {
	var l leaf
	switch list := a.(type) {
	case *array.List:
		l.values = list.ListValues()
		for i := range list.Len() {
			start, end := list.ValueOffsets(i)
			l.add(int(end - start))
		}
	case *array.FixedSizeList:
		l.values = list.ListValues()
		for range list.Len() {
			l.add(int(list.DataType().(*arrow.FixedSizeListType).Len()))
		}
	default:
		l.values = a
	}
	s, ok := l.values.(*array.Struct)
	if !ok {
		return []leaf{l}
	}
	var all []leaf
	for i := range s.NumField() {
		all = append(all, leaf{s.Field(i), l.def, l.rep})
	}
	return all
}

// add appends the levels of a list with n values.
func (l *leaf) add(n int) {
	if n == 0 {
		l.def, l.rep = append(l.def, 0), append(l.rep, 0)
		return
	}
	for i := range n {
		l.def, l.rep = append(l.def, 1), append(l.rep, int16(min(i, 1)))
	}
}

// write hands all values to the writer of the leaf's column.
func (l *leaf) write(w file.ColumnChunkWriter) (err error) {
	switch a := l.values.(type) {
	case *array.String:
		values := make([]parquet.ByteArray, a.Len())
		for i := range values {
			values[i] = parquet.ByteArray(a.Value(i))
		}
		_, err = w.(*file.ByteArrayColumnChunkWriter).WriteBatch(values, l.def, l.rep)
	case *array.Boolean:
		values := make([]bool, a.Len())
		for i := range values {
			values[i] = a.Value(i)
		}
		_, err = w.(*file.BooleanColumnChunkWriter).WriteBatch(values, l.def, l.rep)
	case *array.Float32:
		_, err = w.(*file.Float32ColumnChunkWriter).WriteBatch(a.Float32Values(), l.def, l.rep)
	case *array.Uint64:
		_, err = w.(*file.Int64ColumnChunkWriter).WriteBatch(wide[int64](a.Uint64Values()), l.def, l.rep)
	default:
		_, err = w.(*file.Int32ColumnChunkWriter).WriteBatch(int32s(a), l.def, l.rep)
	}
	return err
}

// int32s are the whole numbers of an array of up to 32 bits. Parquet knows the
// smaller and the unsigned ones by their logical type alone.
func int32s(a arrow.Array) []int32 {
	switch a := a.(type) {
	case *array.Int8:
		return wide[int32](a.Int8Values())
	case *array.Int16:
		return wide[int32](a.Int16Values())
	case *array.Int32:
		return a.Int32Values()
	case *array.Uint8:
		return wide[int32](a.Uint8Values())
	case *array.Uint16:
		return wide[int32](a.Uint16Values())
	case *array.Uint32:
		return wide[int32](a.Uint32Values())
	}
	panic(fmt.Sprintf("arrowio: no whole numbers: %s", a.DataType()))
}

// wide are the numbers in another type, with the same bits where they do not fit.
func wide[W int32 | int64, N int8 | int16 | uint8 | uint16 | uint32 | uint64](values []N) []W {
	all := make([]W, len(values))
	for i, v := range values {
		all[i] = W(v)
	}
	return all
}
