#!/bin/sh
# SPDX-License-Identifier: MIT
# film.sh STAR TOP: star trace --gif. What the pictures show is tested in a
# browser, which decodes them: tools/site/tests/film.test.mjs.
set -eu
star=$1
top=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "film: $1" >&2
    exit 1
}

# film EXIT ARG...: runs star trace.
film() {
    wanted=$1
    shift
    found=0
    "$star" trace "$@" >out 2>err || found=$?
    [ "$found" = "$wanted" ] || fail "$*: status $found: $(cat err)"
}

# shape FILE: its first bytes, width and height, and the number of pictures.
shape() {
    od -An -v -tx1 "$1" | tr -d '\n' | awk '{
        print $1 $2 $3 $4 $5 $6, $7 $8, $9 $10, gsub(/ 21 f9 04 04 /, "")
    }'
}

cat >steps.star <<'END'
program steps;
var T: table(3, 5); X: slice(7); v: word(2); i, k: integer; big: word(2000);
begin
  for i := 1 to 5 do begin
    COL(i, T) := '101';
    X(i) := 1
  end;
  if X(1) = 1 then v := '01';
  big(1) := 1;
  k := 1;
  while k > 0 do k := k + 1
end.
END

# A value that is empty, and those after each change; 16 pixels each, and one.
film 4 steps.star --max-steps 100 --gif T -o t.gif
grep -q 'no more than 100 steps' err || fail 'the error of the run is lost'
[ "$(shape t.gif)" = '474946383961 5100 3100 6' ] || fail "T: $(shape t.gif)"
film 4 steps.star --max-steps 100 --gif x -o - # a name in another case
[ "$(shape out)" = '474946383961 1100 7100 6' ] || fail "X: $(shape out)"
film 4 steps.star --max-steps 100 --gif V -o v.gif
[ "$(shape v.gif)" = '474946383961 2100 1100 2' ] || fail "v: $(shape v.gif)"

# Many values are thinned out, from the first to the last one.
cat >many.star <<'END'
program many;
var X: slice(100); i: integer;
begin
  for i := 1 to 3000 do X(i mod 97 + 1) := i mod 2;
  writeln(X(1))
end.
END
film 0 many.star --gif X -o many.gif
pictures=$(shape many.gif | sed 's/.* //')
[ "$pictures" -gt 200 ] && [ "$pictures" -le 512 ] ||
    fail "$pictures of 3,000 values"

film 2 steps.star --gif i -o i.gif
grep -qF "steps.star has no slice, word or table 'i' outside its procedures" err ||
    fail "$(cat err)"
[ ! -e i.gif ] || fail 'there is a file of what is none'
film 2 steps.star --max-steps 100 --gif big -o big.gif
grep -qF 'big has no value of at most 1024 rows and columns' err || fail "$(cat err)"
film 2 steps.star --gif T
film 0 "$top/examples/warshall.star" --gif P -o p.gif
[ "$(wc -c <p.gif)" -lt 10000 ] || fail "$(wc -c <p.gif) bytes of a closure"
