package fit

import (
	"fmt"
	"strings"

	"halmazero/configs"
	"halmazero/internal/seed"
	"halmazero/model"
	"halmazero/model/features"
	"halmazero/model/pretrained"
	"halmazero/selfplay/loop"
)

// firstNetwork is the network that training starts from: that of
// loop.FirstNetwork, or a file's, which must be of the rules' encoding and of
// the size that the configuration gives. Of a file's further heads it keeps
// those that are trained, and the others are random. hash is that of the
// network from which weights come, "" for random weights, and text says what
// comes from it, if that is not all.
func firstNetwork(c configs.Config, code *features.Encoding, file string) (n *model.Network, hash, text string, err error) {
	if file == "" {
		n, growth, err := loop.FirstNetwork(c, code)
		if growth == nil {
			return n, "", "", err
		}
		return n, growth.Source, growth.String(), nil
	}
	spec := loop.NetworkSpec(c.Network, code)
	spec.Heads = loop.Heads(c.Training)
	if n, err = pretrained.Load(file); err != nil {
		return nil, "", "", err
	}
	if err := code.Check(n.Spec); err != nil {
		return nil, "", "", fmt.Errorf("network %s: %w", file, err)
	}
	if text := sizes(n.Spec, spec); text != "" {
		return nil, "", "", fmt.Errorf("network %s is of another size than the configuration's: it needs%s", file, text)
	}
	if hash, err = n.Hash(); err == nil && n.Spec.Heads != spec.Heads {
		n, err = n.WithHeads(spec.Heads, seed.New(c.Seed, "heads"))
	}
	return n, hash, "", err
}

// sizes is the settings under which a network would have the spec that it has
// and not the one that is wanted, as options; empty if there are none.
func sizes(has, want model.Spec) string {
	var sb strings.Builder
	for _, x := range []struct {
		key       string
		has, want any
	}{
		{"blocks", has.Blocks, want.Blocks},
		{"filters", has.Filters, want.Filters},
		{"policy_dim", has.PolicyDim, want.PolicyDim},
		{"value_channels", has.ValueChannels, want.ValueChannels},
		{"value_hidden", has.ValueHidden, want.ValueHidden},
		{"pool_scale", has.PoolScale, want.PoolScale},
	} {
		if x.has != x.want {
			fmt.Fprintf(&sb, " --set network.%s=%v", x.key, x.has)
		}
	}
	return sb.String()
}
