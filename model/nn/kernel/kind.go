package kernel

import (
	"fmt"
	"os"
)

// EnvKind names the environment variable that chooses the kernels: "avx512",
// "avx2" or "go". It is read once, at start. A kind that this CPU or this
// build lacks is passed over for the next slower one; without a value, or with
// one that CheckEnv refuses, it is the fastest kind.
const EnvKind = "HALMA_KERNEL"

// Kind is a set of kernels for one class of CPU. Slower kinds are smaller.
type Kind uint8

// The kinds, slowest first.
const (
	// KindGo is plain Go.
	KindGo Kind = iota
	// KindAVX2 needs AVX2 and FMA.
	KindAVX2
	// KindAVX512 needs AVX-512 F, DQ and VL.
	KindAVX512
)

// String is the name that EnvKind takes.
func (k Kind) String() string {
	switch k {
	case KindAVX512:
		return "avx512"
	case KindAVX2:
		return "avx2"
	default:
		return "go"
	}
}

// active is written only here, before main starts.
var active = choose(os.Getenv(EnvKind), fastest())

// CheckEnv returns an error if the environment names no kind, so that a program
// can refuse it before it measures another one.
func CheckEnv() error { return check(os.Getenv(EnvKind)) }

func check(want string) error {
	if want == "" || want == choose(want, KindAVX512).String() {
		return nil
	}
	return fmt.Errorf("%s is %q, want %s, %s, %s or nothing", EnvKind, want, KindAVX512, KindAVX2, KindGo)
}

// Active is the kind that this process uses.
func Active() Kind { return active }

// Path is the name of the active kind, for build information: results are
// equal bit for bit only between processes with the same path.
func Path() string { return active.String() }

// Available lists the kinds that this CPU can run, slowest first.
func Available() []Kind {
	var kinds []Kind
	for k := KindGo; k <= fastest(); k++ {
		kinds = append(kinds, k)
	}
	return kinds
}

// choose returns the wanted kind, or the best one that is not faster than it.
func choose(want string, best Kind) Kind {
	for k := KindGo; k <= best; k++ {
		if k.String() == want {
			return k
		}
	}
	return best
}
