package loop

import (
	"strings"
	"testing"

	"halmazero/selfplay/report"
)

// generation is the events of one generation, in order.
func generation(n int, promoted bool) []Event {
	return []Event{
		{Kind: GamesMade, Generation: n, SelfPlay: &report.SelfPlay{Games: 10}},
		{Kind: Trained, Generation: n, Training: &report.Training{Steps: 5 * n, Bucket: float64(n)}, Audit: &report.Audit{Rows: 7 * n}, Model: "hash"},
		{Kind: Gated, Generation: n, Gate: &report.Gate{Promoted: promoted}},
		{Kind: Measured, Generation: n},
		{Kind: Published, Generation: n},
	}
}

// log is a run of the given generations, of which those in promoted were.
func log(generations int, promoted map[int]bool) []Event {
	events := []Event{{Kind: Started, Generations: generations}, {Kind: NetworkMade}}
	for n := 1; n <= generations; n++ {
		events = append(events, generation(n, promoted[n])...)
	}
	return append(events, Event{Kind: Concluded, Generation: generations}, Event{Kind: Finished, Generation: generations})
}

func TestRunFromBeginningToEnd(t *testing.T) {
	var s State
	var got []Command
	for _, e := range log(2, map[int]bool{2: true}) {
		var err error
		if s, err = Step(s, e); err != nil {
			t.Fatal(err)
		}
		got = append(got, s.Next)
	}
	want := []Command{MakeNetwork, MakeGames, Train, Gate, Ladder, Publish, MakeGames, Train, Gate, Ladder, Publish, Conclude, Finish, ""}
	if len(got) != len(want) {
		t.Fatalf("commands %q, want %q", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("command %d is %q, want %q", i, got[i], want[i])
		}
	}
	if s.Best != 2 || len(s.Done) != 2 || s.Done[1].SelfPlay.Games != 10 || s.Done[1].Audit.Rows != 14 {
		t.Errorf("best %d, done %+v", s.Best, s.Done)
	}
	if s.Bucket != 2 {
		t.Errorf("%v samples are left, want what the last training left", s.Bucket)
	}
}

func TestRejectedCandidateDoesNotBecomeTheBest(t *testing.T) {
	s, err := Replay(log(3, map[int]bool{1: true}))
	if err != nil {
		t.Fatal(err)
	}
	if s.Best != 1 {
		t.Errorf("best is generation %d, want 1", s.Best)
	}
}

// A process may die after any event; the next one starts with Started and has
// to do exactly what the first would have done.
func TestEveryPrefixGoesOnWithTheSameCommand(t *testing.T) {
	events := log(2, map[int]bool{1: true})
	for n := 1; n < len(events); n++ {
		s, err := Replay(events[:n])
		if err != nil {
			t.Fatal(err)
		}
		again, err := Step(s, Event{Kind: Started, Generation: s.Generation, Generations: 2})
		if err != nil {
			t.Fatal(err)
		}
		if again.Next != s.Next || again.Generation != s.Generation || again.Best != s.Best {
			t.Errorf("after %d events: %q in generation %d, restarted: %q in generation %d", n, s.Next, s.Generation, again.Next, again.Generation)
		}
	}
}

func TestFinishedRunGoesOnForMoreGenerations(t *testing.T) {
	s, err := Replay(append(log(2, nil), Event{Kind: Started, Generation: 2, Generations: 3}))
	if err != nil {
		t.Fatal(err)
	}
	if s.Next != MakeGames || s.Generation != 3 || s.Final != nil {
		t.Errorf("next %q in generation %d", s.Next, s.Generation)
	}
}

func TestTimeUpConcludesTheGenerationBefore(t *testing.T) {
	events := append([]Event{{Kind: Started}, {Kind: NetworkMade}}, generation(1, true)...)
	s, err := Replay(append(events, Event{Kind: TimeUp, Generation: 2}))
	if err != nil {
		t.Fatal(err)
	}
	if s.Next != Conclude || s.Generation != 1 || len(s.Done) != 1 {
		t.Errorf("next %q in generation %d with %d done", s.Next, s.Generation, len(s.Done))
	}
	s, err = Step(s, Event{Kind: Started, Generation: 1})
	if err != nil {
		t.Fatal(err)
	}
	if s.Next != MakeGames || s.Generation != 2 {
		t.Errorf("restarted: next %q in generation %d", s.Next, s.Generation)
	}
}

func TestEventsOutOfOrderAreRefused(t *testing.T) {
	for name, events := range map[string][]Event{
		"training before games":     {{Kind: Started}, {Kind: NetworkMade}, {Kind: Trained, Generation: 1}},
		"another generation":        {{Kind: Started}, {Kind: NetworkMade}, {Kind: GamesMade, Generation: 2}},
		"no start":                  {{Kind: NetworkMade}},
		"twice":                     {{Kind: Started}, {Kind: NetworkMade}, {Kind: NetworkMade}},
		"forked before anything":    {{Kind: Forked, Fork: &Origin{Models: []string{"a"}}}},
		"forked in mid-generation":  append([]Event{{Kind: Started}, {Kind: NetworkMade}}, append(generation(1, true)[:2:2], Event{Kind: Forked, Fork: &Origin{Models: []string{"a"}}})...),
		"forked elsewhere":          {{Kind: Started}, {Kind: NetworkMade}, {Kind: Forked, Generation: 1, Fork: &Origin{Models: []string{"a", "b"}}}},
		"forked with another best":  {{Kind: Started}, {Kind: NetworkMade}, {Kind: Forked, Fork: &Origin{Models: []string{"a"}, Best: 1}}},
		"forked without a network":  {{Kind: Started}, {Kind: NetworkMade}, {Kind: Forked, Fork: &Origin{}}},
		"forked from nowhere":       {{Kind: Started}, {Kind: NetworkMade}, {Kind: Forked}},
		"time up in mid-generation": append([]Event{{Kind: Started}, {Kind: NetworkMade}}, append(generation(1, true)[:2:2], Event{Kind: TimeUp, Generation: 1})...),
	} {
		if _, err := Replay(events); err == nil || !strings.Contains(err.Error(), "does not follow") {
			t.Errorf("%s: error is %v", name, err)
		}
	}
}
