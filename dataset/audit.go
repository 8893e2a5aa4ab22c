package dataset

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// ErrLabels is what labels that must not be trained on are refused with.
var ErrLabels = errors.New("labels fail the audit")

// LabelError lists why labels fail the audit. It is an ErrLabels.
type LabelError struct {
	Faults []Fault
	Total  int // that were found; Faults holds the first of each check
}

// Error names every check that failed and its first fault.
func (e *LabelError) Error() string {
	var sb strings.Builder
	fmt.Fprintf(&sb, "%v, faults found: %d", ErrLabels, e.Total)
	named := make(map[Check]bool)
	for _, f := range e.Faults {
		if !named[f.Check] {
			named[f.Check] = true
			fmt.Fprintf(&sb, "\n  %s", f)
		}
	}
	return sb.String()
}

// Unwrap gives ErrLabels.
func (e *LabelError) Unwrap() error { return ErrLabels }

// AuditOptions are the parts of an audit that only the caller knows.
type AuditOptions struct {
	// CapOutcomes of the games. Nil accepts any outcome in [-1,1].
	CapOutcomes CapOutcomes
	// Trained says that the network which played has learned from games. The
	// root values of another may be of any sign, and only those of moves that
	// end a game are held against the outcome.
	Trained bool
}

// Audit is what an audit found.
type Audit struct {
	Games    int    `json:"games"`
	Rows     int    `json:"rows"`
	Searched int    `json:"searched"` // rows with a root value
	Signs    []Sign `json:"signs,omitempty"`

	Faults []Fault `json:"-"` // the first of each check
	Total  int     `json:"faults"`
}

// Err is nil if the labels may be trained on, and otherwise a *LabelError.
func (a *Audit) Err() error {
	if a.Total == 0 {
		return nil
	}
	return &LabelError{Faults: a.Faults, Total: a.Total}
}

// Text is the audit for a person.
func (a *Audit) Text() string {
	var sb strings.Builder
	fmt.Fprintf(&sb, "audit      %d games, %d rows, %d with a search, %d faults\n", a.Games, a.Rows, a.Searched, a.Total)
	for _, s := range a.Signs {
		fmt.Fprintf(&sb, "%s\n", s)
	}
	for _, f := range a.Faults {
		fmt.Fprintf(&sb, "fault: %s\n", f)
	}
	return sb.String()
}

// mostFaults is how many faults of one check are kept.
const mostFaults = 10

// Auditor looks at games before they are trained on. Add all of a generation,
// then ask for the Audit. It keeps some bytes of each game, and none of the
// games. It is for one goroutine.
type Auditor struct {
	o     AuditOptions
	audit Audit
	kept  map[Check]int
	ids   map[string]bool
	hash  map[string]string // to the id
	seed  map[uint64]string
	signs map[signKey]*signSum
	cells []uint8
}

// NewAuditor is an auditor that has seen no game.
func NewAuditor(o AuditOptions) *Auditor {
	return &Auditor{o: o, kept: make(map[Check]int), ids: make(map[string]bool), hash: make(map[string]string),
		seed: make(map[uint64]string), signs: make(map[signKey]*signSum)}
}

// Add looks at games, which are only read.
func (a *Auditor) Add(games []Game) {
	for i := range games {
		a.game(&games[i])
	}
}

func (a *Auditor) game(g *Game) {
	a.audit.Games++
	a.audit.Rows += len(g.Rows)
	for _, f := range a.unique(g) {
		a.fault(g, f)
	}
	c := &checker{g: g, rows: g.Rows}
	if c.start() {
		c.state = &engineReferee{&c.fast, a.cells}
		c.run(a.o.CapOutcomes)
		a.cells = c.state.Cells()
	}
	for i := range g.Rows {
		c.target(&g.Rows[i])
		c.mean(&g.Rows[i])
	}
	for _, f := range c.faults {
		a.fault(g, f)
	}
	a.sign(g)
}

func (a *Auditor) fault(g *Game, f Fault) {
	f.Game = g.ID
	a.keep(f)
}

func (a *Auditor) keep(f Fault) {
	a.audit.Total++
	if a.kept[f.Check]++; a.kept[f.Check] <= mostFaults {
		a.audit.Faults = append(a.audit.Faults, f)
	}
}

// unique finds a game that has been there before. Equal moves alone are no
// fault, since a bot may repeat itself; the seed of a game is its own.
func (a *Auditor) unique(g *Game) (faults []Fault) {
	fault := func(format string, args ...any) {
		faults = append(faults, Fault{Check: CheckDuplicate, Ply: -1, Reason: fmt.Sprintf(format, args...)})
	}
	if a.ids[g.ID] {
		fault("there is another game of this id")
	}
	if first, ok := a.hash[g.Hash]; ok && first != g.ID {
		fault("has the content hash of game %s", first)
	}
	if first, ok := a.seed[g.Seed]; ok && first != g.ID {
		fault("has the seed of game %s: it is the same game", first)
	}
	a.ids[g.ID], a.hash[g.Hash], a.seed[g.Seed] = true, g.ID, g.ID
	return faults
}

// target checks that a row which trains the policy has visits to aim at: their
// shares, which sum to 1 if there are any.
func (c *checker) target(r *Row) {
	visited := func(v Visit) bool { return v.Visits > 0 }
	if r.Full && r.Flags&FlagRandom == 0 && !slices.ContainsFunc(r.Policy, visited) {
		c.fault(CheckVisits, r.Ply, "would train the policy without a visit: %d moves, no target", len(r.Policy))
	}
}

// meanSlack is how far rounding to float32 may take a root value from the mean.
const meanSlack = 1e-3

// mean compares the mover's entry of the root value with what it is the mean
// of: the network's value and the visits' Q, which are the mover's too. A
// vector in another order of seats, or of another sign than Q, is found here.
func (c *checker) mean(r *Row) {
	if r.Seat < 0 || r.Seat >= len(r.RootValue) || r.Seat >= len(r.NetworkValue) || r.Flags&FlagShaped != 0 {
		return
	}
	if r.Flags&FlagProven != 0 {
		c.provenBest(r)
		return
	}
	n, sum := 1.0, float64(r.NetworkValue[r.Seat])
	for _, v := range r.Policy {
		n += float64(v.Visits)
		sum += float64(v.Visits) * float64(v.Q)
	}
	if root := float64(r.RootValue[r.Seat]); !(math.Abs(root-sum/n) <= meanSlack) {
		c.fault(CheckValue, r.Ply, "root value %.3f of seat %d, which is to move; network and visits have a mean of %.3f for it", root, r.Seat+1, sum/n)
	}
}

// provenBest compares the mover's entry of a proven root value with what it is
// proven by: the best of the moves.
func (c *checker) provenBest(r *Row) {
	best := math.Inf(-1)
	for _, v := range r.Policy {
		best = math.Max(best, float64(v.Q))
	}
	if root := float64(r.RootValue[r.Seat]); len(r.Policy) > 0 && !(math.Abs(root-best) <= meanSlack) {
		c.fault(CheckValue, r.Ply, "root value %.3f of seat %d is said to be proven, but the best move is worth %.3f", root, r.Seat+1, best)
	}
}

// Audit is what has been found in all games so far.
func (a *Auditor) Audit() *Audit {
	audit := a.audit
	audit.Faults = append([]Fault(nil), a.audit.Faults...)
	audit.Signs = a.judged()
	for _, s := range audit.Signs {
		if s.Verdict == SignWrong {
			audit.Total++
			audit.Faults = append(audit.Faults, Fault{Check: CheckSign, Ply: -1, Reason: s.String()})
		}
	}
	return &audit
}
