//go:build !unix

package client

import "os/exec"

// isolate does nothing: there are no process groups.
func isolate(*exec.Cmd) {}

// kill ends the process; what it has started is not reached.
func kill(cmd *exec.Cmd) {
	cmd.Process.Kill()
}
