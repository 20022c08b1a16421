#!/bin/sh
# SPDX-License-Identifier: MIT
# memory.sh FOLDER: a table of 96 MiB that ranks make, save, load, search and
# save again: each has no more memory than for its part of the two that there
# are while one is loaded. The same of columns so long that ranks have large
# pages, which hold no words of others.
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

# A table of more than this machine has, on ranks that stand for machines; and
# an operand that all ranks get, each within the limit, but not all together.
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
cat >gather.star <<'END'
program gather(output);
var X, Y: slice(8000000);
begin
  X := MASK(X, 5, 9);
  Y := ROTATE(X, up, 7);
  writeln(NUMB(Y))
end.
END
[ "$("$folder/star_ranks_2" run --max-memory 4M gather.star)" = 5 ]
refused star_ranks_5 --max-memory=4M gather.star
