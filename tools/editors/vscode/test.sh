#!/bin/sh
# SPDX-License-Identifier: MIT
# test.sh STAR TOP: packs the extension, and runs what was packed beside another
# vscode.
set -eu
here=$2/tools/editors/vscode
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sh "$here/pack.sh" "$work/star.vsix" >"$work/log" 2>&1 || {
    cat "$work/log"
    exit 1
}
python3 -m zipfile -e "$work/star.vsix" "$work/packed"
(cd "$work/packed" && find . -type f | LC_ALL=C sort) >"$work/files"
diff - "$work/files" <<'END'
./[Content_Types].xml
./extension.vsixmanifest
./extension/LICENSE.txt
./extension/extension.js
./extension/language.json
./extension/package.json
./extension/readme.md
./extension/star.tmLanguage.json
END
cmp "$2/LICENSE" "$work/packed/extension/LICENSE.txt"
STAR=$1 EXTENSION=$work/packed/extension \
    timeout 60 node --test --test-reporter=spec "$here/extension.test.js"
