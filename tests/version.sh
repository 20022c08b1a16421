#!/bin/sh
# SPDX-License-Identifier: MIT
# version.sh TOP: every file that states the version states that of CMakeLists.txt.
set -eu
cd "$1"
version=$(sed -n 's/^project(star VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
status=0

# states FILE PATTERN: all that the pattern's group finds there is the version.
states() {
    found=$(sed -n "s/$2.*/\1/p" "$1" | sort -u)
    [ "$found" = "$version" ] || {
        echo "$1: expected $version, found: ${found:-none}"
        status=1
    }
}
number='\([0-9][0-9.]*[0-9]\)'
states CITATION.cff "^version: $number"
states lib/star.h ".*version, such as \"$number"
states tools/python/star/library.py ".*version, such as \"$number"
states tools/editors/vscode/package.json "^  \"version\": \"$number"
states tools/editors/vscode/package-lock.json "^  \"version\": \"$number"
states tools/npm/package.json "^  \"version\": \"$number"
states docs/howto/python.md ".*star_associative-$number"
states docs/howto/packages.md ".*star_associative-$number"
states docs/howto/packages.md ".*star-$number\.\(tar\|vsix\)"
exit $status
