package ugi

import (
	"slices"
	"strings"
	"testing"
)

func TestSplitCommand(t *testing.T) {
	for _, x := range []struct {
		text string
		want []string
	}{
		{"prog", []string{"prog"}},
		{"  prog \t -a  b ", []string{"prog", "-a", "b"}},
		{`'my prog' "a b" c`, []string{"my prog", "a b", "c"}},
		{`--x='a b'"c d"e`, []string{"--x=a bc de"}},
		{`prog '' ""`, []string{"prog", "", ""}},
		{`prog 'a\' "b\"\\c" d\e`, []string{"prog", `a\`, `b"\c`, `d\e`}},
		{`prog "it's" '"'`, []string{"prog", "it's", `"`}},
		{`C:\halma.exe $HOME *`, []string{`C:\halma.exe`, "$HOME", "*"}},
	} {
		got, err := SplitCommand(x.text)
		if err != nil || !slices.Equal(got, x.want) {
			t.Errorf("%s is %q, %v; want %q", x.text, got, err, x.want)
		}
	}
	for _, x := range []struct{ text, want string }{
		{"", "empty"}, {"  ", "empty"}, {"'' x", "empty"}, {"prog 'a", "not closed"}, {`prog "a\"`, "not closed"}, {"a\nb", "line break"}, {"prog 'a\nb'", "line break"}, {"a\x00", "zero byte"},
	} {
		if got, err := SplitCommand(x.text); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%q is %q, %v; want an error ...%s", x.text, got, err, x.want)
		}
	}
}

func TestCutCommand(t *testing.T) {
	for _, x := range []struct {
		text, command, rest string
		found               bool
	}{
		{"prog -a", "prog -a", "", false},
		{"prog -a,time=5ms,nodes=3", "prog -a", "time=5ms,nodes=3", true},
		{"prog 'a,b' \"c,\\\",d\",time=5ms", "prog 'a,b' \"c,\\\",d\"", "time=5ms", true},
		{"prog,", "prog", "", true},
		{"prog 'a,b", "prog 'a,b", "", false},
	} {
		command, rest, found := CutCommand(x.text)
		if command != x.command || rest != x.rest || found != x.found {
			t.Errorf("%s is cut into %q, %q, %t", x.text, command, rest, found)
		}
	}
}

// FuzzCommand holds that the words of a command survive being written, and
// that its text has no comma that would end it.
func FuzzCommand(f *testing.F) {
	for _, text := range []string{`prog -a 'b c' "d\"e\\"`, `p ',' "it's,"`, `a\b ''`, `"'\`, "p\t\v x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words, err := SplitCommand(text)
		if err != nil {
			return
		}
		joined := JoinCommand(words)
		again, err := SplitCommand(joined)
		if err != nil || !slices.Equal(words, again) || JoinCommand(again) != joined {
			t.Fatalf("%q is %q, written %q, read %q, %v", text, words, joined, again, err)
		}
		if command, rest, found := CutCommand(joined + ",x"); command != joined || rest != "x" || !found {
			t.Fatalf("%q is cut into %q, %q", joined+",x", command, rest)
		}
	})
}
