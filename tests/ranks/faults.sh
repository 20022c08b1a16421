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
# Its input.
ends 2 6 'error: the 2 ranks have not done the same so far \[ranks\]'
