#!/bin/sh
# SPDX-License-Identifier: MIT
# pack.sh BUILD OUT: packs the package star-associative of npm, of the engine and
# the command that are in BUILD, in the folder OUT, and names it.
set -eu
build=$(cd "$1" && pwd) here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$here"
cp package.json README.md ./*.mjs star.cjs index.d.ts ../../LICENSE \
    ../site/play/engine_client.mjs "$build"/tools/site/engine/engine.mjs \
    "$build"/tools/site/engine/engine.wasm "$build"/tools/npm/command.wasm "$work"
cp "$build/tools/npm/command.js" "$work/command.cjs"
cd "$work"
chmod 644 ./*
chmod 755 star.cjs
npm pack --silent --ignore-scripts --pack-destination "$out" |
    sed "s|^|$out/|"
