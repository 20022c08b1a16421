#!/bin/sh
# SPDX-License-Identifier: MIT
# names.sh STAR BENCH TOP: every name in the code spans of the pages exists: files,
# options, commands, commands of the prompt, procedures, primitives, units, and
# whatever looks like a name of the sources. The headings of the library are
# whole, and places within pages that links lead to are there. What is no name
# of ours, and looks like one, is a line of names.txt, with its reason.
set -eu
. "$(dirname "$0")/../../wrong"
export LC_ALL=C
star=$1
bench=$2
cd "$3"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# is NAME LIST: whether a list has this line.
is() {
    grep -qxF -- "$1" "$work/$2"
}

# code PAGE: its code blocks, fenced or moved to the right; spans PAGE: its code
# spans, one a line.
code() {
    awk '/^```/ { inside = !inside; next } inside || /^    /' "$1"
}
spans() {
    awk '/^```/ { inside = !inside; next } !inside && !/^    /' "$1" |
        tr '\n' ' ' | grep -o '`[^`]*`' | tr -d '`' | sort -u
}

# The known names: files, words of the sources, words of the pages' own programs,
# options and commands.
find . -name .git -prune -o -path './build*' -prune -o -type f -print |
    sed 's/^\.\///' >"$work/files"
sed 's/.*\///' "$work/files" | sort -u >"$work/bases"
grep -v '^docs/[erht]\|^tests/system/docs/names\|/corpus\|\.md$' \
    "$work/files" | tr '\n' '\0' | xargs -0 grep -hoIE '[A-Za-z_][A-Za-z0-9_]*' \
    >"$work/words"
tr '/.' '\n\n' <"$work/files" >>"$work/words"
# Tests, with * for what CMake puts in.
find . -name .git -prune -o -path './build*' -prune -o \
    -name CMakeLists.txt -exec sed -n \
    's/.*add_test(NAME \([a-z]*\/[^ )]*\).*/\1/; t found
     d; : found
     s/${[^}]*}/*/g; p' {} + >"$work/tests"
# Tests and targets that CMake names by their sources.
sed -n 's/.*gpu\/test_\(.*\)\.c$/gpu_\1/p; s/^tests\/bench\/device\/\(.*\)\.cu*$/bench_\1/p
        s/^tests\/unit\/stdlib\/test_\(.*\)\.c$/test_unit_\1/p' \
    "$work/files" >>"$work/words"
sort -u -o "$work/words" "$work/words"
{
    ./dev
    "$bench" --help
    "$star" --help
    "$(dirname "$star")/star-bench" --help
    "$star" --help | sed -n '/^commands:/,/^$/s/^  \([a-z][a-z]*\).*/\1/p' |
        while read -r command; do
            "$star" "$command" --help
        done
} >"$work/help"
grep -oE -- '--[a-z-]+' "$work/help" | sort -u >"$work/options"
"$star" --help | sed -n '/^commands:/,/^$/s/^  \([a-z][a-z]*\).*/\1/p' |
    sort -u >"$work/commands"
printf ':help\n:quit\n' | "$star" repl | sed -n 's/^:\([a-z]*\).*/\1/p' \
    >"$work/prompt"
"$star" doc | sed '/:$/d' | tr -s ' ' '\n' >"$work/known"
sed -n 's/^\(proc\|function\) \([A-Za-z0-9_]*\).*/\2/p' stdlib/*.star \
    >>"$work/known"
sed '/^#/d; s/  .*//' tests/system/docs/names.txt | sort -u >"$work/foreign"
sort -u "$work/foreign" "$work/bases" >"$work/plain_files"
for list in files words options commands prompt known; do
    [ "$(wc -l <"$work/$list")" -gt 10 ] || wrong "there are too few $list"
done

# How names of our files end; of programs and data, pages name the user's.
endings='c|h|cu|cuh|def|sh|l|y|md|txt|cmake|expected'

# A path, from the top, from the page's folder or from that of the tests, or the
# end of one; `*` stands for anything.
path() {
    case $1 in
    [/~]* | build/* | */NAME* | *[A-Z][A-Z]*/* | NAME*) return 0 ;;
    esac
    for base in . "${page%/*}" docs tests; do
        for match in "$base"/$1; do
            [ ! -e "$match" ] || return 0
        done
    done
    case $1 in
    */) grep -q "/$(pattern "$1")" "$work/files" ;;
    */*) is "$1" tests || grep -q "/$(pattern "$1")\$" "$work/files" ;;
    *) grep -qx "$(pattern "$1")" "$work/bases" ;;
    esac
}
pattern() {
    printf '%s\n' "$1" | sed 's/\./\\./g; s/\*/.*/g'
}

# star COMMAND NAME...
command_line() {
    set -f
    # shellcheck disable=SC2086
    set -- $1
    set +f
    case ${2-} in
    '' | -* | FILE | [A-Z]* | *.star) return ;;
    esac
    is "$2" commands || wrong "$page: there is no star $2"
    case $2:${3-} in
    *:[A-Z]* | *:-* | *:) return ;;
    exercise:* | explain:*) "$star" "$2" "$3" >"$work/out" 2>&1 ;;
    esac || wrong "$page: there is no star $2 $3"
}

# The kind of a span, by its form.
span() {
    case $1 in
    'uses '[a-z]*)
        unit=${1#uses }
        [ -e "stdlib/$unit.star" ] || is "$unit" own ||
            wrong "$page: there is no unit $unit"
        ;;
    star\ *) command_line "$1" ;;
    ./dev\ ci\ *)
        grep -q "^\(parts\|longer\)=.*[' ]${1##* }[' ]" dev || wrong "$page: there is no $1"
        ;;
    ./dev\ *)
        ./dev | grep -qF "$1 " || wrong "$page: there is no $1"
        ;;
    :[a-z]*)
        name=$(expr "$1" : ':\([a-z]*\)')
        grep -q "^$name" "$work/prompt" || wrong "$page: there is no :$name"
        ;;
    esac
}

# missing KIND LIST...: names in the file `found` that no list has. It is no part
# of a pipe, whose shell would count the failures for itself.
missing() {
    kind=$1
    shift
    sort -u "$work/found" >"$work/names"
    (cd "$work" && cat foreign "$@" | sort -u | comm -23 names -) \
        >"$work/missing"
    while read -r name; do
        wrong "$page: there is no $kind $name"
    done <"$work/missing"
}

for page in *.md tests/README.md docs/*.md docs/*/*.md; do
    # The page of messages is made of a table that is tested.
    [ "$page" != docs/reference/errors.md ] || continue
    code "$page" | grep -oE '[A-Za-z_][A-Za-z0-9_]*' | sort -u >"$work/own" || :
    spans "$page" | grep -vxFf "$work/foreign" >"$work/spans" || :
    grep -E '^(uses|star|\./dev) |^:' "$work/spans" >"$work/lines" || :
    while read -r text; do
        span "$text"
    done <"$work/lines"
    grep -vE '^(ctest|cmake|node) ' "$work/spans" |
        grep -oE -- '--[a-z][a-z-]*' >"$work/found" || :
    missing option options
    sed "/\.deb\$/d; /\.whl\$/d; s/'[^']*'//g; s/[A-Za-z0-9_]*\*[.A-Za-z0-9_]*//g" "$work/spans" \
        >"$work/plain"
    grep -oE '[A-Z][A-Z0-9_]+\(' "$work/plain" | tr -d '(' >"$work/found" || :
    missing procedure known own
    grep -oE '[A-Za-z_][A-Za-z0-9_]*' "$work/plain" >"$work/found" || :
    missing name words own
    tr ' :' '\n\n' <"$work/spans" | grep -E \
        '^[a-z_][A-Za-z0-9_./*-]*(/|\.('"$endings"'))$|^[a-z]+/[a-z0-9_*/.]+$' |
        sort -u | comm -23 - "$work/plain_files" |
        while read -r file; do
            path "$file" || echo "$file"
        done >"$work/found"
    missing file
done

# Pictures of the architecture name sources too.
sources='[a-z_]+(/[a-z0-9_]+)*\.(c|h|cu|cuh|def)'
for page in docs/architecture/*.md; do
    code "$page" | grep -ohwE "$sources" | sort -u |
        while read -r file; do
            path "$file" || echo "$file"
        done >"$work/found"
    missing file
done

# So do the comments of sources.
grep -E '^(cli|grammar|vm|runtime|gpu|lib|tests|tools)/.*\.(c|h|cu|cuh|def|l|y)$' \
    "$work/files" | tr '\n' '\0' |
    xargs -0 grep -hwoE '[a-z][a-z0-9_]{2,}\.(c|cu|cuh|def)' | sort -u |
    comm -23 - "$work/bases" >"$work/found"
page='a comment'
missing file

# ---- Places that links lead to ----

for page in *.md docs/*.md docs/*/*.md; do
    for link in $(grep -o '](\([^)]*#[^)]*\))' "$page" |
        sed 's/^](//; s/)$//; /^https*:/d'); do
        target=$page
        [ -z "${link%%#*}" ] || target=$(dirname "$page")/${link%%#*}
        sed -n 's/^##* //p' "$target" | tr 'A-Z ' 'a-z-' |
            tr -cd 'a-z0-9_\n-' | grep -qxF -- "${link#*#}" ||
            wrong "$page: there is no $link"
    done
done

# ---- Headings of the library ----

# A heading is a paragraph that begins with a keyword; star doc has the same
# from the text of the unit.
awk '/^    (proc|function) / { inside = 1; printf "\n" }
     !NF { inside = 0 }
     inside { sub(/^ */, ""); printf "%s ", $0 }
     END { print "" }' docs/reference/library.md | sed '1d; s/ $//' \
    >"$work/headings"
[ "$(wc -l <"$work/headings")" = \
    "$(cat stdlib/*.star | grep -cE '^(proc|function) [A-Z]')" ] ||
    wrong 'library.md has not the headings of stdlib'
# The heading in what star doc prints ends where its parentheses close.
while read -r heading; do
    name=${heading#* }
    name=${name%%[!A-Za-z0-9_]*}
    echo "$heading" | sed 's/^[a-z]* //' >&3
    "$star" doc "$name"
    echo '.'
done <"$work/headings" 3>"$work/written" | awk '
    $0 == "." { sub(/ $/, "", text); print text; text = ""; open = ended = 0; next }
    ended { next }
    { text = text $0 " "; gsub(/ +/, " ", text)
      open += gsub(/\(/, "") - gsub(/\)/, ""); ended = open == 0 }' >"$work/right"
diff "$work/written" "$work/right" >"$work/differ" ||
    wrong "library.md: $(cat "$work/differ")"
finish
