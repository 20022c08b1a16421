#!/bin/sh
# SPDX-License-Identifier: MIT
# good_for.sh TOP: whether each number in the tables of good_for.md, and in the
# one of README.md, stands in the page that its row leads to.
set -eu
. "$(dirname "$0")/../../wrong"
top=$1

# The numbers of a text, one a line.
numbers() {
    tr -c '0-9.,^' '\n' | sed 's/[.,^]*$//; s/^[.,^]*//; /^$/d' | sort -u
}

# check FOLDER FILE LEAST: the file's table has so many rows, and is right.
check() {
    cd "$top/$1"
    rows=$(grep '^| .*](.*) |$' "$2" || :)
    [ "$(echo "$rows" | wc -l)" -ge "$3" ] || wrong "$2: there are too few rows"
    while read -r row; do
        page=$(expr "$row" : '.*](\([^)#]*\)')
        for number in $(echo "${row%|*[*}" | numbers); do
            numbers <"$page" | grep -qxF -- "$number" ||
                wrong "$2: $number is not in $page: $row"
        done
    done <<END
$rows
END
}
check docs/explanation good_for.md 10
check . README.md 7
finish
