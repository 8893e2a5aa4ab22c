package report

import (
	"encoding/json"
	"encoding/xml"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"halmazero/selfplay/stats"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("differs from %s, which -update would write anew:\n%s", path, got)
	}
}

// healthy is a generation without a reason for an alarm.
func healthy(number int) Generation {
	n := float64(number)
	return Generation{
		Generation: number,
		SelfPlay: SelfPlay{Games: 400, Positions: 12000 + 100*number, Cap: 25 + 5*number, MeanPlies: 40 + n, TruncatedShare: 0.25,
			DecisiveShare: 0.6, DeadlineShare: 0.15, SquattingShare: 0.125, FirstPlayerShare: 0.52, MeanAbsOutcome: 0.8,
			UniqueGamesShare: 1, UniquePositionsShare: 0.85, RootCorrelation: []float64{0.31, 0.29}},
		Audit: &Audit{Games: 400, Rows: 12000, Searched: 11900, Passed: []string{"record", "sign"}, Signs: []Sign{
			{Seat: 1, From: 1, To: 1, Games: 380, Rows: 380, Correlation: 0.98, Verdict: "sound"},
			{Seat: 1, From: 33, Games: 20, Rows: 60, Correlation: -0.125, Verdict: "too few"},
			{Seat: 2, From: 5, To: 8, Games: 400, Rows: 800, Correlation: 0.625, Verdict: "sound"},
		}},
		Training: &Training{Samples: 51200, SamplesPerSecond: 4100.4, Bucket: 12, Steps: 200 * number, PolicyLoss: 2.5 - n/100, PolicyEntropy: 2.1, ValueLoss: 0.65 - n/1000},
		Gate:     &Gate{Pairs: 100, Elo: stats.Interval{Value: 34, Low: 6, High: 63}, Verdict: "accept", Promoted: true},
		Ladder: []Opponent{
			{Name: "greedy", Wins: 36, Draws: 1, Losses: 2, Truncated: 1, HomeOwn: 1, HomeOther: 4,
				Score: stats.Interval{Value: 0.93, Low: 0.85, High: 0.98}, Elo: stats.Interval{Value: 449, Low: 301, High: 676}},
			{Name: "classical:depth=1", Wins: 20, Losses: 20,
				Score: stats.Interval{Value: 0.5, Low: 0.38, High: 0.62}, Elo: stats.Interval{Low: -85, High: 85}},
		},
		Seconds: Seconds{SelfPlay: 18.25, Train: 12.5, Gate: 6, Ladder: 3.3},
	}
}

// bare is a generation of which nothing but the games was measured.
func bare(number int) Generation {
	return Generation{Generation: number, SelfPlay: SelfPlay{Games: 400, Positions: 12000, Cap: 30, MeanPlies: 30, TruncatedShare: 1,
		SquattingShare: 0.5, FirstPlayerShare: 0.5, UniqueGamesShare: 1, UniquePositionsShare: 0.9}, Seconds: Seconds{SelfPlay: 10}}
}

func TestLine(t *testing.T) {
	rejected := healthy(123)
	rejected.Gate = &Gate{Elo: stats.Interval{Value: -112.4, Low: -230, High: 5}, Verdict: "reject"}
	rejected.Alarms = []string{"one", "two"}
	alarmed := healthy(2)
	alarmed.Alarms = []string{"one"}
	lines := []string{Header(), Line(bare(1)), Line(alarmed), Line(rejected)}
	golden(t, "line.txt", strings.Join(lines, "\n")+"\n")
	column := len([]rune(Header())) - len("score against")
	for _, line := range lines[1:] {
		if r := []rune(line); r[column-1] != ' ' || r[column] == ' ' {
			t.Errorf("the last column of %q does not begin under that of the header", line)
		}
	}
}

func TestLineOfAnEvenMatch(t *testing.T) {
	g := Generation{Gate: &Gate{Elo: stats.Interval{Value: -1e-9, Low: -28, High: 28}, Verdict: "reject"}}
	if line := Line(g); !strings.Contains(line, "+0 ±28") {
		t.Errorf("%q has no +0 ±28", line)
	}
}

func TestAlarms(t *testing.T) {
	tests := []struct {
		name   string
		change func(g *Generation)
		want   string // the beginning; empty: no alarm
	}{
		{"healthy", func(g *Generation) {}, ""},
		{"early truncation", func(g *Generation) { *g = bare(11) }, ""},
		{"late truncation", func(g *Generation) { g.SelfPlay.TruncatedShare = 0.51 }, "51.0% of the games were truncated"},
		{"just not truncated", func(g *Generation) { g.SelfPlay.TruncatedShare = 0.5 }, ""},
		{"squatting", func(g *Generation) { g.SelfPlay.SquattingShare = 0.26 }, "26.0% of the games ended with one side alone at home"},
		{"early squatting", func(g *Generation) { g.Generation, g.SelfPlay.SquattingShare = 11, 0.26 }, ""},
		{"repeated games", func(g *Generation) { g.SelfPlay.UniqueGamesShare = 0.89 }, "only 89.0% of the games are unique"},
		{"no games", func(g *Generation) { g.SelfPlay = SelfPlay{} }, ""},
		{"the first player wins", func(g *Generation) { g.SelfPlay.FirstPlayerShare = 1 }, "the starting side won 100.0%"},
		{"the second player wins", func(g *Generation) { g.SelfPlay.FirstPlayerShare = 0.05 }, "the starting side won 5.0%"},
		{"too few won games to tell", func(g *Generation) { g.SelfPlay.FirstPlayerShare, g.SelfPlay.Games = 1, 60 }, ""},
		{"values of the wrong player", func(g *Generation) { g.SelfPlay.RootCorrelation[1] = -0.3 }, "root values of seat 2 contradict"},
		{"before any training", func(g *Generation) { g.Generation, g.SelfPlay.RootCorrelation[1] = 2, -0.3 }, ""},
		{"chance", func(g *Generation) { g.SelfPlay.RootCorrelation[0] = -0.01 }, ""},
		{"constant value", func(g *Generation) { g.Training.ValueLoss = math.Ln2 - 0.001 }, "value loss 0.6921 after 4000 steps is a guess"},
		{"worse than constant", func(g *Generation) { g.Training.ValueLoss = 0.9 }, "value loss 0.9000 after 4000 steps is a guess"},
		{"constant value of three seats", func(g *Generation) {
			g.SelfPlay.RootCorrelation = []float64{0.4, 0.4, 0.4}
			g.Training.ValueLoss = math.Log(3) - 0.001
		}, "value loss 1.0976 after 4000 steps is a guess (not below ln 3"},
		{"constant value of three seats, games of a bot", func(g *Generation) {
			g.SelfPlay.RootCorrelation, g.SelfPlay.Seats = nil, 3
			g.Training.ValueLoss = math.Log(3) - 0.001
		}, "value loss 1.0976 after 4000 steps is a guess (not below ln 3"},
		{"a value of three seats, games of a bot", func(g *Generation) {
			g.SelfPlay.RootCorrelation, g.SelfPlay.Seats = nil, 3
			g.Training.ValueLoss = 1.07
		}, ""},
		{"a value of three seats", func(g *Generation) {
			g.SelfPlay.RootCorrelation = []float64{0.4, 0.4, 0.4}
			g.Training.ValueLoss = 1.07
		}, ""},
		{"constant value early", func(g *Generation) { g.Training.ValueLoss, g.Training.Steps = math.Ln2, 1199 }, ""},
		{"policy not learnt", func(g *Generation) { g.Training.PolicyLoss = g.Training.PolicyEntropy + 1.1 }, "policy loss is 1.100 above"},
		{"policy not learnt early", func(g *Generation) {
			g.Training.PolicyLoss, g.Training.Steps = g.Training.PolicyEntropy+1.1, 1199
		}, ""},
		{"impossible policy loss", func(g *Generation) { g.Training.PolicyLoss = g.Training.PolicyEntropy - 0.02 }, "policy loss 2.080 is below"},
		{"no training", func(g *Generation) { g.Training = nil }, ""},
		{"old alarms are not read", func(g *Generation) { g.Alarms = []string{"old"} }, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := healthy(20)
			test.change(&g)
			got := Alarms(g)
			if test.want == "" && len(got) > 0 || test.want != "" && (len(got) != 1 || !strings.HasPrefix(got[0], test.want)) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
	bad := healthy(20)
	bad.SelfPlay.TruncatedShare, bad.Training.ValueLoss = 1, 1
	if got := Alarms(bad); len(got) != 2 {
		t.Errorf("got %q, want two alarms", got)
	}
}

func TestGenerationAsJSON(t *testing.T) {
	for _, g := range []Generation{healthy(3), bare(1)} {
		text, err := json.Marshal(g)
		if err != nil {
			t.Fatal(err)
		}
		var again Generation
		if err := json.Unmarshal(text, &again); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(g, again) {
			t.Errorf("read back as\n%+v\nwas\n%+v", again, g)
		}
		if regexp.MustCompile(`"[^"]*[A-Z][^"]*":`).Match(text) {
			t.Errorf("a key without a tag in %s", text)
		}
	}
}

func someRun() Run {
	return Run{Name: "quick", Rules: "wiki-8-d30", RulesHash: "0123456789abcdef", Seed: 7, Build: "halmazero devel", ConfigHash: "fedcba9876543210",
		Config: "name: quick\n", More: []Fact{{"Host", "two cores"}}, Final: healthy(2).Ladder}
}

func TestHTMLGolden(t *testing.T) {
	second := healthy(2)
	second.Alarms = []string{"something is odd"}
	page, err := HTML(someRun(), []Generation{bare(1), second})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "small.html", string(page))
}

// svgs are the drawings of a page.
func svgs(page []byte) []string {
	return regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(string(page), -1)
}

func TestHTMLIsSelfContainedAndWellFormed(t *testing.T) {
	var gens []Generation
	for i := 1; i <= 150; i++ {
		g := healthy(i)
		if i%7 == 0 {
			g = bare(i) // gaps in every curve
		}
		for j := range 12 { // more opponents than styles
			if i > 50 && g.Ladder != nil {
				o := g.Ladder[0]
				o.Name = "classical:depth=" + strings.Repeat("9", j+1)
				g.Ladder = append(g.Ladder, o)
			}
		}
		gens = append(gens, g)
	}
	for name, gens := range map[string][]Generation{"none": nil, "one": gens[:1], "bare": {bare(1)}, "many": gens, "late": gens[100:]} {
		t.Run(name, func(t *testing.T) {
			page, err := HTML(someRun(), gens)
			if err != nil {
				t.Fatal(err)
			}
			for _, bad := range []string{"<script", "http://", "https://", "src=", "@import", "NaN", "Inf", "ZgotmplZ"} {
				if strings.Contains(string(page), bad) {
					t.Errorf("the page contains %s", bad)
				}
			}
			charts := 0
			for _, svg := range svgs(page) {
				d := xml.NewDecoder(strings.NewReader(svg))
				for {
					if _, err := d.Token(); err == io.EOF {
						break
					} else if err != nil {
						t.Fatalf("%v in\n%s", err, svg)
					}
				}
				if strings.Contains(svg, `role="img"`) {
					charts++
					checkInside(t, svg)
				}
			}
			want := map[bool]int{true: 6, false: 5}[len(opponentNames(gens)) > 0]
			if len(gens) == 0 {
				want = 0
			}
			if charts != want {
				t.Errorf("%d charts, want %d", charts, want)
			}
			again, err := HTML(someRun(), gens)
			if err != nil || string(again) != string(page) {
				t.Errorf("drawn again it differs, %v", err)
			}
		})
	}
}

// checkInside holds that lines and bands stay on the plot area.
func checkInside(t *testing.T, svg string) {
	t.Helper()
	pair := regexp.MustCompile(`[ML](-?[\d.]+) (-?[\d.]+)`)
	for _, path := range regexp.MustCompile(`class="(?:line|band) s\d" d="([^"]*)"`).FindAllStringSubmatch(svg, -1) {
		for _, p := range pair.FindAllStringSubmatch(path[1], -1) {
			var x, y float64
			if json.Unmarshal([]byte(p[1]), &x) != nil || json.Unmarshal([]byte(p[2]), &y) != nil {
				t.Fatalf("no point: %s", p[0])
			}
			if x < left || x > width-right || y < top || y > height-bottom {
				t.Fatalf("(%g,%g) is off the plot area", x, y)
			}
		}
	}
}

func TestHTMLEscapes(t *testing.T) {
	const evil = `"><script>alert('x')</script>&`
	run := Run{Name: evil, RulesID: evil, Rules: evil, RulesHash: evil, Build: evil, ConfigHash: evil, Config: evil, More: []Fact{{evil, evil}}}
	g := healthy(1)
	g.Gate.Verdict, g.Alarms, g.Ladder[0].Name = evil, []string{evil}, evil
	run.Final = g.Ladder
	page, err := HTML(run, []Generation{g})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(page), "<script") {
		t.Error("a name reaches the page as markup")
	}
	if n := strings.Count(string(page), "&lt;script&gt;"); n < 13 {
		t.Errorf("%d of the names are shown, want at least 13", n)
	}
}

func TestHTMLRefusesDisorder(t *testing.T) {
	for _, gens := range [][]Generation{{healthy(2), healthy(1)}, {healthy(1), healthy(1)}} {
		if _, err := HTML(Run{Name: "x"}, gens); err == nil {
			t.Errorf("generations %d and %d were accepted", gens[0].Generation, gens[1].Generation)
		}
	}
}

func TestNiceTicks(t *testing.T) {
	tests := []struct {
		low, high float64
		want      []float64
	}{
		{0, 1, []float64{0, 0.2, 0.4, 0.6, 0.8, 1}},
		{0, 100, []float64{0, 20, 40, 60, 80, 100}},
		{0, 0.7, []float64{0, 0.2, 0.4, 0.6, 0.8}},
		{-3, 7, []float64{-4, -2, 0, 2, 4, 6, 8}},
		{30, 30, []float64{26, 28, 30, 32, 34}},
	}
	for _, test := range tests {
		got := niceTicks(test.low, test.high)
		if !slices.EqualFunc(got, test.want, func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }) {
			t.Errorf("niceTicks(%g, %g) = %g, want %g", test.low, test.high, got, test.want)
		}
	}
}

// TestCurves checks points of a chart against their values.
func TestCurves(t *testing.T) {
	gap := math.NaN()
	f := figure{series: []series{{label: "a", y: []float64{0, 1, gap, 0.5}, low: []float64{0, 0.8, gap, 0.4}, high: []float64{0.2, 1, gap, 0.6}}}, to: 1}
	c := draw(f, []int{1, 2, 3, 4}, []bool{false, true, false, false})
	// The plot is 560 wide, 140 a generation from 64, and 232 high from 20.
	if got, want := c.Lines[0].Path, "M134.0 252.0L274.0 20.0M554.0 136.0"; got != want {
		t.Errorf("line %s, want %s", got, want)
	}
	if got, want := c.Bands[0].Path, "M134.0 205.6L274.0 20.0L274.0 66.4L134.0 252.0ZM552.5 112.8L555.5 112.8L555.5 159.2L552.5 159.2Z"; got != want {
		t.Errorf("band %s, want %s", got, want)
	}
	if len(c.Markers) != 3 || c.Markers[1].Detail != "a, generation 2: 1 [1, 1]" {
		t.Errorf("markers %+v", c.Markers)
	}
	if len(c.Promoted) != 1 || c.Promoted[0].At != 274 {
		t.Errorf("promotions %+v", c.Promoted)
	}

	f = figure{stacked: true, series: []series{{label: "a", y: []float64{1, 0}}, {label: "b", y: []float64{3, 2}}}}
	c = draw(f, []int{5, 6}, []bool{false, false})
	// The axis goes from 0 to 4: a second is 58 high.
	want := []bar{{0, 92, 194, 224, 58, "a, generation 5: 1"}, {1, 92, 20, 224, 174, "b, generation 5: 3"}, {1, 372, 136, 224, 116, "b, generation 6: 2"}}
	if !slices.Equal(c.Bars, want) {
		t.Errorf("bars\n%+v, want\n%+v", c.Bars, want)
	}
}
