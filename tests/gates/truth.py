#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""truth.py BUILD [--count N] [--seed N]

Random expressions of bit vectors, as truth tables: operand k of up to 6 holds in
component i what bit k of i - 1 says, so that 64 components are all cases and one
evaluation is the proof for vectors of any length. N expressions each as a statement,
in a loop that runs as one operation, as what a loop sums up, and as a condition on
component i; short ones, chains of up to 300 operands and deep ones. Python's
integers say what is right.
"""
import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

OPERANDS, ALL = 6, 2 ** 64 - 1
TABLE = [sum((i >> k & 1) << i for i in range(64)) for k in range(OPERANDS)]
BATCH = 250


def leaf(r, names):
    k = r.randrange(OPERANDS)
    return names[k], TABLE[k]


def join(r, a, b):
    op = r.choice(["and", "or", "xor", "and not"])
    x, y = a[1], b[1]
    value = {"and": x & y, "or": x | y, "xor": x ^ y, "and not": x & ~y & ALL}[op]
    return f"({a[0]} {op} {b[0]})", value


def tree(r, names, leaves):
    if leaves == 1:
        return leaf(r, names)
    if r.random() < 0.15:
        text, value = tree(r, names, leaves)
        return f"(not {text})", ~value & ALL
    left = r.choice([leaves - 1, 1, r.randint(1, leaves - 1)])
    return join(r, tree(r, names, left), tree(r, names, leaves - left))


def chain(r, names, leaves):
    """Without parentheses: `and` binds stronger than `or` and `xor`."""
    total, text = None, ""
    op = None
    while leaves > 0:
        n = min(leaves, r.choice([1, 1, 1, 2, 3, 40]))
        leaves -= n
        product, part = ALL, []
        for _ in range(n):
            t, v = leaf(r, names)
            if r.random() < 0.2:
                t, v = f"not {t}", ~v & ALL
            part.append(t)
            product &= v
        if total is None:
            total, text = product, " and ".join(part)
        else:
            op = r.choice(["or", "xor"])
            total = total | product if op == "or" else total ^ product
            text += f" {op} " + " and ".join(part)
    return text, total


def expression(r, names):
    n = r.choice([2, 3, 4, 5, 8, 13]) if r.random() < 0.97 else r.choice([40, 90, 300])
    return (chain if n > 40 or r.random() < 0.4 else tree)(r, names, n)


def statements(r):
    plain = [f"X{k}" for k in range(OPERANDS)]
    column = plain[:-2] + ["COL(i, U)", "COL(i, V)"]
    bit = [f"(X{k}(i) = 1)" for k in range(OPERANDS)]
    bit[0], bit[1] = "not (X0(i) = 0)", "(X1(i) <> Q(i))"
    text, value = expression(r, plain)
    yield f"Z := {text}", value
    text, value = expression(r, column)
    yield (f"for i := 1 to 5 do COL(i, T) := {text};\n"
           "Z := COL(1 + SIZE mod 4, T)"), value
    text, value = expression(r, column)
    yield f"SET(Z); for i := 1 to 5 do Z := Z and ({text})", value
    text, value = expression(r, bit)
    yield (f"for i := 1 to 64 do if {text} then Z(i) := 1 else Z(i) := 0",
           value)


def program(r):
    text, values = "program truth(output);\nconst SIZE = 2;\nvar " + ", ".join(
        f"X{k}" for k in range(OPERANDS)) + ", Z, Q: slice(64);\n" \
        "T, U, V: table(64, 5); i: integer;\n", []
    bodies = []
    for _ in range(BATCH // 4):
        for body, value in statements(r):
            bodies.append(body + ";\nwriteln(Z)")
            values.append(value)
    text += "begin CLR(Q);\n"
    for k, v in enumerate(TABLE):
        text += f"X{k} := '" + f"{v:064b}"[::-1] + "';\n"
    text += "for i := 1 to 5 do begin COL(i, U) := X4; COL(i, V) := X5 end;\n"
    return text + ";\n".join(bodies) + "\nend.\n", values, bodies


def main():
    options = argparse.ArgumentParser(usage=__doc__)
    options.add_argument("build", type=pathlib.Path)
    options.add_argument("--count", type=int, default=100000)
    options.add_argument("--seed", type=int, default=1)
    o = options.parse_args()
    r = random.Random(o.seed)
    done = wrong = 0
    with tempfile.TemporaryDirectory() as work:
        file = pathlib.Path(work) / "truth.star"
        while done < o.count:
            text, values, bodies = program(r)
            file.write_text(text)
            for way in ("on", "off"):
                run = subprocess.run([o.build / "star", "run", "--optimize", way, file],
                                     capture_output=True, text=True)
                lines = run.stdout.split()
                if run.returncode != 0 or len(lines) != len(values):
                    print(text, run.stderr, file=sys.stderr)
                    sys.exit("truth.py: a program ends early")
                for line, value, body in zip(lines, values, bodies):
                    if int(line[::-1], 2) != value:
                        wrong += 1
                        print(f"--optimize {way}: {body}", file=sys.stderr)
            done += len(values)
    print(f"{done} expressions of {OPERANDS} operands, {wrong} wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
