#!/bin/sh
# tree.sh TOP: the shape of the source tree in numbers; status 1 where a rule
# is broken. It reads functions by the layout of .clang-format: one begins at
# the first column and ends with a brace there.
set -eu
cd "$1"
broken=0

sources() { # the sources of the product
    find runtime vm grammar gpu lib cli stdlib -type f \( -name '*.[chyl]' \
        -o -name '*.cu' -o -name '*.cuh' -o -name '*.def' \) | sort
}

# rule TEXT: each line of standard input breaks it.
rule() {
    lines=$(cat)
    count=$(printf '%s' "$lines" | grep -c . || true)
    echo "$1: $count"
    [ -z "$lines" ] || {
        printf '%s\n' "$lines" | sed 's/^/    /'
        broken=1
    }
}

echo 'files per folder:'
sources | sed 's,/[^/]*$,,' | sort | uniq -c
sources | sed 's,/[^/]*$,,' | sort | uniq -c | awk '$1 > 22' |
    rule 'folders of more than 22 sources'

# The functions of a file and their lines; the dispatch loop is one function.
functions() {
    sources | grep -E '\.(c|h|cu|cuh)$' | xargs awk '
        FNR == 1 { start = 0 }
        /^[a-zA-Z_].*[^;]$/ && !/^(struct|union|enum|typedef|namespace|extern|#|case|default|static const)/ {
            if (!start) { start = FNR; name = $0 }
        }
        /^[^ \t].*;$/ { start = 0 }
        /^}/ {
            if (start) print FNR - start + 1, FILENAME ":" start, name
            start = 0
        }'
}
functions | sort -n | awk '{ n[NR] = $1 } END {
    printf "functions: %d, median %d lines, p90 %d\n", NR,
        n[int((NR + 1) / 2)], n[int(0.9 * NR)] }'
functions | awk '$1 > 60 && $2 !~ /^vm\/interp\/exec\.c/' |
    rule 'functions of more than 60 lines, beside the dispatch loop'
sources | xargs wc -l | awk '$2 != "total" && $1 > 600' |
    rule 'files of more than 600 lines'
sources | sed 's,.*/,,' | sort | uniq -d | rule 'names that occur twice'

# A group of declarations between blank lines begins with a comment, or an
# earlier group of the same comment does, which "as above" would only repeat.
sources | grep -E '\.h$' | xargs awk '
    FNR == 1 { said = 0 }
    /^$/ { said = 0 }
    /\/\*/ { said = 1 }
    /^[a-zA-Z_].*\(/ && !/^(typedef|static|enum|struct|extern "C"|__attribute__)/ && !/^[A-Z_]+\(/ {
        if (!said) print FILENAME ":" FNR ": " $0
    }' | rule 'functions in headers without a comment'

awk '/^struct StarBackend {/ { inside = 1; next } /^};/ { inside = 0 }
     inside && /\(\*/ { n++ } END { print "functions of StarBackend: " n }' \
    runtime/backend.h
echo "files with opcode lists: $(sources | xargs grep -lE \
    'case STAR_OP_|\[STAR_OP_' | tr '\n' ' ')"
exit $broken
