#!/bin/sh
# SPDX-License-Identifier: MIT
# matchers.sh TOP: only the rules of runtime/plan/rewrite look for the shape of
# a plan, as the codes of its expressions and the lengths of its bodies show it;
# the verifier asks whether what a rule says of an operation is so.
set -eu
cd "$1"
shape='code\[[0-9]\] *[!=<>]|(fuse\.|f->)length *([<>!=]=|>) *[1-9]|body *[!=]= *[0-9]'
found=$(grep -rnE --include='*.[ch]' --include='*.cu' --include='*.cuh' \
    "$shape" runtime vm/bytecode/[a-uw-z]* vm/interp gpu lib \
    grammar/analysis || true)
rules=$(echo "$found" | grep -c '^runtime/plan/rewrite/' || true)
others=$(echo "$found" | grep -vE '^runtime/plan/(rewrite/|plan\.h:)' || true)
if [ -n "$others" ] || [ "$rules" -lt 4 ]; then
    echo "$rules lines of rules; matchers outside of plan/rewrite:"
    echo "$others"
    exit 1
fi
