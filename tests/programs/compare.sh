#!/bin/sh
# SPDX-License-Identifier: MIT
# compare.sh PROGRAM.star STAR run --strict, or PROGRAM.star FPC: a program
# prints PROGRAM.expected when it reads PROGRAM.input, and nothing else.
set -eu
program=$1
base=${program%.star}
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ $# -gt 1 ]; then
    "$@" "$program" <"$base.input" >"$work/found" 2>"$work/messages"
    cat "$work/messages"
    [ ! -s "$work/messages" ]
else
    cp "$program" "$work/program.pas"
    "$1" -Miso -o"$work/program" "$work/program.pas" >"$work/messages" || {
        cat "$work/messages"
        exit 1
    }
    (cd "$work" && ./program) <"$base.input" >"$work/found"
fi
diff "$base.expected" "$work/found"
