package loop

import (
	"bytes"
	"fmt"

	"halmazero/configs"
	"halmazero/internal/fsx"
	"halmazero/selfplay/report"
)

// publish prints the generation's line and writes metrics and report anew:
// both follow from the events.
func (d *Driver) publish() (Event, error) {
	metrics, err := encodeLines(append(d.state.Done[:len(d.state.Done):len(d.state.Done)], d.state.Current))
	if err != nil {
		return Event{}, err
	}
	if err := fsx.WriteFile(d.folder.path("metrics.jsonl"), metrics); err != nil {
		return Event{}, err
	}
	if err := d.writeReport(); err != nil {
		return Event{}, err
	}
	if err := d.boardGeneration(d.state.Current); err != nil {
		return Event{}, err
	}
	// Not before the generation's events are logged: a process that takes its
	// training up again needs the checkpoint before.
	if err := d.folder.pruneCheckpoints(d.cfg.Training.KeepCheckpoints); err != nil {
		return Event{}, err
	}
	fmt.Fprintln(d.opt.Out, report.Line(d.state.Current))
	for _, a := range d.state.Current.Alarms {
		fmt.Fprintf(d.opt.Out, "     alarm: %s\n", a)
	}
	return Event{}, nil
}

// encodeLines is a file of JSON lines, one for each value.
func encodeLines[T any](values []T) ([]byte, error) {
	var buf bytes.Buffer
	for _, v := range values {
		line, err := fsx.EncodeLine(v)
		if err != nil {
			return nil, err
		}
		buf.Write(line)
	}
	return buf.Bytes(), nil
}

// writeReport writes report.html with everything that is known.
func (d *Driver) writeReport() error {
	text, err := configs.Marshal(d.cfg)
	if err != nil {
		return err
	}
	gens := d.state.Done
	if d.state.Next == Publish {
		gens = append(gens[:len(gens):len(gens)], d.state.Current)
	}
	page, err := report.HTML(report.Run{Name: d.cfg.Name, RulesID: d.cfg.RulesID, Rules: d.cfg.Rules, RulesHash: d.rules.Hash(), Seed: d.cfg.Seed,
		Build: d.build, ConfigHash: d.hash, Config: string(text), Final: d.state.Final,
		More: d.facts()}, gens)
	if err != nil {
		return err
	}
	if err := fsx.WriteFile(d.folder.path("report.html"), page); err != nil {
		return err
	}
	if d.state.Next == Finish {
		d.printFinal()
	}
	return nil
}

// facts are what the report says of this run besides what every run has.
func (d *Driver) facts() []report.Fact {
	facts := []report.Fact{{Name: "Dataset hash", Value: d.manifest.Hash()}, {Name: "Bootstrap", Value: d.sourcesNote()}}
	for _, e := range d.folder.Events {
		if e.Kind == Forked {
			facts = append(facts, report.Fact{Name: "Forked", Value: e.forkText()})
		}
	}
	if d.tested != nil {
		facts = append(facts, report.Fact{Name: "Self-test", Value: d.tested.String()})
	}
	return facts
}

// printFinal prints the final matches.
func (d *Driver) printFinal() {
	promoted := 0
	for _, g := range d.state.Done {
		if g.Gate != nil && g.Gate.Promoted {
			promoted++
		}
	}
	fmt.Fprintf(d.opt.Out, "final: the network of generation %d, %d of %d candidates promoted\n", d.state.Best, promoted, len(d.state.Done))
	for _, o := range d.state.Final {
		fmt.Fprintf(d.opt.Out, "  against %-20s %3d wins %3d draws %3d losses %3d truncated  Elo %s  still at home: own %d, other %d of %d games\n",
			o.Name, o.Wins, o.Draws, o.Losses, o.Truncated, o.Elo.Format(0), o.HomeOwn, o.HomeOther, o.Games())
	}
	fmt.Fprintf(d.opt.Out, "dataset %s\n", d.manifest.Hash())
	fmt.Fprintf(d.opt.Out, "report: %s\n", d.folder.path("report.html"))
}
