package model

import (
	"math/rand/v2"
	"slices"
)

// Heads are the further heads of a network, which learn what play does not
// ask for, so that the tower and the value head learn it too: the reply is the
// auxiliary policy target, plies left and distance stand where Go has ownership
// and score (Wu 2019, "Accelerating Self-Play Learning in Go", sections 3.4 and
// 4.1); short-horizon values are later KataGo's. Inference skips their tensors.
// The zero value has none.
//
// With xN and h of Spec, and a sigmoid or softmax on each:
//
//	plies left    h·Wl + bl                   one logit
//	distance      h·Wd + bd                   one logit per seat, mover first
//	short value   h·Ws + bs                   one logit per horizon and seat
//	reply         query'[from]·key'[to] / sqrt(PolicyDim), as the policy
type Heads struct {
	// PliesLeft is the head for the number of moves left to the end.
	PliesLeft bool `json:"plies_left,omitempty"`
	// Distance is the head for each seat's remaining distance at the end.
	Distance bool `json:"distance,omitempty"`
	// Reply is the head for the policy of the next decision.
	Reply bool `json:"reply,omitempty"`
	// ShortValues is the number of short-horizon values, 0 to 8.
	ShortValues int `json:"short_values,omitempty"`
}

// The layers of the further heads; each has a tensor NAME.w and one NAME.b.
const (
	PliesLeftTensor  = "heads.plies_left"
	DistanceTensor   = "heads.distance"
	ShortValueTensor = "heads.short_value"
	ReplyQueryTensor = "heads.reply.query"
	ReplyKeyTensor   = "heads.reply.key"
)

// WithHeads returns a copy of a valid network that has exactly the given heads.
// Heads that it has already keep their weights, if their shape is still the
// same; new ones are random, as those of Random.
func (n *Network) WithHeads(h Heads, rng *rand.Rand) (*Network, error) {
	spec := n.Spec
	spec.Heads = h
	c, err := Random(spec, rng)
	if err != nil {
		return nil, err
	}
	c.Provenance = n.Provenance
	for name, w := range n.Tensors {
		if len(c.Tensors[name]) == len(w) {
			c.Tensors[name] = slices.Clone(w)
		}
	}
	return c, nil
}
