#!/bin/sh
# run.sh STAR PAGE.md: runs every block fenced as star that begins with
# `program NAME;`, as NAME.star, and compares what it prints, messages
# included, with the block fenced as output that follows; without one it must
# print nothing. A block fenced as profile that follows is what star profile
# prints, but for the times and therefore the order.
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
    /^```profile$/ && name { file = dir "/" name ".profile"; next }
    file { print > file }
' "$2"
status=0

without_times() {
    sed 's/[0-9]*\.[0-9][0-9]*/T/g; s/  */ /g' | sort
}

for program in "$work"/*.star; do
    [ -f "$program" ] || continue
    expected=${program%.star}.out
    [ -f "$expected" ] || : >"$expected"
    (cd "$work" && "$1" run "${program##*/}" >found 2>&1 </dev/null) || :
    diff "$expected" "$work/found" || {
        echo "$2: ${program##*/} differs"
        status=1
    }
    expected=${program%.star}.profile
    [ -f "$expected" ] || continue
    (cd "$work" && "$1" profile "${program##*/}" 2>messages </dev/null) |
        without_times >"$work/found"
    without_times <"$expected" | diff - "$work/found" || {
        echo "$2: the profile of ${program##*/} differs"
        status=1
    }
done
exit $status
