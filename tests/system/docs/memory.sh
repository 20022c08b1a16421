#!/bin/sh
# SPDX-License-Identifier: MIT
# memory.sh STAR BENCH TOP: the memory of an empty program is what the page of
# benchmarks says, by a third less or a fifth more: it depends on the libraries
# that the build links.
set -eu
grep -q '__asan_init\|__tsan_init' "$1" && exit 77
page=$3/docs/explanation/benchmarks.md
said=$(sed -n 's/^| `star-bench start` .* \([0-9.]*\) MB |$/\1/p' "$page")
found=$("$2" start --quick | sed -n 's/^peak memory *\([0-9.]*\) MB.*/\1/p')
echo "$said $found" | awk '{
    print "the page says " $1 " MB, there are " $2
    exit !(NF == 2 && $2 > $1 * 2 / 3 && $2 < $1 * 6 / 5)
}'
