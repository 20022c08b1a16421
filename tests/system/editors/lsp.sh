#!/bin/sh
# SPDX-License-Identifier: MIT
# lsp.sh STAR TOP: star lsp by npm's client for language servers, which NODE_PATH
# leads to, and by neovim without a window.
set -eu
status=0
STAR=$1 node --test --test-reporter=spec "$2/tests/system/editors/lsp.test.js" || status=1
STAR=$1 nvim --headless -u NONE -i NONE -n \
    -c "luafile $2/tests/system/editors/lsp_nvim.lua" || status=1
exit $status
