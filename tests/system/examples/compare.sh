#!/bin/sh
# SPDX-License-Identifier: MIT
# compare.sh STAR FILE.star: whether the program runs without a message and
# prints what FILE.expected holds.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1" run "$2" >"$work/out" 2>"$work/err"
diff "${2%.star}.expected" "$work/out"
diff /dev/null "$work/err"
