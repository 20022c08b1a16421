#!/bin/sh
# SPDX-License-Identifier: MIT
# truth.sh BUILD TOP [OPTION...]: truth tables of random expressions.
build=$1 top=$2
shift 2
exec python3 "$top/tests/gates/truth.py" "$build" "$@"
