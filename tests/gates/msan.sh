#!/bin/sh
# SPDX-License-Identifier: MIT
# msan.sh BUILD TOP: tests under clang's memory sanitizer, which sees what is used
# and has no value. Left out: what writes compressed files, as it does not see what
# zlib writes; histories, which compare whole pages of memory, unused bytes too; and
# what asks for machine code, which this build has none of.
set -eu
command -v clang-19 >/dev/null || {
    echo 'clang-19 is missing: skipped'
    exit 77
}
cd "$2"
mkdir -p build
log=build/msan.log
{
    [ -f build/msan/build.ninja ] || cmake --preset msan
    cmake --build --preset msan --target star star_bytes star_lang_runner \
        tests/unit/all tests/fuzz/all tests/system/library/all
} >$log 2>&1 || {
    cat $log >&2
    exit 1
}
ctest --preset msan -j "$(nproc)" \
    -R '^(lang/|fuzz/|backends|(runtime|io|vm|grammar|stdlib|embed|lib|cli)\.)' \
    -E 'gzip|fuzz/dap|io\.(arcs|bits|layouts)|vm\.(bounds|history|stencils|table_hash)|lib\.debug|embed\.host' >$log 2>&1 || {
    cat $log >&2
    failed=1
}
sed -n 's/.*tests passed, \(.*\) tests failed out of \(.*\)/\2 tests, \1 failed/p' $log
[ -z "${failed-}" ]
