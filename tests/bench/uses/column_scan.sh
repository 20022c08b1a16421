#!/bin/sh
# SPDX-License-Identifier: MIT
# column_scan.sh STAR LINEITEM PROGRAM: whether the program finds the revenue
# that awk finds, on a few thousand rows.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$2" 5000 >"$work/data.csv"
awk -F , 'NR > 1 && substr($4, 1, 4) == "1994" && $3 >= 0.05 && $3 <= 0.07 &&
          $1 < 24 { sum += int($2 * 100 + 0.5) * int($3 * 100 + 0.5) }
          END { printf "5000 items, revenue %.4f\n", sum / 10000 }' \
    "$work/data.csv" >"$work/expected"
"$1" run "$3" "$work/data.csv" </dev/null >"$work/found"
diff "$work/expected" "$work/found"
