#!/bin/sh
# SPDX-License-Identifier: MIT
# small.sh BUILD TOP [OPTION...]: small loops with all contents.
build=$1 top=$2
shift 2
exec python3 "$top/tests/gates/small.py" "$build" "$@"
