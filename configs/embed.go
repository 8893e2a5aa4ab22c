package configs

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
)

//go:embed *.yaml
var embedded embed.FS

const (
	// defaultsName is the configuration that gives every setting.
	defaultsName = "defaults"
	// folder is what the place of a fault in an embedded file starts with.
	folder = "configs/"
	// maxFile bounds the size of a file in bytes, far above any real one.
	maxFile = 1 << 20
)

// ErrName is wrapped by the error of Load for a name that is neither an
// embedded configuration nor a file.
var ErrName = errors.New("no such configuration")

// Names lists the embedded configurations in alphabetical order.
func Names() []string {
	entries, err := embedded.ReadDir(".")
	if err != nil {
		panic("configs: the embedded files cannot be listed: " + err.Error())
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".yaml"))
	}
	slices.Sort(names)
	return names
}

// Load reads a configuration: the defaults, replaced where the named embedded
// configuration or the file says so. A name of Names is that one, even where a
// file is called so; anything else is a path if it holds a separator, ends in
// .yaml or .yml, or exists. The error is Faults, wraps ErrName, or is
// the system's reason why the file cannot be read.
func Load(nameOrFile string) (Config, error) {
	if slices.Contains(Names(), nameOrFile) {
		return load(folder+nameOrFile+".yaml", embeddedFile(nameOrFile))
	}
	if !isPath(nameOrFile) {
		return Config{}, fmt.Errorf("%w: %s", ErrName, unknown("name", nameOrFile, "the program carries", Names()))
	}
	text, err := readFile(nameOrFile)
	if err != nil {
		return Config{}, fmt.Errorf("reading the configuration: %w", err)
	}
	return load(nameOrFile, text)
}

// Parse is Load of a text; file is what its faults name as their place.
func Parse(file string, text []byte) (Config, error) { return load(file, text) }

func isPath(name string) bool {
	if strings.ContainsAny(name, `/\`) || strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml") {
		return true
	}
	_, err := os.Stat(name)
	return name != "" && !errors.Is(err, fs.ErrNotExist)
}

func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxFile {
		return nil, fmt.Errorf("%s is larger than %d bytes", path, maxFile)
	}
	return text, nil
}

func embeddedFile(name string) []byte {
	text, err := embedded.ReadFile(name + ".yaml")
	if err != nil {
		panic("configs: the embedded configuration " + name + " is missing: " + err.Error())
	}
	return text
}

// load lays text over the defaults and checks the result.
func load(file string, text []byte) (Config, error) {
	var c Config
	l := newLayers(&c)
	l.yaml(folder+defaultsName+".yaml", embeddedFile(defaultsName))
	l.yaml(file, text)
	if err := l.check().err(); err != nil {
		return Config{}, err
	}
	return c, nil
}
