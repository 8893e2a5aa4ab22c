package ugi

import (
	"strconv"
	"strings"
	"time"
)

// Info is what an info line says of a search.
type Info struct {
	Depth int
	Nodes int64
	Time  time.Duration // since go, told in milliseconds
	// Unit is what Score counts: "cp" hundredths of a step, "value" thousandths
	// of a seat's value from lost (-1000) to won (1000), "mate" plies until a
	// decided game ends, lost if there is a minus; "" where there is no score.
	// Others are kept as they are.
	Unit  string
	Score int
	Full  int      // thousandths of the memory that are in use ("hashfull")
	Line  []string // the best way on, in short form
}

// String is the info line. What is zero is left out, but for the time; the
// speed is told where time has passed.
func (i Info) String() string {
	words := []string{"info"}
	add := func(name string, n int64) { words = append(words, name, strconv.FormatInt(n, 10)) }
	if i.Depth != 0 {
		add("depth", int64(i.Depth))
	}
	if i.Unit != "" {
		words = append(words, "score")
		add(i.Unit, int64(i.Score))
	}
	if i.Nodes != 0 {
		add("nodes", i.Nodes)
	}
	ms := i.Time.Milliseconds()
	add("time", ms)
	if ms > 0 && i.Nodes > 0 {
		add("nps", int64(float64(i.Nodes)/i.Time.Seconds()))
	}
	if i.Full != 0 {
		add("hashfull", int64(i.Full))
	}
	if len(i.Line) > 0 {
		words = append(append(words, "pv"), i.Line...)
	}
	return strings.Join(words, " ")
}

// parseInfo reads the words behind info. Words that it does not know, and
// numbers that it cannot read, are passed over: an info line decides nothing.
func parseInfo(words []string) Info {
	var info Info
	number := func(i int) (int64, bool) {
		if i >= len(words) {
			return 0, false
		}
		n, err := strconv.ParseInt(words[i], 10, 64)
		return n, err == nil
	}
	for i := 0; i < len(words); i++ {
		n, ok := number(i + 1)
		switch words[i] {
		case "depth":
			if ok {
				info.Depth = int(n)
			}
		case "nodes":
			if ok {
				info.Nodes = n
			}
		case "hashfull":
			if ok {
				info.Full = int(n)
			}
		case "time":
			if ok && n >= 0 && n <= maxMillis {
				info.Time = time.Duration(n) * time.Millisecond
			}
		case "score":
			if n, ok := number(i + 2); ok {
				info.Unit, info.Score = words[i+1], int(n)
				i++
			}
		case "pv":
			info.Line = append([]string(nil), words[i+1:]...)
			return info
		case "string":
			return info
		default:
			continue
		}
		if i+1 < len(words) {
			i++
		}
	}
	return info
}
