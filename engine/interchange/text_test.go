package interchange_test

import (
	"errors"
	"slices"
	"testing"

	"halmazero/engine/interchange"
)

func TestLines(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"nothing", "", nil},
		{"only line ends", "\n\r\n\n", nil},
		{"ended", "a\nb\n", []string{"a", "b"}},
		{"not ended", "a\nb", []string{"a", "b"}},
		{"CR LF", "a\r\nb\r\n", []string{"a", "b"}},
		{"empty line inside", "a\n\nb\n\n", []string{"a", "", "b"}},
		{"spaces stay", " a \n ", []string{" a ", " "}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := interchange.Lines(test.text); !slices.Equal(got, test.want) {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

func TestLineError(t *testing.T) {
	reason := errors.New("reason")
	for want, err := range map[string]error{
		"line 3, column 7: bad: reason": interchange.Errorf(3, 7, "bad: %w", reason),
		"line 3: reason":                interchange.Errorf(3, 0, "%w", reason),
	} {
		var at *interchange.LineError
		if err.Error() != want || !errors.Is(err, reason) || !errors.As(err, &at) || at.Line != 3 {
			t.Errorf("%v, want %s, wrapping its reason", err, want)
		}
	}
}
