package server

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"halmazero/engine"
	"halmazero/engine/classical"
	"halmazero/selfplay/agent"
)

// options are what setoption sets.
type options struct {
	rules  *engine.Rules
	player string // spec, "" for the default
	seed   uint64
	hash   int // MiB for the table or cache of the player, 0 for its own
}

// maxHash bounds hash.
const maxHash = min(classical.MaxHashMB, agent.MaxCacheMB)

// spec is the player for a ruleset.
func (o *options) spec(rules *engine.Rules) (agent.Spec, error) {
	spec, err := agent.ParseSpec(cmp.Or(o.player, DefaultPlayer))
	if err == nil {
		err = spec.CheckRules(rules)
	}
	if err != nil {
		return agent.Spec{}, err
	}
	if o.hash > 0 {
		switch spec.Kind {
		case agent.Classical:
			spec.Hash = o.hash
		case agent.Net:
			spec.Cache = o.hash
		}
	}
	return spec, nil
}

// describe are the lines that tell which options there are.
func (s *Server) describe() []string {
	return []string{
		"option name preset type string default " + s.cfg.Preset,
		"option name player type string default " + cmp.Or(s.cfg.Player, DefaultPlayer),
		"option name seed type spin default 1 min 0 max 9223372036854775807",
		fmt.Sprintf("option name hash type spin default 0 min 0 max %d", maxHash),
	}
}

// setOption sets an option, or says why not. Case does not matter in names.
func (s *Server) setOption(name, value string) error {
	o := s.options
	var err error
	switch strings.ToLower(name) {
	case "preset":
		if o.rules, err = engine.ParseRules(value); err != nil {
			return fmt.Errorf("preset: %w", err)
		}
	case "player":
		o.player = value
	case "seed":
		if o.seed, err = strconv.ParseUint(value, 10, 63); err != nil {
			return fmt.Errorf("seed is %q, want a whole number from 0", value)
		}
	case "hash":
		if o.hash, err = strconv.Atoi(value); err != nil || o.hash < 0 || o.hash > maxHash {
			return fmt.Errorf("hash is %q, want 0 to %d MiB", value, maxHash)
		}
	default:
		return fmt.Errorf("unknown option %q; known: preset, player, seed, hash", name)
	}
	if _, err := o.spec(o.rules); err != nil {
		return fmt.Errorf("%s: %w", strings.ToLower(name), err)
	}
	changed := o.rules != s.options.rules
	reseeded := o.seed != s.options.seed
	s.options = o
	if changed {
		s.place = startOf(o.rules)
	}
	if reseeded {
		s.newStream()
	}
	return nil
}
