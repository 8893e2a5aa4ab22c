package model

import (
	"fmt"
	"slices"
	"strings"
)

// Growth says what a network has taken over from another one. A layer is its
// tensors NAME.w and NAME.b.
type Growth struct {
	// Source is the SHA-256 of the other network's file.
	Source string `json:"source"`
	// Taken are the layers with the source's weights, New those with weights of
	// their own; both in file order.
	Taken []string `json:"taken"`
	New   []string `json:"new,omitempty"`
	// NewPlanes are the input planes that the source does not have, whose rows
	// of the stem, a taken layer, are the network's own.
	NewPlanes []string `json:"new_planes,omitempty"`
}

// String says it in one line.
func (g Growth) String() string {
	text := "all layers"
	if len(g.New) > 0 {
		text = fmt.Sprintf("%d of %d layers, not %s", len(g.Taken), len(g.Taken)+len(g.New), strings.Join(g.New, ", "))
	}
	if len(g.NewPlanes) > 0 {
		text += "; without the input planes " + strings.Join(g.NewPlanes, ", ")
	}
	return "takes " + text + " from network " + g.Source
}

// inputs names the layer that a layer of a head reads, where that is another
// one than the tower.
var inputs = map[string]string{
	"value.hidden":   "value.pool",
	"value.out":      "value.hidden",
	PliesLeftTensor:  "value.hidden",
	DistanceTensor:   "value.hidden",
	ShortValueTensor: "value.hidden",
}

// Grow returns a copy of a valid network, as a rule a random one, that has the
// weights of source wherever both have the same layer: a convolution is the
// same on every board, and a head is if it has the same shape and reads the same
// input. planes holds, for each input plane of n, its name and the plane of
// source that means the same.
//
// The towers must be equally wide, and their value features equally scaled.
// Blocks that the source does not have come behind its own and pass on what
// they are given, so that a network grows deeper without playing otherwise;
// their weights are New. Provenance is that of n, except that Parent is the
// source and Steps are the source's.
func (n *Network) Grow(source *Network, planes []Plane) (*Network, Growth, error) {
	if err := n.canGrow(source, planes); err != nil {
		return nil, Growth{}, err
	}
	hash, err := source.Hash()
	if err != nil {
		return nil, Growth{}, err
	}
	c, g := n.Clone(), Growth{Source: hash}
	c.Provenance.Parent, c.Provenance.Steps = hash, source.Provenance.Steps
	for _, layer := range c.Spec.layers() {
		switch input := inputs[layer]; {
		case layer == "stem":
			c.takeStem(source, planes)
		case same(&c.Spec, &source.Spec, layer) && (input == "" || slices.Contains(g.Taken, input)):
			c.take(source, layer)
		default:
			if strings.HasPrefix(layer, "block") && strings.HasSuffix(layer, ".b") {
				clear(c.Tensors[layer+".w"])
				clear(c.Tensors[layer+".b"])
			}
			g.New = append(g.New, layer)
			continue
		}
		g.Taken = append(g.Taken, layer)
	}
	for _, p := range planes {
		if p.Source < 0 {
			g.NewPlanes = append(g.NewPlanes, p.Name)
		}
	}
	return c, g, nil
}

// Plane is an input plane of a network that takes over weights.
type Plane struct {
	Name string
	// Source is the plane of the other network that means the same, -1 for none.
	Source int
}

// canGrow says what keeps a network from taking over another one's weights.
func (n *Network) canGrow(source *Network, planes []Plane) error {
	s, from := &n.Spec, &source.Spec
	switch {
	case s.Filters != from.Filters || s.Blocks < from.Blocks:
		return fmt.Errorf("its tower has %d blocks x %d filters, the one to be made %d x %d: it needs as many filters, and at least as many blocks",
			from.Blocks, from.Filters, s.Blocks, s.Filters)
	case s.PoolScale != from.PoolScale:
		return fmt.Errorf("its pooled value features are scaled by %g, those of the one to be made by %g", from.PoolScale, s.PoolScale)
	case len(planes) != s.Planes:
		return fmt.Errorf("%d input planes are matched, the network has %d", len(planes), s.Planes)
	}
	for _, p := range planes {
		if p.Source >= from.Planes {
			return fmt.Errorf("input plane %s is to be plane %d of a network that has %d", p.Name, p.Source, from.Planes)
		}
	}
	return nil
}

// layers lists the layers in file order.
func (s *Spec) layers() []string {
	var names []string
	for _, t := range s.Tensors() {
		if name, ok := strings.CutSuffix(t.Name, ".w"); ok {
			names = append(names, name)
		}
	}
	return names
}

// same reports whether both specs have a layer of one shape and meaning, apart
// from what it reads.
func same(a, b *Spec, layer string) bool {
	if layer == ShortValueTensor && a.Seats != b.Seats {
		return false // the shape is a product
	}
	x, y := a.shape(layer+".w"), b.shape(layer+".w")
	return x != nil && slices.Equal(x, y)
}

// shape is that of a tensor, nil if there is none of that name.
func (s *Spec) shape(name string) []int {
	for _, t := range s.Tensors() {
		if t.Name == name {
			return t.Shape
		}
	}
	return nil
}

func (n *Network) take(source *Network, layer string) {
	for _, name := range []string{layer + ".w", layer + ".b"} {
		copy(n.Tensors[name], source.Tensors[name])
	}
}

// takeStem takes over the rows of the planes that the source has.
func (n *Network) takeStem(source *Network, planes []Plane) {
	copy(n.Tensors["stem.b"], source.Tensors["stem.b"])
	f, w, from := n.Spec.Filters, n.Tensors["stem.w"], source.Tensors["stem.w"]
	for tap := range 9 {
		for c, p := range planes {
			if p.Source >= 0 {
				at, there := tap*n.Spec.Planes+c, tap*source.Spec.Planes+p.Source
				copy(w[at*f:(at+1)*f], from[there*f:])
			}
		}
	}
}
