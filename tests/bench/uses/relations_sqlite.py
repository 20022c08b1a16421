# SPDX-License-Identifier: MIT
"""relations_sqlite.py FOLDER: SQLite's side of relations.cjs. Lines of its input are
the name of a query in FOLDER/queries.json and how often it is to be asked."""
import json
import os
import sqlite3
import sys

folder = sys.argv[1]
db = sqlite3.connect(":memory:", isolation_level=None)
with open(os.path.join(folder, "queries.json"), encoding="utf-8") as file:
    said = json.load(file)
for name, columns in said["tables"].items():
    db.execute(f"create table {name} (i integer primary key, {', '.join(columns)})")
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        next(file)
        db.execute("begin")
        db.executemany(f"insert into {name} values ({', '.join('?' * (len(columns) + 1))})",
                       ((i, *map(int, line.split())) for i, line in enumerate(file, 1)))
        db.execute("commit")
print("ready", flush=True)
for line in sys.stdin:
    name, times = line.split()
    for _ in range(int(times)):
        for statement in said["queries"][name]:
            rows = db.execute(statement).fetchall()
    print("", "".join(",".join(map(str, row)) + ";" for row in rows), flush=True)
