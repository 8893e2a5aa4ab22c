package main

import (
	"flag"
	"fmt"
	"io"
	"strings"

	"halmazero/configs"
)

// options makes the flag set of a command. Its errors are usage errors, and
// its help goes to the results.
func options(c command, e env) *flag.FlagSet {
	f := flag.NewFlagSet(c.name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.Usage = func() {
		fmt.Fprintf(e.out, "%s\n\n%s\n\n", strings.TrimSpace("halma "+c.name+" "+c.args), c.about)
		printOptions(f, e.out)
	}
	return f
}

// printOptions lists the options, a line each.
func printOptions(f *flag.FlagSet, w io.Writer) {
	f.VisitAll(func(o *flag.Flag) {
		value, usage := flag.UnquoteUsage(o)
		if value != "" {
			value = " " + strings.ToUpper(value)
		}
		if o.DefValue != "" && o.DefValue != "0" && o.DefValue != "false" {
			usage += " (default " + o.DefValue + ")"
		}
		fmt.Fprintf(w, "  --%-22s %s\n", o.Name+value, usage)
	})
}

// parse reads a command's options, which may stand before, between and behind
// the given number of further arguments. It reads them as package flag does,
// but says in its errors what is wanted, and names options as they are written
// everywhere else.
func parse(f *flag.FlagSet, args []string, least, most int) error {
	rest := []string{"--"}
	for len(args) > 0 {
		arg := args[0]
		if arg == "--" {
			rest = append(rest, args[1:]...)
			break
		}
		if len(arg) < 2 || arg[0] != '-' {
			rest, args = append(rest, arg), args[1:]
			continue
		}
		var err error
		if args, err = parseOption(f, args); err != nil {
			return err
		}
	}
	if err := f.Parse(rest); err != nil {
		return usageError("%v", err)
	}
	if n := f.NArg(); n < least || n > most {
		if n > most {
			return usageError("unexpected argument %q", f.Arg(most))
		}
		return usageError("an argument is missing; see halma %s --help", f.Name())
	}
	return nil
}

// parseOption reads the option that the arguments begin with, and returns those
// behind it and its value.
func parseOption(f *flag.FlagSet, args []string) ([]string, error) {
	text, rest := args[0], args[1:]
	name, value, attached := strings.Cut(strings.TrimPrefix(text[1:], "-"), "=")
	if name == "" || name[0] == '-' {
		return nil, usageError("%q is no option; see halma %s --help", text, f.Name())
	}
	o := f.Lookup(name)
	switch {
	case o == nil && (name == "h" || name == "help"):
		f.Usage()
		return nil, flag.ErrHelp
	case o == nil:
		return nil, unknownOption(f, name)
	case attached:
	case isSwitch(o):
		value = "true"
	case len(rest) == 0:
		return nil, usageError("--%s has no value%s", name, wanted(o))
	default:
		value, rest = rest[0], rest[1:]
	}
	if err := f.Set(name, value); err != nil {
		return nil, badValue(o, value, err)
	}
	return rest, nil
}

// isSwitch reports whether an option stands for true without a value.
func isSwitch(o *flag.Flag) bool {
	b, ok := o.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

func unknownOption(f *flag.FlagSet, name string) error {
	var names []string
	f.VisitAll(func(o *flag.Flag) { names = append(names, o.Name) })
	if near := configs.Nearest(name, names); near != "" && len(name) > 1 { // any letter is near to any other
		return usageError("unknown option --%s; did you mean --%s?", name, near)
	}
	return usageError("unknown option --%s; see halma %s --help", name, f.Name())
}

// badValue says what an option wants instead of a value. Options with types of
// their own say it themselves.
func badValue(o *flag.Flag, value string, err error) error {
	want := wanted(o)
	if want == "" {
		return usageError("--%s: %v", o.Name, err)
	}
	return usageError("--%s is %q%s", o.Name, value, want)
}

// wanted is what the value of an option has to be, behind a comma; empty for
// any text.
func wanted(o *flag.Flag) string {
	v, ok := o.Value.(flag.Getter)
	if !ok {
		return ""
	}
	switch v.Get().(type) {
	case bool:
		return ", want true or false"
	case int:
		return ", want a whole number"
	case uint64:
		return ", want a whole number from 0 to 2^64-1"
	case float64:
		return ", want a number"
	}
	return ""
}

// given reports whether an option stands on the command line.
func given(f *flag.FlagSet, name string) bool {
	found := false
	f.Visit(func(o *flag.Flag) { found = found || o.Name == name })
	return found
}

// list collects an option that may be given several times.
type list []string

func (l *list) String() string     { return strings.Join(*l, " ") }
func (l *list) Set(s string) error { *l = append(*l, s); return nil }
