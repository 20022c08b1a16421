#!/bin/sh
# SPDX-License-Identifier: MIT
# matrices.sh BUILD TOP: all small tables, each a matrix or not.
exec "$1/tests/unit/runtime/io/test_io_matrix_or_arcs" all
