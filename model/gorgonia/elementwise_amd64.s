//go:build amd64 && !purego

#include "textflag.h"

// All loops do one vector of eight numbers a turn. The sign tests are integer
// instructions, so that the bits are those of the Go code for every input.

// func reluAVX2(y *float32, n int)
TEXT ·reluAVX2(SB), NOSPLIT, $0-16
	MOVQ y+0(FP), DI
	MOVQ n+8(FP), CX

reluLoop:
	VMOVDQU (DI), Y0
	VPSRAD  $31, Y0, Y1
	VPANDN  Y0, Y1, Y0
	VMOVDQU Y0, (DI)
	ADDQ    $32, DI
	SUBQ    $8, CX
	JNZ     reluLoop
	VZEROUPPER
	RET

// func addReluAVX2(y, skip *float32, n int)
TEXT ·addReluAVX2(SB), NOSPLIT, $0-24
	MOVQ y+0(FP), DI
	MOVQ skip+8(FP), SI
	MOVQ n+16(FP), CX

addReluLoop:
	VMOVUPS (DI), Y0
	VADDPS  (SI), Y0, Y0
	VPSRAD  $31, Y0, Y1
	VPANDN  Y0, Y1, Y0
	VMOVDQU Y0, (DI)
	ADDQ    $32, DI
	ADDQ    $32, SI
	SUBQ    $8, CX
	JNZ     addReluLoop
	VZEROUPPER
	RET

// func maskAVX2(dst, grad, y *float32, n int)
TEXT ·maskAVX2(SB), NOSPLIT, $0-32
	MOVQ  dst+0(FP), DI
	MOVQ  grad+8(FP), SI
	MOVQ  y+16(FP), DX
	MOVQ  n+24(FP), CX
	VPXOR Y2, Y2, Y2

maskLoop:
	VMOVDQU  (DX), Y0
	VPCMPGTD Y2, Y0, Y1
	VPAND    (SI), Y1, Y1
	VMOVDQU  Y1, (DI)
	ADDQ     $32, DI
	ADDQ     $32, SI
	ADDQ     $32, DX
	SUBQ     $8, CX
	JNZ      maskLoop
	VZEROUPPER
	RET

// func addMaskAVX2(grad, skip, y *float32, n int)
TEXT ·addMaskAVX2(SB), NOSPLIT, $0-32
	MOVQ  grad+0(FP), DI
	MOVQ  skip+8(FP), SI
	MOVQ  y+16(FP), DX
	MOVQ  n+24(FP), CX
	VPXOR Y2, Y2, Y2

addMaskLoop:
	VMOVDQU  (DX), Y0
	VPCMPGTD Y2, Y0, Y1
	VMOVUPS  (DI), Y0
	VADDPS   (SI), Y0, Y0
	VPAND    Y0, Y1, Y1
	VMOVDQU  Y1, (DI)
	ADDQ     $32, DI
	ADDQ     $32, SI
	ADDQ     $32, DX
	SUBQ     $8, CX
	JNZ      addMaskLoop
	VZEROUPPER
	RET

// func addColumns8AVX2(sum, m *float32, rows, stride int)
TEXT ·addColumns8AVX2(SB), NOSPLIT, $0-32
	MOVQ    sum+0(FP), DI
	MOVQ    m+8(FP), SI
	MOVQ    rows+16(FP), CX
	MOVQ    stride+24(FP), DX
	SHLQ    $2, DX
	VMOVUPS (DI), Y0

columns8Loop:
	VADDPS  (SI), Y0, Y0
	ADDQ    DX, SI
	DECQ    CX
	JNZ     columns8Loop
	VMOVUPS Y0, (DI)
	VZEROUPPER
	RET

// func addColumns32AVX2(sum, m *float32, rows, stride int)
TEXT ·addColumns32AVX2(SB), NOSPLIT, $0-32
	MOVQ    sum+0(FP), DI
	MOVQ    m+8(FP), SI
	MOVQ    rows+16(FP), CX
	MOVQ    stride+24(FP), DX
	SHLQ    $2, DX
	VMOVUPS (DI), Y0
	VMOVUPS 32(DI), Y1
	VMOVUPS 64(DI), Y2
	VMOVUPS 96(DI), Y3

columns32Loop:
	VADDPS  (SI), Y0, Y0
	VADDPS  32(SI), Y1, Y1
	VADDPS  64(SI), Y2, Y2
	VADDPS  96(SI), Y3, Y3
	ADDQ    DX, SI
	DECQ    CX
	JNZ     columns32Loop
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS Y2, 64(DI)
	VMOVUPS Y3, 96(DI)
	VZEROUPPER
	RET
