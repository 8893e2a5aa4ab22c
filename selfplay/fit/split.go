package fit

import (
	"math"

	"halmazero/internal/seed"
)

// isValidation reports whether a game is kept for validation: the 64-bit hash
// of the seed and the game's id lies in the lowest share of its range. So a
// game's side depends on nothing but its id, whatever else there is to learn
// from, and games with the same id are always on the same side.
func isValidation(root uint64, id string, share float64) bool {
	return float64(seed.Sum(root, "validation", id)) < share*math.Exp2(64)
}
