#!/bin/sh
# SPDX-License-Identifier: MIT
# man.sh STAR MADE HEADER: the manual pages name every command, option and
# primitive, those of section 3 every function of the header, and neither troff
# nor mandoc has anything against them; bash, zsh and fish complete words by the
# scripts.
set -eu
. "$(dirname "$0")/../../wrong"
star=$1 header=$3
cd "$2"

# has PAGE TEXT: some line is this heading.
has() {
    grep -qxF -- ".B $2" "$1" || wrong "$1 does not explain $2"
}

"$star" --help | sed -n 's/^  \([a-z-].*\)/\1/p' | sed '/^star /d; s/-/\\-/g' \
    >headings
[ "$(wc -l <headings)" -gt 25 ] || wrong 'expected commands and options'
while read -r heading; do
    has star.1 "$heading"
done <headings
for status in 0 1 2 3 4 5 6 70 130; do
    has star.1 $status
done
grep -qx 'star run hello.star' star.1 || wrong 'star.1 has no examples'
has star.5 'STEP(Y: slice or word): integer'
has star.5 'MATCH(T: table; X: slice(T); w: word(T); var Z: slice)'
has star.5 'sqrt(x)'

# section NAME: its lines in star.5.
section() {
    awk -v name="$1" '/^\.S[SH] / { inside = $0 == ".SS " name }
                      inside' star.5
}

section 'Units of the library' | grep -qx 'DIJKSTRA DIJKSTRA2 BELLMAN_FORD FLOYD' ||
    wrong 'star.5 lacks the unit paths'

# A name that is a word and a primitive stands in both lists, with its own meaning.
for word in set and or not; do
    section 'Operations on slices, words and tables' | grep -qx "\.B $word" &&
        wrong "star.5 has the word $word among the operations"
    section 'Words, types and constants' | grep -qx "\.B $word" ||
        wrong "star.5 does not explain the word $word"
done
section 'Words, types and constants' | grep -q '^\.B .*:' &&
    wrong 'star.5 has operations among the words'
for list in 'Operations on slices, words and tables' 'Basic procedures' \
    'Pascal, input and output' 'Words, types and constants'; do
    [ "$(section "$list" | grep -c '^\.TP')" -gt 20 ] ||
        wrong "star.5 says nearly nothing of $list"
done
for page in star.1 star.5; do
    grep -q '^\.\\" @' "$page" && wrong "$page has what was to be replaced"
    if command -v groff >/dev/null; then
        groff -man -ww -z "$page" 2>groff
        [ ! -s groff ] || wrong "$(cat groff)"
    fi
done

# Each function of the header has a page that says how it is called, each type
# is on one, and star(3) leads to all pages.
page() {
    page=man3/$1.3
    if [ ! -e "$page" ]; then
        wrong "$1 has no page"
    elif ! sed '/^\.SH DESC/,$d' "$page" | tr '\n' ' ' | grep -qE -- "$2"; then
        wrong "the page of $1 has no $2"
    fi
}
functions=$(sed -nE 's/^(STAR_API|static inline) .*[ *](star_[a-z_]*)\(.*/\2/p' \
    "$header")
[ "$(echo "$functions" | wc -l)" = "$(grep -cE \
    '^(STAR_API|static inline) ' "$header")" ] || wrong 'expected all functions'
for name in $functions; do
    page "$name" "[, ]${name}[, ].*[\\]- .*[ *]$name\(.*\);"
done
for name in $(sed -nE 's/^(}|typedef .*\)) ([A-Za-z]*);$/\2/p' "$header"); do
    page "$name" "[, ]${name}[, ].*[\\]- .*} $name;"
done
find man3 -type f >pages
while read -r page; do
    name=$(basename "$page" .3)
    [ "$name" = star ] || grep -qx "\.BR $name (3)" man3/star.3 ||
        wrong "star(3) does not lead to $name(3)"
done <pages
grep -qF "star_enter(star, \"p\", \"proc TWICE(n: integer;" man3/star.3 ||
    wrong 'star(3) has not the example of the header'
if command -v mandoc >/dev/null; then
    # shellcheck disable=SC2046
    mandoc -T lint star.1 star.5 $(find man3 -type f) >lint ||
        wrong "$(cat lint)"
fi

# completes WORD... : TEXT: the last word becomes this, by bash.
completes() {
    found=$(bash -c '
        . ./star.bash
        while [ "$1" != : ]; do COMP_WORDS+=("$1"); shift; done
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _star
        echo "${COMPREPLY[@]}"' bash "$@")
    eval "expected=\${$#}"
    [ "$found" = "$expected" ] || wrong "$*: found $found"
}
completes star ca : call
completes star --v : --version
completes star --is : --isa
completes star --max-st : --max-steps
completes star run --opt : --optimize
completes star prof.star --sa : --safe
completes star run --device cu : cuda
completes star run --device = cu : cuda
completes star run --device = : 'auto cpu cuda'
completes star check --exp : --explain-loops
completes star call --tr : --trace
completes star doc SHU : SHUFFLE
completes star explain index-r : index-range
completes star run hel : ''
completes star help comp : compare
completes star doc BELL : BELLMAN_FORD
completes star doc path : paths
completes star exercise su : 'sum sums'
completes star exercise 39 : 39
completes star --ev : --eval
completes star run --color n : never

# Procedures of a file, for all shells.
printf 'proc ONE;\nbegin end;\nprocedure other(n: integer);\n' >completed.star
completes star call completed.star '' : 'ONE other'
completes star call completed.star o : other
completes star call nowhere.star '' : ''
if command -v zsh >/dev/null; then
    # By what it would be given, as no one types.
    shell() {
        zsh -fc 'compadd() { shift; print -l -- "$@" }
            _files() { print files }
            compset() { }
            words=("$@")
            CURRENT=$#words
            . ./star.zsh' zsh "$@" | grep "^${word#*=}" | sort | tr '\n' ' ' |
            sed 's/ $//'
    }
    zsh_completes() {
        eval "expected=\${$#}"
        line=$(expr "$*" : '\(.*\) : ')
        word=${line##* }
        # shellcheck disable=SC2086
        found=$(shell $line)
        [ "$found" = "$expected" ] || wrong "zsh: $*: found $found"
    }
    zsh_completes star ca : call
    zsh_completes star run --opt : --optimize
    zsh_completes star run --device cu : cuda
    zsh_completes star run --device=c : 'cpu cuda'
    zsh_completes star doc SHU : SHUFFLE
    zsh_completes star call completed.star o : other
    zsh_completes star exercise su : 'sum sums'
    zsh_completes star run f : files
fi
if command -v fish >/dev/null; then
    fish_completes() {
        eval "expected=\${$#}"
        line=$(expr "$*" : '\(.*\) : ')
        found=$(HOME=$PWD fish -c 'source star.fish; complete -C "$argv"' \
            "$line" | sed 's/\t.*//' | sort | tr '\n' ' ' | sed 's/ $//')
        [ "$found" = "$expected" ] || wrong "fish: $*: found $found"
    }
    fish_completes star ca : call
    fish_completes star run --opt : --optimize
    fish_completes star run --device cu : cuda
    fish_completes star run --device=c : '--device=cpu --device=cuda'
    fish_completes star doc SHU : SHUFFLE
    fish_completes star call completed.star ot : other
    fish_completes star exercise su : 'sum sums'
    fish_completes star x.star --saf : --safe
fi
finish
