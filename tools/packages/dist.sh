#!/bin/sh
# SPDX-License-Identifier: MIT
# dist.sh TOP OUT: what a release consists of, into an empty folder: the
# sources and their bill of materials; from these, unpacked elsewhere, the Debian
# packages, the wheels, the sources as pip takes them, the extension for Visual
# Studio Code, the package of npm and the site; SHA256SUMS, signed if MINISIGN_KEY
# names a key. The same sources and tools give the same bytes, in whatever folder.
set -eu
export LC_ALL=C TZ=UTC DEB_BUILD_OPTIONS=terse
umask 022
out=$2
[ -z "${MINISIGN_KEY-}" ] || MINISIGN_KEY=$(realpath "$MINISIGN_KEY")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sh "$1/tools/packages/sources.sh" "$1" "$out"
tar -xzf "$out"/star-*.tar.gz -C "$work"
cd "$work"/star-*
top=$PWD
SOURCE_DATE_EPOCH=$(stat -c %Y CMakeLists.txt)
export SOURCE_DATE_EPOCH
value() {
    sed -n "s/^$1.*/\1/p" CMakeLists.txt
}
version=$(value 'set(STAR_VERSION \([^)]*\)')
interface=${version%%.*}
sh tools/packages/bill.sh . "star-$version" >"$out/star-$version.spdx"
contact=$(value 'set(STAR_CONTACT "\([^"]*\)"')

# Files of debhelper that are called as the package of a library get its
# interface. The package with the part for devices needs nvcc.
cp -r tools/packages/debian .
sed -i "s/@VERSION@/$(echo "$version" | tr - '~')/; s/@INTERFACE@/$interface/; s/@CONTACT@/$contact/
    s/@DATE@/$(date -R -d "@$SOURCE_DATE_EPOCH")/" debian/control debian/changelog
for file in debian/libstar.* debian/libstar-cuda.*; do
    mv "$file" "${file%.*}$interface.${file##*.}"
done
profile=
! command -v "${CUDACXX:-nvcc}" >/dev/null || profile=-Ppkg.star.cuda
dpkg-buildpackage -b -us -uc $profile
mv ../*.deb "$out"
for package in star star_jupyter; do
    /usr/bin/python3 -B tools/python/backend.py obj-* "$out" $package
done
# An emulator runs the command where its manual pages are made.
if [ "$(dpkg --print-architecture)" != arm64 ] &&
    command -v aarch64-linux-gnu-gcc >/dev/null && command -v qemu-aarch64 >/dev/null; then
    sh tools/build/arm.sh build/arm-root
    dpkg-buildpackage -B -d -us -uc -aarm64 -Pcross,nocheck
    mv ../*.deb "$out"
fi
rm -r debian obj-*
(cd tools/python && /usr/bin/python3 -B -c \
    'import backend, sys; backend.build_sdist(sys.argv[1])' "$out")

./dev site
(export NODE_PATH=/usr/share/nodejs &&
    cmake --build --preset web --target star_command star_server)
sh tools/npm/pack.sh build/web "$out"
sh tools/editors/vscode/pack.sh "$out/star-$version.vsix" build/web
cd build/site
find . -type f | sed 's,^\./,,' | sh "$top/tools/packages/pack.sh" \
    "$out/star-site-$version.tar.gz" "star-site-$version"

cd "$out"
sha256sum -- * >SHA256SUMS
sh "$top/tools/packages/sign.sh" "$out" "$version"
