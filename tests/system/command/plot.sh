#!/bin/sh
# SPDX-License-Identifier: MIT
# call --plot: values as pictures.
set -eu
. "$(dirname "$0")/common"

cat >unit.star <<'END'
proc RESULTS(n: integer; var P, T: table; var X: slice; var w: word;
             var a: array[l..u: integer] of integer;
             var m: array[l1..u1: integer; l2..u2: integer] of real);
var i: integer; Y: slice(n);
begin
  for i := l to u do if i <> 2 then a[i] := i;
  m[1, 1] := 1; m[1, 2] := 2; m[2, 1] := 3;
  Y := CONVERT(MASK(ROW(1, P), n, n));
  X := Y; w := '011';
  if n < 0 then T := P
end;
END
printf '011\n100\n001\n' >P.txt

# draws NAME=FILE.svg...: calls it, which prints nothing.
draws() {
    command="star call unit.star RESULTS --plot $*"
    rm -f ./*.svg
    found=0
    "$star" call unit.star RESULTS n=3 P=@P.txt a=-2..3 m=2x2 --plot "$@" \
        >out 2>err || found=$?
}

# drawn FILE TEXT: a picture has this, and is one.
drawn() {
    prints ''
    [ "$found" = 0 ] || wrong "expected status 0, found $found"
    grep -qF -- "$2" "$1" || {
        cp "$1" out
        wrong "expected $2"
    }
    head -n 1 "$1" | grep -q '^<svg .*>$' || wrong 'expected a picture'
    [ "$(tail -n 1 "$1")" = '</svg>' ] || wrong 'expected a whole picture'
    if command -v xmllint >/dev/null; then
        xmllint --noout "$1" || wrong 'expected XML'
    fi
}

# refused TEXT: no picture, and this message.
refused() {
    says "$1"
    [ "$found" = 2 ] || wrong "expected status 2, found $found"
    [ ! -e p.svg ] || wrong 'expected no picture'
}

draws P=p.svg
drawn p.svg '<title>P: 3 x 3</title>'
drawn p.svg 'd="M68 48h40v20h-40zM48 68h20v20h-20zM88 88h20v20h-20z"/>'
cp p.svg matrix
draws p=p.svg:matrix --plot P=q:graph.svg
cmp -s p.svg matrix || wrong 'expected the same picture'
cmp -s q:graph.svg matrix || wrong 'expected the same picture'
draws P=p.svg:graph
drawn p.svg '<title>P: 3 x 3</title>'
[ "$(grep -c '<circle' p.svg)" = 4 ] || wrong 'expected 3 vertices and a loop'
[ "$(grep -c '<path d=.*marker-end' p.svg)" = 1 ] || wrong 'expected an arrow'
[ "$(grep -c '<path d="M[^/]*stroke=.*/>$' p.svg)" = 2 ] ||
    wrong 'expected two arcs'
draws P=p.svg:bars
drawn p.svg 'y="48.0" width="19.2" height="240.0"'
drawn p.svg '>4</text>'
draws X=p.svg --plot w=q.svg
drawn p.svg '<title>X: 3</title>'
drawn p.svg 'd="M48 88h20v20h-20z"/>'
drawn q.svg '<title>w: 1 x 3</title>'
drawn q.svg 'd="M68 48h40v20h-40z"/>'
draws a=p.svg
drawn p.svg '<title>a: 6</title>'
[ "$(grep -c 'rect x=.*height="' p.svg)" = 5 ] || wrong 'expected five bars'
drawn p.svg '>-2</text>'
draws m=p.svg
drawn p.svg 'fill-opacity="0.500" d="M68 48h20v20h-20z"'
drawn p.svg 'fill-opacity="1.000" d="M48 68h20v20h-20z"'

draws P
refused "--plot 'P': expected NAME=FILE.svg"
for file in p.txt p.svg:pie .svg p.svg:; do
    draws "P=$file"
    refused "--plot 'P=$file': expected NAME=FILE.svg"
done
draws Q=p.svg
refused "there is no parameter 'Q'"
draws n=p.svg
refused 'n cannot be drawn as matrix'
draws X=p.svg:graph
refused 'X cannot be drawn as graph'
draws a=p.svg:matrix
refused 'a cannot be drawn as matrix'
draws m=p.svg:bars
refused 'm cannot be drawn as bars'
draws T=p.svg
found=$((found + 1))
refused 'T has no size yet [no-size]'
draws P=/nowhere/p.svg
[ "$found" = 5 ] || wrong "expected status 5, found $found"
gives 2 run unit.star --plot P=p.svg
says 'there is no option --plot here'

# Sizes: vertices, bars, and squares for several bits.
cat >large.star <<'END'
proc LARGE(r, c: integer; var P: table; var a: array[l..u: integer] of integer);
var T: table(r, c); i: integer;
begin
  for i := 1 to r div 2 do ROW(i, T) := not ROW(i, T);
  for i := l to u do a[i] := i;
  P := T
end;
END
gives 0 call large.star LARGE r=60 c=60 a=1..256 --plot P=p.svg:graph
gives 2 call large.star LARGE r=61 c=61 a=1..256 --plot P=p.svg:graph
says 'P is drawn with at most 60 vertices, and has 61'
gives 2 call large.star LARGE r=2 c=3 a=1..256 --plot P=p.svg:graph
says 'P has 2 rows and 3 columns: a graph has as many of both'
gives 0 call large.star LARGE r=256 c=3 a=1..256 --plot P=p.svg:bars
gives 2 call large.star LARGE r=257 c=3 a=1..256 --plot P=p.svg:bars
says 'P is drawn with at most 256 bars, and has 257'
gives 0 call large.star LARGE r=0 c=0 a=1..2 --plot P=p.svg
gives 0 call large.star LARGE r=0 c=0 a=1..2 --plot P=p.svg:graph
gives 0 call large.star LARGE r=0 c=0 a=1..2 --plot P=p.svg:bars --plot a=a.svg
gives 0 call large.star LARGE r=256 c=2 a=1..2 --plot P=p.svg
grep -q 'd="M48 48h4v2h-4zM48 50h4v2h-4z' p.svg || wrong 'expected 256 rows'
gives 0 call large.star LARGE r=514 c=4 a=1..2 --plot P=p.svg
grep -q 'fill-opacity="0.750" d="M48 218h4v2h-4z"' p.svg ||
    wrong 'expected a square for three rows, two of them of ones'
finish
