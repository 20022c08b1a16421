#!/bin/sh
# syntax.sh WRITER TOP: docs/syntax.md and its diagrams are what the writer
# makes of grammar/star.y.
#
# syntax.sh WRITER TOP write: writes them.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/docs" "$work/docs/syntax"
bison -v --report-file="$work/report" -o "$work/parser.c" "$2/grammar/star.y"
"$1" "$work/docs" <"$work/report"
if [ "${3-}" = write ]; then
    rm -rf "$2/docs/syntax"
    cp -R "$work/docs" "$2"
    exit
fi
for made in syntax.md syntax; do
    diff -r "$2/docs/$made" "$work/docs/$made" || {
        echo "if the grammar is right: sh $0 $1 $2 write"
        exit 1
    }
done
