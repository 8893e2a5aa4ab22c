package server

import (
	"math/rand/v2"
	"strings"
	"testing"

	"halmazero/engine"
	"halmazero/mcts"
	"halmazero/model"
	"halmazero/model/features"
	"halmazero/model/nn"
	"halmazero/selfplay/agent"
	"halmazero/selfplay/ugi"
)

// randomNets is a loader that makes players of a small random network, whatever
// the file, and counts them.
func randomNets(t *testing.T, made *int) func(*engine.Rules) agent.NetLoader {
	return func(rules *engine.Rules) agent.NetLoader {
		spec := features.For(rules).Spec()
		spec.Blocks, spec.Filters, spec.PolicyDim, spec.ValueChannels, spec.ValueHidden, spec.PoolScale = 1, 16, 8, 8, 8, 16
		network, err := model.Random(spec, rand.New(rand.NewPCG(1, 2)))
		if err != nil {
			t.Fatal(err)
		}
		net, err := nn.New(network)
		if err != nil {
			t.Fatal(err)
		}
		return func(_ string, s agent.Spec) (agent.Player, error) {
			*made++
			return agent.NewNetPlayer(net, rules, mcts.Default(), s)
		}
	}
}

// A network answers to every kind of limit that it knows, and refuses a depth.
func TestNetwork(t *testing.T) {
	made := 0
	k := newTalk(t, Config{Player: "net:x,nodes=20", Nets: randomNets(t, &made)})
	best := func(limits string) (infos []string, answer string) {
		t.Helper()
		k.send("go " + limits)
		for {
			line := k.next()
			if strings.HasPrefix(line, "bestmove ") {
				return infos, line
			}
			infos = append(infos, line)
		}
	}
	for _, limits := range []string{"", "nodes 5", "movetime 20", "movetime 20 nodes 100000", "p1time 500 p2time 500", "nodes 1000000 p1time 500"} {
		infos, answer := best(limits)
		if strings.HasSuffix(answer, "none") || len(infos) == 0 || !strings.HasPrefix(infos[len(infos)-1], "info score value ") {
			t.Errorf("go %s: it says %q, %s", limits, infos, answer)
		}
	}
	infos, answer := best("depth 3")
	if len(infos) != 1 || !strings.HasPrefix(infos[0], "info string error go: a network's search has no depth") || answer != "bestmove none" {
		t.Errorf("to a depth: it says %q, %s", infos, answer)
	}
	for range 20 { // a search may be stopped before it has begun
		k.send("go infinite")
		k.send("stop")
		for line := ""; !strings.HasPrefix(line, "bestmove "); line = k.next() {
			if strings.Contains(line, "error") {
				t.Fatal(line)
			}
		}
	}
	k.send("quit")
	k.end()
}

// A search that the clock may end is that of a player with a time, and its tree
// is bounded, also where nodes may end it first.
func TestNetworkWithTimeAndNodes(t *testing.T) {
	made := 0
	newPlayer := randomNets(t, &made)
	var seen []agent.Spec
	nets := func(rules *engine.Rules) agent.NetLoader {
		of := newPlayer(rules)
		return func(name string, s agent.Spec) (agent.Player, error) {
			seen = append(seen, s)
			return of(name, s)
		}
	}
	k := newTalk(t, Config{Player: "net:x,nodes=20", Nets: nets})
	k.send("go nodes 8 movetime 60000")
	for !strings.HasPrefix(k.next(), "bestmove ") {
	}
	k.send("quit")
	k.end()
	last := seen[len(seen)-1]
	if want := (agent.Tree{Transpositions: agent.On, Memory: agent.DefaultMemory}); last.Nodes != 8 || last.Time != 0 || last.Tree != want {
		t.Errorf("the player is %s, want 8 nodes, transpositions and a bound", last)
	}
}

// The player is kept from move to move, also where a clock gives each another
// time: one is made to be ready, and one for the budget.
func TestPlayerIsKept(t *testing.T) {
	made := 0
	k := newTalk(t, Config{Player: "net:x,nodes=20", Nets: randomNets(t, &made)})
	for i, line := range []string{"position startpos", "position startpos moves c1-d2 f8-e7", "position startpos moves c1-d2 f8-e7 d2-e3 e7-d6"} {
		k.send(line)
		k.send("isready")
		k.next()
		k.send("go p1time " + []string{"300", "290", "280"}[i])
		for !strings.HasPrefix(k.next(), "bestmove ") {
		}
	}
	k.send("quit")
	k.end()
	if made != 2 {
		t.Errorf("%d players were made", made)
	}
}

// watcher is a player that notes what it is told.
type watcher struct {
	agent.Player
	told []string
}

func (w *watcher) Reset() { w.told = append(w.told, "reset") }
func (w *watcher) Observe(m engine.Move) {
	w.told = append(w.told, string('a'+rune(m.From()%8))+"..") // its column
}

func TestPlayerSeesTheGame(t *testing.T) {
	s, err := New(Config{Player: "greedy"}, &strings.Builder{})
	if err != nil {
		t.Fatal(err)
	}
	w := &watcher{}
	s.table.player = w
	for _, x := range []struct{ line, told string }{
		{"position startpos", "reset"},
		{"position startpos moves c1-d2 f8-e7", "c.. f.."},
		{"position startpos moves c1-d2 f8-e7", ""},
		{"position startpos moves c1-d2 f8-e7 d2-e3", "d.."},
		{"position startpos moves c1-d2 f8-e7", "reset"}, // a move was taken back
		{"position startpos moves c1-d2 h8>f6", "reset"}, // and another one made
		{"position fen wiki-8 1111..../111...../11....../1......./.......2/......22/.....222/....2222 1 0 0,0 a,a moves c1-d2 h8>f6 d2-e3", "d.."},
		{"position fen wiki-8 1111..../111...../11....../1......./.......2/......22/.....222/....2222 1 0 0,0 a,a", "reset"},
		{"position fen wiki-8 1111..../111...../11....../1......./.......2/......22/.....222/....2222 2 0 0,0 a,a", "reset"},
	} {
		w.told = nil
		request, err := ugi.ParseRequest(x.line)
		if err != nil {
			t.Fatal(err)
		}
		s.answer(request)
		s.table.show(&s.place)
		if got := strings.Join(w.told, " "); got != x.told {
			t.Errorf("%s: the player is told %q, want %q", x.line, got, x.told)
		}
	}
}
