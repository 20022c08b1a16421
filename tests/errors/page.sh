#!/bin/sh
# page.sh WRITER PAGE: the page is what its writer writes. To write it anew:
#     build/release/tests/errors/star_errors_page /tmp >docs/errors.md
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1" "$work" >"$work/page"
diff "$2" "$work/page"
