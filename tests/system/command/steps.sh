#!/bin/sh
# SPDX-License-Identifier: MIT
# --max-steps: what counts as a step, in loops that run as one operation too.
set -eu
. "$(dirname "$0")/common"

# takes N FILE: the program takes N steps, with and without optimization.
takes() {
    for optimize in on off; do
        gives 4 run --optimize "$optimize" --max-steps $(($1 - 1)) "$2"
        grep -q step-limit err || wrong 'expected step-limit'
        for steps in "$1" $(($1 + 1)); do
            gives 0 run --optimize "$optimize" --max-steps "$steps" "$2"
        done
    done
}

# One for each statement that is no loop, one for each primitive in it.
cat >plain.star <<'END'
program plain;
var X: slice; T: table(2, 2); i: integer; b: boolean; s: string;
function none(i: integer): integer;
begin
  none := 0 * i
end;
begin
  X := '01';                                    { 1 }
  begin ; end;
  i := LENGTH(T) + SIZE(T);                     { 3 }
  i := none(i);                                 { 2 }
  X(1) := X(2);                                 { 3 }
  X := X and not X or MASK(X, 1);               { 5 }
  ROW(1, T) := CONVERT(COL(NUMB(X) - 1, T));    { 5 }
  b := (X = '11') or (i = 0) xor SOME(X);       { 3 }
  SET(X);                                       { 2 }
  s := 'two';                                   { 1 }
  writeln(LENGTH(X):length(s), ROW(1, T), b);   { 3 }
  if ZERO(X) then                               { 2 }
    i := 1
  else
    i := STEP(X);                               { 2 }
  case FND(X) of                                { 2 }
    1: i := 1
  otherwise
    i := 2                                      { 1 }
  end
end.
END
takes 35 plain.star

# While and repeat: each condition; for: one, its limits, each iteration.
cat >iterations.star <<'END'
program iterations;
var X: slice(9); i: integer;
begin
  for i := 10 to 9 do;                          { 1 }
  for i := NUMB(X) + 1 to LENGTH(X) do;         { 3, 9 iterations }
  SET(X);                                       { 2 }
  while SOME(X) do                              { 10 times 2 }
    i := STEP(X);                               { 9 times 2 }
  repeat
  until ZERO(X)                                 { 2 }
end.
END
takes 55 iterations.star

# Loops that run as one operation: conditions, an inner loop.
cat >lines.star <<'END'
program lines;
var T, P: table(20, 20); X, Y, Z, u: slice(20); w: word(20);
    i, j, c: integer;
begin
  SET(w);                                       { 2 }
  for i := 1 to 20 do begin                     { 1, 20 }
    ROW(i, T) := w;                             { 20 times 2 }
    Y(i) := '1'                                 { 20 times 2 }
  end;
  SET(X);                                       { 2 }
  Y(3) := 0;                                    { 2 }
  while SOME(X) do begin                        { 21 times 2 }
    i := STEP(X);                               { 20 times 2 }
    if Y(i) = 1 then                            { 20 times 2 }
      ROW(i, P) := ROW(i, T) and w              { 19 times 4 }
    else begin
      Z(i) := 1;                                { 2 }
      Z(i) := 0                                 { 2 }
    end
  end;
  c := 0;                                       { 1 }
  SET(X);                                       { 2 }
  while SOME(X) do begin                        { 21 times 2 }
    i := STEP(X);                               { 20 times 2 }
    u := COL(i, T);                             { 20 times 2 }
    while SOME(u) do begin                      { 20 times 21 times 2 }
      j := STEP(u);                             { 400 times 2 }
      c := c + NUMB(COL(i, T) and COL(j, T))    { 400 times 5 }
    end
  end;
  SET(X);                                       { 2 }
  i := STEP(X);                                 { 2 }
  while i > 0 do begin                          { 21 }
    COL(i, P) := u;                             { 20 times 2 }
    i := STEP(X)                                { 20 times 2 }
  end;
  writeln(c, Z)                                 { 1 }
end.
END
gives 0 check --explain-loops lines.star
[ "$(grep -c 'runs as one operation' out)" = 4 ] ||
    wrong 'expected four loops as one operation'
takes 4180 lines.star

# A kernel takes what its row says: MATCH a step a column, LESS three. One that
# declines takes the same: its body then takes none.
cat >kernels.star <<'END'
program kernels;
var T: table(3, 4); X, Z: slice(3); w: word(4);
begin
  SET(X);               { 2 }
  MATCH(T, X, w, Z);    { 1 and 4 }
  LESS(T, X, w, Z)      { 1 and 12 }
end.
END
takes 20 kernels.star
gives 4 run --native off --max-steps 20 kernels.star
gives 0 run --native off --max-steps 200 kernels.star
cat >declines.star <<'END'
program declines;
var T: table(3, 4); X: slice(3); w: word(5); Z: slice;
begin
  MATCH(T, X, w, Z)
end.
END
for native in on off; do
    gives 1 run --native "$native" --max-steps 200 declines.star
    cp err "err.$native"
done
cmp err.on err.off || wrong 'expected the same error'

# The message stands where the step would have been taken.
at() {
    gives 4 run --max-steps "$1" iterations.star
    grep -q "iterations.star:$2: error: the program may take no more than $1 " err ||
        wrong "expected an error at $2"
}
at 3 5:3
at 5 5:3
at 13 6:3
at 15 7:9
at 17 8:5
at 54 10:9

# Programs do the same when their steps are counted.
lang=$top/tests/lang
for file in "$lang"/responders/*.star "$lang"/reductions/*.star \
    "$lang"/dependences/*.star "$lang"/control/*.star \
    "$lang"/records/*.star "$lang"/sets/*.star; do
    command="star run --max-steps 1000000000 $file"
    for option in --max-depth=10000 --max-steps=1000000000; do
        "$star" run "$option" "$file" >out 2>err </dev/null && found=0 ||
            found=$?
        echo "$found" | cat - out err >"did$option"
    done
    cmp did* || wrong 'expected the same'
done

# A procedure by itself.
echo 'proc p(var Y: slice); begin Y := not Y end;' >unit.star
gives 0 call --max-steps 2 unit.star p Y=01 --print Y
prints 10
gives 4 call --max-steps 1 unit.star p Y=01
says step-limit
gives 2 run --max-steps 0 plain.star
says 0

# One without a kernel takes what its row says too, and so does one whose kernel
# declines; what they call takes nothing more, what comes behind them does.
cat >bodies.star <<'END'
program bodies;
uses maxplus;
type short = -2147483647..2147483647;
var T, S: table(3, 4); X: slice(3); A: array[1..2, 1..2] of short; i: integer;
proc put(var x: short);
begin
  x := 0                       { 1 }
end;
begin
  TMIN(T, T, X, S);            { 1 and 44 }
  SUBTC1(T, X, ROW(1, T), S);  { 2 and 40 }
  for i := 1 to 2 do begin     { 1, 2 iterations }
    put(A[i, 1]);              { 1 and 1, twice }
    put(A[i, 2])               { 1 and 1, twice }
  end;
  KLEENE(2, A, minplus);       { 1 and 8 }
  i := 0                       { 1 }
end.
END
takes 108 bodies.star
finish
