package gorgonia

import (
	"fmt"
	"hash"
	"hash/fnv"

	"github.com/chewxy/hm"
	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// operator is the part that all operators of this package share: everything of
// G.Op but Do. Embed it and fill it with builder.operator.
type operator struct {
	name string
	// id keeps Gorgonia from taking two operators for one: they have buffers.
	id int
	// in is the number of dimensions of each input, 0 for a scalar.
	in []int
	// out is the shape of the result, empty for a scalar.
	out tensor.Shape
}

// Arity is the number of inputs.
func (o *operator) Arity() int { return len(o.in) }

// Type is the function type, from input types to result type.
func (o *operator) Type() hm.Type {
	types := make([]hm.Type, 0, len(o.in)+1)
	for _, dims := range o.in {
		types = append(types, typeOf(dims))
	}
	return hm.NewFnType(append(types, typeOf(len(o.out)))...)
}

func typeOf(dims int) hm.Type {
	if dims == 0 {
		return tensor.Float32
	}
	return G.TensorType{Dims: dims, Of: tensor.Float32}
}

// InferShape returns the shape that the operator was built for.
func (o *operator) InferShape(...G.DimSizer) (tensor.Shape, error) { return o.out.Clone(), nil }

// ReturnsPtr is true: the result is the operator's own buffer.
func (o *operator) ReturnsPtr() bool { return true }

// CallsExtern is false, which also keeps Gorgonia from allocating the result.
func (o *operator) CallsExtern() bool { return false }

// OverwritesInput is -1: no input is overwritten.
func (o *operator) OverwritesInput() int { return -1 }

// WriteHash writes what makes the operator unique in its graph.
func (o *operator) WriteHash(h hash.Hash) { fmt.Fprint(h, o.String()) }

// Hashcode is the hash of WriteHash.
func (o *operator) Hashcode() uint32 {
	h := fnv.New32a()
	o.WriteHash(h)
	return h.Sum32()
}

// String is the name with the id.
func (o *operator) String() string { return fmt.Sprintf("%s#%d", o.name, o.id) }

// builder makes the nodes of one graph.
type builder struct {
	g *G.ExprGraph
	// ops counts the operators made so far.
	ops int
	// skipped holds, while the graph is differentiated, the gradient that
	// reaches a node through a skip connection: see conv.SymDiff.
	skipped map[*G.Node]*G.Node
	// mem is shared by all operators of the graph.
	mem workspace
}

func newBuilder() *builder {
	return &builder{g: G.NewGraph(), skipped: make(map[*G.Node]*G.Node)}
}

// operator returns the shared part of a new operator.
func (b *builder) operator(name string, out tensor.Shape, inputs ...*G.Node) operator {
	in := make([]int, len(inputs))
	for i, n := range inputs {
		in[i] = n.Dims()
	}
	b.ops++
	return operator{name: name, id: b.ops, in: in, out: out}
}

// input makes an input node over data, which stays the caller's.
func (b *builder) input(name string, data []float32, shape ...int) *G.Node {
	return G.NewTensor(b.g, tensor.Float32, len(shape), G.WithName(name), G.WithShape(shape...),
		G.WithValue(matrix(data, shape...)))
}

// matrix wraps data without a copy.
func matrix(data []float32, shape ...int) *tensor.Dense {
	return tensor.New(tensor.WithShape(shape...), tensor.WithBacking(data))
}

// buffer returns a zero matrix for the result of an operator.
func buffer(shape ...int) *tensor.Dense {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return matrix(make([]float32, n), shape...)
}

// floats is the live memory of a value.
func floats(v G.Value) []float32 { return v.(*tensor.Dense).Float32s() }

// scalar is the number in a scalar value.
func scalar(v G.Value) float32 { return float32(*v.(*G.F32)) }
