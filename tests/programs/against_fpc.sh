#!/bin/sh
# SPDX-License-Identifier: MIT
# against_fpc.sh STAR [FPC]: each program, built, prints for its large input what
# the interpreter prints, for a tenth of it, or what Free Pascal's prints; with
# FPC a line each of processor times, user and system.
set -eu
star=$1 fpc=${2:-}
here=$(cd "$(dirname "$0")" && pwd)
command -v cc >/dev/null || exit 77
# The archive of such a library needs more than it says.
grep -q "__asan_init\|__tsan_init\|__gcov_init" "$star" && exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failed=0

# timed OUT COMMAND...: what it took.
timed() {
    out=$1
    shift
    (
        "$@" <in >"$out"
        times >took
        tail -n 1 took
    )
}

for program in "$here"/*.star; do
    name=$(basename "$program" .star)
    sh "$here/large.sh" "$name" "${fpc:+1}" >in
    "$star" build "$program" -o built
    if [ -n "$fpc" ]; then
        cp "$program" program.pas
        "$fpc" -Miso -O2 -Cr -Co -oprogram program.pas >log || cat log
        other=$(timed expected ./program)
        echo "$name: built $(timed found ./built), Free Pascal $other"
    else
        "$star" run "$program" <in >expected
        ./built <in >found
    fi
    cmp expected found || failed=1
done
exit $failed
