#!/usr/bin/env bash
# Measures settings of a run against each other: every arm is trained with
# several seeds for the same minutes of processor time, and its networks meet
# those of the arm that it is compared with.
#
#     scripts/arms.sh ARMS DIR [MINUTES [SEEDS [PAIRS]]] >table.md
#
# A line of the file ARMS is the name of an arm, the name of the arm to compare
# with or -, and settings key=value; lines that begin with # are skipped. Two
# runs go side by side, each on one core. What DIR holds already is not made
# again, so a measurement that was stopped goes on; a run that was stopped
# begins again. A run ends by the kernel's limit on its processor time, which
# other work on the machine does not shorten, and keeps the generations that
# were finished by then.
#
# The table gives, for each seed, the mean Elo of its network over the other
# arm's networks, and the mean of all matches with its 95 % interval. Training
# runs differ far more than matches err, and those of the other arm no less: the
# interval is Welch's for two means, from the deviation over the seeds of the
# one and that over the seeds of the other, with the degrees of freedom rounded
# down. Games and generations are those of the first seed.
set -euo pipefail
arms=$(realpath "${1:?usage: scripts/arms.sh ARMS DIR [MINUTES [SEEDS [PAIRS]]]}")
dir=${2:?usage: scripts/arms.sh ARMS DIR [MINUTES [SEEDS [PAIRS]]]}
export MINUTES=${3:-8} SEEDS=${4:-3} PAIRS=${5:-40}
((SEEDS >= 1 && SEEDS <= 8)) || { echo "SEEDS is $SEEDS, want 1 to 8: the table of Student's distribution ends there" >&2; exit 2; }
mkdir -p "$dir"/{runs,matches}
export DIR=$(realpath "$dir") GOMAXPROCS=1
cd "$(dirname "$0")/.."

export HALMA=${HALMA:-$DIR/halma}
[[ -x $HALMA ]] || go build -o "$HALMA" ./cmd/halma

# train NAME SEED SETTING...: one run. A file RUN.done marks that it was finished.
train() {
	local run=$DIR/runs/$1-$2 name=$1 seed=$2 options=()
	shift 2
	[[ -e $run.done ]] && return
	rm -rf "$run"
	for setting; do options+=(--set "$setting"); done
	local code=0
	(
		ulimit -t "$(awk "BEGIN { print int(60 * $MINUTES) }")"
		exec "$HALMA" run --config quick --dir "$run" --seed "$seed" --workers 1 --generations 1000 \
			--set training.replicas=1 --set ladder.pairs=0 --set ladder.final_pairs=0 "${options[@]}"
	) >"$run.out" 2>"$run.err" &
	wait $! || code=$?
	((code == 137)) || { echo "$name, seed $seed: exit code $code instead of a kill at its limit, see $run.err" >&2; return 1; }
	touch "$run.done"
	echo "trained $name, seed $seed" >&2
}

# best RUN: the network that the run promoted last.
best() {
	local g
	g=$(sed -n '/"promoted":true/s/^{"generation":\([0-9]*\).*/\1/p' "$1/metrics.jsonl" | tail -1)
	printf '%s/models/gen-%04d.safetensors' "$1" "${g:-0}"
}

# meet A SEED B SEED: one match, kept as JSON.
meet() {
	local out=$DIR/matches/$1-$2-$3-$4.json
	[[ -s $out ]] && return
	"$HALMA" match --preset wiki-8-d30 --a "net:$(best "$DIR/runs/$1-$2"),nodes=64" --b "net:$(best "$DIR/runs/$3-$4"),nodes=64" \
		--pairs "$PAIRS" --workers 1 --json >"$out.part" 2>"$out.err"
	mv "$out.part" "$out"
}
export -f train best meet

list() { grep -v -e '^#' -e '^[[:space:]]*$' "$arms"; }

# Seed by seed, so that a measurement that is stopped has whole seeds.
for seed in $(seq "$SEEDS"); do
	list | while read -r name _ settings; do echo "train $name $seed $settings"; done
done | xargs -d '\n' -P 2 -I{} bash -euo pipefail -c '{}'
list | while read -r name other _; do
	[[ $other == - ]] && continue
	for s in $(seq "$SEEDS"); do for t in $(seq "$SEEDS"); do echo "meet $name $s $other $t"; done; done
done | xargs -d '\n' -P 2 -I{} bash -euo pipefail -c '{}'

echo "| arm | against | generations | games | Elo by seed | mean, 95 % |"
echo "|---|---|---|---|---|---|"
list | while read -r name other settings; do
	generations=$(wc -l <"$DIR/runs/$name-1/metrics.jsonl")
	games=$(sed -n 's/.*"selfplay":{[^}]*"games":\([0-9]*\).*/\1/p' "$DIR/runs/$name-1/metrics.jsonl" | awk '{ n += $1 } END { print n }')
	if [[ $other == - ]]; then
		echo "| \`$name\` ${settings:+(\`$settings\`)} | | $generations | $games | | |"
		continue
	fi
	for s in $(seq "$SEEDS"); do
		for t in $(seq "$SEEDS"); do
			sed -n "s/.*\"elo\":{\"value\":\([-0-9.e+]*\).*/$s $t \1/p" "$DIR/matches/$name-$s-$other-$t.json"
		done
	done | awk -v head="| \`$name\` (\`$settings\`) | \`$other\` | $generations | $games |" '
		# variance is that of the mean of k means by seed.
		function variance(sum, k, mean,    s, v) {
			for (s = 1; s <= k; s++) v += (sum[s] / k - mean) ^ 2
			return v / (k - 1) / k
		}
		{ own[$1] += $3; other[$2] += $3; all += $3; k = $1 }
		END {
			split("12.706 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262 2.228 2.201 2.179 2.160 2.145", student)
			mean = all / k / k
			for (s = 1; s <= k; s++) list = list (s > 1 ? ", " : "") sprintf("%+.0f", own[s] / k)
			interval = ""
			if (k > 1) {
				v = variance(own, k, mean); w = variance(other, k, mean)
				freedom = v + w > 0 ? int((v + w) ^ 2 * (k - 1) / (v ^ 2 + w ^ 2) + 1e-9) : k - 1
				half = student[freedom] * sqrt(v + w)
				interval = sprintf(" [%.0f, %.0f]", mean - half, mean + half)
			}
			printf "%s %s | %+.0f%s |\n", head, list, mean, interval
		}'
done
