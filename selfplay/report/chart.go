package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Size of every chart and its margins, in SVG units.
const (
	width, height = 640.0, 300.0
	left, right   = 64.0, 16.0
	top, bottom   = 20.0, 48.0
)

// A series is told apart by colour (styles of them), by dashes and by the
// shape of its markers; series with equal colours still differ in shape.
const (
	styles     = 8
	mostMarker = 40  // markers of a series; more would hide the line
	loneBand   = 1.5 // half the width of the band of a point without neighbours
)

// markers are paths around the origin.
var markers = []string{
	"M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0Z", // disc
	"M-3.5 -3.5H3.5V3.5H-3.5Z",            // square
	"M0 -4.5L4.5 3.5H-4.5Z",               // triangle
	"M0 -5L5 0L0 5L-5 0Z",                 // diamond
	"M0 4.5L4.5 -3.5H-4.5Z",               // triangle on its point
	"M-4 -1H-1V-4H1V-1H4V1H1V4H-1V1H-4Z",  // plus
	"M0 -5L3 -1L5 4L0 2L-5 4L-3 -1Z",      // arrow
	"M-4.5 -2.5H4.5L2.5 2.5H-2.5Z",        // trapezium
	"M-2 -4H2L4 0L2 4H-2L-4 0Z",           // hexagon
	"M-4.5 -4.5L0 -2L4.5 -4.5L2 4.5H-2Z",  // cup
	"M-4 -4H0V0H4V4H-4Z",                  // L
}

// series is one line of a chart: a value for each generation, NaN where there
// is none, and bounds of its interval or nil.
type series struct {
	label     string
	y         []float64
	low, high []float64
}

// figure is what a chart shows.
type figure struct {
	id, title, description string
	yLabel                 string
	series                 []series
	stacked                bool    // bars on top of each other, not lines
	from, to               float64 // of the y axis; equal: from the data
	references             []reference
	decimals               int // of values in tooltips
}

// reference is a labelled horizontal line.
type reference struct {
	y     float64
	label string
}

// The shapes of a drawn chart, in SVG units. Style and marker are classes and
// paths of page.html.
type (
	chart struct {
		ID, Title, Description   string
		YLabel                   string
		Width, Height            float64
		Left, Right, Top, Bottom float64 // of the plot area
		XTicks, YTicks           []tick
		References               []tick
		Promoted                 []tick
		Bands                    []shape
		Lines                    []shape
		Markers                  []shape
		Bars                     []bar
		Legend                   []legend
	}
	tick struct {
		At    float64
		Label string
	}
	shape struct {
		Style  int
		Path   string
		X, Y   float64 // of a marker
		Detail string  // tooltip of a marker
	}
	bar struct {
		Style      int
		X, Y, W, H float64
		Detail     string
	}
	legend struct {
		Style  int
		Marker string // empty for a bar
		Label  string
	}
)

// axes map generations and values to SVG units.
type axes struct {
	generations        []int
	yFrom, yTo         float64
	first, last, space float64
}

// x is the place of the i-th generation. Half a generation is left free on
// both sides, so that bars fit and one generation stands in the middle.
func (a axes) x(i int) float64 {
	return left + (float64(a.generations[i])-a.first+0.5)*a.space
}

// y keeps values off the axis within the plot area.
func (a axes) y(v float64) float64 {
	share := (v - a.yFrom) / (a.yTo - a.yFrom)
	return height - bottom - min(max(share, 0), 1)*(height-bottom-top)
}

// draw lays a figure out. promoted says for each generation whether its
// candidate became the best network.
func draw(f figure, generations []int, promoted []bool) chart {
	yTicks := niceTicks(f.extent())
	a := axes{generations: generations, yFrom: yTicks[0], yTo: yTicks[len(yTicks)-1]}
	a.first, a.last = float64(generations[0]), float64(generations[len(generations)-1])
	a.space = (width - left - right) / (a.last - a.first + 1)

	c := chart{ID: f.id, Title: f.title, Description: f.description, YLabel: f.yLabel, Width: width, Height: height,
		Left: left, Right: width - right, Top: top, Bottom: height - bottom}
	for _, v := range yTicks {
		c.YTicks = append(c.YTicks, tick{a.y(v), strconv.FormatFloat(v, 'g', 6, 64)})
	}
	c.XTicks = generationTicks(a)
	for _, r := range f.references {
		c.References = append(c.References, tick{a.y(r.y), r.label})
	}
	for i, p := range promoted {
		if p {
			c.Promoted = append(c.Promoted, tick{a.x(i), fmt.Sprintf("generation %d was promoted", generations[i])})
		}
	}
	if f.stacked {
		c.stack(f, a)
	} else {
		c.lines(f, a)
	}
	return c
}

// generationTicks are whole numbers at even distances, at most 13.
func generationTicks(a axes) []tick {
	step := math.Max(1, niceStep((a.last-a.first)/12))
	var ticks []tick
	for v := math.Ceil(a.first/step) * step; v <= a.last; v += step {
		ticks = append(ticks, tick{left + (v-a.first+0.5)*a.space, strconv.FormatFloat(v, 'f', -1, 64)})
	}
	return ticks
}

func (c *chart) lines(f figure, a axes) {
	for i, s := range f.series {
		style, marker := i%styles, markers[i%len(markers)]
		if s.low != nil {
			c.Bands = append(c.Bands, shape{Style: style, Path: band(s, a)})
		}
		c.Lines = append(c.Lines, shape{Style: style, Path: polyline(s.y, a)})
		c.Legend = append(c.Legend, legend{style, marker, s.label})
		every := (len(s.y) + mostMarker - 1) / mostMarker
		for j, v := range s.y {
			if math.IsNaN(v) || (len(s.y)-1-j)%every != 0 {
				continue
			}
			detail := fmt.Sprintf("%s, generation %d: %.*f", s.label, a.generations[j], f.decimals, v)
			if s.low != nil {
				detail += fmt.Sprintf(" [%.*f, %.*f]", f.decimals, s.low[j], f.decimals, s.high[j])
			}
			c.Markers = append(c.Markers, shape{Style: style, Path: marker, X: a.x(j), Y: a.y(v), Detail: detail})
		}
	}
}

func (c *chart) stack(f figure, a axes) {
	base := make([]float64, len(a.generations))
	for i, s := range f.series {
		c.Legend = append(c.Legend, legend{Style: i % styles, Label: s.label})
		for j, v := range s.y {
			if !(v > 0) {
				continue
			}
			y := a.y(base[j] + v)
			c.Bars = append(c.Bars, bar{i % styles, a.x(j) - 0.4*a.space, y, 0.8 * a.space, a.y(base[j]) - y,
				fmt.Sprintf("%s, generation %d: %.*f", s.label, a.generations[j], f.decimals, v)})
			base[j] += v
		}
	}
}

// polyline connects neighbouring values; a missing one leaves a gap.
func polyline(y []float64, a axes) string {
	var path strings.Builder
	pen := byte('M')
	for i, v := range y {
		if math.IsNaN(v) {
			pen = 'M'
			continue
		}
		fmt.Fprintf(&path, "%c%.1f %.1f", pen, a.x(i), a.y(v))
		pen = 'L'
	}
	return path.String()
}

// band is the area between the bounds, one closed path a stretch without gaps.
func band(s series, a axes) string {
	var path strings.Builder
	for from := 0; from < len(s.y); from++ {
		to := from
		for to < len(s.y) && !math.IsNaN(s.y[to]) {
			to++
		}
		if to == from {
			continue
		}
		if to == from+1 {
			x, upper, lower := a.x(from), a.y(s.high[from]), a.y(s.low[from])
			fmt.Fprintf(&path, "M%.1f %.1fL%.1f %.1fL%.1f %.1fL%.1f %.1fZ", x-loneBand, upper, x+loneBand, upper, x+loneBand, lower, x-loneBand, lower)
			continue
		}
		pen := byte('M')
		for i := from; i < to; i++ {
			fmt.Fprintf(&path, "%c%.1f %.1f", pen, a.x(i), a.y(s.high[i]))
			pen = 'L'
		}
		for i := to - 1; i >= from; i-- {
			fmt.Fprintf(&path, "L%.1f %.1f", a.x(i), a.y(s.low[i]))
		}
		path.WriteByte('Z')
		from = to
	}
	return path.String()
}

// extent is what the y axis has to hold.
func (f figure) extent() (low, high float64) {
	if f.from != f.to {
		return f.from, f.to
	}
	low, high = math.Inf(1), math.Inf(-1)
	hold := func(v float64) {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			low, high = min(low, v), max(high, v)
		}
	}
	var sums []float64
	for _, s := range f.series {
		sums = append(sums, make([]float64, len(s.y)-len(sums))...)
		for i, v := range s.y {
			hold(v)
			sums[i] += v
		}
	}
	for _, r := range f.references {
		hold(r.y)
	}
	if f.stacked {
		hold(0)
		for _, v := range sums {
			hold(v)
		}
	}
	if low > high {
		return 0, 1
	}
	return low, high
}

// niceTicks are four to eight round values that enclose low and high.
func niceTicks(low, high float64) []float64 {
	if high-low < 1e-9*max(math.Abs(low), math.Abs(high), 1e-3) {
		pad := max(math.Abs(low)*0.1, 0.1)
		low, high = low-pad, high+pad
	}
	step := niceStep((high - low) / 5)
	var ticks []float64
	for i := math.Floor(low/step + 1e-9); ; i++ {
		ticks = append(ticks, i*step)
		if i*step >= high-1e-9*step {
			return ticks
		}
	}
}

// niceStep is the smallest of 1, 2 and 5 times a power of ten that is not
// below v; 1 for 0.
func niceStep(v float64) float64 {
	if v <= 0 {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= v*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}
