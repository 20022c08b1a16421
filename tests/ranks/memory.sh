#!/bin/sh
# SPDX-License-Identifier: MIT
# memory.sh FOLDER: a table of 96 MiB that ranks make, save, load, search and
# save again: each has no more memory than for its part of the two that there
# are while one is loaded. The same of columns so long that ranks have large
# pages, which hold no words of others. And --max-memory, which holds for the
# ranks of a host together.
set -eu
folder=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >memory.star <<'END'
program memory(output);
const n = 1048576; m = 768;
var T: table(n, m); X: slice(n); w: word(m);

begin
  RANDOM(T, 1, 0.5);
  save(T, 'made.bits', bits);
  load(T, 'made.bits', columns);
  w := ROW(777777, T);
  SET(X);
  MATCH(T, X, w, X);
  COL(1, T) := X;
  save(T, 'found.bits', bits);
  writeln(NUMB(X), ' ', FND(X))
end.
END
both=$((2 * 96 * 1024))
rest=$((16 * 1024)) # the command itself, and blocks of less than 32 MiB
for ranks in 1 2 3 5; do
    FORKED_PEAK=1 "$folder/star_ranks_$ranks" run memory.star >out 2>peak
    [ "$(cat out)" = '1 777777' ]
    cksum *.bits >sums
    [ -e sums.1 ] || cp sums sums.1
    cmp sums sums.1
    most=$((both / ranks + rest))
    awk -v most="$most" -v ranks="$ranks" '
        $1 > most { print ranks " ranks: " $1 " KiB, expected " most; wrong = 1 }
        END { exit wrong || NR != ranks }' peak
    rm ./*.bits
    [ "$ranks" != 1 ] || [ "$(cat peak)" -ge "$both" ] || {
        echo "1 rank: $(cat peak) KiB are less than the tables"
        exit 1
    }
done

cat >long.star <<'END'
program long(output);
var T: table(270000000, 12); X, Z: slice(270000000); w: word(12);

begin
  RANDOM(T, 1, 0.5);
  SET(X);
  MATCH(T, X, w, Z);
  writeln(NUMB(Z))
end.
END
all=$((14 * 270000000 / 8192))
for ranks in 1 2; do
    FORKED_PEAK=1 "$folder/star_ranks_$ranks" run long.star >out."$ranks" 2>peak
    cmp out.1 out."$ranks"
    awk -v most=$((all / ranks + rest)) '
        $1 > most { print $1 " KiB, expected " most; wrong = 1 }
        END { exit wrong }' peak
done

# A table of more than this machine has, on ranks that stand for machines.
columns=$(awk '/MemTotal/ { print int($2 * 1.5 / 131072) + 2 }' /proc/meminfo)
cat >large.star <<END
program large(output);
var T: table(1073741824, $columns); X: slice(1073741824);

begin
  X := MASK(X, 5, 9);
  COL(2, T) := X;
  writeln(NUMB(COL(2, T)), ' ', NUMB(COL($columns, T)))
end.
END
[ "$(FORKED_HOSTS=1 "$folder/star_ranks_3" run large.star)" = '5 0' ]

refused() { # by a limit of memory
    code=0
    star=$1
    shift
    "$folder/$star" run "$@" >out 2>err || code=$?
    [ "$code" = 4 ] && grep -q '\[memory-limit\]' err && return
    echo "$*: status $code"
    cat out err
    exit 1
}
refused star_ranks_2 large.star

# Without --max-memory the ranks of a host share what one process may have.
sed "s/1073741824, $columns/1073741824, $((4 * columns))/" large.star >larger.star
for ranks in 1 2 3; do
    refused star_ranks_$ranks larger.star
    sed -n 's/.* of \([0-9]*\) are in use.*/\1/p' err >limit.$ranks
    [ $(($(cat limit.1) / ranks)) = "$(cat limit.$ranks)" ] || {
        echo "$ranks ranks: a limit of $(cat limit.$ranks), of one: $(cat limit.1)"
        exit 1
    }
done

# And so they do with it: what they have together, until one more is refused.
# Whole slices; divided tables; what is gathered, or loaded as a whole; and columns
# so short that their parts fill no pages.
together() { # PROGRAM RANKS STATUS
    code=0
    FORKED_PEAK=1 "$folder/star_ranks_$2" run --max-memory 100M "$1.star" \
        >out 2>peak || code=$?
    sum=$(awk '/^[0-9]+$/ { sum += $1 } END { print sum }' peak)
    [ "$code" = "$3" ] && [ "$sum" -le $((100 * 1024 + $2 * rest)) ] &&
        { [ "$code" = 0 ] || grep -q '\[memory-limit\]' peak; } && return
    echo "$1, $2 ranks: status $code, $sum KiB together"
    cat out peak
    exit 1
}
deeper() { # NAME DECLARATION STATEMENT: in one call after the other
    cat >"$1.star" <<END
program $1(output);
procedure deeper(k: integer);
var $2;
begin $3; if k < 1000 then deeper(k + 1) end;
begin deeper(1) end.
END
}
deeper slices 'X: slice(8000000)' 'SET(X)'
deeper tables 'T: table(1048576, 300)' 'RANDOM(T, k, 0.5)'
deeper gathered 'X, Y: slice(300000000)' 'RANDOM(X, k, 0.5); Y := MIRROR(X)'
deeper short 'T: table(16384, 20000)' 'RANDOM(T, k, 0.5)'
deeper loaded 'T: table' "load(T, 'made.bits.gz')"
cat >make.star <<'END'
program make(output);
var T: table(2048, 140000);
begin save(T, 'made.bits.gz') end.
END
"$folder/star_ranks_1" run make.star
for ranks in 1 2 3; do
    for program in slices tables gathered short loaded; do
        together $program $ranks 4
    done
done
cat >fits.star <<'END'
program fits(output);
var T, U: table(1048576, 300); X: slice(1048576);
begin
  RANDOM(T, 1, 0.5);
  RANDOM(U, 2, 0.5);
  X := COL(1, T) and COL(300, U);
  writeln(NUMB(X))
end.
END
for ranks in 1 2 3; do
    together fits $ranks 0
done

# A table of few rows, but many components: 16384 times as many as the rows from
# which ranks divide. Its image is that of rows: pieces of such short columns
# would fill no pages.
cat >wide.star <<'END'
program wide(output);
const n = 32768; m = 24576;
var T: table(n, m); w: word(m); i: integer;

begin
  CLR(w);
  for i := 1 to n do begin w(i mod m + 1) := 1; ROW(i, T) := w end;
  save(T, 'wide.bits', bits)
end.
END
cat >again.star <<'END'
program again(output);
var T: table;

begin
  load(T, 'wide.bits', rows);
  writeln(NUMB(ROW(7777, T)));
  save(T, 'again.bits', bits)
end.
END
"$folder/star_ranks_1" run wide.star
for from in 49152 49153; do
    FORKED_PEAK=1 "$folder/star_ranks_3" run --ranks-from $from again.star >out 2>peak
    [ "$(cat out)" = 7777 ]
    cmp wide.bits again.bits
    awk -v least=$((from == 49153 ? both / 2 : 0)) \
        -v most=$((from == 49153 ? both : both / 6 + rest)) '
        $1 < least || $1 > most { print $1 " KiB of " least " to " most; wrong = 1 }
        END { exit wrong || NR != 3 }' peak
done
