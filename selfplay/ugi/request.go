package ugi

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Verb is the first word of a request.
type Verb string

// The verbs. Wait is an addition: nothing behind it is read before the search
// has ended.
const (
	Hello     Verb = "ugi"
	IsReady   Verb = "isready"
	NewGame   Verb = "uginewgame"
	SetOption Verb = "setoption"
	Place     Verb = "position"
	Go        Verb = "go"
	Stop      Verb = "stop"
	Query     Verb = "query"
	Wait      Verb = "wait"
	Quit      Verb = "quit"
)

var verbs = []Verb{Hello, IsReady, NewGame, SetOption, Place, Go, Stop, Query, Wait, Quit}

// Request is a line to the program that plays. Fields that the verb does not
// use are zero.
type Request struct {
	Verb Verb
	// Name and Value are those of an option; Name is the question of a query.
	Name, Value string
	// Start is the position text that a position starts from, "" for the
	// start position of the preset; Moves are what was played since.
	Start  string
	Moves  []string
	Limits Limits // of go
}

// ErrEmpty is the error of a line without a word, which means nothing and is
// no mistake.
var ErrEmpty = errors.New("empty line")

// ParseRequest reads a line. Blanks around and between words do not matter;
// the value of an option and a position text keep one between their words.
func ParseRequest(line string) (Request, error) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return Request{}, ErrEmpty
	}
	verb, rest := Verb(words[0]), words[1:]
	r := Request{Verb: verb}
	var err error
	switch {
	case verb == SetOption:
		err = r.parseOption(rest)
	case verb == Place:
		err = r.parsePosition(rest)
	case verb == Go:
		r.Limits, err = parseLimits(rest)
	case verb == Query:
		if len(rest) != 1 {
			err = fmt.Errorf("query: want one word behind it, the question, and not %d", len(rest))
		} else {
			r.Name = rest[0]
		}
	case !slices.Contains(verbs, verb):
		err = fmt.Errorf("unknown command %s; known: %s", quote(words[0]), knownVerbs())
	case len(rest) > 0:
		err = fmt.Errorf("%s: nothing is allowed behind it, and there is %s", verb, quote(rest[0]))
	}
	if err != nil {
		return Request{}, err
	}
	return r, nil
}

// parseOption reads "name NAME value VALUE". A name is one or more words
// before the first "value"; a value may be empty.
func (r *Request) parseOption(words []string) error {
	if len(words) == 0 || words[0] != "name" {
		return errors.New("setoption: want setoption name NAME value VALUE")
	}
	name, value := words[1:], []string(nil)
	if i := slices.Index(name, "value"); i >= 0 {
		name, value = name[:i], name[i+1:]
	}
	if len(name) == 0 {
		return errors.New("setoption: the name is missing")
	}
	r.Name, r.Value = strings.Join(name, " "), strings.Join(value, " ")
	return nil
}

// parsePosition reads "startpos|fen TEXT [moves MOVE...]".
func (r *Request) parsePosition(words []string) error {
	if len(words) == 0 {
		return errors.New("position: want position startpos or position fen TEXT, each with moves MOVE... behind it or not")
	}
	kind, text := words[0], words[1:]
	if i := slices.Index(text, "moves"); i >= 0 {
		r.Moves = slices.Clone(text[i+1:])
		text = text[:i]
	}
	switch {
	case kind == "startpos" && len(text) > 0:
		return fmt.Errorf("position: want moves or nothing behind startpos, and not %s", quote(text[0]))
	case kind == "startpos":
		return nil
	case kind != "fen":
		return fmt.Errorf("position: want startpos or fen and not %s", quote(kind))
	case len(text) == 0:
		return errors.New("position: no position text follows fen")
	}
	r.Start = strings.Join(text, " ")
	return nil
}

// String is the line, without its end.
func (r Request) String() string {
	words := []string{string(r.Verb)}
	switch r.Verb {
	case SetOption:
		words = append(words, "name", r.Name, "value")
		if r.Value != "" {
			words = append(words, r.Value)
		}
	case Place:
		if r.Start == "" {
			words = append(words, "startpos")
		} else {
			words = append(words, "fen", r.Start)
		}
		if len(r.Moves) > 0 {
			words = append(append(words, "moves"), r.Moves...)
		}
	case Go:
		if limits := r.Limits.String(); limits != "" {
			words = append(words, limits)
		}
	case Query:
		words = append(words, r.Name)
	}
	return strings.Join(words, " ")
}

func knownVerbs() string {
	names := make([]string, len(verbs))
	for i, v := range verbs {
		names[i] = string(v)
	}
	return strings.Join(names, ", ")
}

// quote shows a word of the other side in an error: with its control
// characters escaped, and its end cut off where it is long.
func quote(word string) string {
	const most = 60
	if len(word) > most {
		return strconv.Quote(word[:most]) + "..."
	}
	return strconv.Quote(word)
}
