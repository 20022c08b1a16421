#!/bin/sh
# SPDX-License-Identifier: MIT
# semirings.sh STAR: semirings.star finds nothing wrong, neither in the kernels
# nor in the bodies.
set -eu
star=$1
here=$(dirname "$0")
for option in '' '--native off'; do
    # shellcheck disable=SC2086 # an option is words
    "$star" run $option "$here/semirings.star" |
        diff "$here/semirings.expected" - || {
        echo "with the options '$option'"
        exit 1
    }
done
