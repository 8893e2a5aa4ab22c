package main

import (
	"os"
	"strings"
	"testing"
)

// The commands of docs/ugi.md are among those that the scripts run. Its
// dialogues are run by the tests of package server.
func TestUGICommandsOfDocs(t *testing.T) {
	text, err := os.ReadFile("../../docs/ugi.md")
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile("testdata/ugiplayer.txtar")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "halma ") {
			continue
		}
		found++
		if !strings.Contains(string(script), "\nexec "+line+"\n") {
			t.Errorf("no script runs %s", line)
		}
	}
	if found < 2 {
		t.Errorf("%d commands are in docs/ugi.md", found)
	}
}
