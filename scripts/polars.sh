#!/usr/bin/env bash
# polars.sh [DIR]: opens the shards of a folder, or of a small run that it makes,
# and their export to Parquet, with the polars reader for Node, which knows
# nothing of this program, and compares counts and sums with those of
# "halma data stats". The reader is
# installed into a folder that is removed again; without npm or a connection to
# its registry there is nothing to compare with, which is said aloud.
set -euo pipefail
cd "$(dirname "$0")/.."
version=0.25.2

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
skip() {
	printf '\nSKIPPED: the shards were not opened by polars: %s\n' "$1" >&2
	exit 0
}

command -v node >/dev/null && command -v npm >/dev/null || skip "there is no node or no npm"
cp scripts/polars.mjs "$scratch/"
# The reader's machine code is a package of its own, which npm leaves out, as it
# is an optional one, where it wants a newer node than there is.
native=$(node -p 'const { platform, arch, report } = process;
	const libc = platform === "linux" ? (report.getReport().header.glibcVersionRuntime ? "-gnu" : "-musl") : platform === "win32" ? "-msvc" : "";
	`nodejs-polars-${platform}-${arch}${libc}`')
(cd "$scratch" && npm init --yes && npm install --no-audit --no-fund --save-exact "nodejs-polars@$version" "$native@$version") >"$scratch/npm.log" 2>&1 ||
	skip "npm does not install nodejs-polars@$version: $(tail -n 1 "$scratch/npm.log")"
(cd "$scratch" && node --eval 'require("nodejs-polars")') >"$scratch/npm.log" 2>&1 ||
	skip "nodejs-polars@$version does not load: $(grep -m 1 Error "$scratch/npm.log")"

go build -o "$scratch/halma" ./cmd/halma
if (($# > 0)); then
	dirs=("$1")
else
	small=(--set selfplay.games=12 --set selfplay.shard_games=5 --set selfplay.simulations=16 --set cap.start=20 --set network.blocks=1
		--set network.filters=16 --set gate.max_pairs=1 --set gate.simulations=4 --set ladder.pairs=0 --set ladder.final_pairs=0)
	"$scratch/halma" run --config defaults --dir "$scratch/square" --generations 2 "${small[@]}" >/dev/null 2>&1
	"$scratch/halma" run --config defaults --dir "$scratch/star" --generations 1 "${small[@]}" --set rules=star-121-2 --set 'ladder.opponents=[greedy]' >/dev/null 2>&1
	"$scratch/halma" selfplay --preset wiki-10 --player greedy --games 5 --out "$scratch/bot" >/dev/null 2>&1
	dirs=("$scratch/square" "$scratch/star" "$scratch/bot")
fi

# same DIR: both count the same.
cat >"$scratch/same.mjs" <<'EOF'
const [theirs, ours] = process.argv.slice(2).map((text) => JSON.parse(text));
const sorted = (o) => JSON.stringify(Object.entries(o).sort());
for (const key of Object.keys(theirs)) {
	const [a, b] = [theirs[key], ours[key]].map((v) => (typeof v === "object" ? sorted(v) : v));
	if (a !== b) {
		console.error(`${key}: polars counts ${a}, halma ${b}`);
		process.exitCode = 1;
	}
}
EOF
for dir in "${dirs[@]}"; do
	rm -rf "$scratch/parquet"
	"$scratch/halma" data export "$dir" --parquet --out "$scratch/parquet" >/dev/null 2>&1
	ours=$("$scratch/halma" data stats --json "$dir" 2>/dev/null)
	for files in "$dir" "$scratch/parquet"; do
		theirs=$(node "$scratch/polars.mjs" "$files")
		node "$scratch/same.mjs" "$theirs" "$ours"
		printf 'polars reads the same as halma from %s: %s\n' "${files##*/}" "$theirs"
	done
done
