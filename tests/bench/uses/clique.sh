#!/bin/sh
# SPDX-License-Identifier: MIT
# clique.sh STAR GRAPH CLIQUE PROGRAM GRAPHS: whether the graphs have as many
# vertices, edges and, in a greatest clique, vertices as GRAPHS says, which are
# DIMACS's figures; the program takes the steps that C takes.
set -eu
star=$1 graph=$2 clique=$3 program=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
while read -r name vertices edges most; do
    "$graph" "$name" >"$work/graph"
    "$clique" "$work/graph" </dev/null >"$work/expected"
    "$star" run "$program" "$work/graph" </dev/null | head -n 1 >"$work/found"
    if [ "$(head -n 1 "$work/graph")" != "p edge $vertices $edges" ] ||
        ! grep -q "^a clique of $most," "$work/expected" ||
        ! diff "$work/expected" "$work/found"; then
        echo "$name: $(head -n 1 "$work/graph"), $(cat "$work/found")"
        failed=1
    fi
done <"$5"
exit $failed
