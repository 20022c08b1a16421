#!/bin/sh
# SPDX-License-Identifier: MIT
# Loops that may run as one operation do: a profile says how often each line was
# run, which is at most as often as its comment { at most N } has it. Loops that
# decline give the same results: nothing else would tell.
set -eu
. "$(dirname "$0")/common"

# as_one FILE TEXT: of the result, which --optimize off gives too.
as_one() {
    gives 0 run "$1"
    shows "$2"
    gives 0 run --optimize off "$1"
    shows "$2"
    gives 0 profile --optimize on "$1"
    awk 'FNR == NR { if (match($0, /[{] at most [0-9]+ [}]/))
                         most[FNR] = substr($0, RSTART + 10, RLENGTH - 12)
                     next }
         /^ *times operations .* line / { lines = 1 }
         lines && $6 == "|" && $5 in most {
             seen++
             if ($1 > most[$5] + 0) print "run " $1 " times: " $0
         }
         END { if (seen == 0) print "no line was seen" }' \
        "$1" out >often
    [ ! -s often ] || { cp often out; wrong 'expected loops that run as one'; }
}

cat >responders.star <<'END'
program responders(output);
const n = 300;
var T, U: table(n, n); X, Y, Z, v, w: slice(n);
  r: word(n); i, j, k, m, c, s: integer;
begin
  RANDOM(T, 1, 0.5); RANDOM(X, 2, 0.5); CLR(Z); U := T;
  s := 0; m := 0;
  Y := X;
  while SOME(Y) do begin
    i := STEP(Y);
    v := COL(i, T); { at most 1 }
    if SOME(v and X) then s := s + NUMB(v) { at most 1 }
    else s := s - 1
  end;
  for i := 1 to n do begin
    Y := COL(i, T); { at most 1 }
    while SOME(Y) do begin
      j := STEP(Y);
      s := s + NUMB(COL(i, T) and COL(j, T)) { at most 160 }
    end
  end;
  Y := X;
  while SOME(Y) do begin
    i := STEP(Y);
    if X(i) = 1 then begin m := m + i; w := COL(i, T) end { at most 1 }
  end;
  for i := 1 to n do begin
    c := NUMB(COL(i, T)); { at most 1 }
    if c > m then begin m := c; j := i end { at most 1 }
  end;
  for i := 1 to n do
    COL(i, U) := COL(i, T) and not w; { at most 1 }
  for i := n downto 1 do
    if SOME(COL(i, T) and COL(i, U)) then Z(i) := 1; { at most 1 }
  v := X;
  for i := 1 to n do v := v or COL(i, U); { at most 1 }
  for i := 1 to n do ROW(i, U) := ROW(i, T); { at most 1 }
  for k := 1 to n do begin
    Y := COL(k, U); { at most 300 }
    r := ROW(k, U);
    while SOME(Y) do begin
      i := STEP(Y);
      ROW(i, U) := ROW(i, U) xor r { at most 300 }
    end
  end;
  writeln(s, ' ', m, ' ', j, ' ', NUMB(v), ' ', NUMB(Z), ' ', NUMB(COL(7, U)))
end.
END

cat >pairs.star <<'END'
program pairs1(output);
const n = 300;
var T: table(n, n); i, j, k, m, s, c: integer; v: slice(n);
begin
  RANDOM(T, 1, 0.5);
  k := 0; m := 0; c := 0;
  { All are counted. }
  for i := 1 to n - 1 do
    for j := i + 1 to n do
      if NUMB(COL(i, T) and COL(j, T)) > 77 then k := k + 1; { at most 1 }
  for i := 1 to n do
    for j := 1 to i do
      if NUMB(COL(i, T) and not COL(j, T)) <= 70 then k := k + 3; { at most 300 }
  for i := 1 to n do begin
    v := COL(i, T); { at most 1 }
    for j := 1 to n do
      if NUMB(v xor COL(j, T)) > 140 then { at most 300 }
        m := m + NUMB(v xor COL(j, T)) { at most 300 }
  end;
  for j := 1 to n do
    if 2 * NUMB(v and COL(j, T)) > NUMB(COL(j, T)) then k := k + 1; { at most 1 }
  { Those that pass are found: some 1 in 50 of 44850. }
  for i := 1 to n - 1 do
    for j := i + 1 to n do
      if NUMB(COL(i, T) and COL(j, T)) > 92 then { at most 1400 }
        c := (c + i * j) mod 10007;
  { The best one: few are better than those before. }
  s := 0;
  for i := 1 to n - 1 do
    for j := i + 1 to n do
      if NUMB(COL(i, T) and COL(j, T)) > s then begin { at most 700 }
        s := NUMB(COL(i, T) and COL(j, T)); m := m + i
      end;
  writeln(k, ' ', m, ' ', c, ' ', s)
end.
END
as_one responders.star '3398171 21617 300 212 299 73'
as_one pairs.star '53141 11770811 9056 103'
finish
