#!/bin/sh
# SPDX-License-Identifier: MIT
# links.sh TOP: what the pages link to is there, and the index, docs/README.md,
# leads to every page; lessons and pages about modules are reached from the
# index of their folder, tables of measurements from the page of headlines.
set -eu
. "$(dirname "$0")/../../wrong"
cd "$1"

# The targets of a page's links, without places in them.
links() {
    grep -o '](\([^)]*\))' "$1" |
        sed 's/^](//; s/)$//; s/#.*//; /^https*:/d; /^$/d'
}

for page in *.md docs/*.md docs/*/*.md; do
    for link in $(links "$page"); do
        [ -e "$(dirname "$page")/$link" ] || wrong "$page: there is no $link"
    done
done
for page in docs/*/*.md; do
    index=docs/README.md
    name=${page#docs/}
    case $page in
    */README.md) ;;
    docs/tutorial/* | docs/architecture/*)
        index=${page%/*}/README.md
        name=${page##*/}
        ;;
    docs/measurements/*)
        index=docs/explanation/benchmarks.md
        name=../$name
        ;;
    esac
    links $index | grep -qxF "$name" || wrong "$index does not lead to $name"
done
finish
