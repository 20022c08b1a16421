#!/bin/sh
# SPDX-License-Identifier: MIT
# against.sh OLD NEW [NAME...]: two builds of star-bench in turn, each benchmark
# NAME, or those that run without a name. A row's time is the first that it
# has, star's, the least of two runs; what is more than 10 % slower is run
# again, up to three times, as other work on the machine may have slowed it.
# Status 1: something stays slower.
set -eu
export LC_ALL=C
old=$1
new=$2
shift 2
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(sed -n 's/^BENCH("\([a-z-]*\)", [a-z_]*, ALWAYS,.*/\1/p' \
    "$(dirname "$0")/bench.def")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
slower=0

# measure SIDE PROGRAM NAME: lines SIDE, NANOSECONDS, ROW, with tabs between.
measure() {
    "$2" "$3" >"$work/table" || {
        status=$?
        cat "$work/table"
        echo "against: $2 $3: status $status" >&2
        exit 2
    }
    awk -v side="$1" '
        match($0, /[0-9.]+ (ns|us|ms|s)( |$)/) {
            row = substr($0, 1, RSTART - 1)
            split(substr($0, RSTART, RLENGTH), time, " ")
            gsub(/ +/, " ", row)
            sub(/ $/, "", row)
            if (count[row]++)
                row = row " (" count[row] ")"
            unit = time[2] == "ns" ? 1 : time[2] == "us" ? 1e3 : \
                time[2] == "ms" ? 1e6 : 1e9
            printf "%s\t%.4g\t%s\n", side, time[1] * unit, row
        }' "$work/table" >>"$work/times"
}

# compare: rows of both with the least time of each: ROW, OLD, NEW, RATIO.
compare() {
    awk -F '\t' '
        !(($1, $3) in least) || $2 < least[$1, $3] { least[$1, $3] = $2 }
        $1 == "new" && !($3 in seen) { seen[$3] = 1; row[++rows] = $3 }
        END {
            for (k = 1; k <= rows; k++)
                if (("old", row[k]) in least && least["old", row[k]] > 0)
                    printf "%-40s %12.4g ns %12.4g ns %6.2f\n", row[k],
                        least["old", row[k]], least["new", row[k]],
                        least["new", row[k]] / least["old", row[k]]
        }' "$work/times" >"$work/compared"
    awk '$NF > 1.1' "$work/compared" >"$work/slower"
}

for name in "$@"; do
    : >"$work/times"
    for turn in 1 2 3 4 5; do
        measure old "$old" "$name"
        measure new "$new" "$name"
        [ $turn -gt 1 ] || continue
        compare
        [ -s "$work/slower" ] || break
    done
    echo "$name: old, new, ratio"
    cat "$work/compared"
    [ -s "$work/compared" ] || {
        echo "against: $name: the two have no row in common" >&2
        exit 2
    }
    slower=$((slower + $(grep -c . "$work/slower" || :)))
done
[ $slower = 0 ] || {
    echo "against: more than 10 % slower: $slower"
    exit 1
}
