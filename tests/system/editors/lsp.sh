#!/bin/sh
# SPDX-License-Identifier: MIT
# lsp.sh STAR TOP: star lsp by npm's client for language servers, which NODE_PATH
# leads to, and by neovim without a window; and how long it takes.
set -eu
status=0
STAR=$1 node --test --test-reporter=spec "$2/tests/system/editors/lsp.test.js" || status=1

# As docs/howto/editor.md says, in an empty home folder.
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
mkdir -p "$home/.config/nvim"
sed -n '/^```lua$/,/^```$/p' "$2/docs/howto/editor.md" | sed '/^```/d' \
    >"$home/.config/nvim/init.lua"
PATH=$(dirname "$1"):$PATH HOME=$home XDG_CONFIG_HOME=$home/.config nvim --headless -n \
    -c "luafile $2/tests/system/editors/lsp_nvim.lua" || status=1

python3 -B "$2/tests/system/editors/measure_lsp.py" "$1" || status=1
exit $status
