package fsx

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// faulty is a real file on which one operation fails.
type faulty struct {
	*os.File
	room  int // bytes that fit
	sync  error
	close error
}

func (f *faulty) Write(p []byte) (int, error) {
	if len(p) > f.room {
		n, _ := f.File.Write(p[:f.room])
		f.room = 0
		return n, &fs.PathError{Op: "write", Path: f.Name(), Err: syscall.ENOSPC}
	}
	f.room -= len(p)
	return f.File.Write(p)
}

func (f *faulty) Sync() error {
	if f.sync != nil {
		return &fs.PathError{Op: "sync", Path: f.Name(), Err: f.sync}
	}
	return f.File.Sync()
}

func (f *faulty) Close() error { return errors.Join(f.close, f.File.Close()) }

func faultyOpener(fault faulty) opener {
	return func(name string) (file, error) {
		f, err := openFile(name)
		if err != nil {
			return nil, err
		}
		fault := fault
		fault.File = f.(*os.File)
		return &fault, nil
	}
}

func TestWriteFileReplaces(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config.yaml")
	for _, content := range []string{"first", "", "a second, longer one"} {
		if err := WriteFile(path, []byte(content)); err != nil {
			t.Fatal(err)
		}
		wantOnly(t, path, content)
	}
}

func TestFailureLeavesOldFile(t *testing.T) {
	tests := []struct {
		name  string
		fault faulty
		want  error
	}{
		{"disk full at once", faulty{}, syscall.ENOSPC},
		{"disk full half-way", faulty{room: 5}, syscall.ENOSPC},
		{"sync fails", faulty{room: 100, sync: syscall.EIO}, syscall.EIO},
		{"close fails", faulty{room: 100, close: syscall.EIO}, syscall.EIO},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "model.safetensors")
			if err := WriteFile(path, []byte("old")); err != nil {
				t.Fatal(err)
			}
			err := writeFile(path, []byte("new content"), faultyOpener(test.fault))
			if !errors.Is(err, test.want) {
				t.Fatalf("error %v, want %v", err, test.want)
			}
			if text := err.Error(); !strings.Contains(text, path+": "+test.want.Error()) {
				t.Errorf("error %q does not name the path %s and the reason %q", text, path, test.want)
			}
			wantOnly(t, path, "old")
		})
	}
}

// A device that is always full gives the system's own error.
func TestDeviceFull(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here:", err)
	}
	path := filepath.Join(t.TempDir(), "games.arrow")
	err := writeFile(path, []byte("new"), func(string) (file, error) {
		return os.OpenFile("/dev/full", os.O_WRONLY, 0)
	})
	if err == nil || err.Error() != "write "+path+": no space left on device" {
		t.Errorf("error %v", err)
	}
}

func TestErrorNamesThePath(t *testing.T) {
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(plain, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(dir, "folder")
	if err := os.MkdirAll(filepath.Join(folder, "inner"), 0o777); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, path, reason string
	}{
		{"no such folder", filepath.Join(dir, "missing", "f"), "create PATH: no such file or directory"},
		{"below a regular file", filepath.Join(plain, "f"), "create PATH: not a directory"},
		{"onto a folder", folder, "create PATH: it is a folder"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := WriteFile(test.path, []byte("x"))
			want := strings.ReplaceAll(test.reason, "PATH", test.path)
			if err == nil || err.Error() != want {
				t.Errorf("error %v, want %s", err, want)
			}
		})
	}
	// A folder that came while the file was written.
	late := filepath.Join(dir, "late")
	f, err := Create(late)
	if err == nil {
		err = os.MkdirAll(filepath.Join(late, "inner"), 0o777)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := f.Commit(); err == nil || err.Error() != "rename into place "+late+": file exists" {
		t.Errorf("onto a folder that came later: error %v", err)
	}
	if n, err := RemoveTemps(dir); n != 0 || err != nil {
		t.Errorf("%d temps left, error %v", n, err)
	}
}

func TestReadOnlyFolder(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("the superuser may write into a read-only folder")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	if err := WriteFile(path, []byte("old")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o777)
	if err := WriteFile(path, []byte("new")); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("error %v", err)
	}
	wantOnly(t, path, "old")
}

func TestAtomicFileStreams(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	f, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Abort()
	for range 1000 {
		if _, err := f.Write([]byte("abc")); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("the file is there before Commit: %v", err)
	}
	sum, size, err := f.Commit()
	if err != nil {
		t.Fatal(err)
	}
	f.Abort()
	wantOnly(t, path, strings.Repeat("abc", 1000))
	hash, length, err := HashFile(path)
	if err != nil || hash != sum || length != size || size != 3000 {
		t.Errorf("HashFile %s, %d, %v; Commit %s, %d", hash, length, err, sum, size)
	}
	if _, err := f.Write(nil); !errors.Is(err, errCommitted) {
		t.Errorf("write after Commit: %v", err)
	}
	if _, _, err := f.Commit(); !errors.Is(err, errCommitted) {
		t.Errorf("second Commit: %v", err)
	}
}

func TestAbort(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := WriteFile(path, []byte("old")); err != nil {
		t.Fatal(err)
	}
	f, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("new")); err != nil {
		t.Fatal(err)
	}
	f.Abort()
	f.Abort()
	if _, _, err := f.Commit(); !errors.Is(err, errAborted) {
		t.Errorf("Commit after Abort: %v", err)
	}
	wantOnly(t, path, "old")
}

// Two writers of the same file do not share a temp.
func TestTwoWriters(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	var files [2]*AtomicFile
	for i := range files {
		f, err := Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Abort()
		files[i] = f
		if _, err := f.Write(bytes.Repeat([]byte{'0' + byte(i)}, 3)); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range []string{"000", "111"} {
		if _, _, err := files[i].Commit(); err != nil {
			t.Fatal(err)
		}
		if got, _ := os.ReadFile(path); string(got) != want {
			t.Errorf("content %q, want %q", got, want)
		}
	}
}

func TestRemoveTemps(t *testing.T) {
	dir := t.TempDir()
	names := []string{
		"config.yaml", "a.tmp", "b.tmp-x", "c.tmp-1", "d.tmp-1-2.bak", ".tmp-1-2",
		"f.tmp-1-2", "games/gen-0001/0000.games.arrow.tmp-99-0",
	}
	const temps = 2 // the last ones
	for _, name := range names {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := RemoveTemps(dir); n != temps || err != nil {
		t.Errorf("removed %d, error %v; want %d", n, err, temps)
	}
	for i, name := range names {
		_, err := os.Stat(filepath.Join(dir, name))
		if kept := err == nil; kept != (i < len(names)-temps) {
			t.Errorf("%s: kept %v", name, kept)
		}
	}
	if n, err := RemoveTemps(filepath.Join(dir, "missing")); n != 0 || err != nil {
		t.Errorf("missing folder: %d, %v", n, err)
	}
}

// A temp of this very package is one that RemoveTemps takes.
func TestRemoveTempsKnowsOwnTemps(t *testing.T) {
	dir := t.TempDir()
	f, err := Create(filepath.Join(dir, "f"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Abort()
	if n, err := RemoveTemps(dir); n != 1 || err != nil {
		t.Errorf("removed %d, error %v", n, err)
	}
}

func TestHashFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, []byte("abc"), 0o666); err != nil {
		t.Fatal(err)
	}
	// FIPS 180-2, appendix B.1.
	const want = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	if sum, size, err := HashFile(path); sum != want || size != 3 || err != nil {
		t.Errorf("%s, %d, %v", sum, size, err)
	}
	if _, _, err := HashFile(path + "x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
}

// wantOnly checks the content of path and that its folder holds nothing else.
func wantOnly(t *testing.T, path, content string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != content {
		t.Errorf("content %q, error %v; want %q", got, err, content)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if entry.Name() != filepath.Base(path) {
			t.Errorf("%s is left over", entry.Name())
		}
	}
}

// What is no file is not replaced by one.
func TestCreateReplacesFilesOnly(t *testing.T) {
	for _, path := range []string{t.TempDir(), os.DevNull} {
		if f, err := Create(path); err == nil {
			f.Abort()
			t.Errorf("%s would be replaced", path)
		}
	}
}
