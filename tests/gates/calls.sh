#!/bin/sh
# SPDX-License-Identifier: MIT
# calls.sh BUILD TOP [--quick]: files that are saved and loaded while calls fail.
exec "$1/tests/gates/star_calls" ${3:+"$3"}
