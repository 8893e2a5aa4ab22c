package kernel

import "unsafe"

// Lane is the number of channels to whose multiple channels are padded, one
// vector of AVX-512 or two of AVX2: a cache line.
const Lane = 16

// Pad rounds n up to a multiple of Lane.
func Pad(n int) int { return (n + Lane - 1) / Lane * Lane }

// PlaneStride is the distance to keep between planes of n numbers: an odd
// number of cache lines, because planes a power of two apart would fight for
// the same lines of the cache.
func PlaneStride(n int) int { return (Pad(n)/Lane | 1) * Lane }

// Aligned returns n zeros that begin at a cache line.
func Aligned(n int) []float32 {
	s := make([]float32, n+Lane)
	skip := 0
	if odd := uintptr(unsafe.Pointer(unsafe.SliceData(s))) % (4 * Lane); odd != 0 {
		skip = Lane - int(odd/4)
	}
	return s[skip : skip+n : skip+n]
}
