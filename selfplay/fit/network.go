package fit

import (
	"fmt"
	"strings"

	"halmazero/configs"
	"halmazero/internal/seed"
	"halmazero/model"
	"halmazero/model/features"
	"halmazero/selfplay/loop"
)

// firstNetwork is the network that training starts from: random weights, or
// those of a file, which must be of the rules' encoding and of the size that
// the configuration gives. Of a file's further heads it keeps those that are
// trained, and the others are random. hash is the file's, "" for random weights.
func firstNetwork(c configs.Config, code *features.Encoding, file string) (n *model.Network, hash string, err error) {
	spec := loop.NetworkSpec(c.Network, code)
	spec.Heads = loop.Heads(c.Training)
	if file == "" {
		n, err = model.Random(spec, seed.New(c.Seed, "network"))
		return n, "", err
	}
	if n, err = model.Load(file); err != nil {
		return nil, "", err
	}
	if err := code.Check(n.Spec); err != nil {
		return nil, "", fmt.Errorf("network %s: %w", file, err)
	}
	if text := sizes(n.Spec, spec); text != "" {
		return nil, "", fmt.Errorf("network %s is of another size than the configuration's: it needs%s", file, text)
	}
	if hash, err = n.Hash(); err == nil && n.Spec.Heads != spec.Heads {
		n, err = n.WithHeads(spec.Heads, seed.New(c.Seed, "heads"))
	}
	return n, hash, err
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
