package fsx

import (
	"cmp"
	"strings"
)

// CompareNames orders names and paths as text, but the numbers in them by what
// they are worth: gen-9999 comes before gen-10000. It returns 0 for equal ones
// only.
func CompareNames(a, b string) int {
	x, y := a, b
	for x != "" && y != "" {
		m, n := digits(x), digits(y)
		if m == 0 || n == 0 {
			if x[0] != y[0] {
				return cmp.Compare(x[0], y[0])
			}
			x, y = x[1:], y[1:]
			continue
		}
		u, v := strings.TrimLeft(x[:m], "0"), strings.TrimLeft(y[:n], "0")
		if order := cmp.Or(cmp.Compare(len(u), len(v)), strings.Compare(u, v)); order != 0 {
			return order
		}
		x, y = x[m:], y[n:]
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(a, b))
}

// digits is the number of digits at the beginning of s.
func digits(s string) int {
	return len(s) - len(strings.TrimLeft(s, "0123456789"))
}
