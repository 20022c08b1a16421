#!/bin/sh
# SPDX-License-Identifier: MIT
# counts.sh STAR TOP: the operations that algorithms.md says DIJKSTRA takes in an
# example are those of a profile, and the bound that it says is the documented
# formula's value.
set -eu
. "$(dirname "$0")/../../wrong"
star=$1
cd "$2"
page=$(tr '\n' ' ' <docs/explanation/algorithms.md)
part='s/.* \([0-9]*\) in DIJKSTRA for `\([^`]*\)`, of at most \([0-9]*\) by '
part=$part'.* with n = r = \([0-9]*\), h = \([0-9]*\) and c = \([0-9]*\)\. .*/'
# shellcheck disable=SC2046
set -- $(echo "$page" | sed -n "$part"'\1 \2 \3 \4 \5 \6/p')
[ $# = 6 ] || { wrong "the sentence is not there"; finish; }
said=$1 program=$2 most=$3 n=$4 h=$5 c=$6
row=$("$star" profile "$program" 2>&1 | grep '^DIJKSTRA .* documented')
counted=$(echo "$row" | sed 's/[^|]*| *\([0-9]*\) .*/\1/')
[ "$counted" = "$said" ] || wrong "the page says $said, the profile $counted"
formula=$(echo "$row" | sed 's/.*: at most //; s/\([0-9)]\) \([a-z(]\)/\1 * \2/g
    s/\([a-z]\) \([a-z(]\)/\1 * \2/g; s/r/n/g')
bound=$(echo "$formula" | sed "s/n/$n/g; s/h/$h/g; s/c/$c/g")
[ "$(($bound))" = "$most" ] || wrong "the page says $most, not $bound"
finish
