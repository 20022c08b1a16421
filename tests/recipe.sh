#!/bin/sh
# SPDX-License-Identifier: MIT
# recipe.sh SOURCES BUILD: what CONTRIBUTING says of a primitive, done in a copy
# of the sources: three files, and every executor has it.
set -eu
cd "$1"
build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# before FILE LINE TEXT: puts a text before the first line that begins so.
before() {
    awk -v line="$2" -v text="$3" '
        !done && index($0, line) == 1 { print text; done = 1 }
        { print }
        END { exit !done }' "$1" >"$work/file"
    cp "$work/file" "$1"
}
before runtime/primitives.def 'PRIM(NOT,' \
    'PRIM(NOR, "NOR", FUNCTION, LOGIC, ROWS, "L:n l:n l:n", "Neither.")'
before runtime/primitives/reference.c 'BITS(NOT,' \
    'BITS(NOR, !(Y(1, i) | Y(2, i)))'
before runtime/cpu/kernels.c 'CPU_KERNEL(COPY)' \
    'CPU_KERNEL(NOR) {
    StarCell both[] = {arg[0], arg[0]};
    STAR_TRY(star_cpu_OR(be, arg));
    return star_cpu_NOT(be, both);
}
'

cmake -S . -B "$build" -DSTAR_GPU=OFF
cmake --build "$build" -j "$(nproc)" --target star star_ranks_3 test_backends
"$build/tests/unit/runtime/cpu/test_backends"
"$build/star" doc NOR | grep -q Neither
cat >"$work/nor.star" <<'END'
program p(output);
var X, Y, Z: slice(100000); w: word;
begin
  w := '0101'; writeln(NOR(w, '0011'));
  RANDOM(X, 1, 0.5); RANDOM(Y, 2, 0.5);
  Z := NOR(X, Y); writeln(Z = not (X or Y))
end.
END
printf '1000\ntrue\n' >"$work/expected"
for star in "$build/star run --isa portable" "$build/star run --isa avx2" \
    "$build/star run" "$build/tests/ranks/star_ranks_3 run"; do
    $star "$work/nor.star" >"$work/out"
    diff "$work/expected" "$work/out"
done
# Ranks compute it each for itself: no message more for ten times more.
messages() {
    cat >"$work/times.star" <<END
program p;
var X, Y, Z: slice(100000); k: integer;
begin
  RANDOM(X, 1, 0.5); RANDOM(Y, 2, 0.5);
  for k := 1 to $1 do Z := NOR(X, Y)
end.
END
    FORKED_COUNT=1 "$build/tests/ranks/star_ranks_3" run "$work/times.star" 2>&1
}
[ "$(messages 1)" = "$(messages 11)" ]
