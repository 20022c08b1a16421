#!/bin/sh
# SPDX-License-Identifier: MIT
# pack.sh ARCHIVE FOLDER: packs the files that standard input names, sorted, as
# if they lay in a folder. Their owner is root and their time
# SOURCE_DATE_EPOCH: the same files give the same bytes.
set -eu
LC_ALL=C sort | tar -c --verbatim-files-from -T - \
    --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
    --mtime="@$SOURCE_DATE_EPOCH" --transform="flags=r;s,^,$2/," |
    gzip -9n >"$1"
