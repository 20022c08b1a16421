#!/bin/sh
# star bench runs and knows its benchmarks; figures are no test's business.
set -eu
. "$(dirname "$0")/common"

gives 2 bench wharsall
says warshall
gives 0 bench start
shows 'peak memory'
gives 2 bench checks
says "'checks' takes a FILE"
gives 2 bench start "$star"
says "'start' takes no FILE"
finish
