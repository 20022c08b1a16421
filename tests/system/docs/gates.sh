#!/bin/sh
# SPDX-License-Identifier: MIT
# gates.sh TOP: the table of gates in docs/explanation/testing.md has a row for
# each script of tests/gates, and no other.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sed -n '/^## Gates/,/^## Coverage/s/^| `\([a-z]*\)` |.*/\1/p' \
    "$1/docs/explanation/testing.md" >"$work/table"
(cd "$1/tests/gates" && ls *.sh) | sed 's/\.sh$//' >"$work/folder"
diff "$work/table" "$work/folder"
