#!/bin/sh
# SPDX-License-Identifier: MIT
# Parameters that are arrays of any bounds, and generic ones.
set -eu
. "$(dirname "$0")/common"

gives 0 call stdlib/matchain.star MATCHAIN p=2,9,3,1 m=3x3 s=3x3 \
    --print m --print s --out s=s.csv
prints '0,54,45
,0,27
,,0
0,1,1
,0,2
,,0'
gives 0 call stdlib/matchain.star PARENS s=@s.csv i=1 j=3
prints 'A1(A2A3)'
cp "$top/stdlib/matchain.star" copy.star
gives 0 call copy.star MATCHAIN_COST p=2,9,3,1 first=1..3 last=1..3 \
    --print cost
prints 45
gives 0 call stdlib/pipeline.star KNAPSACK w=1,2,3 v=3,2,4 c=4 --print best
prints 7
gives 0 call stdlib/pipeline.star SDP ST=1,1,,,,,, a=2,1 op=opadd \
    method=sequential p=1 --print ST
prints '1,1,2,3,5,8,13'
gives 0 call stdlib/pipeline.star COINS d=1,5,10 c=27 count=1..3 \
    --print least --print count
prints '5
2,1,2'
gives 0 call stdlib/basic.star MAX T="@$top/examples/karate.mtx" \
    X=1000000000000000000000000000000001 --print Z
prints 1000000000000000000000000000000000

# Numbers are integers unless one of the call is real.
gives 0 call stdlib/maxplus.star KLEENE n=2 'A=0,-1;-2,0' ring=maxplus \
    --print A
prints '0,-1
-2,0'
gives 0 call stdlib/maxplus.star KLEENE n=3 ring=minplus \
    'A=0, 7, 2.5; inf, 0, +INF; -1, 4, 1e0' --print A --out A=star.csv
cat >expected <<'END'
 0.0000000000000000e+000, 6.5000000000000000e+000, 2.5000000000000000e+000
                     inf, 0.0000000000000000e+000,                     inf
-1.0000000000000000e+000, 4.0000000000000000e+000, 0.0000000000000000e+000
END
prints "$(cat expected)"
cmp -s out star.csv || wrong 'expected the same in star.csv'
gives 0 call stdlib/maxplus.star KLEENE n=3 A=@star.csv ring=minplus --print A
prints "$(cat expected)"
gives 0 call stdlib/maxplus.star STATE n=2 'A=-inf,1;-inf,-inf' b=0,3 x=1..2 \
    ring=maxplus --print x
prints ' 4.0000000000000000e+000, 3.0000000000000000e+000'
gives 2 call stdlib/maxplus.star KLEENE n=1 A=99999999999999999999 \
    ring=maxplus
says "'99999999999999999999' is no value for an element of A"
says 'proc KLEENE(n: integer; var A: array[.., ..] of number; ring: (maxplus'
gives 2 call stdlib/maxplus.star KLEENE n=1 A=1.5.5 ring=maxplus
says "'1.5.5' is no value for an element of A"

cat >unit.star <<'END'
type
  digit = 0..9;
  high = 5..9;
  colour = (red, green, blue);
  pair = array[1..2] of single;
  square = array[1..2, 0..1] of boolean;

proc bounds(var a: array[l1..u1: integer; l2..u2: integer] of real);
begin
  writeln(l1, ' ', u1, ' ', l2, ' ', u2);
  if (u1 >= l1) and (u2 >= l2) then
    a[u1, u2] := 0.5
end;

proc least(d: array[l1..u1: digit] of char; h: array[l2..u2: high] of integer;
           c: array[l3..u3: colour] of colour);
begin
  writeln(l1, u1, ' ', l2, u2, ' ', ord(l3), ord(u3), ' ', d[l1], h[u2],
          ord(c[l3]))
end;

proc rows(var a: array[l..u: integer] of pair; var s: square);
begin
  a[u, 1] := a[l, 2];
  s[1, 0] := not s[2, 1]
end;

proc cube(var c: array[l1..u1: integer; l2..u2: integer; l3..u3: integer] of
            integer);
var i, j, k: integer;
begin
  for i := l1 to u1 do
    for j := l2 to u2 do
      for k := l3 to u3 do
        c[i, j, k] := 100 * i + 10 * j + k
end;

proc texts(_a: array[l..u: integer] of string);
begin
end;
END

gives 0 call unit.star bounds a=2x3 --print a
prints '1 2 1 3
,,,
,, 5.0000000000000000e-001'
gives 0 call unit.star bounds a=-1..0x5 --print a --out a=a.csv
shows '-1 0 1 5'
gives 0 call unit.star bounds a=@a.csv
prints '1 2 1 5'
for size in 0x0 0x3 1..0x0..3; do
    gives 0 call unit.star bounds a=$size
    [ ! -s err ] || wrong 'expected no message'
done
gives 0 call unit.star bounds a=
prints '1 0 1 0'
gives 0 call unit.star bounds 'a=1 2;3,4;' --print a
prints '1 2 1 2
 1.0000000000000000e+000, 2.0000000000000000e+000
 3.0000000000000000e+000, 5.0000000000000000e-001'
gives 0 call unit.star least d=x,y,z h=7,8 c=blue,red
prints '13 56 01 x82'
gives 1 call unit.star least d=a,b,c,d,e,f,g,h,i,j h=7 c=blue
says '[value-range]'
gives 0 call unit.star rows 'a=1,2;3,4' 's=true,false;false,false' \
    --print a --print s
prints ' 1.0000000000000000e+000, 2.0000000000000000e+000
 2.0000000000000000e+000, 4.0000000000000000e+000
true,false
false,false'
gives 0 call unit.star cube c=1..2x0..1x3 --print c
prints '101,102,103
111,112,113
201,202,203
211,212,213'

# refuses TEXT ARG...: a usage error.
refuses() {
    text=$1
    shift
    gives 2 call unit.star "$@"
    says "$text"
}
refuses 'a needs a size, a=3x4, or values' bounds
refuses 'd is missing' least
for size in 2x 2x2x2 -1x2 1..x2 9..1x2 2x3.. 99999999999999999999x1 \
    -9223372036854775807..9223372036854775807x1; do
    refuses "'$size' is no size for a, which has 2 index ranges: a=3x4" \
        bounds "a=$size"
done
refuses "'x2' is no value for an element of a" bounds a=x2
refuses 'the rows of a are not of one length' bounds 'a=1,2;3'
refuses "'3x4' is no value for an element of d" least d=3x4
refuses 'a has 2 columns, not 1' rows 'a=1;3'
refuses 's has 2 rows, not 1' rows a=1..2 s=true,true
refuses "'1e39' is no value for an element of a" rows 'a=1e39,1'
refuses 'c has 3 index ranges: values are for one or two' cube c=1,2
refuses 'c needs a size, c=2x3x4, or values' cube
refuses '_a cannot come from the command line: its type is not an array of' \
    texts _a=x
printf '1,2\n3\n' >ragged.csv
gives 5 call unit.star bounds a=@ragged.csv
says 'ragged.csv: the rows of a are not of one length'

# A value that is left out is none of the reals either.
gives 1 call stdlib/maxplus.star KLEENE n=2 'A=,2.5;1,0' ring=maxplus
says 'A[1, 1] has no value yet'

# More values than there is room for at first.
cat >sum.star <<'END'
proc sum(a: array[l..u: integer] of integer; var s: integer);
var i: integer;
begin
  s := 0;
  for i := l to u do
    s := s + a[i]
end;
END
gives 0 call sum.star sum a="$(seq -s, 1 200)" --print s
prints 20100

# The limit of memory is for what is read, too.
seq 1 200000 >many.csv
gives 4 call stdlib/pipeline.star SUBSETSUM w=@many.csv --max-memory 1M
finish
