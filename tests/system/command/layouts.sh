#!/bin/sh
# SPDX-License-Identifier: MIT
# Tables remember the layout that they were loaded with, and procedures of the
# library refuse those of another one.
set -eu
. "$(dirname "$0")/common"

cat >arcs.gr <<'END'
p sp 3 3
a 1 2 0
a 2 3 0
a 1 3 0
END
cat >all.star <<'END'
uses arcs, branchings, closure, graph, paths, trees, maxplus, dynamic_trees,
    dynamic_closure, dynamic_paths, dynamic_sink;
proc NOTHING; begin end;
END

# refuses PROC 'ARGUMENT...' PARAMETER HAS NEEDS, by kernels and by bodies.
refuses() {
    for native in on off; do
        # shellcheck disable=SC2086
        gives 1 call all.star $1 $2 --native $native
        says "$3 was loaded with the layout $4, but $1 needs $5"
        says '[wrong-layout]'
        says "$3=@file:$5 for star call"
    done
}
P=P=@arcs.gr:weights:1
refuses CLOSURE "n=3 $P" P weights adjacency
refuses LEVELS "n=3 s=1 $P" P weights adjacency
refuses DFS "n=3 $P" P weights adjacency
refuses TOPOLOGICAL "n=3 $P" P weights adjacency
refuses COMPONENTS "n=3 $P" P weights adjacency
refuses STRONG "n=3 $P" P weights adjacency
refuses TRIANGLES "n=3 $P" P weights adjacency
W=W=@arcs.gr
refuses DIJKSTRA "n=3 h=1 s=1 $W" W adjacency weights
refuses DIJKSTRA2 "n=3 h=1 s=1 $W" W adjacency weights
refuses BELLMAN_FORD "n=3 h=1 s=1 bias=0 $W" W adjacency weights
refuses FLOYD "n=3 h=1 $W" W adjacency weights
refuses PRIM "n=3 h=1 $W" W adjacency weights
refuses KLEENET "n=3 h=1 $W E=@arcs.gr" W adjacency weights
refuses KLEENET "n=3 h=1 W=@arcs.gr:weights:1 E=@arcs.gr:weights:1" E weights \
    adjacency
arcs='Left=@arcs.gr:left Right=@arcs.gr:right Weight=@arcs.gr:weight'
refuses KRUSKAL "Left=@arcs.gr:weights:1 Right=@arcs.gr:weights:1 Weight=@arcs.gr:weight" \
    Left weights left
refuses KRUSKAL 'Left=@arcs.gr:left Right=@arcs.gr:right Weight=@arcs.gr:code' \
    Weight code weight
refuses TREEPATHS 'n=3 Left=@arcs.gr:left Right=@arcs.gr:code Z=110' \
    Right code right
refuses OPTIMAL 'n=3 Left=@arcs.gr:left Right=@arcs.gr:code Weight=@arcs.gr:weight Z=110' \
    Right code right
refuses GABOW 'n=3 s=1 d=1 Left=@arcs.gr:left Right=@arcs.gr:code Weight=@arcs.gr:weight' \
    Right code right
refuses EDMONDS 'n=3 Left=@arcs.gr:left Right=@arcs.gr:right Weight=@arcs.gr:code' \
    Weight code weight
refuses DFS_ARCS 'Left=@arcs.gr:left Right=@arcs.gr:right Code=@arcs.gr:left root=01 X=11' \
    Code left code
refuses DOMINATORS 'Left=@arcs.gr:code Right=@arcs.gr:right Code=@arcs.gr:code root=01' \
    Left code left
lists='Left=@arcs.gr:left Right=@arcs.gr:code'
refuses MSTPATHS "$lists Weight=@arcs.gr:weight Code=@arcs.gr:code S=111" \
    Right code right
kept='S=111 T=000 M=3x3 L=@arcs.gr:code'
for change in INSERT DELETE; do
    refuses MST_${change}_EDGE \
        "n=3 e=1 Left=@arcs.gr:left Right=@arcs.gr:right Weight=@arcs.gr:code $kept" \
        Weight code weight
    x=
    [ $change = DELETE ] || x=X=111
    refuses MST_${change}_VERTEX \
        "n=3 v=1 $lists Weight=@arcs.gr:weight $x $kept" Right code right
    refuses CLOSURE_${change}_ARC "n=3 e=1 $lists S=111 T=3x3 R=3x3" \
        Right code right
    weight=
    [ $change = DELETE ] || weight=weight=0
    refuses SPT_${change}_ARC "n=3 h=1 i=1 j=2 $weight $W V=3x3 D=3x1 F=3x2" \
        W adjacency weights
    refuses SINK_${change}_ARC "n=3 h=1 i=1 j=2 $weight $W V=3x3 D=3x1 P=3x3" \
        W adjacency weights
done
refuses DESCENDANTS "n=3 $lists S=111" Right code right
refuses ENTERING "n=3 h=1 $W" W adjacency weights

# Arcs that fit are taken; edges have no direction.
gives 0 call all.star DIJKSTRA n=3 h=2 s=1 W=@arcs.gr:weights:2 --print D
# shellcheck disable=SC2086
gives 0 call all.star KRUSKAL $arcs --print Z
gives 0 call all.star KRUSKAL Left=@arcs.gr:right Right=@arcs.gr:left \
    Weight=@arcs.gr:weight --print Z

# A matrix of text or numbers may be any table: of one bit for each weight, say.
printf '111\n011\n001\n' >bits.txt
printf '1,1,1\n0,1,1\n0,0,1\n' >bits.csv
gives 0 call all.star FLOYD n=3 h=1 W=@bits.txt --print W
gives 0 call all.star FLOYD n=3 h=1 W=@bits.csv --print W

# Results of procedures, and tables that are read again, have their own layout.
cat >again.star <<'END'
program again;
uses paths;
var W, P, D, F: table(3, 3); X: slice(3);
begin
  load(W, 'arcs.gr');
  SET(X);
  WCOPY(ROW(1, W), X, P);
  TMERGE(P, X, W);
  FLOYD(3, 1, W);
  load(W, 'arcs.gr', weights, 1);
  FLOYD(3, 1, W);
  load(W, 'arcs.gr');
  FLOYD(3, 1, W)
end.
END
gives 1 run again.star
says 'again.star:13:15: error: W was loaded with the layout adjacency'

# However the table comes there, the call is to blame, and its name is said.
cat >ways.star <<'END'
program ways;
uses closure, paths;
type rec = record t: table end;
var P, D, F: table; r: rec; a: array[1..2] of table; k: integer;
proc one(var T: table);
begin
  CLOSURE(3, T)
end;
proc two;
begin
  DIJKSTRA(3, 1, 1, P, D, F)
end;
proc three(proc q(n: integer; var P: table));
begin
  q(3, P)
end;
begin
  read(k);
  load(P, 'arcs.gr', code);
  r.t := P;
  a[2] := P;
  case k of
    1: one(P);
    2: two;
    3: CLOSURE(3, r.t);
    4: CLOSURE(3, a[2]);
    5: three(CLOSURE);
    6: DIJKSTRA(3, 1, 1, r.t, D, F);
    7: DIJKSTRA(3, 1, 1, a[2], D, F)
  end
end.
END
check_way() {
    printf '%s\n' "$1" >way
    for native in on off; do
        command="star run ways.star, way $1, --native $native"
        "$star" run --native $native ways.star <way >out 2>err || :
        says "ways.star:$2: error: $3 was loaded with the layout code, but"
    done
}
check_way 1 7:14 T
check_way 2 11:21 P
check_way 3 25:19 'this table'
check_way 4 26:19 'this table'
check_way 5 15:8 P
check_way 6 28:26 'this table'
check_way 7 29:26 'this table'
finish
