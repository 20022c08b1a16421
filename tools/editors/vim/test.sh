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
"$tokens" "$work/found" tests/lang/*/*.star stdlib/*.star
