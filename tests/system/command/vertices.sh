#!/bin/sh
# SPDX-License-Identifier: MIT
# Vertices keep their names from the file to the result.
set -eu
. "$(dirname "$0")/common"

echo 'uses graph, paths, trees, sparse; proc NOTHING; begin end;' >all.star
cat >roads.csv <<'END'
from,to,km
Paris,Lille,225
Lille,Reims,199
Paris,"Aix, Süd",755
Nice,Paris,930
END

# shown LINE...: the output, whatever the messages.
shown() {
    [ "$(cat out)" = "$(printf '%s\n' "$@")" ] || wrong "expected: $*"
}

# Blanks that are longer than what is read at once; a name with parentheses.
awk 'BEGIN { printf "from to"; for (i = 0; i < 3; i++)
    printf "\nAlpha%d %1500sBeta%d%70000s", i, "", i, ""; print "" }' >blanks.csv
gives 0 call all.star STRONG P=@blanks.csv --print L
[ "$(grep -c '^[AB][a-z]*[0-2] ' out)" = 6 ] || wrong 'expected six vertices'
printf 'from,to,dist (km)\na,b,5\n' >par.csv
gives 0 call all.star DIJKSTRA s=a 'W=@par.csv:arcs(from,to,dist (km)):weights:9' \
    --print D
shown 'a  0' 'b  5'

road='@roads.csv:arcs(from,to,km):weights:12'
for native in on off; do
    for s in Paris 'Aix, Süd' Nice; do
        gives 0 call all.star DIJKSTRA "s=$s" "W=$road" --native $native \
            --print D --print F
        case $s in
        Paris) shown 'Paris     0' 'Lille     225' 'Reims     424' \
            'Aix, Süd  755' 'Nice      not reached' 'Paris     none' \
            'Lille     Paris' 'Reims     Lille' 'Aix, Süd  Paris' \
            'Nice      none' ;;
        Nice) shown 'Paris     930' 'Lille     1155' 'Reims     1354' \
            'Aix, Süd  1685' 'Nice      0' 'Paris     Nice' \
            'Lille     Paris' 'Reims     Lille' 'Aix, Süd  Paris' \
            'Nice      none' ;;
        *) shown 'Paris     not reached' 'Lille     not reached' \
            'Reims     not reached' 'Aix, Süd  0' 'Nice      not reached' \
            'Paris     none' 'Lille     none' 'Reims     none' \
            'Aix, Süd  none' 'Nice      none' ;;
        esac
    done
done
gives 0 call all.star DIJKSTRA "W=$road" s=Reims --print D:bits --out D=d.csv \
    --out F=f.csv --out D=d.txt
shown 111111111111 111111111111 000000000000 111111111111 111111111111
[ "$(cat d.csv)" = 'vertex,D
Paris,
Lille,
Reims,0
"Aix, Süd",
Nice,' ] || wrong 'expected d.csv'
[ "$(head -3 f.csv | tail -1)" = Lille, ] || wrong 'expected f.csv'
[ "$(head -1 d.txt)" = 111111111111 ] || wrong 'expected d.txt'

# The layout that the library says; the same names in each table.
gives 0 call all.star KRUSKAL Left=@roads.csv Right=@roads.csv \
    Weight=@roads.csv --print Z --out Z=z.csv
shown 'Paris - Lille, Lille - Reims, Paris - Aix, Süd, Nice - Paris'
[ "$(head -2 z.csv)" = 'from,to
Paris,Lille' ] || wrong 'expected z.csv'
gives 0 call all.star COMPONENTS P=@roads.csv --print L --print k
shown 'Paris     Paris' 'Lille     Paris' 'Reims     Paris' \
    'Aix, Süd  Paris' 'Nice      Paris' 1
gives 0 call all.star TOPOLOGICAL P=@roads.csv --print Z
shown none
printf 'u;v\nb;c\nc;b\na;b\n' >circuit.csv
gives 0 call all.star TOPOLOGICAL P=@circuit.csv --print Z --out Z=z.csv
shown 'b, c'
[ "$(cat z.csv)" = 'vertex
b
c' ] || wrong 'expected z.csv'

# Numbers with gaps, from 0 and from 1.
printf 'source\ttarget\n35\t99\n10\t20\n20\t35\n' >gaps.tsv
gives 0 call all.star LEVELS P=@gaps.tsv s=10 --print D
shown '10  0' '20  1' '35  2' '99  3'
printf '0,2\n2,1\n0,7\n' >zero.csv
gives 0 call all.star LEVELS P=@zero.csv:arcs s=0 --print D
shown '0  0' '1  2' '2  1' '7  1'
printf 'from,to\n1,2\n2,3\n' >plain.csv
gives 0 call all.star LEVELS P=@plain.csv s=1 --print D
shown '1  0' '2  1' '3  2'
printf 'p sp 3 1\na 1 2 5\n' >a.gr
gives 0 call all.star LEVELS P=@a.gr s=1 --print D
shown '1  0' '2  1' '3  not reached'

# So have edge lists, from 0 or from 1, and what compact leaves.
printf '0 2\n2 1\n' >from0.edges
gives 0 call all.star LEVELS P=@from0.edges s=0 --print D
shown '0  0' '1  2' '2  1'
printf '1 3\n3 2\n' >from1.edges
gives 0 call all.star LEVELS P=@from1.edges s=1 --print D
grep -q 'from1.edges: vertex 0, the first of 4, has no arc' err ||
    wrong 'expected a warning'
shown '0  not reached' '1  0' '2  2' '3  1'
printf '10 20\n35 99\n20 35\n' >gaps.edges
gives 0 call all.star LEVELS P=@gaps.edges:compact s=10 --print D
shown '10  0' '20  1' '35  2' '99  3'
gives 2 call all.star LEVELS P=@gaps.edges:compact s=1
says "s: no vertex is named '1'"

# What other units say: relations, pairs, orders, an arc, a bias.
echo 'uses closure, graph, paths, trees, branchings, dynamic_trees;' >more.star
printf 'from,to,w\na,b,4\nb,c,1\na,c,9\nc,<d>,2\n' >small.csv
gives 0 call more.star CLOSURE P=@small.csv --print P --out P=p.csv
shown 'a    b, c, <d>' 'b    c, <d>' 'c    <d>' '<d>  none'
[ "$(head -3 p.csv | tail -2)" = 'a,b
a,c' ] || wrong 'expected p.csv'
gives 0 call more.star FLOYD W=@small.csv --print W --out W=w.csv
shown 'a    a    0' 'a    b    4' 'a    c    5' 'a    <d>  7' 'b    b    0' \
    'b    c    1' 'b    <d>  3' 'c    c    0' 'c    <d>  2' '<d>  <d>  0'
[ "$(head -2 w.csv)" = 'from,to,W
a,a,0' ] || wrong 'expected w.csv'
gives 0 call more.star TOPOLOGICAL P=@small.csv --print Order --print Z
shown a b c '<d>' none
gives 0 call more.star BELLMAN_FORD W=@small.csv:weights:8 s=a bias=3 --print D
shown 'a    0' 'b    1' 'c    -1' '<d>  -2'
lists='Left=@small.csv Right=@small.csv'
# shellcheck disable=SC2086
gives 0 call more.star OPTIMAL $lists Weight=@small.csv n=4 Z=1011 --print e \
    --print Y --out e=e.csv
shown 'b - c' 'a - b, a - c'
[ "$(cat e.csv)" = 'from,to
b,c' ] || wrong 'expected e.csv'
# shellcheck disable=SC2086
gives 0 call more.star OPTIMAL $lists Weight=@small.csv n=4 Z=1101 --print e
shown none
# shellcheck disable=SC2086
gives 0 call more.star TREEPATHS $lists n=4 Z=1111 --print L --print Y
shown 'a    a' 'b    a' 'c    a' '<d>  a' 'b - c'
# shellcheck disable=SC2086
gives 0 call more.star EDMONDS $lists Weight=@small.csv n=4 --print Z
shown 'a - b, a - c, c - <d>'

# Decimals: what is in the weights is printed with them, other numbers are not.
printf 'from,to,km\nParis,Lille,22.5\nLille,Reims,"1.99"\nParis,Nice,7\n' >dec.csv
gives 5 call all.star DIJKSTRA W=@dec.csv s=Paris --print D
says "dec.csv:2:13: expected a whole weight in 0..999999999999999999, found '22.5'"
says "scale=10 behind the file's name reads tenths, as 465 for 46.5"
gives 5 call all.star DIJKSTRA W=@dec.csv:scale=10 s=Paris --print D
says "dec.csv:3:13: expected a weight in 0..99999999999999999.9, of at most 1 decimal, found '1.99'"
gives 5 call all.star DIJKSTRA W=@dec.csv:weights:9:scale=100 s=Paris
says "dec.csv:2:13: expected a weight in 0..5.1, of at most 2 decimals, found '22.5'"
scaled='W=@dec.csv:arcs(from,to,km):weights:12:scale=100'
gives 0 call all.star DIJKSTRA "$scaled" s=Paris --print D --out D=d.csv
shown 'Paris  0' 'Lille  22.5' 'Reims  24.49' 'Nice   7'
[ "$(head -3 d.csv | tail -1)" = Lille,22.5 ] || wrong 'expected d.csv'
gives 0 call more.star FLOYD W=@dec.csv:scale=100 --print W
shown 'Paris  Paris  0' 'Paris  Lille  22.5' 'Paris  Reims  24.49' \
    'Paris  Nice   7' 'Lille  Lille  0' 'Lille  Reims  1.99' 'Reims  Reims  0' \
    'Nice   Nice   0'
gives 0 call all.star DIJKSTRA "$scaled" s=Paris --print D:bits
[ "$(head -2 out | tail -1)" = 100011001010 ] || wrong 'expected 2250 in bits'
gives 0 call more.star BELLMAN_FORD "$scaled" s=Lille bias=99 --print D
shown 'Paris  not reached' 'Lille  0' 'Reims  1' 'Nice   not reached'
gives 0 call all.star LEVELS P=@dec.csv s=Paris --print D
shown 'Paris  0' 'Lille  1' 'Reims  2' 'Nice   1'
gives 2 call all.star LEVELS P=@dec.csv:scale=10 s=Paris
says 'P: a scale is for weights, which it has none of'
for scale in 12 0 -10 1e1 10000000000 ''; do
    gives 2 call all.star DIJKSTRA W=@dec.csv:scale=$scale s=Paris
    says 'W: a scale is 10, 100, ..., with at most 9 zeros'
done
echo 'uses dynamic_paths;' >dynamic.star
gives 2 call dynamic.star SPT_INSERT_ARC W=@dec.csv:weights:12:scale=100 \
    V=@dec.csv:weights:16:scale=1000 i=Paris j=Nice weight=000000000001
says 'W and V have weights of different scales: read both with the same scale'

# Pictures have the names.
gives 0 call more.star CLOSURE P=@small.csv --plot P=p.svg:graph --plot P=m.svg
for picture in p.svg m.svg; do
    grep -q '>&lt;d&gt;</text>' $picture || wrong "expected names in $picture"
    ! grep -q '>1</text>' $picture || wrong "expected no numbers in $picture"
done
gives 0 call more.star DIJKSTRA "W=$road" s=Paris --plot D=d.svg:bars
grep -q '>Paris</text>' d.svg || wrong 'expected names in d.svg'

# A name that is none, and tables of other vertices in one call.
gives 2 call all.star DIJKSTRA "W=$road" s=Pariss
says "s: no vertex is named 'Pariss': did you mean 'Paris'?"
gives 2 call all.star LEVELS P=@gaps.tsv s=1
says "s: no vertex is named '1'"
sed s/Nice/Nizza/ roads.csv >others.csv
gives 1 call all.star KRUSKAL 'Left=@roads.csv:arcs(from,to):left' \
    'Right=@others.csv:arcs(from,to):right' 'Weight=@roads.csv:arcs(from,to,km):weight'
says 'Left has the vertices of roads.csv, but Right those of others.csv, which have other names [other-vertices]'
# 1..n, and 0..n-1, are names too; a matrix has none.
printf 'from,to\n1,2\n2,3\n3,4\n4,5\n' >counted.csv
printf '0 1\n1 2\n2 3\n3 4\n' >zero.edges
printf 'p sp 5 4\na 1 2 1\na 2 3 1\na 3 4 1\na 4 5 1\n' >one.gr
printf '001\n010\n011\n100\n' >matrix.txt
for other in counted.csv zero.edges one.gr; do
    gives 1 call all.star KRUSKAL Left=@roads.csv Right=@$other:right Weight=@roads.csv
    says "Left has the vertices of roads.csv, but Right those of $other"
done
gives 1 call all.star KRUSKAL Left=@zero.edges:left Right=@one.gr:right Weight=@one.gr:weight
says 'Left has the vertices of zero.edges, but Right those of one.gr'
gives 0 call all.star KRUSKAL Left=@counted.csv Right=@one.gr:right Weight=@one.gr:weight
gives 0 call all.star KRUSKAL Left=@roads.csv Right=@matrix.txt Weight=@roads.csv
cat >other.star <<'END'
program other;
uses basic, trees;
var A, B, C, D, E: table; X: slice(5); Z: slice; n: integer;
procedure kruskal_of(var Weight: table);
begin
  KRUSKAL(A, B, Weight, Z)
end;
begin
  read(n);
  load(A, 'roads.csv', arcs('from,to'), left);
  load(B, 'zero.edges', right);
  load(C, 'roads.csv', arcs('from,to,km'), weight);
  if n = 1 then KRUSKAL(A, B, C, Z);
  if n = 2 then kruskal_of(C);
  load(D, 'roads.csv', arcs('from,to'));
  load(E, 'zero.edges');
  SET(X);
  if n = 3 then TMERGE(D, X, E);
  E := D;
  TMERGE(D, X, E)
end.
END
for way in 1:13:28 2:6:14; do
    for native in on off; do
        echo "${way%%:*}" >way
        command="star run other.star, way $way, --native $native"
        "$star" run --native $native other.star <way >out 2>err || :
        says "other.star:${way#*:}: error: A has the vertices of roads.csv, but B those of zero.edges"
    done
done
for native in on off; do
    echo 3 >way
    "$star" run --native $native other.star <way >out 2>err || :
    command="star run other.star, way 3, --native $native"
    says 'other.star:18:30: error: D has the vertices of roads.csv, but E those of zero.edges'
done
echo 4 | "$star" run other.star >out 2>err || wrong 'expected status 0'
printf 'to,from\nNice,Paris\nReims,Lille\nLille,Paris\n"Aix, Süd",Paris\n' >turned.csv
gives 0 call all.star KRUSKAL 'Left=@roads.csv:arcs(from,to):left' \
    'Right=@turned.csv:arcs(from,to):left' \
    'Weight=@roads.csv:arcs(from,to,km):weight' --print Z
shown 'Nice - Paris'
finish
