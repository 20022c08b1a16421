#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the Debian packages, looks at what they say, and builds against what is
# in them. Skipped where packages cannot be made.
# packages.sh FOLDER BUILD CMAKE EXAMPLE CC CXX VERSION
set -eu
command -v dpkg-shlibdeps >/dev/null || exit 77
here=$(dirname "$0")
folder=$1/packages build=$2 version=$7
shift 2
rm -rf "$folder"
mkdir -p "$folder"
"$(dirname "$1")/cpack" --config "$build/CPackConfig.cmake" \
    -B "$folder" >"$folder/log" 2>&1 || {
    cat "$folder/log"
    exit 1
}
for package in "$folder"/*.deb; do
    dpkg-deb -x "$package" "$folder/root"
done
sh "$here/users.sh" "$folder/root/usr" "$folder" "$@"

fail() {
    echo "$*"
    exit 1
}

interface=${version%.*}

# says PACKAGE FIELD TEXT
says() {
    set -- "$(dpkg-deb -f "$folder/$1"_*.deb "$2")" "$3"
    case $1 in
    *"$2"*) ;;
    *) fail "'$1', expected $2" ;;
    esac
}
says "libstar$interface" Version "$version"
says "libstar$interface" Depends libc6
says libstar-dev Depends "libstar$interface (= $version)"
says libstar-dev Depends zlib1g-dev
says star Depends libreadline
dpkg-deb -e "$folder/libstar$interface"_*.deb "$folder/control"
[ "$(cut -d' ' -f1-3 "$folder/control/shlibs")" = \
    "libstar $interface libstar$interface" ] ||
    fail "shlibs: $(cat "$folder/control/shlibs")"
for package in star "libstar$interface" libstar-dev; do
    [ -s "$folder/root/usr/share/doc/$package/copyright" ] ||
        fail "$package: no licence"
done
