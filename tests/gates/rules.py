#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""rules.py TOP: a claim for each rule of runtime/plan/rewrite and each fact that
executors use, whose contrary z3 refutes; and for each mistake that one could make
in it a contrary that z3 must find. The rules are those of rewrite.h."""
import pathlib
import re
import sys

try:
    from z3 import (And, BitVecs, Bool, Extract, If, Implies, Int, Not, Or, Solver,
                    Sum, sat)
except ImportError:
    print("no python3-z3")
    sys.exit(77)

N = 16
v, w, x, mask = BitVecs("v w x mask", N)


def ones(a):
    return Sum([If(Extract(k, k, a) == 1, 1, 0) for k in range(a.size())])


OPS = {"and": lambda a, b: a & b, "or": lambda a, b: a | b,
       "xor": lambda a, b: a ^ b, "and not": lambda a, b: a & ~b}
BOOL = {"and": And, "or": Or, "xor": lambda a, b: a != b,
        "and not": lambda a, b: And(a, Not(b))}


# ---- Row updates of all k, on the bits of a table ----

def table(n):
    return [[Bool(f"t{i}_{j}") for j in range(n)] for i in range(n)]


def sweep(t, op, first, last):
    """for k: X := col(k); w := row(k); row(i) op= w for all ones i of X."""
    n = len(t)
    t = [row[:] for row in t]
    for k in range(first, last):
        row, col = t[k][:], [t[i][k] for i in range(n)]
        t = [[If(col[i], BOOL[op](t[i][j], row[j]), t[i][j]) for j in range(n)]
             for i in range(n)]
    return t


def closure(t):
    """Paths of any length from 1, by as many products as there are vertices."""
    n, path = len(t), t
    for _ in range(n - 1):
        path = [[Or(t[i][j], *[And(path[i][k], t[k][j]) for k in range(n)])
                 for j in range(n)] for i in range(n)]
    return path


def same(a, b):
    return And([x == y for p, q in zip(a, b) for x, y in zip(p, q)])


def column_empty(t, k):
    return And([Not(row[k]) for row in t])


# ---- Row updates in the image of the other direction ----

def across(op, n=4):
    """Bits (i, j) of rows i of a mask, updated by w, and as update_across does it
    with columns j and the mask."""
    t = table(n)
    m = [Bool(f"m{i}") for i in range(n)]
    key = [Bool(f"w{j}") for j in range(n)]
    by_rows = [[If(m[i], BOOL[op](t[i][j], key[j]), t[i][j]) for j in range(n)]
               for i in range(n)]
    change = [Not(k) if op == "and" else k for k in key]
    how = {"and": "and not", "or": "or", "xor": "xor"}[op]
    by_columns = [[If(change[j], BOOL[how](t[i][j], m[i]), t[i][j])
                   for j in range(n)] for i in range(n)]
    return same(by_rows, by_columns)


f, s, rest, a, b = (Int(k) for k in ("f", "s", "rest", "a", "b"))
T = table(4)
RELATION = {">": lambda y: y > 0, ">=": lambda y: y >= 0}

# Of a rule: claims, which hold for all values, and mistakes, which do not.
RULES = {
    "star_rule_row_update": (
        [OPS[o](v, w) == OPS[o](w, v) for o in ("and", "or", "xor")]
        + [across(o) for o in ("and", "or", "xor")],
        [OPS["and not"](v, w) == OPS["and not"](w, v)]),
    "star_rule_update_only": (
        [OPS[o](OPS[o](v, w), w) == OPS[o](v, w) for o in ("and", "or")],
        [OPS["xor"](OPS["xor"](v, w), w) == OPS["xor"](v, w)]),
    "star_rule_count": (
        [ones(Extract(4, 0, v & w)) == ones(Extract(4, 0, w & v)),
         ones(Extract(4, 0, v)) == ones(Extract(4, 0, v & ~(v ^ v)))],
        [ones(Extract(4, 0, v | w)) == ones(Extract(4, 0, v & w))]),
    # for j in ones(x): c += |row(j) and v|, which counts for each j once.
    "star_rule_inner_count": (
        [Sum([If(Extract(j, j, x) == 1, ones(Extract(3, 0, v & (w + j))), 0)
              for j in range(4)])
         == Sum([ones(If(Extract(j, j, x) == 1, Extract(3, 0, (w + j) & v), 0))
                 for j in range(4)])],
        []),
    "star_rule_share": (
        [Implies(And(f > 0, s >= 0), (f * s > 0) == (s != 0))],
        [Implies(s >= 0, (f * s > 0) == (s != 0)),
         Implies(f > 0, (f * s > 0) == (s != 0)),
         Implies(And(f > 0, s >= 0), (f * s >= 0) == (s != 0))]),
    "star_rule_closure": (
        [same(sweep(T, "or", 0, 4), closure(T)),
         # find_last: what an update by `or` gives to columns without ones.
         *[Implies(column_empty(T, k), column_empty(sweep(T, "or", 0, m), k))
           for k in range(4) for m in range(1, 4)],
         *[Implies(And([column_empty(T, k) for k in range(m, 4)]),
                   same(sweep(T, "or", 0, m), sweep(T, "or", 0, 4)))
           for m in range(4)]],
        [same(sweep(T, "xor", 0, 4), closure(T)),
         same(sweep(T, "or", 0, 3), closure(T)),
         Implies(column_empty(T, 3), column_empty(sweep(T, "and not", 0, 3), 0))]),
}

# What else analysis and executors rely on, by the place of it.
FACTS = {
    "bits_of condition_of: not, equal, different": (
        [~~v == v, (v == w) == ((v ^ w) == 0), ~(v ^ w) == (v & w | ~v & ~w)],
        [~(v ^ w) == (v & w)]),
    "binary: x and not y is one operator": (
        [(v & ~w) == (v & (w ^ (2 ** N - 1)))], [(v & ~w) == ~(v & w)]),
    "behind: a chain of one operator from its second operand": (
        [OPS[o](OPS[o](v, w), x) == OPS[o](v, OPS[o](w, x))
         for o in ("and", "or", "xor")],
        [OPS["and not"](OPS["and not"](v, w), x)
         == OPS["and not"](v, OPS["and not"](w, x))]),
    "fold: iterations in any order": (
        [OPS[o](OPS[o](v, w), x) == OPS[o](OPS[o](v, x), w) for o in OPS], []),
    "STAR_PART_JOIN: partial results of ranks, from what the target was": (
        [OPS[o](OPS[o](v, w), x) == OPS[o](v, OPS[o](w, x)) for o in
         ("and", "or", "xor")]
        + [OPS["and not"](OPS["and not"](v, w), x)
           == OPS["and"](OPS["and not"](v, w), OPS["and not"](v, x))], []),
    "ones of or, xor, and not from those that are shared": (
        [ones(Extract(4, 0, v | w)) == ones(Extract(4, 0, v))
         + ones(Extract(4, 0, w)) - ones(Extract(4, 0, v & w)),
         ones(Extract(4, 0, v ^ w)) == ones(Extract(4, 0, v))
         + ones(Extract(4, 0, w)) - 2 * ones(Extract(4, 0, v & w)),
         ones(Extract(4, 0, v & ~w)) == ones(Extract(4, 0, v))
         - ones(Extract(4, 0, v & w))],
        [ones(Extract(4, 0, v ^ w)) == ones(Extract(4, 0, v))
         + ones(Extract(4, 0, w)) - ones(Extract(4, 0, v & w))]),
    "stricter: no pair passes that did not": (
        [Implies(And(s >= 0, f >= 0, b <= a, Not(rel(f * a * s + rest))),
                 Not(rel(f * b * s + rest))) for rel in RELATION.values()]
        + [Implies(And(s >= 0, f <= 0, b >= a, Not(rel(f * a * s + rest))),
                   Not(rel(f * b * s + rest))) for rel in RELATION.values()],
        [Implies(And(s >= 0, f >= 0, b >= a, Not(rel(f * a * s + rest))),
                 Not(rel(f * b * s + rest))) for rel in RELATION.values()]
        + [Implies(And(s >= 0, f >= 0, b <= a, f * a * s + rest != 0),
                   f * b * s + rest != 0)]),
}


def refuted(claim):
    """False if there are values that contradict it; None: z3 does not know."""
    solver = Solver()
    solver.set("timeout", 120000)
    solver.add(Not(claim))
    found = solver.check()
    return None if str(found) == "unknown" else found != sat


def main():
    header = pathlib.Path(sys.argv[1], "runtime/plan/rewrite/rewrite.h").read_text()
    rules = set(re.findall(r"\bstar_rule_\w+", header))
    wrong = [f"{r}: no claim" for r in rules - RULES.keys()]
    wrong += [f"{r}: no rule" for r in RULES.keys() - rules]
    claims = mistakes = 0
    for name, (holds, fails) in (RULES | FACTS).items():
        claims += len(holds)
        mistakes += len(fails)
        wrong += [f"{name}: claim {k}: {'unknown' if r is None else 'wrong'}"
                  for k, c in enumerate(holds) if (r := refuted(c)) is not True]
        wrong += [f"{name}: mistake {k} is not found"
                  for k, c in enumerate(fails) if refuted(c) is not False]
    print("\n".join(wrong), file=sys.stderr)
    print(f"{len(rules)} rules, {len(FACTS)} facts: {claims} claims, "
          f"{mistakes} mistakes found, {len(wrong)} wrong")
    sys.exit(len(wrong) > 0)


main()
