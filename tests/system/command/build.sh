#!/bin/sh
# SPDX-License-Identifier: MIT
# star build: an executable does what star run does; its text; what is missing.
set -eu
. "$(dirname "$0")/common"

command -v cc >/dev/null || exit 77
# The archive of such a library needs more than it says.
grep -q "__asan_init\|__tsan_init\|__gcov_init" "$star" && exit 77
cat >sorted.star <<'END'
program sorted(input, output, numbers);
type row = array[1..10] of integer;
var numbers: text; a: row; n, secret: integer; X: slice(70);
  function lowest(from: integer): integer;
  var k, at: integer;
  begin
    at := from;
    for k := from to n do
      if a[k] < a[at] then at := k;
    lowest := at
  end;
  procedure sort;
  var k, at, x: integer;
  begin
    for k := 1 to n do begin
      at := lowest(k);
      x := a[k]; a[k] := a[at]; a[at] := x
    end
  end;
begin
  reset(numbers);
  n := 0;
  while not eof(numbers) do begin
    n := n + 1;
    readln(numbers, a[n])
  end;
  sort;
  for secret := 1 to n do write(a[secret]: 4);
  writeln;
  SET(X);
  writeln(NUMB(X): 1);
  readln(n);
  writeln(sqrt(2.0) * n)
end.
END
printf '3\n-1\n2\n' >few
printf '1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n' >many
gives 0 build sorted.star
prints ''

# same INPUT ARG...: the executable does the same as star run.
same() {
    command="sorted $*"
    input=$1
    shift
    one=0
    "$star" run sorted.star "$@" >expected 2>messages <"$input" || one=$?
    two=0
    ./sorted "$@" >out 2>err <"$input" || two=$?
    [ $one = $two ] || wrong "expected status $one, found $two"
    cmp -s expected out || wrong 'another output'
    cmp -s messages err || wrong 'other messages'
}
same few few
same /dev/null few
same many many
same few missing
./sorted few many >out 2>err </dev/null && wrong 'too many files'
grep -q "heading has 1 file, found 2 arguments" err || wrong 'a message'
grep -q . out && wrong 'expected no output'

# Bits, short and long ones: in place, or by the interpreter's functions.
cat >bits.star <<'END'
program bits(input, output);
var n, failure, answer: integer;
function hash(v: word): integer;
var h, i: integer;
begin
  h := NUMB(v);
  while SOME(v) do begin
    i := STEP(v);
    h := (h * 31 + i) mod 1000003
  end;
  hash := h
end;
procedure work(n: integer);
var a, b, c, none: word(n); other: word(n + 1); T: table(n, n); i: integer;
begin
  for i := 1 to n do begin
    a(i) := ord(i mod 3 = 0);
    b(i) := ord(i * i mod 7 < 4)
  end;
  ROW(n, T) := a;
  c := a and b; write(hash(c));
  c := a or b; write(hash(c));
  c := a xor b; write(hash(c));
  c := a and not b; write(hash(c));
  c := not a; write(hash(c));
  c := ROW(n, T); write(hash(c));
  c := b; c(FND(c)) := 0; write(FND(c), c(n));
  writeln(ZERO(none), SOME(none), FND(none), STEP(none));
  case failure of
    1: c := a and other;
    2: i := a(n + 1);
    3: c := ROW(n + 1, T);
    4: a(n - n) := 1;
    5: none := other;
    0, 6: ;
  end;
  answer := hash(a)
end;
procedure unsized;
var x: word;
begin
  if SOME(x) then n := n + 1
end;
begin
  readln(n, failure);
  work(n);
  writeln(answer);
  if failure = 6 then unsized
end.
END
gives 0 build bits.star
gives 0 build bits.star -o bits.c
for operation in and or xor andn not copy row setrow numb fnd step get put; do
    grep -q "[^ ] *FAST_PATH(.*fast_$operation(" bits.c ||
        wrong "$operation is not in place"
done
for size in 1 63 64 65 128 256 257 600; do
    for failure in 0 1 2 3 4 5 6; do
        echo $size $failure >size
        one=0 two=0
        "$star" run bits.star >expected 2>messages <size || one=$?
        ./bits >out 2>err <size || two=$?
        command="bits of $size, $failure"
        [ $one = $two ] && [ $((one > 0)) = $((failure > 0)) ] ||
            wrong "expected status $one, found $two"
        cmp -s expected out || wrong 'another output'
        cmp -s messages err || wrong 'other messages'
    done
done

# Gotos out of procedures, which go on in C: the text says where.
cat >leaves.star <<'END'
program leaves(output);
label 1, 2;
var n: integer;
procedure p;
label 5;
var k: integer; s: string;
  procedure q(i: integer; procedure r);
  begin
    s := 'within';
    k := k + 1;
    if i = 0 then goto 5;
    if i = 1 then goto 1;
    if i = 2 then goto 2;
    if i = 4 then r;
    q(i - 3, r)
  end;
  procedure r;
  begin
    k := k + 100;
    if k > 300 then goto 5
  end;
begin
  k := 0;
  q(3 + n mod 6, r);
  writeln('not here');
5: writeln('five ', k: 1, s);
  if k mod 2 = 0 then goto 1
end;
begin
  n := 0;
1: n := n + 1;
  if n < 20 then p;
2: n := n + 1;
  if n < 20 then p;
  writeln(n: 1);
  if n < 20 then goto 2
end.
END
gives 0 build leaves.star -o leaves.c
grep -q 'case [0-9]*: s->to = ' leaves.c || wrong 'no place to go on'
gives 0 build leaves.star
"$star" run leaves.star >expected
./leaves >out 2>err || wrong 'a goto'
cmp -s expected out || wrong 'another output'
[ "$(grep -c . out)" -ge 10 ] || wrong 'expected many gotos'

# The text has no names, and is the same each time.
gives 0 build sorted.star -o one.c
gives 0 build sorted.star -o two.c
cmp one.c two.c || wrong 'two texts'
grep -qwE 'secret|lowest|sorted' one.c && wrong 'a name'

# Files count from the current folder, wherever the program stands.
cat >files.star <<'END'
program files(input, output, numbers);
var numbers: text; n: integer; T: table(2, 2); v: word(2);
begin
  reset(numbers);
  readln(numbers, n);
  load(T, 'table.txt');
  save(T, 'saved.txt', text);
  v := ROW(1, T);
  writeln(n: 1, v)
end.
END
mkdir far here
gives 0 build files.star -o far/files
gives 0 build far/../files.star
echo 17 >here/few
printf '01\n00\n' >here/table.txt
(cd here && ../far/files few) >out 2>err || wrong 'no files of the folder'
prints '1701'
[ -e here/saved.txt ] || wrong 'expected a table'
(cd far && ./files few) >out 2>err && wrong 'files of the program'

# Where the C text stands; a text that cannot be written leaves the old one.
mkdir texts
TMPDIR=$PWD/texts gives 0 build files.star
prints ''
[ -z "$(ls texts)" ] || wrong 'a text is left'
TMPDIR=/no/such/folder gives 5 build files.star
says 'No such file or directory'
cp one.c kept.c
(trap '' XFSZ && ulimit -f 8 && exec "$star" build sorted.star -o kept.c) \
    >out 2>err && wrong 'a full disk'
says 'kept.c: File too large'
cmp one.c kept.c || wrong 'the old text is gone'
ls -A | grep -q star0 && wrong 'a temporary file'

# Ctrl-C: of the program, and of the compiler.
cat >long.star <<'END'
program long(input, output);
var i, kind: integer; X: slice(100);
  function deep(n: integer): integer;
  begin
    if n > 0 then deep := deep(n - 1) + 1 else deep := 0
  end;
begin
  readln(kind);
  writeln('begin');
  SET(X);
  i := 1;
  while i > 0 do
    case kind of
      1: i := i mod 7 + 1;
      2: i := deep(1000);
      3: i := NUMB(not X or X)
    end
end.
END
gives 0 build long.star
for kind in 1 2 3; do
    echo $kind >kind
    command="long of $kind"
    # A busy machine may not have begun by then.
    for seconds in 1 5 20; do
        found=0
        timeout -k 10 -s INT --preserve-status $seconds ./long \
            >out 2>err <kind || found=$?
        [ ! -s out ] || break
    done
    [ $found = 130 ] || wrong "expected status 130, found $found"
    [ "$(cat out)" = begin ] || wrong 'expected the output begin'
    grep -q 'error: the program was interrupted' err || wrong 'no message'
done
printf '#!/bin/sh\nexec sleep 20\n' >slow
chmod +x slow
command='star build, interrupted' found=0
CC=./slow TMPDIR=$PWD/texts timeout -k 10 -s INT --preserve-status 1 \
    "$star" build long.star >out 2>err || found=$?
[ $found = 130 ] || wrong "expected status 130, found $found"
[ -z "$(ls texts)" ] || wrong 'a text is left'

# Devices and ranks are not chosen by options.
gives 2 build --ranks sorted.star
gives 2 build --device cpu sorted.star
./sorted --device cpu >out 2>err </dev/null && wrong 'an option'
says 'heading has 1 file, found 2 arguments'

# What cannot be.
CC=no-such-compiler gives 2 build sorted.star
says 'apt install gcc'
CC=false gives 5 build sorted.star
says 'fails with status 1'
gives 2 build few
says '-o PROG'
printf 'proc P;\nbegin\nend;\n' >u.star
gives 2 build u.star
says 'a unit'
gives 3 build few -o few.out
[ ! -e few.out ] || wrong 'a program of mistakes'
gives 5 build sorted.star -o no/such/folder.c
finish
