# SPDX-License-Identifier: MIT
# Manual pages of section 3 from the comments of star.h: star(3) is its first
# comment. Each comment before declarations of functions becomes a page, which
# has the name of the first of them and links for the others. Types stand on the
# page of the functions behind them, the text of a section on all of its pages.
#
#     awk -v version=1.0.0 -v date=2026-01-31 -v out=FOLDER -f functions.awk star.h

function quoted(s) {
    gsub(/\\/, "\\e", s)
    return s
}

# Text that is shown as it stands.
function literal(s) {
    s = quoted(s)
    gsub(/-/, "\\-", s)
    return s ~ /^[.']/ ? "\\&" s : s
}

# Text that is filled.
function fill(s, page,   word, n, i, row) {
    n = split(s, word, " ")
    for (i = 1; i <= n; i++) {
        if (row != "" && length(row) + length(word[i]) > 76) {
            print row >page
            row = ""
        }
        if (row == "" && word[i] ~ /^[.']/) word[i] = "\\&" word[i]
        row = row (row == "" ? "" : " ") word[i]
    }
    if (row != "") print row >page
}

# Names of functions are bold, `names` are italic.
function prose(s, page) {
    s = quoted(s)
    gsub(/star_[a-z_]+/, "\\fB&\\fP", s)
    while (match(s, /`[^`]*`/))
        s = substr(s, 1, RSTART - 1) "\\fI" substr(s, RSTART + 1, RLENGTH - 2) \
            "\\fP" substr(s, RSTART + RLENGTH)
    fill(s, page)
}

# A comment: its paragraphs are apart, the items of a list begin with "  - ", and
# code is moved to the right.
function text(s, page,   row, n, i, paragraph, list, code) {
    n = split(s, row, "\n")
    for (i = 1; i <= n; i++) {
        code = !list && row[i] ~ /^    /
        if (row[i] == "" || row[i] ~ /^  - / || code) {
            prose(paragraph, page)
            paragraph = ""
        }
        if (row[i] == "") {
            list = 0
            if (i < n) print ".PP" >page
        } else if (code) {
            print ".nf" >page
            for (; row[i] ~ /^    /; i++) print literal(row[i]) >page
            print ".fi" >page
            i--
        } else if (row[i] ~ /^  - /) {
            list = 1
            print ".IP \\- 2" >page
            paragraph = substr(row[i], 5)
        } else {
            paragraph = paragraph " " row[i]
        }
    }
    prose(paragraph, page)
}

# The sentence of NAME: the first one, or what stands before its first colon or
# semicolon.
function sentence(s) {
    gsub(/\n/, " ", s)
    sub(/[.;:] .*|[.] *$/, "", s)
    return substr(s, 2, 1) ~ /[A-Z]/ ? s : tolower(substr(s, 1, 1)) substr(s, 2)
}

function page_of(name) {
    return out "/" name ".3"
}

function head(names, says, page,   name) {
    name = names
    sub(/,.*/, "", name)
    printf ".TH %s 3 %s \"star %s\" STAR\n.SH NAME\n", toupper(name), date,
        version >page
    fill(names " \\- " quoted(says), page)
    print ".SH SYNOPSIS\n.nf\n#include <star.h>\n" >page
}

function part(heading, s, page) {
    if (s == "") return
    print ".SH " toupper(heading) >page
    text(s, page)
}

# A page of functions: their declarations and comment, and the types before.
function functions(   names, name, page, row, n, i) {
    names = substr(named types_named, 2)
    n = split(names, name, " ")
    page = page_of(name[1])
    gsub(/ /, ", ", names)
    head(names, sentence(comment), page)
    n = split(types declarations, row, "\n")
    for (i = 1; i < n; i++) print literal(row[i]) >page
    print ".fi" >page
    part("description", comment, page)
    part("types", types_text, page)
    part(section, section_text, page)
    print ".SH SEE ALSO\n.BR star (3)" >page
    close(page)
    index_page[++pages] = name[1]
    index_text[pages] = sentence(comment)
    for (i = 2; i in name; i++)
        system("ln -sf " name[1] ".3 " page_of(name[i]))
    types = types_named = types_text = ""
}

function type(   name) {
    types = types declarations "\n"
    if (declarations !~ /{/) return
    name = declarations
    sub(/;\n$/, "", name)
    sub(/.*[ *}]/, "", name)
    types_named = types_named " " name
    if (comment == "") return
    types_text = types_text (types_text == "" ? "" : "\n\n") name ": " comment
}

# What stands between two blank lines.
function group() {
    if (named != "") {
        functions()
    } else if (declarations != "") {
        type()
    } else if (comment ~ /^---- /) {
        section = section_text = comment
        gsub(/^---- | ----.*/, "", section)
        sub(/^---- [^\n]* ----\n*/, "", section_text)
    }
    comment = declarations = named = ""
}

/^#ifndef STAR_H/ { manual = comment; comment = ""; started = 1 }
/SPDX/ || /^#/ || /^extern/ { next }
/^\/\*/ { inside = 1; sub(/^\/\* */, "") }
inside {
    inside = !sub(/ *\*\/$/, "")
    sub(/^ \* ?/, "")
    if (inside || $0 != "") comment = comment (comment == "" ? "" : "\n") $0
    next
}
!started { next }
body { body = !/^}/; next }
structure { structure = !/^}/; declarations = declarations $0 "\n"; next }
/^$/ { group(); next }
/^}/ { next }
/^typedef.*{$/ { structure = 1 }
/^STAR_API |^static inline / {
    shift = length($0)
    sub(/^STAR_API |^static inline /, "")
    shift -= length($0)
    match($0, /[A-Za-z0-9_]+\(/)
    named = named " " substr($0, RSTART, RLENGTH - 1)
}
/^ / { $0 = substr($0, shift + 1) }
/ {$/ && !structure { body = 1; sub(/ {$/, ";") }
{ declarations = declarations $0 "\n" }

END {
    page = page_of("star")
    head("star", sentence(manual), page)
    print "cc program.c $(pkg\\-config \\-\\-cflags \\-\\-libs star)\n.fi" >page
    part("description", manual, page)
    print ".SH FUNCTIONS" >page
    for (i = 1; i <= pages; i++) {
        print ".TP\n.BR " index_page[i] " (3)" >page
        prose(index_text[i], page)
    }
    print ".SH SEE ALSO\n.BR star (1),\n.BR star (5)" >page
}
