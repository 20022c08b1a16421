#!/bin/sh
# SPDX-License-Identifier: MIT
# A program in several ways: a line each.
set -eu
. "$(dirname "$0")/common"
export CUDA_VISIBLE_DEVICES= # a program that changes its file counts the ways

# told: the lines without their times.
told() {
    sed 's/ *[0-9][0-9.]* ms/ T/; /^cuda/d' out
}

# tells TEXT: the last command printed these lines, and no message.
tells() {
    [ "$(told)" = "$1" ] || wrong "expected the lines $1"
    [ ! -s err ] || wrong 'expected no message'
}

equal='cpu T
--native off T  equal
--optimize off T  equal'
cat >loops.star <<'END'
program loops;
uses graph;
var X: slice(1000); P: table(40, 40); D: table; i, sum: integer;
begin
  SET(X);
  sum := 0;
  while SOME(X) do begin
    i := STEP(X);
    sum := sum + i
  end;
  writeln(sum);
  for i := 1 to 39 do
    ROW(i, P) := MASK(ROW(i, P), i + 1, i + 1);
  LEVELS(40, 1, P, D);
  write(D)
end.
END
gives 0 compare loops.star
tells "$equal"
gives 0 compare "$top/examples/warshall.star"
[ "$(told)" = "$equal" ] || wrong 'expected that all is equal'

# All runs read the same input and the same arguments; warnings are told once.
cat >reads.star <<'END'
program reads(input, output, f);
var n, unused: integer; f: text; s: string;
begin
  while not eof do begin readln(n); write(n, ' ') end;
  reset(f); readln(f, s); writeln(s)
end.
END
echo words >words
command='star compare reads.star words'
printf '1\n2\n' | "$star" compare reads.star words >out 2>err || wrong 'fails'
[ "$(told)" = "$equal" ] || wrong 'expected that all is equal'
[ "$(grep -c warning: err)" = 1 ] || wrong 'expected one warning'

# What each run changes makes a difference: every save adds a row.
cat >grows.star <<'END'
program grows;
var T: table(1, 4); U: table; i: integer;
begin
  load(U, 'rows.txt', adjacency);
  writeln('rows');
  writeln(LENGTH(U), HERE);
  save(ADJ(COL(1, U), U), 'rows.txt', text)
end.
END
sed 's/LENGTH(U), HERE/SIZE(U):1, '"'x'/" grows.star >first.star
sed "s/writeln(LENGTH(U), HERE)/if SIZE(U) > 4 then writeln('$(
    printf '%030d' 1)')/" grows.star >second.star
sed 's/LENGTH(U), HERE/1 div (5 - SIZE(U)):1/' grows.star >third.star
sed 's/writeln(LENGTH(U), HERE)/if SIZE(U) = 4 then writeln(7)/' grows.star \
    >fourth.star
echo 0110 >rows.txt
gives 1 compare first.star
told | grep -q "^--native off T  line 2, column 1: '5x' instead of '4x'$" ||
    wrong 'expected the difference'
told | grep -q "^--optimize off T  line 2, column 1: '6x' instead of '4x'$" ||
    wrong 'expected the difference'
# Each way runs once to be compared, and then in turn with the others to be
# timed: the program adds a column in each run.
ways=$(wc -l <out)
runs=$(($(tr -d '\n' <rows.txt | wc -c) - 4))
[ $((runs % ways)) = 0 ] && [ "$runs" -ge $((2 * ways)) ] ||
    wrong "expected each of $ways ways twice at least, found $runs runs"
echo 0110 >rows.txt
gives 1 compare second.star
told | grep -q "line 2, column 1: '0\{24\}\.\.\.' instead of the end$" ||
    wrong 'expected the end'
echo 0110 >rows.txt
gives 1 compare third.star
told | grep -q "line 2, column 1: the end instead of '1'$" ||
    wrong 'expected the end'
echo 0110 >rows.txt
gives 1 compare fourth.star
told | grep -q "line 2, column 1: the end instead of '7'$" ||
    wrong 'expected the end'
for columns in 4 5; do
    sed "s/writeln(LENGTH(U), HERE)//
         s/'rows.txt', text)/&; i := 1 div (SIZE(U) - $columns)/" \
        grows.star >fifth.star
    echo 0110 >rows.txt
    gives 1 compare fifth.star
    case $columns in
    4) told | grep -q '^--native off T  ends well$' ;;
    5) told | grep -q "^--native off T  'div': division by zero$" ;;
    esac || wrong 'expected the end'
done

# An error is told once, and gives the status if it is the same.
printf 'program p; begin writeln(1); writeln(1 div 0) end.' >wrong.star
gives 1 compare wrong.star
[ "$(told)" = "$equal" ] || wrong 'expected that all is equal'
[ "$(grep -c division err)" = 1 ] || wrong 'expected one message'
printf 'program p; begin while true do end.' >endless.star
gives 4 compare --max-steps 1000 endless.star
printf 'program p; begin writeln(x) end.' >wrong.star
gives 3 compare wrong.star
says "'x' is not declared"
gives 5 compare nowhere.star
gives 2 compare reads.star words words
says "'words': the program's heading"
gives 2 compare loops.star --device cpu
says 'there is no option --device here'
found=0
timeout -s INT --preserve-status 1 "$star" compare endless.star >out 2>err ||
    found=$?
command='star compare endless.star'
[ $found = 130 ] || wrong "expected status 130, found $found"
command='star compare loops.star with a file open at most'
found=0
(exec 3>&- 4>&- 5>&- && ulimit -n 4 && "$star" compare loops.star) >out 2>err || found=$?
[ $found = 2 ] || wrong "expected status 2, found $found"
says 'no temporary file can be made: '
finish
