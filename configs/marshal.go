package configs

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"go.yaml.in/yaml/v3"
)

// marshalHeader opens every written configuration.
const marshalHeader = "# Every setting of a run, as resolved when it began.\n"

// Marshal writes every setting as YAML, in the order of Config: the same bytes
// for the same configuration, and a file that Load reads back as it was.
func Marshal(c Config) ([]byte, error) {
	body, err := encode(c)
	if err != nil {
		return nil, err
	}
	return append([]byte(marshalHeader), body...), nil
}

func encode(c Config) ([]byte, error) {
	var out bytes.Buffer
	e := yaml.NewEncoder(&out)
	e.SetIndent(2)
	if err := e.Encode(c); err != nil {
		return nil, fmt.Errorf("writing configuration %s: %w", c.Name, err)
	}
	if err := e.Close(); err != nil {
		return nil, fmt.Errorf("writing configuration %s: %w", c.Name, err)
	}
	return out.Bytes(), nil
}

// Hash names what the games of a run depend on: the first 16 hexadecimal
// digits of the SHA-256 of the settings as YAML. Three settings do not
// count, because they change no game: generations, so that a run may be
// prolonged, selfplay.lockstep and search.cache_mb, so that it may go on at
// another speed.
func Hash(c Config) string {
	c.Generations, c.SelfPlay.Lockstep, c.Search.CacheMB = 0, 0, 0
	body, err := encode(c)
	if err != nil {
		panic("configs: a configuration cannot be encoded: " + err.Error())
	}
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:8])
}
