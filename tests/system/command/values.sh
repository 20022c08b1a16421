#!/bin/sh
# SPDX-License-Identifier: MIT
# Parameters of a called procedure: read from text, and shown.
set -eu
. "$(dirname "$0")/common"

cat >unit.star <<'END'
type
  colour = (red, green, blue);
  cold = green..blue;
  digit = 1..10;
  numbers = array[0..2] of integer;
  reals = array[1..2] of real;
  truths = array[1..4] of boolean;
  letters = array[1..2] of char;
  colours = array[colour] of colour;
  pair = array[1..2] of integer;
  matrix = array[1..2, 1..2] of integer;

proc scalars(n: integer; small: digit; x: real; b: boolean; c: char;
             e: colour; cool: cold);
begin
  writeln(n, ' ', small, ' ', x:1:2, ' ', b, ' ', c, ' ', ord(e), ord(cool))
end;

proc small(x: single; var y: real);
begin
  y := x
end;

proc change(var n, m: integer; var x: real; var b: boolean; var c: char;
            var e: colour; var s: string);
begin
  m := n;
  n := n + 1;
  x := 0.5;
  b := n > m;
  c := 'z';
  e := pred(e);
  s := 'it''s'
end;

proc arrays(var a: numbers; var r: reals; var b: truths; var c: letters;
            var e: colours);
begin
  a[1] := a[0] + a[2];
  r[2] := r[1];
  b[4] := b[1];
  c[2] := c[1];
  e[blue] := e[red]
end;

proc invert(X: slice; w: word; var Y: slice; var v: word);
begin
  Y := not X;
  v := not w
end;

proc nothing(var _n: integer; var _x: real; var _s: string; var _Y: slice;
             var _T: table; var _a: pair);
begin
end;

proc square(_a: matrix);
begin
end;

type item = record n: integer end;
proc take(_r: item; var _v: item);
begin
end;

function twice(n: integer): integer;
begin
  twice := 2 * n
end;
END

gives 0 call unit.star scalars n=-9223372036854775807 small=10 x=-1.5e3 \
    b=TRUE c=' ' e=Blue cool=green
prints '-9223372036854775807 10 -1500.00 true   21'
gives 0 call unit.star scalars cool=blue e=red "c='''" b=false x=+2 small=1 n=7
prints "7 1 2.00 false ' 02"
gives 0 call unit.star scalars cool=blue e=red c=c b=false x=-inf small=1 n=7
prints '7 1 -inf false c 02'

# refuses TEXT ARG...: a usage error that shows the heading.
refuses() {
    text=$1
    shift
    gives 2 call unit.star "$@"
    says "$text"
    says "  proc $1("
}
refuses "'11' is no value for small" scalars small=11
refuses "'0' is no value for small" scalars small=0
refuses "'' is no value for n" scalars n=
refuses "' 1' is no value for n" scalars n=' 1'
refuses "'1x' is no value for n" scalars n=1x
refuses "'1.5' is no value for n" scalars n=1.5
refuses "is no value for n" scalars n=-9223372036854775808
refuses "is no value for n" scalars n=9223372036854775808
gives 0 call unit.star small x=0.1 --print y
prints ' 1.0000000149011612e-001'
refuses "'1e39' is no value for x" small x=1e39
refuses "'infinite' is no value for x" scalars x=infinite
refuses "'nan' is no value for x" scalars x=nan
refuses "'inf' is no value for n" scalars n=inf
refuses "'1e999' is no value for x" scalars x=1e999
refuses "'0x10' is no value for x" scalars x=0x10
refuses "'yes' is no value for b" scalars b=yes
refuses "'ab' is no value for c" scalars c=ab
refuses "'pink' is no value for e" scalars e=pink
refuses "'red' is no value for cool" scalars cool=red
refuses "'012' is no value for X" invert X=012
for size in 1 5x x3 5x3x1 -5x3 5x-3 +5x3 5x+3 5X3 99999999999999999999x1; do
    refuses "'$size' is no value for _T: a table is a file, _T=@FILE, or has zeros, _T=5x3" \
        nothing _T=$size
done
refuses 'cool is missing' scalars n=1 small=1 x=1 b=true c=a e=red
refuses 'n is given twice' scalars n=1 n=2
refuses "there is no parameter 'smal': did you mean 'small'?" scalars smal=1
refuses "'n': expected name=value" scalars n
refuses "'n': expected NAME=FILE" change n=1 --out n
refuses "there is no parameter 'k'" change n=1 --out k=file
refuses 'a has 3 elements, not 2' arrays a=1,2
refuses 'a has 3 elements, not 4' arrays a=1,2,3,4
refuses 'a has 3 elements, not 0' arrays a=
refuses "'x' is no value for an element of a" arrays a=1,x,3
refuses '_a has 2 rows, not 1' square _a=1,2,3,4
refuses '_r cannot come from the command line: its type is a record' take _r=1
refuses '_v cannot come from the command line: its type is a record' take _v=1

gives 2 call unit.star twice n=1
says 'twice is a function: call works on procedures'
gives 2 call unit.star chagne
says "did you mean 'change'?"

# Each parameter in the order asked for.
gives 0 call unit.star change n=41 e=blue --print s --print e --print c \
    --print b --print x --print m --print n --print N
prints "it's
green
z
true
 5.0000000000000000e-001
41
42
42"
gives 0 call unit.star arrays a=1,0,2 r=1.5,0 b=true,false,false,false \
    c=x,y e=green,blue,red --print a --print b --print c --print e
prints '1,3,2
true,false,false,true
x,x
green,blue,green'
printf '7, 8\n9\n' >numbers.csv
gives 0 call unit.star arrays a=@numbers.csv r=1,1 b=true,true,true,true \
    c=a,a e=red,red,red --print a --out a=sum.csv
prints '7,16,9'
cmp -s out sum.csv || wrong 'expected 7,16,9 in sum.csv'
gives 5 call unit.star arrays r=@numbers.csv
says 'numbers.csv: r has 2 elements, not 3'
printf '# three\r\n\r\n 7,\r\n8 9,\r\n' | gzip >numbers.csv.gz
gives 0 call unit.star arrays a=@numbers.csv.gz r=1,1 b=true,true,true,true \
    c=a,a e=red,red,red --print a
prints '7,16,9'
printf '7,8\n9,x\n' >numbers.csv
gives 5 call unit.star arrays a=@numbers.csv
says "numbers.csv:2:3: 'x' is no value for an element of a"
gives 5 call unit.star arrays a=@no.csv
says 'cannot open no.csv'

# A slice or word is the only row or column of its file.
printf '1\n0\n1\n' >column.txt
printf '1010\n' >row.txt
: >empty.txt
gives 0 call unit.star invert X=@column.txt w=@row.txt --print Y --print v \
    --out Y=Y.txt
prints '010
0101'
[ "$(cat Y.txt)" = 010 ] || wrong 'expected 010 in Y.txt'
gives 0 call unit.star invert X=@empty.txt w=@column.txt --print Y --print v
prints '
010'
printf '010\n111\n' >table.txt
gives 5 call unit.star invert X=@table.txt
says 'table.txt has 2 rows and 3 columns'

# To show a variable without a value is an error that names it.
for name in _n _x _s _Y _T _a; do
    gives 1 call unit.star nothing --print $name
    says "$name has no"
    gives 1 call unit.star nothing --out $name=nothing.txt
    says "$name has no"
    [ ! -e nothing.txt ] || wrong 'expected no file'
done

# A table that was given keeps its size, as any variable with a value does.
printf 'proc grow(var T: table); begin T := ADJ(COL(1, T), T) end;' >grow.star
gives 1 call grow.star grow T=@table.txt
says '[size-mismatch]'
gives 5 call unit.star change n=1 e=blue --out n=missing/n.txt
says missing/n.txt
finish
