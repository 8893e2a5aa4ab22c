#!/usr/bin/env bash
# kill.sh [KILLS] [SEED]: kills small runs at random instants, 100 times unless
# told otherwise, and compares every byte with a run that was never disturbed.
set -euo pipefail
cd "$(dirname "$0")/.."
kills=${1:-100}
seed=${2:-$RANDOM}
echo "$kills kills, seed $seed"
exec go test ./cmd/halma -count=1 -timeout 0 -v -run '^TestKilledRunGoesOnToTheSameBytes$' -kills "$kills" -killseed "$seed"
