// Package halmazero_test holds the module to its layers: who may import whom,
// which packages read no clock, and that nothing draws from the global random
// source.
package halmazero_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "halmazero"

// layers says what of this module a package may import. The entry with the
// longest matching path decides; a path stands for itself and all below it.
var layers = []struct {
	path string
	may  []string
}{
	{"engine", []string{"engine"}},
	{"internal", []string{"internal"}},
	{"internal/seed", nil},
	{"internal/fsx", nil},
	{"configs", []string{"engine", "internal"}},
	{"mcts", []string{"engine", "internal/seed"}},
	{"model", []string{"engine", "model", "internal"}},
	{"model/nn/kernel", []string{"model/nn/kernel"}},
	{"dataset", []string{"engine", "dataset", "internal"}},
	{"selfplay", []string{"engine", "mcts", "model", "dataset", "configs", "selfplay", "internal"}},
	{"selfplay/stats", nil},
	{"selfplay/gate", []string{"selfplay/stats"}},
	{"cmd", []string{"engine", "mcts", "model", "dataset", "configs", "selfplay", "cmd", "internal"}},
}

// dependencies says which packages may import another module. Each heavy one
// has a single importer. Tests of any package may also import what is listed
// under testOnly.
var dependencies = []struct {
	path string
	by   []string
}{
	{"github.com/apache/arrow", []string{"dataset/arrowio"}},
	{"github.com/google/flatbuffers", []string{"dataset/arrowio"}},
	{"github.com/klauspost/compress", []string{"dataset/arrowio"}},
	{"gorgonia.org", []string{"model/gorgonia"}},
	{"github.com/chewxy/hm", []string{"model/gorgonia"}},
	{"github.com/schollz/progressbar", []string{"internal/progress"}},
	{"go.yaml.in/yaml", []string{"configs"}},
	{"golang.org/x/sync", []string{"mcts", "model", "dataset", "selfplay", "cmd"}},
	{"golang.org/x/sys", []string{"internal/fsx", "model/nn/kernel", "model/gorgonia"}},
	{"golang.org/x/term", []string{"internal/progress", "cmd"}},
}

var testOnly = []string{"github.com/rogpeppe/go-internal", "go.uber.org/goleak"}

// within says whether path is root or below it.
func within(path, root string) bool {
	return path == root || strings.HasPrefix(path, root+"/")
}

func withinAny(path string, roots []string) bool {
	for _, root := range roots {
		if within(path, root) {
			return true
		}
	}
	return false
}

// fault says what is wrong when the package in the folder dir imports path, or
// is empty. Tests may import across layers, since nobody imports them, but not
// the heavy dependencies.
func fault(dir, path string, test bool) string {
	if inner, ok := strings.CutPrefix(path, module+"/"); ok {
		return innerFault(dir, inner, test)
	}
	if first, _, _ := strings.Cut(path, "/"); !strings.Contains(first, ".") {
		return "" // standard library
	}
	if test && withinAny(path, testOnly) {
		return ""
	}
	for _, dependency := range dependencies {
		if within(path, dependency.path) {
			if withinAny(dir, dependency.by) {
				return ""
			}
			return fmt.Sprintf("%s imports %s, which only %s may", dir, path, strings.Join(dependency.by, ", "))
		}
	}
	return fmt.Sprintf("%s imports %s, a dependency that has no rule", dir, path)
}

func innerFault(dir, path string, test bool) string {
	if test {
		return ""
	}
	best := -1
	for i, layer := range layers {
		if within(dir, layer.path) && (best < 0 || len(layer.path) > len(layers[best].path)) {
			best = i
		}
	}
	if best < 0 {
		return fmt.Sprintf("%s has no layer", dir)
	}
	if !withinAny(path, layers[best].may) {
		return fmt.Sprintf("%s imports %s; it may import %s", dir, path, strings.Join(layers[best].may, ", "))
	}
	return ""
}

func TestFault(t *testing.T) {
	const arrow = "github.com/apache/arrow/go/v15/arrow"
	tests := []struct {
		dir, path string
		test, ok  bool
	}{
		{"engine", "math/bits", false, true},
		{"engine", "golang.org/x/sync/errgroup", false, false},
		{"engine/classical", module + "/engine", false, true},
		{"engine", module + "/internal/fsx", false, false},
		{"mcts", module + "/engine", false, true},
		{"mcts", module + "/model", false, false},
		{"mcts", module + "/dataset", false, false},
		{"model/nn", module + "/mcts", false, false},
		{"model/nn", module + "/mcts", true, true},
		{"dataset", module + "/model", false, false},
		{"dataset/arrowio", arrow, false, true},
		{"dataset", arrow, false, false},
		{"dataset", arrow, true, false},
		{"model/gorgonia", "gorgonia.org/tensor", false, true},
		{"selfplay/loop", "gorgonia.org/tensor", false, false},
		{"cmd/halma", "github.com/schollz/progressbar/v3", false, false},
		{"selfplay/gate", module + "/selfplay/loop", false, false},
		{"selfplay/loop", module + "/cmd/halma", false, false},
		{"cmd/halma", module + "/selfplay/loop", false, true},
		{"configs", module + "/selfplay/agent", false, false},
		{"elsewhere", module + "/engine", false, false},
		{"mcts", "go.uber.org/goleak", true, true},
		{"mcts", "go.uber.org/goleak", false, false},
		{"mcts", "example.com/new", true, false},
		{"enginex", module + "/engine", false, false},
	}
	for _, test := range tests {
		if got := fault(test.dir, test.path, test.test); (got == "") != test.ok {
			t.Errorf("%s importing %s (test %v): %q", test.dir, test.path, test.test, got)
		}
	}
}

// listed is what `go list -deps -json` says of a package.
type listed struct {
	ImportPath   string
	Standard     bool
	Imports      []string
	TestImports  []string
	XTestImports []string
	Deps         []string
}

func list(t *testing.T, tags string) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-tags="+tags,
		"-json=ImportPath,Standard,Imports,TestImports,XTestImports,Deps", "./...")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, &stderr)
	}
	var packages []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}

func TestImports(t *testing.T) {
	for _, tags := range []string{"", "purego"} {
		packages := list(t, tags)
		standard := map[string]bool{}
		for _, p := range packages {
			standard[p.ImportPath] = p.Standard
		}
		own := 0
		for _, p := range packages {
			dir, ok := strings.CutPrefix(p.ImportPath, module+"/")
			if !ok {
				continue
			}
			own++
			check := func(imports []string, test bool) {
				for _, path := range imports {
					if text := fault(dir, path, test); text != "" {
						t.Errorf("tags %q: %s", tags, text)
					}
				}
			}
			check(p.Imports, false)
			check(p.TestImports, true)
			check(p.XTestImports, true)
			if !within(dir, "engine") {
				continue
			}
			for _, path := range p.Deps {
				if !standard[path] && !within(path, module+"/engine") {
					t.Errorf("tags %q: %s depends on %s, which is not in the standard library", tags, dir, path)
				}
			}
		}
		if own < 10 {
			t.Errorf("tags %q: only %d packages of this module were listed", tags, own)
		}
	}
}

// timeless is the files that read no clock: what they compute follows from
// what they are given. Who plays against a clock hands the search a function
// that says when to stop.
func timeless(dir, name string) bool {
	switch dir {
	case "selfplay/loop":
		return name != "driver.go" // it stamps the events and carries out the commands
	case "engine", "engine/ref", "engine/classical", "selfplay", "selfplay/stats", "selfplay/gate", "model", "model/features", "configs", "internal/seed", "internal/fsx":
		return true
	}
	return within(dir, "engine/interchange") || within(dir, "mcts") || within(dir, "model/nn") || within(dir, "dataset")
}

// clock is the names of package time that look at the clock or wait for it.
var clock = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"}

// streams is the names of package math/rand/v2 that do not draw from the
// global source.
var streams = []string{"Rand", "Source", "PCG", "ChaCha8", "Zipf", "New", "NewPCG", "NewChaCha8", "NewZipf"}

// impure lists what a file does that its result may not depend on.
func impure(fset *token.FileSet, file *ast.File, clockless bool) []string {
	var faults []string
	report := func(pos token.Pos, text string) {
		faults = append(faults, fmt.Sprintf("%s: %s", fset.Position(pos), text))
	}
	names := map[string]string{} // local name of an import, to its path
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		name := map[string]string{"time": "time", "math/rand/v2": "rand"}[path]
		switch {
		case path == "math/rand" || path == "crypto/rand":
			report(spec.Pos(), "imports "+path+"; randomness comes from a seeded math/rand/v2")
			continue
		case name == "":
			continue
		case spec.Name != nil:
			name = spec.Name.Name
		}
		if name == "." {
			report(spec.Pos(), "imports the names of "+path)
		}
		names[name] = path
	}
	ast.Inspect(file, func(node ast.Node) bool {
		selector, ok := node.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		ident, ok := selector.X.(*ast.Ident)
		if !ok || ident.Obj != nil { // a local variable, not a package
			return true
		}
		switch name := selector.Sel.Name; names[ident.Name] {
		case "time":
			if clockless && slices.Contains(clock, name) {
				report(selector.Pos(), "reads the clock: time."+name)
			}
		case "math/rand/v2":
			if !slices.Contains(streams, name) {
				report(selector.Pos(), "draws from the global random source: rand."+name)
			}
		}
		return true
	})
	return faults
}

func TestImpure(t *testing.T) {
	tests := []struct {
		name, imports, body string
		clockless           bool
		faults              int
	}{
		{"clock", `"time"`, "time.Now(); time.Since(x)", true, 2},
		{"clock where it is allowed", `"time"`, "time.Now()", false, 0},
		{"duration", `"time"`, "var d time.Duration = time.Second; _ = d", true, 0},
		{"renamed clock", `wall "time"`, "wall.Now()", true, 1},
		{"clock as a value", `"time"`, "f(time.Now)", true, 1},
		{"another time", `"time"`, "time := x; time.Now()", true, 0},
		{"global source", `"math/rand/v2"`, "rand.IntN(3); rand.Shuffle(1, f)", false, 2},
		{"own stream", `"math/rand/v2"`, "r := rand.New(rand.NewPCG(1, 2)); r.IntN(3)", true, 0},
		{"old package", `"math/rand"`, "rand.New(x)", false, 1},
		{"system's source", `"crypto/rand"`, "rand.Read(x)", false, 1},
		{"names without package", `. "time"`, "Now()", true, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			source := "package p\nimport " + test.imports + "\nfunc _() {" + test.body + "}\n"
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, "p.go", source, 0)
			if err != nil {
				t.Fatal(err)
			}
			if got := impure(fset, file, test.clockless); len(got) != test.faults {
				t.Errorf("%d faults, want %d: %q", len(got), test.faults, got)
			}
		})
	}
}

// The scan reads every file, whatever its build tags.
func TestNoClockNoGlobalRandom(t *testing.T) {
	fset := token.NewFileSet()
	clockless := 0
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			if path != "." && (strings.HasPrefix(name, ".") || name == "testdata" || name == "runs" || name == "shared") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			return err
		}
		pure := timeless(filepath.ToSlash(filepath.Dir(path)), name)
		if pure {
			clockless++
		}
		for _, text := range impure(fset, file, pure) {
			t.Error(text)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if clockless < 20 {
		t.Errorf("only %d files were held to be without a clock", clockless)
	}
}
