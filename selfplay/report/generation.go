package report

import (
	"fmt"
	"strconv"

	"halmazero/selfplay/stats"
)

// Generation is what was measured in one generation. Its numbers must be
// finite, because JSON knows no others. Parts that did not take place are nil
// or empty.
type Generation struct {
	Generation int        `json:"generation"`
	SelfPlay   SelfPlay   `json:"selfplay"`
	Audit      *Audit     `json:"audit,omitempty"`
	Training   *Training  `json:"training,omitempty"`
	Gate       *Gate      `json:"gate,omitempty"`
	Ladder     []Opponent `json:"ladder,omitempty"` // each name once
	Seconds    Seconds    `json:"seconds"`
	// Alarms are the sentences that Alarms found, kept with the measurements.
	Alarms []string `json:"alarms,omitempty"`
}

// SelfPlay is what the games of a generation were like.
type SelfPlay struct {
	Seats     int     `json:"seats,omitempty"` // of the games; 0 in the measurements of older programs
	Games     int     `json:"games"`
	Positions int     `json:"positions"` // that went into the training data
	Cap       int     `json:"cap"`       // training cap in plies
	MeanPlies float64 `json:"mean_plies"`

	// Shares of the games by how they ended; what they leave to 1 are draws.
	TruncatedShare float64 `json:"truncated_share"`
	DecisiveShare  float64 `json:"decisive_share"`
	DeadlineShare  float64 `json:"deadline_share"`
	// SquattingShare overlaps with the three.
	SquattingShare float64 `json:"squatting_share"`

	// FirstPlayerShare is the share of the won games that the seat which
	// started won; 1/2 without such games.
	FirstPlayerShare float64 `json:"first_player_share"`
	// MeanAbsOutcome is the mean of |outcome| over games and seats.
	MeanAbsOutcome float64 `json:"mean_abs_outcome"`

	UniqueGamesShare float64 `json:"unique_games_share"`
	// UniquePositionsShare is of the positions, not the games.
	UniquePositionsShare float64 `json:"unique_positions_share"`

	// RootCorrelation is, by seat, the correlation over positions of the
	// search's root value with the outcome; 0 where it is undefined.
	RootCorrelation []float64 `json:"root_correlation,omitempty"`
}

// seats is the number of seats of the games, where it was not written down as
// their searches tell.
func (s SelfPlay) seats() int { return max(2, s.Seats, len(s.RootCorrelation)) }

// Audit is what the label audit, which the generation's games have passed
// before they were trained on, has seen.
type Audit struct {
	Games    int      `json:"games"`
	Rows     int      `json:"rows"`
	Searched int      `json:"searched"` // rows with a root value
	Passed   []string `json:"passed"`   // names of the checks
	Signs    []Sign   `json:"signs,omitempty"`
}

// Sign is the correlation of root value and outcome, both of the seat to move,
// over the games' rows with so many plies left.
type Sign struct {
	Seat        int     `json:"seat"` // to move, from 1
	From        int     `json:"from"` // least plies left, the row's own move included
	To          int     `json:"to"`   // most; 0: no bound
	Games       int     `json:"games"`
	Rows        int     `json:"rows"`
	Correlation float64 `json:"correlation"` // Pearson's; 0 where undefined
	Verdict     string  `json:"verdict"`     // sound, too few, not judged
}

// Left is the plies that are left, as "5-8" or "33+".
func (s Sign) Left() string {
	switch s.To {
	case 0:
		return fmt.Sprintf("%d+", s.From)
	case s.From:
		return strconv.Itoa(s.From)
	}
	return fmt.Sprintf("%d-%d", s.From, s.To)
}

// HeadLoss is the loss of one head, and the entropy of its targets, the least
// that it can be.
type HeadLoss struct {
	Name    string  `json:"name"`
	Loss    float64 `json:"loss"`
	Entropy float64 `json:"entropy"`
}

// Training is the losses at the end of the generation's training, in nats a
// row.
type Training struct {
	Steps         int     `json:"steps"`          // of the run, this generation's included
	Samples       int     `json:"samples"`        // rows that this generation's steps drew
	PolicyLoss    float64 `json:"policy_loss"`    // cross-entropy against the visit shares
	PolicyEntropy float64 `json:"policy_entropy"` // of the visit shares: the least possible policy loss
	ValueLoss     float64 `json:"value_loss"`     // cross-entropy; the logarithm of the number of seats is a guess
	// Heads are the losses of further heads, those that only training computes.
	Heads []HeadLoss `json:"heads,omitempty"`
	// Bucket is how many samples the rows so far allow beyond those trained on;
	// below 0 where there were more.
	Bucket float64 `json:"bucket"`
	// SamplesPerSecond is on the wall clock; nothing follows from it.
	SamplesPerSecond float64 `json:"samples_per_second"`
}

// Gate is the match of the candidate against the best network before it.
type Gate struct {
	Pairs    int            `json:"pairs"`
	Elo      stats.Interval `json:"elo"`     // of the candidate
	Verdict  string         `json:"verdict"` // accept, reject
	Promoted bool           `json:"promoted"`
}

// Opponent is the match of the best network against a fixed opponent. Every
// game counts in exactly one of Wins, Draws, Losses (of the network) and
// Truncated.
type Opponent struct {
	Name      string         `json:"name"`
	Wins      int            `json:"wins"`
	Draws     int            `json:"draws"`
	Losses    int            `json:"losses"`
	Truncated int            `json:"truncated"` // without a winner: where a seat has its place already, one can be won
	Score     stats.Interval `json:"score"`     // draws and truncated games are half a point
	Elo       stats.Interval `json:"elo"`
	// HomeOwn and HomeOther count the games at whose end the network, or the
	// opponent, still had a piece in its own camp: a side that never leaves it
	// cannot lose on a plain ruleset, and its score means little.
	HomeOwn   int `json:"home_own"`
	HomeOther int `json:"home_other"`
}

// Games is the number of games of the match.
func (o Opponent) Games() int { return o.Wins + o.Draws + o.Losses + o.Truncated }

// Seconds is the wall-clock time of a generation by phase.
type Seconds struct {
	SelfPlay float64 `json:"selfplay"`
	Train    float64 `json:"train"`
	Gate     float64 `json:"gate"`
	Ladder   float64 `json:"ladder"`
}

// Total is the sum of the phases.
func (s Seconds) Total() float64 { return s.SelfPlay + s.Train + s.Gate + s.Ladder }
