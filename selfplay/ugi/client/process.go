package client

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"

	"halmazero/selfplay/ugi"
)

// How a program that did not answer has failed. Errors wrap one of them.
var (
	// ErrCrash is a program that is gone, or has closed its output.
	ErrCrash = errors.New("the program has crashed")
	// ErrLate is an answer that did not come in time.
	ErrLate = errors.New("no answer in time")
	// ErrRefused is a program that says that it cannot do what it should.
	ErrRefused = errors.New("the program refuses")
)

const (
	// quitGrace is how long a program may take to end after quit.
	quitGrace = 500 * time.Millisecond
	// drainTime is how long after its end the output of a program is read, and
	// how long a program that has closed its output is given to end.
	drainTime = 200 * time.Millisecond
)

// Process is another program. It belongs to one goroutine.
type Process struct {
	cmd     *exec.Cmd
	timeout time.Duration // for answers that are not moves
	stdin   *os.File
	stdout  *os.File
	stderr  tail

	answers chan answer   // closed at the end of the output
	closing chan struct{} // nobody listens to answers any more
	exited  chan struct{} // the process is gone and waitErr is set
	waitErr error
	reader  sync.WaitGroup

	name   string // by its id
	rules  string // canonical ruleset that it was told last
	failed error  // why it is of no use any more
	ended  bool   // everything is freed
}

// answer is a line of the program and when it was read.
type answer struct {
	ugi.Answer
	at time.Time
}

// Start runs a program, its name first and then its arguments, and says hello.
// The timeout is for every answer that is not a move. A program that cannot be
// run, or does not answer as it should, is an error and leaves nothing behind.
func Start(command []string, timeout time.Duration) (*Process, error) {
	p := &Process{
		cmd: exec.Command(command[0], command[1:]...), timeout: timeout,
		answers: make(chan answer), closing: make(chan struct{}), exited: make(chan struct{}),
	}
	if err := p.launch(); err != nil {
		return nil, fmt.Errorf("starting %s: %w", ugi.JoinCommand(command), err)
	}
	if err := p.hello(); err != nil {
		p.Close()
		return nil, fmt.Errorf("%s does not answer ugi: %w", ugi.JoinCommand(command), err)
	}
	return p, nil
}

// launch starts the process and the goroutines that wait for it and read it.
func (p *Process) launch() error {
	childIn, stdin, err := os.Pipe()
	if err != nil {
		return err
	}
	defer childIn.Close()
	stdout, childOut, err := os.Pipe()
	if err != nil {
		stdin.Close()
		return err
	}
	defer childOut.Close()
	p.stdin, p.stdout = stdin, stdout
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = childIn, childOut, &p.stderr
	p.cmd.WaitDelay = drainTime // for those who inherited its standard error
	isolate(p.cmd)

	started := make(chan error)
	go p.own(started)
	if err := <-started; err != nil {
		stdin.Close()
		stdout.Close()
		return err
	}
	p.reader.Go(p.read)
	return nil
}

// own starts the process, waits for its end, and ends what it leaves. It keeps
// its thread, because the kernel takes the death of the thread that started a
// process for that of its parent.
func (p *Process) own(started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := p.cmd.Start()
	started <- err
	if err != nil {
		return
	}
	p.waitErr = p.cmd.Wait()
	kill(p.cmd)
	p.stdout.SetReadDeadline(time.Now().Add(drainTime))
	close(p.exited)
}

// send writes lines. A program that does not read them in time is late.
func (p *Process) send(lines ...string) error {
	p.stdin.SetWriteDeadline(time.Now().Add(p.timeout))
	_, err := p.stdin.WriteString(strings.Join(lines, "\n") + "\n")
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return p.fail(fmt.Errorf("%w: it does not read its input", ErrLate))
	case err != nil:
		return p.fail(p.crash())
	}
	return nil
}

// fail kills the process and remembers why.
func (p *Process) fail(err error) error {
	p.failed = err
	kill(p.cmd)
	<-p.exited
	return err
}

// crash describes the end of a process that has closed its output or its input.
func (p *Process) crash() error {
	end := "it closed its standard input or output"
	select {
	case <-p.exited:
		end = p.cmd.ProcessState.String()
	case <-time.After(drainTime):
	}
	if words := p.stderr.last(); words != "" {
		end += "; its last words: " + words
	}
	return fmt.Errorf("%w: %s", ErrCrash, end)
}

// Name is what the program calls itself, "" if it does not say.
func (p *Process) Name() string { return p.name }

// Failed is why the process is of no use any more, nil while it is.
func (p *Process) Failed() error { return p.failed }

// Close ends the process: by quit, or by force if that is of no use. It returns
// when the process and all that read from it are gone, and may be called again.
func (p *Process) Close() error {
	if p.ended {
		return nil
	}
	p.ended = true
	if p.failed == nil {
		p.failed = errors.New("the program was closed")
	}
	close(p.closing)
	p.stdin.SetWriteDeadline(time.Now().Add(drainTime))
	p.stdin.WriteString(string(ugi.Quit) + "\n") // if it is not read, force follows
	p.stdin.Close()
	select {
	case <-p.exited:
	case <-time.After(quitGrace):
		kill(p.cmd)
		<-p.exited
	}
	p.reader.Wait()
	return p.stdout.Close()
}
