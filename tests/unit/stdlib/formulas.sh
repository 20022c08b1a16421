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

# Formulas, a line each, as expressions of STAR.
expression() {
    sed -E 's/([A-Za-z]*\([^()]*\)|[A-Za-z]+)\^2/sqr(\1)/g' |
        sed -e 's/\([A-Za-z]*\)^3/\1 * \1 * \1/g' \
        -e 's/ div /@/g; s/ + /%/g; s/ - /~/g; s/ \* / /g; s/ / * /g' \
        -e 's/@/ div /g; s/%/ + /g; s/~/ - /g'
}

cut -d ' ' -f 2- "$scratch/formulas" | expression >"$scratch/sums"
cut -d ' ' -f 1 "$scratch/formulas" | paste -d '|' - "$scratch/sums" \
    >"$scratch/expressions"

# check Q C H OPTION...: all rows at one size, as entries of one session.
# Declarations take the place of earlier ones; a process for each would take
# long under sanitizers.
check() {
    q=$1 c=$2 h=$3
    shift 3
    awk -F '|' -v q="$q" -v c="$c" -v h="$h" '
        FILENAME == ARGV[1] { sum[$1] = $2; next }
        { sub(/ $/, "", $1); sub(/ $/, "", $2); sub(/^ /, "", $3)
          printf "const q = %s; c = %s; h = %s;\n%s;\n:count %s\n", q, c, h, $2, $3
          printf "writeln(\047@\047, %s)\n", sum[$1] }
        ' "$scratch/expressions" "$rows" >"$scratch/entries"
    "$star" repl "$@" <"$scratch/entries" >"$scratch/out" 2>&1 || :
    awk -v size="q = $q, c = $c, h = $h" '
        FILENAME == ARGV[1] { within[$1] = $2 == 0 && $3 == "+"; next }
        FILENAME == ARGV[2] { name[++rows] = $1; next }
        /^steps: / { gsub(/,/, ""); steps = $2 - 1; operations = $6 }
        { text = text "\n" $0 }
        /^@/ {
            row++
            if (within[name[row]]) steps = operations
            formula = substr($0, 2)
            if (steps "" != formula "" || operations "" != formula "") {
                print name[row] ", " size ": steps, operations, formula: " \
                    steps, operations, formula text
                failed = 1
            }
            text = steps = operations = ""
        }
        END { if (row != rows) { print size ": " row " of " rows " rows" text
                                 failed = 1 }
              exit failed }' "$scratch/formulas" "$rows" "$scratch/out" ||
        failed=1
}

check 8 10 2
check 1 1 1
check 70 3 4
check 3 65 3 --isa portable
exit $failed
