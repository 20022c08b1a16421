#!/bin/sh
# The shared library has the symbols of its header and no others.
# symbols.sh NM LIBRARY HEADER
set -eu
has=$("$1" -D --defined-only "$2" | awk '{ print $3 }' | sort)
wants=$(sed -n 's/^STAR_API .*[ *]\(star_[a-z_]*\)(.*/\1/p' "$3" | sort)
[ -n "$wants" ]
[ "$has" = "$wants" ] || {
    echo "the library has: $has"
    echo "the header has: $wants"
    exit 1
}
