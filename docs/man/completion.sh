#!/bin/sh
# SPDX-License-Identifier: MIT
# completion.sh STAR SHELL SCRIPT: writes what bash, zsh or fish needs to
# complete the words of a command: commands, their options and these options'
# values, names and codes that can be explained, exercises, the procedures of
# the file of call; anything else is a file.
set -eu
star=$1

# What matches a pattern at the beginning of lines, behind two blanks.
names() {
    sed -n "s/^  \($1\).*/\1/p" | tr '\n' ' '
}

# NAME#VALUE#what it is for: a line for each command or option of
# a help text.
rows() {
    sed -n "/^$1:/,/^\$/p" | awk '
        /^  [^ ]/ { print_row(); name = $1; $1 = ""; value = substr($0, 2) }
        /^      / { sub(/^ */, ""); text = text (text == "" ? "" : " ") $0 }
        END { print_row() }
        function print_row() {
            sub(/( \(|[;:] ).*/, "", text)
            if (name != "") print name "#" value "#" text
            text = ""
        }'
}

# The values of an option that has a few.
values() {
    echo "$1" | sed -n '/^[a-z0-9|]*|[a-z0-9|]*$/p' | tr '|' ' '
}

exercises() {
    for n in $("$star" exercise | sed -n 's/^.  *\([0-9][0-9]*\)  .*/\1/p'); do
        printf '%s ' "$n"
        "$star" exercise "$n" | sed -n 's/^  proc \([A-Z0-9_]*\).*/\1/p' |
            tr 'A-Z\n' 'a-z '
    done
}

commands=$("$star" --help | sed -n '/^commands:/,/^$/p' | names '[a-z][a-z]*')
documented=$("$star" doc | sed -n 's/^    //p' | tr ' ' '\n' |
    grep '^[A-Za-z]' | tr '\n' ' ')
codes=$("$star" explain | sed 's/^/  /' | names '[a-z-]*')

# The branches of a case of place, word, word before and command, for bash and
# zsh.
branches() {
    "$star" --help | rows options | while IFS='#' read -r name value _; do
        list=$(values "$value")
        [ -z "$list" ] || echo "    *,$name,*) names='$list' ;;"
    done
    for command in $commands; do
        echo "    *,-*,*,$command) names='$("$star" "$command" --help |
            names '--[a-z-]*')--help' ;;"
    done
    run=$("$star" run --help | names '--[a-z-]*')
    cat <<END
    1,-*) names='--version --eval $run--help' ;;
    *,-*) names='$run--help' ;; # star FILE
    1,*) names='$commands' ;;
    2,*,help) names='$commands' ;;
    2,*,doc) names='$documented' ;;
    2,*,explain) names='$codes' ;;
    2,*,exercise) names='$(exercises)' ;;
    3,*,call) names=\$(_star_procedures "\$file") ;;
END
}

procedures='# The procedures that a file has.
_star_procedures() {
    sed -n "s/^ *proc\(edure\)\{0,1\} *\([A-Za-z_][A-Za-z0-9_-]*\).*/\2/p" \
        "$1" 2>/dev/null
}'

bash_script() {
    cat <<END
# Completion for star in bash, made by docs/man/completion.sh.
$procedures
_star() {
    local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
    local file=\${COMP_WORDS[2]} names=
    [ "\$word" != = ] || word=
    [ "\$before" != = ] || before=\${COMP_WORDS[COMP_CWORD-2]}
    case \$COMP_CWORD,\$word,\$before,\${COMP_WORDS[1]} in
$(branches)
    esac
    COMPREPLY=(\$(compgen -W "\$names" -- "\$word"))
}
complete -o bashdefault -o default -F _star star
END
}

zsh_script() {
    cat <<END
#compdef star
# Completion for star in zsh, made by docs/man/completion.sh.
$procedures
_star() {
    local word=\${words[CURRENT]} before=\${words[CURRENT-1]}
    local file=\${words[3]} names=
    if [[ \$word = --*=* ]]; then
        before=\${word%%=*}
        word=\${word#*=}
        compset -P '*='
    fi
    case \$((CURRENT - 1)),\$word,\$before,\${words[2]} in
$(branches)
    esac
    if [[ -n \$names ]]; then
        compadd -- \${=names}
    else
        _files
    fi
}
_star "\$@"
END
}

# complete CONDITION REST: a line for fish.
fish_line() {
    echo "complete -c star -n '$1' $2"
}

fish_text() {
    printf "'%s'" "$(printf '%s' "$1" | sed "s/'/\\\\'/g")"
}

# fish_options COMMAND CONDITION
fish_options() {
    "$star" "$1" --help | rows options | while IFS='#' read -r name value text; do
        list=$(values "$value")
        fish_line "$2" "-l ${name#--}${value:+ -r}${list:+ -f -a '$list'} -d $(fish_text "$text")"
    done
    fish_line "$2" "-l help -s h -d 'explains a command'"
}

fish_script() {
    file='count (commandline -opc)'
    cat <<END
# Completion for star in fish, made by docs/man/completion.sh.
function __star_procedures
    sed -n 's/^ *proc\(edure\)\{0,1\} *\([A-Za-z_][A-Za-z0-9_-]*\).*/\2/p' \\
        (commandline -opc)[3] 2>/dev/null
end
END
    "$star" --help | rows commands | while IFS='#' read -r name value text; do
        fish_line __fish_use_subcommand "-a $name -d $(fish_text "$text")"
    done
    fish_line __fish_use_subcommand '-l version -d "prints the version"'
    fish_line __fish_use_subcommand '-l eval -s e -x -d "enters a text"'
    for command in $commands; do
        fish_options "$command" "__fish_seen_subcommand_from $command"
    done
    fish_options run "not __fish_seen_subcommand_from $commands"
    fish_line '__fish_seen_subcommand_from help' "-f -a '$commands'"
    fish_line '__fish_seen_subcommand_from doc' "-f -a '$documented'"
    fish_line '__fish_seen_subcommand_from explain' "-f -a '$codes'"
    fish_line '__fish_seen_subcommand_from exercise' "-a '$(exercises)'"
    fish_line "__fish_seen_subcommand_from call; and test ($file) -eq 3" \
        "-f -a '(__star_procedures)'"
}

"${2}_script" >"$3"
