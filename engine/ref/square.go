package ref

// drawSquare draws a square board. A camp has the given number of cells in each
// row, counted from the edge and from the corner.
func drawSquare(side int, campRows []int) drawing {
	d := drawing{
		// N, NE, E, SE, S, SW, W, NW as (row, column).
		directions: [][2]int{{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}},
		camps:      make(map[string][][2]int),
		opposite:   map[string]string{"NW": "SE", "NE": "SW", "SE": "NW", "SW": "NE"},
	}
	for row := range side {
		for col := range side {
			d.places = append(d.places, [2]int{row, col})
		}
	}
	last := side - 1
	for row, n := range campRows {
		for col := range n {
			d.camps["NW"] = append(d.camps["NW"], [2]int{row, col})
			d.camps["NE"] = append(d.camps["NE"], [2]int{row, last - col})
			d.camps["SE"] = append(d.camps["SE"], [2]int{last - row, last - col})
			d.camps["SW"] = append(d.camps["SW"], [2]int{last - row, col})
		}
	}
	return d
}
