#!/bin/sh
# SPDX-License-Identifier: MIT
# arm.sh DIST TOP: the Debian packages for 64-bit Arm have the files of those for
# this processor, in folders of their own; their binaries are of that processor, and
# the command runs in qemu-user.
set -eu
. "$(dirname "$0")/../../wrong"
export LC_ALL=C
dist=$1 top=$(cd "$2" && pwd)
native=$(dpkg --print-architecture)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# files DEB ARCHITECTURE: kinds and names, and what links lead to.
files() {
    dpkg-deb -c "$1" | sed -E 's/^(.)[^ ]* +[^ ]+ +[0-9]+ +[^ ]+ +[^ ]+ /\1 /' |
        sed "s/$(dpkg-architecture -a "$2" -qDEB_HOST_MULTIARCH 2>/dev/null)/TRIPLET/g" | sort
}
for theirs in "$dist"/*_arm64.deb; do
    package=$(basename "$theirs" | sed 's/_.*//')
    ours=${theirs%_arm64.deb}_$native.deb
    files "$ours" "$native" >"$work/ours"
    files "$theirs" arm64 | diff "$work/ours" - || wrong "$package: other files"
    # The names of packages are the same, but not those of the cross compiler's.
    for deb in "$ours" "$theirs"; do
        dpkg-deb -f "$deb" Depends | sed 's/([^)]*)//g; s/ //g' >"$work/needs.${deb##*_}"
    done
    diff "$work/needs.$native.deb" "$work/needs.arm64.deb" || wrong "$package: needs others"
    dpkg-deb -x "$theirs" "$work/root"
done
for file in "$work/root/usr/bin/star" "$work"/root/usr/lib/*/libstar.so.?.* \
    "$work"/root/usr/lib/*/libstar.a; do
    [ "$(readelf -h "$file" | sed -n 's/^ *Machine: *//p' | sort -u)" = AArch64 ] ||
        wrong "$file is of another processor"
done
sh "$top/tests/hardening.sh" readelf 0 "$work/root/usr/bin/star" \
    "$work"/root/usr/lib/*/libstar.so.?.* || wrong hardening

sh "$top/tools/build/arm.sh" "$top/build/arm-root" >"$work/log" 2>&1 || {
    cat "$work/log"
    wrong 'no libraries for 64-bit Arm'
}
star="$top/build/arm-root/run $work/root/usr/bin/star"
$star version | grep -qx 'isa: neon' || wrong 'the command says another processor'
cd "$work/root/usr/share/doc/star/examples"
$star run warshall.star | diff warshall.expected - || wrong warshall.star
finish
