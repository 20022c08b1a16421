#!/bin/sh
# SPDX-License-Identifier: MIT
# Standard input and output that end, fail or are not there.
set -eu
. "$(dirname "$0")/common"

cat >long.star <<'END'
program long;
var i: integer;
begin
  for i := 1 to 100000 do
    writeln(i)
end.
END

# status COMMAND: the exit status of star, to the left of a pipe or not.
status() {
    command=$1
    wanted=$2
    found=$(cat status)
    [ "$found" = "$wanted" ] || wrong "expected status $wanted, found $found"
}
: >out

# The other end is closed: quietly.
for what in 'run long.star' 'dis long.star' 'doc'; do
    # The words of a command are meant to be split.
    # shellcheck disable=SC2086
    { sleep 0.2; "$star" $what 2>err && echo 0 >status ||
        echo $? >status; } | true
    status "star $what | true" 5
    [ ! -s err ] || wrong 'expected no message'
done

{ sleep 0.2; printf 'writeln(1)\n2\n' | "$star" repl 2>err && echo 0 >status ||
    echo $? >status; } | true
status 'star repl | true' 5
[ ! -s err ] || wrong 'expected no message'

if [ -e /dev/full ]; then
    for what in 'run long.star' 'dis long.star' 'doc STEP' --help; do
        # shellcheck disable=SC2086
        "$star" $what >/dev/full 2>err && echo 0 >status ||
            echo $? >status
        status "star $what >/dev/full" 5
        grep -q 'No space left' err || wrong 'expected the reason'
    done
    echo 1 | "$star" repl >/dev/full 2>err && echo 0 >status ||
        echo $? >status
    status 'star repl >/dev/full' 5
    grep -q 'No space left' err || wrong 'expected the reason'
fi
"$star" run long.star >&- 2>err && echo 0 >status || echo $? >status
status 'star run long.star >&-' 5

# A program that is itself read from standard input leaves no input there.
printf 'program p; begin writeln(eof) end.' >eof.star
"$star" - <eof.star >out 2>err && echo 0 >status || echo $? >status
status 'star - <eof.star' 0
prints true
printf 'program p;\nbegin writeln(x) end.' >wrong.star
"$star" check - <wrong.star >out 2>err && echo 0 >status || echo $? >status
status 'star check - <wrong.star' 3
says '<stdin>:2:15: error:'
"$star" run eof.star <&- >out 2>err && echo 0 >status || echo $? >status
status 'star run eof.star <&-' 0
prints true

# The question is there before its answer is waited for.
cat >ask.star <<'END'
program ask;
var n: integer;
begin
  write('n? ');
  read(n);
  writeln(2 * n)
end.
END
mkfifo answer
: >out
"$star" run ask.star <answer >out 2>err &
exec 9>answer
for _ in 1 2 3 4 5 6 7 8 9 10; do
    [ -s out ] || sleep 0.2
done
[ "$(cat out)" = 'n? ' ] || wrong "expected the question 'n? '"
echo 21 >&9
exec 9>&-
wait
prints 'n? 42'
finish
