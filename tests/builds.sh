#!/bin/sh
# SPDX-License-Identifier: MIT
# builds.sh TOP: other ways to build than the presets: the packed sources hold
# what git tracks, and build with make, without cmocka, an MPI, nvcc and
# without -Werror; then with them and the tests; a primitive is added by recipe.sh;
# and, where nvcc is, with libstar-cuda.
set -eu
top=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
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

echo 'builds: make, without cmocka and nvcc'
quietly cmake -S . -B b -DCMAKE_DISABLE_FIND_PACKAGE_cmocka=ON \
    -DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON
grep -q 'cmocka is not there: the tests are not built' "$work/log" ||
    fail 'nothing is said of cmocka'
! grep -q -- -Werror b/compile_commands.json || fail '-Werror'
[ ! -e b/gpu ] || fail 'built for devices'
quietly cmake --build b -j "$(nproc)"
[ ! -e b/tests ] || fail 'built tests'
quietly cmake --install b --prefix "$work/installed"
"$work/installed/bin/star" run examples/warshall.star |
    diff - examples/warshall.expected
status=0
"$work/installed/bin/star" run --ranks tests/ranks/number.star 2>"$work/log" ||
    status=$?
if [ "$status" != 2 ] || ! grep -q 'no MPI was found when' "$work/log"; then
    fail 'star run --ranks does not say what is missing'
fi

echo 'builds: make, with the tests'
quietly cmake -S . -B b -DCMAKE_DISABLE_FIND_PACKAGE_cmocka=OFF \
    -DCMAKE_DISABLE_FIND_PACKAGE_MPI=OFF
quietly cmake --build b -j "$(nproc)"
(cd b && quietly ctest --no-tests=error -R '^(hardening|embed\.|layers/)')

echo "builds: a primitive by CONTRIBUTING's recipe"
mkdir "$work/recipe"
tar -xzf "$work"/star-*.tar.gz -C "$work/recipe" --strip-components=1
quietly sh tests/recipe.sh "$work/recipe" "$work/recipe/b"

# What it takes in small letters and large ones, and what it does not.
quietly cmake -S . -B none -DSTAR_GPU=off
for gpu in plugin PLUGIN auto; do
    status=0
    cmake -S . -B none "-DSTAR_GPU=$gpu" >"$work/log" 2>&1 || status=$?
    [ $status != 0 ] || fail "STAR_GPU=$gpu is taken"
    case $gpu in
    auto) text='STAR_GPU is ON, OFF or plugin, and not auto' ;;
    *) text='STAR_GPU=plugin needs nvcc' ;;
    esac
    grep -q "$text" "$work/log" || fail "STAR_GPU=$gpu: expected $text"
done
[ -x "$nvcc" ] || {
    echo 'builds: nvcc: not found, libstar-cuda is not built'
    exit 0
}
echo 'builds: libstar-cuda'
prefix=$work/prefix parts=g/tests/system/plugin/parts
quietly cmake -S . -B g -DSTAR_GPU=plugin -DCMAKE_CUDA_COMPILER="$nvcc" \
    -DCMAKE_CUDA_ARCHITECTURES=90-real -DCMAKE_INSTALL_PREFIX="$prefix"
quietly cmake --build g -j "$(nproc)" --target star star_shared star_static \
    star_cuda star_man test_part star_plug gpu_fake_part
(cd g && quietly ctest --no-tests=error -R '^(plugin|hardening)/')

# Where libraries are installed, with the driver that the tests have.
for part in star libstar libstar-cuda; do
    quietly cmake --install g --component $part
done
devices() {
    LD_LIBRARY_PATH="$PWD/$parts/driver" "$prefix/bin/star" devices
}
! devices | grep libstar-cuda || fail 'libstar-cuda is not found'
rm "$prefix"/lib*/libstar-cuda.so.*
devices | grep -q "is missing: it is not in $prefix/bin or $prefix/lib" ||
    fail 'libstar-cuda is not missed'
