#!/bin/sh
# SPDX-License-Identifier: MIT
# pack.sh OUT.vsix: packs the extension for Visual Studio Code. npm fetches what
# it is made with, into a folder that is removed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here"/package*.json "$here/language.json" "$here/README.md" \
    "$here/../textmate/star.tmLanguage.json" "$here/../../../LICENSE" "$work"
cd "$work"
npm ci --ignore-scripts --no-fund --no-audit --loglevel=error
# The client of the language server goes into the one file.
NODE_PATH=node_modules node_modules/.bin/esbuild "$here/extension.js" --bundle \
    --platform=node --target=node18 --external:vscode --minify \
    --legal-comments=inline --log-level=warning --outfile=extension.js
node_modules/.bin/vsce package --no-dependencies --allow-missing-repository \
    --skip-license --out "$out"
