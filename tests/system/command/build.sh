#!/bin/sh
# SPDX-License-Identifier: MIT
# star build: an executable does what star run does; its text; what is missing.
set -eu
. "$(dirname "$0")/common"

command -v cc >/dev/null || exit 77
# The archive of such a library needs more than it says.
grep -q "__asan_init\|__tsan_init\|__gcov_init" "$star" && exit 77
cat >sorted.star <<'END'
program sorted(input, output, numbers);
type row = array[1..10] of integer;
var numbers: text; a: row; n, secret: integer; X: slice(70);
  function lowest(from: integer): integer;
  var k, at: integer;
  begin
    at := from;
    for k := from to n do
      if a[k] < a[at] then at := k;
    lowest := at
  end;
  procedure sort;
  var k, at, x: integer;
  begin
    for k := 1 to n do begin
      at := lowest(k);
      x := a[k]; a[k] := a[at]; a[at] := x
    end
  end;
begin
  reset(numbers);
  n := 0;
  while not eof(numbers) do begin
    n := n + 1;
    readln(numbers, a[n])
  end;
  sort;
  for secret := 1 to n do write(a[secret]: 4);
  writeln;
  SET(X);
  writeln(NUMB(X): 1);
  readln(n);
  writeln(sqrt(2.0) * n)
end.
END
printf '3\n-1\n2\n' >few
printf '1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n' >many
gives 0 build sorted.star
prints ''

# same INPUT ARG...: the executable does the same as star run.
same() {
    command="sorted $*"
    input=$1
    shift
    one=0
    "$star" run sorted.star "$@" >expected 2>messages <"$input" || one=$?
    two=0
    ./sorted "$@" >out 2>err <"$input" || two=$?
    [ $one = $two ] || wrong "expected status $one, found $two"
    cmp -s expected out || wrong 'another output'
    cmp -s messages err || wrong 'other messages'
}
same few few
same /dev/null few
same many many
same few missing
./sorted few many >out 2>err </dev/null && wrong 'too many files'
grep -q "heading has 1 file, found 2 arguments" err || wrong 'a message'
grep -q . out && wrong 'expected no output'

# The text has no names, and is the same each time.
gives 0 build sorted.star -o one.c
gives 0 build sorted.star -o two.c
cmp one.c two.c || wrong 'two texts'
grep -qwE 'secret|lowest|sorted' one.c && wrong 'a name'

# What cannot be.
CC=no-such-compiler gives 2 build sorted.star
says 'apt install gcc'
CC=false gives 5 build sorted.star
says 'fails with status 1'
gives 2 build few
says '-o PROG'
printf 'proc P;\nbegin\nend;\n' >u.star
gives 2 build u.star
says 'a unit'
gives 3 build few -o few.out
[ ! -e few.out ] || wrong 'a program of mistakes'
gives 5 build sorted.star -o no/such/folder.c
finish
