#!/bin/sh
# SPDX-License-Identifier: MIT
# The files of a program's heading are those that the command line names.
set -eu
. "$(dirname "$0")/common"

cat >copy.star <<'END'
program copy(input, old, output, new, count);
var new, old: text; count: file of integer; n: integer;
begin
  reset(old);
  rewrite(new);
  n := 0;
  while not eof(old) do begin
    while not eoln(old) do begin
      write(new, old^);
      get(old)
    end;
    readln(old);
    writeln(new, '.');
    n := n + 1
  end;
  rewrite(count);
  write(count, n, -1);
  writeln(n)
end.
END
printf 'one\ntwo three\n\nend' >old.txt
gives 0 run copy.star old.txt new.txt count.bin
printf 'one.\ntwo three.\n.\nend.\n' | cmp - new.txt ||
    wrong 'expected a copy with periods'
[ "$(cat out)" = 4 ] || wrong 'expected 4 lines'
[ "$(wc -c <count.bin)" -eq 16 ] || wrong 'expected two integers'

cat >read.star <<'END'
program read_back(count);
var count: file of integer;
begin
  reset(count);
  while not eof(count) do begin
    write(count^, ' ');
    get(count)
  end;
  writeln
end.
END
gives 0 run read.star count.bin
[ "$(cat out)" = '4 -1 ' ] || wrong 'expected 4 and -1'
printf 'abc' >>count.bin
gives 5 run read.star count.bin
grep -q 'count.bin ends within a component \[bad-format\]' err ||
    wrong 'expected the file to be cut'

# A file may hold what is no value of its components.
cat >range.star <<'END'
program read_range(f);
var f: file of 1..3;
begin
  reset(f);
  write(f^);
  get(f);
  write(f^)
end.
END
printf '\003\0\0\0\0\0\0\0\004\0\0\0\0\0\0\0' >range.bin
gives 1 run range.star range.bin
[ "$(cat out)" = 3 ] || wrong 'expected one value'
grep -q 'range.star:7:9: error: 4 is outside 1..3' err ||
    wrong 'expected a value outside'
cat >real.star <<'END'
program read_real(f);
var f: file of real;
begin
  reset(f);
  writeln(f^)
end.
END
printf '\0\0\0\0\0\0\360\177' >real.bin
gives 5 run real.star real.bin
grep -q 'real.bin has a component that is no number' err ||
    wrong 'expected an infinite number'

# So may one whose components are records.
cat >record.star <<'END'
program record_file(f);
type r = record
       n: integer;
       case b: boolean of
       true: (x: integer);
       false: (y: slice(3))
     end;
var f: file of r; new: integer;
begin
  read(new);
  if new = 1 then begin
    rewrite(f);
    f^.n := 7;
    f^.b := true;
    f^.x := 5;
    put(f)
  end;
  reset(f);
  writeln(f^.n, f^.x)
end.
END
echo 1 >new
echo 0 >old
command='star run record.star record.bin'
"$star" run record.star record.bin <new >out 2>err || wrong 'expected a record'
prints 75
command='star run record.star cut.bin'
head -c 20 record.bin >cut.bin
"$star" run record.star cut.bin <old >out 2>err && wrong 'expected an error'
says 'cut.bin ends within a component'
command='star run record.star, another variant'
printf '\011' | dd of=record.bin bs=1 seek=8 conv=notrunc 2>/dev/null
"$star" run record.star record.bin <old >out 2>err && wrong 'expected an error'
says 'the file holds no such record'

# Names are missing, files are, too many names.
gives 5 run copy.star old.txt
grep -q "copy.star:5:3: error: the command line names no file" err ||
    wrong 'expected a missing name'
gives 5 run read.star nothing.bin
grep -q 'cannot open nothing.bin: No such file' err ||
    wrong 'expected a missing file'
gives 5 run read.star .
grep -q 'cannot open .: Is a directory' err || wrong 'expected a folder'
gives 2 read.star count.bin two
grep -q "'two': the program's heading has 1 file, found 2 arguments" err ||
    wrong 'expected one file'

# Output to a file before an error is there.
cat >fault.star <<'END'
program fault(f);
var f: text; n: integer;
begin
  rewrite(f);
  writeln(f, 'begun');
  n := 0;
  writeln(f, 1 div n)
end.
END
gives 1 run fault.star kept.txt
[ "$(cat kept.txt)" = begun ] || wrong 'expected what was written'

# A full disk is noticed at the latest when the program ends.
if [ -e /dev/full ]; then
    full() { # TYPE STATEMENT
        cat >full.star <<END
program full(f);
var f: $1; i: integer;
begin
  rewrite(f);
  for i := 1 to 4000 do
    $2
end.
END
        gives 5 run full.star /dev/full
    }
    full text 'if i = 1 then write(f, i)'
    says 'full.star:2:5: error: cannot write /dev/full: No space left'
    full text 'if i = 1 then write(f, i:5000)'
    says 'full.star:2:5: error: cannot write /dev/full: No space left'
    full text 'write(f, i:5000)'
    says 'full.star:6:14: error: cannot write /dev/full: No space left'
    full 'file of integer' 'write(f, i)'
    says 'full.star:6:11: error: cannot write /dev/full: No space left'
    full 'file of slice' "write(f, '01')"
    says 'full.star:6:11: error: cannot write /dev/full: No space left'
fi

# One that cannot be read.
if [ -r /proc/self/mem ]; then
    gives 5 run copy.star /proc/self/mem new.txt count.bin
    says 'cannot read /proc/self/mem: Input/output error'
    gives 5 run read.star /proc/self/mem
    says 'cannot read /proc/self/mem: Input/output error'
fi

# No more can be open.
cat >many.star <<'END'
program many;
var f: array[1..50] of file of integer; i: integer;
begin
  for i := 1 to 50 do rewrite(f[i])
end.
END
command='star run many.star, of few files'
(ulimit -n 40 && "$star" run many.star) >out 2>err && wrong 'expected an error'
says 'cannot open a temporary file: Too many open files'

# The buffer of the input is filled when it is needed, not before.
cat >ask.star <<'END'
program ask(input, output);
begin
  writeln('name?');
  reset(input);
  if input^ = 'x' then
    writeln('yes')
end.
END
mkfifo answer
"$star" run ask.star <answer >said &
exec 3>answer
tries=0
until grep -q 'name?' said || [ $tries -ge 200 ]; do
    sleep 0.05
    tries=$((tries + 1))
done
grep -q 'name?' said || wrong 'expected the question before the answer'
echo x >&3
exec 3>&-
wait
grep -q yes said || wrong 'expected the answer to be read'
finish
