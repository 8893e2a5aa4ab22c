#!/usr/bin/env bash
# A long run whose memory, threads and open files are looked at every ten
# seconds, and lines fitted over the time after the warm-up: what they rise in
# all, against their mean, and twice the standard error of that.
#
#     scripts/soak.sh [MINUTES [WARM [DIR [SETTING...]]]]
#
# The memory of a process with a garbage collector is a saw with teeth of many
# per cent, so a line through an hour of it is uncertain by some per cent, as the
# error says; the least live heap of each minute, what the collector found in use
# when least was, tells a leak from garbage. The replay window is small, so that it is full
# when the warm-up is over: its growth would be no leak. Linux only. The exit code
# is 3 if heap or memory rise by 1 % or more, or if files stay open.
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
GODEBUG=gctrace=1 "$halma" run --config quick --dir "$dir/run" --minutes "$minutes" --set training.window_start=10000 --set training.window_max=20000 \
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
# Lines of kind, second, number.
{
	awk '{ print "memory", $1, $2; print "threads", $1, $3; print "files", $1, $4 }' "$dir/samples"
	# gc 7 @1.2s 3%: ... ms cpu, 40->41->20 MB, ...: the last of the three is live.
	sed -n 's/.*gc [0-9]* @\([0-9.]*\)s [0-9]*%: .*[0-9]->[0-9]*->\([0-9]*\) MB.*/\1 \2/p' "$dir/run.err" | awk '
		{ m = int($1 / 60) } !(m in least) || $2 < least[m] { least[m] = $2 }
		END { for (m in least) print "heap", 60 * m + 30, 1024 * least[m] }'
} | awk -v warm="$((warm * 60))" '
	$2 >= warm && ($3 > 0 || $1 == "heap") { i = ++n[$1]; x[$1, i] = $2; y[$1, i] = $3; sx[$1] += $2; sy[$1] += $3 }
	END {
		split("heap memory threads files", name); split("kB kB - -", unit)
		for (k = 1; k <= 4; k++) {
			a = name[k]
			if (n[a] < 10) { print "too few samples after the warm-up: " n[a] + 0 " of " a; exit 3 }
			mx = sx[a] / n[a]; my = sy[a] / n[a]; sxx = sxy = rest = 0; from = to = x[a, 1]
			for (i = 1; i <= n[a]; i++) {
				sxx += (x[a, i] - mx) ^ 2; sxy += (x[a, i] - mx) * (y[a, i] - my)
				if (x[a, i] < from) from = x[a, i]
				if (x[a, i] > to) to = x[a, i]
			}
			slope = sxy / sxx
			for (i = 1; i <= n[a]; i++) rest += (y[a, i] - my - slope * (x[a, i] - mx)) ^ 2
			all = 100 * (to - from) / my
			rise[a] = slope * all; twice = 2 * sqrt(rest / (n[a] - 2) / sxx) * all
			printf "%-8s mean %.0f%s, fitted rise over %d minutes %+.2f %% +- %.2f %%\n", a, my, unit[k] == "-" ? "" : " kB", (to - from) / 60, rise[a], twice
		}
		exit rise["heap"] < 1 && rise["memory"] < 1 && rise["files"] < 1 ? 0 : 3
	}'
