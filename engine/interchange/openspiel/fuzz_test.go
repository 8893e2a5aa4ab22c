package openspiel_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"halmazero/engine"
	"halmazero/engine/interchange/openspiel"
)

// What is read as a state is written as the same text, but for blanks at line
// ends, and read again.
func FuzzParseState(f *testing.F) {
	for _, n := range players {
		p := nearest(f, n, 1000).Start(n - 1)
		text, err := openspiel.StateText(&p)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint8(n), text)
		f.Add(uint8(n), text[:len(text)/2])
		f.Add(uint8(n), text+" (hopping from 3)")
		f.Add(uint8(n), strings.ReplaceAll(text, "1", "6"))
	}
	f.Fuzz(func(t *testing.T, n uint8, text string) {
		rules := nearest(t, players[int(n)%len(players)], 1000)
		p, err := openspiel.ParseState(rules, text, engine.SetUp{})
		if err != nil {
			return
		}
		again, err := openspiel.StateText(&p)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimRight(text, "\r\n"), "\n")
		for i, line := range lines {
			lines[i] = strings.TrimRight(strings.TrimSuffix(line, "\r"), " ")
		}
		if again != strings.Join(lines, "\n") {
			t.Errorf("%q is written as %q", text, again)
		}
		if q, err := openspiel.ParseState(rules, again, engine.SetUp{}); err != nil || !p.Equal(&q) {
			t.Errorf("%q is not read again: %v", again, err)
		}
	})
}

// Any numbers are either a history, whose moves lead to the same position, or
// refused at the action that is wrong.
func FuzzReplay(f *testing.F) {
	f.Add("58, 679, 17, 726, 633, 34, 726, 709, 25", uint8(2))
	f.Add("22, 23", uint8(3))
	f.Add("726, 726", uint8(4))
	f.Add("0, 1, 725, 726", uint8(6))
	f.Fuzz(func(t *testing.T, text string, n uint8) {
		actions, err := openspiel.ParseHistory(text)
		if err != nil {
			return
		}
		if again := openspiel.HistoryText(actions); again != text {
			t.Errorf("%q is written as %q", text, again)
		}
		start := nearest(t, players[int(n)%len(players)], 1000).Start(0)
		moves, end, err := openspiel.Replay(start, actions)
		if err != nil && !errors.Is(err, engine.ErrIllegal) && !errors.Is(err, openspiel.ErrMidTurn) {
			t.Errorf("unexpected error: %v", err)
		}
		back, err := openspiel.History(start, moves)
		if err != nil {
			t.Fatalf("moves that were read are not written: %v", err)
		}
		again, q, err := openspiel.Replay(start, back)
		if err != nil || !slices.Equal(again, moves) || !q.Equal(&end) {
			t.Errorf("%v is read as %v: %v", back, again, err)
		}
	})
}

// A turn of any numbers, not only of actions, in a crowded position.
func FuzzParseTurn(f *testing.F) {
	rules := nearest(f, 2, 1000)
	s := engine.SetUp{Cells: make([]uint8, openspiel.Cells), Ply: 1}
	for c := range s.Cells {
		if c%3 == 0 {
			s.Cells[c] = uint8(1 + c%2)
		}
	}
	p, err := engine.NewPosition(rules, s)
	if err != nil {
		f.Fatal(err)
	}
	for _, m := range p.Moves(nil) {
		actions, err := openspiel.ActionsOf(&p, m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(strings.Trim(fmt.Sprint(actions), "[]"))
	}
	f.Add("-5 726 9999999")
	f.Fuzz(func(t *testing.T, text string) {
		var actions []int
		for _, field := range strings.Fields(text) {
			var a int
			if _, err := fmt.Sscan(field, &a); err != nil {
				return
			}
			actions = append(actions, a)
		}
		m, used, err := openspiel.ParseTurn(&p, actions)
		if err != nil {
			if !errors.Is(err, engine.ErrIllegal) && !errors.Is(err, openspiel.ErrMidTurn) {
				t.Errorf("unexpected error: %v", err)
			}
			return
		}
		if err := p.Legal(m); err != nil || used < 1 || used > len(actions) {
			t.Errorf("%v is read as %v of %d actions: %v", actions, m, used, err)
		}
	})
}
