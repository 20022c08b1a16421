#!/bin/sh
# SPDX-License-Identifier: MIT
# Tables from and to files of every format and layout.
set -eu
. "$(dirname "$0")/common"

cat >unit.star <<'END2'
proc copy(T: table; var U: table);
begin
  U := T
end;
END2
printf 'p sp 2 2\na 1 2 3\na 2 1 5\n' >roads.gr
gzip -c roads.gr >roads.gr.gz

# prints_lines LINE...
prints_lines() {
    prints "$(printf '%s\n' "$@")"
}

for file in roads.gr roads.gr.gz; do
    gives 0 call unit.star copy T=@$file --print U
    prints_lines 01 10
    gives 0 call unit.star copy T=@$file:adjacency --print U
    prints_lines 01 10
    gives 0 call unit.star copy T=@$file:left --print U
    prints_lines 01 10
    gives 0 call unit.star copy T=@$file:RIGHT --print U
    prints_lines 10 01
    gives 0 call unit.star copy T=@$file:weight --print U
    prints_lines 011 101
    gives 0 call unit.star copy T=@$file:weights --print U
    prints_lines 111101 011111
    gives 0 call unit.star copy T=@$file:weights:4 --print U
    prints_lines 11110101 00111111
    gives 0 call unit.star copy T=@$file:code --print U
    prints_lines 01 10
done

# A size, in place of a file: zeros; n is its number of rows.
cat >sized.star <<'END2'
proc fill(n: integer; T: table(n, 2); var NV: table);
var w: word(NV); i: integer;
begin
  for i := 1 to n do begin
    w(i) := 1;
    ROW(i, NV) := w
  end;
  writeln(n, SIZE(T))
end;
END2
gives 0 call sized.star fill T=2x2 NV=4x3 --print NV
prints_lines 22 100 110 000 000
gives 1 call sized.star fill T=2x2 NV=1x3
says 'row index 2 is outside 1..1'
gives 0 call unit.star copy T=0x0 U=0x0 --print U
[ ! -s out ] || wrong 'expected nothing'
gives 4 call unit.star copy T=9999999x9999999

# A width is for weights and from 1 to 62; what is no layout is a name.
for width in 0 63 99999999999999999999; do
    gives 2 call unit.star copy T=@roads.gr:weights:$width
    says 'T: weights have 1 to 62 bits'
done
gives 0 call unit.star copy T=@roads.gr:weights:62
for file in roads.gr:weight:4 roads.gr:wieghts roads.gr:weights: :code; do
    gives 5 call unit.star copy T=@$file
    says "cannot open $file"
done
cp roads.gr a:b
gives 0 call unit.star copy T=@a:b:code --print U
prints_lines 01 10

# Formats by extension, one from another in a circle.
for file in a.mtx a.txt a.csv a.gr a.edges a a.mtx.gz a.TXT.GZ a.csv.gz \
    a.gr.gz a.edges.gz a.bits a.bits.gz; do
    gives 0 call unit.star copy T=@roads.gr --out U=$file
    gives 0 call unit.star copy T=@$file --print U
    prints_lines 01 10
done
gzip -t a.*.gz a.TXT.GZ || wrong 'expected files of gzip'
printf '0,1\n1,0\n' | cmp - a.csv || wrong 'expected a.csv'

gives 0 call unit.star copy T=@roads.gr:weights --out U=w.csv
gives 1 call unit.star copy T=@roads.gr:weights --out U=w.gr
says 'the table is 2 x 6: only a square one is saved as gr [size-mismatch]'
[ ! -e w.gr ] || wrong 'expected no file'

# The ending of a name tells the format: one of none is refused, before
# anything runs, and what has no ending, or is no file's, is text.
cat >endings.star <<'END'
proc endings(T: table; var U: table; var X: slice;
  var a: array [l..h: integer] of integer; name: string);
begin
  U := T;
  X := COL(1, T);
  a[l] := a[l];
  if name <> '' then
    save(T, name)
end;
END
for name in a.svg a.mtxx a.tx a.txt.bz2 a.svg.gz .a.svg a.d/b.svg; do
    for out in U X a; do
        gives 2 call endings.star endings T=@roads.gr a=1 name= --out $out=$name
        says "cannot write $name: no format ends in ."
        grep -qF '.mtx, .txt, .csv, .tsv, .gr, .edges or .bits' err ||
            wrong 'expected the endings there are'
    done
    gives 5 call endings.star endings T=@roads.gr a=1 name=$name
    says '[cannot-write]'
done
mkdir a.d
for name in b .b a.d/b ./b .b.gz b.gz; do
    gives 0 call endings.star endings T=@roads.gr a=1 name=$name --out X=c
    gives 0 call unit.star copy T=@$name --print U
    prints_lines 01 10
    gives 0 call endings.star endings T=@roads.gr a=1 name= --out U=$name
    gives 0 call unit.star copy T=@$name --print U
    prints_lines 01 10
done
gives 0 call endings.star endings T=@roads.gr a=1 name= --out U=/dev/stdout
prints_lines 01 10

# A slice is a table of one row, in any format that has such a table.
for name in x.mtx x.csv x.txt x x.bits x.mtx.gz; do
    gives 0 call endings.star endings T=@roads.gr a=1 name= --out X=$name
    gives 0 call unit.star copy T=@$name --print U
    prints_lines 01
done
gives 1 call endings.star endings T=@roads.gr a=1 name= --out X=x.gr
says 'the table is 1 x 2: only a square one is saved as gr [size-mismatch]'
# An array is none.
for name in a.mtx a.gr.gz; do
    gives 2 call endings.star endings T=@roads.gr a=1 name= --out a=$name
    says "cannot write $name: a is no table; expected .csv or .txt"
done
for name in k k.csv k.TXT k.csv.gz; do
    gives 0 call endings.star endings T=@roads.gr a=1,5 name= --out a=$name
done
[ "$(cat k k.csv k.TXT)" = "$(printf '1,5\n1,5\n1,5')" ] ||
    wrong 'expected the array'

# Most numbers of an edge list may be none of a vertex.
printf '7 3 5\n3 12 2\n' >gaps.txt
gives 0 call unit.star copy T=@gaps.txt:left --print U
[ "$(cat out)" = "$(printf '1000\n0100')" ] || wrong 'expected the table'
warning='gaps.txt: at least 9 of 13 vertices have no arc; gaps.txt: each line is taken as FROM TO WEIGHT, with vertices from 0 [vertex-gaps]'
[ "$(head -1 err)" = "star: warning: $warning" ] || wrong 'expected a warning'
grep -q 'compact leaves them out' err || wrong 'expected a hint'
gives 0 call --diagnostics json unit.star copy T=@gaps.txt --print U
grep -q '"severity": "warning".*"vertex-gaps"' err || wrong 'expected a warning'
gives 0 call unit.star copy T=@gaps.txt:compact --print U
prints_lines 001 100 000
gives 0 call unit.star copy T=@gaps.txt:adjacency:COMPACT --print U
prints_lines 001 100 000
gives 0 call unit.star copy T=@gaps.txt:left:compact --print U
prints_lines 10 01
gives 0 call unit.star copy T=@gaps.txt:weights:compact --print U
prints_lines 111101111 111111111 010111111
gives 0 call unit.star copy T=@gaps.txt:weights:4:compact --print U
prints_lines 111101011111 111111111111 001011111111
for layout in names names:compact; do
    gives 0 call unit.star copy T=@gaps.txt:$layout --print U
    prints_lines 0011 0111 1100
done
gives 2 call unit.star copy T=@gaps.txt:weights:63:compact
says 'weights have 1 to 62 bits, not 63'
for image in columns rows; do
    gives 0 call unit.star copy T=@gaps.txt:weights:4:compact:$image --print U
    prints_lines 111101011111 111111111111 001011111111
    gives 0 call unit.star copy T=@gaps.txt:compact:$image --out U=$image.bits
    prints_lines
done
cmp columns.bits rows.bits >/dev/null && wrong 'expected two images'
cp gaps.txt gaps:compact
gives 0 call unit.star copy T=@gaps:compact:compact --print U
prints_lines 001 100 000
gives 5 call unit.star copy T=@gaps:compact
says 'cannot open gaps'
for command in run profile; do
    printf 'program p; var T: table; begin load(T, %s); write(T) end.' \
        "'gaps.txt', left" >gaps.star
    "$star" $command gaps.star >out 2>err || wrong 'expected status 0'
    grep -q '^gaps.star:1:32: warning: .*have no arc; .*FROM TO WEIGHT.* \[vertex-gaps\]' err ||
        wrong 'expected a warning'
done
"$star" repl >out 2>err <<'END' || wrong 'expected status 0'
var T: table;
load(T, 'gaps.txt')
END
command='star repl'
grep -q 'entry 2:1:1: warning: .*\[vertex-gaps\]' out err ||
    wrong 'expected a warning'

# From a pipe the contents alone tell what it is.
for file in roads.gr roads.gr.gz a.mtx a.edges.gz a.txt; do
    command="call with $file from a pipe"
    # shellcheck disable=SC2002
    cat $file | "$star" call unit.star copy T=@/dev/stdin --print U >out 2>err
    prints_lines 01 10
done

# The words for formats and layouts are looked up only in their place.
cat >words.star <<'END2'
program words;
var T, U: table; mtx, text, csv, gr, edges, code: string;
begin
  load(T, 'roads.gr', code);
  mtx := 'words.1'; text := 'words.2'; csv := 'words.csv';
  gr := 'words.4'; edges := 'words.5';
  save(T, mtx, mtx); save(T, text, text); save(T, csv, csv);
  save(T, gr, gr); save(T, edges, edges);
  code := csv;
  load(U, code, adjacency);
  write(U)
end.
END2
gives 0 run words.star
[ "$(cat words.1 words.2 words.4)" = "$(cat a.mtx a.txt a.gr)" ] ||
    wrong 'expected three files'
[ "$(cat words.csv words.5)" = "$(cat a.csv a.edges)" ] ||
    wrong 'expected two files'

# Lines above a table that do not belong to it.
printf '3\n0 1\n' >sized.edges
gives 5 call unit.star copy T=@sized.edges
says 'sized.edges:1:2: expected a vertex in 0..2147483646, found the end'
says "hint: arcs(1,2,3) behind the file's name reads names; comments begin with # or %"
printf '0 1\n0 x\n' >later.edges
gives 5 call unit.star copy T=@later.edges --diagnostics json
says '"expected": "a vertex in 0..2147483646", "found": "'"'x'"'"'
says '"hint": null'

# A line of names makes a list of arcs: with usual names, or those that are said.
printf 'id,from,to,km,toll\n1,Paris,Lille,225,9\n2,Lille,"Rome, N",3,0\n' >named.csv
gives 0 call unit.star copy T=@named.csv --print U
[ "$(cat out)" = "$(printf '010\n001\n000')" ] || wrong 'expected the table'
grep -qF 'star: note: named.csv: the arcs are in the columns from and to [columns-found]' \
    err || wrong 'expected the columns'
for columns in from,to,toll 'FROM,To,toll' '"from",to,toll'; do
    gives 0 call unit.star copy "T=@named.csv:arcs($columns)" --print U
    prints_lines 111111111111 100111111111 111100001111
    [ ! -s err ] || wrong 'expected nothing'
done
gives 0 call unit.star copy 'T=@named.csv:arcs(to,from)' --print U
prints_lines 000 100 010
gives 0 call unit.star copy 'T=@named.csv:arcs(from,to,km):weight' --print U
prints_lines 11100001 00000011
gives 0 call unit.star copy 'T=@named.csv:arcs(from,to,toll):weights:4:rows' \
    --print U
prints_lines 111111111111 100111111111 111100001111
gives 5 call unit.star copy 'T=@named.csv:arcs(from,too)' --print U
says "named.csv:1:1: no column is named 'too': there are id, from, to, km, toll"
for columns in from 'from,to,km,toll' '1,to' 'from,' ''; do
    gives 2 call unit.star copy "T=@named.csv:arcs($columns)" --print U
    says 'T: expected two or three columns, such as :arcs(from,to,km), found'
done
sed s/km/miles/ named.csv >miles.csv
gives 5 call unit.star copy 'T=@miles.csv:weights'
says 'which column has the weights? There are id, from, to, miles, toll'
printf 'a;b\nx;y\n' >unusual.csv
gives 5 call unit.star copy T=@unusual.csv
says 'unusual.csv:1:1: which columns have the arcs? There are a, b'
says 'write :arcs(FROM,TO) with their names, or :arcs(1,2)'
gives 0 call unit.star copy 'T=@unusual.csv:arcs(a,b)' --print U
prints_lines 01 00

# What may be a matrix and a list of arcs is neither until its user says it.
printf '1,5\n5,1\n' >both.csv
gives 5 call unit.star copy T=@both.csv
says 'both.csv: 2 x 2 numbers: a matrix, or a list of arcs?'
says 'hint: write :matrix or :arcs behind the name, in load matrix or arcs'
gives 0 call unit.star copy T=@both.csv:matrix:weights --print U
prints_lines 001101 101001
gives 0 call unit.star copy T=@both.csv:arcs:weights --print U
prints_lines 1101 0111
printf '1 2\n' >one.edges
gives 0 call unit.star copy T=@one.edges
grep -qF 'one.edges: vertex 0, the first of 3, has no arc [vertex-gaps]' err ||
    wrong 'expected a warning'
gives 0 call unit.star copy T=@one.edges:arcs --print U
prints_lines 01 00
cat >kinds.star <<'END2'
program kinds;
var T, U, V, W: table;
begin
  load(T, 'both.csv', matrix, weights, 4);
  write(T);
  load(U, 'both.csv', arcs, left);
  write(U);
  load(V, 'named.csv', arcs('from,to,toll'));
  write(V);
  load(W, 'named.csv', arcs('from,to,toll'), weight, columns);
  write(W);
  load(U, 'named.csv', arcs('2,3'), compact)
end.
END2
gives 5 run kinds.star
[ "$(cat out)" = "$(printf '00010101\n01010001\n01\n10\n111111111111
100111111111\n111100001111\n1001\n0000')" ] || wrong 'expected the tables'
grep -qF 'kinds.star:12:3: error: named.csv:1:1: this line has names of' err ||
    wrong 'expected an error'
for columns in "'a'" "'1,b'" 1 "'a', 'b'" 'x'; do
    printf 'program p; var T: table; x: string; begin x := %s; %s end.' "'a,b'" \
        "load(T, 'both.csv', arcs($columns)); writeln(x)" >columns.star
    gives 3 run columns.star
done

# Programs of strangers read files in any layout; those that are elsewhere must
# be named.
mkdir sub
cat >program.star <<'END2'
program p;
var T: table;
begin
  load(T, 'roads.gr', left);
  write(T)
end.
END2
gives 0 run --safe program.star
prints_lines 01 10
sed 's/roads/..\/roads/' program.star >sub/program.star
gives 0 run --safe sub/program.star roads.gr
prints_lines 01 10
gives 5 run --safe sub/program.star roads.gr.gz
says not-allowed
cat >named.star <<'END2'
proc named(_T: table);
var U: table;
begin
  load(U, 'roads.gr', right);
  write(U)
end;
END2
sed 's/roads/..\/roads/' named.star >sub/named.star
gives 0 call --safe sub/named.star named _T=@roads.gr:weights:9
prints_lines 10 01
gives 0 call --safe sub/named.star named _T=@roads.gr:weights:9:compact
prints_lines 10 01
gives 5 call --safe sub/named.star named _T=@roads.gr.gz
says not-allowed

# No trace of temporary files.
[ -z "$(find . -name '.*star*')" ] || wrong 'expected no temporary files'
finish
