package dataset

// Sums are the statistics of games as numbers that another program can count
// again from the files, column by column.
type Sums struct {
	Games     int            `json:"games"`
	Rows      int            `json:"positions"`
	Moves     int            `json:"moves"`
	Bytes     int64          `json:"bytes"`
	FullRows  int            `json:"full_positions"`
	Visits    int            `json:"visits"`         // of all policies
	Entries   int            `json:"policy_entries"` // of all policies
	Results   map[string]int `json:"results"`
	Truncated int            `json:"truncated"`
	Squatting int            `json:"squatting"`
	MeanPlies float64        `json:"mean_plies"`

	UniqueGames     float64   `json:"unique_games_share"`
	UniquePositions float64   `json:"unique_positions_share"`
	MeanAbsOutcome  float64   `json:"mean_abs_outcome"`
	Entropy         float64   `json:"visit_entropy"` // nats, mean over the positions with a full search
	Surprise        float64   `json:"surprise"`      // likewise
	RootCorrelation []float64 `json:"root_correlation"`
}

// Sums are the statistics so far.
func (m *Stats) Sums() Sums {
	return Sums{Games: m.Games, Rows: m.Rows, Moves: m.Moves, Bytes: m.Bytes, FullRows: m.FullRows, Visits: m.visits, Entries: m.entries,
		Results: m.Results, Truncated: m.Truncated, Squatting: m.Squatting, MeanPlies: m.MeanPlies(),
		UniqueGames: m.UniqueGames(), UniquePositions: m.UniquePositions(), MeanAbsOutcome: m.MeanAbsOutcome(),
		Entropy: ratio(m.EntropySum, m.FullRows), Surprise: ratio(m.SurpriseSum, m.FullRows), RootCorrelation: append([]float64{}, m.RootCorrelation()...)}
}
