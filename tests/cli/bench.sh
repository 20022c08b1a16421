#!/bin/sh
# star bench runs and knows its benchmarks; figures are no test's business.
set -eu
. "$(dirname "$0")/common"

command='star bench wharsall'
"$star" bench wharsall >out 2>err && wrong 'expected a usage error'
grep -q "warshall" err || wrong 'expected a suggestion'

command='star bench start'
timeout 60 "$star" bench start >out 2>err || wrong 'expected success'
grep -q 'peak memory' out || wrong 'expected a table'
finish
