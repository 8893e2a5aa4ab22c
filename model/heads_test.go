package model

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

var allHeads = Heads{PliesLeft: true, Distance: true, Reply: true, ShortValues: 2}

// TestHeadsComeLast: further heads change neither the other weights of a random
// network nor its file's spec where there are none.
func TestHeadsComeLast(t *testing.T) {
	plain := smallNet(t)
	headed := small
	headed.Heads = allHeads
	n, err := Random(headed, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	for name, w := range plain.Tensors {
		if !slices.Equal(w, n.Tensors[name]) {
			t.Errorf("%s depends on the further heads", name)
		}
	}
	ts := headed.Tensors()
	if got, want := len(ts), len(small.Tensors())+10; got != want {
		t.Fatalf("%d tensors, want %d", got, want)
	}
	for _, x := range ts[len(small.Tensors()):] {
		if !strings.HasPrefix(x.Name, "heads.") {
			t.Errorf("%s is among the further heads", x.Name)
		}
		if zero := !slices.ContainsFunc(n.Tensors[x.Name], func(w float32) bool { return w != 0 }); zero == x.Matrix {
			t.Errorf("%s is zero: %v", x.Name, zero)
		}
	}
	text, err := json.Marshal(small)
	if err != nil || strings.Contains(string(text), "heads") {
		t.Errorf("spec without further heads is %s, %v", text, err)
	}
	headed.Heads.ShortValues = 9
	if err := headed.Validate(); !errors.Is(err, ErrSpec) {
		t.Errorf("nine short-horizon values: error %v", err)
	}
}

// TestWithHeads adds and drops heads, and keeps what both have, also through a
// file.
func TestWithHeads(t *testing.T) {
	start := smallNet(t)
	rng := rand.New(rand.NewPCG(3, 4))
	some, err := start.WithHeads(Heads{Reply: true, ShortValues: 1}, rng)
	if err != nil {
		t.Fatal(err)
	}
	b, err := some.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	read, err := Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	all, err := read.WithHeads(allHeads, rng)
	if err != nil {
		t.Fatal(err)
	}
	if err := all.Validate(); err != nil {
		t.Fatal(err)
	}
	for name, w := range read.Tensors {
		kept := slices.Equal(w, all.Tensors[name])
		if grown := strings.HasPrefix(name, ShortValueTensor); kept == grown {
			t.Errorf("%s is kept: %v", name, kept)
		}
	}
	all.Tensors["stem.w"][0]++
	if read.Tensors["stem.w"][0] == all.Tensors["stem.w"][0] {
		t.Error("the copy shares its weights")
	}
	none, err := read.WithHeads(Heads{}, rng)
	if err != nil {
		t.Fatal(err)
	}
	want, err := start.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := none.Bytes(); err != nil || !slices.Equal(got, want) {
		t.Errorf("heads added and dropped give another file, %v", err)
	}
	if _, err := read.WithHeads(Heads{ShortValues: -1}, rng); !errors.Is(err, ErrSpec) {
		t.Errorf("-1 short-horizon values: error %v", err)
	}
}
