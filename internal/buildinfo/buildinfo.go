// Package buildinfo says which program this is, for the files that it writes
// and for its version command. The answer is the same for every start of the
// same binary: it holds no clock and no host.
//
// # Glossary
//
//   - Version: the module's version, "devel" for a build outside a release.
//   - Revision: the commit that was built, where the build could see one;
//     modified says that the files differed from it.
//   - Tags: the build tags, which choose between assembly and plain Go.
package buildinfo

import (
	"runtime"
	"runtime/debug"
	"strings"
)

// Info is what is known of the binary. Empty fields are unknown.
type Info struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Modified bool   `json:"modified,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`       // GOOS/GOARCH and its level, as linux/amd64/v1
	Tags     string `json:"tags,omitempty"` // as given to the build, separated by commas
}

// Get reads the binary's own record.
func Get() Info {
	build, _ := debug.ReadBuildInfo()
	return from(build)
}

// String describes the binary in one line.
func String() string { return Get().String() }

// from reads a record; nil stands for a binary without one.
func from(build *debug.BuildInfo) Info {
	info := Info{Version: "devel", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if build == nil {
		return info
	}
	if v := build.Main.Version; v != "" && v != "(devel)" {
		info.Version = v
	}
	for _, s := range build.Settings {
		switch s.Key {
		case "vcs.revision":
			info.Revision = s.Value
		case "vcs.modified":
			info.Modified = s.Value == "true"
		case "-tags":
			info.Tags = s.Value
		case "GO" + strings.ToUpper(runtime.GOARCH): // GOAMD64, GOARM64, ...
			info.Platform += "/" + s.Value
		}
	}
	return info
}

// String is the fields in one line: version, revision, Go, platform, tags.
func (i Info) String() string {
	words := []string{"halmazero", i.Version}
	if i.Revision != "" {
		revision := i.Revision[:min(12, len(i.Revision))]
		if i.Modified {
			revision += "+modified"
		}
		words = append(words, revision)
	}
	words = append(words, i.Go, i.Platform)
	if i.Tags != "" {
		words = append(words, "tags="+i.Tags)
	}
	return strings.Join(words, " ")
}
