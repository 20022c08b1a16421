#!/bin/sh
# SPDX-License-Identifier: MIT
# stability.sh READELF LIBRARY TOP: the lists of what stays are those of the
# sources: exit statuses, formats, the SONAME, names of Python and JavaScript.
set -eu
. "$(dirname "$0")/../../wrong"
export LC_ALL=C
library=$2
readelf=$1
cd "$3"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
page=docs/reference/stability.md

# same WHAT: the page's list is that of the sources.
same() {
    sort -o "$work/page" "$work/page"
    sort -u -o "$work/sources" "$work/sources"
    [ -s "$work/sources" ] || wrong "$1: the sources have none"
    diff "$work/page" "$work/sources" >"$work/differ" ||
        wrong "$page: $1 (< the page, > the sources):
$(cat "$work/differ")"
}

# section HEAD: the names in the paragraph that begins so.
section() {
    awk -v head="**$1.**" 'index($0, head) == 1 { inside = 1; next }
        /^$/ { inside = 0 }
        inside' "$page" | grep -o '`[^`]*`' | tr -d '`'
}

sed -n 's/^| \([0-9][0-9]*\) |.*/\1/p' "$page" >"$work/page"
cat runtime/status/*.def |
    sed -n 's/^STATUS([A-Z_]*, "[^"]*", \([0-9]*\),.*/\1/p' >"$work/sources"
echo 2 >>"$work/sources" # the command line's, cli/usage.h
same 'exit statuses'
sed -n 's/^    STAR_CODE_[A-Z]* = \([0-9]*\).*/\1/p' lib/star.h >"$work/sources"
same 'exit statuses in star.h'

sed -n 's/^| `\([a-z]*\)` |.*/\1/p' "$page" >"$work/page"
sed -n 's/^FORMAT([A-Z]*, \([a-z]*\),.*/\1/p' runtime/io/formats/formats.def \
    >"$work/sources"
same formats
grep -q "^| \`bits\` | version $(sed -n 's/.*THIS_VERSION = \([0-9]*\).*/\1/p' \
    runtime/io/formats/bits_format.c) " "$page" || wrong "$page: the version of bits"

grep -o '`libstar\.so\.[0-9.]*`' "$page" | tr -d '`' >"$work/page"
"$readelf" -d "$library" | sed -n 's/.*soname: \[\(.*\)\]/\1/p' >"$work/sources"
same SONAME

section Python >"$work/page"
sed -n '/^__all__/,/^]/s/^    "\(.*\)",/\1/p' tools/python/star/__init__.py \
    >"$work/sources"
same 'names of Python'

section JavaScript >"$work/page"
sed -n 's/^export {\([^}]*\)}.*/\1/p' tools/npm/index.mjs | tr -d ' ' |
    tr ',' '\n' >"$work/sources"
same 'names of JavaScript'
sed -n 's/^export {\([^}]*\)}.*/\1/p' tools/npm/browser.mjs | tr -d ' ' |
    tr ',' '\n' >"$work/sources"
same 'names of JavaScript in a browser'
finish
