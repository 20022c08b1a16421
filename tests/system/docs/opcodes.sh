#!/bin/sh
# opcodes.sh TOP: the table on the page about bytecode has the files that name
# opcodes, in labels of a switch or in a table of their own.
set -eu
cd "$1"
named=$(grep -rE --include='*.c' 'case STAR_OP_|\[STAR_OP_[A-Z0-9]+\] =' \
    grammar vm | grep -vE '\[STAR_OP_(COUNT|PRIM)\]' | cut -d : -f 1 | sort -u)
[ -n "$named" ]
listed=$(awk '/^## / { inside = $0 == "## To add an opcode" }
              inside && /^\|/ { print }' docs/architecture/bytecode.md |
    cut -d '|' -f 2 | grep -o '`[^`]*`' | tr -d '`' | sort)
[ -n "$listed" ]
[ "$named" = "$listed" ] || {
    printf 'files with opcodes:\n%s\nof bytecode.md:\n%s\n' \
        "$named" "$listed"
    exit 1
}
