//go:build unix && !linux

package client

import (
	"os/exec"
	"syscall"
)

// isolate puts the process into a group of its own.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}
