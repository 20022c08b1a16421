#!/bin/sh
# SPDX-License-Identifier: MIT
# z3.sh SCRIPT ARG...: a script that wants z3, by the Python that has it.
for python in python3 /usr/bin/python3; do
    ! $python -c 'import z3' 2>/dev/null || break
done
exec $python "$@"
