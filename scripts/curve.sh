#!/usr/bin/env bash
# Takes the first curve, score against fixed opponents, out of a run's report,
# as an SVG file of its own: scripts/curve.sh runs/quick docs/quick.svg
set -euo pipefail
run=${1:?usage: scripts/curve.sh RUN OUT.svg}
out=${2:?usage: scripts/curve.sh RUN OUT.svg}
awk '
	/<style>/ { style = 1; css = ""; next }
	/<\/style>/ { style = 0 }
	style { css = css $0 "\n" }
	/<div class="charts">/ { charts = 1 }
	charts && !done && /<svg / { drawing = 1 }
	drawing {
		if (!begun) {
			sub(/<svg /, "<svg xmlns=\"http://www.w3.org/2000/svg\" ")
			sub(/>/, "><style>" css "svg { background: var(--back); font-family: sans-serif; }</style>")
			begun = 1
		}
		print
		if (/<\/svg>/) { drawing = 0; done = 1 }
	}
' "$run/report.html" >"$out.tmp"
if [[ ! -s $out.tmp ]]; then
	rm -f "$out.tmp"
	echo "no curve in $run/report.html" >&2
	exit 1
fi
mv "$out.tmp" "$out"
