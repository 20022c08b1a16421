#!/bin/sh
# SPDX-License-Identifier: MIT
# step.sh STAR PAGE.md EXAMPLES: steps through the program that a block fenced
# as `step FILE` names, by the commands behind its prompts, and compares what
# comes with the other lines. With SHOW in the environment prints what comes.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -v dir="$work" '
    /^```step / { n++; step = 1; in_file = dir "/" n ".in"
                  out_file = dir "/" n ".out"; print $2 > (dir "/" n ".file")
                  printf "" > out_file; printf "" > in_file; next }
    /^```/ { step = 0 }
    step && /^\(star\)/ { print substr($0, 8) > in_file; next }
    step { print > out_file }
' "$2"
status=0
for block in "$work"/*.in; do
    name=${block%.in}
    (cd "$3" && "$1" step "$(cat "$name.file")" <"$block" >"$work/found" 2>&1) ||
        :
    [ -z "${SHOW-}" ] || cat "$work/found"
    diff "$name.out" "$work/found" || {
        echo "$2: block $(basename "$name") differs"
        status=1
    }
done
exit $status
