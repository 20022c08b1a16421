#!/bin/sh
# SPDX-License-Identifier: MIT
# What goes into each package: installs each component of a build with
# STAR_GPU=plugin apart, looks at what its binaries need, and tries the command
# and libstar-cuda of these.
# components.sh BUILD TOP PARTS CMAKE READELF
set -eu
build=$1 top=$2 parts=$3 cmake=$4 readelf=$5
here=$(dirname "$0")
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
for component in star libstar libstar-dev libstar-cuda; do
    "$cmake" --install "$build" --component $component \
        --prefix "$root/$component" >/dev/null
done
find "$root" -name 'libstar-cuda*' ! -type d | sed "s,^$root/,," >"$root/files"
[ "$(cut -d / -f 1 "$root/files")" = libstar-cuda ] || {
    cat "$root/files"
    exit 1
}
cuda=$root/$(cat "$root/files")
sh "$here/licences.sh" "$readelf" "$top/README.md" plugin \
    "$root/star/bin/star" \
    "$(find "$root/libstar" -name 'libstar.so.*' -type f)" "$cuda"
grep -q 'NVIDIA' "$root"/libstar-cuda/share/doc/*/copyright
sh "$here/command.sh" "$root/star/bin/star" "$top" "$parts" "$cuda"
