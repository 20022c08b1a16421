#!/bin/sh
# SPDX-License-Identifier: MIT
# restart.sh STAR RANKS TOP: the example that is stopped in the middle, by one
# process or by RANKS, goes on by the others.
set -eu
star=$1
ranks=$2
example=$3/examples/restart
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$example/restart.star" "$work"
cd "$work"

# stopped FIRST NEXT STEPS: by the limit of steps, after some phases.
stopped() {
    "$1" run --max-steps "$3" restart.star </dev/null >begun 2>err && code=0 ||
        code=$?
    [ "$code" = 4 ] && [ -s begun ]
    echo again | "$2" run restart.star >rest
    tail -n "$(wc -l <rest)" "$example/restart.expected" | cmp - rest
    [ "$(cat begun rest | wc -l)" -ge "$(wc -l <"$example/restart.expected")" ]
    rm restart.bits
}

for command in "$star" "$ranks"; do
    "$command" run restart.star </dev/null >out
    cmp out "$example/restart.expected"
    echo again | "$command" run restart.star >out
    tail -n 1 "$example/restart.expected" | cmp - out
    rm restart.bits
done
stopped "$star" "$ranks" 400000
stopped "$ranks" "$star" 500000
