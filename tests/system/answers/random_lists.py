# SPDX-License-Identifier: MIT
"""random_lists.py STAR: lists of arcs as Python's module csv writes them, with
any separator, quotation and line end, are read as that module reads them."""
import csv
import io
import os
import random
import subprocess
import sys
import tempfile

STAR = os.path.abspath(sys.argv[1])
FILES = 300
PIECES = ["a", "B", "7", "é", '"', '""', ",", ";", "\t", " ", "  ", "\n", "\r\n",
          "x" * 60, "#", "'"]


def field(choose):
    """A name: not empty, without blanks around it, which would not count."""
    while True:
        text = "".join(choose.choices(PIECES, k=choose.randrange(1, 6)))
        if text == text.strip() and text not in ("from", "to"):
            return text


def text_of(choose):
    out = io.StringIO(newline="")
    writer = csv.writer(
        out, delimiter=choose.choice(",;\t"),
        quoting=choose.choice((csv.QUOTE_MINIMAL, csv.QUOTE_ALL)),
        lineterminator=choose.choice(("\n", "\r\n")))
    names = [field(choose) for _ in range(choose.randrange(1, 9))]
    writer.writerow(["from", "to", "note"])
    for _ in range(choose.randrange(1, 12)):
        begin = choose.choice(names)
        if begin[0] == "#":
            begin = "n" + begin  # else it might be a comment
        writer.writerow([begin, choose.choice(names), choose.choice(names)])
    return out.getvalue()


def arcs_of(text):
    rows = list(csv.reader(io.StringIO(text, newline=""),
                           delimiter=max(",;\t", key=text.split("to")[0].count)))
    return [(begin, end) for begin, end, _ in rows[1:]]


HEAD = """program lists(output);
uses graph;

proc show(A, B: table);
var e: integer;
begin
  for e := 1 to LENGTH(A) do
    write(chr(30), NAMEOF(VALUE(ROW(e, A)), A), chr(31),
          NAMEOF(VALUE(ROW(e, B)), B));
  write(chr(29))
end;

"""
# A procedure, for each file has tables of its own size.
READ = """proc read{0};
var A, B: table;
begin
  load(A, 'f{0}.csv', arcs('from,to'), left);
  load(B, 'f{0}.csv', arcs('from,to'), right);
  show(A, B)
end;

"""


def main():
    choose = random.Random(36)
    wanted, program = [], HEAD
    for k in range(FILES):
        text = text_of(choose)
        wanted.append(arcs_of(text))
        with open(f"f{k}.csv", "w", newline="", encoding="utf-8") as file:
            file.write(text)
        program += READ.format(k)
    program += f"begin\n  {'; '.join(f'read{k}' for k in range(FILES))}\nend.\n"
    with open("lists.star", "w", encoding="utf-8") as file:
        file.write(program)
    done = subprocess.run([STAR, "run", "lists.star"], capture_output=True, check=False)
    if done.returncode != 0:
        sys.exit(done.stderr.decode())
    found = [[tuple(row.split("\x1f")) for row in part.split("\x1e")[1:]]
             for part in done.stdout.decode().split("\x1d")[:-1]]
    for k, arcs in enumerate(wanted):
        if found[k] != arcs:
            with open(f"f{k}.csv", newline="", encoding="utf-8") as file:
                sys.exit(f"{file.read()!r}: found {found[k]}, csv reads {arcs}")
    print(f"{FILES} files")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    main()
