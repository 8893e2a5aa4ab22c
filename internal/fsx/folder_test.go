package fsx

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
)

func TestMakeFolder(t *testing.T) {
	parent := t.TempDir()
	path := filepath.Join(parent, "sub", "new")
	put := func(name string) func(string) error {
		return func(dir string) error { return WriteFile(filepath.Join(dir, name), []byte(name)) }
	}
	failure := errors.New("full")
	if err := MakeFolder(path, func(dir string) error { return errors.Join(put("a")(dir), failure) }); !errors.Is(err, failure) {
		t.Errorf("error is %v, want that of fill", err)
	}
	if entries, err := os.ReadDir(filepath.Join(parent, "sub")); err != nil || len(entries) > 0 {
		t.Errorf("a failure left %v, %v", entries, err)
	}
	// What a killed process left is not taken over.
	if err := put("old")(filepath.Join(makeDir(t, parent, "sub", ".new.making"))); err != nil {
		t.Fatal(err)
	}
	makeDir(t, path) // empty: it may be there
	err := MakeFolder(path, func(dir string) error {
		if err := MakeFolder(path, put("b")); !errors.Is(err, ErrLocked) {
			t.Errorf("a second maker at the same time: error is %v, want ErrLocked", err)
		}
		return put("a")(dir)
	})
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(path)
	if err != nil || len(entries) != 1 || entries[0].Name() != "a" {
		t.Errorf("the folder holds %v, %v, want a alone", entries, err)
	}
	if err := MakeFolder(path, put("b")); !errors.Is(err, ErrNotEmpty) {
		t.Errorf("a folder with files: error is %v, want ErrNotEmpty", err)
	}
	if entries, err := os.ReadDir(filepath.Join(parent, "sub")); err != nil || len(entries) != 1 {
		t.Errorf("beside the folder lies %v, %v", entries, err)
	}
}

// Of several makers of one folder, one makes it, and what it made stays, in
// whatever order the others come and go.
func TestMakersOfOneFolder(t *testing.T) {
	parent := t.TempDir()
	for round := range 100 {
		path := filepath.Join(parent, "new")
		var made [4]error
		var wg sync.WaitGroup
		for i := range made {
			wg.Go(func() {
				for made[i] = ErrLocked; errors.Is(made[i], ErrLocked); {
					made[i] = MakeFolder(path, func(dir string) error { return os.WriteFile(filepath.Join(dir, "file"), nil, 0o666) })
				}
			})
		}
		wg.Wait()
		makers := 0
		for _, err := range made {
			if err == nil {
				makers++
			} else if !errors.Is(err, ErrNotEmpty) {
				t.Fatalf("round %d: error %v", round, err)
			}
		}
		entries, err := os.ReadDir(parent)
		if _, lost := os.Stat(filepath.Join(path, "file")); makers != 1 || lost != nil || err != nil || len(entries) != 1 {
			t.Fatalf("round %d: %d makers, file %v, beside it %v, %v", round, makers, lost, entries, err)
		}
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
	}
}

// A lock whose file was removed by its holder keeps nobody out, and is taken by
// nobody.
func TestLockIsRemoved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	first, err := TryLock(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Remove(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file is there: %v", err)
	}
	if err := first.Remove(); err != nil {
		t.Errorf("a second call: %v", err)
	}
	second, err := TryLock(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := TryLock(path); !errors.Is(err, ErrLocked) {
		t.Errorf("error %v, want ErrLocked", err)
	}
	if err := second.Release(); err != nil {
		t.Error(err)
	}
}

// The name of the folder is taken as it is, that of a file is matched.
func TestMatch(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "rate[0.1]*")
	if paths, err := Match(dir, "gen-*.yaml"); err != nil || len(paths) > 0 {
		t.Errorf("no folder: %v, %v", paths, err)
	}
	for _, name := range []string{"gen-0002.yaml", "gen-0001.yaml", "gen-0001.yaml.tmp-1-1", "lock"} {
		if err := WriteFile(filepath.Join(makeDir(t, dir), name), nil); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{filepath.Join(dir, "gen-0001.yaml"), filepath.Join(dir, "gen-0002.yaml")}
	if paths, err := Match(dir, "gen-*.yaml"); err != nil || !slices.Equal(paths, want) {
		t.Errorf("paths %v, %v, want %v", paths, err, want)
	}
	for _, below := range []string{"lock", "lock/forks"} {
		if paths, err := Match(filepath.Join(dir, filepath.FromSlash(below)), "*"); err != nil || len(paths) > 0 {
			t.Errorf("below a file: %v, %v", paths, err)
		}
	}
	if _, err := Match(dir, "["); err == nil {
		t.Error("a pattern that is none is no error")
	}
}

func makeDir(t *testing.T, parts ...string) string {
	t.Helper()
	dir := filepath.Join(parts...)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	return dir
}
