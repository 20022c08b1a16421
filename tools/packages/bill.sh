#!/bin/sh
# SPDX-License-Identifier: MIT
# bill.sh FOLDER NAME: writes the bill of materials of the sources in FOLDER,
# each file with its licence and checksum, as SPDX. The same files give the same
# bytes: the time is SOURCE_DATE_EPOCH, the identifier is made of the files.
set -eu
bill=$(mktemp)
trap 'rm -f "$bill"' EXIT
cd "$1"
reuse spdx 2>/dev/null >"$bill"
files=$(grep '^FileChecksum:' "$bill" | sha256sum | cut -c 1-32)
time=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)
sed "s/^DocumentName: .*/DocumentName: $2/
    s/^\(DocumentNamespace: .*spdx-v[0-9.]*-\).*/\1$files/
    s/^Created: .*/Created: $time/" "$bill"
