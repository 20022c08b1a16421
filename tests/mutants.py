#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mutants.py [--seed N] [--count N] [--jobs N] [--only K,...] [--quick] FILE...

Which faults would the tests not see? Changes one place of a source at a time:
a relation, a constant, a sign, the sense of a condition, a statement that goes.
Each mutant is built into the tests that reach the file, by SUITES, and these are
run; one that passes them all is printed. It wants a test, or is the same program.

The work is done on a copy of the tree, in build/mutants, whose sources and build
stay for the next call. The same seed makes the same mutants of the same sources;
--only takes some of them by their numbers. --quick runs the first stage of the
tests alone, and does not see first that they pass without a mutant: what survives
it is to be tried without --quick.
"""
import argparse
import pathlib
import random
import re
import resource
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
COPY = TOP / "build/mutants"
BUILD = COPY / "build/mutants"

LANG = ["star", "star_bytes", "star_lang_runner", "star_ranks_3"]
ORACLE = ["star_oracle", "star_generate", "star_differential"]
LOOPS = "lang/(responders|reductions|dependences|pairs|limits|undefined)/"
ERRORS = ["star_errors_" + part for part in
          ("faults", "misspellings", "clauses", "fixes", "page", "standard")]

# A file, or a folder with all in it; what to build; the tests, in stages.
SUITES = [
    ("vm/interp/exec_", LANG + ORACLE + ["test_loops", "test_bounds"],
     [rf"^({LOOPS}|vm.(loops|bounds)$|command/as_one$)", "^differential$"]),
    ("grammar/analysis/pairs/", LANG + ORACLE + ["test_plans"],
     [rf"^({LOOPS}|grammar.plans$)", "^differential$"]),
    ("grammar/analysis/", LANG + ["test_plans"] + ERRORS,
     [r"^(lang/(undefined|warnings|control|goto|procedures|parameters|records)/"
      r"|grammar.plans$|errors/)"]),
    ("grammar/syntax/", LANG + ["test_parser"] + ERRORS,
     ["^(errors/|grammar.parser$|lang/syntax/)", "^lang/(lexical|messages|scope)/"]),
    ("runtime/memory/", LANG + ["test_map", "test_mem"],
     [r"^runtime\.(map|mem)$", "^(command/maps$|lang/(load|files)/)"]),
    ("runtime/partition/", LANG + [f"star_ranks_{n}" for n in (1, 2, 5)],
     ["^(lang/(slices|tables|expressions)/|ranks/(?!mpi|memory))"]),
    ("runtime/cpu/", LANG + ORACLE + ["test_backends", "test_unit_gather"],
     [r"^(backends$|stdlib.gather$|lang/(library|primitives)/)",
      "^differential$"]),
    ("cli/lsp/", ["star", "replay_lsp"], ["^(editors/|fuzz/lsp$)"]),
]


def suite(name, quick):
    for start, targets, stages in SUITES:
        if name.startswith(start):
            return targets, stages[:1] if quick else stages
    sys.exit(f"mutants.py: no tests for {name}: add a row to SUITES")


def blank(text):
    """The text with comments, strings and lines of the preprocessor as blanks,
    at the same places."""
    pattern = (r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'
               r"'(?:\\.|[^'\\\n])*'|^[ \t]*#(?:\\\n|[^\n])*")
    return re.sub(pattern, lambda m: re.sub(r"[^\n]", " ", m.group()), text,
                  flags=re.S | re.M)


SWAPS = {" < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ",
         " == ": " != ", " != ": " == ", " && ": " || ", " || ": " && ",
         " + ": " - ", " - ": " + ", " += ": " -= ", "++": "--"}


def closing(code, at):
    """Behind the parenthesis that closes the one at `at`."""
    depth = 0
    for k in range(at, len(code)):
        depth += (code[k] == "(") - (code[k] == ")")
        if depth == 0:
            return k + 1
    return at


def places(text):
    """All changes: where from, where to, what stands there then."""
    code = blank(text)
    for old, new in SWAPS.items():
        for m in re.finditer(re.escape(old), code):
            yield m.start(), m.end(), new
    for m in re.finditer(r"(?<![\w.])(\d+)(?=[\s;,)\]])", code):
        number = int(m.group())
        yield m.start(), m.end(), str(1 - number if number < 2 else number + 1)
    for m in re.finditer(r"\b(?:if|while) (?=\()", code):
        end = closing(code, m.end())
        yield m.end(), end, f"(!{text[m.end():end]})"
    for m in re.finditer(r"(?<![\w)])!(?=[\w(])", code):
        yield m.start(), m.end(), ""
    # A call or an assignment on a line of its own; a declaration has two words.
    statement = (r"^[ \t]+(?:STAR_TRY\(.*\)|[\w>.*\[\]-]+(?:\(.*\)"
                 r"| [-+|&^*]?= [^;{]*|\+\+|--));$")
    for m in re.finditer(statement, code, re.M):
        if not re.match(r"\s*(return|break|continue|goto)\b", m.group()):
            yield m.start(), m.end(), "    ;"
    for m in re.finditer(r"\breturn (true|false);", code):
        yield m.start(1), m.end(1), {"true": "false", "false": "true"}[m.group(1)]


def mutants(names, seed, count):
    """Of each file as many, in a random order."""
    chance = random.Random(seed)
    each = []
    for name in names:
        text = (TOP / name).read_text()
        begin = blank(text).find("{")
        all_places = sorted({p for p in places(text) if p[0] > begin})
        chance.shuffle(all_places)
        each.append([(name, text, *p) for p in all_places])
    while count > 0 and any(each):
        for row in each:
            if row and count > 0:
                count -= 1
                yield row.pop()


def limit():
    """No program that a mutant makes endless goes on without an end."""
    resource.setrlimit(resource.RLIMIT_CPU, (300, 300))


def run(command):
    """True if it ends well."""
    return subprocess.run(command, cwd=COPY, capture_output=True,
                          stdin=subprocess.DEVNULL,
                          preexec_fn=limit).returncode == 0


def copy_tree():
    """The files that git knows, written anew only where they differ."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"],
                            cwd=TOP, capture_output=True, text=True, check=True)
    for name in listed.stdout.splitlines():
        source, to = TOP / name, COPY / name
        if not source.is_file():
            continue
        to.parent.mkdir(parents=True, exist_ok=True)
        if not to.exists() or to.read_bytes() != source.read_bytes():
            to.write_bytes(source.read_bytes())
            to.chmod(source.stat().st_mode)


def tests(stage, jobs):
    return run(["ctest", "--test-dir", str(BUILD), "-R", stage, "-j", str(jobs),
                "--stop-on-failure", "--timeout", "60", "--no-tests=error"])


def build(targets, jobs):
    return run(["cmake", "--build", str(BUILD), "-j", str(jobs), "--target",
                *targets])


def verdict(targets, stages, jobs):
    if not build(targets, jobs):
        return "not built"
    return "survives" if all(tests(s, jobs) for s in stages) else "killed"


def show(text, changed, name, number):
    line = next(k for k, (a, b) in enumerate(
        zip(text.splitlines(), changed.splitlines())) if a != b)
    print(f"{number}: {name}:{line + 1}")
    print(f"    - {text.splitlines()[line].strip()}")
    print(f"    + {changed.splitlines()[line].strip()}", flush=True)


def main():
    options = argparse.ArgumentParser(usage=__doc__)
    options.add_argument("--seed", type=int, default=random.randrange(10**6))
    options.add_argument("--count", type=int, default=20)
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--only", default="")
    options.add_argument("--quick", action="store_true")
    options.add_argument("files", nargs="+")
    o = options.parse_args()
    print(f"seed {o.seed}", flush=True)
    copy_tree()
    if not (BUILD / "build.ninja").exists() and not run(
            ["cmake", "-G", "Ninja", "-B", str(BUILD), "-DSTAR_GPU=OFF",
             "-DCMAKE_BUILD_TYPE=Release"]):
        sys.exit("mutants.py: cannot be configured")
    row = {name: suite(name, o.quick) for name in o.files}
    for name in {str(r): n for n, r in row.items() if not o.quick}.values():
        if verdict(*row[name], o.jobs) != "survives":
            sys.exit(f"mutants.py: the tests of {name} fail without a mutant: "
                     f"see {BUILD}/Testing/Temporary")
    only = [int(k) for k in o.only.split(",") if k]
    count = dict.fromkeys(("survives", "killed", "not built"), 0)
    for k, (name, text, start, end, new) in enumerate(
            mutants(o.files, o.seed, o.count), 1):
        if only and k not in only:
            continue
        changed = text[:start] + new + text[end:]
        (COPY / name).write_text(changed)
        try:
            what = verdict(*row[name], o.jobs)
        finally:
            (COPY / name).write_text(text)
        count[what] += 1
        if what == "survives":
            show(text, changed, name, k)
        print(f"{k} of {o.count}: {what}", file=sys.stderr)
    print(", ".join(f"{n} {what}" for what, n in count.items()))


if __name__ == "__main__":
    main()
