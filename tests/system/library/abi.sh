#!/bin/sh
# SPDX-License-Identifier: MIT
# abi.sh LIBRARY HEADER ABI: a library that was built with debugging information
# has what ABI, lib/libstar.abi, says of functions and types of its header;
# functions may be new. With KEEP in the environment writes ABI instead.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/header"
cp "$2" "$work/header"
# Types of other headers are the library's own; where it was built is nothing
# of its interface.
abidw --headers-dir "$work/header" --drop-private-types \
    --exported-interfaces-only --no-corpus-path --no-show-locs \
    --no-comp-dir-path --no-elf-needed --no-architecture \
    --out-file "$work/now.abi" "$1"
grep -q "class-decl name='StarConfig' size-in-bits" "$work/now.abi" || {
    echo "$1 has no debugging information"
    exit 1
}
[ -z "${KEEP-}" ] || cp "$work/now.abi" "$3"
abidiff --no-added-syms "$3" "$work/now.abi"
