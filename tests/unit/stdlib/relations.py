# SPDX-License-Identifier: MIT
"""relations.py STAR: the unit relations on thousands of small random tables,
beside SQLite, and beside plain Python where a query says nothing of the order."""
import random
import sqlite3
import subprocess
import sys
import os

CASES = 500
OPERATIONS = range(1, 24)

JOIN = """select t.i, s.i from t join s on {} where t.x and s.x order by t.i, s.i"""
IN = "v in (select v from s where x)"
FIRST = "select min(i) from t where x {} group by {} order by 1"
HAVE = "select i from t where x and {} order by i"


class Case:
    def __init__(self, rng, op):
        self.op = op
        wide = rng.choice([1, 2, 3, 4, 6, 20, 30])
        self.c = self.d = rng.choice([0, wide, wide, wide])
        most = rng.choice([0, 1, 3, 9, 9, 40, 140])
        rows, others = rng.randint(0, most), rng.randint(0, most)
        self.k = 0
        if op == 4:  # numbers of rows
            rows = max(rows, 1)
            self.d = rows.bit_length() + rng.choice([0, 0, 3, 40])
        if op == 5:
            first = rng.randint(1, self.c + 1)
            self.k = 100 * first + rng.randint(first - 1, self.c)
        if op == 6:
            others = rows
            self.d = rng.randint(0, 20)
        if 7 <= op <= 12:
            others = max(others, 1)
        if op == 13:
            self.k = rng.getrandbits(self.c) if self.c else 0
        if op == 17:
            rows, others = rows % 12, others % 12
            self.d = rng.randint(0, 9)
        if op in (18, 19):
            self.d = rng.randint(0, 9)
            self.k = rng.randint(0, min(self.c, self.d))
        if op == 23:
            self.c = rng.randint(0, 6)
            self.d = rng.randint(0, min(self.c, 3))
            others = rng.randint(0, 4)
        self.t = self.rows(rng, rows, self.c)
        self.s = self.rows(rng, others, self.d)
        if op == 4:
            self.s = [(rng.randint(1, rows), 1) for _ in self.s]
        elif self.c == self.d and rng.randrange(3):
            self.s = [(rng.choice(self.t)[0] if self.t and rng.randrange(3) else v, x)
                      for v, x in self.s]

    @staticmethod
    def rows(rng, n, columns):
        some = [rng.getrandbits(columns) if columns else 0 for _ in range(max(1, n // 2))]
        every = rng.choice([0, 1, 2])
        return [(rng.choice(some), 1 if every == 0 else 0 if every == 2 and n < 3
                 else int(rng.randrange(4) > 0)) for _ in range(n)]

    def text(self):
        head = (self.op, self.c, self.d, self.k, len(self.t), len(self.s))
        rows = " ".join("%d %d" % row for row in self.t + self.s)
        return " ".join(map(str, head)) + "\n" + rows + "\n"


def query(db, case, text):
    db.execute("delete from t")
    db.execute("delete from s")
    for name, rows in ("t", case.t), ("s", case.s):
        db.executemany(
            "insert into %s values (?, ?, ?)" % name,
            [(i + 1, v, x) for i, (v, x) in enumerate(rows)],
        )
    return db.execute(text).fetchall()


def marks(rows):
    return "".join(" %d" % row[0] for row in rows)


def numbers(values):
    return " /" + "".join(" %d" % v for v in values)


def pairs(rows):
    return numbers(i for i, _ in rows) + numbers(j for _, j in rows)


def picked(v, mask):
    """The bits of v where mask has a 1, moved together."""
    out, to = 0, 0
    for bit in range(mask.bit_length()):
        if mask >> bit & 1:
            out |= (v >> bit & 1) << to
            to += 1
    return out


def expected(db, case):
    op, c, d, k = case.op, case.c, case.d, case.k
    if op == 1:
        return marks(query(db, case, HAVE.format(IN)))
    if op == 2:
        return marks(query(db, case, FIRST.format("", "v")))
    if op == 3:
        return pairs(query(db, case, JOIN.format("t.v = s.v")))
    if op == 4:
        return numbers(case.t[n - 1][0] for n, _ in case.s)
    if op == 5:
        first, last = divmod(k, 100)
        return numbers(v >> (c - last) & ((1 << (last - first + 1)) - 1) for v, _ in case.t)
    if op == 6:
        return numbers(t[0] << d | s[0] for t, s in zip(case.t, case.s))
    if 7 <= op <= 12:
        sign = ["=", "<>", "<", ">", "<=", ">="][op - 7]
        return marks(query(db, case, HAVE.format("v %s %d" % (sign, case.s[0][0]))))
    if op == 13:
        seen = {}
        for i, (v, x) in enumerate(case.t):
            if x:
                seen.setdefault(picked(v, k), i + 1)
        return marks(sorted((i,) for i in seen.values())) + numbers(
            picked(v, k) for v, _ in case.t)
    if op == 14:
        rows = query(db, case, "select min(i) from (select i, v from t where x union all "
                     "select i + %d, v from s where x) group by v order by 1" % len(case.t))
        return marks(rows) + numbers(v for v, _ in case.t + case.s)
    if op == 15:
        return marks(query(db, case, FIRST.format("and not " + IN, "v")))
    if op == 16:
        return marks(query(db, case, FIRST.format("and " + IN, "v")))
    if op == 17:
        rows = query(db, case, "select t.v, s.v from t, s where t.x and s.x order by t.i, s.i")
        return numbers(v << d | w for v, w in rows)
    same = "t.v >> %d = s.v >> %d" % (c - k, d - k)
    if op == 18:
        return marks(query(db, case, "select i from t where x and exists "
                           "(select 1 from s where s.x and %s) order by i" % same))
    if op == 19:
        rows = query(db, case, JOIN.format(same).replace("t.i, s.i from", "t.v, s.v from"))
        return numbers(v << d | w for v, w in rows)
    if op in (20, 21, 22):
        return pairs(query(db, case, JOIN.format("s.v %s t.v" % ["<", ">=", "<>"][op - 20])))
    return marks(query(db, case, """select min(i) from t a where x and not exists
        (select 1 from s where s.x and not exists (select 1 from t b where b.x and
        b.v >> {0} = a.v >> {0} and b.v & {1} = s.v)) group by v >> {0} order by 1
        """.format(d, (1 << d) - 1)))


def main():
    rng = random.Random(11)
    cases = [Case(rng, op) for op in OPERATIONS for _ in range(CASES)]
    db = sqlite3.connect(":memory:")
    db.execute("create table t (i integer, v integer, x integer)")
    db.execute("create table s (i integer, v integer, x integer)")
    wanted = [expected(db, case) for case in cases]
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "relations.star")
    for options in [], ["--native", "off"], ["--threads", "3", "--isa", "portable"]:
        run = subprocess.run(
            [sys.argv[1], "run", *options, program],
            input="".join(case.text() for case in cases),
            stdout=subprocess.PIPE,
            text=True,
        )
        found = run.stdout.splitlines()
        for case, line, row in zip(cases, wanted, found):
            if line != row:
                sys.exit("%sexpected %s\nfound    %s" % (case.text(), line, row))
        if run.returncode or len(found) != len(cases):
            at = cases[min(len(found), len(cases) - 1)]
            sys.exit("%d of %d cases ran, then %s" % (len(found), len(cases), at.text()))


main()
