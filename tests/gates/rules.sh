#!/bin/sh
# SPDX-License-Identifier: MIT
# rules.sh BUILD TOP: the rules of plans by z3.
exec sh "$2/tests/z3.sh" "$2/tests/gates/rules.py" "$2"
