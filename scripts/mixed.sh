#!/usr/bin/env bash
# Makes games of many presets, verifies every one of them, and says how much
# faster that is than making them. Seconds are processor time, which other work
# on the machine changes little.
#
#     scripts/mixed.sh [GAMES [DIR]] >table.md
#
# Two thirds of the games are those of the embedded network on 8x8, the others
# of bots. What DIR (default runs/mixed) holds of a preset is gone on with, but
# then its seconds are only those of the last start.
set -euo pipefail
games=${1:-100000}
dir=$(realpath -m "${2:-$(dirname "$0")/../runs/mixed}")
mkdir -p "$dir"
cd "$(dirname "$0")/.."

halma=${HALMA:-$dir/halma}
[[ -x $halma ]] || go build -o "$halma" ./cmd/halma

total=0 made=0 verified=0

# timed FILE COMMAND...: runs a command and writes its processor time to FILE.
timed() {
	local file=$1 code=0 TIMEFORMAT='%U %S'
	shift
	{ time "$@" 2>&3; } 3>&2 2>"$file" || code=$?
	return $code
}
sum() { awk '{ print $1 + $2 }' "$1"; }
row() { awk -v h="$1" -v n="$2" -v m="$3" -v v="$4" 'BEGIN { printf "%s | %d | %.1f | %.1f | %.0f |\n", h, n, m, v, m / v }'; }

# The lines at the end are preset, thousandths of the games, and player.
echo "| preset | player | games | made, s | verified, s | ratio |"
echo "|---|---|---|---|---|---|"
while read -r preset share player; do
	n=$((games * share / 1000)) noise=()
	[[ $player == net:* ]] || noise=(--noise 0.1)
	timed "$dir/made.s" "$halma" selfplay --preset "$preset" --player "$player" --games "$n" --seed 1 --out "$dir/$preset" "${noise[@]}" >"$dir/$preset.made" 2>"$dir/$preset.made.err" ||
		{ echo "$preset: exit code $?, see $dir/$preset.made.err" >&2; exit 1; }
	timed "$dir/verified.s" "$halma" data verify "$dir/$preset" >"$dir/$preset.verified" 2>"$dir/$preset.verified.err" ||
		{ echo "$preset: exit code $?, see $dir/$preset.verified" >&2; exit 1; }
	grep -q '^no fault found' "$dir/$preset.verified"
	m=$(sum "$dir/made.s") v=$(sum "$dir/verified.s")
	row "| \`$preset\` | \`$player\`" "$n" "$m" "$v"
	total=$((total + n)) made=$(awk "BEGIN { print $made + $m }") verified=$(awk "BEGIN { print $verified + $v }")
done <<-'PRESETS'
	wiki-8-d30 660 net:8x8,nodes=64
	wiki-8 100 classical:depth=2
	wiki-10-d50 80 classical:depth=3
	wiki-10 40 classical:depth=2
	plyyard 20 classical:depth=2
	leapstone-2 20 classical:depth=2
	leapstone-4 10 classical:depth=2
	wiki-4 10 classical:depth=2
	wiki-4-teams 10 classical:depth=2
	star-121-2 10 classical:depth=3
	star-121-3 10 classical:depth=2
	star-121-6 10 classical:depth=2
	star-181-4 10 classical:depth=2
	star-253-5 5 classical:depth=2
	wiki-star3 5 classical:depth=2
PRESETS
row "| all | " "$total" "$made" "$verified"
