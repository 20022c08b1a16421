#!/bin/sh
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
# argument, that come slowly.
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
finish
