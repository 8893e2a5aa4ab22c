package main

import (
	"bufio"
	"io"
	"testing"
)

// A program that asks line by line gets each answer before it asks again.
func TestAnswersDoNotWaitForTheNextLine(t *testing.T) {
	in, ask := io.Pipe()
	answers, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- answerLines(env{in: in, out: out}, func(line string) ([]byte, bool) { return []byte("<" + line + ">"), line != "bad" })
		out.Close()
	}()
	read := bufio.NewReader(answers)
	for _, x := range [][2]string{{"one\n", "<one>\n"}, {"\n", "<>\n"}, {"two\r\n", "<two>\n"}, {"bad\n", "<bad>\n"}} {
		io.WriteString(ask, x[0])
		if got, err := read.ReadString('\n'); got != x[1] || err != nil {
			t.Fatalf("%q was answered with %q, %v, want %q", x[0], got, err, x[1])
		}
	}
	go func() {
		io.WriteString(ask, "no line break")
		ask.Close()
	}()
	if got, _ := read.ReadString('\n'); got != "<no line break>\n" {
		t.Errorf("the last line was answered with %q", got)
	}
	if err := <-ended; err == nil || err.Error() != "1 of 5 lines are not good" {
		t.Errorf("error is %v", err)
	}
}
