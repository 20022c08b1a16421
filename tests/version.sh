#!/bin/sh
# SPDX-License-Identifier: MIT
# version.sh TOP STAR LIBRARY: the command, the library and every file that states
# the version or the interface, its part in the SONAME, state those of
# CMakeLists.txt. Python and Debian write candidates in another way.
set -eu
star=$2
library=$3
cd "$1"
version=$(sed -n 's/^set(STAR_VERSION \(.*\))/\1/p' CMakeLists.txt)
interface=${version%%.*}
python=$(echo "$version" | sed 's/-rc\./rc/')
debian=$(echo "$version" | tr - '~')
status=0

# same NAME FOUND EXPECTED
same() {
    [ "$2" = "$3" ] || {
        echo "$1: expected $3, found: ${2:-none}"
        status=1
    }
}

# states FILE BEFORE VERSION AFTER: what stands between the two patterns there,
# in each line that has both, is the version.
states() {
    same "$1" "$(sed -n "s/$2\([0-9][0-9a-z.~-]*\)$4.*/\1/p" "$1" | sort -u)" "$3"
}
# has_interface FILE PATTERN: the interface stands behind it.
has_interface() {
    same "$1" "$(grep -o "$2[0-9][0-9.]*" "$1" | sed "s/^$2//; s/\.$//" | sort -u)" \
        "$interface"
}
same 'a version' "$(echo "$version" | sed -E 's/^[1-9]+\.[0-9]+\.[0-9]+(-rc\.[0-9]+)?$//')" ''
states CITATION.cff '^version: ' "$version" ''
states lib/star.h '.*version, such as "' "$version" '"'
states tools/editors/vscode/package.json '^  "version": "' "$version" '"'
states tools/editors/vscode/package-lock.json '^  "version": "' "$version" '"'
states tools/npm/package.json '^  "version": "' "$version" '"'
same CHANGELOG.md "$(sed -n 's/^## \([^,]*\).*/\1/p' CHANGELOG.md | sed 1q)" "$version"
states tools/python/star/library.py '.*Python writes it, such as "' "$python" '"'
states examples/warshall.ipynb '^   "version": "' "$python" '"'
states docs/howto/python.md '.*star_associative-' "$python" -py3
for page in docs/howto/packages.md docs/howto/get.md; do
    states $page '.*star_associative-' "$python" -py3
    states $page '.*star_associative-' "$python" '\.tar'
    states $page '.*star_jupyter-' "$python" -py3
    states $page '.*star-associative-' "$version" '\.tgz'
    states $page '.*star-' "$version" '\.\(vsix\|tar\|spdx\)'
    states $page '.*[a-z0-9]_' "$debian" -0star
done
states docs/howto/packages.md '.*star-site-' "$version" '\.tar'
states docs/howto/packages.md '^star-' "$version" '`'
states docs/howto/npm.md '.*star-associative-' "$version" '\.tgz'

for page in docs/howto/embedding.md docs/reference/stability.md lib/star.h \
    lib/libstar.abi; do
    has_interface $page 'libstar\.so\.'
done
for file in docs/architecture/device_part.md docs/howto/embedding.md \
    tests/ranks/device.sh tests/system/plugin/command.sh \
    tests/system/plugin/test_part.c; do
    has_interface "$file" 'libstar-cuda\.so\.'
done
for page in docs/howto/packages.md docs/howto/get.md; do
    has_interface $page '[`/]libstar'
done
has_interface docs/howto/packages.md '`libstar-cuda'

for words in version --version -V; do
    same "star $words" "$("$star" $words | sed -n 's/^star //p')" "$version"
done
same "$library" "$(readlink -f "$library" | sed 's/.*\.so\.//')" "${version%-*}"
same "$library" "$(readlink "$library" | sed 's/.*\.so\.//')" "$interface"
exit $status
