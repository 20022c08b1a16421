#!/bin/sh
# SPDX-License-Identifier: MIT
# resident.sh STAR [REPETITIONS]: programs that ask their memory questions, on
# the processor and on the device, and whether both print the same. First loops
# on slices, in microseconds an iteration: the difference of two runs, so that
# the opening of the device is not in it. Then KRUSKAL of a random graph, a whole
# command, in milliseconds.
#
# SIDES, two values of --device, and LOOPS, rows of program, logarithm of the
# bits and two numbers of iterations, may be others; with CALLS=no KRUSKAL is
# left out.
set -e
star=$1
times=${2:-3}
sides=${SIDES:-cpu cuda}
here=$(dirname "$0")
lib=$here/../../stdlib
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What both sides have printed is the same.
same() {
    # shellcheck disable=SC2086
    set -- $sides
    cmp "$work/out.$1" "$work/out.$2"
}

now() {
    date +%s%N
}

# seconds COMMAND...: its nanoseconds, the least of the repetitions; what it
# prints goes to $work/out.
nanoseconds() {
    least=
    for _ in $(seq "$times"); do
        sleep 0.15 # a device is cleared up behind the program before
        from=$(now)
        "$@" >"$work/out"
        took=$(($(now) - from))
        [ -n "$least" ] && [ "$least" -le "$took" ] || least=$took
    done
    echo "$least"
}

program() { # DEVICE PROGRAM BITS TRIPS
    echo "$3 $4" >"$work/in"
    "$star" run --device "$1" "$here/resident/$2.star" <"$work/in"
}

loop() { # PROGRAM LOG2 FEW MANY
    for device in $sides; do
        few=$(nanoseconds program $device "$1" $((1 << $2)) "$3")
        many=$(nanoseconds program $device "$1" $((1 << $2)) "$4")
        mv "$work/out" "$work/out.$device"
        echo "$few $many"
    done | awk -v name="$1 2^$2" -v trips=$(($4 - $3)) '
        { us[NR] = ($2 - $1) / trips / 1e3 }
        END { printf "%-24s%10.2f %10.2f\n", name, us[1], us[2] }'
    same
}

# The arcs of 4096 vertices, 244 from each, as columns of $work/arcs.
arcs() {
    awk 'BEGIN {
        s = 1
        for (i = 1; i <= 4096; i++)
            for (k = 0; k < 244; k++) {
                s = (s * 16807) % 2147483647; j = s % 4096
                s = (s * 16807) % 2147483647
                print i - 1, j, s % 1000 + 1
            }
    }' >"$work/arcs"
}

kruskal() {
    for device in $sides; do
        nanoseconds "$star" call --device $device "$lib/trees.star" KRUSKAL \
            "Left=@$work/arcs:left" "Right=@$work/arcs:right" \
            "Weight=@$work/arcs:weight"
        mv "$work/out" "$work/out.$device"
    done | awk '
        { ms[NR] = $1 / 1e6 }
        END { printf "%-24s%10.0f %10.0f\n", "KRUSKAL 10^6 arcs", ms[1], ms[2] }'
    same
}

heading() {
    # the two sides are meant to be split
    # shellcheck disable=SC2086
    printf '%-24s%10s %10s\n' "$1" $sides
}

heading 'us an iteration'
for row in ${LOOPS:-logic:14:10000:510000 logic:20:10000:210000 logic:22:5000:105000 \
    logic:26:100:2100 find:14:10000:510000 find:20:10000:210000 find:22:5000:105000 \
    find:26:100:10100}; do
    # the fields of a row are meant to be split
    # shellcheck disable=SC2046
    loop $(echo "$row" | tr : ' ')
done

[ "${CALLS:-yes}" = yes ] || exit 0
heading 'ms a command'
arcs
kruskal
