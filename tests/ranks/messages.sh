#!/bin/sh
# SPDX-License-Identifier: MIT
# messages.sh FOLDER: the messages of 160 statements, as docs/architecture/
# ranks.md has them: reductions, broadcasts, gatherings, exchanges. Of all but
# minima and maxima every 16th has a comparison before it, a reduction. And the
# words of a search in a graph, which sends no rows of its matrix, of prefixes
# and of what is packed.
set -eu
star=$1/star_ranks_3
folder=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# counts TIMES STATEMENT
counts() {
    cat >p.star <<END
program p;
uses basic, closure;
var
  P: table(100, 100); T, S, U: table(1000, 10); X, Y, Z: slice(1000); w: word(10); b: boolean;
  i, k: integer;
begin
  RANDOM(T, 1, 0.5); RANDOM(X, 2, 0.5); RANDOM(Y, 3, 0.5);
  CLEAR(P); CLR(Z); COL(1, T) := Z; S := T; Z := X; w := '0101010101';
  for k := 1 to $1 do begin $2 end
end.
END
    FORKED_COUNT=1 "$star" run --optimize off p.star 2>&1 | tail -1
}

wrong=0
# takes REDUCTIONS BROADCASTS GATHERINGS STATEMENT [EXCHANGES]
takes() {
    few=$(counts 1 "$4")
    many=$(counts 161 "$4")
    found=$(echo "$few $many" | awk '{ print $6 - $1, $7 - $2, $8 - $3, $10 - $5 }')
    [ "$found" = "$1 $2 $3 ${5-0}" ] && return
    echo "$4: $found, expected $1 $2 $3 ${5-0}"
    wrong=1
}

takes 0 0 0 'Z := X and not Y or Z'
takes 0 0 0 'Z := MASK(X, 3, 500); SET(Y); CLR(Y)'
takes 0 0 0 'RANDOM(X, k, 0.5); Y := X'
takes 0 0 0 'Z := COL(2, T); COL(3, T) := X; S := T'
takes 0 0 0 'TMERGE(T, X, S); WMERGE(w, X, S); WCOPY(w, X, U)'
takes 0 0 0 'MATCH(T, X, w, Z); GEL(T, w, Y, Z); SETMIN(T, S, X, Z)'
takes 0 0 0 'ROW(k, T) := w; X(k) := 1'
takes 160 0 0 'ADDV(T, S, X, U)'
takes 160 0 0 'i := FND(X); X := X or Y; b := SOME(X)'
takes 160 0 0 'b := X = Y'
takes 160 0 0 'Z := FRST(X or Y)'
takes 170 0 0 'i := NUMB(X)'
takes 170 0 0 'i := SUMV(T, X)'
takes 10 0 160 'MIN(T, X, Z)'
takes 10 0 160 'Z := SHIFT(X, up, 70)'
takes 10 0 160 'Z := PREFIX_OR(X)'
takes 10 0 160 'X := PREFIX_XOR(X)'
takes 20 0 160 'Z := COMPRESS(X, Y)' 160
takes 20 0 160 'X := COMPRESS(X, X)' 160
takes 20 0 160 'Y := EXPAND(X, Y)' 160
takes 20 0 160 'U := COMPRESS(X, T)' 160
takes 20 0 160 'T := EXPAND(X, T)' 160
takes 10 160 0 'w := ROW(k, T)'
takes 320 320 0 'CLOSURE(100, P)'

# Words of a search from SEARCHES vertices, and its levels, of which each is a
# loop: all of the matrix would be 4,194,304 words.
search() { # RANKS SEARCHES LOOP
    cat >search.star <<END
program search(output);
const n = 16384;
var T: table(n, n); X, next, seen: slice(n); y: word(n); i, k, levels: integer;
begin
  RANDOM(T, 1, 0.5); levels := 0;
  for k := 1 to $2 do
  begin
    CLR(X); X(k) := 1; seen := X;
    while SOME(X) do
    begin
      CLR(y); CLR(next);
      while SOME(X) do begin i := STEP(X); $3 end;
      X := (next or CONVERT(y)) and not seen; seen := seen or X; levels := levels + 1
    end
  end;
  writeln(levels)
end.
END
    FORKED_COUNT=1 "$1" run --ranks-from 16384 search.star 2>&1 |
        awk 'NR == 1 { levels = $1 } END { print levels, $4 }'
}
for ranks in 2 3; do
    for loop in 'y := y or ROW(i, T)' 'next := next or CONVERT(ROW(i, T))'; do
        few=$(search "$1/star_ranks_$ranks" 1 "$loop")
        many=$(search "$1/star_ranks_$ranks" 11 "$loop")
        words=$(echo "$few $many" | awk '{ print int(($4 - $2) / ($3 - $1)) }')
        [ "$words" -le $((7 * 16384 / 128)) ] && continue
        echo "$ranks ranks: $loop: $words words a level"
        wrong=1
    done
done

# Words of a statement on slices of 2^20 components, 16,384 words, and tables of
# 8 columns. Half of the rows are packed: those of the last rank go to others, and
# some of those between. A prefix takes one word of each rank.
words() { # RANKS STATEMENT
    for times in 1 11; do
        cat >words.star <<END
program words;
const n = 1048576;
var T, U: table(n, 8); X, Y, Z: slice(n); k: integer;
begin
  RANDOM(X, 1, 0.5); RANDOM(Y, 2, 0.5); RANDOM(T, 3, 0.5);
  for k := 1 to $times do $2
end.
END
        FORKED_COUNT=1 "$1" run words.star 2>&1 | tail -1
    done | awk 'NR == 1 { few = $4 } END { print ($4 - few) / 10 }'
}
# sends MOST STATEMENT
sends() {
    for ranks in 2 3 5; do
        words=$(words "$folder/star_ranks_$ranks" "$2")
        echo "$words $1" | awk '{ exit !($1 > 0 && $1 <= $2) }' && continue
        echo "$ranks ranks: $2: $words words, at most $1 expected"
        wrong=1
    done
}
sends 6 'Z := PREFIX_OR(X)'
sends 6 'Z := PREFIX_XOR(X)'
sends 8200 'Z := COMPRESS(X, Y)'
sends 8200 'Z := EXPAND(X, Y)'
sends 65600 'U := COMPRESS(X, T)'
sends 65600 'U := EXPAND(X, T)'
exit $wrong
