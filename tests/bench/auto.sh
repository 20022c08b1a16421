#!/bin/sh
# SPDX-License-Identifier: MIT
# auto.sh STAR: whole programs on the processor, on the device, and where star
# itself decides: medians of nine in turn, in milliseconds, and what the last
# takes of the better one of the others. A device is cleared up 0.1 s longer
# than its program runs, so each waits for that of the one before.
set -e
star=$1
here=$(dirname "$0")/auto
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

run() { # DEVICE PROGRAM INPUT
    sleep 0.15
    from=$(date +%s%N)
    echo "$3" | "$star" run --device "$1" "$here/$2.star" >"$work/out.$1"
    echo $((($(date +%s%N) - from) / 1000)) >>"$work/time.$1"
}

median() { # of nine
    sort -n "$work/time.$1" | sed -n 5p
}

echo "program       cpu    cuda    auto"
for row in straight logic:5 logic:20 logic:50 logic:300 while:50 while:300 \
    phases:5 swing:5 kleene:3000 matchain:4000 \
    halves nested ten match triangles chain warshall; do
    program=${row%:*}
    rm -f "$work"/time.*
    for repetition in 1 2 3 4 5 6 7 8 9; do
        for device in cpu auto cuda; do run $device "$program" "${row#*:}"; done
    done
    cmp "$work/out.cpu" "$work/out.cuda" && cmp "$work/out.cpu" "$work/out.auto"
    echo "$row $(median cpu) $(median cuda) $(median auto)" |
        awk '{best = $2 < $3 ? $2 : $3
              printf "%-10s%7.1f %7.1f %7.1f  %4d %%\n",
                     $1, $2 / 1e3, $3 / 1e3, $4 / 1e3, 100 * $4 / best}'
done
