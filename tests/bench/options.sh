#!/bin/sh
# SPDX-License-Identifier: MIT
# options.sh STAR_BENCH TOP: it knows its benchmarks and what goes with them;
# figures are no test's business.
set -eu
. "$(dirname "$0")/../system/command/common"

gives 2 wharsall
says warshall
gives 0 start
shows ' 8.00 MB'
gives 0 --quick
shows 'huge: closures'
gives 0 --quick start
shows 'smaller, not judged'
! grep -q '8.00 MB' out || wrong 'expected no target'
gives 2 checks
says "'checks' takes a FILE"
gives 2 start "$star"
says "'start' takes no FILE"

# What draws, and what has variants.
gives 2 --quick start --plot x.svg
says '--plot goes with the name of a benchmark that draws'
gives 2 --quick --plot x.svg
gives 2 warshall --variant block
says '--variant goes with chain, chain-huge or pipeline'
gives 2 chain --variant bloc
says "--variant 'bloc': expected one of: thread block blocks"
[ ! -e x.svg ] || wrong 'expected no file'
gives 5 --quick --device cpu chain --plot none/x.svg
says 'none/x.svg: No such file or directory'
gives 6 --device cpu chain --variant block --plot x.svg
says '--variant block: there is no device'
[ ! -s x.svg ] || wrong 'expected no plot'
gives 6 --device cpu chain-huge --variant thread
gives 0 --quick --device cpu chain --plot x.svg
shows 'there is no device'
grep -q '</svg>' x.svg || wrong 'expected a plot'
if [ -c /dev/full ]; then
    gives 5 --quick --device cpu chain --plot /dev/full
fi

# In a row all threads of a pipeline read one element, of the 2-by-2 none.
gives 0 --quick --device cpu pipeline --variant twobytwo
shows '255 of  256                 -          0 of    1'
! grep -q KNAPSACK out || wrong 'expected the variant alone'
finish
