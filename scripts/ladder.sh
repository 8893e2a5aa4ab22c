#!/usr/bin/env bash
# Rates the fixed players on one board by a tournament, each against all, and
# prints the section of docs/ladder.md: the command and its tables.
#
#     scripts/ladder.sh PRESET [PAIRS [WORKERS]] >section.md
#
# The games are kept in runs/ladder/PRESET.jsonl, so that a ladder that was
# stopped goes on, and one with more pairs adds to what was played. The levels
# medium and hard are bounded by the clock: let nothing else run beside it, and
# keep to one game at a time on each core. HALMA names a program that was built
# already.
set -euo pipefail
preset=${1:?usage: scripts/ladder.sh PRESET [PAIRS [WORKERS]]}
pairs=${2:-100}
cd "$(dirname "$0")/.."

halma=${HALMA:-}
if [[ -z $halma ]]; then
	scratch=$(mktemp -d)
	trap 'rm -rf "$scratch"' EXIT
	halma=$scratch/halma
	go build -o "$halma" ./cmd/halma
fi

# Where no deadline makes it leave its camp, the random player never does: the
# games against it end at the cap, as halves, and press all ratings together.
random=()
[[ $preset == *-d[0-9]* || $preset == *deadline=* ]] && random=(random)

command=(tournament --preset "$preset" --pairs "$pairs" --anchor greedy --players "${random[@]}" greedy
	classical:depth=1 classical:depth=2 classical:depth=3 classical:depth=4
	classical:easy classical:medium classical:hard)
tables=$("$halma" "${command[@]}" --out "runs/ladder/$preset.jsonl" ${3:+--workers "$3"})
printf '## %s\n\n    halma %s\n\n```\n%s\n```\n' "$preset" "${command[*]}" "$tables"
