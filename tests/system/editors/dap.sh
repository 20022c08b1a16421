#!/bin/sh
# SPDX-License-Identifier: MIT
# dap.sh STAR TOP: star dap by npm's client for debug adapters, which NODE_PATH
# leads to.
set -eu
STAR=$1 exec node --test --test-reporter=spec "$2/tests/system/editors/dap.test.js"
