#!/bin/sh
# --safe: for programs of strangers.
set -eu
. "$(dirname "$0")/common"

mkdir folder
cat >folder/files.star <<'END'
program files;
uses more;
var T: table(1, 3); U: table;
begin
  ROW(1, T) := '101';
  save(T, name, text);
  load(U, name, adjacency);
  write(U)
end.
END

# files NAME: the program that saves and loads this file.
files() {
    printf "const name = '%s';\nproc p; begin end;\n" "$1" >folder/more.star
}

# Units lie beside the program; other files must be named.
files m.txt
gives 5 run --safe folder/files.star
says 'files.star:6:3: error: the program may not open folder/m.txt [not-allowed]'
gives 5 run --safe folder/files.star m.txt folder/m
says not-allowed
[ ! -e folder/m.txt ] || wrong 'expected no file'
for name in folder/m.txt ./folder/../folder/m.txt "$PWD/folder/m.txt"; do
    gives 0 run --safe folder/files.star other "$name"
    prints 101
done
files ../m.txt
gives 5 run --safe folder/files.star folder/m.txt
says not-allowed
gives 0 run --safe folder/files.star m.txt
prints 101
files "$PWD/m.txt"
gives 5 run --safe folder/files.star
says not-allowed
gives 0 run --safe folder/files.star m.txt
prints 101
gives 0 run folder/files.star
prints 101
gives 2 run folder/files.star m.txt
says 'm.txt'

# Call names files itself.
cat >unit.star <<'END'
proc copy(T: table; var U: table; name: string);
var V: table;
begin
  load(V, name, adjacency);
  if LENGTH(T) = 1 then
    U := V
end;
END
gives 0 call --safe unit.star copy T=@m.txt name=m.txt --print U
prints 101
gives 0 call --safe unit.star copy T=@folder/m.txt name=m.txt --out U=m.txt
gives 5 call --safe unit.star copy T=@folder/m.txt name=m.txt --print U
says not-allowed

# Control characters of ASCII and UTF-8; the rest of UTF-8 is as it is.
cat >control.star <<'END'
program control;
var T: table;
begin
  writeln('a', chr(9), 'b', chr(27), '[2J', chr(127), chr(13));
  write(chr(194));
  writeln(chr(155), 'ä', chr(0));
  load(T, chr(27) + '[2J', adjacency)
end.
END
gives 5 run --safe control.star
[ "$(cat out)" = "$(printf 'a\tb\\x1b[2J\\x7f\\x0d\n\302\\x9bä\\x00')" ] ||
    wrong 'expected escapes'
grep -qF 'may not open \x1b[2J' err || wrong 'expected an escape in the message'
gives 5 run control.star
grep -q "$(printf '\033')" out || wrong 'expected the character itself'
printf 'proc p(var s: string); begin s := chr(27) end;' >escape.star
gives 0 call --safe escape.star p --print s
prints '\x1b'

# The bounds, unless there are others: memory, output, steps.
cat >memory.star <<'END'
program memory;
var X: slice(9000000000);
begin
  writeln(LENGTH(X))
end.
END
gives 4 run --safe memory.star
says memory-limit
cat >output.star <<'END'
program output;
var i: integer; X: slice(65536);
begin
  for i := 1 to 1024 do
    write(X);
  write('!')
end.
END
gives 4 run --safe output.star
[ "$(wc -c <out)" -eq 67108864 ] || wrong 'expected 64 MiB'
gives 0 run --safe --max-output 67108865 output.star
gives 4 run --safe --max-output 1 output.star
cat >steps.star <<'END'
program steps;
var i, n: integer; X: slice(330000000);
begin
  for n := 1 to 2 do
    for i := 1 to LENGTH(X) do
      X(i) := 1
end.
END
gives 4 run --safe steps.star
says 'no more than 1000000000 steps'
gives 0 run --safe --max-steps 2000000000 steps.star
finish
