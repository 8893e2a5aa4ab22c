#!/usr/bin/env bash
# Everything that must hold before a change is good: format, vet, tests, the
# race detector, generated code, the build without assembly, and one start of
# the real program. Needs Go and Git; without a C compiler the race detector,
# which needs one, is left out and says so.
set -euo pipefail
cd "$(dirname "$0")/.."

scratch=$(mktemp -d)
title="nothing"
finish() {
	local status=$?
	rm -rf "$scratch"
	if ((status != 0)); then
		printf '\nFAILED after %d s: %s\n' "$SECONDS" "$title" >&2
	fi
}
trap finish EXIT

# step TITLE COMMAND... runs a command under a heading and prints its seconds.
step() {
	title=$1
	shift
	printf '\n== %s\n' "$title"
	local start=$SECONDS
	"$@"
	printf -- '-- %d s\n' $((SECONDS - start))
}

format() {
	local files
	files=$(git ls-files --cached --others --exclude-standard '*.go' |
		while read -r f; do if [[ -e $f ]]; then echo "$f"; fi; done |
		xargs "$(go env GOROOT)/bin/gofmt" -l)
	if [[ -n $files ]]; then
		printf 'not formatted:\n%s\n' "$files" >&2
		return 1
	fi
}

race() {
	local compiler
	compiler=$(go env CC)
	if [[ $(go env GOOS) != darwin ]] && ! command -v "${compiler%% *}" >/dev/null; then
		echo "left out: the race detector needs a C compiler, and there is no $compiler"
		return
	fi
	CGO_ENABLED=1 go test -race -short \
		./internal/... ./mcts/... ./model/nn/... ./model/gorgonia/... ./dataset/... ./selfplay/...
}

# The generated files must be what their generators write now.
sums() { git grep -lE '^// Code generated .* DO NOT EDIT\.$' -- '*.go' '*.s' | sort | xargs git hash-object; }
generated() {
	local before
	before=$(sums)
	if [[ -z $before ]]; then
		echo "no generated file was found" >&2
		return 1
	fi
	go generate ./...
	if [[ $before != "$(sums)" ]]; then
		echo "go generate changed these files; commit what it wrote:" >&2
		git status --short >&2
		return 1
	fi
}

# Plain Go in place of assembly: the same program on any machine.
purego() {
	go vet -tags purego ./...
	go build -tags purego ./...
	go test -short -tags purego ./model/nn/... ./model/gorgonia/...
}

platforms() {
	local target
	for target in darwin/arm64 windows/amd64; do
		echo "$target"
		GOOS=${target%/*} GOARCH=${target#*/} go build ./internal/... ./engine/... ./model/nn/...
	done
}

# What tests leave out without their flag -long.
long() {
	go test -run TestPerft ./engine -long
	go test -run TestSteadyMemory ./model/gorgonia -long
	go test -run ErrorRates ./selfplay/stats -long
	go test -run TestMatchesOfEqualPlayers ./selfplay/arena -long
	go test -run 'TestVerifyFindsFlips|TestKilled' ./cmd/halma -long -kills 20
}

perft() {
	local last
	last=$("$scratch/halma" perft --preset wiki-8 --depth 4 | tail -n 1)
	if [[ $last != "nodes 700034" ]]; then
		echo "the last line is '$last', want 'nodes 700034'" >&2
		return 1
	fi
	echo "$last"
}

# One generation of everything a run does, as small as it gets.
tiny_run() {
	local dir=$scratch/run
	"$scratch/halma" run --config quick --dir "$dir" --generations 1 --workers 2 --seed 1 \
		--set network.blocks=1 --set network.filters=8 \
		--set bootstrap.games=20 --set training.bootstrap_steps=10 \
		--set selfplay.games=8 --set selfplay.simulations=8 --set selfplay.cheap_simulations=4 \
		--set cap.start=20 --set cap.max=40 --set training.batch=32 \
		--set gate.simulations=4 --set gate.max_pairs=4 \
		--set ladder.simulations=4 --set ladder.pairs=1 --set ladder.final_pairs=0
	local file
	for file in config.yaml events.jsonl metrics.jsonl manifest.jsonl; do
		if [[ ! -s $dir/$file ]]; then
			echo "the run left no $file" >&2
			return 1
		fi
	done
	"$scratch/halma" data verify "$dir"
}

go version
step "format" format
step "vet" go vet ./...
step "tests" go test ./...
step "long tests" long
step "tests under the race detector" race
step "generated code" generated
step "without assembly" purego
step "other platforms" platforms
step "build the program" go build -o "$scratch/halma" ./cmd/halma
step "count the positions after four plies" perft
step "a run of one generation" tiny_run
printf '\nall is well after %d s\n' "$SECONDS"
