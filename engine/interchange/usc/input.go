package usc

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"halmazero/engine"
	"halmazero/engine/interchange"
)

// Mode says what the program is asked for: Single, one move, for which it may
// use all of its time; or Game, a move of a whole game.
type Mode uint8

const (
	Single Mode = iota
	Game
)

var modes = []string{Single: "SINGLE", Game: "GAME"}

// String is the mode as the first line of an input names it.
func (m Mode) String() string {
	if int(m) >= len(modes) {
		return fmt.Sprintf("Mode(%d)", uint8(m))
	}
	return modes[m]
}

// Input is the content of input.txt. The colour to move is the position's seat
// to move.
type Input struct {
	Mode     Mode
	Seconds  float64 // play time that the colour to move has left, in processor seconds; above 0, finite
	Position engine.Position
}

// header is what the lines in front of the board are.
var header = []string{"SINGLE or GAME", "BLACK or WHITE", "the remaining play time in seconds"}

// ParseInput reads the whole text of an input. What it does not say is taken
// from rest, whose cells and seat to move are ignored. Errors about the text
// are *interchange.LineError.
func ParseInput(rules *engine.Rules, text string, rest engine.SetUp) (Input, error) {
	if err := check(rules); err != nil {
		return Input{}, err
	}
	var in Input
	mover, cells, err := in.parse(interchange.Lines(text))
	if err != nil {
		return Input{}, fmt.Errorf("usc: %w", err)
	}
	rest.Mover = mover
	if in.Position, err = position(rules, cells, rest); err != nil {
		return Input{}, err
	}
	return in, nil
}

// parse reads mode and time, and returns what depends on the rules.
func (in *Input) parse(lines []string) (mover int, cells []uint8, err error) {
	if n := len(lines); n < len(header) {
		return 0, nil, interchange.Errorf(n+1, 0, "missing; want %s", header[n])
	}
	mode := slices.Index(modes, lines[0])
	if mode < 0 {
		return 0, nil, interchange.Errorf(1, 0, "%q, want %s", lines[0], header[0])
	}
	in.Mode = Mode(mode)
	if mover = slices.Index(colours[:], lines[1]); mover < 0 {
		return 0, nil, interchange.Errorf(2, 0, "%q, want %s", lines[1], header[1])
	}
	if in.Seconds, err = parseSeconds(lines[2]); err != nil {
		return 0, nil, interchange.Errorf(3, 0, "%w", err)
	}
	cells, err = parseRows(lines[len(header):], len(header)+1)
	return mover, cells, err
}

// parseSeconds reads a decimal number, with or without exponent.
func parseSeconds(text string) (float64, error) {
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || strings.Trim(text, "0123456789.eE+-") != "" || !validSeconds(seconds) {
		return 0, fmt.Errorf("%q, want %s, a number above 0", text, header[2])
	}
	return seconds, nil
}

func validSeconds(s float64) bool { return s > 0 && !math.IsInf(s, 1) }

func secondsText(s float64) string {
	text := strconv.FormatFloat(s, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// Text is the input as ParseInput reads it. The number of seconds is written
// so that it is read back exactly.
func (in *Input) Text() (string, error) {
	p := &in.Position
	switch {
	case p.Rules() == nil:
		return "", fmt.Errorf("usc: input without a position")
	case int(in.Mode) >= len(modes):
		return "", fmt.Errorf("usc: %s, want %s", in.Mode, header[0])
	case !validSeconds(in.Seconds):
		return "", fmt.Errorf("usc: %v seconds are left, want a finite number above 0", in.Seconds)
	}
	if err := check(p.Rules()); err != nil {
		return "", err
	}
	text := fmt.Appendf(nil, "%s\n%s\n%s\n", in.Mode, colours[p.Mover()], secondsText(in.Seconds))
	return string(appendBoard(text, p)), nil
}
