#!/bin/sh
# SPDX-License-Identifier: MIT
# compare.sh STAR FILE.star: whether the program, which may read FILE.csv or
# FILE.clq, runs without a message and prints what FILE.expected holds.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for data in "${2%.star}.csv" "${2%.star}.clq"; do
    [ ! -f "$data" ] || set -- "$1" "$2" "$data"
done
"$1" run "$2" ${3+"$3"} </dev/null >"$work/out" 2>"$work/err"
diff "${2%.star}.expected" "$work/out"
diff /dev/null "$work/err"
