package arena

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"halmazero/internal/fsx"
	"halmazero/selfplay/stats"
)

type testSettings struct {
	Kind string `json:"kind"`
	Seed uint64 `json:"seed"`
}

// stored plays a match with its games in a file, and returns how many of them
// were played now.
func stored(t *testing.T, m Match, path string) (r Result, played int) {
	t.Helper()
	s, err := OpenStore(path, testSettings{"match", m.Seed})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	m.Known, m.Store = s.Games(), func(g Game) error { played++; return s.Add(g) }
	r = play(t, m)
	from := m.Pairs
	if len(r.Games) < m.Pairs*len(Seatings(m.Rules)) {
		from = 1 << 30
	}
	if err := s.Finish(r.Games, from); err != nil {
		t.Fatal(err)
	}
	return r, played
}

// A match that is killed goes on where it was: from every whole line, and from
// the middle of every line, to the same result and the same file.
func TestResumeAfterAKillAtAnyGame(t *testing.T) {
	for _, x := range []struct {
		ref         string
		pairs, stop int
	}{{"wiki-8-d30", 4, 0}, {"wiki-8-d30", 40, 3}, {"star-121-3", 2, 0}, {"wiki-4-teams", 2, 0}} {
		t.Run(fmt.Sprintf("%s, %d pairs, stop at %d", x.ref, x.pairs, x.stop), func(t *testing.T) {
			m := match(t, "greedy", "random")
			m.Rules, m.Pairs = rules(t, x.ref), x.pairs
			anew := func() Match { // whose Stop has counted no pair
				m, pairs := m, 0
				if x.stop > 0 {
					m.Stop = func(stats.Pair) bool { pairs++; return pairs == x.stop }
				}
				return m
			}
			path := filepath.Join(t.TempDir(), "games.jsonl")
			want, played := stored(t, anew(), path)
			if x.stop > 0 && len(want.Pairs) != x.stop || played < len(want.Games) {
				t.Fatalf("%d pairs and %d games, %d of them played", len(want.Pairs), len(want.Games), played)
			}
			file, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			lines := bytes.SplitAfter(file, []byte("\n"))
			if len(lines) != len(want.Games)+2 { // the settings, and nothing behind the last newline
				t.Fatalf("%d lines for %d games", len(lines), len(want.Games))
			}
			at := 0
			for n, line := range lines {
				m.Workers = 1 + n%4
				if testing.Short() && n%4 != 1 {
					at += len(line)
					continue
				}
				for _, cut := range []int{at, at + len(line)/2} {
					if err := os.WriteFile(path, file[:cut], 0o666); err != nil {
						t.Fatal(err)
					}
					r, played := stored(t, anew(), path)
					if again, err := os.ReadFile(path); err != nil || !bytes.Equal(again, file) {
						t.Fatalf("cut at byte %d: another file, error %v", cut, err)
					}
					if !reflect.DeepEqual(r, want) {
						t.Fatalf("cut at byte %d: %+v, want %+v", cut, r.Tally, want.Tally)
					}
					if left := len(want.Games) - max(0, n-1); x.stop == 0 && played != left {
						t.Errorf("cut at byte %d: %d games played, want %d", cut, played, left)
					}
				}
				at += len(line)
			}
		})
	}
}

// Games of one file come in any order: those of a match of several workers that
// was killed. A longer match takes them over, a shorter one leaves them.
func TestLongerAndShorterMatches(t *testing.T) {
	m := match(t, "greedy", "random")
	m.Pairs = 3
	path := filepath.Join(t.TempDir(), "games.jsonl")
	stored(t, m, path)
	m.Pairs = 5
	long, played := stored(t, m, path)
	if played != 4 {
		t.Errorf("%d games played, want 4", played)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m.Pairs = 2
	short, played := stored(t, m, path)
	if played != 0 || len(short.Pairs) != 2 || !reflect.DeepEqual(short.Games, long.Games[:4]) {
		t.Errorf("%d games played for %d pairs", played, len(short.Pairs))
	}
	if again, err := os.ReadFile(path); err != nil || !bytes.Equal(again, file) {
		t.Errorf("a shorter match has changed the file; error %v", err)
	}
	lines := strings.SplitAfter(string(file), "\n")
	lines[1], lines[6], lines[7] = lines[7], lines[1], lines[6]
	if err := os.WriteFile(path, []byte(strings.Join(lines, "")), 0o666); err != nil {
		t.Fatal(err)
	}
	m.Pairs = 5
	if again, played := stored(t, m, path); played != 0 || !reflect.DeepEqual(again, long) {
		t.Errorf("%d games played from the same lines in another order, or another result", played)
	}
}

func TestStoresOfSomethingElse(t *testing.T) {
	line := func(v any) string {
		text, err := fsx.EncodeLine(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	header := line(testSettings{"match", 1 << 60})
	for _, x := range []struct {
		name, content, want string
		is                  error
	}{
		{"other settings", line(testSettings{"match", 1<<60 + 1}), `seed is 1152921504606846977 there and 1152921504606846976 here`, ErrOther},
		{"another setting", line(map[string]string{"kind": "match", "cap": "9"}), `cap is "9" there and not given here, seed is not given there and 1152921504606846976 here`, ErrOther},
		{"other text", "some notes\nof mine\n", "holds something else than games", ErrOther},
		{"other text without an end", "some notes", "holds something else than games", ErrOther},
		{"damaged settings", strings.Replace(line(testSettings{"match", 1 << 60}), "match", "mitch", 1), "holds something else than games", ErrOther},
		{"a line without an end", strings.Repeat("x", 2*longestHeader), "holds something else than games", ErrOther},
		{"a damaged game", header + strings.Replace(line(Game{Match: "match"}), "match", "mitch", 1), "games.jsonl:2: damaged line", fsx.ErrDamaged},
	} {
		t.Run(x.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "games.jsonl")
			if err := os.WriteFile(path, []byte(x.content), 0o666); err != nil {
				t.Fatal(err)
			}
			_, err := OpenStore(path, testSettings{"match", 1 << 60})
			if !errors.Is(err, x.is) || !strings.Contains(err.Error(), x.want) {
				t.Errorf("error is %v, want %s", err, x.want)
			}
			if content, err := os.ReadFile(path); err != nil || string(content) != x.content {
				t.Errorf("the file has changed, error %v", err)
			}
			alone(t, path)
		})
	}
}

// A folder is refused for what it is, and nothing is put beside it.
func TestStoreIsNoFolder(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "games.jsonl")
	if err := os.Mkdir(path, 0o777); err != nil {
		t.Fatal(err)
	}
	_, err := OpenStore(path, testSettings{})
	refused(t, dir, err, path+" holds something else than games: it is a folder; take another file")
}

// refused checks that a store was refused and that its folder still holds
// nothing else.
func refused(t *testing.T, dir string, err error, want string) {
	t.Helper()
	if !errors.Is(err, ErrOther) || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("there are %v, error %v", entries, err)
	}
}

func TestOneProcessHoldsAStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.jsonl")
	s, err := OpenStore(path, testSettings{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenStore(path, testSettings{}); !errors.Is(err, fsx.ErrLocked) {
		t.Errorf("error is %v", err)
	}
	if _, err := os.Stat(path + ".lock"); err != nil {
		t.Errorf("whoever is refused removes the lock of the holder: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = OpenStore(path, testSettings{}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	alone(t, path)
}

// alone checks that a file stands in its folder, and nothing beside it.
func alone(t *testing.T, path string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 || entries[0].Name() != filepath.Base(path) {
		t.Errorf("there are %v, error %v", entries, err)
	}
}

// Many takers of one store, all in turn or refused: two never hold it at once,
// although every holder removes the lock file.
func TestTakersOfAStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.jsonl")
	var holders atomic.Int32
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 50 {
				s, err := OpenStore(path, testSettings{})
				if errors.Is(err, fsx.ErrLocked) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if n := holders.Add(1); n != 1 {
					t.Errorf("%d hold the store", n)
				}
				runtime.Gosched()
				holders.Add(-1)
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	alone(t, path)
}

// Stored games that do not belong to the match are refused.
func TestKnownGamesOfSomethingElse(t *testing.T) {
	m := match(t, "greedy", "random")
	games := play(t, m).Games
	for _, x := range []struct {
		name, want string
		change     func(g *Game)
	}{
		{"another match", `a stored game is of "other", group 0, which is not played here`, func(g *Game) { g.Match = "other" }},
		{"no group", "group -1", func(g *Game) { g.Pair = -1 }},
		{"no game", "a stored game of test, group 0, is number 2 of 2", func(g *Game) { g.Half = 2 }},
		{"twice", "game 1 of test, group 0, is stored twice", func(g *Game) { g.Half = 1 }},
	} {
		t.Run(x.name, func(t *testing.T) {
			m := m
			m.Known = append([]Game(nil), games...)
			x.change(&m.Known[0])
			if _, err := m.result(); !errors.Is(err, ErrKnown) || !strings.Contains(err.Error(), x.want) {
				t.Errorf("error is %v, want %s", err, x.want)
			}
		})
	}
}

// What is stored of a game between two seats is what has always been.
func TestRecordOfTwoSeats(t *testing.T) {
	text, err := json.Marshal(Game{Match: "m", Players: []string{"a", "b"}, Rules: "wiki-8", First: 1, Moves: []string{"a4-a5"}, AtHome: []int{1, 2}})
	want := `{"match":"m","pair":0,"half":0,"players":["a","b"],"rules":"wiki-8","first":1,"opening":0,"moves":["a4-a5"],"result":"","cause":"","plies":0,"at_home":[1,2],"outcome":0}`
	if err != nil || string(text) != want {
		t.Errorf("%s, error %v", text, err)
	}
	for _, g := range play(t, match(t, "greedy", "random")).Games {
		if g.Start != "" || g.Sides != nil || g.Places != nil || g.Scores != nil || g.Forfeits != nil || g.Effort != nil {
			t.Errorf("a record of two seats has %+v", g)
		}
	}
}
