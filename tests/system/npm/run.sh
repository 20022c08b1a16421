#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh TARBALL STAR TOP: the package of npm, installed without a network in a
# folder with a blank and a letter beyond ASCII: its interface and its types; the
# programs of tests/lang and the examples as the command STAR runs them, with line
# ends of one character and of two; the command; nothing stays of it. A compiler
# of TypeScript is where NODE_PATH says.
set -eu
tarball=$(cd "$(dirname "$1")" && pwd)/${1##*/}
star=$(cd "$(dirname "$2")" && pwd)/${2##*/} top=$3
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
home="$work/Übung eins"
mkdir -p "$home"
cd "$home"
export npm_config_update_notifier=false npm_config_offline=true npm_config_cache="$work/cache"
wrong=0

. "$top/tests/system/get"
line=$(get_line "$top" '^npm install')
get_example "$top" "$work"
echo '{"private": true}' >package.json
find . | sort >"$work/before"
cp "$tarball" .
$line --no-audit --no-fund --no-save --no-package-lock --loglevel=error >"$work/log" || {
    cat "$work/log"
    exit 1
}
rm ./*.tgz
package=$home/node_modules/star-associative
[ "$(node -p 'require("./node_modules/star-associative/package.json").dependencies')" = undefined ]
cp "$here/api.test.mjs" "$here/types.ts" .
node --test --test-reporter=spec api.test.mjs || wrong=1
node "$NODE_PATH/typescript/bin/tsc" --noEmit --strict --target es2022 --module nodenext \
    --moduleResolution nodenext --lib es2022,dom types.ts || wrong=1

# The page: what its block prints stands behind it.
page=$top/docs/howto/npm.md
sed -n '/^```js$/,/^```$/p' "$page" | sed '/^```/d' >page.mjs
node page.mjs >"$work/printed"
sed -n '/^```output$/,/^```$/p' "$page" | sed '/^```/d' | diff - "$work/printed" || wrong=1

# The command: what it says is what STAR says, of this version and engine.
npx() {
    command npx --no-install star-associative "$@"
}
# same WORD...: both say the same.
same() {
    expected=0 found=0
    "$star" "$@" >"$work/1" 2>"$work/2" </dev/null || expected=$?
    npx "$@" >"$work/3" 2>"$work/4" </dev/null || found=$?
    [ "$expected" = "$found" ] && cmp "$work/1" "$work/3" && cmp "$work/2" "$work/4" || {
        echo "star-associative $*: expected status $expected, found $found"
        wrong=1
    }
}
npx run "$work/levels.star" | diff "$work/levels.expected" - || wrong=1
cp -R "$top/examples" "$top/tests/lang" .
cp examples/warshall.star 'mein Würfel.star'
printf 'program p;begin  writeln( 1 )end.' >loose.star
same run 'mein Würfel.star'
same run "$home/mein Würfel.star"
same check loose.star
same run missing.star
same doc CLOSURE
same explain index-range
same exercise
same exercise 3
same fmt --check loose.star
same -e 'NUMB(MASK(X, 1, 2))'
same call examples/warshall.star WARSHALL n=34 P=@examples/karate.mtx --print P
cp loose.star native.star
"$star" fmt native.star
npx fmt loose.star
cmp native.star loose.star || wrong=1
npx call examples/warshall.star WARSHALL n=34 P=@examples/karate.mtx --out 'P=Größe.mtx'
[ -s Größe.mtx ] || wrong=1
printf 'var n: integer\nn := 20\nn + 1\n' >entries
[ "$(npx repl <entries)" = "$("$star" repl <entries)" ] || wrong=1
npx version | grep -qx 'engine: WebAssembly' || wrong=1
npx version | head -n 1 | grep -qx "$("$star" version | head -n 1)" || wrong=1
! npx run --timeout 1 loose.star 2>"$work/2" || wrong=1
grep -q -- '--timeout' "$work/2" || wrong=1

for ends in one two; do
    [ $ends = one ] || find lang examples -name '*.star' -exec sed -i 's/$/\r/' {} +
    find lang examples -name '*.star' ! -name 'unit_*' | sort >list
    split -n l/2 list part.
    for part in part.*; do
        node "$here/programs.cjs" "$star" "$package" $part >$part.said 2>&1 ||
            touch "$work/differs" &
    done
    wait
    cat part.*.said
    rm part.*
done
[ ! -e "$work/differs" ] || wrong=1

rm -rf lang examples list entries ./*.star types.ts ./*.mjs Größe.mtx
npm uninstall --no-audit --no-fund --no-save --no-package-lock --loglevel=error star-associative >"$work/log"
find . ! -path './node_modules*' | sort | diff "$work/before" - || wrong=1
[ -z "$(ls node_modules 2>/dev/null)" ] || wrong=1
exit $wrong
