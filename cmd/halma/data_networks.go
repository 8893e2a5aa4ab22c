package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"halmazero/internal/fsx"
	"halmazero/model"
	"halmazero/selfplay/fit"
)

// checkNetworks compares the networks with the hashes in the events.
func (f *folderCheck) checkNetworks() error {
	want := make(map[string]string) // hash by name
	for _, e := range f.events {
		if e.Model != "" {
			want[fmt.Sprintf("models/gen-%04d.safetensors", e.Generation)] = e.Model
		}
	}
	names, err := f.within("models", want)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := f.ctx.Err(); err != nil {
			return err
		}
		sum, _, err := fsx.HashFile(f.path(name))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			f.fault(name, "is missing, the events tell of it")
			continue
		case err != nil:
			return err
		case want[name] == "":
			f.fault(name, "is in no event (a run that was killed leaves such a file, and makes it again when it goes on)")
		case sum != want[name]:
			f.fault(name, "SHA-256 is %s, the events say %s", sum, want[name])
		}
		f.files["networks"]++
	}
	return f.checkTrained()
}

// checkTrained reads the network of a training, which holds the hash of its
// weights, and compares the whole file with the hash beside it. Folders from
// before there was one have none.
func (f *folderCheck) checkTrained() error {
	const name, hashName = "model.safetensors", "model.json"
	data, err := f.read("networks", name)
	if err != nil {
		return err
	}
	lines, err := f.lines("network hash", hashName)
	if err != nil || data == nil {
		return err
	}
	if _, err := model.Decode(data); err != nil {
		f.fault(name, "%v", err)
	}
	if len(lines) == 0 {
		if f.files["network hash"] > 0 {
			f.fault(hashName, "does not hold the hash of %s", name)
		}
		return nil
	}
	var h fit.Hash
	if err := json.Unmarshal(lines[0], &h); err != nil || len(lines) > 1 {
		f.fault(hashName, "is not one line with a hash")
		return nil
	}
	sum := sha256.Sum256(data)
	if got := hex.EncodeToString(sum[:]); got != h.SHA256 && got != h.Before {
		f.fault(name, "SHA-256 is %s, %s says %s", got, hashName, h.SHA256)
	}
	return nil
}

// within is the names that are wanted, and those of the other files of a
// subfolder, in order.
func (f *folderCheck) within(folder string, wanted map[string]string) ([]string, error) {
	var names []string
	for name := range wanted {
		names = append(names, name)
	}
	entries, err := os.ReadDir(f.path(folder))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, e := range entries {
		if name := folder + "/" + e.Name(); wanted[name] == "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}
