#!/bin/sh
# SPDX-License-Identifier: MIT
# version.sh TOP STAR LIBRARY: the command, the library and every file that states
# the version or the interface, its part in the SONAME, state those of
# CMakeLists.txt.
set -eu
star=$2
library=$3
cd "$1"
version=$(sed -n 's/^project(star VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
interface=${version%.*}
status=0

# same NAME FOUND EXPECTED
same() {
    [ "$2" = "$3" ] || {
        echo "$1: expected $3, found: ${2:-none}"
        status=1
    }
}

# states FILE PATTERN: all that the pattern's group finds there is the version;
# has_interface FILE PATTERN: the interface.
states() {
    same "$1" "$(sed -n "s/$2.*/\1/p" "$1" | sort -u)" "$version"
}
has_interface() {
    same "$1" "$(grep -o "$2[0-9][0-9.]*[0-9]" "$1" | sed "s/^$2//" | sort -u)" \
        "$interface"
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
states docs/howto/packages.md ".*star-$number\.\(tar\|vsix\|spdx\)"
states docs/howto/npm.md ".*star-associative-$number"
same CHANGELOG.md "$(sed -n 's/^## \([0-9.]*\).*/\1/p' CHANGELOG.md | sed 1q)" "$version"

for page in docs/howto/embedding.md docs/reference/stability.md lib/star.h; do
    has_interface $page 'libstar\.so\.'
done
has_interface docs/architecture/device_part.md 'libstar-cuda\.so\.'
has_interface docs/howto/packages.md '`libstar'
has_interface docs/howto/packages.md '`libstar-cuda'

for words in version --version -V; do
    same "star $words" "$("$star" $words | sed -n 's/^star //p')" "$version"
done
same "$library" "$(readlink -f "$library" | sed 's/.*\.so\.//')" "$version"
same "$library" "$(readlink "$library" | sed 's/.*\.so\.//')" "$interface"
exit $status
