#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""small.py BUILD [--contents N] [--ranks N] [--spaces SPACE,...] [--device]
    [--quick | --long]
small.py BUILD --only SPACE ROW|COL NAME [--contents N] [--show]

Small loops with all contents of their operands: the statements of STATEMENTS,
which make every row of plan.def, and each ordered pair of them, in each iteration
space, along rows and columns; sums of pairs with each relation, body and range;
row updates of all k. All contents where the operands have few bits together, else
N random ones, with operands that are different objects and that
are the same. A procedure each in a program that prints a sum of all results:
loops as one operation, as written and in two parts, with and without counted steps, on the
plainest kernels and, with N contents, on two and three ranks print the same; with
--device on a device; with --long all contents of up to 18 bits. The second form
prints the program of one procedure.
"""
import argparse
import itertools
import pathlib
import re
import subprocess
import sys
import tempfile

# Of operands together, for all contents of them: of one statement, and of two.
MOST_BITS, MOST_BITS_OF_TWO = 16, 11

# {A} and {C} are ROW and COL or COL and ROW. T and U are tables of N x M in
# direction A, X, Y and Z have a component for each iteration, v and w are such as
# vector i; a and b are integers. i, j, k, l are private.
STATEMENTS = """
{A}(i, T) := v
{A}(i, T) := {A}(i, U)
{A}(i, T) := not {A}(i, T) xor w and {A}(i, U)
{A}(i, T) := {A}(i, T) or v
{A}(i, T) := {A}(i, T) and w
{A}(i, T) := v xor {A}(i, T)
{A}(i, T) := {A}(i, T) and not v
Y(i) := Z(i)
Y(i) := 1
Y(i) := 0
a := a + i
a := a - NUMB({A}(i, T) xor v)
a := a + NUMB({A}(i, T))
a := a + NUMB({A}(i, U) and v)
if Z(i) = 1 then b := i
if NUMB({A}(i, T)) < a then begin a := NUMB({A}(i, T)); b := i end
if NUMB({A}(i, T)) <= a then begin a := NUMB({A}(i, T)); b := i end
if NUMB({A}(i, U)) > a then begin a := NUMB({A}(i, U)); b := i end
begin k := NUMB({A}(i, U)); if k >= a then a := k end
if i < b then b := i
v := v or {A}(i, T)
v := v and {A}(i, U)
v := v xor {A}(i, T) xor w
w := w and not {A}(i, T)
if Y(i) = 1 then w := {A}(i, U)
begin l := {A}(i, T); while SOME(l) do begin j := STEP(l); a := a + NUMB({C}(j, U)) end end
begin l := {A}(i, U); j := STEP(l); while j > 0 do begin a := a + j; j := STEP(l) end end
begin l := {A}(i, T); while SOME(l) do begin j := STEP(l); a := a + NUMB({A}(j, U) and {A}(i, U)) end end
begin l := {A}(i, U) and v; {A}(i, T) := l xor w end
begin v := {A}(i, U) and not w; {A}(i, T) := v xor w end
if (Y(i) = 1) and (Z(i) = 0) then {A}(i, T) := w else a := a + 1
if (Y(i) <> Z(i)) or (Z(i) = 0) then Y(i) := 1
if SOME({A}(i, T) and v) then Y(i) := 1
if ZERO({A}(i, U)) then b := b + 1 else {A}(i, T) := v
if {A}(i, T) = v then Y(i) := 1 else Y(i) := 0
""".strip().split("\n")

SPACES = {
    "ones": "while SOME(X) do begin i := STEP(X); {} end",
    "index": "i := STEP(X); while i > 0 do begin {}; i := STEP(X) end",
    "up": "for i := 1 to N do begin {} end",
    "split": "for i := 1 to N div 2 do begin {} end; "
             "for i := N div 2 + 1 to N do begin {} end",
    # a and b belong to the caller.
    "far": "for i := 1 to N do begin {} end",
    "down": "for i := N downto 1 do begin {} end",
}

SUMS = ["NUMB({A}(i, T) and {A}(j, U))", "NUMB({A}(i, T) xor {A}(j, T))",
        "NUMB({A}(j, U) and v)", "a - NUMB({A}(i, T)) + 2 * NUMB({A}(j, T))",
        "b * NUMB({A}(i, T) and not {A}(j, T)) - NUMB({A}(j, U))"]
# k and l are of row i, and may be changed in its pairs.
ROWS_OWN = ["", "k := NUMB({A}(i, T)); ", "l := {A}(i, T); "]
OWN_SUMS = ["NUMB({A}(j, U)) - k", "NUMB({A}(j, U) and l)"]
OWN_BODIES = ["begin k := k - 1; a := a + 1 end", "l := l or {A}(j, U)", "a := a + NUMB(l) + k",
              "if NUMB({A}(j, U)) > k then k := NUMB({A}(j, U))"]
BODIES = ["a := a + 1", "a := a - {S}", "begin a := a + 1; b := b + i end",
          "if {S} > b then begin b := NUMB({A}(j, U)); a := j end", "Y(i) := 1",
          "{A}(j, T) := v", "{A}(i, T) := v", "{A}(j, T) := not {A}(j, T)", "v := v or {A}(j, U)"]
RANGES = [("1", "N"), ("i", "N"), ("i + 1", "N"), ("1", "i - 1"), ("1", "i")]

ORDERS = ["{A}(i, T) := {A}(i, T) or v", "{A}(i, T) := v or {A}(i, T)",
          "{A}(i, T) := {A}(i, T) xor v"]

ALIASES = [(), ("TU",), ("YZ",), ("vw",), ("ab",), ("XZ",), ("XY",),
           ("TU", "YZ", "vw")]


def bodies(space):
    """The bodies of procedures, each behind a name."""
    if space == "pairs":
        for (s, text), (r, rel), (b, body), (g, (first, last)) in \
                itertools.product(enumerate(SUMS), enumerate("> >= < <= = <>".split()),
                                  enumerate(BODIES), enumerate(RANGES)):
            yield f"s{s}r{r}b{b}g{g}", (
                f"for i := 1 to N do for j := {first} to {last} do "
                f"if {text} {rel} 1 then {body.replace('{S}', text)}")
        for (s, text), (n, own), (b, body), (g, (first, last)) in itertools.product(
                enumerate(OWN_SUMS), enumerate(ROWS_OWN),
                enumerate(OWN_BODIES), enumerate(RANGES)):
            yield f"k{s}o{n}b{b}g{g}", (
                f"for i := 1 to N do begin {own}for j := {first} to {last} do "
                f"if {text} > 0 then {body} end")
        for (s, text), (b, body) in itertools.product(enumerate(SUMS),
                                                      enumerate(BODIES)):
            yield f"s{s}all{b}", (
                "for i := 1 to N do for j := 1 to N do "
                + ("b := b + " if text[0] == "a" else "a := a + ") + text if b == 0 else
                f"i := N; for j := 1 to N do if {text} > 0 then "
                + body.replace("{S}", text))
    elif space == "order":
        for (k, text), first, last in itertools.product(
                enumerate(ORDERS), ("1", "2"), ("N", "N - 1")):
            yield f"o{k}from{first}to{len(last)}", (
                f"for k := {first} to {last} do begin X := {{C}}(k, T); "
                f"v := {{A}}(k, T); while SOME(X) do begin i := STEP(X); {text} end end")
    else:
        for k, one in enumerate(STATEMENTS):
            yield f"s{k}", SPACES[space].replace("{}", one)
            for n, two in enumerate(STATEMENTS):
                yield f"s{k}s{n}", SPACES[space].replace("{}", one + "; " + two)


def procedure(name, space, along, body, shape, contents, seed):
    """A procedure, what calls it with all contents, and how many these are."""
    n, m = shape
    square = "(j, U) and" in body or space == "order"
    m = n if square else m
    body = body.replace("{A}", along).replace("{C}", "COL" if along == "ROW" else "ROW")
    used = [x for x in "TUXYZvwab" if re.search(rf"\b{x}\b", body)]
    if space == "order":
        used = ["T"]
    size = {"T": n * m, "U": n * m, "X": n, "Y": n, "Z": n, "v": m, "w": m,
            "a": 2, "b": 2}
    bits = sum(size[x] for x in used)
    one = re.fullmatch("s[0-9]+|o.*", name)
    every = bits <= (MOST_BITS if one else MOST_BITS_OF_TWO) and contents is None
    count = 2 ** bits if every else contents or 300
    index, vector = ("slice", "word") if along == "ROW" else ("word", "slice")
    rows, cols = (n, m) if along == "ROW" else (m, n)
    written = set(re.findall(r"\b([XYTvwab])(?:\(i\)|) :=", body))
    text = f"""
procedure {name}(N: integer; var T, U: table; var X, Y, Z: {index}; var v, w: {vector};
  var {'a, b' if space == 'far' else 'a0, b0'}, h: integer);
var i, j, k{', a, b' * (space != 'far')}: integer; l: {vector}({m});
begin i := 0; j := 0; k := 0; {'a := a0; b := b0; ' * (space != 'far')}{body};
  {'a0 := a; b0 := b;' * (space != 'far')}
  h := (h * 31 + {'i + 3 * ' * (space in ('ones', 'index'))}{'w(1)' if space == 'order' else 'k'}) mod 1000003;
  h := (h + {'5 * j + ' * (space in SPACES)}7 * NUMB(l)) mod 1000003
end;
procedure try_{name};
var T, U: table({rows}, {cols}); X, Y, Z: {index}({n}); v, w: {vector}({m});
  a, b, h, c, d: integer;
begin h := 7; RANDOM(X, 1, 0.5);
  for c := 0 to {count} - 1 do begin
"""
    for alias in ALIASES:
        if any(p[0] not in used or p[1] not in used for p in alias):
            continue
        if "ab" in alias and space != "far":
            continue
        # A loop over X would put ones there again and again.
        if "XY" in alias and "Y" in written:
            continue
        arg = {x: x for x in "TUXYZvwab"}
        for p in alias:
            arg[p[1]] = p[0]
        text += "    d := c; a := 0; b := 0; " + " ".join(
            f"RANDOM({x}, 1, 0.0);" for x in "TUXYZvw" if x not in used)
        for k, x in enumerate(used):
            if x in "ab":
                text += f" {x} := (d + {seed} div 16000) mod 4; d := d div 4;"
            elif every:
                text += f" fill_{'t' if x in 'TU' else 'i' if x in 'XYZ' else 'v'}" \
                        f"({x}, {n if x in 'TUXYZ' else m}, {m}, d);"
            else:
                # Long vectors are nearly empty in turn.
                p = 0.85 if x == "X" else "0.45 / (1 + 60 * (c mod 2))" \
                    if n > 60 else 0.45
                text += f" RANDOM({x}, 16 * c + {k} + {seed}, {p});"
        text += f"\n    {name}({n}, {', '.join(arg.values())}, h);\n    "
        for x in used:
            text += f" h := (h * 5 + {x}) mod 1000003;" if x in "ab" else \
                f" see_{'t' if x in 'TU' else 'i' if x in 'XYZ' else 'v'}" \
                f"({x}, {n if x in 'TUXYZ' else m}, {m}, h);"
        text += "\n"
    text += f"    {{show}}\n  end; writeln('{name} ', h)\nend;\n"
    return text, count


def program(space, along, shape, contents, only=None, show=False):
    index, vector = ("slice", "word") if along == "ROW" else ("word", "slice")
    text = f"program {space}(output);\n"
    for kind, t in (("i", index), ("v", vector)):
        text += f"""procedure fill_{kind}(var x: {t}; n, m: integer; var d: integer);
var q: integer;
begin for q := 1 to n do begin x(q) := d mod 2; d := d div 2 end end;
procedure see_{kind}(var x: {t}; n, m: integer; var h: integer);
var q: integer;
begin for q := 1 to n do h := (h * 3 + x(q)) mod 1000003 end;
"""
    text += f"""procedure fill_t(var t: table; n, m: integer; var d: integer);
var q: integer; x: {vector}(m);
begin for q := 1 to n do begin fill_v(x, m, m, d); {along}(q, t) := x end end;
procedure see_t(var t: table; n, m: integer; var h: integer);
var q: integer; x: {vector}(m);
begin for q := 1 to n do begin x := {along}(q, t); see_v(x, m, m, h) end end;
"""
    total, names = 0, []
    for name, body in bodies(space):
        if only is None or name == only:
            part, count = procedure(name, space, along, body, shape, contents,
                                    16000 * len(names))
            text += part.replace("{show}", "writeln(c, ' ', h)" if show else "")
            total += count
            names.append(name)
    return text + "begin\n" + ";\n".join(f"try_{n}" for n in names) + "\nend.\n", total


def run(command, file):
    done = subprocess.run([*command.split(), str(file)], capture_output=True, text=True)
    lines = done.stdout.split("\n")
    if done.returncode != 0:
        print(done.stderr, file=sys.stderr)
        sys.exit(f"{command}: status {done.returncode}")
    return lines


def main():
    options = argparse.ArgumentParser(usage=__doc__)
    options.add_argument("build", type=pathlib.Path)
    options.add_argument("--contents", type=int)
    options.add_argument("--ranks", type=int, default=10)
    options.add_argument("--spaces", default=",".join([*SPACES, "pairs", "order"]))
    options.add_argument("--only", nargs=3)
    options.add_argument("--show", action="store_true")
    options.add_argument("--device", action="store_true")
    options.add_argument("--quick", action="store_true")
    options.add_argument("--long", action="store_true")
    o = options.parse_args()
    if o.long:
        globals().update(MOST_BITS=18, MOST_BITS_OF_TWO=18)
    star = f"{o.build}/star run --color never"
    if o.only:
        space, along, name = o.only
        print(program(space, along, SHAPES[0], o.contents, name, o.show)[0])
        return
    ways = [f"{star} --optimize on", f"{star} --isa portable --max-steps 1000000000000"]
    ways = ways[:1] if o.quick else ways
    if o.device:
        ways = [f"{star} --device cuda"]
    ranks = [f"{o.build}/tests/ranks/star_ranks_{r} run" for r in (2, 3)] * (o.ranks > 0)
    loops = contents = wrong = 0
    whole = {}
    with tempfile.TemporaryDirectory() as work:
        file = pathlib.Path(work) / "small.star"
        for space, along, (shape, count) in itertools.product(
                o.spaces.split(","), ("ROW", "COL"),
                [(SHAPES[0], 4)] if o.quick else sizes(o.contents)):
            for share, those in ((count, ways), (o.ranks, ranks)):
                if not those or (those == ranks and (o.quick or shape != SHAPES[0])):
                    continue
                text, total = program(space, along, shape, share)
                file.write_text(text)
                expected = run(f"{star} --optimize off", file)
                loops += len(expected) - 1
                # Both parts of a loop do what the whole does.
                key = along, shape, share
                if space == "up":
                    whole[key] = expected
                pairs = [("split", whole[key], expected)] if space == "split" else []
                contents += total
                print(space, along, shape, total, file=sys.stderr, flush=True)
                pairs += ((way, expected, run(way, file)) for way in those)
                for way, one, other in pairs:
                    for a, b in itertools.zip_longest(one, other):
                        if a != b:
                            wrong += 1
                            print(f"{space} {along} {shape}: {way}: {b}, expected {a}",
                                  file=sys.stderr)
    print(f"{loops} loops, {contents} contents, {wrong} results differ")
    sys.exit(wrong > 0)


# So many iterations and components of a vector. A set of fewer than four
# iterations runs as written: others have more.
SHAPES = [(4, 2)]


def sizes(contents):
    yield SHAPES[0], contents
    yield (3, 2), contents
    yield (7, 5), contents or 100
    yield (66, 65), 3


if __name__ == "__main__":
    main()
