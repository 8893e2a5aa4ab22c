package loop

import (
	"testing"

	"halmazero/engine"
)

func mustRules(t *testing.T, ref string) *engine.Rules {
	t.Helper()
	r, err := engine.ParseRules(ref)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
