#!/usr/bin/env bash
# A long run whose memory, threads and open files are looked at every ten
# seconds, and a line fitted to them over the time after the warm-up: what it
# rises in all, against its mean.
#
#     scripts/soak.sh [MINUTES [WARM [DIR [SETTING...]]]]
#
# The replay window is small, so that it is full when the warm-up is over: its
# growth would be no leak. Linux only. The exit code is 3 if memory rises by 1 %
# or more, or if files stay open.
set -euo pipefail
minutes=${1:-60}
warm=${2:-15}
dir=$(realpath -m "${3:-$(dirname "$0")/../runs/soak}")
shift $(($# < 3 ? $# : 3))
mkdir -p "$dir"
cd "$(dirname "$0")/.."
halma=${HALMA:-$dir/halma}
[[ -x $halma ]] || go build -o "$halma" ./cmd/halma
options=()
for setting; do options+=(--set "$setting"); done

rm -rf "$dir/run"
"$halma" run --config quick --dir "$dir/run" --minutes "$minutes" --set training.window_start=10000 --set training.window_max=20000 \
	--set ladder.final_pairs=0 "${options[@]}" >"$dir/run.out" 2>"$dir/run.err" &
pid=$!
trap 'kill -INT $pid 2>/dev/null || true' EXIT
begin=$SECONDS
while kill -0 $pid 2>/dev/null; do
	if rss=$(awk '/^VmRSS/ { print $2 }' /proc/$pid/status 2>/dev/null) && [[ -n $rss ]]; then
		echo "$((SECONDS - begin)) $rss $(ls /proc/$pid/task 2>/dev/null | wc -l) $(ls /proc/$pid/fd 2>/dev/null | wc -l)"
	fi
	sleep 10
done >"$dir/samples"
wait $pid
awk -v warm="$((warm * 60))" '
	$1 >= warm && $4 > 0 {
		n++
		for (i = 2; i <= 4; i++) { s[i] += $i; sx[i] += $1 * $i; if (n == 1) first[i] = $i; last[i] = $i }
		x += $1; xx += $1 * $1; end = $1
		if (!begin) begin = $1
	}
	END {
		if (n < 10) { print "too few samples after the warm-up: " n; exit 3 }
		split("- memory threads files", name); split("- kB", unit)
		for (i = 2; i <= 4; i++) {
			slope = (n * sx[i] - x * s[i]) / (n * xx - x * x)
			rise[i] = 100 * slope * (end - begin) / (s[i] / n)
			printf "%-8s mean %.0f %s, first %d, last %d, fitted rise over %d minutes %+.2f %%\n", name[i], s[i] / n, unit[i], first[i], last[i], (end - begin) / 60, rise[i]
		}
		exit rise[2] < 1 && rise[4] < 1 ? 0 : 3
	}' "$dir/samples"
