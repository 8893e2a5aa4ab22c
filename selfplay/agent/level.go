package agent

import (
	"fmt"
	"strings"
	"time"
)

// classicalForms are how classical players are written, for errors.
const classicalForms = "classical:easy|medium|hard, classical:depth=N|nodes=N|time=DURATION"

// level is a classical player by a name. The zero value is no level.
type level struct {
	name      string
	depth     int
	time      time.Duration
	selective bool
	noise     float64
}

// levels are the known ones, the weakest first.
var levels = []level{
	{name: "easy", depth: 2, noise: 0.1},
	{name: "medium", time: 10 * time.Millisecond, selective: true},
	{name: "hard", time: 100 * time.Millisecond, selective: true},
}

// cutLevel takes the name of a level off the options of a classical player. A
// first word that is no level and cannot be an option either is refused here,
// where it can have been meant for a level.
func cutLevel(text string) (l level, rest string, err error) {
	name, rest, _ := strings.Cut(text, ",")
	var names []string
	for _, l := range levels {
		if l.name == name {
			return l, rest, nil
		}
		names = append(names, l.name)
	}
	if name != "" && !strings.Contains(name, "=") && find(Classical, name) == nil {
		return level{}, "", fmt.Errorf("%q is neither a level (%s) nor an option of the form name=value; known: %s",
			name, strings.Join(names, ", "), known(Classical))
	}
	return level{}, text, nil
}

// complete sets what was not given. Any budget that is given replaces the
// level's.
func (l level) complete(s *Spec, given map[string]bool) {
	if !given["depth"] && !given["nodes"] && !given["time"] {
		s.Depth, s.Time = l.depth, l.time
	}
	if !given["noise"] {
		s.Noise = l.noise
	}
	if !given["selective"] {
		s.Selective = l.selective || l.name == "" && s.selectiveByDefault()
	}
}

// selectiveByDefault reports whether a classical player with this budget is
// selective where nothing else is said.
func (s *Spec) selectiveByDefault() bool { return s.Nodes > 0 || s.Time > 0 }
