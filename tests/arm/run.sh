#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh TOP [PROGRAMS]: build/arm, whose programs qemu-user runs, by the tests of
# build/release: the examples, tests/lang, and 2,000 random programs, or so many;
# then the unit tests, and how many instructions the kernels take.
set -eu
top=$1 programs=${2-2000}
run=$top/build/arm-root/run tests=$top/build/release/tests
processors=$(nproc)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$run" "$top/build/arm/star" >"$work/star"
chmod +x "$work/star"
wrong=0
# It is built for that processor and takes what that has.
"$work/star" version | grep -x 'isa: neon' || wrong=1

echo 'arm: the examples'
for isa in portable neon; do
    printf '#!/bin/sh\nshift\nexec "%s" run --isa %s "$@"\n' "$work/star" $isa \
        >"$work/$isa"
    chmod +x "$work/$isa"
    printf '%s\n' "$top"/examples/*.star | xargs -P "$processors" -n 1 \
        sh "$top/tests/system/examples/compare.sh" "$work/$isa" || wrong=1
done

echo 'arm: tests/lang'
find "$top/tests/lang" -name '*.star' ! -name 'unit_*' -print0 |
    xargs -0 -P "$processors" -n 1 "$tests/lang/star_lang_runner" "$work/star" || wrong=1

echo "arm: $programs random programs"
each=$((programs / processors))
for part in $(seq "$processors"); do
    "$tests/oracle/star_differential" "$work/star" "$tests/oracle/star_oracle" \
        "$tests/oracle/star_generate" $((1000001 + part * each)) $each \
        '--isa neon' '--isa portable' >"$work/said.$part" 2>&1 ||
        touch "$work/differ" &
done
wait
cat "$work"/said.*
[ ! -e "$work/differ" ] || wrong=1

echo 'arm: the unit tests'
# qemu-user heeds neither a limit of the address space nor what madvise asks for:
# what keeps histories takes 13 GB there and more. Scripts would begin the command
# itself.
ctest --test-dir "$top/build/arm/tests/unit" -j "$processors" --output-on-failure -E \
    '^(runtime\.map|io\.bits|vm\.history|vm\.table_hash|lib\.debug)$|^stdlib(/|\.(formulas|errors|semirings|networkx|relations|dynamic_changes)$)' \
    >"$work/ctest" || {
    cat "$work/ctest"
    wrong=1
}
grep 'tests passed' "$work/ctest" || :

echo 'arm: instructions'
sh "$top/tests/arm/count.sh" "$run" "$top/build/arm/tests/arm/star_kernels" \
    "$top/docs/measurements/arm.md" || wrong=1
exit $wrong
