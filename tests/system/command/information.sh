#!/bin/sh
# SPDX-License-Identifier: MIT
# The command's information on itself, on programs and primitives.
set -eu
. "$(dirname "$0")/common"

gives 0 --version
shows 'star 0.1.0'
gives 0 --help
for word in run check call dis doc explain devices --version; do
    shows "$word"
done
for name in run check call dis doc explain devices; do
    gives 0 "$name" --help
    shows "star $name"
done

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
