#!/bin/sh
# SPDX-License-Identifier: MIT
# errors.sh STAR ROWS: calls of procedures of the library that fail, a row each:
# a name, declarations and statements, the call, the message, between bars. The
# message and the place of the call are those of the row, whether kernels run or
# bodies. To see what is said, put ? for the message.
set -eu
star=$1 rows=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# The message of the last entry, and where it was called.
said() {
    "$star" repl "$@" <"$scratch/entries" 2>&1 | sed -n '/^@$/,$p' >"$scratch/all"
    sed -n 's/.*: error: //p' "$scratch/all" | head -n 1
    grep -c '^entry 3:1:[0-9]*: error: ' "$scratch/all" || :
}

while IFS='|' read -r name entries call message; do
    printf "%s;\nwriteln('@')\n%s\n" "$entries" "${call# }" >"$scratch/entries"
    # What fails before the body has no note about the library's line.
    said --native on >"$scratch/on"
    said --native off >"$scratch/off"
    said --native on --isa portable --optimize off >"$scratch/portable"
    if ! cmp -s "$scratch/on" "$scratch/off" ||
        ! cmp -s "$scratch/on" "$scratch/portable" ||
        [ "$(cat "$scratch/on")" != "${message# }
1" ]; then
        echo "$name|$entries|$call|"
        cat "$scratch/on" "$scratch/off" "$scratch/portable"
        failed=1
    fi
done <"$rows"
exit $failed
