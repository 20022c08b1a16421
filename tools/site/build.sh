#!/bin/sh
# SPDX-License-Identifier: MIT
# build.sh TOP: the site, a static folder TOP/build/site, of the engine that is
# in TOP/build/web: the documentation, the Worker, and the pages that use it.
# SITE_BASE is where it will stand on its server, / if it is not set.
set -eu
top=$1
site=$top/build/site
modules=$top/build/npm/node_modules

# The packages of npm are beside the other things that are built; the sources
# see them by a link.
if ! cmp -s "$top/tools/site/package-lock.json" "$top/build/npm/installed"; then
    mkdir -p "$top/build/npm"
    cp "$top/tools/site/package.json" "$top/tools/site/package-lock.json" \
        "$top/build/npm"
    (cd "$top/build/npm" && npm ci --ignore-scripts --no-audit --no-fund)
    cp "$top/tools/site/package-lock.json" "$top/build/npm/installed"
fi
[ -d "$top/tools/site/node_modules" ] ||
    ln -sfn ../../build/npm/node_modules "$top/tools/site/node_modules"

node "$modules/vitepress/bin/vitepress.js" build "$top/tools/site/docs"

cp "$top/tools/site/docs/icon.svg" "$site"

# What pages link to that is none.
while read -r file; do
    mkdir -p "$site/files/$(dirname "$file")"
    cp "$top/$file" "$site/files/$file"
done <"$top/build/vitepress/files"

# The first page, the lessons, the examples, and the playground, whose Worker all
# of them use.
node "$top/tools/site/play/bundle.mjs"

node "$top/tools/site/docs/check.mjs" "$site"
