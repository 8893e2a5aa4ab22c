package fit

import (
	"encoding/json"
	"strconv"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func decode(t *testing.T, text []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(text, v); err != nil {
		t.Fatal(err)
	}
}

func itoa(n int) string { return strconv.Itoa(n) }
