#!/bin/sh
# SPDX-License-Identifier: MIT
# Every limit at one less, at it and at one more, through every entrance: a
# file, a unit that it uses, an entry at the prompt, a file that :load enters, a
# procedure that star call runs, entries of libstar.
#
# entrances.sh STAR ENTER: the command; the program enter.c.
set -eu
. "$(dirname "$0")/../command/common"
enter=$2

# spell N TEXT: what stands between %{ and %} N times, with 1, 2, ... for @, the
# number before for #, and N, N - 1, ... for ~; %N is N.
spell() {
    awk -v n="$1" -v text="$2" 'BEGIN {
        while ((from = index(text, "%{")) > 0) {
            printf "%s", number(substr(text, 1, from - 1))
            text = substr(text, from + 2)
            to = index(text, "%}")
            pieces = cut(substr(text, 1, to - 1))
            text = substr(text, to + 2)
            for (k = 1; k <= n; k++) {
                for (i = 1; i <= pieces; i++)
                    printf "%s", piece[i] == "@" ? k : piece[i] == "#" ? k - 1 \
                        : piece[i] == "~" ? n - k + 1 : piece[i]
                if (k % 20 == 0) print ""
            }
        }
        print number(text)
    }
    # The text in pieces: the signs that stand for numbers, and what is between.
    function cut(t,   count, at) {
        for (count = 0; (at = match(t, /[@#~]/)) > 0; t = substr(t, at + 1)) {
            piece[++count] = substr(t, 1, at - 1)
            piece[++count] = substr(t, at, 1)
        }
        piece[++count] = t
        return count
    }
    function number(t) {
        gsub(/%N/, n, t)
        return t
    }'
}

# expect STATUS CODE: how the last command ended.
expect() {
    [ "$found" = "$1" ] || wrong "expected status $1, found $found"
    [ "$1" = 0 ] || grep -q "\[$2\]" err || wrong "expected $2"
}

does() {
    found=0
    "$@" >out 2>err </dev/null || found=$?
}

# through ENTRANCE OPTION...: an entrance's way for the texts types, vars and
# statements. Options are those of the command, as --max-steps=9.
through() {
    entrance=$1
    shift
    case $entrance in
    file)
        { echo 'program p;'; cat uses types vars; echo 'begin'
            cat statements; echo 'end.'; } >p.star
        does "$star" run "$@" p.star ;;
    unit | call)
        { cat uses types; echo 'procedure go;'; cat vars; echo 'begin'
            cat statements; echo 'end;'; } >w.star
        echo 'program p; uses w; begin go end.' >p.star
        if [ "$entrance" = unit ]; then does "$star" run "$@" p.star
        else does "$star" call "$@" w.star go; fi ;;
    entry)
        found=0
        cat uses types vars statements |
            sed 's/^:/ :/' | tr '\n' ' ' >line
        echo >>line
        "$star" repl "$@" <line >out 2>err || found=$? ;;
    two)
        found=0
        { cat uses types vars | tr '\n' ' '; echo
            tr '\n' ' ' <statements; echo; } >line
        "$star" repl "$@" <line >out 2>err || found=$? ;;
    load)
        found=0
        cat uses types vars statements >l.star
        echo ':load l.star' | "$star" repl "$@" >out 2>err || found=$? ;;
    enter)
        cat uses types vars >d.star
        # shellcheck disable=SC2046
        does "$enter" $(echo "$*" | sed 's/--max-//g; s/=/ /g') d.star \
            statements ;;
    esac
}
all='file unit call entry two load enter'
# What is limited is the same behind all of them.
! grep -q __asan_init "$star" || all='file enter'

# most MOST STATUS CODE TYPES VARIABLES STATEMENTS [ENTRANCE...]: as many are
# right, one more is not.
most() {
    limit=$1 status=$2 code=$3
    for n in $((limit - 1)) "$limit" $((limit + 1)); do
        spell "$n" "$4" >types
        spell "$n" "$5" >vars
        spell "$n" "$6" >statements
        for way in ${7:-$all}; do
            through "$way"
            command="$way: $n: $(echo $4 $6)"
            if [ "$n" -le "$limit" ]; then expect 0 ''
            else expect "$status" "$code"; fi
        done
    done
}
: >uses

# ---- Constructs within constructs ----
deep() {
    most "$1" 3 nesting "${4:-}" "var i, j: integer; b: boolean; r: record
        f: integer end; a: array [1..1] of integer; ${3:-}
        procedure p-1(n: integer); begin i := n end;
        procedure proc(n: integer); begin i := n end;" \
        "i := 1; j := 1; a[1] := 1; r.f := 1; b := i = 2; $2"
}
deep 254 'writeln(%{(%}1%{)%})'
deep 254 'p-1(%{(%}1%{)%})'
deep 254 'proc(%{(%}1%{)%})'
deep 255 'i := %{(%}1%{)%}'
deep 255 'i := 1%{+ (1%}%{)%}'
deep 127 'i := %{-(%}1%{)%}'
deep 255 'i := %{a[%}1%{]%}'
deep 255 'i := %{sqr(%}1%{)%}'
deep 255 'b := %{not %}b'
deep 255 '%{if b then %}i := 2'
deep 255 '%{begin %}i := 2%{ end%}'
deep 255 '%{while b do %}i := 2'
deep 255 '%{for j@ := 1 to 0 do %}i := 2' 'var %{j@, %}j0: integer;'
deep 255 '%{repeat %}i := 2%{ until true%}'
deep 255 '%{case i of 1: %}i := 2%{ end%}'
deep 255 '%{with r do %}i := 2'
deep 1000 'if b then i := 1 %{else if b then i := 2 %}'
deep 251 'if b then begin case i of 1: repeat i := %{(%}1%{)%} until true end end'
deep 127 'if false then p := p%{^.n%}' 'p: t;' 'type t = ^u; u = record n: t end;'
deep 125 'if false then write(p%{^.n%}^.n = nil)' 'p: t;' \
    'type t = ^u; u = record n: t end;'
deep 256 '' 'x: %{record r: %}integer%{ end%};'
deep 128 '' 'x: %{record r: array [1..1] of %}integer%{ end%};'
deep 128 '' 'x: %{record case boolean of true, false: (r: %}integer%{) end%};'
deep 256 '' 'x: array [1..%{(%}2%{)%}] of integer;'
deep 256 '' 'const c = %{(%}2%{)%};'
deep 256 '' 'x: t%N;' 'type t0 = integer; %{t@ = record r: t# end; %}'
deep 255 '' 'procedure q %{(procedure r@%}(i: integer)%{)%}; begin end;'
deep 100 '' '' '%{procedure q@; %}%{begin end;%}'
deep 100 '' '' '%{function q@: integer; %}%{begin q~ := 1 end;%}'

# ---- What is counted in a text ----
most 15 3 too-many-dimensions '' 'var a: array [%{1..1, %}1..1] of integer;' ''
most 9999 3 label-too-large '' 'label %N; var i: integer;' '%N: i := 1' \
    'file unit call entry load'
# Seconds each: a file, an entry, libstar.
most 65533 3 too-big 'type t = record %{f@, %}f0: integer end;' '' '' \
    'file entry enter'

most 32766 3 too-big '' 'var i: integer; b: boolean;' \
    'b := false; while b do begin %{i := 1; %} end' 'file unit call'

# How many statements these instructions are differs: at the prompt steps are
# counted, by an instruction for each.
for loop in 'while b do begin %{i := 1; %} end' \
    'repeat %{i := 1; %} until not b' 'if b then begin %{i := 1; %} end' \
    'case b of true: begin %{i := 1; %} end; false: end' \
    'for i := 1 to 0 do begin %{b := true; %} end'; do
    : >types
    echo 'var i: integer; b: boolean;' >vars
    for n in 16300 32770; do
        spell $n "b := false; $loop" >statements
        for way in file entry enter; do
            through $way
            command="$way: $n: $loop"
            if [ $n = 16300 ]; then expect 0 ''
            else expect 3 too-big; fi
        done
    done
done

# ---- Units that use one another: the file of unit and call is one ----
for n in 99 100 101; do
    rm -f u*.star
    for k in $(seq $((n - 1))); do
        echo "uses u$((k + 1));" >"u$k.star"
    done
    echo 'procedure q; begin end;' >"u$n.star"
    echo 'uses u1;' >uses
    echo 'var i: integer;' >vars
    : >types
    echo 'i := 1' >statements
    for way in file call entry two load enter; do
        command="$way: $n units"
        through $way
        if [ $n -le 100 ]; then expect 0 ''
        else expect 3 nesting; fi
    done
done
: >uses

# ---- What a run may take ----
# takes N CODE OPTION TYPES VARIABLES STATEMENTS: N are enough; through a unit
# and star call, so many more as the call needs.
takes() {
    spell 0 "$4" >types
    spell 0 "$5" >vars
    spell 0 "$6" >statements
    for way in $all; do
        case $way in
        unit) needs=$(($1 + $7)) ;;
        call) needs=$(($1 + $8)) ;;
        *) needs=$1 ;;
        esac
        for n in $((needs - 1)) $needs $((needs + 1)); do
            through $way "$3=$n"
            command="$way: $3=$n: $6"
            if [ "$n" -ge "$needs" ]; then expect 0 ''
            else expect 4 "$2"; fi
        done
    done
}
takes 9 step-limit --max-steps '' 'var i: integer;' \
    'for i := 1 to 4 do write(i)' 1 0
takes 12 output-limit --max-output '' '' "writeln('abc'); write('abcdefg':8)" 0 0
q='procedure q(n: integer); begin if n > 1 then q(n - 1) end;'
takes 5 depth-limit --max-depth "$q" '' 'q(5)' 1 1
most 10000 4 depth-limit "$q" '' 'q(%N)' 'file entry two load enter'
most 9999 4 depth-limit "$q" '' 'q(%N)' 'unit call'

# The least memory that will do.
: >types
echo 'var X: slice(1000000);' >vars
echo 'X := ROTATE(X, up, 7) or not X' >statements
for way in $all; do
    low=1 high=10000000
    while [ $low -lt $high ]; do
        n=$(((low + high) / 2))
        through $way --max-memory=$n
        if [ $found = 0 ]; then high=$n; else low=$((n + 1)); fi
    done
    for n in $((low - 1)) $low $((low + 1)); do
        through $way --max-memory=$n
        command="$way: $n bytes of memory"
        if [ $n -ge $low ] && [ $low -gt 250000 ]; then expect 0 ''
        else expect 4 memory-limit; fi
    done
done
finish
