package loop

import (
	"fmt"

	"halmazero/model"
	"halmazero/selfplay/report"
)

// EventKind is what has happened.
type EventKind string

// The events of a run, in the order of their first appearance. Fields of Event
// that a kind uses are named with it.
const (
	Started     EventKind = "started"      // a process took the run up: Generations, Build, ConfigHash
	NetworkMade EventKind = "network_made" // Model: the first network; Growth, Sources
	Forked      EventKind = "forked"       // the generations so far are another run's: Fork, Sources
	GamesMade   EventKind = "games_made"   // SelfPlay, Dataset
	Trained     EventKind = "trained"      // Model, Training, Audit
	Gated       EventKind = "gated"        // Gate
	Measured    EventKind = "measured"     // Opponents
	Published   EventKind = "published"    // metrics and report of the generation are written
	TimeUp      EventKind = "time_up"      // the time that the user gave is over
	Concluded   EventKind = "concluded"    // Opponents: the final matches
	Finished    EventKind = "finished"     // the final report is written
)

// Event is one line of events.jsonl.
type Event struct {
	Kind       EventKind `json:"event"`
	Generation int       `json:"generation"`

	Generations int              `json:"generations,omitempty"` // after which the run ends; 0: until stopped
	Build       string           `json:"build,omitempty"`
	ConfigHash  string           `json:"config_hash,omitempty"`
	Model       string           `json:"model,omitempty"`   // SHA-256
	Dataset     string           `json:"dataset,omitempty"` // hash of the manifest
	SelfPlay    *report.SelfPlay `json:"selfplay,omitempty"`
	// Growth is what the first network has taken over from network.from.
	Growth *model.Growth `json:"growth,omitempty"`
	// Sources are the datasets of bootstrap.data, in its order.
	Sources   []Source          `json:"sources,omitempty"`
	Audit     *report.Audit     `json:"audit,omitempty"` // of the generation's labels, before they were trained on
	Training  *report.Training  `json:"training,omitempty"`
	Gate      *report.Gate      `json:"gate,omitempty"`
	Opponents []report.Opponent `json:"opponents,omitempty"`
	Fork      *Origin           `json:"fork,omitempty"`
	// Seconds is what the work took. It decides nothing.
	Seconds float64 `json:"seconds,omitempty"`
}

// Origin is the run that a fork goes on from.
type Origin struct {
	Run        string   `json:"run"`         // its name
	ConfigHash string   `json:"config_hash"` // of the configuration that made the last of its generations
	Seed       uint64   `json:"seed"`
	Dataset    string   `json:"dataset"` // hash of its games
	Models     []string `json:"models"`  // SHA-256 of its networks, from generation 0
	Best       int      `json:"best"`    // generation of the best of them
}

// Command is the next piece of work.
type Command string

// The commands, and the event that ends each.
const (
	MakeNetwork Command = "make network" // NetworkMade
	MakeGames   Command = "make games"   // GamesMade
	Train       Command = "train"        // Trained
	Gate        Command = "gate"         // Gated
	Ladder      Command = "ladder"       // Measured
	Publish     Command = "publish"      // Published
	Conclude    Command = "conclude"     // Concluded
	Finish      Command = "finish"       // Finished
)

// ends says which event a command waits for.
var ends = map[Command]EventKind{
	MakeNetwork: NetworkMade, MakeGames: GamesMade, Train: Trained, Gate: Gated,
	Ladder: Measured, Publish: Published, Conclude: Concluded, Finish: Finished,
}

// State is all that matters of a run's past. The zero value is a run that has
// not begun.
type State struct {
	// Next is the command that is due; "" when the run is finished.
	Next Command
	// Generation is the one in progress, 0 before the first.
	Generation int
	// Target is the generation after which the run ends; 0: never by itself.
	Target int
	// Best is the generation of the best network.
	Best int
	// Bucket is how many samples the rows so far allow beyond those that were
	// trained on; see drain.
	Bucket float64
	// Current is what has been measured in this generation, Done the
	// generations before it, Final the matches after the last.
	Current report.Generation
	Done    []report.Generation
	Final   []report.Opponent
}

// Step is the state after an event. It is pure, and refuses an event that the
// run is not waiting for: a log that was cut, mixed up or edited.
func Step(s State, e Event) (State, error) {
	if e.Kind == Started {
		return s.started(e), nil
	}
	if e.Kind == TimeUp && s.Next == MakeGames && s.Generation > 1 {
		s.Generation--
		s.Next = Conclude
		return s, nil
	}
	if e.Kind == Forked {
		return s.forked(e)
	}
	if s.Next == "" || ends[s.Next] != e.Kind || e.Generation != s.Generation {
		return s, fmt.Errorf("event %q of generation %d does not follow: the run was to %q in generation %d",
			e.Kind, e.Generation, s.Next, s.Generation)
	}
	switch e.Kind {
	case NetworkMade:
		s = s.begin(1)
	case GamesMade:
		s.Current.SelfPlay, s.Current.Seconds.SelfPlay = *e.SelfPlay, e.Seconds
		s.Next = Train
	case Trained:
		s.Current.Training, s.Current.Audit, s.Current.Seconds.Train = e.Training, e.Audit, e.Seconds
		s.Bucket = e.Training.Bucket
		s.Next = Gate
	case Gated:
		s.Current.Gate, s.Current.Seconds.Gate = e.Gate, e.Seconds
		if e.Gate.Promoted {
			s.Best = s.Generation
		}
		s.Next = Ladder
	case Measured:
		s.Current.Ladder, s.Current.Seconds.Ladder = e.Opponents, e.Seconds
		s.Current.Alarms = report.Alarms(s.Current)
		s.Next = Publish
	case Published:
		s = s.closed()
	case Concluded:
		s.Final = e.Opponents
		s.Next = Finish
	case Finished:
		s.Next = ""
	}
	return s, nil
}

// started takes the run up where it was. A finished run goes on if it is asked
// for more generations.
func (s State) started(e Event) State {
	s.Target = e.Generations
	switch {
	case s.Generation == 0:
		s.Next = MakeNetwork
	case (s.Next == "" || s.Next == Conclude || s.Next == Finish) && s.more():
		s.Final = nil
		s = s.begin(s.Generation + 1)
	case s.Next == MakeGames && s.Target > 0 && s.Generation > s.Target && s.Generation > 1:
		s.Generation--
		s.Next = Conclude
	}
	return s
}

// forked goes on behind the generation that ended last, whatever the run that it
// was made in would have done next.
func (s State) forked(e Event) (State, error) {
	ended := len(s.Done)
	begins := s.Next == MakeGames && s.Generation == ended+1
	if !begins && s.Next != Conclude || e.Generation != ended || e.Fork == nil || e.Fork.Best != s.Best || len(e.Fork.Models) != ended+1 {
		return s, fmt.Errorf("event %q of generation %d does not follow: %d generations are complete and the best network is that of generation %d",
			e.Kind, e.Generation, ended, s.Best)
	}
	s.Final = nil
	return s.begin(ended + 1), nil
}

// more reports whether a generation follows the present one.
func (s State) more() bool { return s.Target == 0 || s.Generation < s.Target }

func (s State) begin(generation int) State {
	s.Generation, s.Next = generation, MakeGames
	s.Current = report.Generation{Generation: generation}
	return s
}

// closed ends the present generation.
func (s State) closed() State {
	s.Done = append(s.Done[:len(s.Done):len(s.Done)], s.Current)
	if s.more() {
		return s.begin(s.Generation + 1)
	}
	s.Next = Conclude
	return s
}

// Replay is the state after a whole log.
func Replay(events []Event) (State, error) {
	var s State
	for i, e := range events {
		var err error
		if s, err = Step(s, e); err != nil {
			return s, fmt.Errorf("event %d: %w", i+1, err)
		}
	}
	return s, nil
}
