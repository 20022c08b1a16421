# SPDX-License-Identifier: MIT
"""relations.py STAR [ROWS]: JOIN, MEMBERS and DISTINCT of the unit relations on
ROWS rows of 20 bits (a million), one thread, beside SQLite's queries on numbers of
the same kind in memory. Milliseconds of processor time, the least of five of ours."""
import os
import random
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time

PROGRAM = """program joined;
uses relations;
const n = %d;
var P, Q: table; X, Y, Z: slice(n); G, H: table(n, 20);
begin
  RANDOM(G, 1, 0.5); RANDOM(H, 2, 0.5); SET(X); SET(Y);
  %s
end.
"""
WHAT = {
    "JOIN": ("JOIN(G, X, H, Y, P, Q)",
             "create table r as select t.i a, s.i b from t join s on t.v = s.v"),
    "MEMBERS": ("MEMBERS(G, X, H, Y, Z)",
                "create table m as select i from t where v in (select v from s)"),
    "DISTINCT": ("DISTINCT(G, X, Z)",
                 "create table d as select min(i) from t group by v"),
}


def ours(star, folder, rows, call):
    path = os.path.join(folder, "joined.star")
    with open(path, "w") as file:
        file.write(PROGRAM % (rows, call))
    times = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([star, "run", "--threads", "1", "--device", "cpu", path],
                       stderr=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return 1e3 * min(times)


def main():
    star, rows = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 10**6
    rng = random.Random(1)
    db = sqlite3.connect(":memory:")
    for name in "ts":
        db.execute("create table %s (i integer primary key, v integer)" % name)
        db.executemany("insert into %s values (?, ?)" % name,
                       ((i, rng.getrandbits(20)) for i in range(rows)))
    print("%-10s %10s %10s" % ("", "star", "SQLite"))
    with tempfile.TemporaryDirectory() as folder:
        empty = ours(star, folder, rows, "")
        for name, (call, query) in WHAT.items():
            began = time.process_time()
            db.execute(query)
            theirs = 1e3 * (time.process_time() - began)
            print("%-10s %7.0f ms %7.0f ms" % (name, ours(star, folder, rows, call) - empty,
                                               theirs))


main()
