#!/bin/sh
# SPDX-License-Identifier: MIT
# Ctrl-C ends a program in whatever it is; while there is no program yet, the
# command, and so does the time.
set -eu
. "$(dirname "$0")/common"

# after_ctrl_c ARG...: the command is given 10 seconds to end.
seconds=1
after_ctrl_c() {
    command="star $*, interrupted"
    found=0
    timeout -k 10 -s INT --preserve-status "$seconds" "$star" "$@" \
        >out 2>err || found=$?
    [ "$found" = 130 ] || wrong "expected status 130, found $found"
}

# endless DECLARATIONS STATEMENTS: a program that does nothing else.
endless() {
    cat >long.star <<END2
program long;
$1
begin
  writeln('begin');
  while true do begin
    $2
  end
end.
END2
    # A busy machine may not have begun by then.
    for seconds in 1 5 20; do
        after_ctrl_c run long.star
        [ ! -s out ] || break
    done
    seconds=1
    command="$command: $2"
    [ "$(cat out)" = begin ] || wrong 'expected the output begin'
    grep -q 'error: the program was interrupted' err ||
        wrong 'expected a message'
}

# timeout passes a signal on twice, which is one Ctrl-C: never the end without
# a message, whichever processor takes the second one.
for twice in 1 2 3 4 5 6 7 8; do
    endless 'var i: integer;' 'i := 1; repeat i := i + 1 until i = 1000'
done

large='var T, U: table(16000, 16000); X: slice(16000);'
endless "$large" 'COL(1, T) := X; U := T; X := COL(2, U)'
endless 'var T, U: table(1000000, 64); X: slice(1000000); w: word(64);' \
    'SET(X); ADDV(T, T, X, U); MATCH(U, X, w, X)'
endless 'var X, Y: slice(100000000);' 'Y := X or not Y'
endless 'var i: integer;' 'i := 1; repeat i := i * 3 mod 1000003 until i = 0'
endless 'procedure p; var T: table(30000, 30000); begin end;' 'p'
endless "$large" "save(T, 'large.txt', text)"
[ ! -e .large.txt.star0 ] || wrong 'expected no temporary file'
[ ! -e large.txt ] || [ "$(wc -c <large.txt)" -eq 256016000 ] ||
    wrong 'expected a whole file'
endless 'type t = array [1..5000000] of integer; var a, b: t; i: integer;' \
    'for i := 1 to 5000000 do a[i] := i; b := a'
endless 'procedure p; var a: array [1..200000000] of integer; begin end;' 'p'

# Before a program runs there is nothing to make whole: a source, and an
# argument, that come slowly. --safe: time; safe.sh has how much it is.
mkfifo slow
sleep 60 >slow &
after_ctrl_c run slow
for option in --timeout=0.2 '--timeout=0.2 --safe'; do
    gives 4 run $option slow
    says 'the time is up before the program could run [time-limit]'
done
echo 'procedure p(T: table); begin end;' >unit.star
after_ctrl_c call unit.star p T=@slow
gives 4 call --timeout 0.2 unit.star p T=@slow
says '[time-limit]'
kill $! || :

# A pipe whose other end is never opened, and one that is full.
mkfifo alone full
for statement in "load(T, 'alone')" "save(T, 'alone')" 'reset(f); get(f)' \
    'reset(g); writeln(eof(g))' 'rewrite(f)' 'rewrite(g)'; do
    cat >alone.star <<END2
program alone(f, g);
var f: text; g: file of integer; T: table(1, 1);
begin
  $statement
end.
END2
    after_ctrl_c run alone.star alone alone
    grep -q 'alone.star:4:[0-9]*: error: .*\[interrupted\]' err ||
        wrong 'expected a place'
    gives 4 run --timeout 0.2 alone.star alone alone
    grep -q 'alone.star:4:[0-9]*: error: .*\[time-limit\]' err ||
        wrong 'expected a place'
done
sleep 60 <>full &
for statement in "save(T, 'full')" \
    'rewrite(f); for i := 1 to 1000000 do write(f, i)' \
    'rewrite(g); for i := 1 to 1000000 do write(g, i)'; do
    cat >full.star <<END2
program full(f, g);
var f: text; g: file of integer; T: table(1000, 1000); i: integer;
begin
  $statement
end.
END2
    after_ctrl_c run full.star full full
    gives 4 run --timeout 0.2 full.star full full
    says '[time-limit]'
done
kill $! || :
after_ctrl_c run alone
gives 4 run --timeout 0.2 alone
says '[time-limit]'
after_ctrl_c call unit.star p T=@alone
gives 4 call --timeout 0.2 unit.star p T=@alone
says '[time-limit]'
mkfifo lonely.star
echo 'program p; uses lonely; begin end.' >uses.star
after_ctrl_c run uses.star
gives 4 run --timeout 0.2 uses.star
says '[time-limit]'
echo ':load lonely.star' >entries
command='star repl --timeout 0.2 <entries'
timeout -k 5 10 "$star" repl --timeout 0.2 <entries >out 2>err || :
grep -q 'the time for the program is up' out err || wrong 'expected the time'

# Signals that end nothing do no harm, wherever they come: what is read from a
# slow pipe, and written to one, is all there.
cat >copy.star <<'END2'
program copy(f, g, h);
var f: text; g, h: file of integer; i, n: integer; T: table;
begin
  reset(f);
  rewrite(g);
  n := 0;
  while not eof(f) do begin
    readln(f, i);
    write(g, i);
    n := n + i
  end;
  reset(h);
  while not eof(h) do begin
    n := n + 1 + h^;
    get(h)
  end;
  load(T, 'table', adjacency);
  writeln(n, ' ', LENGTH(T))
end.
END2
mkfifo f g h table
slowly() {
    for k in 1 2 3 4; do
        sleep 0.1
        seq $((k * 5000 - 4999)) $((k * 5000))
    done
}
slowly >f &
{
    sleep 0.3
    wc -c
} <g >count &
counting=$!
for k in 1 2 3 4; do
    sleep 0.1
    head -c 40004 /dev/zero
done >h &
{
    sleep 0.5
    echo 01
    sleep 0.3
    echo 10
} >table &
"$star" run copy.star f g h >out 2>err &
process=$!
for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do
    sleep 0.1
    kill -CONT $process 2>/dev/null || :
done
command='star run copy.star'
wait $process || wrong 'expected status 0'
prints '200030002 2'
wait $counting
[ "$(cat count)" -eq 160000 ] || wrong 'expected 20000 integers'
finish
