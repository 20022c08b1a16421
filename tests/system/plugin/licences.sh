#!/bin/sh
# SPDX-License-Identifier: MIT
# What binaries need is what README says they have, and those that are handed
# on apart from libstar-cuda have nothing of NVIDIA's.
# licences.sh READELF README LINKED FILE...: LINKED: whether the GPU part is in all
# of them; a FILE's row in README is that of its name.
set -eu
. "$(dirname "$0")/../../wrong"
readelf=$1 readme=$2 linked=$3
shift 3

for file in "$@"; do
    name=$(basename "$file" | sed 's/\.so.*//')
    row=$(grep "^| \`$name\` |" "$readme") || wrong "$readme: no row $name"
    needed=$("$readelf" -dW "$file" |
        sed -n 's/.*(NEEDED).*\[lib\([a-z]*\).*/\1/p' |
        grep -vxE 'c|m|dl|rt|pthread' | sed 's/^z$/zlib/') || :
    for library in readline zlib; do
        case " $(echo $needed) ,$row" in
        *" $library "*,*" $library"*) ;;
        *" $library "*) wrong "$file needs $library; $readme: $row" ;;
        *,*" $library"*) wrong "$file does not need $library: $readme: $row" ;;
        esac
    done
    for library in $needed; do
        case $library in
        readline | zlib) ;;
        *) wrong "$file needs $library" ;;
        esac
    done
    if [ "$name" = libstar-cuda ] || [ "$linked" = 1 ]; then
        "$readelf" -SW "$file" | grep -q '\.nv_fatbin' ||
            wrong "$file: without kernels"
    elif "$readelf" -SW "$file" | grep -q '\.nv' ||
        "$readelf" -sW "$file" | grep -qiE ' _*(cuda|cudart|nv)[a-z0-9_]*$'; then
        wrong "$file: with a part of NVIDIA's"
    fi
done
finish
