package configs

import (
	"bytes"
	"io"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// syntaxError is a text that is no YAML; line is 0 where it is unknown.
type syntaxError struct {
	line   int
	reason string
}

func (e syntaxError) Error() string { return e.reason }

// parse reads the only document of a text; nil stands for a text without one.
func parse(text []byte) (*yaml.Node, error) {
	d := yaml.NewDecoder(bytes.NewReader(text))
	var document, second yaml.Node
	if err := d.Decode(&document); err == io.EOF {
		return nil, nil
	} else if err != nil {
		return nil, newSyntaxError(err)
	}
	if err := d.Decode(&second); err == nil {
		return nil, syntaxError{second.Line, "a second document begins, want one"}
	} else if err != io.EOF {
		return nil, newSyntaxError(err)
	}
	if len(document.Content) == 0 {
		return nil, nil
	}
	return document.Content[0], nil
}

// newSyntaxError takes the line out of a message such as "yaml: line 3: did
// not find expected key".
func newSyntaxError(err error) syntaxError {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		if number, reason, ok := strings.Cut(rest, ": "); ok {
			if line, err := strconv.Atoi(number); err == nil {
				return syntaxError{line, "not YAML: " + reason}
			}
		}
	}
	return syntaxError{0, "not YAML: " + text}
}
