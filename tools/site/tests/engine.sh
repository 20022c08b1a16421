#!/bin/sh
# SPDX-License-Identifier: MIT
# engine.sh BUILD [SEEDS]: the engine of the site, by star.mjs, beside the
# command of a build: the programs of tests/lang that need no file of another
# folder, the examples, and the programs of SEEDS seeds, 200 without it, of the
# differential test, each with and without a limit. Each run starts a node; all of
# it takes 280 processor seconds.
set -eu
build=$(cd "$1" && pwd)
seeds=${2:-200}
cd "$(dirname "$0")/../../.."
star=$PWD/tools/site/engine/star.mjs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export build star work

wrong=0

# The number of programs in a list that fail, which are named.
failed() {
    count=$(wc -l <"$1")
    xargs -P "$(nproc)" -I{} sh -c "$2" sh {} <"$1" >"$work/bad"
    cat "$work/bad"
    bad=$(wc -l <"$work/bad")
    echo "engine: $3: $count programs, $bad failed"
    [ "$count" -gt 0 ] && [ "$bad" = 0 ] || wrong=1
}

find tests/lang -name '*.star' ! -name 'unit_*' -print0 |
    xargs -0 grep -L '\.\./' | sort >"$work/lang"
# shellcheck disable=SC2016
failed "$work/lang" '
    "$build/tests/lang/star_lang_runner" "$star" "$1" >/dev/null 2>&1 ||
        echo "$1"' tests/lang

# Some save files beside them.
cp -r examples "$work"
find examples -name '*.star' | sort | while read -r path; do
    grep -q '^ *program\|^program' "$path" && echo "$path"
done >"$work/list"
# shellcheck disable=SC2016
failed "$work/list" '
    cd "$work"
    name=$work/$(basename "$1")
    "$build/star" run "$1" </dev/null >"$name.1" 2>"$name.2" || :
    "$star" run "$1" </dev/null >"$name.3" 2>"$name.4" || :
    cmp -s "$name.1" "$name.3" && cmp -s "$name.2" "$name.4" || echo "$1"' \
    examples

half=$((seeds / 2))
for from in 1 $((half + 1)); do
    mkdir "$work/$from" # the engine gets all files beside a program
    { TMPDIR=$work/$from "$build/tests/oracle/star_differential" "$build/star" \
        "$build/tests/oracle/star_oracle" "$build/tests/oracle/star_generate" \
        "$from" "$half" "$star" 2>&1 || touch "$work/differs"; } \
        >"$work/differential.$from" &
done
wait
cat "$work"/differential.*
[ ! -e "$work/differs" ] && [ "$wrong" = 0 ]
