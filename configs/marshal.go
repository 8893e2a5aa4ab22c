package configs

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// marshalHeader opens every written configuration.
const marshalHeader = "# Every setting of a run, as resolved when it began.\n"

// Marshal writes every setting as YAML, in the order of Config: the same bytes
// for the same configuration, and a file that Load reads back as it was.
func Marshal(c Config) ([]byte, error) {
	body, err := encode(c.Name, c)
	if err != nil {
		return nil, err
	}
	return append([]byte(marshalHeader), body...), nil
}

// encode writes the settings of the configuration of a name.
func encode(name string, settings any) ([]byte, error) {
	var out bytes.Buffer
	e := yaml.NewEncoder(&out)
	e.SetIndent(2)
	if err := e.Encode(settings); err != nil {
		return nil, fmt.Errorf("writing configuration %s: %w", name, err)
	}
	if err := e.Close(); err != nil {
		return nil, fmt.Errorf("writing configuration %s: %w", name, err)
	}
	return out.Bytes(), nil
}

// Hash names what the games of a run depend on: the first 16 hexadecimal
// digits of the SHA-256 of the settings as YAML. Settings that change no game
// do not count: generations, so that a run may be prolonged, selfplay.lockstep
// and search.cache_mb, so that it may go on at another speed, and those that
// the table calls free. A setting that came later counts only where it differs
// from what runs did before it (field.was), so that their hashes stay.
func Hash(c Config) string {
	c.Generations, c.SelfPlay.Lockstep, c.Search.CacheMB = 0, 0, 0
	var settings yaml.Node
	err := settings.Encode(c)
	for _, f := range fields {
		if f.free || f.was != "" {
			drop(&settings, f, strings.Split(f.key, "."))
		}
	}
	var body []byte
	if err == nil {
		body, err = encode(c.Name, &settings)
	}
	if err != nil {
		panic("configs: a configuration cannot be encoded: " + err.Error())
	}
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:8])
}

// drop takes a setting that does not count for the hash out of a mapping, and
// its section if nothing is left in it. path leads to the setting.
func drop(mapping *yaml.Node, f field, path []string) {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		name, value := mapping.Content[i], mapping.Content[i+1]
		if name.Value != path[0] {
			continue
		}
		gone := f.free || value.Value == f.was || f.was == emptyText && value.Value == "" || value.Kind == yaml.SequenceNode && len(value.Content) == 0
		if len(path) > 1 {
			drop(value, f, path[1:])
			gone = len(value.Content) == 0
		}
		if gone {
			mapping.Content = slices.Delete(mapping.Content, i, i+2)
		}
		return
	}
}
