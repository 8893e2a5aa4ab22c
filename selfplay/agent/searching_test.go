package agent

import (
	"errors"
	"testing"
)

// ableBot has every ability.
type ableBot struct {
	random
	stop   func() bool
	report func(Info)
	closed int
}

var errAbleBot = errors.New("closed")

func (b *ableBot) StopWhen(stop func() bool) { b.stop = stop }
func (b *ableBot) OnInfo(report func(Info))  { b.report = report }
func (b *ableBot) Close() error              { b.closed++; return errAbleBot }

func TestAbilitiesOfAPlayerAndOfOneInsideIt(t *testing.T) {
	bot := &ableBot{}
	for _, x := range []struct {
		name string
		p    Player
	}{{"itself", bot}, {"wrapped", &noisy{Player: bot}}, {"wrapped twice", &noisy{Player: &noisy{Player: bot}}}} {
		t.Run(x.name, func(t *testing.T) {
			*bot = ableBot{}
			if !StopWhen(x.p, func() bool { return true }) || bot.stop == nil || !bot.stop() {
				t.Error("the condition did not arrive")
			}
			if !OnInfo(x.p, func(Info) {}) || bot.report == nil {
				t.Error("the listener did not arrive")
			}
			if err := Close(x.p); !errors.Is(err, errAbleBot) || bot.closed != 1 {
				t.Errorf("closed %d times, error %v", bot.closed, err)
			}
		})
	}
}

func TestPlayersWithoutAbilities(t *testing.T) {
	for _, p := range []Player{&random{}, &greedy{}, &noisy{Player: &greedy{}}} {
		if StopWhen(p, nil) || OnInfo(p, nil) {
			t.Errorf("%T claims an ability", p)
		}
		if err := Close(p); err != nil {
			t.Errorf("closing %T: %v", p, err)
		}
	}
}
