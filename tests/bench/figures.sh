#!/bin/sh
# SPDX-License-Identifier: MIT
# figures.sh TOP BENCH [NAME...]: runs star-bench for each NAME, or each whose
# table stands in docs/measurements, and puts the table that it prints in the
# place of that. A table is the first lines of a block, of which the first is
# NAME: and what it is about. Behind the block stands a line with the day, the
# commit and the processor; it says so where the code has changed since. A table
# stays as it is where the new one failed, or lacks a peer that it has. UNCHECKED
# names the command that was built without checks.
set -eu
export LC_ALL=C
top=$1
bench=$2
shift 2
cd "$top"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
code='runtime vm grammar stdlib lib cli gpu'
pages=$(grep -lE '^[a-z-]+: ' docs/measurements/*.md)

# The first line of each block, as NAME.
# shellcheck disable=SC2086
quoted=$(awk '
    /^```/ { inside = !inside; first = inside; next }
    first && /^[a-z-]+: / { sub(/:.*/, ""); print }
    { first = 0 }' $pages | sort -u)
# shellcheck disable=SC2086
[ $# -gt 0 ] || set -- $quoted

processor=$(lscpu | sed -n 's/^Model name: *//p' | sed 1q)
commit=$(git rev-parse --short HEAD)
# shellcheck disable=SC2086
[ -z "$(git status --porcelain -- $code)" ] || commit="$commit and changes"
stamp="Measured $(date +'%-d %B %Y'), commit $commit, $processor."

# Fields of a table without a figure.
gaps() {
    tr -s ' ' '\n' <"$1" | grep -cx -- - || :
}

failed=
for name in "$@"; do
    echo "$quoted" | grep -qx -- "$name" || {
        echo "figures: no page has a table of $name" >&2
        exit 2
    }
    echo "figures: $name"
    file=
    [ "$name" != checks ] || file=${UNCHECKED-}
    "$bench" "$name" ${file:+"$file"} >"$work/table" || {
        echo "figures: $name: star-bench ended with status $?" >&2
        failed="$failed $name"
        continue
    }
    sed -i '/^$/,$d' "$work/table"
    [ "$(wc -l <"$work/table")" -gt 1 ] || {
        echo "figures: $name: no line stands below the title" >&2
        failed="$failed $name"
        continue
    }
    # shellcheck disable=SC2086
    awk -v name="$name" '
        /^```/ { inside = !inside; first = inside; wanted = 0; next }
        first && index($0, name ": ") == 1 { wanted = 1 }
        /^$/ { wanted = 0 }
        wanted
        { first = 0 }' $pages >"$work/old"
    [ "$(gaps "$work/table")" -le "$(gaps "$work/old")" ] || {
        echo "figures: $name: what it is compared with is missing: a - more" >&2
        failed="$failed $name"
        continue
    }
    for page in $pages; do
        awk -v name="$name" -v table="$work/table" -v stamp="$stamp" '
            stamped == 1 && /^$/ { stamped = 2; next }
            stamped == 2 && /^Measured .*commit / { stamped = 0; next }
            stamped { stamped = 0; print "" }
            /^```/ {
                inside = !inside
                first = inside
                print
                if (!inside && replaced) {
                    print "\n" stamp
                    replaced = 0
                    stamped = 1
                }
                old = 0
                next
            }
            first && index($0, name ": ") == 1 {
                while ((getline line < table) > 0)
                    print line
                close(table)
                replaced = old = 1
            }
            { first = 0 }
            old && /^$/ { old = 0 }
            !old { print }' "$page" >"$work/page"
        cmp -s "$work/page" "$page" || cp "$work/page" "$page"
    done
done

# Whose code has changed.
for page in $pages; do
    sed 's/ The code has changed since\.$//' "$page" >"$work/page"
    sed -n 's/^Measured .*, commit \([0-9a-f]*\)[, ].*/\1/p' "$page" | sort -u |
        while read -r commit; do
            # shellcheck disable=SC2086
            changed=$(git log -1 --format=%h "$commit..HEAD" -- $code 2>&1) ||
                changed=unknown
            [ -z "$changed" ] || sed -i \
                "/^Measured .*, commit ${commit}[, ]/s/\$/ The code has changed since./" \
                "$work/page"
        done
    cmp -s "$work/page" "$page" || cp "$work/page" "$page"
done
[ -z "$failed" ] || {
    echo "figures: as they were:$failed" >&2
    exit 1
}
