package ugi

import (
	"strings"
	"unicode"
)

// AnswerKind is what a line from the program that plays is.
type AnswerKind uint8

// The kinds of answer. Other is any line that belongs to none of them.
const (
	Other AnswerKind = iota
	HelloDone
	Ready
	BestMove
	SearchInfo
	ErrorText
	Response
	ID
	Option
)

// Answer is a line from the program that plays.
type Answer struct {
	Kind AnswerKind
	// Text is the move of a best move, the text of an error or a response, the
	// option's description, the id as in "name Halma Zero".
	Text string
	Info Info // of a search
}

// None is the move of a best move where there is none.
const None = "none"

// errorWords begin an info line that says what is wrong with a request.
const errorWords = "info string error "

// ParseAnswer reads a line. Unknown ones are Other: a program may say what it
// likes between its answers.
func ParseAnswer(line string) Answer {
	words := strings.Fields(line)
	if len(words) == 0 {
		return Answer{}
	}
	rest := strings.Join(words[1:], " ")
	switch words[0] {
	case "ugiok":
		return Answer{Kind: HelloDone}
	case "readyok":
		return Answer{Kind: Ready}
	case "bestmove":
		a := Answer{Kind: BestMove}
		if len(words) > 1 {
			a.Text = words[1]
		}
		return a
	case "response":
		return Answer{Kind: Response, Text: rest}
	case "id":
		return Answer{Kind: ID, Text: rest}
	case "option":
		return Answer{Kind: Option, Text: rest}
	case "info":
		if len(words) > 2 && words[1] == "string" && words[2] == "error" {
			return Answer{Kind: ErrorText, Text: strings.Join(words[3:], " ")}
		}
		if len(words) > 1 && words[1] != "string" {
			return Answer{Kind: SearchInfo, Info: parseInfo(words[1:])}
		}
	}
	return Answer{}
}

// ErrorLine is the line that tells what is wrong with a request. It is one
// line, whatever the text.
func ErrorLine(text string) string {
	return errorWords + strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}
