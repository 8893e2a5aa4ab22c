//go:build unix

package client

import (
	"os/exec"
	"syscall"
)

// kill ends the process and what it has started, as far as that has stayed in
// its group. One that is gone already is no error.
func kill(cmd *exec.Cmd) {
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
