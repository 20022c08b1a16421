#!/bin/sh
# SPDX-License-Identifier: MIT
# tree.sh TOP: the shape of the source tree in numbers; status 1 where a rule
# is broken.
set -eu
cd "$1"
work=$(mktemp -d)
found=$work/found
: >"$found"
trap 'rm -rf "$work"' EXIT

sources() { # the sources of the product
    find runtime vm grammar gpu lib cli stdlib tools -type f \( -name '*.[chyl]' \
        -o -name '*.cu' -o -name '*.cuh' -o -name '*.def' \) | sort
}

# rule TEXT MOST: lines are SIZE NAME; each of more than MOST breaks it.
rule() {
    awk -v text="$1" -v most="$2" -v found="$found" '$1 > most {
        lines = lines "\n    " $1 " " $2
        n++
        print $1, $2 >>found
    } END { print text ": " n + 0 lines }'
}

# Functions of sources in C and CUDA, as the layout of .clang-format shows
# them: KIND SIZE FILE NAME. A declaration begins at the first column and goes
# on to a ; or a brace, a body ends with a brace at the first column. KIND is
# `body`, or `bare` for a declaration or body in a header that has no comment
# between the blank line before its group and itself.
functions() {
    sources | grep -E '\.(c|h|cu|cuh)$' | xargs awk '
        FNR == 1 { first = 0; text = ""; said = 0 }
        { continued = macro; macro = /\\$/ && (continued || /^#/) }
        continued || /^#/ { next }
        first && /^}/ { print "body", FNR - first + 1, FILENAME, name }
        first { if (/^}/) first = 0; next }
        /^$/ || /^}/ { text = ""; said = said && !/^$/; next }
        text == "" && /^\/[*\/]/ { said = 1 }
        text == "" && /^[a-zA-Z_]/ { start = FNR }
        text != "" || /^[a-zA-Z_]/ {
            sub(/ *\/[*\/].*/, "")
            text = text " " $0
            if (!/[;{}]$/) next
            s = text
            text = ""
            sub(/ *__attribute__\(\(.*\)\)/, "", s)
            if (s ~ /__launch_bounds__/) {
                match(s, /\) +[a-z_0-9]+\(/)
                s = " void" substr(s, RSTART + 1)
            }
            if (s !~ /\)( const)? {$|\);$/ || s ~ /^ (typedef|using) / ||
                s ~ /^ [a-zA-Z_0-9]+\(/ || s ~ /^[^(]* = /) next
            name = s
            sub(/\(.*/, "", name)
            sub(/.*[ *]/, "", name)
            if (FILENAME ~ /h$/ && !said) print "bare", 1, FILENAME, name
            if (s ~ /{$/) first = start
        }'
}

folders() {
    sources | sed 's,/[^/]*$,,' | sort | uniq -c
}

echo 'sources per folder:'
folders
folders | rule 'folders of more than 20 sources' 20
functions | awk '$1 == "body" { print $2 }' | sort -n | awk '{ n[NR] = $1 }
    END { printf "functions: %d, median %d lines, p90 %d\n", NR,
        n[int((NR + 1) / 2)], n[int(0.9 * NR)] }'
functions | awk '$1 == "body" &&
    $4 !~ /^(exec_run|exec_one|interpret|run_primitive)$/ { print $2, $3 ":" $4 }' |
    rule 'functions of more than 60 lines, beside the dispatch loops' 60
sources | xargs wc -l | grep -v ' total$' |
    rule 'files of more than 600 lines' 600
sources | sed 's,.*/,,' | sort | uniq -c | rule 'names that occur twice' 1
functions | awk '$1 == "bare" { print $3 }' | sort | uniq -c |
    rule 'headers with functions without a comment' 0
front=$(ls lib/tools/*.h lib/tools/debug/debug_inspect.h &&
    for folder in lib/tools/*/; do
        echo "$folder$(basename "$folder").h"
    done)
wc -l $front | grep -v ' total$' |
    rule 'headers for front ends of more than 150 lines' 150
sed -n 's/^[a-zA-Z].*[ *]\([a-z][a-z]*_[a-z_]*\)(.*/\1/p' $front |
    while read -r name; do
        grep -rqw "$name" cli || echo 1 "$name"
    done | rule 'functions for front ends that the command does not call' 0
find tests/lang -name '*.star' ! -name 'unit_*' | sed 's,/[^/]*$,,' | sort |
    uniq -c | rule 'topics of more than 60 programs' 60
# Messages whose text stands in C, not behind a row of runtime/status/: calls
# without MSG_, declarations and bodies of the functions aside.
for folder in runtime vm grammar gpu lib cli tools; do
    sources | grep "^$folder/.*\.[chyl]$" | xargs cat |
        tr '\n' ' ' | sed 's/[;{}]/&\n/g' |
        grep -E '\b(star_raise|star_reader_wrong|diag_error|diag_warn|sema_mismatch|message_usage)\(' |
        grep -vEc 'MSG_|\((StarError|StarReader|Diag|Sema|const char) \*' |
        sed "s/$/ messages:$folder/" || :
done | rule 'calls that word a message, by folder' 0
grep -ohE '^#define MSG_[A-Z0-9_]+' runtime/status/*.def cli/usage.h |
    sort | uniq -c | rule 'names of two messages' 1
grep -ohE '^#define MSG_[A-Z0-9_]+' runtime/status/*.def cli/usage.h |
    sed 's/^#define //' | sort >"$work/messages"
sources | xargs grep -ohE '\bMSG_[A-Z0-9_]+' | sort | uniq -c |
    awk '$1 > 1 { print $2 }' | comm -23 "$work/messages" - | sed 's/^/1 /' |
    rule 'messages that nothing raises' 0
awk '/^typedef struct StarBackendOps {/ { inside = 1 } /^}/ { inside = 0 }
     inside && /\(\*/ { n++ }
     END { print n, "StarBackendOps" }' runtime/backend.h |
    rule 'backends of more than 10 functions' 10
for unit in stdlib/*.star; do
    routines=$(grep -cE '^(proc|function) ' "$unit")
    [ "$routines" = "$(grep -c '^end;$' "$unit")" ] || echo 1 "$unit"
    awk '/^(proc|function) / { inside = 1 }
         ended && !inside && !/^($|{|  )/ { exit 1 }
         /^end;$/ { inside = 0; ended = 1 }' "$unit" || echo 1 "$unit"
done | rule 'units of the library whose routines are laid out otherwise' 0
# In labels of a switch or in a table; the dispatch loop has its own labels.
sources | xargs grep -E 'case STAR_OP_[A-Z0-9]|\[STAR_OP_[A-Z0-9]+\] =' |
    grep -v '\[STAR_OP_COUNT\]' | cut -d : -f 1 | sort | uniq -c |
    rule 'files with lists of opcodes' 0

sh tests/words.sh . | tail -n 1

[ ! -s "$found" ]
