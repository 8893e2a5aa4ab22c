package arena

import (
	"errors"
	"strings"
	"testing"

	"halmazero/engine"
)

// Whatever a list holds, it is read or refused with its line; what is read can
// be played from, and its moves reach where it says.
func FuzzReadOpenings(f *testing.F) {
	r, err := engine.ParseRules("leapstone-4")
	if err != nil {
		f.Fatal(err)
	}
	p := r.Start(0)
	for _, text := range []string{"", "startpos", "# x\n\nstartpos moves d1-e2 resign:3", p.String() + " moves d1>e2 timeout", p.String() + " moves", "startpos moves skip moves"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		all, err := ReadOpenings(strings.NewReader(text), "list", r, 50)
		if err != nil {
			if all != nil || errors.Is(err, ErrOpenings) && !strings.Contains(err.Error(), "list") {
				t.Errorf("%d openings with error %v", len(all), err)
			}
			return
		}
		for _, o := range all {
			start := r.Start(o.First)
			if o.Start != "" {
				if start, err = engine.ParsePosition(o.Start); err != nil {
					t.Fatal(err)
				}
			}
			end, _, err := engine.Replay(start, o.Moves)
			if err != nil || end.String() != o.At.String() || end.Result().Over() || o.At.Rules() != r {
				t.Errorf("%q reaches %s, not %s; error %v", text, end.String(), o.At.String(), err)
			}
		}
	})
}
