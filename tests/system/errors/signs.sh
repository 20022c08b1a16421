#!/bin/sh
# SPDX-License-Identifier: MIT
# signs.sh TOP: the signs of other languages that star.l finds are the rows of
# foreign.def; those beyond ASCII it finds by their first byte.
set -eu
cd "$1"/grammar/syntax/recovery
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
sed -n 's/^SIGN("\([^"]*\)".*/\1/p' foreign.def | LC_ALL=C grep '^[!-~]*$' |
    sort >"$scratch/rows"
{
    # "=="|"!="|[&|!]: each quoted sign, and each letter of the classes.
    sed -n 's/^\("=="|.*\) {$/\1/p; s/^\(\[%#\]\)\[^.*/\1/p' ../star.l |
        sed 's/"|"/"\
"/g; s/|\[/\
[/' | sed 's/^"\(.*\)"$/\1/; t
        s/^\[\(.*\)\]$/\1/; s/\\\\/\\/; s/./&\
/g' | sed '/^$/d; s/^\\$/\\\\/'
} | sort >"$scratch/found"
[ "$(wc -l <"$scratch/rows")" -gt 20 ]
diff "$scratch/rows" "$scratch/found"
