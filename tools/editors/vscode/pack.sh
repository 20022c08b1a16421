#!/bin/sh
# SPDX-License-Identifier: MIT
# pack.sh OUT.vsix [BUILD]: packs the extension for Visual Studio Code; where
# BUILD, such as build/web, has STAR as WebAssembly, for browsers and for machines
# without a command too. npm fetches what it is made with, into a folder that is
# removed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
built=${2:+$(cd "$2" && pwd)/tools/npm}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here"/package*.json "$here/language.json" "$here/snippets.json" "$here/icon.png" \
    "$here/../textmate/star.tmLanguage.json" "$here/../../../LICENSE" "$work"
cd "$work"
# The editor shows no picture of a file, but one that stands in the page.
HERE=$here node -e '
    const fs = require("fs"), path = require("path"), here = process.env.HERE;
    const page = fs.readFileSync(path.join(here, "README.md"), "utf8");
    fs.writeFileSync("README.md", page.replace(/\(([^()]*\.png)\)/g, (all, file) =>
        `(data:image/png;base64,${fs.readFileSync(path.join(here, file), "base64")})`));'
npm ci --ignore-scripts --no-fund --no-audit --loglevel=error
# pack NAME OPTION...: NAME and what it needs go into one file.
pack() {
    name=$1
    shift
    NODE_PATH=node_modules node_modules/.bin/esbuild "$here/$name" --bundle \
        --external:vscode --minify --legal-comments=inline --log-level=warning \
        --outfile="$name" "$@"
}
pack extension.js --platform=node --target=node18
if [ -n "$built" ]; then
    pack extension_browser.js --format=cjs --platform=browser
    pack server_worker.js --platform=browser --alias:star-server="$built/server.js" \
        --external:fs --external:path
    cp "$here/../../npm/star.cjs" "$built"/*.wasm .
    cp "$built/command.js" command.cjs
else
    sed -i '/^  "browser":/d; s/ "\*.cjs", "\*.wasm",//' package.json
fi
node_modules/.bin/vsce package --no-dependencies --no-rewrite-relative-links --allow-missing-repository \
    --skip-license --out "$out"
