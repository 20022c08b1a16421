#!/bin/sh
# SPDX-License-Identifier: MIT
# star exercise lists and explains; tests/system/exercises tries solutions.
set -eu
. "$(dirname "$0")/common"

gives 0 exercise
shows ' 1  Complement'
shows ' 10  Minimum spanning tree'
gives 0 exercise 4
prints '4  Diagonal

  T has as many columns as rows; component i of Z is bit i of row i of T.

Write this procedure:

  proc DIAGONAL(T: table; var Z: slice(T));

and try it: star exercise 4 FILE'
gives 2 exercise 11
says "there is no exercise '11'"
gives 2 exercise one
says "there is no exercise 'one'"
gives 2 exercise 1st
gives 2 exercise 1 a.star b.star
gives 5 exercise 1 a.star
says 'cannot open a.star'

echo 'proc COMPLEMENT(X: slice; var Z: slice); begin Z := not Y end;' >a.star
gives 3 exercise 1 a.star
says 'undeclared'
cat >unit_b.star <<'END'
proc NEGATE(X: slice; var Z: slice); begin Z := not X end;
END
cat >a.star <<'END'
uses unit_b;
proc COMPLEMENT(X: slice; var Z: slice);
begin writeln('not shown'); NEGATE(X, Z) end;
END
gives 0 exercise 1 a.star
prints 'Complement: COMPLEMENT is right on 330 inputs'
gives 1 exercise 1 a.star --max-steps 2
shows 'ends with an error'
gives 4 exercise 1 a.star --max-memory 100
# Wherever the memory ends, nothing but that is said.
memory=160
while [ $memory -lt 200 ]; do
    found=0
    command="star exercise 1 a.star --max-memory ${memory}K"
    "$star" exercise 1 a.star --max-memory ${memory}K >out 2>err || found=$?
    [ "$found" = 0 ] || grep -q 'memory-limit' err || wrong 'expected no memory'
    memory=$((memory + 4))
done
cat >a.star <<'END'
proc COMPLEMENT(X: slice; var Z: slice);
var T: table;
begin load(T, 'a.mtx'); Z := X end;
END
gives 1 exercise 1 a.star
grep -q 'a.mtx' err || wrong 'expected that the file may not be opened'
finish
