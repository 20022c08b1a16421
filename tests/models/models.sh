#!/bin/sh
# SPDX-License-Identifier: MIT
# models.sh: Spin holds each protocol here to its claims, in every order of its
# steps, and finds the mistake in each variant WRONG_... that its text names.
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../wrong"
command -v spin >/dev/null || {
    echo 'models: no spin'
    exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

# check MODEL [OPTION]: how many errors Spin finds; it stops at the first one.
check() {
    spin -a ${2:+"$2"} "$here/$1.pml" >spin.log &&
        cc -O1 -w -DSAFETY -o pan pan.c && ./pan -m100000 >pan.log || {
        cat spin.log pan.log
        return 1
    }
    sed -n 's/.*errors: \([0-9]*\).*/\1/p' pan.log
}

for model in "$here"/*.pml; do
    model=$(basename "$model" .pml)
    [ "$(check "$model")" = 0 ] || wrong "$model: $(cat pan.log)"
    states=$(sed -n 's/ *\([0-9]*\) states, stored.*/\1/p' pan.log)
    for variant in $(sed -n 's/^ \* \(WRONG_[A-Z]*\):.*/\1/p' "$here/$model.pml"); do
        [ "$(check "$model" "-D$variant")" = 1 ] ||
            wrong "$model: no error is found in $variant"
    done
    echo "$model: $states states"
done
finish
