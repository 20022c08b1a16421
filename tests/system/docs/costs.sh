#!/bin/sh
# SPDX-License-Identifier: MIT
# costs.sh TOP: gpu.md has each size of runtime/plan/cost.h with its value, and
# no other.
set -eu
header=$1/runtime/plan/cost.h page=$1/docs/architecture/gpu.md
sed -n 's/^    \(STAR_COST_[A-Z_]*\) = \([0-9 <]*\).*/\1 \2/p' "$header" |
    while read -r name value; do
        echo "\`$name\` = $(($value))"
    done | sort >"${TMPDIR:-/tmp}/costs.$$"
trap 'rm -f "${TMPDIR:-/tmp}/costs.$$"' EXIT
[ -s "${TMPDIR:-/tmp}/costs.$$" ]
grep -o '^| `STAR_COST_[A-Z_]*` = [0-9]*' "$page" | sed 's/^| //' | sort |
    diff "${TMPDIR:-/tmp}/costs.$$" -
