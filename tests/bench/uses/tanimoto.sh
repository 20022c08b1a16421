#!/bin/sh
# SPDX-License-Identifier: MIT
# tanimoto.sh STAR TANIMOTO PROGRAM: whether the program finds what C finds, on
# one thread and on three.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1" run "$3" </dev/null >"$work/found"
for threads in 1 3; do
    "$2" 20000 10 $threads </dev/null >"$work/expected"
    diff "$work/expected" "$work/found"
done
