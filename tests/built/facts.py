# SPDX-License-Identifier: MIT
"""facts.py FOLDER: for whatever its operands may be, where facts.c uses it, each
fact_NAME of op_scalar.h has the result of op_NAME, and fails where that does. Values
lie within -maxint..maxint. Division is tried on all numbers of 8 bits: Z3 takes
minutes for 64."""
import re
import sys

try:
    import z3
except ImportError:
    print("facts.py: skipped, there is no z3 (Debian: python3-z3)")
    sys.exit(77)

BITS = 64


def values(bits=BITS):
    b, c = z3.BitVecs("b c", bits)
    least = z3.BitVecVal(1 << bits - 1, bits)
    return b, c, least, z3.And(b != least, c != least)


def overflow(kind, b, c):
    no = {
        "add": lambda: z3.And(z3.BVAddNoOverflow(b, c, True),
                              z3.BVAddNoUnderflow(b, c)),
        "sub": lambda: z3.And(z3.BVSubNoOverflow(b, c),
                              z3.BVSubNoUnderflow(b, c, True)),
        "mul": lambda: z3.And(z3.BVMulNoOverflow(b, c, True),
                              z3.BVMulNoUnderflow(b, c)),
    }[kind]
    return z3.Not(no())


# Of op_NAME false is: overflow, or the least number; of fact_NAME: overflow.
# What is left out never holds where there is no overflow.
def checked(kind, premise, bits=BITS):
    b, c, least, are_values = values(bits)
    result = {"add": b + c, "sub": b - c, "mul": b * c}[kind]
    wrong = z3.And(are_values, premise(b, c),
                   z3.Not(overflow(kind, b, c)), result == least)
    solver = z3.Solver()
    solver.add(wrong)
    return solver.check() == z3.unsat


def first(b, c):
    return b >= 0


def both(b, c):
    return z3.And(b >= 0, c >= 0)


def divided(kind):
    for b in range(128):
        for c in range(-127, 128):
            if kind == "div" and c >= 0:
                if c and int(b / c) != b // c:
                    return False
            if kind == "mod" and c > 0:
                rest = b - int(b / c) * c
                if (rest + c if rest < 0 else rest) != b % c:
                    return False
    return True


RULES = {
    "add": lambda: checked("add", first),
    "sub": lambda: checked("sub", first),
    "mul": lambda: checked("mul", both),
    "div": lambda: divided("div"),
    "mod": lambda: divided("mod"),
}

with open(sys.argv[1] + "/../bytecode/op_scalar.h", encoding="utf-8") as text:
    found = set(re.findall(r"bool fact_(\w+)\(", text.read()))
if found != set(RULES):
    sys.exit(f"facts.py: op_scalar.h has {sorted(found)}, here are {sorted(RULES)}")
# What the rules need: without them there is a number that shows the difference.
if checked("add", lambda b, c: True) or checked("sub", lambda b, c: True) or \
        checked("mul", lambda b, c: True):
    sys.exit("facts.py: a premise is not needed")
for name, holds in RULES.items():
    if not holds():
        sys.exit(f"facts.py: fact_{name} is not op_{name}")
