//go:build !amd64 || purego

package kernel

func softmaxMax(_ Kind, lanes *[Lane]float32, x []float32) { softmaxMaxGo(lanes, x) }

func softmaxExp(_ Kind, dst, x []float32, lanes *[Lane]float32) { softmaxExpGo(dst, x, lanes) }

func softmaxScale(_ Kind, dst, x []float32, lanes *[Lane]float32) { softmaxScaleGo(dst, x, lanes) }
