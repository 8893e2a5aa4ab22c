package buildinfo

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

func TestString(t *testing.T) {
	tail := " " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
	setting := func(key, value string) debug.BuildSetting { return debug.BuildSetting{Key: key, Value: value} }
	tests := []struct {
		name  string
		build *debug.BuildInfo
		want  string
	}{
		{"no record", nil, "halmazero devel" + tail},
		{"no version control", &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, "halmazero devel" + tail},
		{"release", &debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}}, "halmazero v1.2.3" + tail},
		{"commit, changed, tagged", &debug.BuildInfo{
			Main: debug.Module{Version: "v0.0.1"},
			Settings: []debug.BuildSetting{
				setting("vcs.revision", "0123456789abcdef0123"), setting("vcs.modified", "true"),
				setting("-tags", "purego,x"), setting("GO"+strings.ToUpper(runtime.GOARCH), "v3"),
				setting("vcs.time", "2026-01-01T00:00:00Z"), setting("GOOTHER", "v9"),
			},
		}, "halmazero v0.0.1 0123456789ab+modified" + tail + "/v3 tags=purego,x"},
		{"short revision", &debug.BuildInfo{
			Settings: []debug.BuildSetting{setting("vcs.revision", "abc"), setting("vcs.modified", "false")},
		}, "halmazero devel abc" + tail},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := from(test.build).String(); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

func TestSameEachTime(t *testing.T) {
	if a, b := String(), String(); a != b || !strings.HasPrefix(a, "halmazero ") {
		t.Errorf("%q, then %q", a, b)
	}
}
