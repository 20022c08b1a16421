#!/bin/sh
# SPDX-License-Identifier: MIT
# security.sh TOP: each guarantee in the table of SECURITY.md has the test that
# it names, in which its name stands once, behind --safe:, and each such name in
# tests is in the table. The numbers are those of the sources.
set -eu
. "$(dirname "$0")/../../wrong"
cd "$1"

rows=$(sed -nE 's/^\| ([a-z]+) \| .* \| `(tests\/[a-z_\/]+\.(sh|c))` \|$/\1 \2/p' \
    SECURITY.md)
[ "$(echo "$rows" | wc -l)" = "$(($(grep -c '^|' SECURITY.md) - 2))" ] ||
    wrong 'there are rows without a test'
[ "$(echo "$rows" | wc -l)" -gt 10 ] || wrong 'expected a table'
[ "$(echo "$rows" | sort -u -k 1,1 | wc -l)" = "$(echo "$rows" | wc -l)" ] ||
    wrong 'a name stands twice'
found=$(grep -roE --include='*.sh' --include='*.c' -e '--safe: [a-z]+' tests |
    sed 's/\(.*\):--safe: \(.*\)/\2 \1/' | sort)
[ "$found" = "$(echo "$rows" | sort)" ] || wrong "the tests have
$found"

# has ROW NUMBER FILE CONSTANT: the row says the number that the source has.
has() {
    grep -q "^| $1 | .*[ ]$2[ ]" SECURITY.md || wrong "$1: expected $2"
    grep -q "[ ]$4[, ]" "$3" || wrong "$3: expected $4"
}
has steps '1,000,000,000 steps' cli/options.h 'SAFE_STEPS = 1000000000'
has memory '1 GiB' cli/options.h 'SAFE_MEMORY = 1 << 30'
has output '64 MiB' cli/options.h 'SAFE_OUTPUT = 1 << 26'
has files '64 MiB' cli/options.h 'SAFE_OUTPUT = 1 << 26'
has depth '10,000 calls' vm/machine.h 'STAR_MAX_DEPTH = 10000'
sed 's/$/ /' cli/options.h | grep -q ' SAFE_SECONDS = 60 ' &&
    grep -q '^| time | .* 60 s,' SECURITY.md || wrong 'time: expected 60 s'
finish
