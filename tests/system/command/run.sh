#!/bin/sh
# SPDX-License-Identifier: MIT
set -eu
. "$(dirname "$0")/common"

cat >hello.star <<'END'
program hello;
begin
  write('hello')
end.
END
gives 0 run hello.star
prints hello
gives 0 hello.star
prints hello
printf hello | cmp - out || wrong 'expected no newline'

# Files that a program names lie in its own folder.
mkdir folder
cat >folder/load.star <<'END'
program files;
var T, U: table(2, 3);
begin
  load(T, 'in.txt', adjacency);
  save(T, 'out.mtx', mtx);
  load(U, 'out.mtx', adjacency);
  write(U)
end.
END
printf '010\n101\n' >folder/in.txt
gives 0 run folder/load.star
prints '010
101'
[ -f folder/out.mtx ] || wrong 'expected folder/out.mtx'

cat >echo.star <<'END'
program echo;
var s: string;
begin
  while not eof do begin
    readln(s);
    writeln('<', s, '>')
  end
end.
END
printf 'one\ntwo' | "$star" run echo.star >out 2>err || :
command='star run echo.star'
prints '<one>
<two>'

# A large output is complete although it is written in pieces.
cat >long.star <<'END'
program long;
var i: integer;
begin
  for i := 1 to 100000 do
    writeln(i:8)
end.
END
gives 0 run long.star
[ "$(wc -c <out)" = 900000 ] || wrong 'expected 900000 bytes'
[ "$(tail -n 1 out)" = '  100000' ] || wrong 'expected 100000 at the end'
finish
