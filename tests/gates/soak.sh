#!/bin/sh
# SPDX-License-Identifier: MIT
# soak.sh BUILD TOP [OPTION...]: what stays in memory of long sessions.
build=$1 top=$2
shift 2
exec python3 "$top/tests/gates/soak.py" "$build" "$@"
