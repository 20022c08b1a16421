#!/bin/sh
# SPDX-License-Identifier: MIT
# formulas.sh STAR PAGE ROWS: every procedure for which the page of the library
# has a formula is called at several sizes, as a row of ROWS says, between bars:
# its name, declarations and statements, the call. What it charges is what the
# formula is, which STAR itself evaluates: the operations in a profile, and the
# steps but for that of the call. Names in rows are those of the parameters. A
# formula within a sentence is of what the body does: of operations alone.
set -eu
star=$1 page=$2 rows=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# NAME formula, a line each, of the page; sums in sentences begin with "0 + ".
awk '/^    (proc|function) / { name = $2; sub(/\(.*/, "", name) }
     /Operations: / { within = !/^Operations/; text = "" }
     text != "-" { text = text " " $0 }
     text ~ /Operations: .*[,.]/ {
         sub(/.*Operations: /, "", text)
         sub(/[,.].*/, "", text)
         print name, (within ? "0 + " : "") text
         text = "-"
     }' "$page" >"$scratch/formulas"
cut -d ' ' -f 1 "$scratch/formulas" | sort -u >"$scratch/documented"
cut -d ' ' -f 1 "$rows" | sort -u >"$scratch/called"
diff "$scratch/documented" "$scratch/called" || failed=1

# A formula as an expression of STAR.
expression() {
    sed -E 's/([A-Za-z]*\([^()]*\)|[A-Za-z]+)\^2/sqr(\1)/g' |
        sed -e 's/\([A-Za-z]*\)^3/\1 * \1 * \1/g' \
        -e 's/ div /@/g; s/ + /%/g; s/ - /~/g; s/ \* / /g; s/ / * /g' \
        -e 's/@/ div /g; s/%/ + /g; s/~/ - /g'
}

# check NAME ENTRIES CALL Q C H OPTION...
check() {
    name=$1 entries=$2 call=$3 q=$4 c=$5 h=$6
    shift 6
    formula=$(sed -n "s/^$name //p" "$scratch/formulas" | expression)
    printf 'const q = %s; c = %s; h = %s;\n%s;\n:count %s\nwriteln(%s)\n' \
        "$q" "$c" "$h" "$entries" "$call" "'@', $formula" >"$scratch/entries"
    "$star" repl "$@" <"$scratch/entries" >"$scratch/out" 2>&1 || :
    # shellcheck disable=SC2046
    set -- $(awk '
        /^steps: / { gsub(/,/, ""); print $2 - 1, $6 }
        /^@/ { print substr($0, 2) }' "$scratch/out")
    case $formula in 0*) [ $# != 3 ] || set -- "$2" "$2" "$3" ;; esac
    [ $# = 3 ] && [ "$1" = "$3" ] && [ "$2" = "$3" ] && return
    echo "$name, q = $q, c = $c, h = $h: steps, operations, formula: $*"
    cat "$scratch/out"
    failed=1
}

while IFS='|' read -r name entries call; do
    name=${name% } entries=${entries% } call=${call# }
    check "$name" "$entries" "$call" 8 10 2
    check "$name" "$entries" "$call" 1 1 1
    check "$name" "$entries" "$call" 70 3 4
    check "$name" "$entries" "$call" 3 65 3 --isa portable
done <"$rows"
exit $failed
