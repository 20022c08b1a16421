# SPDX-License-Identifier: MIT
"""primitives.py STAR SOURCE [PAGE]: the page of the primitives that a program writes: their
rows in primitives.def and of device kernels, the kind of their cost, the texts of primitives.txt,
and examples as they run. Prints it, or compares it with PAGE. To write it anew:
  python3 tests/system/docs/primitives.py build/release/star . >docs/reference/primitives.md"""
import json
import os
import re
import subprocess
import sys
import tempfile

star, source = sys.argv[1], sys.argv[2]
BEGIN = """var X, Y: slice(8); Z: slice(8); w: word(5); T: table(4, 4);
begin X := '01101001'; Y := '00111010'; w := '10110'; Z := X;
  ROW(1, T) := '0110'; ROW(2, T) := '1011'; ROW(4, T) := '0101'; """
HEAD = """# The primitives

What a program asks of the machine, one by one: what it means, an example, what a STAR-machine
does for it, where a slice is a bit of each cell of a long memory, and the kind of what it costs, by
which [models of machines](machines.md) price it. On the STAR-machine of the papers each is a
step. `Here` is what its [kernel](../architecture/primitives.md) on a processor does. On a device a
kernel of its own takes one pass over memory, or the operands come back to the host; on several
processes each has a part of the rows. In the examples

{}
"""


# By the column `ranks` of primitives.def.
PROCESSES = {
    "ROWS": "each does its part",
    "FIRST": "each searches its part, and one message finds the least",
    "ONLY_FIRST": "each searches its part, and one message finds the least",
    "COUNT": "each counts its part, and one message adds",
    "TEST": "as FND",
    "EQUAL": "each compares its part, and one message says whether any differs",
    "MASK": "each does its part",
    "SHIFT": "each does its part, with the edges of the others, which one message brings",
    "PREFIX": "each does its part, after a message of what is before it",
    "PACK": "bits move between them",
    "RANDOM": "each makes the numbers of its rows",
    "ROW": "the one that has the row sends it to all",
    "COL": "each does its part",
    "ADJ": "each does its part",
    "WHOLE": "all gather the operands, and each does all",
}
MACHINES = sorted(name[:-5] for name in os.listdir(os.path.join(source, "stdlib/machines"))
                  if name != "star_machine.toml")
PRICED = """program priced;
var X, Y: slice(100000); T: table(100000, 16); w: word(16); v: word(100000); k: integer;
proc lent(Z: slice); begin k := NUMB(Z) end;
begin
  RANDOM(Y, 1, 0.5); SET(X); X := X and Y; Y := X; X := SHIFT(X, down, 1); k := NUMB(X);
  if SOME(X) then k := FND(X);
  k := X(5); w := ROW(7, T); Y := COL(3, T); v := CONVERT(Y); lent(X)
end.
"""
TAIL = """## What each kind takes

Microseconds of an operation on slices of 100,000 components, and tables of as many rows and 16
columns, by the models; on the STAR-machine of the papers it is one step whatever the length.

{}
"""


def read(path):
    with open(os.path.join(source, path), encoding="utf-8") as file:
        return file.read()


def rows(text, macro):
    """The arguments of MACRO(...), strings joined."""
    for row in re.findall(macro + r"\(((?:[^()\"]|\"[^\"]*\")*)\)", text):
        row = re.sub(r'"\s*"', "", row)
        yield [part.strip().strip('"') for part in re.findall(r'"[^"]*"|[^,\s][^,"]*', row)]


def run(body):
    done = subprocess.run([star, "-e", BEGIN + body + " end."], stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"{body}: status {done.returncode}")
    return done.stdout.rstrip("\n")


def doc(name):
    return subprocess.run([star, "doc", name], stdout=subprocess.PIPE, text=True,
                          check=True).stdout.splitlines()[0]


def picture(name, example):
    if name in ("SET", "CLR", "RANDOM"):
        return f"    {example:<28}Z = " + run(f"{example}; writeln(Z);")
    if name == "STEP":
        return f"    {'Z := X; STEP(Z)':<28}" + run("write(STEP(Z):1); writeln(', Z = ', Z);")
    text = run(f"write({example});")
    return "\n".join(f"    {example if k == 0 else '':<28}{line}"
                     for k, line in enumerate(text.splitlines()))


def task(name, exercise, exercises):
    if not exercise.isdigit():
        return exercise
    number = int(exercise)
    if name not in read(f"stdlib/exercises/{exercises[number]}"):
        sys.exit(f"exercise {number} does not need {name}")
    return f"`star exercise {number}`."


def executors(here, kind, ranks, on_device):
    """What our kernels do."""
    if kind == "NONE":
        return f"Here: {here}"
    waits = kind in ("TEST", "FIND", "COUNT") and ranks != "ONLY_FIRST"
    device = ("the processor's kernel" if not on_device else
              "a kernel, whose answer the host waits for" if waits else "a kernel")
    return f"Here: {here} On a device: {device}. On several processes: {PROCESSES[ranks]}."


def prices(kinds):
    """What an operation of each kind takes on machines, in microseconds."""
    costs = {}
    with tempfile.NamedTemporaryFile("w", suffix=".star") as file:
        file.write(PRICED)
        file.flush()
        for machine in MACHINES:
            said = json.loads(subprocess.run(
                [star, "profile", "--machine", machine, "--json", file.name], text=True,
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout)
            for cost in said["costs"]:
                costs[cost["name"], machine] = cost["us"] / cost["operations"]
    return "\n".join(["| kind | what | " + " | ".join(MACHINES) + " |",
                      "|---|---|" + "---:|" * len(MACHINES)] +
                     [f"| `{kind}` | {what} | " + " | ".join(
                         "%.3g" % costs[kind, machine] for machine in MACHINES) + " |"
                      for kind, _, what in kinds])


def main():
    texts = {}
    for line in read("tests/system/docs/primitives.txt").splitlines():
        if not line.startswith("#"):
            name, *text = line.split("|")
            texts[name] = text
    kinds = {row[0]: row[1:] for row in rows(read("runtime/primitive_costs.def"), r"\nCOST")}
    folder = os.listdir(os.path.join(source, "stdlib/exercises"))
    exercises = {int(name[:2]): name for name in folder if name[:2].isdigit()}
    kernels = {row[0] for row in rows(read("gpu/backend/cuda_kernels.def"), r"\nKERNEL")}
    given = run("writeln('    X = ', X); writeln('    Y = ', Y); writeln('    w = ', w);"
                "writeln('    T ='); write(T);")
    page = [HEAD.format(re.sub(r"(?m)^(?=[01])", "        ", given))]
    for row in rows(read("runtime/primitives.def"), "PRIM"):
        name, kind, cost, ranks = row[1:5]
        if kind == "INTERNAL" or kind not in ("FUNCTION", "PROCEDURE", "OPERATOR"):
            continue
        if name not in texts:
            sys.exit(f"primitives.txt has no line of {name}")
        example, machine, exercise, here = texts.pop(name)
        page.append(f"## {name}\n\n    {doc(name)}\n\n{row[-1]}\n\n{picture(name, example)}\n\n"
                    f"{machine} " + ("It costs nothing.\n" if cost == "NONE" else
                                     f"Its cost is of the kind `{kinds[cost][0]}`.\n") +
                    f"{executors(here, cost, ranks, row[0] in kernels)}\n"
                    f"Exercise: {task(name, exercise, exercises)}\n")
    page.append(TAIL.format(prices(kinds.values())))
    if texts:
        sys.exit(f"no primitive: {' '.join(texts)}")
    text = "\n".join(page)
    if len(sys.argv) == 3:
        sys.stdout.write(text)
    elif text != read(sys.argv[3]):
        sys.exit(f"{sys.argv[3]} differs: {__doc__}")


main()
