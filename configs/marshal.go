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
	sum := sha256.Sum256(mustEncode(c.Name, counting(c)))
	return hex.EncodeToString(sum[:8])
}

// counting are the settings that count for the hash.
func counting(c Config) *yaml.Node {
	c.Generations, c.SelfPlay.Lockstep, c.Search.CacheMB = 0, 0, 0
	settings := new(yaml.Node)
	if err := settings.Encode(c); err != nil {
		panic("configs: a configuration cannot be encoded: " + err.Error())
	}
	for _, f := range fields {
		if f.free || f.was != "" {
			drop(settings, f, strings.Split(f.key, "."))
		}
	}
	return settings
}

func mustEncode(name string, settings any) []byte {
	body, err := encode(name, settings)
	if err != nil {
		panic("configs: a configuration cannot be encoded: " + err.Error())
	}
	return body
}

// Differences names the settings that count for the hash and differ, in the
// order of the table, as "seed is 1 there and 2 here"; none for equal hashes.
func Differences(there, here Config) []string {
	was, is := counting(there), counting(here)
	var list []string
	for _, f := range fields {
		a, b := valueAt(was, f), valueAt(is, f)
		if a != b {
			list = append(list, fmt.Sprintf("%s is %s there and %s here", f.key, a, b))
		}
	}
	return list
}

// valueAt is a setting's value in a mapping on one line, or what it has if it was
// taken out of it.
func valueAt(settings *yaml.Node, f field) string {
	for _, name := range strings.Split(f.key, ".") {
		i := 0
		for ; i+1 < len(settings.Content) && settings.Content[i].Value != name; i += 2 {
		}
		if i+1 >= len(settings.Content) {
			return f.was
		}
		settings = settings.Content[i+1]
	}
	settings.Style = yaml.FlowStyle
	return strings.TrimSpace(string(mustEncode(f.key, settings)))
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
