#!/bin/sh
# SPDX-License-Identifier: MIT
# The command's information on itself, on programs and primitives.
set -eu
. "$(dirname "$0")/common"

version=$(sed -n 's/^set(STAR_VERSION \(.*\))/\1/p' "$top/CMakeLists.txt")
for form in version --version -V; do
    gives 0 $form
    shows "star $version"
    shows "engine: native, $(uname -s) $(uname -m)"
    shows "isa: $("$star" devices | sed -n 's/.*; chosen: \([a-z0-9]*\);.*/\1/p')"
    shows 'device: '
done
gives 0 --help
for word in run check call dis doc explain devices version --version; do
    shows "$word"
done
for name in run check call dis doc explain devices version; do
    gives 0 "$name" --help
    shows "star $name"
done

# README lists them, in the order of the table.
gives 0 --help
sed -n '/^commands:/,/^$/s/^  \([a-z][a-z]*\).*/\1/p' out >listed
tr '\n' ' ' <"$top/README.md" |
    sed 's/.*lists the commands: \([a-z, ]*\)\..*/\1/; s/, /\n/g' >readme
echo >>readme
diff listed readme || wrong 'expected these commands in README.md'

gives 0 devices
shows cpu

gives 0 doc STEP
shows STEP
shows 'clears that 1'
gives 0 doc step
shows STEP
gives 0 doc writeln
shows writeln
gives 0 doc and
shows 'X and Y: slice or word'
gives 0 doc not
shows 'not Y: slice or word'
gives 0 doc ROW
shows 'ROW(i: integer; T: table): word'
gives 0 doc MASK
shows MASK
gives 0 doc TRIM
shows 'w: '
gives 0 doc REP
shows 'v: '
gives 0 doc KNAPSACK_ITEMS
shows 'that is better than any choice'
for word in LEVELS graph 'In the unit'; do
    gives 0 doc levels
    shows "$word"
done
gives 0 doc Graph
shows 'unit graph'
shows 'Graphs without weights'
shows ' LEVELS DFS'
gives 0 doc closure
shows 'CLOSURE(n: integer'
shows 'unit closure'
gives 0 doc shortest path
shows 'LEVELS, unit graph'
shows 'unit paths'
shows '    DIJKSTRA for weights that may be negative'
shows 'the vertex before i on such'
cp out found
gives 0 doc 'Shortest paths'
cmp -s out found || wrong 'expected the same'
gives 0 doc WARSHALL published
shows 'was published (A. Sh. Nepomniaschaya).'
gives 0 doc conj
shows '    Component-wise conjunction.'
gives 2 doc shortest nonsense
says "nothing is known about 'shortest nonsense'"
gives 2 doc grahp
says "did you mean 'graph'?"
gives 2 doc LEVELLS
says "did you mean 'LEVELS'?"
gives 2 doc ''

# What is no name of the language may be an option.
gives 0 doc plot
shows '  --plot NAME=FILE.svg[:matrix|graph|bars]'
shows 'after the run of star call'
shows 'An option of the command: star --help.'
gives 0 doc step
[ "$(grep -c -e --step out)" = 0 ] || wrong 'expected STEP alone'
gives 2 doc plott
says "nothing is known about 'plott': did you mean 'plot'?"
printf 'program p; uses grahp; begin end.' >unit.star
gives 3 check unit.star
says "did you mean 'graph'?"

gives 0 explain index-range
shows 'index lies outside'
shows 'an error, exit status 1'
shows '    begin writeln(X(FND(X))) end.'
gives 0 explain Unused-Variable
shows 'a warning'
gives 0 explain bad-bytecode
gives 0 explain
shows index-range
gives 2 explain nosuchcode
says nosuchcode
gives 0 doc
shows STEP
shows writeln
for name in 'Of the unit trees:' KRUSKAL matchain; do
    shows "$name"
done
for name in $(sed -n 's/^    //p' out); do
    gives 0 doc "$name"
done
for word in begin While set PROC slice maxint up text input; do
    gives 0 doc $word
done
gives 2 doc nosuchname
says nosuchname

gives 0 dis "$top/examples/warshall.star"
shows WARSHALL
shows STEP
shows SETROW
finish
