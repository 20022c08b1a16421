#!/bin/sh
# SPDX-License-Identifier: MIT
# errors.sh STAR ROWS: calls of procedures of the library that fail, a row each:
# a name, declarations and statements, the call, the message, between bars. The
# message and the place of the call are those of the row, whether kernels run or
# bodies. To see what is said, put ? for the message.
#
# All rows are entries of one session, three each: it is the start of a process
# that takes long under sanitizers. Declarations take the place of earlier ones.
set -eu
star=$1 rows=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

awk -F '|' '{ sub(/^ /, "", $3); printf "%s;\nwriteln(\047@\047)\n%s\n", $2, $3 }' \
    "$rows" >"$scratch/entries"
awk -F '|' '{ sub(/^ /, "", $4); print $4 }' "$rows" >"$scratch/wanted"

# said OPTION...: the message of the third entry of each row, a line each; what
# fails before, or is not said of that entry once, is marked.
said() {
    "$star" repl "$@" <"$scratch/entries" 2>&1 | awk '
        function end() {
            if (row > 0)
                print message (places == 1 ? "" : " (entry " 3 * row " fails " \
                               places + 0 " times)")
        }
        /^@$/ { end(); row++; message = ""; places = 0; next }
        /: error: / && message == "" {
            message = $0
            sub(/.*: error: /, "", message)
        }
        index($0, "entry " 3 * row ":1:") == 1 && / error: / { places++ }
        /^entry / && / error: / && $0 !~ "^entry " 3 * row ":" {
            message = "before the call: " $0
        }
        END { end() }'
}

# What fails before the body has no note about the library's line.
for options in '--native on' '--native off' \
    '--native on --isa portable --optimize off'; do
    # The options are meant to be split.
    # shellcheck disable=SC2086
    said $options >"$scratch/said"
    cmp -s "$scratch/wanted" "$scratch/said" || {
        echo "star repl $options: row: expected, found"
        diff "$scratch/wanted" "$scratch/said" || :
        failed=1
    }
done
exit $failed
