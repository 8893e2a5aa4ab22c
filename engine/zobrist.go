package engine

import "sync"

// zobristKeys are the random words of Zobrist hashing (Zobrist 1970): one per
// seat and layout index, one per seat to move. The hash of a position is the
// exclusive or of the words of its pieces and its mover; counters are not in it.
type zobristKeys struct {
	piece [MaxSeats][MaxCells]uint64
	mover [MaxSeats]uint64
}

// zobrist are the words, which all boards share. They are drawn from SplitMix64
// (Steele, Lea and Flood 2014) with a fixed start, so that hashes are equal in
// every run and file.
var zobrist = sync.OnceValue(func() *zobristKeys {
	k := new(zobristKeys)
	state := uint64(0x48616c6d61) // "Halma"
	next := func() uint64 {
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	for s := range MaxSeats {
		for i := range MaxCells {
			k.piece[s][i] = next()
		}
		k.mover[s] = next()
	}
	return k
})
