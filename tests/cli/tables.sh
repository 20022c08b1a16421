#!/bin/sh
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

# Formats by extension, round and round.
for file in a.mtx a.txt a.csv a.gr a.edges a a.mtx.gz a.TXT.GZ a.csv.gz \
    a.gr.gz a.edges.gz; do
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

# Programs of strangers read the files that are named, in any layout.
cat >program.star <<'END2'
program p;
var T: table;
begin
  load(T, 'roads.gr', left);
  write(T)
end.
END2
gives 0 run --safe program.star roads.gr
prints_lines 01 10
gives 5 run --safe program.star roads.gr.gz
says not-allowed
cat >named.star <<'END2'
proc named(_T: table);
var U: table;
begin
  load(U, 'roads.gr', right);
  write(U)
end;
END2
gives 0 call --safe named.star named _T=@roads.gr:weights:9
prints_lines 10 01

# No trace of temporary files.
[ -z "$(find . -name '.*star*')" ] || wrong 'expected no temporary files'
finish
