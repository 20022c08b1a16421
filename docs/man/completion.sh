#!/bin/sh
# SPDX-License-Identifier: MIT
# completion.sh STAR SCRIPT: writes what bash needs to complete the words of a
# command: commands, their options and these options' values, names and codes
# that can be explained; anything else is a file.
set -eu
star=$1

# What matches a pattern at the beginning of lines, behind two blanks.
names() {
    sed -n "s/^  \($1\).*/\1/p" | tr '\n' ' '
}

{
    echo '# Completion for star in bash, made by docs/man/completion.sh.
_star() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
    local words=
    [ "$word" != = ] || word=
    [ "$before" != = ] || before=${COMP_WORDS[COMP_CWORD-2]}
    case $COMP_CWORD,$word,$before,${COMP_WORDS[1]} in'
    "$star" --help | sed -n 's/^  \(--[a-z-]*\) \([a-z0-9|]*|[a-z0-9|]*\)$/\1 \2/p' |
        while read -r option values; do
            echo "    *,$option,*) words='$(echo "$values" | tr '|' ' ')' ;;"
        done
    commands=$("$star" --help | sed -n '/^commands:/,/^$/p' | names '[a-z][a-z]*')
    for command in $commands; do
        echo "    *,-*,*,$command) words='$("$star" "$command" --help |
            names '--[a-z-]*')--help' ;;"
    done
    echo "    1,-*) words='--version $("$star" run --help |
        names '--[a-z-]*')--help' ;;
    *,-*) words='$("$star" run --help | names '--[a-z-]*')--help' ;; # star FILE
    1,*) words='$commands' ;;
    2,*,doc) words='$("$star" doc | sed -n 's/^    //p' | tr '\n' ' ')' ;;
    2,*,explain) words='$("$star" explain | sed 's/^/  /' | names '[a-z-]*')' ;;
    esac
    COMPREPLY=(\$(compgen -W \"\$words\" -- \"\$word\"))
}
complete -o bashdefault -o default -F _star star"
} >"$2"
