#!/bin/sh
# SPDX-License-Identifier: MIT
# star profile, and star call --profile.
set -eu
. "$(dirname "$0")/common"

# row NAME COLUMN...: a row begins with these columns.
row() {
    columns=$*
    awk -v columns="$columns" '
        { $1 = $1 }
        index($0 " ", columns " ") == 1 { found = 1 }
        END { exit !found }' out || wrong "expected a row $columns"
}

cat >double.star <<'END'
program double;
var X: slice(8);
proc twice(Y: slice; var Z: slice);
begin
  Z := Y;
  Z := Z or SHIFT(Y, down, 1)
end;
begin
  X := '10000000';
  twice(X, X);
  writeln(X)
end.
END

# The program's output goes to standard error, the profile alone to
# standard output.
gives 0 profile double.star
[ "$(cat err)" = 11000000 ] || wrong "expected the program's output"
shows ' operations of the STAR-machine, '
row SHIFT 1 1
row twice 1 4
shows '|   Z := Z or SHIFT(Y, down, 1)'
for form in --json --folded; do
    gives 0 profile $form double.star
    shows 'double.star'
done
gives 0 call double.star twice Y=1010 --print Z --json
[ "$(head -c 1 out)" = '{' ] || wrong 'expected JSON'
[ "$(cat err)" = 1111 ] || wrong 'expected the value of Z'
for form in --profile --json --folded; do
    gives 0 call double.star twice Y=1010 $form
    shows twice
done

# Loops are not fused unless the options say otherwise.
cat >loop.star <<'END'
program loop;
uses basic;
var X, Y: slice(50); T: table(50, 3); w, v: word(3); i: integer;
begin
  SET(X);
  MATCH(T, X, w, Y);
  while SOME(X) do begin
    i := STEP(X);
    v := ROW(i, T);
    v := v or w;
    ROW(i, T) := v
  end
end.
END
gives 0 profile loop.star
row STEP 50 50
gives 0 profile --optimize on loop.star
row STEP 1 1

# A procedure of the library counts its formula, whatever runs.
gives 0 profile loop.star
row STEP 50 50
row MATCH 1 3
shows ' | documented for each call: SIZE(T)'
gives 0 profile --json loop.star
shows '"name": "MATCH", "documented": "SIZE(T)", '
gives 0 profile --native off loop.star
row STEP 50 50
row MATCH 1 18
shows ' | documented for each call: SIZE(T)'
cat >own.star <<'END'
program own;
var T: table(4, 2); S: table; X: slice(T);
proc MATCH(T: table; var S: table);
begin
  TMIN(T, T, X, S)
end;
begin
  MATCH(T, S)
end.
END
gives 0 profile own.star
row TMIN 1 22
row SETMIN 1 0
row '24 operations'
shows '| documented for each call: 11 SIZE(T)'
! grep -q '^MATCH .*documented' out || wrong 'expected no formula'

# The statements that ran before an error are shown.
cat >fails.star <<'END'
program fails;
var X: slice(3); i: integer;
begin
  i := 4;
  SET(X);
  X(i) := 1
end.
END
gives 1 profile fails.star
row SET 1 1
grep -q index-range err || wrong 'expected the error'
gives 4 profile --max-steps 3 fails.star
row '1 operations'

gives 2 profile
printf 'program p; begin i end.' >wrong.star
gives 3 profile wrong.star
[ ! -s out ] || wrong 'expected no profile'
gives 2 run --json double.star
says 'no option --json'
finish
