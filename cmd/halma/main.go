// Halma plays Halma against itself, learns from its games, and measures what
// it has learned. See "halma help".
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"

	"halmazero/dataset"
	"halmazero/model/nn/kernel"
	"halmazero/selfplay/loop"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// The exit codes.
const (
	exitDone   = 0 // the work is done, or the user has stopped what goes on later
	exitFailed = 1 // also where the user has stopped what owed a result
	exitUsage  = 2 // the command line or the configuration is wrong
	exitShort  = 3 // a check found something
)

// env is what a command works with: results go to out, talk and progress to talk.
type env struct {
	ctx  context.Context
	in   io.Reader
	out  io.Writer
	talk io.Writer
}

// command is one subcommand.
type command struct {
	name  string
	args  string // behind the name, for the usage line
	about string // one line
	whole bool   // all or nothing: Ctrl-C simply ends it
	run   func(e env, args []string) error
}

// commands in the order of the help text.
func commands() []command {
	return []command{
		runCommand(),
		selfplayCommand(),
		trainCommand(),
		matchCommand(),
		gateCommand(),
		playCommand(),
		tournamentCommand(),
		dataCommand(),
		modelCommand(),
		rulesCommand(),
		perftCommand(),
		movesCommand(),
		replayCommand(),
		ugiCommand(),
		benchCommand(),
	}
}

// errUsage is wrapped by errors about the command line; errShort by those of a
// check that found something.
var (
	errUsage = errors.New("usage")
	errShort = errors.New("check failed")
)

func usageError(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{errUsage}, args...)...)
}

// results is the standard output. It keeps the first error of a write, so that
// what is printed without a look at errors, such as a help text, is not lost
// in silence.
type results struct {
	w io.Writer

	mu  sync.Mutex
	err error
}

// Write writes on, and keeps the error.
func (r *results) Write(p []byte) (int, error) {
	n, err := r.w.Write(p)
	if err != nil {
		r.mu.Lock()
		r.err = firstError(r.err, err)
		r.mu.Unlock()
	}
	return n, err
}

// fault is the first error of all writes.
func (r *results) fault() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

// run executes one command line and returns the exit code.
func run(args []string, in io.Reader, out, talk io.Writer) (code int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(talk, "halma: internal error: %v\n", r)
			code = exitFailed
		}
	}()
	printed := &results{w: out}
	code = execute(args, in, printed, talk)
	if err := printed.fault(); err != nil && code == exitDone {
		fmt.Fprintf(talk, "halma: the results are not complete: %v\n", err)
		return exitFailed
	}
	return code
}

// execute is run with an output whose errors are kept.
func execute(args []string, in io.Reader, out, talk io.Writer) int {
	name := "run"
	version := len(args) == 1 && (args[0] == "-version" || args[0] == "--version")
	if len(args) > 0 && (isHelp(args[0]) || args[0] == "help") {
		if len(args) == 1 {
			help(out)
			return exitDone
		}
		args = []string{args[1], "--help"}
	}
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		name, args = args[0], args[1:]
	}
	if err := kernel.CheckEnv(); err != nil {
		fmt.Fprintf(talk, "halma: %v\n", err)
		return exitUsage
	}
	if version {
		fmt.Fprintln(out, loop.Build())
		return exitDone
	}
	for _, c := range commands() {
		if c.name == name {
			ctx, stop := interruptible(c)
			defer stop()
			return exitCode(c, c.run(env{ctx, in, out, talk}, args), talk)
		}
	}
	fmt.Fprintf(talk, "halma: unknown command %q; known: %s\n", name, strings.Join(names(), ", "))
	return exitUsage
}

// interruptible is the context of a command. Ctrl-C ends it, and a second one
// ends the process; of a whole command the first does.
func interruptible(c command) (context.Context, context.CancelFunc) {
	if c.whole {
		return context.WithCancel(context.Background())
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

func isHelp(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" }

func names() []string {
	var list []string
	for _, c := range commands() {
		list = append(list, c.name)
	}
	return list
}

// exitCode prints an error as one line, or several where it lists faults.
func exitCode(c command, err error, talk io.Writer) int {
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, flag.ErrHelp):
		return exitDone
	case errors.Is(err, context.Canceled):
		return exitDone
	}
	text := strings.TrimPrefix(err.Error(), errUsage.Error()+": ")
	fmt.Fprintf(talk, "halma %s: %s\n", c.name, text)
	switch {
	case errors.Is(err, errUsage):
		return exitUsage
	case errors.Is(err, errShort), errors.Is(err, dataset.ErrLabels):
		return exitShort
	}
	return exitFailed
}

func help(w io.Writer) {
	fmt.Fprint(w, "Halma plays Halma against itself and learns from it. Without a command it runs\nthe quick configuration: halma run --config quick.\n\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "  halma %-10s %s\n", c.name, c.about)
	}
	fmt.Fprint(w, "\nhalma COMMAND --help lists a command's options.\nhalma --version names the program, as runs and datasets do.\nExit codes: 0 done, 1 failed, 2 wrong usage, 3 a check fell short.\n")
}
