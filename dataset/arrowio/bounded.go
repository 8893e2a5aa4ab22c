package arrowio

import (
	"fmt"

	"github.com/apache/arrow/go/v15/arrow/memory"
)

// decodedLimit is the most memory, in bytes, that a file of the given size may
// take while it is read. Compression gains a factor of ten, seldom a hundred.
func decodedLimit(size int) int { return min(16<<20+1000*size, 2<<30) }

// bounded is an allocator for reading: lengths in a damaged file may claim any
// size, and a program that asks for all of it is killed, which nothing can
// recover from. It panics instead.
type bounded struct {
	mem  memory.Allocator
	left int
}

func (b *bounded) take(n int) {
	if n < 0 || n > b.left {
		panic(fmt.Sprintf("claims %d bytes of memory, more than the %d that a file may take", n, b.left))
	}
	b.left -= n
}

func (b *bounded) Allocate(size int) []byte {
	b.take(size)
	return b.mem.Allocate(size)
}

func (b *bounded) Reallocate(size int, data []byte) []byte {
	b.take(size)
	return b.mem.Reallocate(size, data)
}

func (b *bounded) Free(data []byte) { b.mem.Free(data) }
