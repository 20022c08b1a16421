#!/bin/sh
# SPDX-License-Identifier: MIT
# Units of the program's folder and units of the library.
set -eu
. "$(dirname "$0")/common"

# A program does not hide the unit that it is named like.
cat >matchain.star <<'END'
{ The library's matchain is meant. }
program matchain;
uses matchain;
var s: array[1..1, 1..1] of integer;
begin
  s[1, 1] := 1;
  PARENS(s, 1, 1);
  writeln
end.
END
gives 0 run matchain.star
prints A1
printf 'proc q; begin writeln(1) end;' >own.star
printf 'program own; uses own; begin q end.' >program.star
gives 0 run program.star
prints 1
mv program.star own.star
gives 3 run own.star
says "'own' is a program: only units can be used"

# A unit does, but not the basic procedures, and not for the library.
printf 'proc HELLO; begin writeln(1) end;' >basic.star
cat >hides.star <<'END'
program hides;
uses basic, matchain;
var T: table(2, 1); Z: slice; s: array[1..1, 1..1] of integer;
begin
  HELLO;
  ROW(2, T) := '1';
  MATCH(T, '11', '1', Z);
  writeln(Z);
  s[1, 1] := 1;
  PARENS(s, 1, 1);
  writeln
end.
END
gives 0 run hides.star
prints '1
01
A1'
mkdir stdlib
cp basic.star stdlib
gives 0 run hides.star
prints '1
01
A1'
gives 0 call stdlib/basic.star HELLO
prints 1

# Its declarations do not change the library's.
cat >names.star <<'END'
const n = 3;
type number = (red, green); boolean = 1..3; semiring = string;
proc fail; begin writeln('mine') end;
proc BITS; begin end;
proc MATCH; begin end;
END
cat >late.star <<'END'
program late;
uses names, graph, maxplus;
var P: table(2, 2); L: table; k: integer;
begin
  ROW(1, P) := '01';
  fail;
  writeln(BITS(n), ' ', green = red);
  COMPONENTS(2, P, L, k);
  writeln(k)
end.
END
gives 0 run late.star
prints 'mine
2 false
1'

# The library's units are there wherever star is run.
for unit in basic maxplus matchain pipeline closure; do
    [ $unit = basic ] || gives 0 check stdlib/$unit.star
    gives 0 check "$top/stdlib/$unit.star"
    [ ! -s err ] || wrong 'expected no message'
done
gives 5 check stdlib/none.star
says stdlib/none.star
gives 0 dis stdlib/closure.star
sed 's/^{/{ mine:/' "$top/stdlib/maxplus.star" >changed.star
gives 3 check changed.star
grep -q "'native' stands in the standard library only" err ||
    wrong 'expected native to be refused'
# A procedure of the library that the program does not need.
printf 'program p; uses maxplus; begin end.' >uses.star
gives 0 call uses.star KLEENE n=1 A=1.5 ring=minplus --print A
prints ' 0.0000000000000000e+000'
gives 0 dis uses.star
! grep -q KLEENE out || wrong 'expected no code that nothing needs'
cat >needs.star <<'END'
program needs;
uses maxplus;
var A: array[1..1, 1..1] of single;
begin
  A[1, 1] := 1;
  KLEENE(1, A, minplus)
end.
END
gives 0 dis needs.star
[ "$(grep -c '^procedure KLEENE:' out)" = 1 ] || wrong 'expected one KLEENE'
[ "$(grep -c '^function EPSILON:' out)" = 1 ] || wrong 'expected one EPSILON'
grep -q '^procedure KLEENET' out && wrong 'expected no KLEENET'
finish
