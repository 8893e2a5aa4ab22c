package agent

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestForfeitIsFoundInAWrappedError(t *testing.T) {
	lost := &Forfeit{Reason: ForfeitLate, Detail: "no answer within 150ms", Position: "wiki-8 1... 1 0 0,0 a,a"}
	err := fmt.Errorf("player ugi:x: %w", lost)
	var f *Forfeit
	if !errors.As(err, &f) || f != lost {
		t.Fatalf("%v is not found as a forfeit", err)
	}
	want := `player ugi:x: forfeit by late: no answer within 150ms (position "wiki-8 1... 1 0 0,0 a,a")`
	if err.Error() != want {
		t.Errorf("the error is %q, want %q", err, want)
	}
}

func TestForfeitIsOneLine(t *testing.T) {
	for _, detail := range []string{"a\nb", "a\r\tb", "\x1b[2Jé\"q\\\x00", "\xff", "plain"} {
		text := (&Forfeit{Reason: ForfeitIllegal, Detail: detail}).Error()
		if strings.ContainsAny(text, "\n\r\t\x1b\x00") {
			t.Errorf("detail %q gives %q", detail, text)
		}
	}
	if got, want := (&Forfeit{Reason: ForfeitIllegal, Detail: `say "é"` + "\n"}).Error(), `forfeit by illegal: say "é"\n`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
