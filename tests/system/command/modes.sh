#!/bin/sh
# SPDX-License-Identifier: MIT
# Values in each mode, by star call and at the prompt.
set -eu
. "$(dirname "$0")/common"

# shown LINE...: the output, whatever the messages.
shown() {
    [ "$(cat out)" = "$(printf '%s\n' "$@")" ] || wrong "expected: $*"
}

echo 'uses paths, closure, trees, graph;' >all.star
cat >roads.csv <<'EOF'
from,to,km
Paris,Lille,22.5
Lille,"A|x ""S"", b",19
Nice,Paris,93
EOF
road=W=@roads.csv:weights:12:scale=10

# Numbers stand on the right, what is none is none.
gives 0 call all.star DIJKSTRA "$road" s=Paris --print D --mode table
shown '+------------+-------------+' \
    '| vertex     |           D |' \
    '+------------+-------------+' \
    '| Paris      |           0 |' \
    '| Lille      |        22.5 |' \
    '| A|x "S", b |        41.5 |' \
    '| Nice       | not reached |' \
    '+------------+-------------+'
gives 0 call all.star DIJKSTRA "$road" s=Paris --print D:csv --out D=d.csv
shown vertex,D Paris,0 Lille,22.5 '"A|x ""S"", b",41.5' Nice,
cmp -s out d.csv || wrong 'expected what --out writes'
gives 0 call all.star DIJKSTRA "$road" s=Paris --print D --print F:lines --mode json
shown '[{"vertex": "Paris", "D": 0},' ' {"vertex": "Lille", "D": 22.5},' \
    ' {"vertex": "A|x \"S\", b", "D": 41.5},' ' {"vertex": "Nice", "D": null}]' \
    'Paris       none' 'Lille       Paris' 'A|x "S", b  Lille' 'Nice        none'
gives 0 call all.star DIJKSTRA "$road" s=Paris --print D:markdown
shown '| vertex | D |' '| --- | --- |' '| Paris | 0 |' '| Lille | 22.5 |' \
    '| A\|x "S", b | 41.5 |' '| Nice |  |'
gives 0 call all.star DIJKSTRA "$road" s=Paris --print D:bits
shown 000000000000 000011100001 000110011111 111111111111

# Relations, sets, numbers; those of tables that tell of no vertices.
gives 0 call all.star CLOSURE P=@roads.csv --print P:json
[ "$(head -n 1 out)" = '[{"from": "Paris", "to": "Lille"},' ] || wrong 'pairs'
[ "$(wc -l <out)" = 6 ] || wrong 'expected six pairs'
gives 0 call all.star COMPONENTS P=@roads.csv --print k:json --print k:csv \
    --print k:table
shown '[{"k": 1}]' 1 '+---+' '| k |' '+---+' '| 1 |' '+---+'
printf '1,2\n2,3\n' >numbers.csv
gives 0 call all.star LEVELS P=@numbers.csv:arcs s=1 --print D:json
shown '[{"vertex": 1, "D": 0},' ' {"vertex": 2, "D": 1},' ' {"vertex": 3, "D": 2}]'
cat >plain.star <<'EOF'
type few = array[2..3] of integer;
proc plain(var T: table; var X: slice; var r: real; var a: few);
begin
  T := T; a[2] := 5; a[3] := 7; r := 1.5
end;
EOF
gives 0 call plain.star plain T=1x3 X=01 --print T:csv --print X:csv --print X:json \
    --print r:json --print a:json --print T:table
shown 0,0,0 0,1 '[{"row": 1, "X": 0},' ' {"row": 2, "X": 1}]' '[{"r": 1.5}]' \
    '[{"row": 2, "a": 5},' ' {"row": 3, "a": 7}]' \
    '+-----+---+---+---+' '| row | 1 | 2 | 3 |' '+-----+---+---+---+' \
    '|   1 | 0 | 0 | 0 |' '+-----+---+---+---+'

# What is too much is left out in the middle; but not in lines.
awk 'BEGIN { print "from,to"; for (i = 1; i < 100; i++) print "v" i ",v" i + 1 }' >long.csv
gives 0 call all.star LEVELS P=@long.csv s=v1 --print D:table
[ "$(wc -l <out)" = 45 ] || wrong 'expected 40 rows in a box'
shows '61 more rows'
gives 0 call all.star LEVELS P=@long.csv s=v1 --print D
[ "$(wc -l <out)" = 100 ] || wrong 'expected all rows'
gives 0 call all.star LEVELS P=@long.csv s=v1 --print P:table
shows '89 more columns'
[ "$(wc -L <out)" -le 80 ] || wrong 'expected 80 columns'

# Nothing is left out of two columns, however wide.
printf 'from,to\na,%090d\n' 0 >wide.csv
gives 0 call all.star LEVELS P=@wide.csv s=a --print D:table
! grep -q '\.\.\.' out || wrong 'expected no column of dots'

# Modes have names in any case.
gives 0 call all.star LEVELS P=@wide.csv s=a --print D:CSV --mode JSON
[ "$(head -n 1 out)" = vertex,D ] || wrong 'expected CSV'

# Names with what ends a line, controls a terminal, means something elsewhere or
# is no UTF-8.
printf 'from,to\n"a\r\nb",x\033[1my\nx\033[1my,\377&"]"\n' >odd.csv
odd="s=$(printf 'x\033[1my')"
gives 0 call all.star LEVELS P=@odd.csv "$odd" --print D:table
[ "$(wc -l <out)" = 7 ] || wrong 'expected 7 lines'
shows '| x [1my |           0 |'
gives 0 call all.star LEVELS P=@odd.csv "$odd" --print D
[ "$(wc -l <out)" = 3 ] || wrong 'expected 3 lines'
shows 'x [1my  0'
gives 0 call all.star LEVELS P=@odd.csv "$odd" --print D:markdown
[ "$(wc -l <out)" = 5 ] || wrong 'expected 5 lines'
shows '| a  b |  |'
shows '| x \[1my | 0 |'
grep -aq '\\&"\\]" | 1 |' out || wrong 'expected & and ] escaped'
gives 0 call all.star LEVELS P=@odd.csv "$odd" --print D:json
shown '[{"vertex": "a\u000d\u000ab", "D": null},' \
    ' {"vertex": "x\u001b[1my", "D": 0},' \
    ' {"vertex": "\ufffd&\"]\"", "D": 1}]'

gives 2 call all.star LEVELS P=@long.csv s=v1 --print D:box
says "'box' is no mode: lines|table|csv|json|markdown|bits"
gives 2 call all.star LEVELS P=@long.csv s=v1 --print D --mode box
says '--mode'

# At the prompt a procedure of the library tells what variables mean, until they
# change.
cat >entries <<'EOF'
uses paths, trees, closure, graph;
var W, D, F, P, L, R, K: table; Z: slice; n: integer;
load(W, 'roads.csv', arcs('from,to,km'), weights, 12, scale(10)); n := LENGTH(W);
DIJKSTRA(n, 12, NUMBEROF('Paris', W), W, D, F); D
F
:mode
:mode json
D
n
:mode lines
load(P, 'roads.csv', arcs('from,to')); CLOSURE(n, P)
P
load(L, 'roads.csv', arcs('from,to'), left); load(R, 'roads.csv', arcs('from,to'), right); load(K, 'roads.csv', arcs('from,to'), weight)
KRUSKAL(L, R, K, Z)
Z
:mode bits
F
:mode lines
R := L
Z
COL(1, D) := not COL(1, D)
D
:mode box
EOF
"$star" repl <entries >out 2>err || :
command='star repl'
shown 'Paris       0' 'Lille       22.5' 'A|x "S", b  41.5' 'Nice        not reached' \
    'Paris       none' 'Lille       Paris' 'A|x "S", b  Lille' 'Nice        none' \
    lines '[{"vertex": "Paris", "D": 0},' ' {"vertex": "Lille", "D": 22.5},' \
    ' {"vertex": "A|x \"S\", b", "D": 41.5},' ' {"vertex": "Nice", "D": null}]' \
    '[{"n": 4}]' \
    'Paris       Lille, A|x "S", b' 'Lille       A|x "S", b' 'A|x "S", b  none' \
    'Nice        Paris, Lille, A|x "S", b' \
    'Paris - Lille, Lille - A|x "S", b, Nice - Paris' \
    '  123' '1 000' '2 001' '3 010' '4 000' '1 1' '2 1' '3 1' \
    '          10' '  123456789012' '1 100000000000' '2 100011100001' \
    '3 100110011111' '4 011111111111'
grep -q "'box' is no mode" err || wrong 'expected a message'
# Not where it may have been called, or where something else has been done.
cat >entries <<'EOF'
uses graph;
var P, D: table; n: integer;
load(P, 'long.csv', arcs('from,to')); n := LENGTH(P);
LEVELS(n, 1, P, D)
D
var E: table;
E := D
if n < 5 then LEVELS(n, 1, P, E)
E
LEVELS(n, 1, P, D); COL(1, D) := COL(2, D)
D
EOF
"$star" repl <entries >out 2>err || :
shows '... 88 more rows ...'
[ "$(grep -c '^v' out)" = 12 ] || wrong 'expected names of D alone'

# Nor what is another graph's by now, whatever has changed it.
printf 'from,to\nUrsel,Ulm\n' >u.csv
printf 'from,to\nVaduz,Verl\n' >v.csv
for change in 'for i := 1 to 1 do LEVELS(SIZE(Q), 1, Q, D)' \
    'if SIZE(Q) > 1 then LEVELS(SIZE(Q), 1, Q, D)' again "load(D, 'd.txt')" \
    'D := E' 'E := D; D := E' 'twice(E)' 'both(D)' \
    'for i := 1 to LENGTH(D) do ROW(i, D) := ROW(i, E)' \
    'for i := 1 to SIZE(D) do COL(i, D) := COL(i, E)' \
    'COL(1, D) := COL(1, D)' 'with c do D := E' 'CLR(X); TMERGE(E, X, D)' \
    'TCOPY1(E, 1, 1, D)' 'if n = 0 then D := E' 'WCOPY(w, X, D)' \
    'LEVELS(SIZE(Q), 1, Q, D); n := 0; n := 1 div n'; do
    cat >entries <<EOF
uses graph, basic;
var c: record k: integer end;
var P, Q, D, E: table; i, n: integer; X: slice(2); w: word(2);
proc again; begin LEVELS(SIZE(Q), 1, Q, D) end;
proc twice(var T: table); begin D := T end;
proc both(var T: table); begin LEVELS(SIZE(Q), 1, Q, T) end;
load(P, 'u.csv'); load(Q, 'v.csv');
LEVELS(SIZE(P), 1, P, E)
LEVELS(SIZE(P), 1, P, D)
save(D, 'd.txt')
D
$change
D
EOF
    "$star" repl <entries >out 2>err || :
    command="star repl, $change"
    [ "$(grep -c Ursel out)" = 1 ] || wrong 'expected names once'
done
# What only reads it leaves it its names.
cat >entries <<'EOF'
uses graph, closure;
var P, D: table;
load(P, 'u.csv')
CLOSURE(SIZE(P), P)
LEVELS(SIZE(P), 1, P, D)
save(P, 'p.txt'); writeln(SIZE(P))
P
EOF
"$star" repl <entries >out 2>err || :
command='star repl'
shown 2 'Ursel  Ulm' 'Ulm    none'

# Rows without columns have their numbers.
cat >entries <<'EOF'
var U: table(3,0);
:mode json
U
EOF
"$star" repl <entries >out 2>err || :
shown '[{"row": 1},' ' {"row": 2},' ' {"row": 3}]'

# Pictures: in characters, where a terminal has no Braille two dots in each, and
# in a file.
cat >entries <<'EOF'
var T: table(4, 6); s: string;
COL(1, T) := MASK(COL(1, T), 2); ROW(4, T) := not ROW(4, T)
:plot T
:plot T t.svg
:plot T g.svg:graph
s := 'x'
:plot s
:plot T a.svg:foo
:plot s := 'y'
EOF
"$star" repl <entries >out 2>err || :
command='star repl, :plot'
[ "$(sed 's/ *$//' out)" = ".
'....." ] || wrong 'expected dots'
grep -q '<svg' t.svg || wrong 'expected t.svg'
grep -q 'T has 4 rows and 6 columns: a graph has as many of both' err ||
    wrong 'expected a message'
grep -q 's cannot be drawn as matrix' err || wrong 'expected a message'
grep -q "'a.svg:foo': expected FILE.svg, or FILE.svg with :matrix, :graph or :bars" \
    err || wrong 'expected a message'
grep -q ':plot draws the value of an expression' err || wrong 'expected a message'
finish
