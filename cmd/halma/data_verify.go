package main

import (
	"fmt"
	"strings"

	"halmazero/dataset"
	"halmazero/dataset/arrowio"
	"halmazero/internal/progress"
	"halmazero/selfplay"
)

// dataVerify checks a whole folder and fails if anything is wrong.
func dataVerify(e env, args []string) error {
	f := dataOptions(e, "verify", "DIR [--json]", "check every file and every game of a folder")
	asJSON := f.Bool("json", false, "print one JSON object")
	if err := parse(f, args, 1, 1); err != nil {
		return err
	}
	folder, err := checkFolder(e.ctx, f.Arg(0))
	if err != nil {
		return err
	}
	var report dataset.Report
	if !folder.trains() {
		if report, err = verifyGames(e, folder); err != nil {
			return err
		}
	}
	report.Faults = append(folder.faults, report.Faults...)
	switch {
	case *asJSON:
		err = printJSON(e.out, verdictOf(folder, &report))
	case folder.trains():
		_, err = fmt.Fprint(e.out, folder.text(), report.FaultText())
	default:
		_, err = fmt.Fprint(e.out, folder.text(), report.Text())
	}
	if err != nil {
		return err
	}
	if n := len(report.Faults); n > 0 {
		return fmt.Errorf("%w: %d found, first fault: %s", errShort, n, report.Faults[0])
	}
	return nil
}

// verifyGames checks the shards of a folder and every game in them.
func verifyGames(e env, folder *folderCheck) (dataset.Report, error) {
	var bar *progress.Bar // made when the number of shards is known
	report, err := dataset.Verify(e.ctx, folder.dir, arrowio.Codec{}, dataset.VerifyOptions{CapOutcomes: selfplay.CapOutcomes, Game: folder.game,
		Progress: func(shards, of int) {
			if bar == nil {
				bar = progress.New(e.talk, "verify shards", int64(of))
			}
			bar.Set(int64(shards))
		}})
	if bar != nil {
		bar.Done()
	}
	return report, err
}

// verdict is the report as JSON.
type verdict struct {
	Dataset string         `json:"dataset"`
	Shards  int            `json:"shards"`
	Games   int            `json:"games"`
	Moves   int            `json:"moves"`
	Rows    int            `json:"positions"`
	Bytes   int64          `json:"bytes"`
	Results map[string]int `json:"results"`
	Causes  map[string]int `json:"causes"`
	Files   map[string]int `json:"files,omitempty"` // further ones, by kind
	Faults  []faultLine    `json:"faults"`
}

type faultLine struct {
	File   string `json:"file,omitempty"`
	Game   string `json:"game,omitempty"`
	Ply    *int   `json:"ply,omitempty"`
	Check  string `json:"check,omitempty"`
	Reason string `json:"reason"`
}

func verdictOf(f *folderCheck, r *dataset.Report) verdict {
	v := verdict{r.Hash, r.Shards, r.Games, r.Moves, r.Rows, r.Bytes, r.Results, r.Causes, f.files, []faultLine{}}
	for _, x := range r.Faults {
		line := faultLine{File: x.File, Game: x.Game, Check: string(x.Check), Reason: x.Reason}
		if x.Ply >= 0 {
			line.Ply = &x.Ply
		}
		v.Faults = append(v.Faults, line)
	}
	return v
}

// text says which files beside the shards were looked at.
func (f *folderCheck) text() string {
	var parts []string
	for _, kind := range folderKinds {
		if n := f.files[kind]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", kind, n))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "further files: " + strings.Join(parts, ", ") + "\n"
}
