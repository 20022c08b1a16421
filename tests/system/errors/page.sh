#!/bin/sh
# SPDX-License-Identifier: MIT
# page.sh WRITER PAGE: the page is what its writer writes.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1" "$work" >"$work/page"
diff "$2" "$work/page" || {
    echo "if this is right: $1 \$(mktemp -d) >$2"
    exit 1
}
