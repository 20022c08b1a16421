#!/bin/sh
# SPDX-License-Identifier: MIT
# star step and call --step on a pipe: commands in, transcripts out.
set -eu
. "$(dirname "$0")/common"

# steps STATUS ARG...: star with commands on standard input.
steps() {
    wanted=$1
    shift
    command="star $*"
    found=0
    "$star" "$@" >out 2>err || found=$?
    [ "$found" = "$wanted" ] || wrong "expected status $wanted, found $found"
}

cat >sum.star <<'END'
program sum;
type colour = (red, green);
var T: table(3, 4); X: slice(3); i, n: integer; c: colour; s: string;
  a: array[1..3] of integer; r: record x: real; y: slice(2) end;
function square(k: integer): integer;
begin
  n := n + 1;
  square := k * k
end;
procedure mark(var P: table; k: integer);
begin
  COL(k, P) := X
end;
begin
  n := 0;
  SET(X);
  while SOME(X) do begin
    i := STEP(X);
    a[i] := square(i);
    mark(T, i)
  end;
  c := green; s := 'two'; r.x := 1.5;
  if (c = green) and (s <> '') and (r.x > 1) then
    write('sum ', a[1] + a[2] + a[3]);
  n := 1 div (n - 3)
end.
END

# Forward and back; an empty line repeats; what changed is shown.
steps 0 step sum.star <<'END'
step

to 18

next
step
step
finish
back 2
rback
where
END
prints "sum.star:15: step 0, in sum
   15 |   n := 0;
      |   ^~~~~~
sum.star:16: step 1, in sum
   16 |   SET(X);
      |   ^~~~~~
  n = 0
sum.star:17: step 3, in sum
   17 |   while SOME(X) do begin
      |         ^~~~~~~
  X = '111'
sum.star:18: step 5, in sum
   18 |     i := STEP(X);
      |     ^~~~~~~~~~~~
sum.star:18: step 15, in sum
   18 |     i := STEP(X);
      |     ^~~~~~~~~~~~
  T, 3 x 4:
    row 2 = '1000'
    row 3 = '1000'
  X = '011'
  i = 1
  n = 1
  a = (1, ?, ?)
sum.star:19: step 17, in sum
   19 |     a[i] := square(i);
      |     ^~~~~~~~~~~~~~~~~
  X = '001'
  i = 2
sum.star:7: step 18, in square
    7 |   n := n + 1;
      |   ^~~~~~~~~~
  k = 2
sum.star:8: step 19, in square
    8 |   square := k * k
      |   ^~~~~~~~~~~~~~~
  n = 2
sum.star:20: step 20, in sum
   20 |     mark(T, i)
      |     ^~~~~~~~~~
  a = (1, 4, ?)
sum.star:7: step 18, in square
    7 |   n := n + 1;
      |   ^~~~~~~~~~
  n = 1
  a = (1, ?, ?)
sum.star:19: step 17, in sum
   19 |     a[i] := square(i);
      |     ^~~~~~~~~~~~~~~~~
  program sum at sum.star:19"

# Back from a failure; the status is that of the run where it was left.
steps 1 step sum.star <<'END'
continue
END
shows "sum.star:25:8: error: 'div': division by zero [division]"
grep -q 'sum 14$' out || wrong 'expected the output, and the end of its line'
steps 0 step sum.star <<'END'
continue
step
back
output
print n
goto 0
back
next x
END
for line in 'The program has failed; back goes back.' 'n = 3' \
    'This is the beginning.' "'x': expected a number from 1 on."; do
    shows "$line"
done
[ "$(grep -c '^sum 14$' out)" = 2 ] || wrong 'output was written again'

# A program that cannot go on says so once.
steps 1 step sum.star <<'END'
continue
continue
quit
END
[ "$(grep -c 'has failed; back goes back' out)" = 1 ] ||
    wrong 'expected to hear once that the program has failed'

# Conditions are looked at when they are set, whatever is active.
steps 0 step sum.star <<'END'
break 7 if k = 'x'
break 7 if zz = 1
break 7 if i(1) = 1
break 12 if P(1) = 1
break 12 if k[1] = 1
break 12 if a[4] = 1
break 12 if X = 1
break 12 if r.z = 1
break 12 if s < 'a'
break 22 if k = 2
break 12 if X(1) = 0
delete
break 7 if k = 2
continue
quit
END
for line in "k = 'x': the constant does not fit the variable's type." \
    'zz = 1: there is no such variable there.' \
    'i(1) = 1: it has no such part.' 'P(1) = 1: it has no such part.' \
    'k[1] = 1: it has no such part.' 'a[4] = 1: it has no such part.' \
    "X = 1: the constant does not fit the variable's type." \
    'r.z = 1: it has no such part.' \
    "s < 'a': it can only be compared by = and <>." \
    'k = 2: there is no such variable there.' '1: sum.star:12 if X(1) = 0' \
    '1: sum.star:7 if k = 2' 'sum.star:7: step 1' '  k = 2'; do
    shows "$line"
done

# Breakpoints, conditions, changes.
steps 0 step sum.star <<'END'
break 20 if i = 3
break 17
break
delete 2
continue
print a[2]
print X(1)
print r.y
print T
goto 9
until T
until n
delete
break 23 if s = 'two'
continue
print c
rcontinue
break 23 if s < 'two'
break 23 if c = blue
break 23 if zz = 1
break 23 if n
break 99
break x
quit
END
for line in '1: sum.star:20 if i = 3' '2: sum.star:17' 'a[2] = 4' 'X(1) = 0' \
    "    row 2 = '0000'" 'sum.star:8: step 19, in square' \
    "1: sum.star:23 if s = 'two'" 'c = green' \
    "s < 'two': it can only be compared by = and <>." \
    'c = blue: the constant does not fit' \
    'zz = 1: there is no such variable there.' \
    'n: a condition is NAME = CONSTANT' \
    'No statement begins at line 99 or behind.' \
    'expected break LINE or break PROCEDURE, perhaps with if NAME = CONSTANT'; do
    shows "$line"
done

# Parts and conditions of every type; what is not there.
cat >parts.star <<'END'
program parts;
var m: array[1..2, 0..1] of integer; l: array[1..2] of record z: char end;
  x: real; X1: slice(3); b: boolean; n: integer; e: set of 0..9;
procedure up(var k: integer; depth: integer);
var own: integer;
begin
  own := depth;
  if depth > 0 then up(k, depth - 1);
  k := k + own
end;
begin
  n := 0;
  m[1, 0] := 1; m[2, 1] := 7;
  l[2].z := 'q';
  x := 0.5;
  X1(2) := 1;
  b := true;
  e := [1];
  for n := 1 to 3 do x := x * 2;
  n := 0;
  up(n, 2);
  if b and (l[2].z = 'q') and (SOME(X1)) and (m[2][1] = 7) and (1 in e) then
    writeln(n, x)
end.
END
steps 0 step parts.star <<'END'
break 9 if l[2].z = 'q'
break 21 if x > 2.5
break 21 if X1 = '011'
break 21 if b = true
break 21 if e = 1
break 21 if x = y
break 21 if m[2, 1] = seven
break
to 20
print m[2, 1]
print m[2][1]
print m[2]
print m[3, 1]
print l[2].z
print l[2].y
print X1(2)
print X1(4)
print n(1)
print n.x
print l
print m[2, 1] + 1
print l [2] .z
until n^
until n + 1
until m[5, 5]
until nosuch
c
c
print k
print own
print b
until own
n 2
fi
until own
c
where
goto x
back x
step 2 3
vars all
rcontinue
delete
rcontinue
END
for line in 'm[2, 1] = 7' 'm[2][1] = 7' 'm[2]: it has no such part now.' \
    'm[3, 1]: it has no such part now.' "l[2].z = 'q'" \
    'l[2].y: it has no such part now.' 'X1(2) = 1' \
    'n(1): it has no such part now.' 'n.x: it has no such part now.' \
    'm[2, 1] + 1 = 8' "l [2] .z = 'q'" \
    'n^: it has no such part now.' 'n + 1: expected a variable or a part of it' \
    'e = 1: values of its type cannot be compared.' \
    'x = y: the constant does not fit' \
    'm[2, 1] = seven: the constant does not fit' 'own = 0' 'b = true' \
    'nosuch: there is no such variable here' \
    'm[5, 5]: it has no such part now.' \
    "'2 3': expected a number from 1 on." \
    "vars takes nothing behind it, found 'all'." \
    'step 0, in parts'; do
    shows "$line"
done

# Expressions, and where procedures begin.
cat >nest.star <<'END'
program nest;
type colour = (red, green);
var n: integer; X, Y: slice(5); T: table(3, 4); c: colour; s: set of 1..9;
procedure deep(k: integer);
  procedure inner;
  begin
    n := n + k
  end;
begin
  inner;
  n := n + 1
end;
begin
  n := 0; X := '01100'; Y := '01010'; c := green; s := [1, 2];
  deep(2); deep(3);
  writeln(n, NUMB(X and Y), SIZE(T), ord(c), 3 in s)
end.
END
steps 0 step nest.star <<'END'
break inner
break DEEP if k = 3
break nothing
break
c
print n + k
print X and not Y
print NUMB(X) * 2
print SOME(X) and (k = 2)
print ord(succ(red))
print s + [4]
print k div 0
print z + 1
print k := 3
print k +
print 2
print NUMB(ROW(1, T))
print sqr(k)
c
END
for line in '1: nest.star:7' '2: nest.star:10 if k = 3' \
    'expected break LINE or break PROCEDURE' 'n + k = 2' '00100' \
    'NUMB(X) * 2 = 4' 'SOME(X) and (k = 2) = true' \
    "ord(succ(red)): 'red' is not declared." 's + [4] = [1..2, 4]' \
    "k div 0: 'div': division by zero." "z + 1: 'z' is not declared." \
    'k := 3: expected an expression.' 'k +: expected an expression' '2 = 2' \
    'NUMB(ROW(1, T)) = 0' 'sqr(k) = 4' 'nest.star:10: step'; do
    shows "$line"
done

# Many calls; conditions on lines; places that are not there; too many
# breakpoints.
cat >deep.star <<'END'
program deep;
var n: integer;
procedure down(k: integer; X: slice);
begin
  n := n + k;
  if k > 0 then down(k - 1, X)
end;
procedure around;
var first: integer;
begin
  first := 24;
  down(first, '011')
end;
begin
  n := 0;
  around
end.
END
{
    cat <<'END'
memory   
to x
list 1000
break 5
continue
break 6 if X = '01'
break 6 if X = 1
break 6 if k[1] = 0
break 6 if k = 0
delete 1
continue
where
print first
break 6 if X = '011'
back
back
END
    for line in $(seq 100); do
        echo 'break 5 if k = 99'
    done
} >commands
steps 0 step deep.star <commands
for line in 'There are no slices and tables here.' '... 7 more calls ...' \
    'X = 1: the constant does not fit' \
    'first = 24' 'There are 100 breakpoints already.'; do
    shows "$line"
done

# Back from an end that closed a file, which is not closed again.
printf 'one\ntwo\n' >in.txt
cat >copy.star <<'END'
program copy(f, g);
var f, g: text; s: string;
begin
  reset(f); rewrite(g);
  readln(f, s);
  writeln(g, s)
end.
END
steps 0 step copy.star in.txt out.txt <<'END'
continue
back
vars
continue
back
quit
END
shows 'The program has ended'
shows 'Here it ended or failed, having used a file'
shows "s = 'one'"
[ "$(cat out.txt)" = one ] || wrong "$(cat out.txt)"

# The lists; the active rows.
steps 1 step sum.star <<'END'
to 20
memory
goto 12
vars
where
list 3
finish
finish
break 12 if k = 3
continue
continue
where
help
x
la
delete 3
END
shows '> 3 0000  1'
shows 'mark at sum.star:12'
shows 'program sum at sum.star:20'
shows '    3 | var T: table'
shows "This is the program's block"
shows "There is no command 'x'; help lists them."
shows 'There is no breakpoint 3.'
shows 'sum.star:12: step 31, in mark'
shows 'program sum at sum.star:25'
shows 'rcontinue'

# A program's input is the lines that follow.
cat >input.star <<'END'
program input;
var i, n: integer;
begin
  for i := 1 to 3 do begin
    readln(n);
    writeln(n * n)
  end
end.
END
steps 0 step input.star <<'END'
to 6
7
goto 0
continue
8
9
back
print n
END
[ "$(grep -E '^[0-9]+$|^n =' out)" = "49
64
81
n = 9" ] || wrong 'expected the input again'

# Files: the past ends.
cat >files.star <<'END'
program files;
var f: file of integer; i: integer;
begin
  i := 1;
  rewrite(f);
  i := 2;
  i := 3
end.
END
steps 0 step files.star <<'END'
to 7
goto 0
back
END
shows 'What is before step 2 cannot be undone: a file was used.'
shows 'Further back nothing can be undone: a file was used.'

# A procedure with data; results only where it ended.
printf '010\n001\n000\n' >p.txt
steps 0 call "$top/examples/warshall.star" WARSHALL --step n=3 \
    P=@p.txt --print P <<'END'
next
print P
continue
END
[ "$(tail -3 out)" = '011
001
000' ] || wrong 'expected the closure'
steps 0 call "$top/examples/warshall.star" WARSHALL --step n=3 \
    P=@p.txt --print P <<'END'
next
END
[ "$(tail -1 out)" != 000 ] || wrong 'expected no result'

# Rows that are vertices have their names behind them, as long as the table is as
# it was loaded. Arcs have none, even if there are as many.
printf 'from,to\nParis,Nice\nNice,An endless name of a town\n' >towns.csv
printf 'An endless name of a town,Paris\n' >>towns.csv
printf '1,2\n2,3\n3,1\n' >numbers.csv
cat >towns.star <<'END'
program towns;
var T, L, N: table(3, 3); A: table(3, 2);
begin
  load(T, 'towns.csv');
  load(A, 'towns.csv', left);
  load(N, 'numbers.csv', arcs);
  L := T;
  COL(1, T) := not COL(1, T);
  write(T, L, N, A)
end.
END
steps 0 step towns.star <<'END'
to 8
print T
next
print T
print L
print N
print A
END
[ "$(sed -n '/ =$/,/^3/p' out)" = 'T =
  123
1 010  Paris
2 001  Nice
3 100  An endless name ..
T =
  123
1 110
2 101
3 000
L =
  123
1 010  Paris
2 001  Nice
3 100  An endless name ..
N =
  123
1 010
2 001
3 100
A =
  12
1 01
2 10
3 11' ] || wrong 'expected names of T and L'

# Ctrl-C stops a run, not the command; a busy machine may need more time to
# come that far.
cat >long.star <<'END'
program long;
var i: integer;
begin
  i := 0;
  while true do
    i := (i + 1) mod 1000
end.
END
command='star step long.star, interrupted'
for seconds in 1 5 20; do
    found=0
    printf 'continue\nback\ngoto 1\nprint i\n' |
        timeout -k 10 -s INT --preserve-status "$seconds" \
            "$star" step long.star >out 2>err || found=$?
    [ "$found" != 0 ] || break
done
shows 'Stopped.'
shows 'i = 0'

# Mistakes of the command line.
gives 2 step
gives 2 step --timeout 1 sum.star
gives 3 step "$top/README.md"
finish
