#!/bin/sh
# SPDX-License-Identifier: MIT
# repl.sh STAR PAGE.md: enters the lines behind the prompts of every block fenced
# as repl, each block in a session of its own, and compares what comes with the
# other lines. A block fenced as `file NAME` becomes that file.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -v dir="$work" '
    /^```repl$/ { n++; repl = 1; in_file = dir "/" n ".in"
                  out_file = dir "/" n ".out"; printf "" > out_file; next }
    /^```file / { file = dir "/" $2; next }
    /^```/ { repl = 0; file = "" }
    file { print > file }
    repl && /^(star|    )> / { print substr($0, 7) > in_file; next }
    repl { print > out_file }
' "$2"
status=0
for block in "$work"/*.in; do
    (cd "$work" && "$1" repl <"$block" >found 2>&1) || :
    diff "${block%.in}.out" "$work/found" || {
        echo "$2: block $(basename "$block" .in) differs"
        status=1
    }
done
exit $status
