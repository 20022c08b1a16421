#!/bin/sh
# SPDX-License-Identifier: MIT
# protocols.sh BUILD TOP: states of the models, in all orders of their steps.
set -eu
said=$(sh "$2/tests/models/models.sh") || {
    status=$?
    echo "$said"
    exit $status
}
echo "$said" | awk '{ n += $2 } END { print NR " models, " n " states, 0 errors" }'
