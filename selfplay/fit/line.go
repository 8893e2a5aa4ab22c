package fit

import (
	"fmt"
	"strings"

	"halmazero/selfplay/loop"
)

// Line is the losses at one step.
type Line struct {
	Step    int   `json:"step"`
	Samples int64 `json:"samples"` // rows trained on up to here
	// Train is the mean over the last Steps steps, of the weights as they were
	// at each; nil before the first step.
	Steps int          `json:"steps"`
	Train *loop.Losses `json:"train,omitempty"`
	// Validation is of the averaged weights on the validation rows; nil without any.
	Validation *loop.Losses `json:"validation,omitempty"`
	// Seconds is what the steps took, which does not repeat. Nor do Steps and
	// Train of the first line after a stop: its mean begins where the process did.
	Seconds float64 `json:"seconds"`
}

// String is the line for a reader.
func (l Line) String() string {
	parts := []string{fmt.Sprintf("step %6d", l.Step)}
	if l.Train != nil {
		parts = append(parts, "train "+l.Train.String())
	}
	if l.Validation != nil {
		parts = append(parts, "validation "+l.Validation.String())
	}
	return strings.Join(parts, "  ")
}
