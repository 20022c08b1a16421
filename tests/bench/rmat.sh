#!/bin/sh
# SPDX-License-Identifier: MIT
# rmat.sh STAR [SCALE [ARCS [RANKS...]]]: rmat.star, 2^22 vertices and 10^8 arcs
# by default, as one process and on 2 ranks, a thread each: what it prints,
# which must be the same, seconds, and the most MB of each process. Without an
# MPI or GNU time: 77.
set -eu
star=$1
program=$(dirname "$0")/rmat.star
scale=${2:-22}
arcs=${3:-100000000}
shift "$(($# < 3 ? $# : 3))"
[ $# -gt 0 ] || set -- 2
[ -e "$(dirname "$star")/libstar-mpi.so" ] && command -v mpirun >/dev/null &&
    [ -x /usr/bin/time ] || {
    echo 'skipped: there is no MPI or no /usr/bin/time (Debian: time)'
    exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# measured NAME COMMAND...: `memory` gets a number for each process.
measured() {
    name=$1
    shift
    rm -f "$work/memory"
    from=$(date +%s.%N)
    echo "$scale $arcs" | "$@" >"$work/out"
    to=$(date +%s.%N)
    awk -v name="$name" -v from="$from" -v to="$to" '
        { memory = memory " " int($1 / 1024) }
        END { printf "%s: %.1f s, MB:%s\n", name, to - from, memory }
    ' "$work/memory"
}

timed="/usr/bin/time -a -o $work/memory -f %M"
# The words of the command are meant to be split.
# shellcheck disable=SC2086
measured 'one process' $timed "$star" run --threads 1 "$program"
cat "$work/out"
mv "$work/out" "$work/expected"
for ranks; do
    # shellcheck disable=SC2086
    measured "$ranks ranks" mpirun -n "$ranks" --oversubscribe \
        --allow-run-as-root $timed "$star" run --ranks --ranks-from 1 \
        --threads 1 "$program"
    cmp "$work/out" "$work/expected"
done
