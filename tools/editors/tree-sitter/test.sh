#!/bin/sh
# SPDX-License-Identifier: MIT
# test.sh STAR TOP: the tokens of tree-sitter, as Neovim shows them, are those of
# the scanner, in all programs of tests/lang, the examples and the library; and
# those that STAR accepts have no error.
set -eu
tokens=$(dirname "$1")/tests/system/highlight/star_tokens
here=$2/tools/editors/tree-sitter
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The grammar reads that of the compiler.
copy=$work/tools/editors/tree-sitter
mkdir -p "$work/grammar/syntax" "$(dirname "$copy")"
cp "$2/grammar/syntax/star.y" "$work/grammar/syntax"
cp -r "$here" "$copy"
{
    if command -v tree-sitter >/dev/null; then
        (cd "$copy" && tree-sitter generate --abi 14)
    else
        sh "$here/generator.sh" "$2/build/tree-sitter"
        "$2/build/tree-sitter/generator" "$copy"
    fi
    cc -shared -fPIC -I"$copy/src" -o "$work/star.so" "$copy/src/parser.c"
    cd "$2"
    PARSER=$work/star.so FOUND=$work/found WRONG=$work/wrong nvim --headless -n \
        -u NONE -i NONE -S "$here/paint.lua" tests/lang/*/*.star examples/*.star \
        stdlib/*.star
} >"$work/log" 2>&1 || {
    cat "$work/log"
    exit 1
}
cd "$2"
"$tokens" "$work/found" tests/lang/*/*.star examples/*.star stdlib/*.star \
    >"$work/report" || :
tail -n 1 "$work/report"

# In these a word of the language stands where only a name could, which tree-sitter
# takes for one; a literal that ends in the next line is two.
cat >"$work/known" <<'END'
tests/lang/lexical/forms_of_other_languages.star
tests/lang/lexical/literal_over_two_lines.star
tests/lang/lexical/statements_of_other_languages.star
tests/lang/messages/an_array_without_indices.star
tests/lang/procedures/function_heading_without_a_type.star
tests/lang/records/two_variant_parts_in_one_record.star
tests/lang/syntax/reserved_word_as_a_name.star
tests/lang/syntax/reserved_word_as_a_name_is_said_once.star
tests/lang/syntax/semicolon_before_else.star
tests/lang/syntax/surplus_end_in_warshall_as_printed.star
tests/lang/syntax/two_syntax_errors.star
END
sed -n 's/^\(.*\.star\):[0-9]*:$/\1/p' "$work/report" | uniq | diff "$work/known" - || {
    cat "$work/report"
    exit 1
}
while read -r file; do
    ! "$1" check "$file" >/dev/null 2>&1 || {
        echo "$file: STAR accepts it, tree-sitter does not"
        exit 1
    }
done <"$work/wrong"
