#!/bin/sh
# SPDX-License-Identifier: MIT
# ranks.sh STAR FOLDER PROGRAM...: programs give the same on 1, 2, 3 and 5 ranks
# as on none, where memory is divided as on processors and as on devices: FOLDER
# has the commands star_ranks_N.
set -eu
star=$1
folder=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
run() {
    code=0
    (cd "$work" && echo 7 | "$@" >out 2>err) || code=$?
    echo "status $code" >>"$work/out"
    cat "$work/err" >>"$work/out"
}
for program; do
    cp "$(dirname "$program")"/*.* "$work"
    program=$(basename "$program")
    run "$star" run "$program"
    mv "$work/out" "$work/expected"
    for ranks in 1 2 3 5 '2 apart' '5 apart'; do
        unset FORKED_APART
        [ "$ranks" = "${ranks% *}" ] || export FORKED_APART=1
        run "$folder/star_ranks_${ranks% *}" run "$program"
        if ! cmp -s "$work/out" "$work/expected"; then
            echo "$program: $ranks ranks"
            diff "$work/expected" "$work/out" | head -20
            status=1
        fi
    done
done
exit $status
