#!/bin/sh
# SPDX-License-Identifier: MIT
# Both libraries have the symbols of their header and no others.
# symbols.sh NM SHARED STATIC HEADER
set -eu
wants=$(sed -n 's/^STAR_API .*[ *]\(star_[a-z_]*\)(.*/\1/p' "$4" | sort)
[ -n "$wants" ]
for table in -D -g; do
    [ $table = -D ] && library=$2 || library=$3
    has=$("$1" --defined-only $table "$library" |
        awk 'NF == 3 { print $3 }' | sort)
    [ "$has" = "$wants" ] || {
        echo "$library has: $has"
        echo "the header has: $wants"
        exit 1
    }
done
