package agent

import (
	"strings"
	"testing"
	"time"
)

func TestLimited(t *testing.T) {
	for _, x := range []struct {
		text         string
		depth, nodes int
		time         time.Duration
		want         string
	}{
		{"greedy", 3, 4, 5, "greedy"},
		{"classical:hard", 0, 0, 0, "classical:time=100ms"},
		{"classical:hard", 5, 0, 0, "classical:depth=5,selective=on"},
		{"classical:hard,hash=4", 0, 1000, 0, "classical:nodes=1000,hash=4"},
		{"classical:depth=3,noise=0.5", 0, 0, time.Second, "classical:time=1s,selective=off,noise=0.5"},
		{"classical:hard", 99, 9e15, 99 * time.Hour, "classical:depth=32,nodes=1099511627776,time=1h0m0s"},
		{"net:x,temp=1", 0, 7, 0, "net:x,nodes=7,temp=1"},
		{"net:x", 0, 0, time.Second, "net:x,time=1s,transpositions=on"},
		{"net:x,transpositions=off", 0, 0, time.Second, "net:x,time=1s,transpositions=off"},
		{"net:x,threads=2", 0, 0, time.Second, "net:x,time=1s,threads=2"},
		{"net:x,time=1s", 0, 1 << 30, 0, "net:x,nodes=16777216,transpositions=on"},
		{"ugi:prog,nodes=5", 9999, 0, time.Second, "ugi:prog,depth=1000,time=1s"},
	} {
		s, err := ParseSpec(x.text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Limited(x.depth, x.nodes, x.time)
		if err != nil || got.String() != x.want {
			t.Errorf("%s with %d, %d, %v is %s, %v; want %s", x.text, x.depth, x.nodes, x.time, got, err, x.want)
		}
	}
	if s, err := (Spec{Kind: Net, File: "x", Nodes: 1}).Limited(3, 0, 0); err == nil || !strings.Contains(err.Error(), "has no depth") || s != (Spec{}) {
		t.Errorf("a network to a depth: %v, %v", s, err)
	}
}
