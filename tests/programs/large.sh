#!/bin/sh
# SPDX-License-Identifier: MIT
# large.sh NAME [PART]: an input that NAME.star takes a second or more for,
# compiled, where PART is 1; by default it is 10 times smaller.
set -eu
part=${2:-10}
case $1 in
compiler)
    # Each job may take 2,000,000 instructions.
    awk -v part="$part" 'BEGIN {
        for (job = 1; job <= 110 / part; job++) {
            print "var a: array [1..1000] of integer; i, k, x, seed, sum: integer;"
            print "function fib(n: integer): integer;"
            print "begin if n < 2 then fib := n else fib := fib(n - 1) + fib(n - 2) end;"
            print "begin"
            print "  read(seed); sum := 0;"
            print "  for i := 1 to 1000 do begin"
            print "    seed := (seed * 3877 + 29573) mod 139968; a[i] := seed end;"
            print "  for i := 2 to 200 do begin"
            print "    x := a[i]; k := i - 1;"
            print "    while (k > 1) and (a[k] > x) do begin a[k + 1] := a[k]; k := k - 1 end;"
            print "    a[k + 1] := x end;"
            print "  for k := 1 to 40 do"
            print "    for i := 1 to 1000 do"
            print "      if odd(a[i] div k) then sum := (sum + a[i] mod k) mod 99991;"
            print "  writeln(sum, fib(17))"
            print "end."
            print job * 17
            print "%"
        }
    }'
    ;;
editor)
    awk -v part="$part" 'BEGIN {
        print "a"
        seed = 1
        for (k = 1; k <= 6000; k++) {
            line = ""
            for (j = 1; j <= 8; j++) {
                seed = (seed * 7141 + 54773) % 259200
                line = line substr("the quick brown fox jumps over lazy dogs", seed % 30 + 1, seed % 7 + 2) " "
            }
            print line k
        }
        print "."
        for (k = 1; k <= 30 / part; k++) {
            print "%s/[aeiou][a-z]*/<&>/g"
            print "%s/<\\([^>]*\\)>/\\1/g"
            print "g/ox .*[0-9]*" k "$/m0"
            print "v/e/s/o/0/g"
            print "%s/0/o/g"
            print "y"
            print "u"
        }
        print "/" 3999 "$/p"
        print "$="
    }'
    ;;
macros)
    # Macros may be called 100,000 times in all.
    awk -v part="$part" 'BEGIN {
        print "define(`twice'\'', `$1 $1'\'')dnl"
        print "define(`sum'\'', `eval($1 + $2 * ($1 - $2))'\'')dnl"
        for (k = 1; k <= 19000 / part; k++) {
            for (j = 1; j <= 6; j++)
                print "plain words of line " k " which mean themselves, and so do these: alpha beta gamma delta"
            print "twice(word" k ") sum(" k ", " k % 97 ") len(`some text'\'') substr(`abcdefghij'\'', " k % 9 ", 3) `quoted text of some length, copied'\''"
        }
    }'
    ;;
esac
