package pretrained

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"halmazero/model"
)

//go:embed *.safetensors
var files embed.FS

const extension = ".safetensors"

// Names lists the embedded networks in alphabetical order.
func Names() []string {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic("pretrained: the embedded files cannot be listed: " + err.Error())
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), extension))
	}
	return names
}

// Open returns an embedded network. Its error wraps fs.ErrNotExist if there is
// none of that name.
func Open(name string) (*model.Network, error) {
	b, err := files.ReadFile(name + extension)
	if err != nil {
		return nil, fmt.Errorf("no embedded network is called %q; known: %s: %w", name, strings.Join(Names(), ", "), fs.ErrNotExist)
	}
	n, err := model.Decode(b)
	if err != nil {
		return nil, fmt.Errorf("embedded network %s: %w", name, err)
	}
	return n, nil
}

// Embedded reports whether Load of a name would answer with an embedded
// network.
func Embedded(name string) bool {
	if _, err := files.Open(name + extension); err != nil {
		return false
	}
	info, err := os.Stat(name)
	return errors.Is(err, fs.ErrNotExist) || err == nil && info.IsDir()
}

// Load reads a network from a file, or answers with the embedded one of that
// name if there is no such file.
func Load(file string) (*model.Network, error) {
	if Embedded(file) {
		return Open(file)
	}
	n, err := model.Load(file)
	if errors.Is(err, fs.ErrNotExist) && filepath.Base(file) == file && filepath.Ext(file) == "" {
		return nil, fmt.Errorf("%w; embedded networks: %s", err, strings.Join(Names(), ", "))
	}
	return n, err
}
