#!/bin/sh
# SPDX-License-Identifier: MIT
# Sanity, not a measurement: nothing takes hundreds of times too long.
set -eu
. "$(dirname "$0")/common"

# Each of 10^5 calls has a slice of its own.
cat >calls.star <<'END'
program calls;
var i, n: integer;

proc use(var n: integer);
var X: slice(100000);
begin
  X(n mod 100000 + 1) := 1;
  n := n + FND(X) - n mod 100000
end;

begin
  n := 0;
  for i := 1 to 100000 do
    use(n);
  writeln(n)
end.
END
command='star run calls.star'
timeout 60 "$star" run calls.star >out 2>err || wrong 'expected success'
prints 100000

# The closure of a path with 1000 vertices.
cat >path.star <<'END'
program path;
const n = 1000;
var P: table(n, n); w: word(n); i: integer;

proc CLOSE(n: integer; var P: table);
var X: slice(P); v, w: word; i, k: integer;
begin
  for k := 1 to n do begin
    X := COL(k, P);
    w := ROW(k, P);
    while SOME(X) do begin
      i := STEP(X);
      v := ROW(i, P);
      v := v or w;
      ROW(i, P) := v
    end
  end
end;

begin
  for i := 1 to n - 1 do begin
    CLR(w);
    w(i + 1) := 1;
    ROW(i, P) := w
  end;
  CLOSE(n, P);
  writeln(NUMB(ROW(1, P)), ' ', NUMB(COL(n, P)))
end.
END
command='star run path.star'
timeout 60 "$star" run path.star >out 2>err || wrong 'expected success'
prints '999 999'
finish
