//go:build unix

package arena

import (
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A pipe that nobody writes to would be read for ever.
func TestStoreIsNoPipe(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "games.jsonl")
	if err := syscall.Mkfifo(path, 0o666); err != nil {
		t.Fatal(err)
	}
	opened := make(chan error, 1)
	go func() {
		_, err := OpenStore(path, testSettings{})
		opened <- err
	}()
	select {
	case err := <-opened:
		refused(t, dir, err, path+" holds something else than games: it is no regular file; take another file")
	case <-time.After(10 * time.Second):
		t.Fatal("the pipe is waited for")
	}
}
