#!/bin/sh
# SPDX-License-Identifier: MIT
# lists.sh STAR TOP LIST: what stays of a version, one a line. LIST is `options`:
# COMMAND OPTION VALUE, a line for each value that may be chosen; `codes`: the
# code of a message and its exit status, 0 of a warning; `members`: those of a
# message in JSON; or `words`, which are reserved.
set -eu
export LC_ALL=C
star=$1
top=$2
case $3 in
options)
    "$star" help | sed -n '/^commands:/,/^$/s/^  \([a-z][a-z]*\).*/\1/p' |
        while read -r command; do
            "$star" help "$command" | sed -n '/^options:/,/^$/s/^  \(--.*\)/\1/p' |
                awk -v command="$command" '
                    { n = 1; value[1] = $2 }
                    $2 !~ /\[/ { n = split($2, value, "|") }
                    n == 0 { n = 1; value[1] = "" }
                    { for (k = 1; k <= n; k++)
                          print command, $1 (value[k] == "" ? "" : " ") value[k] }'
        done
    ;;
codes)
    cat "$top"/runtime/status/*.def |
        sed -n 's/^STATUS([A-Z0-9_]*, "\([^"]*\)", \([0-9]*\),.*/\1 \2/p'
    ;;
members)
    "$star" run --diagnostics json "$top/tests/formats/1.0/programs/wrong_index.star" 2>&1 |
        grep -o '"[a-z_]*":' | tr -d '":'
    ;;
words)
    sed -n 's/^"\([a-z]*\)" .*return T_[A-Z]*;$/\1/p' "$top/grammar/syntax/star.l"
    ;;
esac | sort -u
