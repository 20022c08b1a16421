#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mcdc.py files: the list of what is counted, for clang's -fprofile-list.
mcdc.py report TOP BUILD: what the merged profile of BUILD says of it.

A condition of a decision is decided if two runs differ in it and in the decision,
and in no other condition that was looked at (modified condition and decision
coverage, MC/DC); one that is a decision alone, or a case, if it was true and false.
That STAR_TRY hands on what a call says does not count: gates/calls and exhaust let
each fail.
Where a decision is within a condition of another one, clang takes the outer one's
conditions apart: they count so, and are printed as such.

mcdc.txt has the reasons for conditions that are not decided: an expression for
"FILE:FUNCTION: CONDITION", a tab, why. A "?" before it: it depends on threads or
the system whether the condition is decided."""
import collections
import functools
import json
import pathlib
import re
import shlex
import subprocess
import sys

GROUPS = {"verifier": ["vm/bytecode/verify*.c"],
          "memory": ["runtime/memory/*.c"],
          "framing": ["cli/wire/*.c"],
          "readers": ["runtime/io/*.c", "runtime/io/*/*.c"],
          "recogniser": ["grammar/analysis/*.c", "grammar/analysis/*/*.c",
                         "runtime/plan/*.c", "runtime/plan/*/*.c"]}
MCDC, EXPANSION = 6, 1  # kinds of branches and regions
HANDED_ON = "star_try_ != STAR_OK"


def objects(top, build):
    """The object file of each source that is counted, and its group."""
    group = {str(f): name for name, globs in GROUPS.items()
             for g in globs for f in top.glob(g)}
    found = {}
    for row in json.loads((build / "compile_commands.json").read_text()):
        if row["file"] in group:
            words = shlex.split(row["command"])
            found.setdefault(row["file"], pathlib.Path(row["directory"],
                                                       words[words.index("-o") + 1]))
    return group, list(found.values())


@functools.cache
class Text:
    """What stands in a file at a place."""

    def __init__(self, file):
        self.lines = pathlib.Path(file).read_text().split("\n")

    def between(self, first, column, last, end):
        lines = self.lines[first - 1:last]
        lines[-1] = lines[-1][:end - 1]
        lines[0] = lines[0][column - 1:]
        return " ".join(" ".join(lines).split())

    def call(self, first, column):
        """A macro with its arguments."""
        rest = " ".join([self.lines[first - 1][column - 1:]] + self.lines[first:])
        depth = 0
        for k, c in enumerate(rest):
            depth += (c == "(") - (c == ")")
            if c in ");" and depth <= 0:
                break
        return " ".join(rest[:k + 1].split())

    def is_part(self, first, column, last, end):
        """Whether && or || stands beside it."""
        before = " ".join(self.lines[max(0, first - 3):first - 1]
                          + [self.lines[first - 1][:column - 1]])
        behind = " ".join([self.lines[last - 1][end - 1:]] + self.lines[last:last + 2])
        return (re.search(r"(&&|\|\|)[\s(!]*$", before) is not None
                or re.match(r"[\s)]*(&&|\|\|)", behind) is not None)


class Condition:
    """Where it stands, and, if that is within a macro, where the macro does."""

    def __init__(self, branch, macro, text):
        *self.place, true, false, self.file, _, self.kind = branch
        self.macro, self.text = macro, text
        self.decided = true > 0 and false > 0
        self.counted = False

    def line(self):
        return (self.macro or self.place)[0]

    def how(self):
        if self.kind == MCDC:
            return "MC/DC"
        return "part" if not self.macro and self.text.is_part(*self.place) else "alone"

    def said(self):
        if self.macro:
            return self.text.call(*self.macro[:2])
        return (self.text.between(*self.place)
                or " ".join(self.text.lines[self.place[0] - 1].split()))


def within(place, decision):
    return tuple(decision[:2]) <= tuple(place[:2]) and tuple(place[2:]) <= decision[2:4]


def of_function(function, group):
    """Its file and its conditions. What macros are made of stands where they do."""
    calls = {r[6]: (r[5], r[:4]) for r in function["regions"] if r[7] == EXPANSION}

    def root(number):
        place = None
        while number in calls:
            number, place = calls[number]
        return function["filenames"][number], place

    file = root(0)[0]
    if file not in group:
        return file, []
    text = Text(file)
    found = [Condition(b, root(b[6])[1], text) for b in function["branches"]
             if not Text(function["filenames"][b[6]]).between(*b[:4]) == HANDED_ON]
    waiting = [c for c in found if c.kind == MCDC]
    for *decision, _, _, decided in function["mcdc_records"]:
        own = [c for c in waiting if not c.counted and within(c.place, tuple(decision))]
        own = [c for c in own if c.file == own[0].file][:len(decided)]
        if len(own) < len(decided):
            print(f"{file}:{decision[0]}: a condition that is constant", file=sys.stderr)
        for c, is_decided in zip(own, decided):
            c.counted, c.decided = True, is_decided
    return file, found


def reasons(file):
    for line in file.read_text().splitlines():
        if line and not line.startswith("#"):
            expression, why = line.split("\t")
            yield re.compile(expression.removeprefix("?")), expression[0] == "?", why


def report(top, build):
    group, parts = objects(top, build)
    sources = [a for p in parts[1:] for a in ("-object", p)]
    exported = subprocess.run(["llvm-cov-19", "export", "-instr-profile",
                               build / "profile", parts[0], *sources],
                              check=True, stdout=subprocess.PIPE).stdout
    why = list(reasons(top / "tests/gates/mcdc.txt"))
    used = [unsure for _, unsure, _ in why]
    sums = collections.defaultdict(collections.Counter)
    for function in json.loads(exported)["data"][0]["functions"]:
        name = re.split("[:;]", function["name"])[-1]
        file, found = of_function(function, group)
        for n, c in enumerate(found):
            count = sums[group[file]]
            count["all"] += 1
            count[c.how()] += 1
            count["decided"] += c.decided
            if c.decided:
                continue
            at = sum(f.macro == c.macro for f in found[:n]) + 1 if c.macro else ""
            said = f"{pathlib.Path(file).relative_to(top)}:{name}: {at}{c.said()}"
            fits = [k for k, (e, _, _) in enumerate(why) if e.search(said)]
            for k in fits:
                used[k] = True
            count["reason"] += bool(fits)
            if not fits:
                print(f"{said} (line {c.line()}, {c.how()})", file=sys.stderr)
    unused = [e.pattern for (e, _, _), u in zip(why, used) if not u]
    for pattern in unused:
        print(f"mcdc.txt: fits nothing: {pattern}", file=sys.stderr)
    more = False
    for name, count in sums.items():
        left = count["all"] - count["decided"] - count["reason"]
        more |= left > 0
        print(f"{100 * count['decided'] / count['all']:7.2f} % of {count['all']} "
              f"conditions: {name}; {count['part']} apart, "
              f"{count['reason']} with a reason, {left} open", file=sys.stderr)
    total = sum(sums.values(), collections.Counter())
    print(", ".join(f"{name} {100 * count['decided'] / count['all']:.1f}"
                    for name, count in sums.items())
          + f" % of {total['all']} conditions, {total['reason']} with a reason, "
          f"{total['all'] - total['decided'] - total['reason']} open")
    return more or bool(unused)


def main():
    if sys.argv[1] == "files":
        print("[clang]\ndefault:skip")
        for globs in GROUPS.values():
            for g in globs:
                print(f"source:*/{g}=allow")
        return 0
    return report(*map(pathlib.Path, sys.argv[2:]))


if __name__ == "__main__":
    sys.exit(main())
