#!/bin/sh
# SPDX-License-Identifier: MIT
# data.sh STAR TOP: what traces hold and how large they are. With KEEP in the
# environment writes the expected data anew.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
here=$2/tests/system/trace
cp "$here/small.star" "$here/wide.star" "$work"
cd "$work"
fail() {
    echo "$*"
    exit 1
}

# trace STATUS ARG...: what a page has between <script> and </script>.
trace() {
    wanted=$1
    shift
    found=0
    "$star" trace "$@" -o page.html >out 2>err </dev/null || found=$?
    [ "$found" = "$wanted" ] || fail "trace $*: expected $wanted, found $found" \
        "$(cat err)"
    sed -n '/<script type="application/,/<\/script>/p' page.html |
        sed '1d;$d' | sed 's|"path":"stdlib/.*}|"path":"stdlib"}|' >data
}
star=$1

# A run that fails, all of it.
trace 1 small.star
grep -q 'has no value' err || fail "$(cat err)"
[ -z "${KEEP-}" ] || cp data "$here/small.json"
diff "$here/small.json" data
grep -qE '(src|href)=|@import|url\(|https?:' page.html &&
    fail 'the page wants something else'
python=$(command -v python3) && "$python" -c 'import json; json.load(open("data"))'

# The last of many; the output too, and no other file.
trace 4 --max-steps 3000000 wide.star
[ "$(wc -c <page.html)" -lt 2000000 ] || fail "$(wc -c <page.html) bytes"
grep -q '"first":2651' data || fail "$(tail -c 200 data)"
trace 4 --max-steps 300000 --last 1 wide.star
[ "$(grep -c . data)" -gt 5 ] || fail 'no data'
[ "$(ls)" = "$(printf '%s\n' data err out page.html small.star wide.star)" ] ||
    fail "$(ls)"

# Vertices have the names of their file.
printf 'from,to\nParis,Rome\nRome,Oslo\n' >cities.csv
cat >cities.star <<'END'
program cities;
var T: table; X: slice;
begin
  load(T, 'cities.csv', adjacency);
  X := COL(2, T);
  write(X)
end.
END
trace 0 cities.star
grep -q '"names":\["Paris","Rome","Oslo"\]' data || fail "$(cat data)"
[ "$(grep -o '"names"' data | wc -l)" = 1 ] || fail "$(cat data)"
# Names that are others later are none of a page's, which has one list of a table.
printf 'from,to\nBonn,Bern\nBern,Linz\n' >towns.csv
sed -i "s/  write(X)/  load(T, 'towns.csv', adjacency); write(X)/" cities.star
trace 0 cities.star
if grep '"names"' data; then exit 1; fi

# A var parameter is its variable, however deep.
cat >deep.star <<'END'
program deep;
var T: table(64, 64);
proc DOWN(k: integer; var T: table);
var X: slice(64);
begin
  X(k) := 1;
  COL(k, T) := X;
  if k > 1 then DOWN(k - 1, T)
end;
begin
  DOWN(64, T)
end.
END
trace 0 deep.star
[ "$(wc -c <data)" -lt 50000 ] || fail "$(wc -c <data) bytes"
rm deep.star

# The largest table that is drawn, and one more row.
for rows in 4095: 4096: 4097?; do
    echo "program large; var T: table(${rows%?}, 4096); begin T := T end." >large.star
    trace 0 large.star
    grep -qF "\"${rows%?}x4096${rows#????}" data || fail "$rows: $(tail -c 200 data)"
done

# Of statements that write large tables no more than so much is drawn.
cat >large.star <<'END'
program large;
var T, U, V: table(2048, 2048); X: slice(2048); i: integer;
begin
  SET(X);
  for i := 1 to 256 do begin
    X(i) := 0;
    COL(i, U) := X
  end;
  for i := 1 to 40 do begin
    T := U;
    T := V
  end
end.
END
trace 0 large.star
[ "$(wc -c <data)" -lt 40000000 ] || fail "$(wc -c <data) bytes"
grep -q '"2048x2048:' data && grep -q '"2048x2048?"' data || fail 'all or nothing'
rm large.star data page.html

# A program that uses files cannot be repeated: the first of it.
cat >files.star <<'END'
program files;
var f: file of integer; i: integer;
begin
  rewrite(f);
  for i := 1 to 100 do write(f, i);
  writeln(i_after);
end.
END
sed -i '/i_after/d' files.star
trace 0 --last 20 files.star
grep -q '"first":0,"end":{"when":"paused"' data || fail "$(tail -c 200 data)"
trace 0 files.star
grep -q '"when":"ended"' data || fail "$(tail -c 200 data)"

# --safe: tracing. Of strangers: only files beneath the program, or named.
printf '01\n10\n' >two.txt
cat >loads.star <<'END'
program loads;
var T: table;
begin
  load(T, 'two.txt', adjacency);
  write(T)
end.
END
trace 0 loads.star
grep -q '2x2:4,8' data || fail "$(cat data)"
trace 0 --safe loads.star
mv two.txt two
ln -s two two.txt
trace 5 --safe loads.star
rm two two.txt loads.star

# Ctrl-C, and the time.
for seconds in 0.2 1 5 20; do
    trace 4 --timeout $seconds wide.star
    grep -q 'before the program' err || break
done
grep -q '"when":"paused"' data || fail "$(tail -c 200 data)"
grep -q 'program is up' err || fail "$(cat err)"

for seconds in 1 5 20; do
    found=0
    timeout -k 10 -s INT --preserve-status "$seconds" "$star" trace wide.star \
        -o page.html >out 2>err || found=$?
    [ ! -s page.html ] || [ "$found" != 130 ] || break
done
grep -q '"when":"paused"' page.html || fail 'no page after Ctrl-C'
grep -q 'interrupted' err || fail "$(cat err)"

# Mistakes.
"$star" trace small.star >out 2>err && fail 'expected -o'
grep -q -- '-o FILE says where the page goes' err || fail "$(cat err)"
"$star" trace small.star -o /none/page.html >out 2>err && fail 'no such folder'
grep -q '/none/page.html' err || fail "$(cat err)"
[ -z "$("$star" trace small.star -o small.html 2>err | grep -v tag)" ] ||
    fail 'no output expected but the programs own'

"$star" trace --last 0 small.star -o page.html >out 2>err && fail 'last 0'
grep -q "'0'" err || fail "$(cat err)"

# Bytes that are no text are blanks.
echo "program zero; begin write('a', chr(0), 'b') end." >zero.star
trace 0 zero.star
grep -q '"a b"' data || fail "$(cat data)"
rm zero.star

# On standard output, apart from what the program writes.
echo "program says; begin writeln('hello') end." >says.star
trace 0 says.star
mv page.html whole
"$star" trace says.star -o - >page.html 2>err
cmp whole page.html
[ "$(cat err)" = hello ] || fail "$(cat err)"
[ ! -e /dev/full ] || {
    found=0
    "$star" trace says.star -o - >/dev/full 2>err || found=$?
    [ "$found" = 5 ] || fail "a full disk: $found"
}
rm whole

# A procedure.
cat >turn.star <<'END'
proc TURN(X: slice; var Y: slice);
var i: integer;
begin
  writeln('turns');
  Y := not X;
  for i := 1 to LENGTH(X) do Y(1) := 1
end;
END
[ "$("$star" call turn.star TURN X=0110 --trace page.html --print Y)" = "turns
1001" ] || fail 'expected the result of a call'
grep -q '"name":"TURN","depth":1' page.html || fail 'no procedure in the page'
grep -q '"when":"ended"' page.html || fail 'not to the end'
"$star" call turn.star TURN X=0110 --trace - --print Y >page.html 2>err
[ "$(cat err)" = "turns
1001" ] || fail "$(cat err)"
"$star" call turn.star TURN X=0110 --trace page.html --last 2 --print Y >out
grep -q '"first":9,' page.html || fail 'expected the last two statements'
found=0
"$star" call turn.star TURN X=0110 --trace page.html --max-steps 3 --print Y \
    >out 2>err || found=$?
[ "$found" = 4 ] && [ "$(cat out)" = turns ] || fail "a limit: $found"
grep -q '"when":"failed"' page.html || fail 'expected a limit'
for mistake in '--last 3' '--trace a --step' '--trace turn.star' \
    'Y=@page.html --trace page.html' 'Y=@page.html:code --trace page.html'; do
    found=0
    # shellcheck disable=SC2086
    "$star" call turn.star TURN X=0110 $mistake >out 2>err || found=$?
    [ "$found" = 2 ] || fail "$mistake: $found"
done

# A page never takes the place of the program or of a file that it is given.
cp files.star kept
for page in files.star ./files.star; do
    found=0
    "$star" trace files.star -o "$page" >out 2>err || found=$?
    [ "$found" = 2 ] || fail "a page over its program: $found" "$(cat err)"
done
grep -q "the page would replace 'files.star'" err || fail "$(cat err)"
found=0
"$star" trace files.star kept -o kept >out 2>err || found=$?
[ "$found" = 2 ] || fail "a page over a file: $found" "$(cat err)"
cmp files.star kept
