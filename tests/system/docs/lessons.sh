#!/bin/sh
# SPDX-License-Identifier: MIT
# lessons.sh STAR TOP: the order of words in the lessons. Each lesson has one
# paragraph `**New:** ...` that lists its new names, as code spans, and terms,
# *so*. A name of the language or of the library is used in a program, and a
# command on a command line, only from the lesson on that lists it, and there
# only behind text that has it in a code span; text has it no earlier either. A
# term is in that lesson's text, *so*, and no text before has the word.
set -eu
star=$1
cd "$2"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{
    "$star" doc | sed -n '/^Operations/,/^Functions/p' | sed '/:$/d' |
        tr -s ' ' '\n' | grep '[A-Za-z]'
    sed -nE 's/^(proc|function) ([A-Z][A-Z0-9_]*).*/\2/p' stdlib/*.star
    for unit in stdlib/*.star; do basename "$unit" .star; done
    printf '%s\n' slice word table proc uses load save
} | sort -u >"$work/known"
awk '
    function wrong(lesson, text) {
        print lesson ": " text
        failures++
    }
    # Whether text has a word, from one boundary of a name to another.
    function has(text, word,   at, before, after) {
        while ((at = index(text, word)) > 0) {
            before = at > 1 ? substr(text, at - 1, 1) : ""
            after = substr(text, at + length(word), 1)
            if (before !~ /[A-Za-z0-9_]/ &&
                (after !~ /[A-Za-z0-9_]/ || word !~ /[A-Za-z0-9_]$/))
                return 1
            text = substr(text, at + 1)
        }
        return 0
    }
    # Runs use() for the names of a program; its own procedures hide others.
    function program(text, from,   line, n, i, j, k, names, own, word) {
        gsub(/{[^}]*}/, "", text)
        gsub(/\047[^\047\n]*\047/, "", text)
        n = split(text, line, "\n")
        for (i = 1; i <= n; i++) {
            k = split(line[i], names, /[^A-Za-z0-9_]+/)
            for (j = 1; j < k; j++)
                if (names[j] ~ /^(program|proc|procedure|function)$/)
                    own[names[j + 1]]
        }
        for (i = 1; i <= n; i++) {
            k = split(line[i], names, /[^A-Za-z0-9_]+/)
            for (j = 1; j <= k; j++)
                if (names[j] in known && !(names[j] in own))
                    use(names[j], from + i)
        }
        for (word in own)
            delete own[word]
    }
    function use(name, line) {
        uses++
        used[uses] = name
        used_in[uses] = lesson
        used_at[uses] = line
    }
    # Each `span` of the paragraph of text that has ended.
    function paragraph_ends(   text, span) {
        text = paragraph
        paragraph = ""
        if (text == "") return
        if (index(text, "**New:**") == 1) {
            lists[lesson]++
            sub(/^\*\*New:\*\*/, "", text)
            while (match(text, /`[^`]*`|\*[^*]*\*/)) {
                list(substr(text, RSTART + 1, RLENGTH - 2),
                     substr(text, RSTART, 1))
                text = substr(text, RSTART + RLENGTH)
            }
            return
        }
        while (match(text, /`[^`]*`/)) {
            spans++
            span_text[spans] = substr(text, RSTART + 1, RLENGTH - 2)
            span_in[spans] = lesson
            span_at[spans] = begin
            text = substr(text, 1, RSTART - 1) " " \
                substr(text, RSTART + RLENGTH)
        }
        texts++
        text_of[texts] = text
        text_in[texts] = lesson
    }
    function list(item, mark) {
        if (mark == "*") {
            if (item in term) wrong(lesson, "*" item "* is new twice")
            term[item] = lesson
        } else {
            if (item in new) wrong(lesson, "`" item "` is new twice")
            new[item] = lesson
        }
    }

    FNR == NR { known[$1]; next }
    FNR == 1 {
        lesson = FILENAME
        sub(/.*\//, "", lesson)
        sub(/_.*/, "", lesson)
        lesson_of[++lessons] = lesson
    }
    /^```/ {
        paragraph_ends()
        if (fence != "") {
            if (fence == "star") program(block, start)
            fence = ""
            next
        }
        fence = substr($0, 4) == "" ? "text" : substr($0, 4)
        if (fence ~ /^step /) use("star step", NR)
        block = ""
        start = NR
        next
    }
    fence != "" || /^    / {
        if (fence == "star") block = block $0 "\n"
        else if ((fence == "console" && /^\$ star [a-z]/) || /^    star [a-z]/)
            use("star " $(fence == "console" ? 3 : 2), NR)
        next
    }
    /^#/ || /^$/ { paragraph_ends(); next }
    { if (paragraph == "") begin = NR
      paragraph = paragraph == "" ? $0 : paragraph " " $0 }

    END {
        paragraph_ends()
        for (i = 1; i <= lessons; i++)
            if (lists[lesson_of[i]] != 1)
                wrong(lesson_of[i], "has not one paragraph **New:**")
        for (i = 1; i <= uses; i++) {
            name = used[i]
            if (!(name in new) || new[name] > used_in[i])
                wrong(used_in[i], "uses " name ", new in no lesson up to it")
            else if (new[name] == used_in[i] && !(name in first))
                first[name] = used_at[i]
        }
        # The place where the text of its lesson first has a new name.
        for (i = 1; i <= spans; i++) {
            for (name in new)
                if (new[name] == span_in[i] && !(name in said) &&
                    has(span_text[i], name))
                    said[name] = span_at[i]
            for (name in known)
                if (has(span_text[i], name) &&
                    (!(name in new) || new[name] > span_in[i]))
                    wrong(span_in[i], "has `" span_text[i] "` before " name \
                        " is new")
        }
        for (name in new)
            if (!(name in said))
                wrong(new[name], "does not say what " name " is")
            else if (name in first && first[name] < said[name])
                wrong(new[name], "uses " name " before it says what it is")
        for (i = 1; i <= texts; i++) {
            text = text_of[i]
            for (name in term) {
                if (name in defined) continue
                if (term[name] == text_in[i] && has(text, "*" name "*"))
                    defined[name]
                else if (has(text, name) || has(text, name "s"))
                    wrong(text_in[i], "has the term " name " too early: " text)
            }
            while (match(text, /[ (]\*[a-z][a-z ]*\*/)) {
                name = substr(text, RSTART + 2, RLENGTH - 3)
                if (!(name in term))
                    wrong(text_in[i], "*" name "* is no new term")
                text = substr(text, RSTART + RLENGTH)
            }
        }
        for (name in term)
            if (!(name in defined))
                wrong(term[name], "does not explain *" name "*")
        if (lessons != 10 || uses < 300)
            wrong("the lessons", "are " lessons " with " uses " names used")
        exit failures > 0
    }' "$work/known" docs/tutorial/[0-9]*.md
