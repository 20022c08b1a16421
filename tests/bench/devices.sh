#!/bin/sh
# SPDX-License-Identifier: MIT
# devices.sh STAR [REPETITIONS]: all devices of this host beside the first one,
# and whether both print the same: loops on slices, in microseconds an
# iteration; one operation on as much as a device has, and the solvers.
set -e
here=$(dirname "$0")
export SIDES='cuda cuda:all'
LOOPS='find:20:10000:410000 find:24:5000:205000 find:26:1000:201000
    find:28:1000:41000 find:30:100:8100 logic:26:1000:101000 logic:30:20:2020
    slices:32:10:2010 slices:35:10:310 match:30:5:1005 match:34:2:102' CALLS=no \\
    "$here/resident.sh" "$@"
