#!/bin/sh
# SPDX-License-Identifier: MIT
# device.sh STAR FORKED TOP [PART DRIVER]: programs give the same on ranks that
# compute with devices as on none. FORKED is the command as several ranks; PART,
# its part for devices, has here a device whose memory is the host's, and DRIVER
# is the folder of that device's driver.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
star=$1 forked=$2 top=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ $# = 5 ]; then
    cp "$2" "$work/forked"
    cp "$4" "$work/libstar-cuda.so.1"
    forked=$work/forked
    export LD_LIBRARY_PATH="$5"
elif ! "$star" devices | grep -q '^cuda: 0: '; then
    echo 'skipped: no device'
    exit 77
fi
cd "$work"
status=0
for program in "$here"/*.star "$top"/examples/*.star; do
    cp "$(dirname "$program")"/*.* .
    program=$(basename "$program")
    echo 7 | "$star" run "$program" >expected 2>&1 || echo $? >>expected
    echo 7 | "$forked" run --device cuda "$program" >out 2>&1 || echo $? >>out
    if ! cmp -s out expected; then
        echo "$program"
        diff expected out | head -20
        status=1
    fi
done
exit $status
