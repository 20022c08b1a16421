#!/bin/sh
# SPDX-License-Identifier: MIT
# beside_static.sh PROGRAM PAGE: whether PAGE.svg is the plot and PAGE.md has the
# rows of the table that the program makes. To write the plot anew:
#   build/release/tests/unit/stdlib/dynamic/star_beside_static docs/explanation/dynamic.svg
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1" "$work/plot.svg" >"$work/rows"
diff "$2.svg" "$work/plot.svg"
grep -E '^\| [a-z ]+ \| [0-9]+ \|' "$2.md" | diff - "$work/rows"
