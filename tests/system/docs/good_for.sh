#!/bin/sh
# SPDX-License-Identifier: MIT
# good_for.sh TOP: whether each number in the tables of good_for.md stands in
# the page that its row leads to.
set -eu
. "$(dirname "$0")/../../wrong"
cd "$1/docs/explanation"

# The numbers of a text, one a line.
numbers() {
    tr -c '0-9.,^' '\n' | sed 's/[.,^]*$//; s/^[.,^]*//; /^$/d' | sort -u
}

rows=$(grep -c '^| .*](' good_for.md)
[ "$rows" -gt 10 ] || { echo "only $rows rows"; exit 1; }
while read -r row; do
    page=$(expr "$row" : '.*](\([^)#]*\)')
    for number in $(echo "${row%|*[*}" | numbers); do
        numbers <"$page" | grep -qxF -- "$number" ||
            wrong "$number is not in $page: $row"
    done
done <<END
$(grep '^| .*](' good_for.md)
END
finish
