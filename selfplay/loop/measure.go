package loop

import (
	"halmazero/dataset"
	"halmazero/selfplay/report"
)

// measured is a generation's games as the report shows them.
func measured(m *dataset.Stats, cap int) *report.SelfPlay {
	return &report.SelfPlay{
		Seats: m.Seats, Games: m.Games, Positions: m.Rows, Cap: cap, MeanPlies: m.MeanPlies(),
		TruncatedShare: m.Share(m.Truncated), DecisiveShare: m.Share(m.Decisive),
		DeadlineShare: m.Share(m.Deadline), SquattingShare: m.Share(m.Squatting),
		FirstPlayerShare: m.FirstShare(), MeanAbsOutcome: m.MeanAbsOutcome(),
		UniqueGamesShare: m.UniqueGames(), UniquePositionsShare: m.UniquePositions(),
		RootCorrelation: m.RootCorrelation(),
	}
}
