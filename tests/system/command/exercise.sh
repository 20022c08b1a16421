#!/bin/sh
# SPDX-License-Identifier: MIT
# star exercise lists and explains; tests/system/exercises tries solutions.
set -eu
. "$(dirname "$0")/common"

export XDG_STATE_HOME="$work/state"
record=$XDG_STATE_HOME/star/exercises

gives 0 exercise
shows ' 1  Complement'
shows ' 30  Minimum spanning tree: Prim-Dijkstra'
shows '* solved: 0 of 40'
gives 0 exercise 16
prints '16  Diagonal

  T has as many columns as rows; component i of Z is bit i of row i of T.

Write this procedure:

  proc DIAGONAL(T: table; var Z: slice(T));

Operations at most: 5 * LENGTH(T) + 2

and try it: star exercise 16 FILE
or ask for a hint: star exercise 16 --hint'
gives 0 exercise diagonal
shows '16  Diagonal'
gives 2 exercise 41
says "there is no exercise '41'"
gives 2 exercise one
says "there is no exercise 'one'"
gives 2 exercise 1st
gives 2 exercise 1 a.star b.star
gives 5 exercise 1 a.star
says 'cannot open a.star'

echo 'proc COMPLEMENT(X: slice; var Z: slice); begin Z := not Y end;' >a.star
gives 3 exercise 1 a.star
says 'undeclared'
cat >unit_b.star <<'END'
proc NEGATE(X: slice; var Z: slice); begin Z := not X end;
END
cat >a.star <<'END'
uses unit_b;
proc COMPLEMENT(X: slice; var Z: slice);
begin writeln('not shown'); NEGATE(X, Z) end;
END
gives 0 exercise 1 a.star
prints 'Complement: COMPLEMENT is right on 330 inputs

  on an input of size 70:
       3 operations in your solution
       2 in the reference
       4 at most

The reference:

proc COMPLEMENT(X: slice; var Z: slice);
begin
  Z := not X
end;

Read next: the page tutorial/02_asking'
gives 1 exercise 1 a.star --max-steps 2
shows 'ends with an error'
gives 4 exercise 1 a.star --max-memory 100
# Wherever the memory ends, nothing but that is said.
memory=160
while [ $memory -lt 200 ]; do
    found=0
    command="star exercise 1 a.star --max-memory ${memory}K"
    "$star" exercise 1 a.star --max-memory ${memory}K >out 2>err || found=$?
    [ "$found" = 0 ] || grep -q 'memory-limit' err || wrong 'expected no memory'
    memory=$((memory + 4))
done
cat >a.star <<'END'
proc COMPLEMENT(X: slice; var Z: slice);
var T: table;
begin load(T, 'a.mtx'); Z := X end;
END
gives 1 exercise 1 a.star
grep -q 'a.mtx' err || wrong 'expected that the file may not be opened'

# What was solved is marked, and hints come one at a time.
[ "$(cat "$record")" = 'solved complement' ] || wrong 'expected it in the record'
gives 0 exercise
shows '*  1  Complement'
shows '* solved: 1 of 40'
gives 0 exercise 3 --hint
prints 'Hint 1 of 3: A loop is to come by each 1, and not by each component.'
gives 0 exercise sum --hint
[ "$(wc -l <out)" = 2 ] || wrong 'expected two hints'
gives 0 exercise sum --hint
gives 0 exercise sum --hint
[ "$(wc -l <out)" = 3 ] || wrong 'expected three hints'
[ "$(grep -c 'hint sum' "$record")" = 3 ] || wrong 'expected three hints in the record'
XDG_STATE_HOME=relative HOME=/nonexistent gives 0 exercise 3 --hint
shows 'Hint 1 of 3'
gives 2 exercise 3 a.star --hint
says '--hint is of an exercise alone'
gives 2 exercise --hint

# Right, but with more operations than are asked for.
cat >sum.star <<'END'
proc SUM(X: slice; var n: integer);
var i: integer;
begin
  n := 0;
  for i := 1 to LENGTH(X) do
    n := n + i * X(i)
end;
END
gives 1 exercise 3 sum.star
prints 'Sum of numbers: correct, 71 operations; the exercise asks for at most 3

  on an input of size 70:
      71 operations in your solution
       2 in the reference
       3 at most: 2 * NUMB(X) + 3'
grep -q 'solved sum' "$record" && wrong 'expected that it is not solved'

# For programs: an object a line; a folder, whose files may use no others.
gives 1 exercise 3 sum.star --json
shows '{"file": "sum.star", "exercise": "sum", "end": "over", "solved": false, '
shows '"inputs": 330, "operations": 71, "reference": 2, "most": 3, "size": 70, '
shows '"feedback": "Sum of numbers: correct, 71 operations; the exercise asks for at '
shows '       3 at most: 2 * NUMB(X) + 3\u000a", "messages": []}'
mkdir class
cp sum.star class/over.star
sed 's/for .*/while SOME(X) do/; s/n + i.*/n + STEP(X)/' sum.star >class/right.star
cp class/right.star class/.hidden.star
echo 'no program' >class/notes.txt
echo 'begin' >class/refused.star
printf 'uses right;\nproc TOTAL(X: slice; var n: integer);\nbegin SUM(X, n) end;\n' \
    >class/uses.star
printf 'proc SUM(X: slice; var n: integer);\nbegin while true do n := 1 end;\n' \
    >class/endless.star
printf 'proc OTHER(X: slice);\nbegin end;\n' >class/other.star
ln -s ../sum.star class/link.star
gives 1 exercise 3 class
prints 'class/endless.star: failed
class/link.star: broken
class/other.star: missing
class/over.star: over, 71 operations, at most 3
class/refused.star: refused
class/right.star: right, 98 operations, at most 99
class/uses.star: refused'
gives 1 exercise 3 class/ --json
[ "$(grep -c '^{"file": "class/[a-z]*.star", .*}$' out)" = 7 ] ||
    wrong 'expected an object a line'
shows '"end": "right", "solved": true'
shows '"code": "no-unit"'
shows '"code": "not-allowed"'
shows '"code": "step-limit"'
[ "$(grep -c solved "$record")" = 1 ] || wrong 'expected nothing more in the record'
rm class/[elou]*.star class/refused.star
gives 0 exercise 3 class
gives 0 exercise 3 class --timeout 5 --max-memory 10M --max-steps 1000
mkdir empty
gives 2 exercise 3 empty
says 'there are no files NAME.star in empty'
gives 1 exercise 3 class --max-steps 3
prints 'class/right.star: failed'
printf '{ Slow }\nproc SLOW(var i: integer);\nbegin i := 1 end;\n' >slow.star
echo 'proc INPUT(size, seed: integer; var _i: integer); begin end;' >>slow.star
printf 'proc SLOW(var i: integer);\nbegin while true do i := 1 end;\n' >class/right.star
gives 1 exercise slow.star class --max-steps 1000000000000 --timeout 0.2
prints 'class/right.star: failed'
gives 1 exercise slow.star class/right.star --max-steps 1000000000000 --timeout 0.2
grep -q 'time-limit' err || wrong 'expected that the time is up'

# An exercise of one's own.
cat >07_double.star <<'END'
{ Twice
  i is twice the number of ones of X.
  Hint: NUMB.
  Read: star doc NUMB }
uses random;

proc DOUBLE(X: slice; var i: integer);
begin
  i := 2 * NUMB(X)
end;

proc BOUND(_X: slice; var _i: integer; var most: integer);
begin
  most := 2
end;

proc INPUT(size, seed: integer; var X: slice; var _i: integer);
begin
  START(seed);
  MARKS(size, X)
end;
END
gives 0 exercise ./07_double.star
prints 'Twice

  i is twice the number of ones of X.

Write this procedure:

  proc DOUBLE(X: slice; var i: integer);

Operations at most: 2

and try it: star exercise ./07_double.star FILE
or ask for a hint: star exercise ./07_double.star --hint'
gives 0 exercise ./07_double.star --hint
prints 'Hint 1 of 1: NUMB.'
echo 'proc DOUBLE(X: slice; var i: integer); begin i := NUMB(X) + NUMB(X) end;' \
    >mine.star
gives 1 exercise 07_double.star mine.star
shows 'Twice: correct, 3 operations; the exercise asks for at most 2'
sed -i 's/NUMB(X) + /2 * /' mine.star
gives 0 exercise 07_double.star mine.star
shows 'Twice: DOUBLE is right on 330 inputs'
echo 'proc SLOW(var i: integer); begin i := 1 end;' >mine.star
gives 0 exercise slow.star mine.star
prints 'Slow: SLOW is right on 330 inputs

  on an input of size 70:
       0 operations in your solution
       0 in the reference

The reference:

proc SLOW(var i: integer);
begin i := 1 end;'
gives 0 exercise slow.star --hint
prints 'There is no hint.'
echo 'proc DOUBLE(X: slice; var i: integer); begin i := 2 * NUMB(X) end;' >mine.star
sed 's/ MARKS/ MARX/' 07_double.star >double.star
gives 1 exercise double.star mine.star
shows 'double.star is no exercise: it has an error'
grep -q 'double.star:.*MARX' err || wrong 'expected the message'
sed '/^proc INPUT/,$d' 07_double.star >double.star
gives 1 exercise double.star mine.star
shows 'double.star is no exercise: it has not INPUT'
echo 'proc DOUBLE(X: slice); begin end;' >double.star
gives 2 exercise double.star mine.star
says 'double.star is no exercise'
gives 5 exercise none.star mine.star
gives 2 exercise double.star
says 'double.star has no procedure of an exercise: name the exercise too; or,'
gives 5 exercise none.star

# Without a number, the exercise is that whose procedure the file has.
echo 'proc COMPLEMENT(X: slice; var Z: slice); begin Z := not X end;' >mine.star
gives 0 exercise mine.star
shows 'Complement: COMPLEMENT is right on 330 inputs'
gives 0 exercise ./mine.star --json
shows '"exercise": "complement", "end": "right"'
gives 2 exercise mine.star --hint
says 'mine.star is no exercise'

# A result without a value, and one of another size.
echo 'proc SUM(X: slice; var n: integer); begin CLR(X) end;' >mine.star
gives 1 exercise 3 mine.star
shows 'n has no value:'
echo 'proc RUNS(X: slice; var n: integer); begin n := NUMB(X) + LENGTH(X) end;' \
    >mine.star
gives 1 exercise runs mine.star
shows 'n is 2; expected 1:'
echo 'proc COMPLEMENT(X: slice; var Z: slice); begin CLR(X) end;' >mine.star
gives 1 exercise 1 mine.star
shows 'Z has no value:'
echo "proc COMPLEMENT(X: slice; var Z: slice); begin CLR(X); Z := '01' end;" >mine.star
gives 1 exercise 1 mine.star
shows 'Z has 2 components; expected 1 component:'

# --watch tries a file again when it has changed.
gives 2 exercise --watch
says '--watch needs a FILE'
gives 2 exercise 3 sum.star --watch --json
gives 2 exercise --watch slow.star
says 'slow.star has no procedure of an exercise'
watching='star exercise --watch sum.star'
"$star" exercise --watch sum.star >watched 2>&1 &
watcher=$!
wait_for 'correct, 71 operations'
sed 's/for .*/while SOME(X) do/; s/n + i.*/n + STEP(X)/' sum.star >new.star
mv new.star sum.star
wait_for 'SUM is right on 330 inputs'
kill $watcher
wait $watcher || :
grep -q 'solved sum' "$record" || wrong 'expected that it is solved'
finish
