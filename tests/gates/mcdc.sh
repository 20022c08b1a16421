#!/bin/sh
# SPDX-License-Identifier: MIT
# mcdc.sh BUILD TOP: which conditions of the files that mcdc.py names the tests
# decide. Those that they do not, and have no reason in mcdc.txt, go to stderr.
set -eu
top=$2
build=$top/build/mcdc
for tool in clang-19 llvm-profdata-19 llvm-cov-19; do
    command -v "$tool" >/dev/null || {
        echo "$tool is missing (Debian: clang-19 llvm-19): skipped"
        exit 77
    }
done
run() {
    "$@" >"$build/log" 2>&1 || {
        cat "$build/log" >&2
        exit 1
    }
}
mkdir -p "$build"
python3 "$top/tests/gates/mcdc.py" files >"$build/files"
run cmake -S "$top" -B "$build" -G Ninja -DCMAKE_C_COMPILER=clang-19 \
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE='-O1 -DNDEBUG' \
    -DSTAR_GPU=OFF -DCMAKE_C_FLAGS="-w -fprofile-instr-generate \
-fcoverage-mapping -fcoverage-mcdc -fprofile-list=$build/files"
run cmake --build "$build" --target star star_calls star_exhaust \
    tests/unit/runtime/all tests/unit/vm/all tests/unit/grammar/all \
    tests/unit/cli/all tests/fuzz/all tests/lang/all tests/bytes/all \
    tests/ranks/all
rm -rf "$build/profiles"
export LLVM_PROFILE_FILE="$build/profiles/%2m.profraw"
run ctest --test-dir "$build" -j $(($(nproc) + 1)) --output-on-failure \
    -R '^(runtime|io|vm|grammar|cli|lang|fuzz|ranks|editors|formats)[./]|^gates/small|^command/(arrays|bits|files|information|interrupt|kills|layouts|maps|misread|modes|random|safe|sizes|streams|tables|values|vertices)' \
    -E ranks/mpi
run "$build/tests/gates/star_calls" --quick
run "$build/tests/system/exhaust/star_exhaust" 1 "$top"/tests/lang/files/*.star \
    "$top"/tests/lang/io/*.star
run llvm-profdata-19 merge -o "$build/profile" "$build"/profiles/*
python3 "$top/tests/gates/mcdc.py" report "$top" "$build"
