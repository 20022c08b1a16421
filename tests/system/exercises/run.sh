#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh STAR FILE: NN_NAME.star is written for exercise NN. It is right, or what
# the command prints stands behind it, between `{ prints` and `}`.
set -eu
cd "${2%/*}"
file=${2##*/}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sed -n '/^{ prints$/,/^}$/p' "$file" | sed '1d;$d' >"$work/expected"
status=0
"$1" exercise "$(echo "$file" | cut -c1-2)" "$file" >"$work/found" 2>&1 ||
    status=$?
if [ -s "$work/expected" ]; then
    diff "$work/expected" "$work/found"
    [ "$status" = 1 ]
else
    grep 'is right on [0-9]* inputs$' "$work/found"
    [ "$status" = 0 ]
fi
