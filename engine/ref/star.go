package ref

// drawStar draws a star whose points have the given number of rows. A camp is a
// triangle of the given side at the tip of a point.
//
// A row is drawn around the vertical axis of the star: its neighbours in a row
// are two columns apart, and those of the next row are one column aside.
func drawStar(point, camp int) drawing {
	d := drawing{
		// NE, E, SE, SW, W, NW as (row, column).
		directions: [][2]int{{-1, 1}, {0, 2}, {1, 1}, {1, -1}, {0, -2}, {-1, -1}},
		camps:      make(map[string][][2]int),
		opposite:   map[string]string{"N": "S", "NE": "SW", "SE": "NW", "S": "N", "SW": "NE", "NW": "SE"},
	}
	for row, n := range starRows(point) {
		for col := 1 - n; col < n; col += 2 {
			d.places = append(d.places, [2]int{row, col})
		}
	}
	// The tips, and the two directions in which the points widen.
	top, upper, lower, bottom, side := 0, point, 3*point, 4*point, 3*point
	const ne, e, se, sw, w, nw = 0, 1, 2, 3, 4, 5
	for _, p := range []struct {
		name        string
		tip         [2]int
		left, right int
	}{
		{"N", [2]int{top, 0}, sw, se},
		{"NE", [2]int{upper, side}, w, sw},
		{"SE", [2]int{lower, side}, nw, w},
		{"S", [2]int{bottom, 0}, ne, nw},
		{"SW", [2]int{lower, -side}, e, ne},
		{"NW", [2]int{upper, -side}, se, e},
	} {
		left, right := d.directions[p.left], d.directions[p.right]
		for i := range camp {
			for j := range camp - i {
				d.camps[p.name] = append(d.camps[p.name], [2]int{p.tip[0] + i*left[0] + j*right[0], p.tip[1] + i*left[1] + j*right[1]})
			}
		}
	}
	return d
}

// starRows is the number of cells in each row: 1, 2, 3, 4, 13, 12, 11, 10, 9,
// 10, 11, 12, 13, 4, 3, 2, 1 when a point has four rows.
func starRows(point int) []int {
	var half []int // the rows above the middle one
	for n := 1; n <= point; n++ {
		half = append(half, n)
	}
	for n := 3*point + 1; n > 2*point+1; n-- {
		half = append(half, n)
	}
	rows := append([]int{}, half...)
	rows = append(rows, 2*point+1)
	for i := len(half) - 1; i >= 0; i-- {
		rows = append(rows, half[i])
	}
	return rows
}
