package fsx

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestLockExcludes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	lock, err := TryLock(path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = TryLock(path)
	want := fmt.Sprintf("lock %s: locked by process %d", path, os.Getpid())
	if !errors.Is(err, ErrLocked) || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	for range 2 {
		if err := lock.Release(); err != nil {
			t.Fatal(err)
		}
	}
	again, err := TryLock(path)
	if err != nil {
		t.Fatalf("after Release: %v", err)
	}
	again.Release()
}

// The lock of a process that is killed is free again.
func TestLockOfDeadProcess(t *testing.T) {
	const variable = "FSX_TEST_LOCK"
	if path := os.Getenv(variable); path != "" {
		if _, err := TryLock(path); err != nil {
			t.Fatal(err)
		}
		fmt.Println("holding")
		select {}
	}
	path := filepath.Join(t.TempDir(), "lock")
	cmd := exec.Command(os.Args[0], "-test.run=^TestLockOfDeadProcess$")
	cmd.Env = append(os.Environ(), variable+"="+path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if line != "holding\n" {
		t.Errorf("child said %q, %v", line, err)
	}
	_, err = TryLock(path)
	if !errors.Is(err, ErrLocked) || !strings.HasSuffix(err.Error(), fmt.Sprintf("process %d", cmd.Process.Pid)) {
		t.Errorf("while the child holds it: %v", err)
	}
	cmd.Process.Kill()
	cmd.Wait()
	// The system may close its files a moment after it has told of its end.
	lock, err := TryLock(path)
	for range 1000 {
		if !errors.Is(err, ErrLocked) {
			break
		}
		time.Sleep(10 * time.Millisecond)
		lock, err = TryLock(path)
	}
	if err != nil {
		t.Fatalf("after the child died: %v", err)
	}
	lock.Release()
}

func TestLockMissingFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "missing", "lock")
	if _, err := TryLock(path); !errors.Is(err, os.ErrNotExist) || errors.Is(err, ErrLocked) {
		t.Errorf("error %v", err)
	}
}
