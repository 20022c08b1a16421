#!/bin/sh
# SPDX-License-Identifier: MIT
# dev.sh TOP: what dev does with what cmake and ctest say; these are others
# here, which say what a test wants.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/bin" "$work/top/build/asan" "$work/top/build/debug"
cp "$1/dev" "$work/top/dev"
cd "$work/top"
touch build/asan/build.ninja build/debug/build.ninja
for tool in cmake ctest; do
    printf '#!/bin/sh\n. "%s/%s"\n' "$work" $tool >"$work/bin/$tool"
    chmod +x "$work/bin/$tool"
done
PATH=$work/bin:$PATH
unset CUDACXX CUDAARCHS

# gives STATUS TEXT ARG...: dev ARG... ends so and says that, all times 0:00.
gives() {
    wanted=$1 text=$2
    shift 2
    found=0
    ./dev "$@" >"$work/out" 2>&1 || found=$?
    sed -i 's/ [0-9][0-9]*:[0-9][0-9]/ 0:00/' "$work/out"
    if [ "$found" != "$wanted" ] || ! grep -qF -- "$text" "$work/out"; then
        cat "$work/out"
        echo "dev $*: status $found, expected $wanted and '$text'"
        exit 1
    fi
}

echo 'echo "[1/1] all"' >"$work/cmake"
echo 'echo "100% tests passed, 0 tests failed out of 1"' >"$work/ctest"
gives 0 'asan: 100% tests passed' asan
[ "$(grep -c . "$work/out")" = 2 ] # nothing of a build of which nothing is new
gives 0 'release' help
gives 2 'there is no part speed; the parts are: release' ci asan speed
gives 0 'debug   0:00' ci debug
grep -q '^     total   0:00' "$work/out"

# Without names it runs the parts that fit in an hour; the others are named.
for tool in apt-get:1 npm:1 python3:0 clang:1; do
    printf '#!/bin/sh\nexit %s\n' "${tool#*:}" >"$work/bin/${tool%:*}"
    chmod +x "$work/bin/${tool%:*}"
done
gives 1 'dev: failed: ' ci
for part in release asan notebooks; do
    grep -q "^dev: ci: $part\$" "$work/out"
done
! grep -qE '^dev: ci: (browser|packages|ranks)$' "$work/out"
gives 0 'by name also: browser packages ranks npm arm' help
for tool in apt-get npm python3 clang; do
    rm "$work/bin/$tool"
done

# Gates give a figure each, or the reason why they are skipped.
mkdir -p tests/gates build/release
touch build/release/build.ninja
echo 'echo "$1 $2: 7 cases"' >tests/gates/one.sh
echo 'echo none; exit 77' >tests/gates/two.sh
echo 'echo wrong; exit 1' >tests/gates/three.sh
gives 0 "one   0:00 $PWD/build/release $PWD: 7 cases" gates one
gives 0 'two   0:00 none' gates two one
gives 1 'dev: failed: three' gates
gives 2 'there is no gate four; the gates are: one three two' gates four
gives 0 'hours:' help
rm -r tests build/release

# The build to try things has code for the devices that are here, or the newest;
# what releases consist of has it for all.
printf '#!/bin/sh\nprintf "9.0\\n8.0\\n9.0\\n"\n' >"$work/bin/nvidia-smi"
chmod +x "$work/bin/nvidia-smi"
printf 'echo "${CUDAARCHS-all}" >"%s/archs"; mkdir -p build/release' "$work" \
    >"$work/cmake"
CUDACXX=$work/bin/nvidia-smi ./dev build >/dev/null 2>&1
[ "$(cat "$work/archs")" = '80;90' ]
rm "$work/bin/nvidia-smi"
CUDACXX=/bin/sh ./dev build >/dev/null 2>&1
[ "$(cat "$work/archs")" = 90 ]
./dev asan >/dev/null 2>&1
[ "$(cat "$work/archs")" = all ]
echo 'echo "[1/1] all"' >"$work/cmake"
rm -r build/release

# lint has findings if either tool has, and does without tools that are missing.
mkdir build/release
touch build/release/build.ninja
echo "  \"file\": \"$work/top/vm/x.c\"" >build/release/compile_commands.json
for tool in clang-tidy shellcheck; do
    printf '#!/bin/sh\n. "%s/%s"\n' "$work" $tool >"$work/bin/$tool"
    chmod +x "$work/bin/$tool"
    echo ':' >"$work/$tool"
done
touch x.sh
gives 0 'lint: no findings' lint
for tool in clang-tidy shellcheck; do
    echo 'echo "$*: a finding"; exit 1' >"$work/$tool"
    gives 1 'x.' lint
    gives 1 'lint: there are findings' lint
    echo ':' >"$work/$tool"
done

# Another commit beside this one.
gives 2 'bench --against wants a commit' bench --against
git init -q .
git add dev
git -c user.name=test -c user.email=test commit -qm one
gives 2 'there is no commit nowhere' bench --against nowhere
other=build/against/$(git rev-parse HEAD)/build/release
mkdir -p "$other" tests/bench
touch "$other/build.ninja"
cp "$1/tests/bench/against.sh" tests/bench
for side in build/release:2 "$other":3; do
    printf '#!/bin/sh\necho "of 10  %s ms"\n' "${side#*:}" >"${side%:*}/star-bench"
    chmod +x "${side%:*}/star-bench"
done
gives 0 '  3e+06 ns        2e+06 ns   0.67' bench --against HEAD start
[ -x "${other%/build/release}/dev" ]
rm -r .git

echo 'touch left; echo "100% tests passed, 0 tests failed out of 1"' >"$work/ctest"
gives 1 'asan: tests left files in the source tree' asan
gives 0 'asan: 100% tests passed' asan # no more than there was

echo 'echo " 1/1 Test #1: one ...***Failed 1 sec"; exit 8' >"$work/ctest"
gives 1 'Test #1: one ...***Failed' asan
gives 1 'dev: failed: asan' ci asan debug
grep -q 'debug   0:00' "$work/out" # went on

echo 'echo "wrong.c:1: error: no"; exit 1' >"$work/cmake"
gives 1 'wrong.c:1: error: no' asan

# Who is not root makes no clean root, which only CI minds.
printf '#!/bin/sh\necho 1000\n' >"$work/bin/id"
chmod +x "$work/bin/id"
unset CI
gives 0 'a clean root is made by root: not tested' ci packages
export CI=true
gives 1 'a clean root is made by root: not tested' ci packages
rm "$work/bin/id"

# The site needs a node that is new enough.
for version in v9.11.2 v16.20.2 ''; do
    printf '#!/bin/sh\n[ -n "%s" ] && echo %s\n' "$version" "$version" \
        >"$work/bin/node"
    chmod +x "$work/bin/node"
    gives 2 "the site needs Node.js 18 or newer: found ${version:-none}" site
    gives 2 'the site needs Node.js 18 or newer' serve
    gives 2 "the extension for VS Code needs Node.js 20 or newer" dist
    gives 1 "the test of editors needs Node.js 20 or newer: found ${version:-none}" \
        ci editors
done
