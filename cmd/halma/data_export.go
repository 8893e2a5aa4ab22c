package main

import (
	"bufio"
	"fmt"
	"io"

	"halmazero/dataset"
	"halmazero/dataset/arrowio"
	"halmazero/engine"
	"halmazero/internal/fsx"
	"halmazero/internal/progress"
)

// dataExport writes the games of a folder for other programs: as lines of JSON,
// or as Parquet files.
func dataExport(e env, args []string) error {
	f := dataOptions(e, "export", "DIR (--jsonl FILE | --parquet --out DIR2)",
		"write the games of a folder for other programs: every position as a line of JSON, with its position text, or games and positions as Parquet files")
	file := f.String("jsonl", "", "file of JSON lines to write, - for the standard output")
	parquet := f.Bool("parquet", false, "write Parquet files: two a shard, as the Arrow files are")
	out := f.String("out", "", "new folder of the Parquet files")
	if err := parse(f, args, 1, 1); err != nil {
		return err
	}
	switch {
	case *parquet && *file != "":
		return usageError("--jsonl and --parquet exclude each other")
	case *parquet && *out == "":
		return usageError("--out is missing: --parquet writes a new folder")
	case !*parquet && *out != "":
		return usageError("--out is for --parquet")
	case !*parquet && *file == "":
		return usageError("--jsonl or --parquet is missing")
	}
	set, err := dataset.Open(f.Arg(0), arrowio.Codec{})
	if err != nil {
		return err
	}
	if *parquet {
		return exportParquet(e, f.Arg(0), set, *out)
	}
	return exportLines(e, set, *file)
}

// exportParquet writes a new folder, whole or not at all.
func exportParquet(e env, dir string, set *dataset.Set, out string) error {
	_, codec, unreadable := recoverySettings(dir)
	if unreadable != nil {
		fmt.Fprintf(e.talk, "the ruleset's name is left out: %v\n", unreadable)
	}
	bar := progress.New(e.talk, "export shards", int64(len(set.Manifest().Shards())))
	defer bar.Done()
	var hash string
	err := fsx.MakeFolder(out, func(folder string) (err error) {
		hash, err = dataset.Export(e.ctx, set, folder, arrowio.Parquet(codec), func(int, int) { bar.Add(1) })
		return err
	})
	if err != nil {
		return err
	}
	games, rows := 0, 0
	for _, s := range set.Manifest().Shards() {
		games, rows = games+s.Games, rows+s.Rows
	}
	_, err = fmt.Fprintf(e.out, "%d shards, %d games and %d positions written to %s\ndataset %s\n", len(set.Manifest().Shards()), games, rows, out, hash)
	return err
}

// exportLines writes every position as a line of JSON.
func exportLines(e env, set *dataset.Set, file string) error {
	if file == "-" {
		return exportTo(e, e.out, set)
	}
	out, err := fsx.Create(file)
	if err != nil {
		return err
	}
	defer out.Abort()
	if err := exportTo(e, out, set); err != nil {
		return err
	}
	_, _, err = out.Commit()
	return err
}

func exportTo(e env, w io.Writer, set *dataset.Set) error {
	shards := set.Manifest().Shards()
	bar := progress.New(e.talk, "export shards", int64(len(shards)))
	defer bar.Done()
	buf := bufio.NewWriterSize(w, 1<<20)
	for _, s := range shards {
		if err := e.ctx.Err(); err != nil {
			return err
		}
		games, err := set.Load(s)
		if err != nil {
			return err
		}
		for i := range games {
			if err := exportGame(buf, &games[i]); err != nil {
				return err
			}
		}
		bar.Add(1)
	}
	return buf.Flush()
}

// exportedRow is a position with what was made of it. Seats count from 1, as
// in position texts, and lists by seat are in their order.
type exportedRow struct {
	Game         string          `json:"game"`
	Ply          int             `json:"ply"`
	Seat         int             `json:"seat"` // to move
	Position     string          `json:"position"`
	Played       string          `json:"played"`
	Policy       []exportedVisit `json:"policy"`
	RootValue    []float32       `json:"root_value,omitempty"`
	NetworkValue []float32       `json:"network_value,omitempty"`
	ShortValue   []float32       `json:"short_value,omitempty"`
	Outcome      []float32       `json:"outcome"`
	Result       string          `json:"result"` // of the game
	Simulations  int             `json:"simulations"`
	Full         bool            `json:"full"`
	Noise        bool            `json:"noise"`
	Temperature  float32         `json:"temperature"`
	PliesLeft    int             `json:"plies_left"`
	Remaining    []int           `json:"remaining"`
	Weight       float32         `json:"weight"`
	Surprise     float32         `json:"surprise"`
	Flags        uint32          `json:"flags"`
}

type exportedVisit struct {
	Move   string  `json:"move"`
	Visits uint32  `json:"visits"`
	Prior  float32 `json:"prior"`
	Q      float32 `json:"q"`
}

// exportGame plays a game again, for the texts of its positions, and writes a
// line for each of its rows.
func exportGame(w io.Writer, g *dataset.Game) error {
	p, err := engine.ParsePosition(g.Start)
	if err != nil {
		return fmt.Errorf("game %s: %w", g.ID, err)
	}
	rows := g.Rows
	for i, m := range g.Moves {
		if len(rows) > 0 && rows[0].Ply == p.Ply() {
			if rows[0].Hash != p.Hash() {
				return fmt.Errorf("game %s, ply %d: the position is not that of the replay; see halma data verify", g.ID, p.Ply())
			}
			line := exported(g, &rows[0], &p)
			if _, err := w.Write(append(jsonLine(line), '\n')); err != nil {
				return err
			}
			rows = rows[1:]
		}
		if err := p.Legal(m); err != nil {
			return fmt.Errorf("game %s, move %d: %w", g.ID, i+1, err)
		}
		p.Play(m)
	}
	if len(rows) > 0 {
		return fmt.Errorf("game %s: %d positions belong to no ply; see halma data verify", g.ID, len(rows))
	}
	return nil
}

func exported(g *dataset.Game, r *dataset.Row, p *engine.Position) exportedRow {
	b := p.Board()
	x := exportedRow{Game: g.ID, Ply: r.Ply, Seat: r.Seat + 1, Position: p.String(), Played: b.ShortText(r.Played), Policy: []exportedVisit{},
		RootValue: r.RootValue, NetworkValue: r.NetworkValue, ShortValue: r.ShortValue, Outcome: r.Outcome, Result: g.Result,
		Simulations: r.Simulations, Full: r.Full, Noise: r.Noise, Temperature: r.Temperature,
		PliesLeft: r.PliesLeft, Remaining: r.Remaining, Weight: r.Weight, Surprise: r.Surprise, Flags: r.Flags}
	for _, v := range r.Policy {
		x.Policy = append(x.Policy, exportedVisit{b.ShortText(v.Move), v.Visits, v.Prior, v.Q})
	}
	return x
}
