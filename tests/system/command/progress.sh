#!/bin/sh
# SPDX-License-Identifier: MIT
# A task of over two seconds shows its progress, on a terminal only.
set -eu
. "$(dirname "$0")/common"

# Some hours, which Ctrl-C ends.
cat >hours.star <<'END'
program long;
uses pipeline;
var w: array [1..3000000] of integer; X: slice(1000000000); i: integer;
begin
  for i := 1 to 3000000 do w[i] := 500000000;
  X(1) := 1;
  SUBSETSUM(w, X)
end.
END
sed 's/3000000/60000/' hours.star >minutes.star
# So much output, all within a line, that a part of it is there before.
sed "s/  X(1)/  for i := 1 to 100000 do write('x');&/" hours.star >open.star

# on_terminal NAME SECONDS COMMAND: what a terminal gets is in NAME, a line for
# each time that a line of it begins anew.
on_terminal() {
    script -qec "timeout --foreground -s INT $2 $3" /dev/null </dev/null |
        tr '\r' '\n' >"$1" || :
}

# A busy machine may not have begun by then.
shown() {
    for seconds in 6 30 120; do
        on_terminal "$1" $seconds "'$star' run $1.star"
        ! grep -q ' left' "$1" || break
    done
}

shown hours &
shown minutes &
on_terminal open 4 "'$star' run open.star" &
# --safe: progress.
on_terminal safe 4 "'$star' run --safe --max-steps 1000000000000000 hours.star" &
on_terminal json 4 "'$star' run --diagnostics json hours.star" &
on_terminal file 4 "'$star' run hours.star 2>err.file" &
wait
cat err.file >>file
: >err
for name in hours minutes open safe json file; do
    command="progress: $name"
    cp "$name" out
    case $name in
    hours) rest='[0-9]* h [0-9]* min' ;;
    # Of a build that counts, on a busy machine, they are hours too.
    minutes) rest='[0-9]* \(h [0-9]* min\|min [0-9]* s\)' ;;
    *) rest= ;;
    esac
    if [ -z "$rest" ]; then
        ! grep -q '%, ' out || wrong 'expected no progress'
    elif grep -q "^star: [0-9]* %, [0-9]* s, about $rest left *\$" out; then
        # The last line is erased, and then comes the message.
        sed -n '/^star: .*%/,$p' out | grep -v '^star: .*%' | sed '/./!d; q' |
            grep -q '^ *$' || wrong 'expected that the line is erased'
    else
        wrong "expected a line of progress with $rest"
    fi
    grep -q 'interrupted' out || wrong 'expected the message'
done
finish
