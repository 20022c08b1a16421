#!/bin/sh
# SPDX-License-Identifier: MIT
# page.sh STAR TEMPLATE PAGE DATE: writes a manual page. The lines .\" @commands and
# so on of the template become what the command says of itself, so that nothing
# is said twice.
set -eu
star=$1

# Text for roff: no escapes, no requests, hyphens that may be copied.
quoted='s/\\/\\e/g; s/-/\\-/g; s/^\([.'"'"']\)/\\\&\1/'

# Lines of two blanks and a heading, of six and its text, from one line of
# star --help to the next.
items() {
    "$star" --help | sed -n "/^$1:/,/^\$/p" | sed "1d; $quoted" |
        awk '/^      / { sub(/^ */, ""); print; next }
             NF { sub(/^ */, ""); print ".TP\n.B " $0 }'
}

# What star doc says of each name in one of its lists: headings and, moved to
# the right, what is said of them; or both in one line. A name alone is the
# heading of a word of the language, which has a list of its own.
documented() {
    "$star" doc | awk -v list="$1" '
        /:$/ { inside = index($0, list) == 1; next }
        inside' | tr -s ' ' '\n' | while read -r name; do
        [ -z "$name" ] || "$star" doc "$name" | sed "$quoted" | awk -v name="$name" \
            -v words="$(expr "$1" : Words)" '
            function end() {
                if (heading == "") return
                at = index(heading, "): ")
                print ".TP\n.B " substr(heading, 1, at)
                print substr(heading, at + 3)
                heading = ""
            }
            !/^ / { other = (tolower($0) == tolower(name)) != (words > 0) }
            other { next }
            /^ / && heading != "" { print ".TP\n.B " heading; heading = "" }
            /^ / { sub(/^ */, ""); print; next }
            index(heading, "): ") && !index($0, "): ") {
                heading = heading "\n" $0
                next
            }
            NF { end(); heading = $0 }
            END { end() }'
    done
}

while IFS= read -r line; do
    case $line in
    '.\" @version')
        "$star" --version | sed -n 's/^star /.ds version /p'
        echo ".ds date $4"
        ;;
    '.\" @commands') items commands ;;
    '.\" @options') items options ;;
    '.\" @status')
        "$star" --help | sed -n '/^exit status:/,$p' | tr '\n' ' ' |
            sed 's/^exit status: //; s/, /\n/g' |
            awk '{ print ".TP\n.B " $1; $1 = ""; sub(/^ /, ""); print }'
        ;;
    '.\" @examples')
        echo .nf
        "$star" --help | sed -n '/^commands:/,/^$/s/^  \([a-z][a-z]*\).*/\1/p' |
            while read -r command; do
                "$star" "$command" --help |
                    sed "1,/^for example:/d; s/^ *//; $quoted"
            done
        echo .fi
        ;;
    '.\" @units')
        "$star" doc | awk '/:$/ { inside = /^Of the unit / }
            !inside { next }
            /:$/ { sub(/:/, ""); print ".TP\n.B " $4; next }
            { sub(/^ */, ""); print }'
        ;;
    '.\" @documented '*) documented "${line#*documented }" ;;
    *) printf '%s\n' "$line" ;;
    esac
done <"$2" >"$3"
