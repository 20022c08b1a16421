#!/bin/sh
# SPDX-License-Identifier: MIT
# syntax.sh WRITER TOP: docs/reference/syntax.md and its diagrams are what the
# writer makes of grammar/syntax/star.y.
#
# syntax.sh WRITER TOP write: writes them.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/made" "$work/made/syntax"
LC_ALL=C bison -v --report-file="$work/report" -o "$work/parser.c" \
    "$2/grammar/syntax/star.y"
"$1" "$work/made" <"$work/report"
if [ "${3-}" = write ]; then
    rm -rf "$2/docs/reference/syntax"
    cp -R "$work/made/." "$2/docs/reference"
    exit
fi
for made in syntax.md syntax; do
    diff -r "$2/docs/reference/$made" "$work/made/$made" || {
        echo "if the grammar is right: sh $0 $1 $2 write"
        exit 1
    }
done
