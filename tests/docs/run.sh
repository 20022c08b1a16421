#!/bin/sh
# run.sh STAR PAGE.md: runs every block fenced as star that begins with
# `program NAME;`, as NAME.star, and compares what it prints, messages
# included, with the block fenced as output that follows; without one it must
# print nothing.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -v dir="$work" '
    /^```/ && file { close(file); file = ""; next }
    /^```star$/ { star = 1; name = ""; next }
    star && /^program/ {
        name = $2
        sub(/[;(].*/, "", name)
        file = dir "/" name ".star"
    }
    { star = 0 }
    /^```output$/ && name { file = dir "/" name ".out"; printf "" > file; next }
    file { print > file }
' "$2"
status=0
for program in "$work"/*.star; do
    [ -f "$program" ] || continue
    expected=${program%.star}.out
    [ -f "$expected" ] || : >"$expected"
    (cd "$work" && "$1" run "${program##*/}" >found 2>&1 </dev/null) || :
    diff "$expected" "$work/found" || {
        echo "$2: ${program##*/} differs"
        status=1
    }
done
exit $status
