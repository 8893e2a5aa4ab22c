package model

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// Provenance says where a network came from. It holds nothing that depends on
// the time, the host or the order of work, because it is part of a hashed file.
type Provenance struct {
	Run        string `json:"run"`
	Generation int    `json:"generation"`
	// Parent is the SHA-256 of the network that training started from, "" for none.
	Parent string `json:"parent"`
	Rules  string `json:"rules"`
	Seed   uint64 `json:"seed"`
	// Steps is the number of optimiser steps since the random weights.
	Steps int    `json:"steps"`
	Build string `json:"build"`
	Note  string `json:"note,omitempty"`
}

// Network is a Spec with its weights. Tensors maps each name of
// Spec.Tensors to a slice of exactly that many float32 in row-major order.
// It is not safe for concurrent change; readers may share it.
type Network struct {
	Spec       Spec
	Provenance Provenance
	Tensors    map[string][]float32
}

// Zero returns a network of the given spec with all weights zero.
func Zero(s Spec) (*Network, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	n := &Network{Spec: s, Tensors: make(map[string][]float32)}
	for _, t := range s.Tensors() {
		n.Tensors[t.Name] = make([]float32, t.Len())
	}
	return n, nil
}

// Random returns a network with He-initialised weights (He et al., 2015,
// "Delving Deep into Rectifiers"), zero biases, and the second convolution of
// each block scaled by 0.3/sqrt(Blocks), so that the tower starts near the
// identity (Zhang et al., 2019, "Fixup Initialization"). The last value layer
// and those of further heads on the value head start small, so that a new
// network answers about even. Further heads come last in the random stream:
// the other weights do not depend on them.
func Random(s Spec, rng *rand.Rand) (*Network, error) {
	n, err := Zero(s)
	if err != nil {
		return nil, err
	}
	for _, t := range s.Tensors() {
		if !t.Matrix {
			continue
		}
		std := math.Sqrt(2 / float64(t.Shape[0]))
		switch {
		case strings.HasPrefix(t.Name, "block") && strings.HasSuffix(t.Name, ".b.w"):
			std *= 0.3 / math.Sqrt(float64(s.Blocks))
		case strings.HasPrefix(t.Name, "policy."), strings.HasPrefix(t.Name, "heads.reply."):
			std = math.Sqrt(1 / float64(t.Shape[0]))
		case t.Name == "value.out.w", strings.HasPrefix(t.Name, "heads."):
			std *= 0.1
		}
		w := n.Tensors[t.Name]
		for i := range w {
			w[i] = float32(rng.NormFloat64() * std)
		}
	}
	return n, nil
}

// Clone returns a deep copy.
func (n *Network) Clone() *Network {
	c := &Network{Spec: n.Spec, Provenance: n.Provenance, Tensors: make(map[string][]float32, len(n.Tensors))}
	for name, w := range n.Tensors {
		c.Tensors[name] = append([]float32(nil), w...)
	}
	return c
}

// Validate reports a missing, unknown, mis-sized or non-finite tensor.
func (n *Network) Validate() error {
	if err := n.Spec.Validate(); err != nil {
		return err
	}
	want := n.Spec.Tensors()
	for _, t := range want {
		w, ok := n.Tensors[t.Name]
		if !ok {
			return fmt.Errorf("tensor %s is missing", t.Name)
		}
		if len(w) != t.Len() {
			return fmt.Errorf("tensor %s has %d elements, want %d for shape %v", t.Name, len(w), t.Len(), t.Shape)
		}
		for i, x := range w {
			if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
				return fmt.Errorf("tensor %s, element %d: %v is not a finite number", t.Name, i, x)
			}
		}
	}
	if len(n.Tensors) != len(want) {
		known := make(map[string]bool, len(want))
		for _, t := range want {
			known[t.Name] = true
		}
		for name := range n.Tensors {
			if !known[name] {
				return fmt.Errorf("tensor %s does not belong to this spec", name)
			}
		}
	}
	return nil
}
