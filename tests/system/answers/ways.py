# SPDX-License-Identifier: MIT
"""The ways from a file to answers: by the command, a program, the prompt, the
page, Python. Each gives {(procedure, source, result): rows}, rows of texts as
in CSV; the source is None where there is none."""
import csv
import io
import subprocess

UNITS = "uses graph, paths, trees"
BITS = 20  # of weights


def questions(file):
    """The procedure, its source, and its results that tell of vertices."""
    for s in file.sources:
        yield "LEVELS", s, ("D",)
        if file.weighted:
            yield "DIJKSTRA", s, ("D", "F")
    yield "STRONG", None, ("L",)
    yield "COMPONENTS", None, ("L",)
    if file.trees:
        yield "KRUSKAL", None, ("Z",)


def run(words, text=None):
    done = subprocess.run(words, input=text, capture_output=True, check=False,
                          stdin=subprocess.DEVNULL if text is None else None)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(words)}: {done.stderr.decode()}")
    return done.stdout.decode()


def table(text):
    """The rows of CSV without the line of names."""
    return list(csv.reader(io.StringIO(text, newline="")))[1:]


# ---- The command ----


def lines(procedure, result, rows):
    """What --print shows of these rows."""
    none = "none" if (procedure, result) == ("DIJKSTRA", "F") else "not reached"
    rows = [[text.replace("\n", " ") for text in row] for row in rows]
    if result == "Z":
        return ", ".join(" - ".join(row) for row in rows) + "\n"
    width = max(len(v) for v, _ in rows)
    return "".join(f"{v:<{width}}  {value or none}\n" for v, value in rows)


def by_command(star, file):
    scale = "" if file.scale == 1 else f":scale={file.scale}"
    given = {
        "DIJKSTRA": [f"W=@{file.name}:weights:{BITS}{scale}"],
        "KRUSKAL": [f"Left=@{file.name}:left", f"Right=@{file.name}:right",
                    f"Weight=@{file.name}:weight{scale}"],
    }
    with open("all.star", "w", encoding="utf-8") as unit:
        unit.write(f"{UNITS}; proc NOTHING; begin end;\n")
    found = {}
    for procedure, s, results in questions(file):
        words = [star, "call", "all.star", procedure,
                 *given.get(procedure, [f"P=@{file.name}"])]
        words += [] if s is None else [f"s={s}"]
        for name in results:
            shown = run([*words, "--print", name, "--out", f"{name}={name}.csv"])
            with open(f"{name}.csv", newline="", encoding="utf-8") as saved:
                rows = table(saved.read())
            found[procedure, s, name] = rows
            if shown != lines(procedure, name, rows):
                raise SystemExit(f"{words}: {shown!r} is printed, {rows} saved")
    return found


# ---- A program, also by the page's engine ----

RESULT, ROW, FIELD = "\x1d", "\x1e", "\x1f"
PROGRAM = UNITS + """;
var P, W, A, B, C, D, F, H, L: table; Z: slice; k: integer;

proc begin_row(v: integer; var N: table);
begin
  write(chr(30), NAMEOF(v, N), chr(31))
end;

proc numbers(var T, N: table);
var v: integer;
begin
  for v := 1 to LENGTH(T) do begin
    begin_row(v, N);
    if NUMB(ROW(v, T)) < SIZE(T) then write(VALUE(ROW(v, T)))
  end
end;

proc names(var T, N: table);
var v, u: integer;
begin
  for v := 1 to LENGTH(T) do begin
    begin_row(v, N);
    u := VALUE(ROW(v, T));
    if u > 0 then write(NAMEOF(u, N))
  end
end;

proc arcs(var Z: slice; var A, B: table);
var e: integer;
begin
  for e := 1 to LENGTH(Z) do
    if Z(e) = 1 then begin
      begin_row(VALUE(ROW(e, A)), A);
      write(NAMEOF(VALUE(ROW(e, B)), B))
    end
end;

begin
"""
SHOW = {"D": "numbers(D, W)", "F": "names(F, W)", "H": "numbers(H, P)",
        "L": "names(L, P)", "Z": "arcs(Z, A, B)"}


def variable(procedure, name):
    """That of a result; a table keeps its size, and levels have another one."""
    return "H" if procedure == "LEVELS" else name


def literal(text):
    parts = ["'" + part.replace("'", "''") + "'" for part in text.split("\n")]
    return " + chr(10) + ".join(parts)


def loads(file):
    """Statements that read the file."""
    scale = "" if file.scale == 1 else f", scale({file.scale})"
    made = [f"load(P, '{file.name}', adjacency)"]
    if file.weighted:
        made.append(f"load(W, '{file.name}', weights, {BITS}{scale})")
    if file.trees:
        made += [f"load(A, '{file.name}', left)", f"load(B, '{file.name}', right)",
                 f"load(C, '{file.name}', weight{scale})"]
    return made


def call(procedure, s):
    number = "" if s is None else f"NUMBEROF({literal(s)}, P)"
    return {
        "LEVELS": f"LEVELS(LENGTH(P), {number}, P, H)",
        "DIJKSTRA": f"DIJKSTRA(LENGTH(W), {BITS}, {number}, W, D, F)",
        "STRONG": "STRONG(LENGTH(P), P, L, k)",
        "COMPONENTS": "COMPONENTS(LENGTH(P), P, L, k)",
        "KRUSKAL": "KRUSKAL(A, B, C, Z)",
    }[procedure]


def by_program(command, file):
    text = "program answers;\n" + PROGRAM
    text += "".join(f"  {statement};\n" for statement in loads(file))
    asked = []
    for procedure, s, results in questions(file):
        text += f"  {call(procedure, s)};\n"
        for name in results:
            asked.append((procedure, s, name))
            text += f"  write(chr(29)); {SHOW[variable(procedure, name)]};\n"
    with open("answers.star", "w", encoding="utf-8") as program:
        program.write(text + "end.\n")
    parts = run([*command, "run", "answers.star"]).split(RESULT)[1:]
    found = {}
    for key, part in zip(asked, parts):
        rows = [row.split(FIELD) for row in part.split(ROW)[1:]]
        if key[0] == "DIJKSTRA" and key[2] == "D" and file.scale != 1:
            rows = [[v, str(int(d) / file.scale) if d else ""] for v, d in rows]
        found[key] = rows
    return found


# ---- The prompt ----


def by_prompt(star, file):
    entries = [UNITS, "var P, W, A, B, C, D, F, H, L: table; Z: slice; k: integer;",
               ":mode csv", *loads(file)]
    asked = []
    for procedure, s, results in questions(file):
        entries.append(call(procedure, s))
        for name in results:
            asked.append((procedure, s, name))
            entries += ["write(chr(29))", variable(procedure, name)]
    shown = run([star, "repl"], "\n".join([*entries, ""]).encode())
    parts = [part.lstrip("\n") for part in shown.split(RESULT)[1:]]
    return dict(zip(asked, map(table, parts)))


# ---- Python ----


def rows_of(names, values):
    return [[v, str(values.get(v, ""))] for v in names]


def by_python(graph, file):
    """By the functions of the package on a graph of networkx or a frame, whose
    weights are in the column `weight`, as the file has them."""
    import star  # pylint: disable=import-outside-toplevel

    names, found = list(file.graph), {}
    for procedure, s, results in questions(file):
        words = [] if s is None else [s]
        more = {"scale": file.scale} if procedure in ("DIJKSTRA", "KRUSKAL") else {}
        value = getattr(star, procedure.lower())(graph, *words, **more)
        for name in results:
            one = value if procedure in ("LEVELS", "KRUSKAL") else getattr(value, name)
            found[procedure, s, name] = (
                list(map(list, one)) if name == "Z" else rows_of(names, one))
    return found
