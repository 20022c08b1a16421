#!/bin/sh
# SPDX-License-Identifier: MIT
# words.sh TOKENS EDITORS: what editors know of STAR has the words of the grammar,
# and the other names that every program knows.
set -eu
. "$(dirname "$0")/../../wrong"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{
    "$1" --words
    echo proc
} | LC_ALL=C sort >"$work/words"
"$1" --names | grep '^[A-Za-z]' | tr A-Z a-z | LC_ALL=C sort -u |
    LC_ALL=C comm -23 - "$work/words" >"$work/names"

# has FILE BETWEEN EDITORS: the file has both lists, with this between their words
# and any blanks.
has() {
    tr -d '\\"' <"$3/$1" | tr -s ' \n' ' ' >"$work/file"
    for list in words names; do
        wanted=$(tr '\n' "$2" <"$work/$list" | sed "s/[$2]\$//")
        grep -qF -- "$wanted" "$work/file" ||
            wrong "$1 has not these $list: $wanted"
    done
}
has textmate/star.tmLanguage.json '|' "$2"
has vim/syntax/star.vim ' ' "$2"
has pygments/star_lexer.py ' ' "$2"
finish
