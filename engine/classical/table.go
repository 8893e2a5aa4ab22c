package classical

// bound says what an entry's score is to the true one.
type bound uint8

const (
	exact bound = iota
	lower       // the true score is at least this
	upper       // at most this
)

// boundOf is what a fail-soft score of the window says of the true one.
func boundOf(score, alpha, beta int) bound {
	switch {
	case score >= beta:
		return lower
	case score <= alpha:
		return upper
	}
	return exact
}

// entry is what is known of one position.
type entry struct {
	key   uint64
	score int32
	move  uint16 // of the layout or of cells, as whoever stores it writes moves
	depth int8
	mark  uint8 // the bound, and above it the age
}

const ageStep = 4 // the age counts in steps above the two bits of the bound

func (e *entry) bound() bound { return bound(e.mark % ageStep) }

// settles reports whether the entry's score answers a search with this window.
func (e *entry) settles(alpha, beta int) bool {
	switch e.bound() {
	case exact:
		return true
	case lower:
		return int(e.score) >= beta
	}
	return int(e.score) <= alpha
}

// bucket is the entries that a position may be in: one line of the cache.
type bucket [4]entry

// table remembers positions by their keys. A full bucket gives up the entry of
// an earlier search, then the shallowest.
type table struct {
	buckets []bucket
	age     uint8
	used    bool // something was stored since the last clear
}

// newTable makes a table of at most so many bytes; there is at least one bucket.
func newTable(bytes int) table {
	n := 1
	for n*2*64 <= bytes {
		n *= 2
	}
	return table{buckets: make([]bucket, n)}
}

// clear forgets everything. A table that holds nothing is left alone: a large
// one takes seconds, and memory that a new one has not touched yet.
func (t *table) clear() {
	if t.used {
		clear(t.buckets)
	}
	t.age, t.used = 0, false
}

// next begins another search: what is known is kept, and given up first.
func (t *table) next() { t.age += ageStep }

func (t *table) bucket(key uint64) *bucket {
	return &t.buckets[key>>20&uint64(len(t.buckets)-1)]
}

// find is the entry of a key, nil if there is none. The key is never 0.
func (t *table) find(key uint64) *entry {
	b := t.bucket(key)
	for i := range b {
		if b[i].key == key {
			return &b[i]
		}
	}
	return nil
}

// store remembers a position. A known move is kept where there is no new one.
func (t *table) store(key uint64, score int, move uint16, depth int, is bound) {
	b := t.bucket(key)
	worst, least := 0, 1<<30
	for i := range b {
		e := &b[i]
		if e.key == key {
			worst = i
			if move == 0 {
				move = e.move
			}
			break
		}
		worth := int(e.depth)
		if e.mark&^(ageStep-1) != t.age {
			worth -= 256
		}
		if e.key == 0 {
			worth = -512
		}
		if worth < least {
			worst, least = i, worth
		}
	}
	t.used = true
	b[worst] = entry{key, int32(score), move, int8(depth), uint8(is) | t.age}
}
