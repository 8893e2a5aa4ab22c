package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"halmazero/engine"
)

// nearlyDone has every seat of sq16x4 one step before its goal: seat 1 from
// l16, seat 2 from e16, seat 3 from e1, seat 4 from l1.
const nearlyDone = "1 l16 n16 o16 p16 m15 n15 o15 p15 n14 o14 p14 o13 p13, 2 e16 a16 b16 c16 a15 b15 c15 d15 a14 b14 c14 a13 b13, " +
	"3 e1 a1 b1 c1 a2 b2 c2 d2 a3 b3 c3 a4 b4, 4 l1 n1 o1 p1 m2 n2 o2 p2 n3 o3 p3 o4 p4"

// In supports seat 3 has one move, around outside its target over pieces of
// seat 2.
const (
	outside  = "star-253-3,seats=N+NE+S,lock=end,resign=on,timeout=3"
	supports = "3 N6, 1 O5 O6 P4 P6 M13, 2 N7 O8 Q8 R7"
)

// Whole scenes: each entry of a script is a move or event, and behind = the
// seat that is to move then, the result, or ! if the entry is refused, which
// changes nothing.
func TestEdgeCaseScripts(t *testing.T) {
	cases := []struct {
		name, rules, pieces string
		mover               int
		script, status      string
	}{
		{"places: finishers 1, 3, 2", "leapstone-4", nearlyDone, 0,
			"l16-m16=2 e16-f16=3 e1-f1=4 l1-k1=2 f16-e16=3 f1-e1=4 k1-l1=2 e16-f16=3 e1-d1=4 l1-k1=2 f16-e16=4 k1-l1=2 e16-d16=places:1,3,2,4",
			"f1,f3,f2,f4"},
		{"places: a finisher moves no more", "leapstone-4", nearlyDone, 0, "l16-m16=2 m16-l16=! resign:1=! e16-d16=3 e1-d1=places:1,2,3,4", "f1,f2,f3,f4"},
		{"places: finishers before resigners", "leapstone-4", nearlyDone, 0, "resign:3=1 l16-m16=2 resign:4=places:1,2,4,3", "f1,f2,r4,r3"},
		{"places: the latest resigner is best", "leapstone-4", nearlyDone, 0, "resign:1=2 resign:4=2 resign:2=places:3,2,4,1", "r4,r2,f1,r3"},
		{"places: the resigner is to move", "leapstone-4", nearlyDone, 2, "resign:3=4 l1-m1=1 l16-m16=places:4,1,2,3", "f2,f3,r4,f1"},
		{"places: resigning twice", "leapstone-4", nearlyDone, 0, "resign:3=1 resign:3=! resign:5=! l16-k16=2", "a,a,r4,a"},
		{"places: a blocked seat is skipped", "leapstone-4", "1 a1 b1 a2 b2 c1 a3 c3 h8, 2 h1, 3 p9, 4 a9", 0, "h8-h9=2 h1-h2=3", "a,a,a,a"},
		{"places: a blocked seat among others", "leapstone-4", "2 a1, 1 b1 a2 b2 c1 a3 c3 h8, 3 p9, 4 a9", 0, "h8-h9=3 p9-p8=4 a9-a8=1 c3-d4=2 a1-c3=3",
			"a,a,a,a"},
		{"a resigner's pieces are no supports", "leapstone-4", "1 d4, 3 e5 k9, 2 p9, 4 a9", 0, "resign:3=1 d4>f6=! d4-e5=2", "a,a,r4,a"},
		{"with the support", "leapstone-4", "1 d4, 3 e5 k9, 2 p9, 4 a9", 0, "d4>f6=2", "a,a,a,a"},
		{"resigning opens the way", "leapstone-4", "1 a1, 2 b1 a2 b2 c1 a3 c3, 3 p9, 4 a9", 3, "a9-a8=2 resign:2=3 p9-p8=4 a8-a9=1 a1-b2=3", "a,r4,a,a"},
		{"resigning takes the last support away", "leapstone-4", "1 a1, 2 b1 a2 b2 c1 a3, 3 c3 p9, 4 a9", 0, "a1>c3=! resign:3=1 a1>c3=2", "a,a,r4,a"},
		{"with supports outside the target", outside, supports, 2, "N6>R6=1", "a,a,a"},
		{"a seat is skipped once its supports are gone", outside, supports, 2, "resign:2=1 M13-M14=1 M14-M13=1", "a,r3,a"},
		{"an emptied camp is not filled", "leapstone-4", "1 l16 n16 o16 p16 m15 n15 o15 p15 n14 o14 p14 o13 p13, 3 m16, 2 p9, 4 a9", 0,
			"resign:3=1 l16-k16=2 p9-p8=4 a9-a8=1 k16-l16=2 p8-p9=4 a8-a9=1 l16-m16=2", "f1,a,r4,a"},
		{"an emptied camp is not filled, with nothing else to do", "leapstone-2", "1 k16 l16 n16 o16 p16 m15 n15 o15 p15 m14 n14 o14 p14 n13 o13 p13 o12 p12 l15, 2 m16 a9", 1,
			"resign:2=win:1", "a,r2"},
		{"misses: a move resets the count", "leapstone-2", "1 e5, 2 k9", 0,
			"timeout=2 k9-k8=1 timeout=2 k8-k9=1 e5-e6=2 k9-k8=1 timeout=2 k8-k9=1 timeout=2 k9-k8=1 timeout=win:2", "r2,a"},
		{"misses: both seats", "leapstone-2", "1 e5, 2 k9", 0, "timeout=2 timeout=1 timeout=2 timeout=1 timeout=win:2", "r2,a"},
		{"misses: places", "leapstone-4", nearlyDone, 0,
			"timeout=2 timeout=3 timeout=4 timeout=1 timeout=2 e16-f16=3 e1-f1=4 l1-k1=1 timeout=2 f16-e16=3 f1-e1=4 k1-l1=2 timeout=3", "r4,a,a,a"},
		{"misses: every other seat blocked", "leapstone-2", "1 b1 a2 b2 c1 a3 c3 h8, 2 a1", 0, "timeout=1 h8-h9=1", "a,a"},
		{"misses: three seats resign by them", "leapstone-4,timeout=1", nearlyDone, 0, "timeout=2 timeout=3 timeout=places:4,3,2,1", "r4,r3,r2,f1"},
		{"no misses without the rule", "wiki-8", "1 a4, 2 d4", 0, "timeout=! resign:1=! resign:2=! draw=! a4-a5=2", "a,a"},
		{"an agreed draw", "plyyard", "1 e5, 2 k9", 1, "timeout=! k9-k8=1 draw=draw:agreed draw=! resign:1=! e5-e6=!", "a,a"},
		{"resigning, the other wins", "plyyard", "1 e5, 2 k9", 0, "resign:2=win:1 resign:1=!", "a,r2"},
		{"resigning on the own turn", "leapstone-2", "1 e5, 2 k9", 0, "resign:1=win:2 timeout=!", "r2,a"},
		{"first to fill of four", "wiki-4", nearlyDone, 0, "l16-k16=2 e16-d16=win:2", "a,a,a,a"},
		{"first to fill of four who resign", "wiki-4,resign=on", nearlyDone, 0, "resign:2=1 resign:1=3 resign:3=win:4", "r3,r4,r2,a"},
		{"teams: a full seat is skipped", "wiki-4-teams", nearlyDone, 0, "l16-m16=2 e16-f16=3 e1-f1=4 l1-k1=2 f16-e16=3 f1-e1=4 k1-l1=2 e16-f16=3 e1-d1=team:1",
			"a,a,a,a"},
		{"teams: the partner's camp counts", "wiki-4-teams", nearlyDone, 1, "e16-d16=3 e1-d1=4 l1-m1=team:2", "a,a,a,a"},
		{"teams: two camps of two teams are no win", "wiki-4-teams", nearlyDone, 0, "l16-m16=2 e16-d16=3 e1-f1=4 l1-k1=3 f1-e1=4 k1-l1=3 e1-d1=team:1", "a,a,a,a"},
		{"star, the winner of three", "star-121-3", "1 I9, 2 J9, 3 M8 N5 O5 P5 Q5 N6 O6 P6 O7 N8", 2, "M8-N7=win:3", "a,a,a"},
		{"extended camps, the winner", "wiki-star3", "1 I9, 2 J9, 3 L8 M5 N5 O5 P5 Q5 M6 N6 O6 P6 M7 N7 O7 N8 M9", 2, "L8-M8=win:3", "a,a,a"},
	}
	for _, c := range cases {
		for _, kind := range players {
			t.Run(c.name+"/"+kind.name, func(t *testing.T) {
				p := put(t, c.rules, c.pieces, c.mover)
				b := p.Board()
				s := kind.new(p)
				for _, entry := range strings.Fields(c.script) {
					text, want, _ := strings.Cut(entry, "=")
					before := stateText(s, b)
					err := playText(s, b, text)
					if (err != nil) != (want == "!") || err != nil && !engine.Refused(err) {
						t.Fatalf("%s: %v", entry, err)
					}
					if after := stateText(s, b); err != nil && after != before {
						t.Fatalf("%s: refused, and %s became %s", entry, before, after)
					}
					got := s.Result().String()
					if got == "" {
						got = fmt.Sprint(s.Mover() + 1)
					}
					if err == nil && got != want {
						t.Fatalf("%s: then %s", entry, got)
					}
				}
				if got := statusText(s, b); got != c.status {
					t.Errorf("status %s, want %s", got, c.status)
				}
			})
		}
	}
}

// playText plays a move or an event.
func playText(s player, b *engine.Board, text string) error {
	from, to, isMove := strings.Cut(strings.Replace(text, ">", "-", 1), "-")
	if !isMove {
		return playEvent(s, text)
	}
	c, err := b.ParseCell(from)
	if err != nil {
		return err
	}
	e, err := b.ParseCell(to)
	if err != nil {
		return err
	}
	return s.Play(engine.NewMove(c, e))
}

// stateText is everything that a player says of a state but its moves.
func stateText(s player, b *engine.Board) string {
	text := fmt.Sprintf("%s %d %d %s %q", rowsText(s, b), s.Mover()+1, s.Ply(), statusText(s, b), s.Result())
	for seat := range b.Seats() {
		text += fmt.Sprintf(" %d/%d", s.Made(seat), s.Missed(seat))
	}
	return text
}

func statusText(s player, b *engine.Board) string {
	var texts []string
	for seat := range b.Seats() {
		texts = append(texts, s.Status(seat).String())
	}
	return strings.Join(texts, ",")
}
