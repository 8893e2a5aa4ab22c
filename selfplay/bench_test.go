package selfplay

import (
	"testing"

	"halmazero/engine"
	"halmazero/mcts"
	"halmazero/selfplay/agent"
)

// BenchmarkBootstrapGame is what a game costs apart from any network: the bot
// is cheap, so most of it is the record.
func BenchmarkBootstrapGame(b *testing.B) {
	r, err := engine.ParseRules("wiki-8-d30")
	if err != nil {
		b.Fatal(err)
	}
	player, err := agent.ParseSpec("classical:depth=1")
	if err != nil {
		b.Fatal(err)
	}
	bot, err := player.New(nil)
	if err != nil {
		b.Fatal(err)
	}
	s := Spec{Run: "bench", Rules: r, Cap: CapRule{Plies: 160}, Settings: Settings{Search: mcts.Default(), OpeningPlies: 4, BotNoise: 0.1}}
	for b.Loop() {
		s.Index++
		if _, err := PlayBot(b.Context(), s, bot); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}
