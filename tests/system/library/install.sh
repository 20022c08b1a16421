#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs into a folder of its own, which is then moved, and builds against
# that.
# install.sh FOLDER BUILD CMAKE EXAMPLE CC CXX VERSION
set -eu
here=$(dirname "$0")
folder=$1/installed build=$2
shift 2
rm -rf "$folder"
mkdir -p "$folder"
"$1" --install "$build" --prefix "$folder/first" >/dev/null
mv "$folder/first" "$folder/star"
sh "$here/users.sh" "$folder/star" "$folder" "$@"
# What the installed command builds runs wherever it stands.
printf "program hello(output);\nbegin writeln('hello') end.\n" >"$folder/one.star"
CC=$3 "$folder/star/bin/star" build "$folder/one.star" -o "$folder/built"
mv "$folder/star" "$folder/gone"
[ "$("$folder/built")" = hello ]
mv "$folder/gone" "$folder/star"
packages=3
[ -z "$(find "$folder/star" -name 'libstar-cuda.so*')" ] || packages=4
[ "$(find "$folder/star" -name copyright | wc -l)" = $packages ]
grep -q 'GNU Readline, whose licence is the GPL' \
    "$folder/star/share/doc/star/copyright"
