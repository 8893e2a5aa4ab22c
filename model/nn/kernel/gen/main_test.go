package main

import (
	"bytes"
	"os"
	"testing"
)

func TestAssemblyIsUpToDate(t *testing.T) {
	file, err := os.ReadFile("../kernel_amd64.s")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(file, generate()) {
		t.Error("kernel_amd64.s differs from what gen writes: run go generate ./model/nn/kernel")
	}
}
