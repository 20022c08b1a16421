# SPDX-License-Identifier: MIT
"""models.py STAR [NAME]: twenty programs, priced by the model NAME (avx512) of a
machine, beside the processor time that they take here: primitives by themselves, of
few components and of many, and whole algorithms. The least of seven runs, less an
empty program's."""
import json
import os
import resource
import subprocess
import sys
import tempfile

GRAPH = """uses graph, closure, paths, trees, basic;
const n = %d; h = 8;
var P, T: table(n, n); W: table(n, n * h); D, F: table; X, Y: slice(n); i, k: integer;
begin
  RANDOM(P, 1, %s);
  %s
end."""
SLICES = """const n = %d;
var X, Y, Z: slice(n); w: word(n); i, k: integer;
begin
  RANDOM(X, 1, 0.3); RANDOM(Y, 2, 0.3); k := 0;
  for i := 1 to %d do begin %s end
end."""
ROWS = """const n = %d; c = %d;
var T, S: table(n, c); Q: table; X, Y, Z: slice(n); v, w: word(c); i, j, k: integer;
begin
  RANDOM(T, 1, 0.3); RANDOM(S, 2, 0.3); SET(X); k := 0; v := ROW(1, T);
  for i := 1 to %d do begin %s end
end."""

PROGRAMS = {
    "and, or of 1000": SLICES % (1000, 1000000, "Z := X and Y; Z := Z or X"),
    "and, or of 100,000": SLICES % (100000, 30000, "Z := X and Y; Z := Z or X"),
    "and, or of 10^6": SLICES % (1000000, 4000, "Z := X and Y; Z := Z or X"),
    "not, copy of 50,000": SLICES % (50000, 50000, "Z := not X; Y := Z"),
    "SET, CLR of 20,000": SLICES % (20000, 300000, "SET(Z); CLR(Y)"),
    "NUMB of 100,000": SLICES % (100000, 50000, "k := k + NUMB(X)"),
    "SOME, ZERO of no ones": SLICES % (
        100000, 300000, "if i = 1 then CLR(Z); if SOME(Z) then k := 1; if ZERO(Z) then k := 2"),
    "STEP over 10^5 ones": SLICES % (
        1000000, 5, "Z := X; while SOME(Z) do k := k + STEP(Z)"),
    "SHIFT of 10^5": SLICES % (100000, 20000, "Z := SHIFT(X, down, 5)"),
    "bits of a slice": SLICES % (1000, 1000000, "Z(i mod 1000 + 1) := X(i mod 999 + 1)"),
    "CONVERT of 10^5": SLICES % (100000, 20000, "w := CONVERT(X); Z := CONVERT(w)"),
    "ROW of 1000 columns": ROWS % (
        1000, 1000, 400, "for j := 1 to n do ROW(j, S) := ROW(j, T) or v"),
    "COL of 10^5 rows": ROWS % (
        100000, 50, 600, "for j := 1 to c do Z := Z or COL(j, T)"),
    "MATCH, 10^5 rows": ROWS % (100000, 24, 500, "MATCH(T, X, v, Z)"),
    "MIN, GREAT, 10^5 rows": ROWS % (100000, 24, 200, "MIN(T, X, Z); GREAT(T, X, v, Y)"),
    "SUBTV, 10^5 rows": ROWS % (100000, 24, 100, "SUBTV(T, T, X, Q)"),
    "a loop of integers": SLICES % (10, 3000000, "k := (k * 7 + i) mod 1000003"),
    "WARSHALL of 600": GRAPH % (
        600, "0.02",
        "for k := 1 to n do begin X := COL(k, P); while SOME(X) do begin i := STEP(X);"
        " ROW(i, P) := ROW(i, P) or ROW(k, P) end end"),
    "COMPONENTS of 1000": GRAPH % (1000, "0.002", "for i := 1 to 200 do COMPONENTS(n, P, D, k)"),
    "DIJKSTRA of 500": GRAPH % (
        500, "0.1", "RANDOM(W, 2, 0.3); for k := 1 to 5 do DIJKSTRA(n, h, k, W, D, F)"),
}
assert len(PROGRAMS) == 20


def measured(star, path):
    options = ["--native", "off", "--optimize", "off", "--threads", "1", "--device", "cpu"]
    times = []
    for _ in range(7):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([star, "run", *options, path], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return 1e3 * min(times)


def predicted(star, model, path):
    out = subprocess.run([star, "profile", "--machine", model, "--json", path], check=True,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    return json.loads(out)["total"]["us"] / 1e3


def main():
    star, model = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "avx512"
    print("%-24s %12s %12s %7s" % ("milliseconds", "predicted", "measured", "ratio"))
    near = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "priced.star")

        def take(text):
            with open(path, "w", encoding="utf-8") as file:
                file.write("program priced;\n" + text)

        take("begin end.")
        empty = measured(star, path)
        for name, text in PROGRAMS.items():
            take(text)
            by, here = predicted(star, model, path), measured(star, path) - empty
            ratio = by / here if here > 0 else float("inf")
            near += 1 / 1.5 <= ratio <= 1.5
            print("%-24s %12.2f %12.2f %7.2f" % (name, by, here, ratio), flush=True)
    print("%d of %d within 1.5" % (near, len(PROGRAMS)))


main()
