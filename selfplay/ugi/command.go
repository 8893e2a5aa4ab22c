package ugi

import (
	"errors"
	"strings"
)

// A command line is words between blanks. A part in single quotes stands for
// itself, blanks included; in double quotes a backslash takes the next
// character for itself. Nothing else is special: no variables, no patterns.

// SplitCommand reads a command line into the program and its arguments.
func SplitCommand(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	open := false // a word has begun, if only with a pair of quotes
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case ' ', '\t':
			if open {
				words = append(words, word.String())
				word.Reset()
				open = false
			}
		case '\'', '"':
			end := quotedEnd(text, i)
			if end < 0 {
				return nil, errors.New("a quote is not closed")
			}
			unquote(&word, text[i+1:end], c == '"')
			i, open = end, true
		case '\n', '\r', 0:
			return nil, errors.New("a command has no line break and no zero byte")
		default:
			word.WriteByte(c)
			open = true
		}
	}
	if open {
		words = append(words, word.String())
	}
	if len(words) == 0 || words[0] == "" {
		return nil, errors.New("the command is empty")
	}
	for _, w := range words {
		if strings.ContainsAny(w, "\n\r\x00") {
			return nil, errors.New("a command has no line break and no zero byte")
		}
	}
	return words, nil
}

// quotedEnd is the place of the quote that closes the one at i, -1 if there
// is none.
func quotedEnd(text string, i int) int {
	for j := i + 1; j < len(text); j++ {
		switch {
		case text[j] == text[i]:
			return j
		case text[j] == '\\' && text[i] == '"':
			j++
		}
	}
	return -1
}

// unquote appends what stands between two quotes.
func unquote(dst *strings.Builder, text string, escapes bool) {
	for i := 0; i < len(text); i++ {
		if escapes && text[i] == '\\' && i+1 < len(text) {
			i++
		}
		dst.WriteByte(text[i])
	}
}

// JoinCommand is the command line of a program and its arguments, in one way
// of writing: words are quoted where they must be. SplitCommand reads it back.
func JoinCommand(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		switch {
		case w != "" && !strings.ContainsAny(w, " \t'\","):
			quoted[i] = w
		case !strings.Contains(w, "'"):
			quoted[i] = "'" + w + "'"
		default:
			quoted[i] = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(w) + `"`
		}
	}
	return strings.Join(quoted, " ")
}

// CutCommand divides a text at the first comma outside quotes: a command line
// and what follows it.
func CutCommand(text string) (command, rest string, found bool) {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case ',':
			return text[:i], text[i+1:], true
		case '\'', '"':
			end := quotedEnd(text, i)
			if end < 0 {
				return text, "", false
			}
			i = end
		}
	}
	return text, "", false
}
