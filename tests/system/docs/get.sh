#!/bin/sh
# SPDX-License-Identifier: MIT
# get.sh STAR TOP: the page with a command for each system names files of a
# release, each command that installs one is run from the page by a test, and the
# README leads to it. What those tests compare with is what STAR prints.
set -eu
. "$(dirname "$0")/../../wrong"
. "$(dirname "$0")/../get"
star=$1 top=$2
page=docs/howto/get.md
cd "$top"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

files=$(grep -oE ' \./[^ `]+\.[a-z]+|[a-z]+ star-[^ `]*\.vsix' $page |
    sed 's/.*[ /]//')
[ "$(echo "$files" | wc -l)" = 8 ] || wrong "expected 8 files, found $files"
for file in $files; do
    grep -qF "| \`$file\` |" docs/howto/packages.md ||
        wrong "$file is no file of a release"
done
rows=$(grep -cE '^\| .* \| `(apt|pip|npm) install \./' $page)
tests=$(grep -rhoE "get_line \"?.?top\"? ['\"][^'\"]*" tests/system/npm \
    tests/system/packages tests/system/python tests/system/notebooks | wc -l)
[ "$rows" = 6 ] || wrong "expected 6 rows that install a file, found $rows"
[ "$tests" = 6 ] || wrong "expected 6 tests that take a row, found $tests"
grep -qF "($page)" README.md || wrong 'the README does not lead to it'
grep -qF '(howto/get.md)' docs/README.md || wrong 'docs/README.md does not'
get_example . "$work"
"$star" run "$work/levels.star" | diff "$work/levels.expected" - ||
    wrong 'the example of the README'
finish
