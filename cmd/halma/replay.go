package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"halmazero/engine"
)

func replayCommand() command {
	c := command{name: "replay", args: "",
		about: `check games: one record such as {"preset":"wiki-8","moves":["c1-d2"]}, or one game of a match file, a line on stdin, one answer a line on stdout`}
	c.whole = true
	c.run = func(e env, args []string) error {
		if err := parse(options(c, e), args, 0, 0); err != nil {
			return err
		}
		return answerLines(e, func(line string) ([]byte, bool) {
			r, err := parseRecord([]byte(line))
			if err != nil {
				return jsonLine(refusal{Error: err.Error()}), false
			}
			end, played, err := engine.Replay(r.start, r.moves)
			if err != nil {
				return jsonLine(refusal{Ply: played + 1, Error: err.Error()}), false
			}
			if err := r.checkResult(&end); err != nil {
				return jsonLine(refusal{Ply: played, Error: err.Error()}), false
			}
			return jsonLine(confirmation{OK: true, Result: resultText(&end), Plies: played, Position: end.String()}), true
		})
	}
	return c
}

// confirmation is the answer to a record without fault.
type confirmation struct {
	OK       bool    `json:"ok"`
	Result   *string `json:"result"` // null while the game goes on
	Plies    int     `json:"plies"`  // moves of the record; skips and other events are none
	Position string  `json:"position"`
}

// refusal is the answer to any other.
type refusal struct {
	OK    bool   `json:"ok"`
	Ply   int    `json:"ply"` // number of the refused move, from 1, or of the last where the result is wrong; 0: the record itself is
	Error string `json:"error"`
}

// record is a game as it is given.
type record struct {
	start  engine.Position
	moves  []string
	result *string // that the game claims to have
}

// recordKeys are the members of a record, in the order in which they are read.
var recordKeys = []string{"preset", "position", "first", "moves", "result"}

// parseRecord reads a line. The moves are not looked at yet.
func parseRecord(line []byte) (record, error) {
	var r record
	members, err := parseObject(line)
	if err != nil {
		return r, err
	}
	if _, ok := members["match"]; ok {
		members = ofMatch(members)
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if !slices.Contains(recordKeys, name) {
			return r, fmt.Errorf("unknown key %q; known: %s", name, strings.Join(recordKeys, ", "))
		}
	}
	var preset, position *string
	var first *int
	var moves *[]string
	for i, dst := range []any{&preset, &position, &first, &moves, &r.result} {
		if raw, ok := members[recordKeys[i]]; ok {
			if err := json.Unmarshal(raw, dst); err != nil {
				return r, fmt.Errorf("%s is %s, want %s", recordKeys[i], clip(raw), [...]string{
					"a ruleset reference", "a position text", "a seat from 1", "a list of moves", "a result or null"}[i])
			}
		}
	}
	if moves == nil {
		return r, errors.New("moves is missing")
	}
	r.moves = *moves
	r.start, err = recordStart(preset, position, first)
	return r, err
}

// ofMatch is the record in a game of a match as it is stored, with or without the
// part of a run that it belongs to: the rest is about the match. A result that
// was given because somebody forfeited is none that the rules know.
func ofMatch(stored map[string]json.RawMessage) map[string]json.RawMessage {
	members := make(map[string]json.RawMessage)
	for from, to := range map[string]string{"rules": "preset", "start": "position", "first": "first", "moves": "moves", "result": "result"} {
		if raw, ok := stored[from]; ok {
			members[to] = raw
		}
	}
	if _, forfeited := stored["forfeits"]; forfeited {
		delete(members, "result")
	}
	return members
}

// recordStart is the position that a record starts from: the given one, or the
// start position with the seat that moved first. What is said twice must agree.
func recordStart(preset, position *string, first *int) (p engine.Position, err error) {
	var rules *engine.Rules
	if preset != nil {
		if rules, err = engine.ParseRules(*preset); err != nil {
			return p, fmt.Errorf("preset: %w", err)
		}
	}
	if position != nil {
		if p, err = engine.ParsePosition(*position); err != nil {
			return p, err
		}
		if rules != nil && rules.Hash() != p.Rules().Hash() {
			return p, fmt.Errorf("the position is of %s, the preset is %s", p.Rules().Ref(), rules.Ref())
		}
		if first != nil && *first != p.Mover()+1 {
			return p, fmt.Errorf("first is %d, but seat %d is to move in the position", *first, p.Mover()+1)
		}
		return p, nil
	}
	if rules == nil {
		return p, errors.New("preset is missing")
	}
	seat, _ := rules.First()
	if first != nil {
		if *first < 1 || *first > rules.Seats() {
			return p, fmt.Errorf("first is %d, want a seat from 1 to %d", *first, rules.Seats())
		}
		seat = *first - 1
	}
	return rules.Start(seat), nil
}

// checkResult compares the result with the claimed one, if there is any. A
// game that goes on may have been truncated by a training cap.
func (r *record) checkResult(p *engine.Position) error {
	if r.result == nil {
		return nil
	}
	if *r.result == (engine.Result{Kind: engine.Truncated}).String() {
		p.Truncate()
	}
	if got := p.Result().String(); got != *r.result {
		if got == "" {
			got = "that the game goes on"
		}
		return fmt.Errorf("the record says %q, the rules say %s", *r.result, got)
	}
	return nil
}

// parseObject reads one JSON object and nothing behind it. A name that occurs
// twice is refused: one of the two would be ignored.
func parseObject(line []byte) (map[string]json.RawMessage, error) {
	d := json.NewDecoder(bytes.NewReader(line))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, fmt.Errorf("not a JSON object: %q", clip(line))
	}
	members := make(map[string]json.RawMessage)
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, fmt.Errorf("not valid JSON: %w", err)
		}
		name, _ := t.(string)
		if _, twice := members[name]; twice {
			return nil, fmt.Errorf("%q occurs twice", name)
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return nil, fmt.Errorf("not valid JSON: %q: %w", name, err)
		}
		members[name] = raw
	}
	if _, err := d.Token(); err != nil {
		return nil, fmt.Errorf("not valid JSON: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("not valid JSON: something follows the object")
	}
	return members, nil
}

// clip keeps a quotation short.
func clip(text []byte) string {
	const most = 60
	if len(text) > most {
		return string(text[:most]) + "..."
	}
	return string(text)
}
