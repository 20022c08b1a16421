#!/bin/sh
# Both libraries have the symbols of their header and no others.
# symbols.sh NM SHARED STATIC HEADER
set -eu
wants=$(sed -n 's/^STAR_API .*[ *]\(star_[a-z_]*\)(.*/\1/p' "$4" | sort)
[ -n "$wants" ]
for table in "-D $2" "-g $3"; do
    # An option and a path are meant to be split.
    # shellcheck disable=SC2086
    has=$("$1" --defined-only $table | awk 'NF == 3 { print $3 }' | sort)
    [ "$has" = "$wants" ] || {
        echo "$table has: $has"
        echo "the header has: $wants"
        exit 1
    }
done
