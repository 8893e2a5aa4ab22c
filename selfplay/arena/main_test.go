package arena

import (
	"flag"
	"testing"

	"go.uber.org/goleak"
)

// long asks for the tests that take minutes.
var long = flag.Bool("long", false, "run the long tests, too")

func TestMain(m *testing.M) {
	flag.Parse()
	goleak.VerifyTestMain(m)
}
