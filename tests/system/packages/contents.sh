#!/bin/sh
# SPDX-License-Identifier: MIT
# contents.sh DIST TOP: what is in the Debian packages of a release: lintian has
# nothing against them; what they need and provide; the hardening of their
# binaries; their licences. Those for 64-bit Arm are there if they could be made.
set -eu
. "$(dirname "$0")/../../wrong"
export LC_ALL=C
dist=$1 top=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

version=$(ls "$dist" | sed -n 's/^star-\([0-9].*\)\.tar\.gz$/\1/p')
interface=${version%%.*}
debian=$(echo "$version" | tr - '~')-0star1
(cd "$dist" && sha256sum -c --quiet SHA256SUMS) || wrong 'SHA256SUMS is wrong'
[ "$(wc -l <"$dist/SHA256SUMS")" = "$(ls "$dist" | grep -cv '^SHA256SUMS')" ] ||
    wrong 'SHA256SUMS lacks files'
lintian --allow-root --fail-on error,warning "$dist"/*.deb || wrong lintian

# On 64-bit Arm they are its own.
arm=
[ "$(dpkg --print-architecture)" = arm64 ] ||
    arm=$(ls "$dist" | sed -n 's/.*_arm64\.deb$/yes/p' | head -n 1)
sed -n 's/^| `\([^`]*\)` |.*/\1/p' "$top/docs/howto/packages.md" |
    grep -v 'libstar-cuda\|minisig' | { [ -n "$arm" ] && cat || grep -v arm64; } |
    sed "s/amd64/$(dpkg --print-architecture)/; s/x86_64/$(uname -m)/" |
    sort >"$work/page"
(cd "$dist" && find -- * ! -name 'libstar-cuda*' ! -name '*.minisig' | sort | diff "$work/page" -) ||
    wrong 'docs/howto/packages.md names other files'

# field PACKAGE FIELD PATTERN
field() {
    dpkg-deb -f "$debs/$1"_*.deb "$2" >"$work/field"
    grep -qE "$3" "$work/field" ||
        wrong "$1: $2 is '$(cat "$work/field")', expected $3"
}

if [ -n "$arm" ]; then
    sh "$(dirname "$0")/arm.sh" "$dist" "$top" || wrong 'those for 64-bit Arm'
else
    echo 'packages: no others for 64-bit Arm: not tested'
fi
debs=$work/debs # for this processor
mkdir "$debs"
cp "$dist"/*_all.deb "$dist"/*_"$(dpkg --print-architecture)".deb "$debs"

packages=
for deb in "$debs"/*.deb; do
    package=${deb##*/}
    package=${package%%_*}
    packages="$packages $package"
    mkdir "$work/$package"
    dpkg-deb -x "$deb" "$work/$package"
    dpkg-deb -e "$deb" "$work/$package/control"
    field "$package" Version "^$debian\$"
    [ -s "$work/$package/usr/share/doc/$package/copyright" ] ||
        wrong "$package: no licence"
done
# The part for devices is made where nvcc is.
case $packages in
" libstar-dev libstar$interface python3-star star-mpi star" | \
    " libstar-cuda$interface libstar-dev libstar$interface python3-star star-mpi star") ;;
*) wrong "there are$packages" ;;
esac
field star Depends 'libreadline8.*zlib1g'
field "libstar$interface" Depends '^libc6 \([^)]*\), zlib1g \([^)]*\)$'
field libstar-dev Depends "^libstar$interface \\(= $debian\\), zlib1g-dev\$"
grep -q "^libstar $interface libstar$interface " \
    "$work/libstar$interface/control/shlibs" ||
    wrong "shlibs: $(cat "$work/libstar$interface/control/shlibs")"
field star-mpi Depends "openmpi-bin, star \\(= $debian\\), .*libopenmpi3"
field python3-star Depends "libstar$interface \\(>= $debian\\)"
python3 "$top/tests/system/python/manylinux.py" "$dist"/*.whl || wrong wheels

# What binaries need, and that only the part for devices has NVIDIA's runtime.
command=$work/star/usr/bin/star
library=$(find "$work/libstar$interface" -type f -name 'libstar.so.*')
archive=$(find "$work/libstar-dev" -name libstar.a)
cuda=$(find "$work" -name 'libstar-cuda.so.*' -type f)
mpi=$work/star-mpi/usr/lib/star/libstar-mpi.so
# shellcheck disable=SC2086
sh "$top/tests/system/plugin/licences.sh" readelf "$top/README.md" 0 \
    "$command" "$library" $cuda || wrong licences
grep -q 'GNU Readline, whose licence is the GPL' \
    "$work/star/usr/share/doc/star/copyright" || wrong 'no word of the GPL'
sed '1,/^License: Expat$/d; /^License: Expat$/d; s/^ \.*//' \
    "$work/star/usr/share/doc/star/copyright" >"$work/expat"
sed '1,/^Copyright/d' "$top/LICENSE" | diff - "$work/expat" ||
    wrong 'copyright and LICENSE differ'

# CET is of these processors.
case $(dpkg --print-architecture) in
amd64) cet=1 ;;
*) cet=0 ;;
esac
sh "$top/tests/hardening.sh" readelf $cet "$command" "$library" "$archive" ||
    wrong hardening

# No binary names a folder of the build.
for file in "$command" "$library" "$archive" "$mpi" $cuda; do
    ! strings "$file" | grep -E '/tmp/|/build/|obj-[a-z0-9_]+/' ||
        wrong "$file names a folder"
done
finish
