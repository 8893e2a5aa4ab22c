package pretrained

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"halmazero/engine"
	"halmazero/model"
	"halmazero/model/features"
)

// Every embedded network plays the ruleset of its provenance, says where it
// came from, and is small.
func TestEmbeddedNetworks(t *testing.T) {
	for _, name := range Names() {
		n, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		p := n.Provenance
		rules, err := engine.ParseRules(p.Rules)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := features.For(rules).Check(n.Spec); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if p.Run == "" || p.Build == "" || p.Parent == "" || p.Steps == 0 {
			t.Errorf("%s: incomplete provenance %+v", name, p)
		}
		b, err := n.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		stored, err := files.ReadFile(name + extension)
		if err != nil || !slices.Equal(b, stored) {
			t.Errorf("%s: it is not written as it is stored (%v)", name, err)
		}
		if len(b) > 4<<20 {
			t.Errorf("%s: %d bytes", name, len(b))
		}
	}
	if !slices.Equal(Names(), []string{"10x10", "16x16", "8x8"}) {
		t.Errorf("the names are %q", Names())
	}
}

func TestFileComesFirst(t *testing.T) {
	t.Chdir(t.TempDir())
	embedded, err := Load("8x8")
	if err != nil || !Embedded("8x8") {
		t.Fatal(err)
	}
	other, err := model.Random(embedded.Spec, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Save("8x8"); err != nil {
		t.Fatal(err)
	}
	n, err := Load("8x8")
	if err != nil {
		t.Fatal(err)
	}
	if Embedded("8x8") || !slices.Equal(n.Tensors["stem.w"], other.Tensors["stem.w"]) {
		t.Error("the embedded network came before the file")
	}
}

func TestUnknown(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"", "7x7", "../pretrained/8x8"} {
		if _, err := Open(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Open(%q): %v", name, err)
		}
	}
	_, err := Load("7x7")
	if !errors.Is(err, model.ErrFile) || !strings.Contains(err.Error(), "embedded networks: 10x10, 16x16, 8x8") {
		t.Errorf("the error is %v", err)
	}
	if _, err := Load("dir/7x7.safetensors"); err == nil || strings.Contains(err.Error(), "embedded") {
		t.Errorf("the error is %v", err)
	}
	if err := os.WriteFile("broken", []byte("x"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Load("broken"); !errors.Is(err, model.ErrFile) {
		t.Errorf("the error is %v", err)
	}
}
