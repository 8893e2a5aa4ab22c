package loop

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"halmazero/configs"
	"halmazero/dataset"
	"halmazero/engine"
	"halmazero/internal/seed"
	"halmazero/model"
	"halmazero/model/features"
	"halmazero/model/nn/kernel"
)

// withHeads weighs the losses of all further heads.
func withHeads(t *testing.T, c configs.Config) configs.Config {
	t.Helper()
	err := c.Set([]string{"training.plies_left_weight=0.5", "training.distance_weight=0.5", "training.reply_weight=0.5",
		"training.short_value_weight=0.5", "training.short_horizons=[3, 12]"})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// raceGames are n finished or truncated games, with their rows from a ply on, of
// players that stumble forward:
// each plays one of its moves at random, drawn with a preference for those that
// come closer, and records the preferences as visits. The root value is what
// the difference of the remaining distances promises.
func raceGames(t *testing.T, rules *engine.Rules, generation, n, from, plies int) []dataset.Game {
	t.Helper()
	games := make([]dataset.Game, n)
	for i := range games {
		rng := rand.New(rand.NewPCG(uint64(generation), uint64(i)))
		p := rules.Start(rng.IntN(2))
		g := dataset.Game{Run: "race", Generation: generation, Index: i, Models: []string{"race", "race"}, Seed: 1,
			Rules: rules.Ref(), Start: p.String(), Cap: plies, Build: "devel", ConfigHash: "cafe"}
		for !p.Result().Over() && p.Ply() < plies {
			r := raceRow(&p, rng)
			if p.Ply() >= from {
				g.Rows = append(g.Rows, r)
			}
			g.Moves = append(g.Moves, r.Played)
			p.Play(r.Played)
		}
		p.Truncate()
		result := p.Result()
		g.Result, g.Cause = result.String(), result.Cause
		values := result.Values()
		g.Outcome = append(g.Outcome, values[:2]...)
		if result.Kind == engine.Truncated {
			g.Outcome[0] = lead(&p)
			g.Outcome[1] = -g.Outcome[0]
		}
		if err := g.Seal(); err != nil {
			t.Fatal(err)
		}
		games[i] = g
	}
	return games
}

// lead is who is ahead, for the first seat.
func lead(p *engine.Position) float32 {
	return float32(0.9 * math.Tanh(float64(p.Remaining(1)-p.Remaining(0))/5))
}

func raceRow(p *engine.Position, rng *rand.Rand) dataset.Row {
	r := dataset.Row{Ply: p.Ply(), Seat: p.Mover(), Cells: p.Cells(nil), Hash: p.Hash(), Weight: 1,
		Made: []int{p.Made(0), p.Made(1)}, Remaining: []int{p.Remaining(0), p.Remaining(1)}, Full: rng.IntN(4) > 0}
	moves := p.Moves(nil)
	total := 0
	for _, m := range moves {
		q := *p
		q.Play(m)
		gain := p.Remaining(p.Mover()) - q.Remaining(p.Mover())
		v := dataset.Visit{Move: m, Visits: uint32(1 + 10*max(0, gain)*max(0, gain)), Prior: 1 / float32(len(moves))}
		r.Policy = append(r.Policy, v)
		total += int(v.Visits)
	}
	r.Simulations = total
	at := rng.IntN(total)
	for _, v := range r.Policy {
		if at -= int(v.Visits); at < 0 {
			r.Played = v.Move
			break
		}
	}
	r.RootValue = []float32{lead(p), -lead(p)}
	r.NetworkValue = r.RootValue
	r.Surprise = float32(rng.Float64())
	return r
}

// TestRowsOfHeads compares the targets of further heads with the games that
// they come from, seen by each mover, and mirrored.
func TestRowsOfHeads(t *testing.T) {
	c, err := configs.Load("defaults")
	if err != nil {
		t.Fatal(err)
	}
	training := withHeads(t, c).Training
	rules := mustRules(t, "wiki-8")
	code := features.For(rules)
	games := append(raceGames(t, rules, 0, 2, 5, 200), raceGames(t, rules, 1, 2, 0, 30)...)
	w := dataset.NewWindow(rules)
	if err := w.Add(games); err != nil {
		t.Fatal(err)
	}
	rows := NewRows(code, training)
	at, finished, truncated := 0, 0, 0
	for i := range games {
		g := &games[i]
		if g.Result == "truncated" {
			truncated++
		} else {
			finished++
		}
		for j := range g.Rows {
			for _, mirror := range []bool{false, true} {
				var b model.Batch
				b.Reset()
				var s dataset.Sample
				if err := w.At(at, &s); err != nil {
					t.Fatal(err)
				}
				rows.Append(&b, &s, mirror)
				checkHeads(t, fmt.Sprintf("%s, ply %d, mirrored %v", g.ID, g.Rows[j].Ply, mirror), code, &b, g, j, mirror)
			}
			at++
		}
	}
	if finished == 0 || truncated == 0 {
		t.Errorf("%d games finished, %d truncated, which is no test", finished, truncated)
	}
}

func checkHeads(t *testing.T, what string, code *features.Encoding, b *model.Batch, g *dataset.Game, j int, mirror bool) {
	t.Helper()
	r := &g.Rows[j]
	wantWeight := float32(1)
	if g.Result == "truncated" {
		wantWeight = 0
	}
	if len(b.PliesLeft) != 1 || b.PliesLeft[0] != code.PliesLeft(r.PliesLeft) || b.PliesLeftWeight[0] != wantWeight {
		t.Errorf("%s: plies left %v with weight %v, want the share of %d", what, b.PliesLeft, b.PliesLeftWeight, r.PliesLeft)
	}
	own, other := g.FinalRemaining[r.Seat], g.FinalRemaining[1-r.Seat]
	if (b.Distance[0] < b.Distance[1]) != (own < other) || (b.Distance[0] == 0) != (own == 0) || b.DistanceWeight[0] != 1 {
		t.Errorf("%s: distances %v, want shares of %d and %d", what, b.Distance, own, other)
	}
	for h, horizon := range []float64{3, 12} {
		sum, weight := 0.0, 1.0
		for _, next := range g.Rows[j:] {
			sum += weight / horizon * float64(next.RootValue[r.Seat])
			weight *= 1 - 1/horizon
		}
		want := (sum + weight*float64(g.Outcome[r.Seat]) + 1) / 2
		if got := float64(b.ShortValue[2*h]); math.Abs(got-want) > 1e-5 || math.Abs(got+float64(b.ShortValue[2*h+1])-1) > 1e-6 {
			t.Errorf("%s: short values %v, want %v first for horizon %v", what, b.ShortValue[2*h:2*h+2], want, horizon)
		}
	}
	if b.Reply.Offset[0] != 0 || int(b.Reply.Offset[1]) != len(b.Reply.From) || (b.Reply.Weight[0] == 1) != (j+1 < len(g.Rows)) {
		t.Errorf("%s: reply offsets %v, weight %v", what, b.Reply.Offset, b.Reply.Weight)
	}
	if j+1 == len(g.Rows) {
		return
	}
	// The move that is worth most, in absolute cells, is the next row's.
	best := 0
	for k, x := range b.Reply.Target {
		if x > b.Reply.Target[best] {
			best = k
		}
	}
	next := g.Rows[j+1]
	want := next.Played
	if next.Full {
		want = slices.MaxFunc(next.Policy, func(a, b dataset.Visit) int { return int(a.Visits) - int(b.Visits) }).Move
	}
	from, to := seen(g.Rows[j].Seat, want, mirror)
	if b.Reply.From[best] != from || b.Reply.To[best] != to {
		t.Errorf("%s: the reply is from %d to %d, want %d to %d", what, b.Reply.From[best], b.Reply.To[best], from, to)
	}
}

// seen is a move as the mover of a row sees it on 8x8, without the encoding: the
// second seat from the other side, and mirrored at the diagonal between homes.
func seen(mover int, m engine.Move, mirror bool) (from, to int16) {
	turn := func(c int) int16 {
		if mover == 1 {
			c = 63 - c
		}
		if mirror {
			c = c%8*8 + c/8
		}
		return int16(c)
	}
	return turn(int(m.From())), turn(int(m.To()))
}

// TestHeadsLearn trains all heads on games of players that stumble forward: on
// other games of theirs each loss falls below that of a constant answer, the
// policies below that of even odds.
func TestHeadsLearn(t *testing.T) {
	if testing.Short() {
		t.Skip("steps take seconds")
	}
	if kernel.Active() == kernel.KindGo {
		t.Skip("steps take half a minute in plain Go")
	}
	c, err := configs.Load("quick")
	if err != nil {
		t.Fatal(err)
	}
	c.Training.Batch, c.Training.LearningRate = 64, 0.002
	c = withHeads(t, c)
	rules := mustRules(t, "wiki-8")
	code := features.For(rules)
	spec := NetworkSpec(c.Network, code)
	spec.Heads = Heads(c.Training)
	spec.Blocks, spec.Filters = 1, 16
	trainer := trainerOf(t, c, spec)
	rows, rng := NewRows(code, c.Training), seed.New(c.Seed, "train")
	seenGames, unseen := dataset.NewWindow(rules), dataset.NewWindow(rules)
	if err := seenGames.Add(raceGames(t, rules, 0, 200, 50, 80)); err != nil {
		t.Fatal(err)
	}
	if err := unseen.Add(raceGames(t, rules, 1, 60, 50, 80)); err != nil {
		t.Fatal(err)
	}
	var b, check model.Batch
	draw(t, &check, unseen, rows, 1000, rng)
	for range 300 {
		draw(t, &b, seenGames, rows, c.Training.Batch, rng)
		if _, err := trainer.Step(&b); err != nil {
			t.Fatal(err)
		}
	}
	after, err := trainer.Evaluate(&check)
	if err != nil {
		t.Fatal(err)
	}
	constants := constantLosses(&check, spec)
	for _, p := range after.Parts(spec.Heads) {
		t.Logf("%-12s loss %.4f, constant answer %.4f, entropy of the targets %.4f", p.Name, p.Loss, constants[p.Name], p.Entropy)
		if excess := constants[p.Name] - p.Entropy; !(p.Loss-p.Entropy < 0.9*excess) {
			t.Errorf("%s: the loss is %.4f, of which %.4f is the entropy of the targets; a constant answer has %.4f", p.Name, p.Loss, p.Entropy, constants[p.Name])
		}
	}
}

// constantLosses are the losses of the best answer that does not look at the
// position: the mean target, and for policies even odds.
func constantLosses(b *model.Batch, spec model.Spec) map[string]float64 {
	even := func(p model.Policy) float64 {
		var sum, weight float64
		for i, w := range p.Weight {
			if w > 0 {
				sum += float64(w) * math.Log(float64(p.Offset[i+1]-p.Offset[i]))
				weight += float64(w)
			}
		}
		return sum / weight
	}
	// mean is the entropy of each of the columns' means, by their mean.
	mean := func(targets, weights []float32, columns int) (h float64) {
		for k := range columns {
			var sum, weight float64
			for i, w := range weights {
				sum += float64(w) * float64(targets[i*columns+k])
				weight += float64(w)
			}
			p := sum / weight
			h -= (p*math.Log(p) + (1-p)*math.Log(1-p)) / float64(columns)
		}
		return h
	}
	return map[string]float64{
		"policy": even(b.Policy()), "reply": even(b.Reply),
		"value":       mean(b.Value, b.ValueWeight, 2), // of two seats, each column says it all
		"plies_left":  mean(b.PliesLeft, b.PliesLeftWeight, 1),
		"distance":    mean(b.Distance, b.DistanceWeight, 2),
		"short_value": mean(b.ShortValue, b.ShortValueWeight, 2*spec.Heads.ShortValues),
	}
}

// TestSurpriseShare moves weight between the rows of a game, and keeps it in all.
func TestSurpriseShare(t *testing.T) {
	c, err := configs.Load("defaults")
	if err != nil {
		t.Fatal(err)
	}
	rules := mustRules(t, "wiki-8")
	code := features.For(rules)
	games := raceGames(t, rules, 0, 3, 0, 90)
	w := dataset.NewWindow(rules)
	if err := w.Add(games); err != nil {
		t.Fatal(err)
	}
	weights := func(share float64) (policy, value []float32) {
		c.Training.SurpriseShare = share
		rows := NewRows(code, c.Training)
		var b model.Batch
		b.Reset()
		var s dataset.Sample
		for i := range w.Len() {
			if err := w.At(i, &s); err != nil {
				t.Fatal(err)
			}
			rows.Append(&b, &s, false)
		}
		return b.PolicyWeight, b.ValueWeight
	}
	plain, plainValue := weights(0)
	half, halfValue := weights(0.5)
	var before, after float64
	at := 0
	for i := range games {
		for j := range games[i].Rows {
			r := &games[i].Rows[j]
			if plainValue[at] != 1 || plain[at] != flag(r.Full) {
				t.Fatalf("%s, ply %d: weights %v and %v without a share", games[i].ID, r.Ply, plain[at], plainValue[at])
			}
			before, after = before+float64(plain[at]), after+float64(half[at])
			if r.Full && (half[at] < 0.5 || half[at] != halfValue[at]) || !r.Full && (half[at] != 0 || halfValue[at] != 1) {
				t.Errorf("%s, ply %d, full %v: weights %v and %v with a share of a half", games[i].ID, r.Ply, r.Full, half[at], halfValue[at])
			}
			at++
		}
	}
	if math.Abs(after/before-1) > 1e-5 || slices.Equal(plain, half) {
		t.Errorf("a weight of %v in all becomes %v", before, after)
	}
}

func flag(is bool) float32 {
	if is {
		return 1
	}
	return 0
}

// TestRunWithHeads repeats a run that trains all heads and weighs surprise, with
// another number of workers.
func TestRunWithHeads(t *testing.T) {
	c := withHeads(t, tiny(t, "training.surprise_share=0.5"))
	one, two := t.TempDir(), t.TempDir()
	for workers, dir := range []string{one, two} {
		if err := run(t, context.Background(), c, dir, workers+1, io.Discard); err != nil {
			t.Fatal(err)
		}
	}
	if a, b := hashes(t, one), hashes(t, two); a != b {
		t.Errorf("with one worker\n%s\nwith two\n%s", a, b)
	}
	metrics, err := os.ReadFile(filepath.Join(one, "metrics.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"distance", "short value", "reply"} {
		if !bytes.Contains(metrics, []byte(`{"name":"`+name+`","loss":`)) {
			t.Errorf("metrics.jsonl has no loss of the head %s", name)
		}
	}
}

// TestEvaluateInPieces measures the same in pieces as in one, for every head.
func TestEvaluateInPieces(t *testing.T) {
	c := withHeads(t, tiny(t))
	rules := mustRules(t, "wiki-8")
	code := features.For(rules)
	spec := NetworkSpec(c.Network, code)
	spec.Heads = Heads(c.Training)
	trainer := trainerOf(t, c, spec)
	w := dataset.NewWindow(rules)
	if err := w.Add(append(raceGames(t, rules, 0, 1, 0, 200), raceGames(t, rules, 1, 1, 0, 20)...)); err != nil {
		t.Fatal(err)
	}
	rows := NewRows(code, c.Training)
	whole, err := Evaluate(trainer, w, rows, 1e6)
	if err != nil {
		t.Fatal(err)
	}
	pieces, err := Evaluate(trainer, w, rows, 7)
	if err != nil {
		t.Fatal(err)
	}
	a, b := whole.parts(&model.Batch{}), pieces.parts(&model.Batch{})
	for i, p := range a {
		if !(*p.loss > *p.entropy) || math.Abs(*p.loss-*b[i].loss) > 1e-5 || math.Abs(*p.entropy-*b[i].entropy) > 1e-5 {
			t.Errorf("%s: %v with entropy %v, in pieces %v with %v", p.name, *p.loss, *p.entropy, *b[i].loss, *b[i].entropy)
		}
	}
	if n := strings.Count(whole.String(), "excess"); n != 6 || len(whole.furtherHeads()) != 4 {
		t.Errorf("%d parts in %q, %d further heads", n, whole.String(), len(whole.furtherHeads()))
	}
	plain := Losses{Policy: 3, Value: 0.5}
	if n := strings.Count(plain.String(), "excess"); n != 2 || plain.furtherHeads() != nil {
		t.Errorf("without further heads %q", plain.String())
	}
}
