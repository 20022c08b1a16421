#!/bin/sh
# SPDX-License-Identifier: MIT
# faults.sh FOLDER TOP: ranks that are not alike end with a message, in a few
# seconds: star_ranks_2 with a wrong bit in what rank 1 gets.
set -eu
star=$1/star_ranks_2
program=input.star
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$2/tests/ranks/$program" "$work"
cd "$work"

# ends BROADCAST STATUS TEXT
ends() {
    code=0
    echo 000000000007 | FORKED_WRONG=$1 timeout 20 "$star" run "$program" \
        >out 2>err || code=$?
    [ "$code" = "$2" ] && grep -q "$3" err && return
    echo "broadcast $1: status $code, expected $2 and: $3"
    cat out err
    exit 1
}

# The program's text; rank 1 alone cannot compile it.
ends 1 1 "error: expected '.', found '/'"
# Files that rank 1 alone cannot open: of the six that it may have, the command
# has five, and the heading's file is the last.
cat >open.star <<'END'
program open1(output, f);
var f: text; T: table(9, 9);
begin
  reset(f);
  load(T, 'data.txt')
end.
END
echo 1 >data.txt
code=0
FORKED_FILES=6 timeout 20 "$star" run open.star data.txt >out 2>err || code=$?
[ "$code" = 5 ] && grep -q 'data.txt: Too many open files' err || {
    echo "a file that rank 1 cannot open: status $code"
    cat out err
    exit 1
}

# One beside another that rank 1 alone cannot open leaves nothing behind.
sed "s/load(T, 'data.txt')/save(T, 'data.txt')/" open.star >save.star
code=0
FORKED_FILES=6 timeout 20 "$star" run save.star data.txt >out 2>err || code=$?
[ "$code" = 5 ] && grep -q 'data.txt: Too many open files' err &&
    [ "$(cat data.txt)" = 1 ] && [ ! -e .data.txt.star0 ] || {
    echo "a file that rank 1 cannot write: status $code"
    ls -A
    cat out err
    exit 1
}

# Its input.
ends 2 6 'error: the 2 ranks have not done the same so far \[ranks\]'
