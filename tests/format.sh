#!/bin/sh
# SPDX-License-Identifier: MIT
# format.sh TOP: whether the sources are as .clang-format lays them out, CUDA's
# with 100 columns.
# format.sh TOP -i: lays them out. Version 14 only: others do it otherwise.
set -eu
cd "$1"
clang-format --version 2>/dev/null | grep -q 'version 14\.' || {
    echo 'there is no clang-format 14: skipped'
    exit 77
}
[ "${2-}" = -i ] || set -- "$1" --dry-run -Werror
find . -path ./build -prune -o -name '*.[ch]' -print0 |
    xargs -0 clang-format "$2" ${3+"$3"}
style=$(sed '/^ColumnLimit/s/80/100/; s/$/,/' .clang-format | tr -d '\n')
find . -path ./build -prune -o \( -name '*.cu' -o -name '*.cuh' \) -print0 |
    xargs -0 clang-format --style="{${style%,}}" "$2" ${3+"$3"}
