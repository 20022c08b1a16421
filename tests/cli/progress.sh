#!/bin/sh
# What takes over two seconds shows how far it is, on a terminal only.
set -eu
. "$(dirname "$0")/common"

# Some minutes, which Ctrl-C ends.
cat >long.star <<'END'
program long;
uses pipeline;
var w: array [1..50000] of integer; X: slice(100000000); i: integer;
begin
  for i := 1 to 50000 do w[i] := i + 100000;
  X(1) := 1;
  SUBSETSUM(w, X)
end.
END
# So much output, all within a line, that a part of it is there before.
sed "s/  X(1)/  for i := 1 to 100000 do write('x');&/" long.star >open.star

# on_terminal NAME SECONDS COMMAND: what a terminal gets is in NAME, a line for
# each time that a line of it begins anew.
on_terminal() {
    script -qec "timeout --foreground -s INT $2 $3" /dev/null </dev/null |
        tr '\r' '\n' >"$1" || :
}

on_terminal shown 8 "'$star' run long.star" &
on_terminal open 4 "'$star' run open.star" &
on_terminal safe 4 "'$star' run --safe --max-steps 1000000000000000 long.star" &
on_terminal json 4 "'$star' run --diagnostics json long.star" &
on_terminal file 4 "'$star' run long.star 2>err.file" &
wait
cat err.file >>file
: >err
for name in shown open safe json file; do
    command="progress: $name"
    cp "$name" out
    if [ "$name" = shown ]; then
        grep -q '^star: [0-9]* %, [2-7] s, about .* left *$' out ||
            wrong 'expected a line of progress'
        # The last one is erased, and then comes the message.
        sed -n '/^star: .*%/,$p' out | grep -v '^star: .*%' | sed '/./!d; q' |
            grep -q '^ *$' || wrong 'expected that the line is erased'
    else
        ! grep -q '%, ' out || wrong 'expected no progress'
    fi
    grep -q 'interrupted' out || wrong 'expected the message'
done
finish
