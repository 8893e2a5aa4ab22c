package kernel

import "fmt"

// The convolutions are computed as Winograd's F(4x4, 3x3) (Lavin and Gray,
// 2015, "Fast Algorithms for Convolutional Neural Networks") with the points
// 0, 1, -1, 2, -2 and infinity: with the constant matrices Bt, G and At,
//
//	output tile = At [ sum over channels of (G w Gt) * (Bt d B) ] A
//
// where d is the 6x6 input of a tile, w the 3x3 weights, and * is taken number
// by number. The 36 numbers of each transform lie in 36 planes, so the sum
// over channels is a Product of 36 planes.
const (
	// TileSide is the side of a tile of outputs, Window that of its inputs.
	TileSide = 4
	Window   = TileSide + 2
	// WinogradPlanes is the number of planes of a transform.
	WinogradPlanes = Window * Window
	// ScratchLen is the number of floats that a transform needs as scratch.
	ScratchLen = WinogradPlanes * Lane
)

// Weights transforms the 3x3 weights of one pair of channels, in reading
// order.
func Weights(w *[9]float64) (u [WinogradPlanes]float64) {
	g := [Window][3]float64{
		{1. / 4, 0, 0},
		{-1. / 6, -1. / 6, -1. / 6},
		{-1. / 6, 1. / 6, -1. / 6},
		{1. / 24, 1. / 12, 1. / 6},
		{1. / 24, -1. / 12, 1. / 6},
		{0, 0, 1},
	}
	for i := range Window {
		for j := range Window {
			for y := range 3 {
				for x := range 3 {
					u[Window*i+j] += g[i][y] * w[3*y+x] * g[j][x]
				}
			}
		}
	}
	return u
}

// InputTiles transforms the inputs of tiles that lie side by side:
// Bt d B for each tile and channel.
type InputTiles struct {
	// Src begins at the north-west cell of the first tile's window. A cell is
	// Channels numbers, the next row of cells lies SrcRow numbers on.
	Src    []float32
	SrcRow int
	// Dst begins at the first tile in plane 0. A tile is Channels numbers,
	// tiles follow one another, planes lie Plane numbers apart.
	Dst   []float32
	Plane int
	// Channels is a multiple of Lane.
	Channels, Tiles int
	// Scratch holds ScratchLen numbers, best aligned.
	Scratch []float32
}

// RunKind does the transform with kernels of the given kind, which must be
// available. It panics if something does not fit into its slice.
func (t *InputTiles) RunKind(k Kind) {
	checkTiles(t.Channels, t.Tiles, t.SrcRow, t.Plane)
	need(len(t.Src), (Window-1)*t.SrcRow+(TileSide*t.Tiles+2)*t.Channels, "the input of tiles")
	need(len(t.Dst), (WinogradPlanes-1)*t.Plane+t.Tiles*t.Channels, "the planes of tiles")
	need(len(t.Scratch), ScratchLen, "scratch")
	t.run(k)
}

// GradTiles transforms the gradients of the outputs of tiles that lie side by
// side: A g At for each tile and channel, where A is At transposed. The gradient
// of the weights is
//
//	Gt [ sum over tiles of (Bt d B) * (A g At) ] G
//
// so that it takes as few multiplications as the convolution. Gradients of
// outputs beyond the board must be zero.
type GradTiles struct {
	// Src begins at the first tile's north-west cell. A cell is Channels
	// numbers, the next row of cells lies SrcRow numbers on.
	Src    []float32
	SrcRow int
	// Dst begins at the first tile in plane 0, as InputTiles.Dst.
	Dst   []float32
	Plane int
	// Channels is a multiple of Lane.
	Channels, Tiles int
}

// RunKind does the transform with kernels of the given kind, which must be
// available. It panics if something does not fit into its slice.
func (t *GradTiles) RunKind(k Kind) {
	checkTiles(t.Channels, t.Tiles, t.SrcRow, t.Plane)
	need(len(t.Src), (TileSide-1)*t.SrcRow+TileSide*t.Tiles*t.Channels, "the gradient of tiles")
	need(len(t.Dst), (WinogradPlanes-1)*t.Plane+t.Tiles*t.Channels, "the planes of tiles")
	t.run(k)
}

// WeightGrad is the last step of the gradient: Gt u G for one pair of channels,
// in reading order.
func WeightGrad(u *[WinogradPlanes]float32) (w [9]float32) {
	var half [3 * Window]float32
	for j := range Window {
		half[j], half[Window+j], half[2*Window+j] =
			weightLine(u[j], u[Window+j], u[2*Window+j], u[3*Window+j], u[4*Window+j], u[5*Window+j])
	}
	for y := range 3 {
		h := half[Window*y:]
		w[3*y], w[3*y+1], w[3*y+2] = weightLine(h[0], h[1], h[2], h[3], h[4], h[5])
	}
	return w
}

// weightLine is Gt times a column of six.
func weightLine(u0, u1, u2, u3, u4, u5 float32) (w0, w1, w2 float32) {
	s, p := (u1+u2)*(1./6), u3+u4
	return u0*(1./4) - s + p*(1./24), (u2-u1)*(1./6) + (u3-u4)*(1./12), p*(1./6) - s + u5
}

// OutputTiles transforms sums back into the outputs of tiles that lie side by
// side: relu(At m A + Bias), or relu(At m A + Bias + what Dst held) if Residual;
// without the relu if Linear.
type OutputTiles struct {
	// Src begins at the first tile in plane 0, as InputTiles.Dst.
	Src   []float32
	Plane int
	// Dst begins at the first tile's north-west cell, as InputTiles.Src. Of
	// the outputs only Rows rows (1 to 4) and Cols columns (of all tiles) are
	// written, but Dst holds the whole tiles.
	Dst        []float32
	DstRow     int
	Rows, Cols int
	// Channels is a multiple of Lane; Bias has one number for each.
	Channels, Tiles  int
	Bias             []float32
	Residual, Linear bool
	// Scratch holds ScratchLen numbers, best aligned.
	Scratch []float32
}

// RunKind does the transform with kernels of the given kind, which must be
// available. It panics if something does not fit into its slice.
func (t *OutputTiles) RunKind(k Kind) {
	checkTiles(t.Channels, t.Tiles, t.DstRow, t.Plane)
	if t.Rows < 1 || t.Rows > TileSide || t.Cols <= TileSide*(t.Tiles-1) || t.Cols > TileSide*t.Tiles {
		panic(fmt.Sprintf("kernel: %d rows and %d columns do not fill %d tiles", t.Rows, t.Cols, t.Tiles))
	}
	need(len(t.Src), (WinogradPlanes-1)*t.Plane+t.Tiles*t.Channels, "the planes of tiles")
	need(len(t.Dst), (t.Rows-1)*t.DstRow+TileSide*t.Tiles*t.Channels, "the output of tiles")
	need(len(t.Bias), t.Channels, "bias")
	need(len(t.Scratch), ScratchLen, "scratch")
	t.run(k)
}

// checkTiles panics on sizes that the transforms cannot have.
func checkTiles(channels, tiles, row, plane int) {
	if channels <= 0 || channels%Lane != 0 || tiles <= 0 || row < 0 || plane < 0 {
		panic(fmt.Sprintf("kernel: %d channels, %d tiles, rows %d and planes %d apart", channels, tiles, row, plane))
	}
}

// need panics if a slice is too short.
func need(have, want int, what string) {
	if have < want {
		panic(fmt.Sprintf("kernel: %s needs %d numbers, has %d", what, want, have))
	}
}
