#!/bin/sh
# SPDX-License-Identifier: MIT
# devices.sh STAR [REPETITIONS]: all devices of this host beside the first one,
# and whether both print the same: loops on slices and searches of a table, in
# microseconds an iteration. Then a table that takes 0.85 of the memory of all
# devices is made and searched; its seconds, as a whole command.
#
# What one operation and the solvers take, within a process, the programs
# bench_gpu_primitives, bench_gpu_closure and bench_gpu_kleene tell: on the
# first device, and with STAR_GPU_SPREAD=1 on all.
set -e
here=$(dirname "$0")
SIDES='cuda cuda:all' CALLS=no \
    LOOPS='find:20:10000:810000 find:26:1000:301000 find:28:1000:121000
        find:30:100:24100 logic:28:1000:41000 logic:30:20:6020
        slices:33:10:1010 match:33:2:402' "$here/resident.sh" "$@"
"$1" devices | awk -F, '/^cuda: [0-9]+: / && / GiB/ {
    sum += $3
} END { printf "%.0f 60\n", int(sum * 0.85 / 60 * 2 ^ 24) * 512 }' |
    { time -p "$1" run --device cuda:all --max-memory 2000G \
        "$here/resident/large.star"; } 2>&1 |
    awk '!/user|sys/'
