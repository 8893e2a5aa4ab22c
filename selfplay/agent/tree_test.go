package agent

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"halmazero/engine"
	"halmazero/mcts"

	"go.uber.org/goleak"
)

func TestTreeOptions(t *testing.T) {
	for _, tc := range []struct {
		text, canonical string
		want            Tree
	}{
		{"net:x,nodes=8,batch=4,lcb=off", "net:x,nodes=8,batch=4,lcb=off", Tree{Batch: 4, MostVisited: true}},
		{"net:x,threads=2,time=1s,memory=64,solver=on", "net:x,time=1s,threads=2,memory=64,solver=on", Tree{Threads: 2, Memory: 64, Solver: true}},
		{"net:x,batch=1,threads=1,lcb=on,root=puct", "net:x,nodes=64", Tree{}},
		{"net:x,time=1s", "net:x,time=1s,transpositions=on", Tree{Transpositions: On}},
		{"net:x,time=1s,transpositions=on", "net:x,time=1s,transpositions=on", Tree{Transpositions: On}},
		{"net:x,time=1s,transpositions=off", "net:x,time=1s,transpositions=off", Tree{Transpositions: Off}},
		{"net:x,root=gumbel,nodes=16", "net:x,nodes=16,root=gumbel", Tree{Root: mcts.Gumbel}},
		{"net:x,transpositions=on,nodes=16,solver=on", "net:x,nodes=16,solver=on,transpositions=on", Tree{Solver: true, Transpositions: On}},
		{"net:x,transpositions=off", "net:x,nodes=64,transpositions=off", Tree{Transpositions: Off}},
	} {
		s, err := ParseSpec(tc.text)
		if err != nil {
			t.Fatal(err)
		}
		if s.Tree != tc.want || s.String() != tc.canonical {
			t.Errorf("%s reads %+v and is written %q", tc.text, s.Tree, s)
		}
		if back, err := ParseSpec(s.String()); err != nil || back != s {
			t.Errorf("%q is read back as %+v, %v", s, back, err)
		}
	}
	for text, says := range map[string]string{
		"net:x,batch=0":                     "want 1 to 64 leaves",
		"net:x,batch=65":                    "want 1 to 64 leaves",
		"net:x,threads=-1":                  "goroutines",
		"net:x,memory=0":                    "MiB",
		"net:x,lcb=yes":                     "on or off",
		"net:x,root=uct":                    "puct or gumbel",
		"net:x,root=gumbel,batch=2":         "one leaf at a time",
		"net:x,root=gumbel,time=1s":         "give nodes and not time",
		"net:x,root=gumbel,lcb=off":         "without lcb",
		"net:x,temp=1,lcb=off":              "lcb",
		"net:x,transpositions=1":            "on or off",
		"net:x,transpositions=on,batch=2":   "transpositions=on searches one leaf at a time",
		"net:x,threads=2,transpositions=on": "without batch and threads",
		"greedy:batch=2":                    "known: none",
		"classical:depth=1,root=gumbel":     "unknown option",
		"net:x,root=gumbel,nodes=1,tme=1":   "unknown option",
	} {
		if s, err := ParseSpec(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %+v, error %v, want one that says %q", text, s, err, says)
		}
	}
	if err := (Spec{Kind: Greedy, Tree: Tree{Batch: 2}}).Validate(); err == nil {
		t.Error("a greedy player with a tree is accepted")
	}
}

func TestThreadsAndTimeAreNotRepeatable(t *testing.T) {
	for text, ok := range map[string]bool{"net:x,batch=4,solver=on,lcb=off": true, "net:x,threads=2": false, "net:x,time=1s": false} {
		s, err := ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.CheckRepeatable(); (err == nil) != ok {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func netPlayerOf(t *testing.T, ref, options string) (*netPlayer, *engine.Rules) {
	t.Helper()
	r := rules(t, ref)
	s, err := ParseSpec("net:x" + options)
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewNetPlayer(randomNet(t, r), r, mcts.Default(), s)
	if err != nil {
		t.Fatal(err)
	}
	return p.(*netPlayer), r
}

// What a configuration searches one leaf at a time is refused with more.
func TestConfigurationWithoutLanes(t *testing.T) {
	r := rules(t, "wiki-8")
	for _, set := range []func(*mcts.Config){
		func(c *mcts.Config) { c.Root = mcts.Gumbel },
		func(c *mcts.Config) { c.Transpositions = true },
	} {
		cfg := mcts.Default()
		set(&cfg)
		for options, ok := range map[string]bool{"": true, ",batch=2": false, ",threads=2": false} {
			s, err := ParseSpec("net:x" + options)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := NewNetPlayer(randomNet(t, r), r, cfg, s); (err == nil) != ok || err != nil && !strings.Contains(err.Error(), "one leaf at a time") {
				t.Errorf("%s with a %s root and transpositions %t: %v", s, cfg.Root, cfg.Transpositions, err)
			}
		}
	}
}

// Where nothing is said, positions are searched once where the clock bounds a
// move and one leaf at a time is looked for, and otherwise as the configuration
// has it.
func TestTranspositionsByDefault(t *testing.T) {
	r := rules(t, "wiki-8")
	net := randomNet(t, r)
	for _, tc := range []struct {
		options    string
		configured bool
		want       bool
	}{
		{",nodes=8", false, false},
		{",nodes=8", true, true},
		{",nodes=8,transpositions=off", true, false},
		{",nodes=8,transpositions=on", false, true},
		{",time=1ms", false, true},
		{",time=1ms,transpositions=off", false, false},
		{",time=1ms,batch=2", false, false},
		{",time=1ms,threads=2", false, false},
	} {
		s, err := ParseSpec("net:x" + tc.options)
		if err != nil {
			t.Fatal(err)
		}
		cfg := mcts.Default()
		cfg.Transpositions = tc.configured
		if got := s.Tree.config(cfg).Transpositions; got != tc.want {
			t.Errorf("%s with %+v: transpositions %t, want %t", s, tc, got, tc.want)
		}
		if _, err := NewNetPlayer(net, r, cfg, s); err != nil {
			t.Errorf("%s: %v", s, err)
		}
	}
	// The clock of the universal game interface says it as well as the spec.
	s, err := ParseSpec("net:x")
	if err != nil {
		t.Fatal(err)
	}
	if s, err = s.Limited(0, 0, time.Second); err != nil || s.Tree.Transpositions != On {
		t.Errorf("%s: no transpositions, %v", s, err)
	}
}

// Every way to search plays legal moves, and all but threads and time the same
// ones again.
func TestWaysToSearch(t *testing.T) {
	defer goleak.VerifyNone(t)
	for _, ref := range []string{"wiki-8-d30", "star-121-3"} {
		for _, options := range []string{",nodes=30,batch=4", ",nodes=30,threads=2", ",nodes=30,threads=2,batch=3",
			",nodes=30,lcb=off", ",nodes=30,solver=on", ",nodes=30,root=gumbel", ",nodes=30,transpositions=on", ",nodes=30,cache=1,threads=2", ",time=3ms", ",time=3ms,threads=2,batch=2"} {
			n, r := netPlayerOf(t, ref, options)
			var games [2][]engine.Move
			for i := range games {
				n.Reset()
				p := r.Start(0)
				for range 8 {
					before := p
					m, err := n.Choose(&p, rand.New(rand.NewPCG(1, 1)))
					if err != nil {
						t.Fatalf("%s%s: %v", ref, options, err)
					}
					if err := p.Legal(m); err != nil || p != before {
						t.Fatalf("%s%s: %v", ref, options, err)
					}
					p.Play(m)
					n.Observe(m)
					games[i] = append(games[i], m)
				}
			}
			for k := range games[0] {
				if n.spec.CheckRepeatable() == nil && games[0][k] != games[1][k] {
					t.Fatalf("%s%s: move %d differs when played again", ref, options, k)
				}
			}
		}
	}
}

func TestClock(t *testing.T) {
	var c clock
	c.start(time.Now(), time.Hour)
	if c.expired() {
		t.Error("expired at once")
	}
	c.call.Store(int64(2 * time.Hour))
	if !c.expired() {
		t.Error("a batch of two hours fits in one")
	}
	c.call.Store(0)
	c.start(time.Now().Add(-time.Second), time.Second)
	if !c.expired() {
		t.Error("not expired behind the deadline")
	}
	// The measure follows a longer time faster than a shorter one.
	c.call.Store(1000)
	c.took(2000)
	if got := c.call.Load(); got != 1250 {
		t.Errorf("%d after a longer one", got)
	}
	c.call.Store(2000)
	c.took(1000)
	if got := c.call.Load(); got != 1938 {
		t.Errorf("%d after a shorter one", got)
	}
}

// What is spent on the tree comes off the time of the search, and the choice of
// a move has its own.
func TestClockPaysForTheTree(t *testing.T) {
	var c clock
	c.owe(20 * time.Minute)
	c.owe(10 * time.Minute)
	begin := time.Now()
	c.start(begin, 2*time.Hour)
	if got := c.deadline.Sub(begin); got != 90*time.Minute {
		t.Errorf("%v are left of two hours less half an hour", got)
	}
	c.start(begin, 2*time.Hour)
	if got := c.deadline.Sub(begin); got != 2*time.Hour {
		t.Errorf("%v are left when nothing is owed any more", got)
	}
	c.owe(3 * time.Hour)
	c.start(begin, 2*time.Hour)
	if got := c.deadline.Sub(begin); got != time.Hour {
		t.Errorf("%v are left where more is owed than there is", got)
	}
	if c.expired() {
		t.Error("expired at once")
	}
	c.chose(8 * time.Hour) // two hours, from none
	if !c.expired() {
		t.Error("a choice of two hours fits in one")
	}
}

// A search in time looks further the longer it may, and says what it does.
func TestTimedSearch(t *testing.T) {
	n, r := netPlayerOf(t, "wiki-8", ",time=30ms,memory=1")
	var infos []Info
	n.OnInfo(func(i Info) { infos = append(infos, i) })
	p := r.Start(0)
	begin := time.Now()
	m, err := n.Choose(&p, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("30 ms took %v, %d simulations, %d nodes", time.Since(begin), infos[len(infos)-1].Nodes, n.search.Nodes())
	last := infos[len(infos)-1]
	if last.Nodes < 20 || len(last.Line) == 0 || last.Line[0] != m || last.Unit != Thousandths {
		t.Errorf("told %+v", last)
	}
	for i := range infos[1:] {
		if infos[i+1].Nodes < infos[i].Nodes {
			t.Errorf("simulations fall from %d to %d", infos[i].Nodes, infos[i+1].Nodes)
		}
	}
}

func TestFullTreeIsTold(t *testing.T) {
	n, r := netPlayerOf(t, "wiki-8", ",nodes=2000,memory=1")
	var last Info
	n.OnInfo(func(i Info) { last = i })
	p := r.Start(0)
	if _, err := n.Choose(&p, rand.New(rand.NewPCG(1, 1))); err != nil {
		t.Fatal(err)
	}
	if !last.Full || last.Nodes != 2000 {
		t.Errorf("told %+v", last)
	}
}

func TestStopFromOutside(t *testing.T) {
	n, r := netPlayerOf(t, "wiki-8", ",nodes=1000000")
	asked := 0
	n.StopWhen(func() bool { asked++; return asked > 50 })
	p := r.Start(0)
	if _, err := n.Choose(&p, rand.New(rand.NewPCG(1, 1))); err != nil {
		t.Fatal(err)
	}
	if n.sims != 50 {
		t.Errorf("%d simulations, stopped before the 51st", n.sims)
	}
}

// One legal move needs no search, and a proven win no more of it.
func TestTimedSearchEndsEarly(t *testing.T) {
	n, _ := netPlayerOf(t, "wiki-8", ",time=1h,solver=on")
	for _, text := range []string{
		"wiki-8 2......./2......./2......./2......./2.....1./2.....11/2....111/222.1111 1 80 40,40 a,a", // a win in one
	} {
		p, err := engine.ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		m, err := n.Choose(&p, rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		if p.Play(m); !p.Result().Over() {
			t.Errorf("%s is not the win", p.MoveText(m))
		}
	}
	// One piece, walled in, with one jump out.
	p, err := engine.ParsePosition("wiki-8 122...../22....../2......./......../......../......../......../......22 1 80 40,40 a,a")
	if err != nil {
		t.Fatal(err)
	}
	if p.SkipBlocked(); p.CountMoves() != 1 {
		t.Fatalf("%d moves in %s, want 1", p.CountMoves(), &p)
	}
	if _, err := n.Choose(&p, nil); err != nil || n.sims != 0 {
		t.Errorf("%d simulations for one legal move, error %v", n.sims, err)
	}
}
