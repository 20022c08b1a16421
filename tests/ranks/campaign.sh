#!/bin/sh
# SPDX-License-Identifier: MIT
# campaign.sh BUILD TOP [COUNT]: all of tests/lang and the examples on 1, 2, 3
# and 5 ranks, and COUNT random programs, 5000 by default.
set -eu
build=$1
top=$2
count=${3:-5000}
ranks=$build/tests/ranks
log=$(mktemp)
trap 'rm -f "$log"' EXIT
wrong=0
for n in 1 2 3 5; do
    programs=0
    for program in "$top"/tests/lang/*/*.star; do
        case $program in */unit_*) continue ;; esac
        programs=$((programs + 1))
        "$build/tests/lang/star_lang_runner" "$ranks/star_ranks_$n" \
            "$program" >"$log" 2>&1 && continue
        cat "$log"
        wrong=1
    done
    echo "ranks: $n: $programs programs of tests/lang"
done
find "$top/examples" -name '*.star' -print0 |
    xargs -0 sh "$top/tests/ranks/ranks.sh" "$build/star" "$ranks" || wrong=1
echo 'ranks: the examples'
"$build/tests/oracle/star_differential" "$build/star" \
    "$build/tests/oracle/star_oracle" "$build/tests/oracle/star_generate" \
    1000 "$count" "$ranks/star_ranks_1" "$ranks/star_ranks_2" \
    "$ranks/star_ranks_3 --optimize off" "$ranks/star_ranks_5" || wrong=1
exit "$wrong"
