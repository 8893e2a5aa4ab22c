package gorgonia

import "halmazero/model"

// part is a part of the loss: one head, one target.
type part int

const (
	policyPart part = iota
	valuePart
	pliesLeftPart
	distancePart
	shortValuePart
	replyPart
	parts // how many there are
)

// byPart has a number for each part, 0 for one that the network lacks.
type byPart [parts]float64

// has says which parts a network with these heads learns.
func has(h model.Heads, p part) bool {
	switch p {
	case pliesLeftPart:
		return h.PliesLeft
	case distancePart:
		return h.Distance
	case shortValuePart:
		return h.ShortValues > 0
	case replyPart:
		return h.Reply
	}
	return true
}

// rowWeights are the weights of the rows of a batch in a part.
func rowWeights(b *model.Batch, p part) []float32 {
	return [parts][]float32{
		policyPart: b.PolicyWeight, valuePart: b.ValueWeight, pliesLeftPart: b.PliesLeftWeight,
		distancePart: b.DistanceWeight, shortValuePart: b.ShortValueWeight, replyPart: b.Reply.Weight,
	}[p]
}

// lossWeights are the weights of the parts in the sum that is minimised.
func (c Config) lossWeights() byPart {
	return byPart{
		policyPart: c.PolicyWeight, valuePart: c.ValueWeight, pliesLeftPart: c.PliesLeftWeight,
		distancePart: c.DistanceWeight, shortValuePart: c.ShortValueWeight, replyPart: c.ReplyWeight,
	}
}

// weightSums are the sums of the row weights of a batch.
func weightSums(b *model.Batch) (sums byPart) {
	for p := range sums {
		for _, w := range rowWeights(b, part(p)) {
			sums[p] += float64(w)
		}
	}
	return sums
}

// over divides part by part; 0 where the divisor is 0.
func (a byPart) over(b byPart) byPart {
	for p := range a {
		a[p] = ratio(a[p], b[p])
	}
	return a
}

// entropies are the weighted means of the entropies of the targets.
func entropies(b *model.Batch, spec model.Spec) byPart {
	var sums byPart
	for p := range sums {
		if !has(spec.Heads, part(p)) {
			continue
		}
		for i, w := range rowWeights(b, part(p)) {
			if w > 0 {
				sums[p] += float64(w) * rowEntropy(b, spec, part(p), i)
			}
		}
	}
	return sums.over(weightSums(b))
}

// rowEntropy is the entropy of the target of row i in a part.
func rowEntropy(b *model.Batch, spec model.Spec, p part, i int) float64 {
	switch n := spec.Seats; p {
	case policyPart:
		return entropy(b.Target[b.Offset[i]:b.Offset[i+1]])
	case valuePart:
		return entropy(b.Value[i*n : (i+1)*n])
	case pliesLeftPart:
		return binaryEntropy(b.PliesLeft[i : i+1])
	case distancePart:
		return binaryEntropy(b.Distance[i*n : (i+1)*n])
	case shortValuePart:
		n *= spec.Heads.ShortValues
		return entropy(b.ShortValue[i*n:(i+1)*n]) / float64(spec.Heads.ShortValues)
	case replyPart:
		return entropy(b.Reply.Target[b.Reply.Offset[i]:b.Reply.Offset[i+1]])
	}
	panic("gorgonia: no such part")
}

// Part is what there is to say about a part of the loss, in nats: the mean
// cross-entropy over the rows by their weights, and the mean entropy of the
// targets, the least that it can be. Both are 0 where all weights are 0.
type Part struct {
	Name          string
	Loss, Entropy float64
}

// Parts lists the losses by name, those that a network with these heads has.
func (l Losses) Parts(h model.Heads) []Part {
	all := [parts]Part{
		policyPart:     {"policy", l.Policy, l.PolicyEntropy},
		valuePart:      {"value", l.Value, l.ValueEntropy},
		pliesLeftPart:  {"plies_left", l.PliesLeft, l.PliesLeftEntropy},
		distancePart:   {"distance", l.Distance, l.DistanceEntropy},
		shortValuePart: {"short_value", l.ShortValue, l.ShortValueEntropy},
		replyPart:      {"reply", l.Reply, l.ReplyEntropy},
	}
	var list []Part
	for p, x := range all {
		if has(h, part(p)) {
			list = append(list, x)
		}
	}
	return list
}

// newLosses are the losses from their parts.
func newLosses(loss, entropy byPart) Losses {
	return Losses{
		Policy: loss[policyPart], PolicyEntropy: entropy[policyPart],
		Value: loss[valuePart], ValueEntropy: entropy[valuePart],
		PliesLeft: loss[pliesLeftPart], PliesLeftEntropy: entropy[pliesLeftPart],
		Distance: loss[distancePart], DistanceEntropy: entropy[distancePart],
		ShortValue: loss[shortValuePart], ShortValueEntropy: entropy[shortValuePart],
		Reply: loss[replyPart], ReplyEntropy: entropy[replyPart],
	}
}
