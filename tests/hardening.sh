#!/bin/sh
# SPDX-License-Identifier: MIT
# Whether a release build has what tools/build/hardening.cmake asks for.
# hardening.sh READELF CET STAR LIBSTAR ARCHIVE...: CET: whether the compiler
# has it.
set -eu
. "$(dirname "$0")/wrong"
readelf=$1 cet=$2 star=$3 libstar=$4
shift 4

# has FILE OPTION EXPRESSION: a line of readelf's is as the expression says.
has() {
    "$readelf" -W "$2" "$1" | grep -qE "$3" || wrong "$1: no $3"
}

has "$star" -d 'FLAGS_1.* PIE'
for file in "$star" "$libstar"; do
    has "$file" -h 'Type: +DYN '
    has "$file" -d 'FLAGS_1.* NOW'
    has "$file" -l 'GNU_RELRO '
    has "$file" -l 'GNU_STACK .* RW '
    has "$file" --dyn-syms ' __stack_chk_fail[ @]'
    has "$file" --dyn-syms ' __(memcpy|snprintf|vsnprintf)_chk[ @]'
done

# A linked file says so only where the C library's parts do, too.
for file in $([ "$cet" = 0 ] || echo "$@"); do
    "$readelf" -Wn "$file" | awk -v file="$file" '
        /^File: / { files++ }
        /Properties:.* IBT, SHSTK/ { marked++ }
        END {
            printf "%s: IBT, SHSTK in %d of %d files\n", file, marked, files
            exit files == 0 || marked < files
        }' || wrong "$file: without -fcf-protection"
done
finish
