#!/bin/sh
# SPDX-License-Identifier: MIT
# test.sh STAR TOP: the tokens of the syntax of Vim and Neovim are those of the
# scanner, in all programs of tests/lang and the library.
set -eu
tokens=$(dirname "$1")/tests/system/highlight/star_tokens
here=$2/tools/editors/vim
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$2"
FOUND=$work/found nvim --headless -n -u NONE -i NONE -S "$here/paint.vim" \
    tests/lang/*/*.star stdlib/*.star >"$work/log" 2>&1 || {
    cat "$work/log"
    exit 1
}
"$tokens" "$work/found" tests/lang/*/*.star stdlib/*.star >"$work/report" || :
tail -n 1 "$work/report"

# The syntax does not count what is open, which alone tells the word otherwise
# before end from a call of a procedure of this name.
echo tests/lang/lexical/otherwise_is_a_name.star:39 >"$work/known"
sed -n 's/:$//p' "$work/report" | diff "$work/known" - || {
    cat "$work/report"
    exit 1
}
