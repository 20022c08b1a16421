#!/bin/sh
# SPDX-License-Identifier: MIT
# sign.sh OUT VERSION: signs OUT/SHA256SUMS with the key in the file that
# MINISIGN_KEY names; without that name nothing is signed. The comment that the
# signature covers says which file of which version it is.
set -eu
[ -n "${MINISIGN_KEY-}" ] || {
    echo 'sign: MINISIGN_KEY names no key file: SHA256SUMS is not signed'
    exit 0
}
minisign -S -s "$MINISIGN_KEY" -m "$1/SHA256SUMS" \
    -c 'signature of a release of STAR' -t "SHA256SUMS of star-$2"
