#!/bin/sh
# SPDX-License-Identifier: MIT
# Limits: the run ends with status 4, what was written is there, and the
# message says where.
set -eu
. "$(dirname "$0")/common"

# wrote TEXT CODE: the output, and an error with that code.
wrote() {
    [ "$(cat out)" = "$1" ] || wrong "expected the output $1"
    grep -q "\.star:[0-9:]*: error: .*\[$2\]" err || wrong "expected $2"
}

echo "program p; begin write('abcdef') end." >six.star
gives 4 run --max-output 5 six.star
wrote abcde output-limit
for bytes in 6 7 1K; do
    gives 0 run --max-output "$bytes" six.star
    prints abcdef
done
gives 2 run --max-output 0 six.star
says 0
gives 2 run --max-output 1T six.star
says 1T

# Output that had to be sent several times.
cat >many.star <<'END'
program many;
var i: integer;
begin
  for i := 1 to 100000 do
    writeln('12345678')
end.
END
gives 4 run --max-output 899999 many.star
[ "$(wc -c <out)" -eq 899999 ] || wrong 'expected 899999 bytes'
gives 0 run --max-output 900000 many.star

# Call counts what the procedure writes, not what --print shows.
echo "proc p(var n: integer); begin write('ab'); n := 12345 end;" >unit.star
gives 0 call --max-output 2 unit.star p --print n
prints ab12345
gives 4 call --max-output 1 unit.star p --print n
wrote a output-limit

# Files count by themselves, all together, also those without a name.
cat >numbers.star <<'END'
program numbers;
var f: file of integer;
begin
  rewrite(f);
  write(f, 1, 2)
end.
END
cat >texts.star <<'END'
program texts;
var f: text; i: integer;
begin
  rewrite(f);
  for i := 1 to 15 do
    write(f, '*');
  writeln(f)
end.
END
cat >records.star <<'END'
program records;
var f: file of packed array [1..2] of char;
begin
  rewrite(f);
  f^ := 'ab';
  put(f)
end.
END
for file in numbers.star texts.star; do
    gives 4 run --max-output 15 $file
    says '[output-limit]'
    gives 0 run --max-output 16 $file
    gives 0 run --max-output 17 $file
done
gives 4 run --max-output 1 records.star
says 'may write no more than 1 byte to its files [output-limit]'
gives 0 run records.star

# Also those that are saved, in text and compressed, and those that are written
# again.
cat >files.star <<'END'
program files;
var f, g: text; T: table(2, 3);
begin
  rewrite(f);
  writeln(f, 'abc');
  rewrite(g);
  writeln(g, 'abc');
  rewrite(g);
  writeln(g, 'abc');
  save(T, 'saved.txt');
  save(T, 'saved.txt.gz');
  writeln('end')
end.
END
gives 4 run --max-output 19 files.star
says 'files.star:10:3: error: the program may write no more than 19 bytes'
[ ! -e saved.txt ] || wrong 'expected no file'
gives 4 run --max-output 27 files.star
says 'files.star:11:3: error: '
[ "$(cat saved.txt)" = "$(printf '000\n000')" ] || wrong 'expected a file'
for bytes in 28 29; do
    gives 0 run --max-output $bytes files.star
    prints end
done
echo 'proc p(var T: table); begin T := T end;' >out.star
gives 0 call --max-output 1 out.star p T=@saved.txt --out T=saved.txt

# The least memory that will do, and a byte less.
cat >memory.star <<'END'
program memory;
var X: slice(100000);
begin
  writeln('begin');
  X := ROTATE(X, up, 7) or not X;
  writeln(NUMB(X))
end.
END
low=1
high=10000000
while [ $low -lt $high ]; do
    middle=$(((low + high) / 2))
    if "$star" run --max-memory $middle memory.star >out 2>err; then
        high=$middle
    else
        low=$((middle + 1))
    fi
done
gives 4 run --max-memory $((low - 1)) memory.star
grep -q memory-limit err || wrong 'expected memory-limit'
for bytes in $low $((low + 1)); do
    gives 0 run --max-memory "$bytes" memory.star
    prints "begin
100000"
done

# A small list of arcs takes little.
printf 'from,to,km\na,b,1\nb,c,2\nc,a,3\n' >list.csv
cat >list.star <<'END'
program list;
var W: table;
begin
  load(W, 'list.csv', arcs('from,to,km'), weights, 9);
  writeln(LENGTH(W))
end.
END
gives 0 run --max-memory 300K list.star
prints 3

# An image that has no memory: the message names the table, also in a procedure
# of the library, and the image.
cat >images.star <<'END'
program images;
var Grid: table(4096, 4096); X, Z: slice(4096); w: word(4096);
begin
  RANDOM(Grid, 1, 0.5, rows);
  MATCH(Grid, X, w, Z);
  writeln(NUMB(Z))
end.
END
gives 4 run --threads 1 --max-memory 3M images.star
says 'images.star:5:3: error: no memory for the columns of Grid, 4096 x 4096: they need 2097152 bytes, but '
says 'of 3145728 are in use (--max-memory) [memory-limit]'
gives 0 run --threads 1 --max-memory 5M images.star

cat >endless.star <<'END'
program endless;
var i: integer;
begin
  writeln('begin');
  i := 0;
  while i = 0 do
    i := i * 1
end.
END
# late TEXT COMMAND ARG...: its time is up when it has written the text; a
# longer one, if it was up before the program ran.
late() {
    text=$1
    name=$2
    shift 2
    for seconds in 0.05 1 5 20; do
        gives 4 "$name" --timeout $seconds "$@"
        grep -q 'before the program' err || break
    done
    wrote "$text" time-limit
}
late begin run endless.star
gives 0 run --timeout 1000 six.star
prints abcdef
echo 'proc p; begin while true do end;' >unit.star
late '' call unit.star p
for seconds in 0 0.0001 -1 1e3 x 1000001 ''; do
    gives 2 run --timeout "$seconds" six.star
    says "'$seconds'"
done

# interrupted FILE TEXT: Ctrl-C ends the program, wherever it is; later, if
# it came before the program ran.
interrupted() {
    command="star run $1, interrupted"
    for seconds in 0.2 1 5; do
        found=0
        timeout -s INT --preserve-status $seconds "$star" run "$1" >out 2>err ||
            found=$?
        [ ! -s err ] || break
    done
    [ "$found" = 130 ] || wrong "expected status 130, found $found"
    wrote "$2" interrupted
}
interrupted endless.star begin
# As many decimals and columns as were asked for, or a message.
echo "program p; begin write(0.5:1:100000000) end." >decimals.star
"$star" run decimals.star | tr -d 0 | od -An -c >out
[ "$(cat out)" = '   .   5' ] || wrong 'expected .5 among zeros'
[ "$("$star" run decimals.star | wc -c)" -eq 100000002 ] ||
    wrong 'expected 100000000 decimals'
echo "program p; begin write(0.5:1:maxint, 'not here') end." >decimals.star
gives 4 run --max-output 5 decimals.star
wrote 0.500 output-limit
gives 4 run --timeout 0.3 decimals.star
grep -q 'p; begin\|decimals.star:1:18: error: .*\[time-limit\]' err ||
    wrong 'expected time-limit'

# Loops of few iterations that take long: what they do looks at the time.
cat >trips.star <<'END'
program trips;
type big = array [1..200000] of integer;
var i, k: integer; a, b: big;
begin
  for i := 1 to 200000 do b[i] := i;
  for k := 1 to 100000 do begin a := b; b[1] := k end;
  writeln(a[1])
end.
END
gives 4 run --timeout 0.3 trips.star
says 'trips.star:6:3: error: '

echo "program p; begin write(0.5:maxint) end." >columns.star
gives 4 run --max-output 9 columns.star
wrote ' 5.000000' output-limit
for value in 1 "'a'" true "'01'"; do
    echo "program p; begin write($value:100000000) end." >columns.star
    [ "$("$star" run columns.star | wc -c)" -eq 100000000 ] ||
        wrong 'expected 100000000 columns'
done

cat >ask.star <<'END'
program ask;
var n: integer;
begin
  write('n? ');
  read(n);
  writeln(2 * n)
end.
END
mkfifo input
sleep 20 >input &
interrupted ask.star 'n? ' <input
cat >wait.star <<'END'
program wait;
var T: table;
begin
  writeln('begin');
  load(T, 'input', adjacency)
end.
END
interrupted wait.star 'begin'
kill $! || :
finish
