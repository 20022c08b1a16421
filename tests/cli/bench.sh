#!/bin/sh
# star bench runs and knows its benchmarks; figures are no test's business.
# tests/bench runs them all.
set -eu
. "$(dirname "$0")/common"

gives 2 bench wharsall
says warshall
gives 0 bench start
shows ' 8.00 MB'
gives 0 bench --quick
shows 'huge: closures'
gives 0 bench --quick start
shows 'smaller, not judged'
! grep -q '8.00 MB' out || wrong 'expected no target'
gives 2 bench checks
says "'checks' takes a FILE"
gives 2 bench start "$star"
says "'start' takes no FILE"
finish
