#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mutants.py write TOP BUILD DIR [--count N] [--seed N] [--parts PART...]
mutants.py run DIR [--only ID...]

Mutation by schemata: of all places of the product's C sources where a condition, a
sum or a statement could be another one, N are chosen by the seed. DIR gets a copy of
the tree in which each of them asks at run time whether it is the mutant, so that one
build has them all. `run` builds it, runs each test once and notes the mutants that it
reaches, then runs every mutant with the tests that reach it, the shortest first, for
30 seconds at most. A mutant with which all of them pass has survived: it wants a
test, or does nothing.

`write` needs clang's bindings (python3-clang-19), `run` a compiler and CMake.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import time

PARTS = ["runtime", "vm", "grammar", "lib", "cli"]
SECONDS = 30
OTHER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
         "&&": "||", "||": "&&", "+": "-", "-": "+", "&": "|", "|": "&",
         "<<": ">>", ">>": "<<"}
# Texts, layouts and figures are no behaviour; stencils are made of these sources.
NO_TESTS = ("docs/", "bench/", "layers/", "format", "words", "tree", "licences",
            "version", "dev", "stencils/table", "hardening/", "gates/")

# What each source includes before all else: whether a place is the mutant, and that
# it was reached.
HEADER = """
extern char *getenv(const char *);
extern int atoi(const char *);
extern int mkdir(const char *, unsigned);
extern int snprintf(char *restrict, __SIZE_TYPE__, const char *restrict, ...);
static inline int star_mutant(int id) {
    static int chosen = -1;
    static unsigned char noted[COUNT];
    if (chosen < 0) {
        const char *text = getenv("STAR_MUTANT");
        chosen = text ? atoi(text) : COUNT;
    }
    if (!noted[id]) {
        const char *folder = getenv("STAR_MUTANTS_REACHED");
        noted[id] = 1;
        if (folder) {
            char path[500];
            snprintf(path, sizeof path, "%s/%d", folder, id);
            mkdir(path, 0700);
        }
    }
    return chosen == id;
}
"""


class Source:
    """The places of one file: (start, end, before -> after, text of the mutant)."""

    def __init__(self, cindex, path, arguments):
        self.kind = cindex.CursorKind
        self.types = cindex.TypeKind
        self.text = path.read_bytes()
        self.places = []
        unit = cindex.Index.create().parse(str(path), args=arguments)
        for node in unit.cursor.get_children():
            if (node.kind == self.kind.FUNCTION_DECL and node.is_definition()
                    and node.location.file and node.location.file.name == str(path)):
                self.yes_or_no = node.result_type.spelling in ("bool", "_Bool")
                for child in node.get_children():
                    if child.kind == self.kind.COMPOUND_STMT:
                        self.visit(child, None)

    def span(self, node):
        return node.extent.start.offset, node.extent.end.offset

    def of(self, node):
        start, end = self.span(node)
        return self.text[start:end].decode()

    def add(self, start, end, what, text):
        self.places.append((start, end, what, text))

    def binary(self, node):
        left, right = node.get_children()
        (start, a), (b, end) = self.span(left), self.span(right)
        op = self.text[a:b].decode(errors="replace").strip()
        number = left.type.get_canonical().kind != self.types.POINTER and \
            right.type.get_canonical().kind != self.types.POINTER
        if op not in OTHER or (start, end) != self.span(node):
            return
        if op in "+-" and not number:
            return
        x, y = self.of(left), self.of(right)
        self.add(start, end, f"{op} -> {OTHER[op]}",
                 f"(star_mutant(@) ? ({x}) {OTHER[op]} ({y}) : ({x}) {op} ({y}))")

    def statement(self, node):
        start, end = self.span(node)
        text = self.text[start:end].decode()
        if self.text[end:end + 1] != b";" or any(
                word in text.split("(")[0] for word in ("free", "close", "assert")):
            return
        if node.kind in (self.kind.CALL_EXPR, self.kind.BINARY_OPERATOR,
                         self.kind.COMPOUND_ASSIGNMENT_OPERATOR,
                         self.kind.UNARY_OPERATOR):
            self.add(start, end, "left out", f"if (!star_mutant(@)) {text}")

    def visit(self, node, parent):
        kind = node.kind
        children = list(node.get_children())
        if kind in (self.kind.ENUM_DECL, self.kind.STATIC_ASSERT) or (
                kind == self.kind.VAR_DECL and any(
                    t.spelling in ("static", "[") for t in node.get_tokens())):
            return
        if kind == self.kind.BINARY_OPERATOR and len(children) == 2:
            self.binary(node)
        if kind == self.kind.IF_STMT and children:
            start, end = self.span(children[0])
            x = self.of(children[0])
            if self.text[end:end + 1] == b")" and self.text[start - 1:start] == b"(":
                self.add(start, end, "if not", f"star_mutant(@) ? !({x}) : !!({x})")
        if kind == self.kind.RETURN_STMT and children and self.yes_or_no:
            start, end = self.span(children[0])
            x = self.of(children[0])
            if self.text[end:end + 1] == b";":
                self.add(start, end, "return not",
                         f"star_mutant(@) ? !({x}) : ({x})")
        if parent == self.kind.COMPOUND_STMT:
            self.statement(node)
        first = 1 if kind == self.kind.CASE_STMT else 0
        for child in children[first:]:
            self.visit(child, kind)


def find(top, build, parts):
    """All places: (path, start, end, what, text)."""
    from clang import cindex
    commands = json.loads((build / "compile_commands.json").read_text())
    for command in sorted(commands, key=lambda c: c["file"]):
        path = pathlib.Path(command["file"])
        if top not in path.parents or path.relative_to(top).parts[0] not in parts:
            continue
        words = command["command"].split()
        flags = [w for w in words if w[:2] in ("-D", "-I", "-m") or w[:4] == "-std"]
        for place in Source(cindex, path, flags).places:
            yield (str(path.relative_to(top)), *place)


def write(top, build, folder, count, seed, parts):
    places = sorted(set(find(top, build, parts)))
    names = subprocess.run(["git", "-C", top, "ls-files"], capture_output=True,
                           text=True, check=True).stdout.split("\n")
    for name in filter(None, names):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(top / name, folder / name, follow_symlinks=False)
    chosen = []
    for place in random.Random(seed).sample(places, len(places)):
        path, start, end, _, text = place
        try:
            text.encode("ascii")
        except UnicodeError:
            continue
        if len(chosen) < count and not any(
                p == path and a < end and start < b for p, a, b, _, _ in chosen):
            chosen.append(place)
    chosen.sort()
    mutants = []
    for k, (path, start, _, what, text) in enumerate(chosen):
        line = (top / path).read_bytes()[:start].count(b"\n") + 1
        shown = (top / path).read_text().split("\n")[line - 1].strip()
        mutants.append(f"{path}:{line}: {what}: {shown}")
    for k in reversed(range(len(chosen))):
        path, start, end, _, text = chosen[k]
        file = folder / path
        old = file.read_bytes()
        file.write_bytes(old[:start] + text.replace("@", str(k)).encode() + old[end:])
    (folder / "mutants.h").write_text(HEADER.replace("COUNT", str(len(chosen))))
    (folder / "mutants.json").write_text(json.dumps(mutants, indent=0))
    print(f"{len(chosen)} of {len(places)} places, seed {seed}")


def limits():
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (1 << 35, 1 << 35))


def passes(test, seconds, **more):
    """Whether the test passes, and its time; none where it is skipped."""
    properties = {p["name"]: p["value"] for p in test["properties"]}
    environment = dict(os.environ, **more)
    for setting in properties.get("ENVIRONMENT", []):
        name, value = setting.split("=", 1)
        environment[name] = value
    start = time.time()
    run = subprocess.Popen(test["command"], env=environment, preexec_fn=limits,
                           cwd=properties["WORKING_DIRECTORY"],
                           stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
    try:
        status = run.wait(seconds)
    except subprocess.TimeoutExpired:
        status = -1
    try:
        os.killpg(run.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    run.wait()
    return status == 0, time.time() - start


def build(folder):
    include = folder / "mutants.h"
    make = folder / "build/release"
    for command in (
            ["cmake", "--preset", "release", "-DSTAR_GPU=OFF",
             "-DCMAKE_COMPILE_WARNING_AS_ERROR=OFF", "-DCMAKE_CXX_COMPILER=",
             f"-DCMAKE_C_FLAGS=-w -include {include}"],
            ["cmake", "--build", str(make)]):
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    shown = subprocess.run(["ctest", "--show-only=json-v1"], cwd=make, check=True,
                           capture_output=True, text=True).stdout
    return [t for t in json.loads(shown)["tests"]
            if "command" in t and not t["name"].startswith(NO_TESTS)]


def run(folder, only):
    mutants = json.loads((folder / "mutants.json").read_text())
    tests = build(folder)
    reached = folder / "reached"
    shutil.rmtree(reached, ignore_errors=True)
    pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())

    def note(k):
        (reached / str(k)).mkdir(parents=True)
        good, seconds = passes(tests[k], 4 * SECONDS,
                               STAR_MUTANTS_REACHED=str(reached / str(k)))
        return good, seconds, {int(name) for name in os.listdir(reached / str(k))}

    noted = list(pool.map(note, range(len(tests))))
    failed = [tests[k]["name"] for k in range(len(tests)) if not noted[k][0]]
    if failed:
        print(f"{len(failed)} tests fail by themselves, and are left out: "
              f"{' '.join(failed)[:400]}", file=sys.stderr)
    order = sorted((k for k in range(len(tests)) if noted[k][0]),
                   key=lambda k: noted[k][1])

    def kill(id):
        spent = 0
        some = False
        for k in order:
            _, seconds, ids = noted[k]
            if id not in ids:
                continue
            if some and spent + seconds > SECONDS:
                break
            some = True
            spent += seconds
            if not passes(tests[k], 10 * seconds + 10, STAR_MUTANT=str(id))[0]:
                return tests[k]["name"]
        return "survived" if some else "not reached"

    ids = only or range(len(mutants))
    left = {"survived": 0, "not reached": 0}
    for id, result in zip(ids, pool.map(kill, ids)):
        if result in left:
            left[result] += 1
            print(f"{result}: {id} {mutants[id]}", file=sys.stderr)
    print(f"{len(ids)} mutants: {len(ids) - sum(left.values())} killed, "
          f"{left['survived']} survived, {left['not reached']} reached by no test")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["write", "run"])
    parser.add_argument("folder", nargs="+", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--parts", nargs="*", default=PARTS)
    parser.add_argument("--only", type=int, nargs="*")
    a = parser.parse_args()
    if a.what == "write":
        write(*(path.resolve() for path in a.folder), a.count, a.seed, a.parts)
    else:
        run(a.folder[0].resolve(), a.only)


if __name__ == "__main__":
    sys.exit(main())
