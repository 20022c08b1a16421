#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes a locale in a folder of its own and runs the test in it.
# locale.sh TEST FOLDER
set -eu
mkdir -p "$2/locale"
localedef -i de_DE -f UTF-8 "$2/locale/de_DE.UTF-8" || exit 77
LOCPATH=$2/locale LC_ALL=de_DE.UTF-8 "$1"
