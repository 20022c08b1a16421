#!/bin/sh
# SPDX-License-Identifier: MIT
# test.sh STAR TOP: the tokens of the TextMate grammar, by the engine of Visual
# Studio Code, are those of the scanner, in all programs of tests/lang and the
# library.
set -eu
tokens=$(dirname "$1")/tests/system/highlight/star_tokens
here=$2/tools/editors/textmate
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here"/package*.json "$work"
npm ci --prefix "$work" --ignore-scripts --no-fund --no-audit >"$work/log" 2>&1 || {
    cat "$work/log"
    exit 1
}
cd "$2"
NODE_PATH=$work/node_modules node "$here/paint.js" tests/lang/*/*.star \
    stdlib/*.star >"$work/found"
"$tokens" "$work/found" tests/lang/*/*.star stdlib/*.star >"$work/report" || :
tail -n 1 "$work/report"

# The engine sees one line at a time: a literal that ends in the next one, which
# is a mistake, is two to it.
cat >"$work/known" <<'END'
tests/lang/lexical/literal_over_two_lines.star:5
tests/lang/lexical/literal_over_two_lines.star:7
END
sed -n 's/:$//p' "$work/report" | diff "$work/known" - || {
    cat "$work/report"
    exit 1
}
