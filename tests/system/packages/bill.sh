#!/bin/sh
# SPDX-License-Identifier: MIT
# bill.sh TOP: the bill of materials of a folder is the same anywhere and at any
# time, and another one of other files. 77 where reuse is missing.
set -eu
command -v reuse >/dev/null || {
    echo 'skipped: there is no reuse (Debian: reuse)'
    exit 77
}
top=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tag=SPDX-License
export SOURCE_DATE_EPOCH=1000000000
for folder in a b/c; do
    mkdir -p "$work/$folder/LICENSES"
    cd "$work/$folder"
    cp "$top/LICENSES/MIT.txt" LICENSES
    printf '# Copyright 2026 me\n# %s-Identifier: MIT\n' $tag >one.sh
    sh "$top/tools/packages/bill.sh" . star-1.2.3 >"$work/${folder%/c}.spdx"
done
cmp "$work/a.spdx" "$work/b.spdx"
grep -qx 'DocumentName: star-1.2.3' "$work/a.spdx"
grep -qx 'Created: 2001-09-09T01:46:40Z' "$work/a.spdx"
grep -q 'FileName: .*one\.sh' "$work/a.spdx"
grep -qx 'LicenseInfoInFile: MIT' "$work/a.spdx"
echo 'exit 1' >>one.sh
sh "$top/tools/packages/bill.sh" . star-1.2.3 >"$work/b.spdx"
for line in DocumentNamespace FileChecksum; do
    [ "$(grep "^$line" "$work/a.spdx")" != "$(grep "^$line" "$work/b.spdx")" ]
done
