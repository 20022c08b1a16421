#!/bin/sh
# SPDX-License-Identifier: MIT
# coverage.sh TOP BUILD: which lines the tests of a build with the counts of
# gcov have run, by folder and file; each miss that tests/misses.txt gives no
# reason for; status 1 below the figures of docs/explanation/testing.md.
set -eu
top=$1
build=$2
counts=$(mktemp)
trap 'rm -f "$counts"' EXIT
cd "$build"
# The lines of an inline function stand there once for each object: one count
# is enough. What flex and bison made is not ours. A test has plot.c for itself.
find runtime vm grammar stdlib cli lib \
    tests/bench/CMakeFiles/star-bench.dir tests/bench/CMakeFiles/test_plot.dir \
    -name '*.gcda' -exec \
    gcov -t -r -s "$top" {} + 2>/dev/null >"$counts"
awk -F: '
function part(f) {
    if (f ~ /^tests\/bench\//) return "benchmarks"
    if (f ~ /^cli\//) return "cli"
    if (f ~ /^lib\//) return "lib"
    if (f ~ /^vm\/bytecode\/(verify|disasm)/) return "verifier"
    if (f ~ /^vm\//) return "vm"
    if (f ~ /^runtime\/io\/disk\.c/) return "waiting for the disk"
    if (f ~ /^runtime\/io\//) return "readers"
    if (f ~ /^runtime\/cpu\//) return "runtime/cpu"
    if (f ~ /^runtime\//) return "memory"
    return "grammar"
}
function percent(hit, all) { return 100 * hit / all }
function explained(line,   k) {
    for (k = 1; k <= reasons; k++)
        if (line ~ reason[k]) return 1
    return 0
}
FNR == NR {
    if (!/^#/) { sub(/\t.*/, ""); reason[++reasons] = $0 }
    next
}
/^ *-: *0:Source:/ {
    file = $4
    sub(/^(\.\.\/)+/, "", file) # as ccache names it
}
!($2 + 0) || file ~ /^build/ { next }
{
    count = $1
    gsub(/[ *]/, "", count)
    if (count == "-") next
    at = file SUBSEP ($2 + 0)
    text[at] = $0
    sub(/^[^:]*:[^:]*: */, "", text[at])
    hit[at] += count !~ /[#=]/
}
END {
    for (at in text) {
        split(at, name, SUBSEP)
        all[name[1]]++
        missed[name[1]] += !hit[at]
        if (!hit[at] && !explained(name[1] ": " text[at]))
            print name[1] ":" name[2] ": " text[at] | "sort -t: -k1,1 -k2,2n"
    }
    close("sort -t: -k1,1 -k2,2n")
    for (f in all) {
        printf "%6.1f %5d of %5d  %s\n", percent(all[f] - missed[f], all[f]),
            all[f] - missed[f], all[f], f | "sort -k5"
        lines[part(f)] += all[f]; misses[part(f)] += missed[f]
        total += all[f]; lost += missed[f]
    }
    close("sort -k5")
    for (p in lines) {
        least = p ~ /^(vm|verifier|readers|memory)$/ ? 98 : 0
        got = percent(lines[p] - misses[p], lines[p])
        printf "%6.2f %s%s\n", got, p, got < least ? ": less than " least : ""
        bad += got < least
    }
    got = percent(total - lost, total)
    printf "%6.2f the whole%s\n", got, got < 93 ? ": less than 93" : ""
    exit bad || got < 93
}' "$top/tests/misses.txt" "$counts"
