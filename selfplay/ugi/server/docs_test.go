package server

import (
	"os"
	"strings"
	"testing"
)

// TestDocs runs the dialogues of the documentation.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile("../../../docs/ugi.md")
	if err != nil {
		t.Fatal(err)
	}
	dialogues := strings.Split(string(text), "\n```ugi\n")[1:]
	if len(dialogues) < 6 {
		t.Fatalf("only %d dialogues are in the documentation", len(dialogues))
	}
	for _, dialogue := range dialogues {
		dialogue, _, _ := strings.Cut(dialogue, "\n```")
		dialogue = strings.TrimSuffix(dialogue, "\n> quit")
		first, _, _ := strings.Cut(dialogue, "\n")
		t.Run(first, func(t *testing.T) { hold(t, Config{Name: "Halma Zero devel"}, dialogue) })
	}
}
