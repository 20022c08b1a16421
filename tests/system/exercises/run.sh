#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh STAR FILE: NN_NAME.star is written for exercise NN. It is right, and its
# name begins with `right`, or what the command prints stands behind it, between
# `{ prints` and `}`. One that goes wrong on an input is stepped there.
set -eu
file=${2##*/}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export XDG_STATE_HOME="$work"
sed '/^{ prints$/,$d' "$2" >"$file"
sed -n '/^{ prints$/,/^}$/p' "$2" | sed '1d;$d' >expected
status=0
"$1" exercise "$(echo "$file" | cut -c1-2)" "$file" >found 2>&1 || status=$?
case $file in
??_right*)
    [ ! -s expected ]
    grep 'is right on [0-9]* inputs$' found
    grep '^The reference:$' found
    [ "$status" = 0 ]
    ;;
*)
    diff expected found
    [ "$status" = 1 ]
    grep -qE '(gives another result|ends with an error) on' expected || exit 0
    echo quit | "$1" exercise "$(echo "$file" | cut -c1-2)" "$file" --step \
        >stepped 2>&1 || true
    grep ': step 0, in watch$' stepped
    ;;
esac
