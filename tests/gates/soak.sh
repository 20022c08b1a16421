#!/bin/sh
# SPDX-License-Identifier: MIT
# soak.sh BUILD TOP [OPTION...]: memory over a long life.
exec python3 "$2/tests/gates/soak.py" "$@"
