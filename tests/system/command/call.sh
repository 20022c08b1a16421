#!/bin/sh
# SPDX-License-Identifier: MIT
# One procedure with data from the command line and from files.
set -eu
. "$(dirname "$0")/common"

# The karate club is connected: every member reaches all.
gives 0 call "$top/examples/warshall.star" WARSHALL n=34 \
    P=@"$top/examples/karate.mtx" --print P
[ "$(wc -l <out)" = 34 ] || wrong 'expected 34 rows'
[ "$(tr -d '1\n' <out)" = '' ] || wrong 'expected only ones'
[ "$(wc -c <out)" = $((34 * 35)) ] || wrong 'expected 34 columns'
cp out closure
gives 0 call "$top/examples/warshall1.star" WARSHALL-1 n=34 \
    P=@"$top/examples/karate.mtx" --print P
cmp closure out || wrong 'expected the same from WARSHALL-1'

# With n = 0 nothing changes: a tie of the 78 is two arcs.
gives 0 call "$top/examples/warshall.star" WARSHALL n=0 \
    P=@"$top/examples/karate.mtx" --out P=karate.txt
[ "$(tr -d '0\n' <karate.txt | wc -c)" = 156 ] || wrong 'expected 156 arcs'

# Names are suggested that are like what was meant.
cat >names.star <<'END'
proc double(n: integer); begin writeln(2 * n) end;
proc a_name_of_more_than_forty_letters_and_signs(n: integer);
begin writeln(n) end;
END
gives 2 call names.star duoble n=1
says "'double'"
gives 2 call names.star a_name_of_more_than_forty_letters n=1
says "names.star has no procedure 'a_name_of_more_than_forty_letters'"

cat >leave.star <<'END'
program p;
label 1;
proc LEAVE(n: integer);
begin
  if n > 0 then
    goto 1
end;
begin
  LEAVE(0);
  1:
end.
END
sed 's/  LEAVE(0);//' leave.star >alone.star
gives 0 call alone.star LEAVE n=0
[ ! -s err ] || wrong 'expected no warning of what is called'
gives 0 check alone.star
grep -q "the procedure 'LEAVE' is never used" err ||
    wrong 'expected a warning of what nothing calls'
gives 0 call leave.star LEAVE n=0
gives 1 call leave.star LEAVE n=1
grep -q "6:5: error: the label stands in the program's statements" err ||
    wrong 'expected the label to be missing'

cat >visit.star <<'END'
proc VISIT(n: integer; function f(k: integer): boolean);
begin
  if f(n) then
    writeln(n)
end;
END
gives 2 call visit.star VISIT n=1 f=odd
grep -q 'f cannot come from the command line: it is a procedure' err ||
    wrong 'expected f to be refused'

cat >unit.star <<'END'
type colour = (red, green, blue); _triple = array[1..3] of integer;

proc types(n: integer; x: real; b: boolean; c: char; s: string;
           e: colour; Y: slice; w: word; a: _triple);
begin
  writeln(n, x:6:2, b, c, s, ord(e), Y, w, a[1] + a[2] + a[3])
end;

proc results(T: table; var X: slice(T); var n: integer; var w: word);
begin
  X := not COL(1, T);
  n := NUMB(X);
  w := ROW(1, T)
end;

proc wider(T: table; var U: table);
begin
  U := ADJ(COL(1, T), T)
end;

proc WARSHALL-1(n: integer);
begin
  writeln(n)
end;

proc fails(n: integer);
begin
  writeln(1 div n)
end;
END
sed 's/; a: _triple.*;/);/; s/, a\[1\].*/)/' unit.star >scalars.star
gives 0 call scalars.star types n=-3 x=2.5 b=true c=x s='two words' \
    e=green Y=0101 w=11
prints '-3  2.50truextwo words1010111'
gives 0 call unit.star TYPES n=1 x=1 b=false c=y s= e=BLUE Y= w=0 a=2,9,3
prints '1  1.00falsey2014'
printf '1,2\n3\n' >numbers.csv
gives 0 call unit.star types n=1 x=1 b=false c=y s= e=red Y=1 w=0 \
    a=@numbers.csv
prints '1  1.00falsey0106'

printf '01\n11\n00\n' >matrix.txt
gives 0 call unit.star results T=@matrix.txt --print X --print w --print n
prints '101
01
2'
gives 0 call unit.star wider T=@matrix.txt --print U --out U=wider.mtx
prints '001
111
000'
gives 0 call unit.star wider T=@wider.mtx --print U --out U=wider.txt
prints '0001
1111
0000'
cmp wider.txt out || wrong 'expected wider.txt to be the same'
gives 0 call unit.star warshall-1 n=7
prints 7

# The main block of a program is not run.
printf 'program p; proc q; begin writeln(1) end; begin writeln(2); q end.' \
    >p.star
gives 0 call p.star q
prints 1

gives 1 call unit.star fails n=0
says 'unit.star:28:11: error:'
gives 2 call unit.star nothing
says nothing
gives 2 call unit.star fails
says n
gives 2 call unit.star fails n=seven
says seven
gives 2 call unit.star fails n=1 m=2
says m
gives 2 call unit.star fails n=1 --print k
says k
gives 2 call unit.star results T=0101
says T
gives 5 call unit.star results T=@missing.mtx
says missing.mtx
printf '%%%%MatrixMarket matrix coordinate pattern general\n2 2 1\n3 1\n' \
    >bad.mtx
gives 5 call unit.star results T=@bad.mtx
says bad.mtx:3:
finish

# A number that the heading names as a size comes from what is given.
gives 0 call "$top/examples/warshall.star" WARSHALL \
    P=@"$top/examples/karate.mtx" --print P
cmp closure out || wrong 'expected n to be taken from P'
cat >sizes.star <<'END'
proc sizes(m, n: integer; T: table(m, n); X: slice(n));
begin writeln(m, n, LENGTH(T), SIZE(T), LENGTH(X)) end;
proc free(n: integer; T: table); begin writeln(n, LENGTH(T)) end;
END
printf '010\n111\n' >two.txt
gives 0 call sizes.star sizes T=@two.txt X=101
gives 0 call sizes.star sizes X=101 T=@two.txt
gives 2 call sizes.star free T=@two.txt
says 'n is missing'

# A layout that is misspelled, and a format that is unknown.
gives 5 call sizes.star free n=1 T=@two.txt:weigths
says "cannot open two.txt:weigths: there is no layout 'weigths': did you mean 'weights'?"
gives 5 call sizes.star free n=1 T=@two.txt:x
says 'cannot open two.txt:x'
printf 'p edge 3 2\ne 1 2\n' >three.col
gives 5 call sizes.star free n=1 T=@three.col
says 'no format ends in .col: known are .mtx'
