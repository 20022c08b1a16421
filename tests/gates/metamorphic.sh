#!/bin/sh
# SPDX-License-Identifier: MIT
# metamorphic.sh BUILD TOP [GRAPHS]: the library on graphs that are changed.
set -eu
graphs=${3:-2000}
out=$(mktemp)
trap 'rm -f "$out"' EXIT
relations=0
for options in '' '--native off' '--optimize off --isa portable' '--native off --isa avx2'; do
    # The options are meant to be split.
    # shellcheck disable=SC2086
    echo "${SEED:-1} $graphs" |
        "$1/star" run $options "$2/tests/gates/metamorphic.star" >"$out"
    grep -v ' relations$' "$out" >&2 && failed=1
    relations=$((relations + $(sed -n 's/ relations$//p' "$out")))
done
echo "$relations relations of $graphs graphs, four ways, all hold"
[ -z "${failed-}" ]
