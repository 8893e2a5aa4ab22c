//go:build amd64 && !purego

package kernel

import "golang.org/x/sys/cpu"

//go:generate go run ./gen

// fastest is the best kind that this CPU and its operating system support.
func fastest() Kind {
	switch x := cpu.X86; {
	case x.HasAVX512F && x.HasAVX512DQ && x.HasAVX512VL && x.HasAVX2 && x.HasFMA:
		return KindAVX512
	case x.HasAVX2 && x.HasFMA:
		return KindAVX2
	default:
		return KindGo
	}
}
