#!/bin/sh
# SPDX-License-Identifier: MIT
# --strict, with each command that compiles.
set -eu
. "$(dirname "$0")/common"

cat >standard.pas <<'END'
program standard(input, output);
var n: integer;
procedure double(var k: integer);
begin
  k := 2 * k
end;
begin
  n := 21;
  double(n);
  writeln(n:1)
end.
END
gives 0 run --strict standard.pas
prints 42
gives 0 standard.pas --strict
prints 42
gives 0 check --strict standard.pas
gives 0 dis --strict standard.pas
gives 0 call --strict standard.pas double k=4 --print k
prints 8
gives 0 profile --strict standard.pas
gives 0 trace --strict standard.pas -o standard.html
gives 2 run --strict=yes standard.pas
says 'takes no value'
for command in repl exercise doc; do
    gives 2 $command --strict
    grep -qF 'no option --strict here' err || wrong 'expected a refusal'
done

# A unit of the program is held to the standard too, the library is not.
cat >extended.star <<'END'
program extended(output);
uses ours;
var X: slice(3);
begin
  SET(X);
  MIN(T, X, X);
  writeln(NUMB(X))
end.
END
sed '/MIN/d' extended.star >plain.star
printf 'proc q;\nbegin end;\n' >ours.star
gives 0 check plain.star
gives 3 check --strict --diagnostics short plain.star
cat >expected <<'END'
plain.star:2:1: error: the word uses is an extension of ISO 7185 [extension]
ours.star:1:1: error: the word proc is an extension of ISO 7185 [extension]
ours.star:1:6: error: a text that is no program is an extension of ISO 7185 [extension]
plain.star:3:8: error: the type slice is an extension of ISO 7185 [extension]
plain.star:5:3: error: 'SET': an operation of the STAR-machine is an extension of ISO 7185 [extension]
plain.star:6:11: error: 'NUMB': an operation of the STAR-machine is an extension of ISO 7185 [extension]
END
cmp expected err || wrong 'expected other extensions'

# Where the left side decides, the right one is evaluated all the same.
cat >both.pas <<'END'
program both(output);
var i: integer; b: boolean;
function yes(n: integer): boolean;
begin
  write(n:1);
  yes := true
end;
begin
  b := false and yes(1);
  b := true or yes(2) or not yes(3);
  b := b and (false and yes(4) or yes(5)) and yes(6);
  if not b or yes(7) then write(' if');
  i := 0;
  while (i < 1) and yes(8) do i := i + 1;
  repeat i := i + 1 until (i > 2) or yes(9);
  writeln(b, (i > 9) and yes(0))
end.
END
gives 0 run both.pas
prints '567 if89truefalse'
gives 0 run --strict both.pas
prints '1234567 if889true0false'
gives 0 run --strict --optimize off both.pas
prints '1234567 if889true0false'
# The unit text is an extension, and its names are the program's.
cat >text.pas <<'END'
program text(output);
uses text;
var n, code: integer;
begin
  VAL('42', n, code);
  writeln(POS('a', 'star'))
end.
END
gives 0 run text.pas
gives 3 run --strict --diagnostics short text.pas
says 'text.pas:2:1: error: the word uses is an extension of ISO 7185'
says "text.pas:5:3: error: 'VAL': a name of the library is an extension of ISO 7185"
says "text.pas:6:11: error: 'POS': a name of the library is an extension of ISO 7185"
cat >own.pas <<'END'
program own(output);
function pos(c: char): integer;
begin
  pos := ord(c) - ord('a')
end;
begin
  writeln(pos('c'):1)
end.
END
gives 0 run --strict own.pas
prints 2
gives 0 explain extension
shows 'docs/reference/standard.md'

finish
