#!/bin/sh
# SPDX-License-Identifier: MIT
# mcdc.sh BUILD TOP [--missed]: modified condition/decision coverage (MC/DC), by
# clang-19, of what reads what others wrote: verifier, memory, readers, the
# protocols of editors, the analysis of loops. A condition is covered if tests
# show that it alone decides. --missed shows the decisions that lack some.
set -eu
top=$(cd "$2" && pwd)
work=$1/mcdc
for tool in clang-19 llvm-cov-19 llvm-profdata-19; do
    command -v "$tool" >/dev/null || {
        echo "skipped: there is no $tool (Debian: clang-19 llvm-19)"
        exit 77
    }
done
{
    cmake -S "$top" -B "$work" -G Ninja -DCMAKE_BUILD_TYPE=Debug \
        -DCMAKE_C_COMPILER=clang-19 -DSTAR_GPU=OFF \
        -DCMAKE_C_FLAGS='-O1 -Wno-pass-failed -fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc'
    cmake --build "$work"
    rm -f "$work"/*.profraw
    LLVM_PROFILE_FILE=$work/%4m.profraw ctest --test-dir "$work" \
        -j "$(nproc)" -E 'oracle|differential|built|ranks/mpi|bench' || :
    llvm-profdata-19 merge -o "$work/all" "$work"/*.profraw
} >"$work.log" 2>&1
cd "$work"
objects=$(find . -type f -perm -u+x \( -name 'test_*' -o -name 'replay_*' -o \
    -name star_lang_runner -o -name star_exhaust \) -printf ' -object %p')
sources=$(cd "$top" && ls vm/bytecode/verify*.c vm/bytecode/flow/*.c \
    runtime/memory/*.c runtime/io/*.c runtime/io/formats/*.c \
    runtime/io/records/*.c cli/wire/*.c cli/lsp/*.c cli/dap/*.c \
    grammar/analysis/*.c grammar/analysis/pairs/*.c | sed "s,^,$top/,")
# The lists of words are meant to be split.
# shellcheck disable=SC2086
cov() {
    llvm-cov-19 "$@" -instr-profile=all star $objects $sources 2>/dev/null
}
[ "${3-}" != --missed ] || cov show --show-mcdc >&2
cov export -summary-only | python3 -c '
import json, sys
files = json.load(sys.stdin)["data"][0]["files"]
counts = sorted((f["filename"].removeprefix(sys.argv[1] + "/"), f["summary"]["mcdc"])
                for f in files)
covered = sum(m["covered"] for _, m in counts)
every = sum(m["count"] for _, m in counts)
for name, m in counts:
    if m["covered"] < m["count"]:
        print(name, m["covered"], "of", m["count"], file=sys.stderr)
print(f"{covered:,} of {every:,} conditions, {100 * covered / every:.1f} %")
' "$top"
