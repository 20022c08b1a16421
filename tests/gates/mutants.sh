#!/bin/sh
# SPDX-License-Identifier: MIT
# mutants.sh BUILD TOP [--count N] [--seed N]: mutants of the C sources, and which of
# them no test tells from the product. Which these are goes to stderr.
build=$1 top=$2
shift 2
/usr/bin/python3 -c 'import clang.cindex' 2>/dev/null || {
    echo 'python3-clang-19 is missing: skipped'
    exit 77
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
/usr/bin/python3 "$top/tests/gates/mutants.py" write "$top" "$build" "$folder" \
    "$@" >&2 && /usr/bin/python3 "$top/tests/gates/mutants.py" run "$folder"
