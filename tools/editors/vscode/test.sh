#!/bin/sh
# SPDX-License-Identifier: MIT
# test.sh STAR TOP: packs the extension, and runs what was packed beside another
# vscode; with STAR as WebAssembly, which is built, in a browser's way too.
set -eu
here=$2/tools/editors/vscode
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{
    (cd "$2" && export NODE_PATH=/usr/share/nodejs &&
        cmake --preset web && cmake --build --preset web --target star_command star_server) &&
        sh "$here/pack.sh" "$work/star.vsix" "$2/build/web" &&
        sh "$here/pack.sh" "$work/alone.vsix"
} >"$work/log" 2>&1 || {
    cat "$work/log"
    exit 1
}
python3 -m zipfile -e "$work/star.vsix" "$work/packed"
(cd "$work/packed" && find . -type f | LC_ALL=C sort) >"$work/files"
diff - "$work/files" <<'END'
./[Content_Types].xml
./extension.vsixmanifest
./extension/LICENSE.txt
./extension/command.cjs
./extension/command.wasm
./extension/extension.js
./extension/extension_browser.js
./extension/icon.png
./extension/language.json
./extension/package.json
./extension/readme.md
./extension/server.wasm
./extension/server_worker.js
./extension/snippets.json
./extension/star.cjs
./extension/star.tmLanguage.json
END
cmp "$2/LICENSE" "$work/packed/extension/LICENSE.txt"
STAR=$1 EXTENSION=$work/packed/extension \
    timeout 100 node --test --test-reporter=spec "$here/extension.test.js" "$here/browser.test.js"
