#!/bin/sh
# SPDX-License-Identifier: MIT
# sources.sh TOP OUT: packs the sources as OUT/star-VERSION.tar.gz: what git
# tracks, with the time of the last commit; where there is no git, all but
# builds, with the time of the newest source.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
version=$(sed -n 's/^set(STAR_VERSION \(.*\))/\1/p' CMakeLists.txt)

# Files whose removal is not committed are not packed.
sources() {
    if [ -e .git ]; then
        git -c core.quotePath=off ls-files
    else
        find . \( -path ./build -o -name node_modules -o -name __pycache__ \) -prune -o \
            ! -type d -print | sed 's,^\./,,'
    fi | while IFS= read -r file; do
        [ ! -L "$file" ] && [ ! -e "$file" ] || echo "$file"
    done
}

if [ -e .git ]; then
    SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
else
    SOURCE_DATE_EPOCH=$(sources | tr '\n' '\0' | xargs -0 stat -c %Y -- |
        sort -n | tail -n 1)
fi
export SOURCE_DATE_EPOCH
sources | sh "$here/pack.sh" "$2/star-$version.tar.gz" "star-$version"
