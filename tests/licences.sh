#!/bin/sh
# SPDX-License-Identifier: MIT
# licences.sh TOP: every file has a licence and who holds its copyright, by the
# specification of REUSE; the texts of the licences are there. 77 where the tool
# reuse is missing.
set -eu
cd "$1"
cmp LICENSE LICENSES/MIT.txt
tag=SPDX-License
find cli docs examples gpu grammar lib runtime stdlib tests tools vm -type f \
    -name '*.[chyl]' -exec sed -n \
    "s/.*$tag-Identifier: \([A-Za-z0-9.-]*\).*/\1/p" {} + | sort -u |
    while read -r licence; do
        [ -s "LICENSES/$licence.txt" ] || {
            echo "there is no LICENSES/$licence.txt"
            exit 1
        }
    done
command -v reuse >/dev/null && [ -e .git ] || {
    echo 'skipped: there is no reuse (Debian: reuse), or no git'
    exit 77
}
reuse lint
