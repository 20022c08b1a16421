#!/bin/sh
# SPDX-License-Identifier: MIT
# star build --library: a program in C, embedder.c, calls procedures; names,
# headers, what is left out.
set -eu
. "$(dirname "$0")/common"

command -v cc >/dev/null || exit 77
grep -q "__asan_init\|__tsan_init\|__gcov_init" "$star" && exit 77
cat >kit.star <<'END'
type
  triple = array[1..3] of integer;
  day = (mon, tue, wed);
  digit = 0..9;
  pair = record a, b: integer end;
  link = ^integer;
  days = set of day;
  letters = packed array[1..4] of char;
var count: integer; many: triple;

procedure double(n: integer; var int: integer);
begin
  int := 2 * n
end;

function if_(while_: real): integer;
begin
  if_ := trunc(while_)
end;

procedure class(d: day; var template: day; var this: boolean; var union: char);
begin
  template := succ(d);
  this := not this;
  union := succ(union)
end;

procedure PART-2;
begin
  writeln('a hyphen')
end;

procedure part_2;
begin
  writeln('an underscore')
end;

function twice(s: string): string;
begin
  twice := s + s
end;

procedure say(s: string; var t, _none: string);
begin
  t := t + s
end;

procedure turn(var a: triple; var w: letters);
var first: integer; c: char;
begin
  first := a[1]; a[1] := a[2]; a[2] := a[3]; a[3] := first;
  c := w[1]; w[1] := w[4]; w[4] := c
end;

function scale(var x: array[l..u: integer] of real; by: real): real;
var i: integer; sum: real;
begin
  sum := 0;
  for i := l to u do begin
    x[i] := by * x[i];
    sum := sum + x[i]
  end;
  scale := sum
end;

procedure transpose(a: array[p..q: integer; r..s: integer] of integer;
  var b: array[t..u: integer; v..w: integer] of integer);
var i, j: integer;
begin
  for i := p to q do
    for j := r to s do
      b[j, i] := a[i, j]
end;

function last(_x: array[l..u: digit] of char): digit;
begin
  last := u
end;

function ones(T: table): integer;
var i, sum: integer;
begin
  sum := 0;
  for i := 1 to LENGTH(T) do
    sum := sum + NUMB(ROW(i, T));
  ones := sum
end;

procedure mark(n: integer; var X: slice(n); var Y, _none: slice; var T: table);
var v: word;
begin
  SET(X);
  Y := X;
  v := ROW(2, T);
  v(3) := 1;
  ROW(2, T) := v
end;

function stripes(n: integer): table;
var T: table(n, n); i: integer;
begin
  for i := 1 to n div 2 do
    ROW(2 * i, T) := not ROW(2 * i, T);
  stripes := T
end;

procedure fails(d: digit; i: integer);
  function at(k: integer): integer;
  begin
    at := many[k + d]
  end;
begin
  many[1] := 7;
  count := at(i);
  writeln(count: 1)
end;

procedure lost;
begin
  writeln(count)
end;

procedure holes(var a: triple);
var b: triple;
begin
  b[1] := 1;
  a := b
end;

procedure spin(n: integer);
begin
  while n > 0 do n := n mod 7 + 1
end;

function deep(n: integer): integer;
begin
  if n > 0 then deep := deep(n - 1) + 1 else deep := 0
end;

procedure large(n: integer);
var T: table(n, n);
begin
  writeln(SIZE(T))
end;

procedure ends(n: integer);
label 1;
  procedure out;
  begin
    if n = 1 then goto 1
  end;
begin
  out;
  writeln('not here');
1: writeln('here')
end;

procedure apply(function f(i: integer): integer);
begin
  writeln(f(count))
end;
procedure record_(p: pair);
begin
  writeln(p.a)
end;
function pointer: link;
begin
  pointer := nil
end;
procedure files(var f: text);
begin
  reset(f)
end;
procedure sets(_s: days);
begin
end;
function rows: triple;
var a: triple;
begin
  a[1] := 1;
  rows := a
end;

END

# The library, its header, the same bytes each time.
gives 0 build --library kit.star
prints ''
mkdir again
gives 0 build --library kit.star -o again/kit
cmp libkit.so again/libkit.so || wrong 'two libraries'
cmp kit.h again/kit.h || wrong 'two headers'
gives 0 build --library kit.star -o again/kit.c
[ ! -e again/libkit.so.c ] || wrong 'a library of a text'
grep -qiE 'while_|template|secret|record_' again/kit.c && wrong 'a name'

# What C sees of it.
nm -D --defined-only libkit.so | sed 's/.* //' >symbols
command='nm libkit.so'
grep -v '^star_[a-z_]*$' symbols | sort >functions
cat >expected <<'END'
kit_CLASS
kit_DEEP
kit_DOUBLE
kit_ENDS
kit_FAILS
kit_HOLES
kit_IF_
kit_LARGE
kit_LAST
kit_LOST
kit_MARK
kit_ONES
kit_PART_2
kit_SAY
kit_SCALE
kit_SPIN
kit_STRIPES
kit_TRANSPOSE
kit_TURN
kit_TWICE
END
cmp -s functions expected || { cp functions out; wrong 'other functions'; }
command='the header'
grep 'Left out' kit.h >out
cat >expected <<'END'
// Left out: part_2, for PART-2 is called so in C.
// Left out: apply, for f is a procedure or function.
// Left out: record_, for p is a record.
// Left out: pointer, for its value is a pointer.
// Left out: files, for f is a file.
// Left out: sets, for _s is a set.
// Left out: rows, for its value is an array.
END
cmp -s out expected || wrong 'other procedures are left out'
grep -qF '// proc class(d: (mon, tue, wed); var template: (mon, tue, wed)' kit.h ||
    wrong 'no heading'
grep -qxF '// function twice(s: string): string' kit.h || wrong 'no result'
grep -qF 'kit_CLASS(Star *star, int64_t d_, int64_t *template_, bool *this_' \
    kit.h || wrong 'no prototype'

# Beside a unit of the library, all of whose procedures can be called.
gives 0 build --library stdlib/graph.star -o graph
prints ''
command='embedder' found=0
grep -q 'Left out' graph.h && wrong 'a procedure is left out'
cc -std=c11 -Wall -Wextra -Werror -I. -I"$top/lib" "$top/tests/system/command/embedder.c" \
    -L. -lkit -lgraph -Wl,-rpath,"$PWD" -pthread -o embedder >out 2>err ||
    wrong 'does not compile'
./embedder >out 2>err || wrong 'fails'
# The text serves in place of the library.
cc -w -O0 -I. -I"$top/lib" "$top/tests/system/command/embedder.c" again/kit.c -L. -lgraph \
    -Wl,-rpath,"$PWD" -pthread -o embedder_text >out 2>err ||
    wrong 'does not compile with the text'
./embedder_text >out 2>err || wrong 'fails with the text'

# Headers of all units, in C and C++.
cxx=$(command -v c++ || command -v g++ || true)
for unit in "$top"/stdlib/*.star; do
    name=$(basename "$unit" .star)
    gives 0 build --library "stdlib/$name.star" -o "again/$name.c"
    echo "#include \"$name.h\"" >>again/all.h
    echo "#include \"$name.h\"" >>again/all.h
done
echo '#include "kit.h"' >>again/all.h
cp again/all.h again/all.c
cp again/all.h again/all.cc
command='all headers'
cc -std=c11 -Wall -Wextra -Wpedantic -Wno-pragma-once-outside-header -Werror \
    -fsyntax-only -Iagain -I"$top/lib" again/all.c >out 2>err ||
    wrong 'are not C'
[ -z "$cxx" ] || "$cxx" -Wall -Wextra -Werror -fsyntax-only -Iagain \
    -I"$top/lib" again/all.cc >out 2>err || wrong 'are not C++'

# Names of files.
printf 'proc P;\nbegin\nend;\n' >2-sat.star
gives 0 build --library 2-sat.star -o again/2-sat.c
grep -q 'lib2_sat_P(Star \*star);' again/2-sat.h || wrong 'another name'
readelf -d libkit.so >out
shows 'soname: [libkit.so]'

# A program, whose statements do not run.
cat >count.star <<'END'
program count(output);
var n: integer;
procedure add(i: integer);
begin
  n := 1;
  n := n + i;
  writeln(n: 1)
end;
begin
  add(1);
  writeln(n: 1)
end.
END
gives 0 build --library count.star
cat >one.c <<'END'
#include <count.h>
#include <stdio.h>
static bool show(void *context, const char *text, size_t length) {
    (void)context;
    return fwrite(text, 1, length, stdout) == length;
}
int main(void) {
    Star *star = star_open(&(StarConfig){.write = show});
    const StarCode code = count_ADD(star, 4) ? 1 : count_ADD(star, 5);
    star_close(star);
    return code;
}
END
command='one.c'
cc -I. -I"$top/lib" one.c -L. -lcount -Wl,-rpath,"$PWD" -o one >out 2>err ||
    wrong 'does not compile'
./one >out 2>err || wrong 'fails'
prints '5
6'

# What cannot be.
printf 'var f: text;\nproc P(var f: text);\nbegin\n  reset(f)\nend;\n' >none.star
gives 2 build --library none.star
says 'none.star declares no procedure that C can call'
[ ! -e libnone.so ] && [ ! -e none.h ] || wrong 'a library'
printf 'proc P;\nbegin\n  x := 1\nend;\n' >mistake.star
gives 3 build --library mistake.star
says "mistake.star:3:3: error: 'x' is not declared"
says '^'
CC=no-such-compiler gives 2 build --library 2-sat.star
says 'apt install gcc'
[ ! -e 2-sat.h ] || wrong 'a header without a library'
gives 2 build 2-sat.star
says '--library makes a library of it'
gives 2 build --library few
says '-o PROG'
gives 5 build --library 2-sat.star -o no/such/folder.c
gives 2 run --library 2-sat.star
says 'no option --library here'
finish
