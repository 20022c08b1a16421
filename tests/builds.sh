#!/bin/sh
# SPDX-License-Identifier: MIT
# builds.sh TOP: other ways to build than the presets: the packed sources hold
# what git tracks, and build with make, without cmocka, without jansson, without
# nvcc and without -Werror; then with them and the tests.
set -eu
top=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CUDACXX="$work/no-nvcc" CMAKE_GENERATOR='Unix Makefiles'

fail() {
    echo "builds: $*" >&2
    exit 1
}

# quietly COMMAND...: its output is shown if it fails.
quietly() {
    "$@" >"$work/log" 2>&1 || {
        tail -n 50 "$work/log"
        fail "$*"
    }
}

echo 'builds: packing the sources'
quietly sh "$top/tools/packages/sources.sh" "$top" "$work"
quietly tar -xzf "$work"/star-*.tar.gz -C "$work"
cd "$work"/star-*/
find . -type f -o -type l | sed 's|^\./||' | LC_ALL=C sort >"$work/packed"
if [ -e "$top/.git" ]; then
    # Files that are gone and whose removal is not committed are not packed.
    (cd "$top" && git -c core.quotePath=off ls-files |
        while IFS= read -r file; do
            [ ! -e "$file" ] || echo "$file"
        done) | LC_ALL=C sort >"$work/tracked"
    quietly diff "$work/tracked" "$work/packed"
elif grep -q '^build/' "$work/packed"; then
    fail 'packed with a build'
fi

echo 'builds: make, without cmocka, jansson and nvcc'
quietly cmake -S . -B b -DCMAKE_DISABLE_FIND_PACKAGE_cmocka=ON \
    -DSTAR_JANSSON=OFF
grep -q 'cmocka is not there: the tests are not built' "$work/log" ||
    fail 'nothing is said of cmocka'
! grep -q -- -Werror b/compile_commands.json || fail '-Werror'
[ ! -e b/gpu ] || fail 'built for devices'
quietly cmake --build b -j "$(nproc)"
[ ! -e b/tests ] || fail 'built tests'
quietly cmake --install b --prefix "$work/installed"
"$work/installed/bin/star" run examples/warshall.star |
    diff - examples/warshall.expected
for server in dap lsp; do
    status=0
    "$work/installed/bin/star" $server 2>"$work/log" || status=$?
    if [ "$status" != 2 ] || ! grep -q 'install libjansson-dev' "$work/log"; then
        fail "star $server does not say what is missing"
    fi
done

echo 'builds: make, with the tests'
quietly cmake -S . -B b -DCMAKE_DISABLE_FIND_PACKAGE_cmocka=OFF \
    -USTAR_JANSSON
quietly cmake --build b -j "$(nproc)"
(cd b && quietly ctest --no-tests=error -R '^(hardening|embed\.|layers/)')
