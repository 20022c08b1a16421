#!/bin/sh
# SPDX-License-Identifier: MIT
# count.sh RUN KERNELS PAGE: a table of the instructions that each vector kernel
# takes, in plain C and with NEON, on slices of 16 and 1024 words; status 1 if in a
# row of it NEON is further behind than in the table of PAGE. RUN is what runs
# programs of that processor, KERNELS is tests/arm/kernels.c, built for it.
set -eu
run=$1 kernels=$2 page=$3
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc -shared -fPIC -O2 -o "$work/instructions.so" "$here/instructions.c"

# counted ISA KERNEL WORDS: of one call; what is around it is subtracted.
counted() {
    for times in 10 60; do
        STAR_QEMU="-plugin $work/instructions.so" "$run" "$kernels" "$@" $times 2>&1
    done | awk '{ n[NR] = $1 } END { printf "%d", (n[2] - n[1]) / 50 }'
}

for kernel in $("$run" "$kernels"); do
    printf '| %s' "$kernel"
    for words in 16 1024; do
        plain=$(counted portable "$kernel" $words)
        vectors=$(counted neon "$kernel" $words)
        printf ' | %s | %s | %s' "$plain" "$vectors" \
            "$(awk "BEGIN { printf \"%.2f\", $plain / $vectors }")"
    done
    echo ' |'
done | tee "$work/table"
grep -E '^\| [a-z_]+ \| [0-9]+ \|' "$page" >"$work/page"
awk -F ' *[|] *' 'NR == FNR { small[$2] = $5; large[$2] = $8; next }
    !($2 in small) { print $2 ": not in the page"; wrong = 1 }
    $5 < small[$2] - 0.05 || $8 < large[$2] - 0.05 {
        print $2 ": the page says", small[$2], large[$2] ", found", $5, $8
        wrong = 1
    }
    END { exit wrong + (NR == FNR) > 0 }' "$work/page" "$work/table"
