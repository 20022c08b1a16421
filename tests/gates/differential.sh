#!/bin/sh
# SPDX-License-Identifier: MIT
# differential.sh BUILD TOP: random programs beside the naive evaluator.
# PROGRAMS=N of them from SEED=N on.
set -eu
star=$1/star oracle=$1/tests/oracle
"$oracle/star_differential" "$star" "$oracle/star_oracle" \
    "$oracle/star_generate" "${SEED:-60000001}" "${PROGRAMS:-10000}" \
    "--isa portable --optimize off" "--isa avx512" "--max-steps ?" \
    "$1/tests/ranks/star_ranks_3 --max-steps ?" | tail -n 1
