package client

import (
	"os/exec"
	"syscall"
)

// isolate puts the process into a group of its own, and ends it when the
// thread dies that starts it.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
