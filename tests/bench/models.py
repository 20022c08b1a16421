# SPDX-License-Identifier: MIT
"""models.py STAR [NAME]: programs, priced by the model NAME of a machine, beside the
time that they take on it: primitives by themselves, of few components and of many, and
whole algorithms. NAME is avx512, a core of this machine, or h200, its device, which runs
a kernel for each primitive. The least of some runs, less that of a program that does
nothing."""
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

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
var T, S: table(n, c); Q: table; X, Y, Z: slice(n); v, w: word(c); i, j, k, m: integer;
begin
  RANDOM(T, 1, 0.3); RANDOM(S, 2, 0.3); SET(X); k := 0; v := ROW(1, T);
  for i := 1 to %d do begin %s end
end."""

def processors():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


CORE = {
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
DEVICE = {
    "and, or of 2^20": SLICES % (2**20, 60000, "Z := X and Y; Z := Z or X"),
    "and, or of 2^26": SLICES % (2**26, 20000, "Z := X and Y; Z := Z or X"),
    "and, or of 2^30": SLICES % (2**30, 1500, "Z := X and Y; Z := Z or X"),
    "not, copy of 2^20": SLICES % (2**20, 60000, "Z := not X; Y := Z"),
    "not, copy of 2^30": SLICES % (2**30, 2200, "Z := not X; Y := Z"),
    "SET, CLR of 2^30": SLICES % (2**30, 4000, "SET(Z); CLR(Y)"),
    "NUMB of 2^20": SLICES % (2**20, 25000, "k := k + NUMB(X)"),
    "NUMB of 2^30": SLICES % (2**30, 7000, "k := k + NUMB(X)"),
    "SOME of no ones, 2^20": SLICES % (
        2**20, 25000, "if i = 1 then CLR(Z); if SOME(Z) then k := 1"),
    "SOME of no ones, 2^30": SLICES % (
        2**30, 7000, "if i = 1 then CLR(Z); if SOME(Z) then k := 1"),
    "STEP over ones of 2^20": SLICES % (2**20, 10000, "k := k + STEP(X); if SOME(X) then k := 0"),
    "SHIFT of 2^20": SLICES % (2**20, 100000, "Z := SHIFT(X, down, 5)"),
    "SHIFT of 2^30": SLICES % (2**30, 4000, "Z := SHIFT(X, down, 5)"),
    "components are read": SLICES % (2**20, 25000, "k := k + X(i)"),
    "components are written": SLICES % (2**20, 100000, "Z(i) := 1"),
    "CONVERT of 2^20": SLICES % (2**20, 60000, "w := CONVERT(X); Z := CONVERT(w)"),
    "ROW of 2^16 columns": ROWS % (
        4096, 2**16, 15, "for j := 1 to n do ROW(j, S) := ROW(j, T) or v"),
    "COL of 2^20 rows": ROWS % (2**20, 50, 1500, "for j := 1 to c do Z := Z or COL(j, T)"),
    "MATCH, 2^20 rows": ROWS % (2**20, 24, 1500, "MATCH(T, X, v, Z)"),
    "MATCH, 2^26 rows": ROWS % (2**26, 24, 400, "MATCH(T, X, v, Z)"),
    "MIN, GREAT, 2^20 rows": ROWS % (2**20, 24, 300, "MIN(T, X, Z); GREAT(T, X, v, Y)"),
    "SUBTV, 2^20 rows": ROWS % (2**20, 24, 300, "SUBTV(T, T, X, Q)"),
    "product, 2^14 components": ROWS % (
        200, 2**14, 1, "for j := 1 to n do for m := 1 to 100 do"
        " k := k + NUMB(ROW(j, T) and ROW(m, S))"),
    "CLOSURE of 2^12": GRAPH % (4096, "0.0002", "CLOSURE(n, P)"),
    "DIJKSTRA of 300": GRAPH % (
        300, "0.1", "RANDOM(W, 2, 0.3); for k := 1 to 2 do DIJKSTRA(n, h, k, W, D, F)"),
    "COMPONENTS of 2000": GRAPH % (2000, "0.01", "for i := 1 to 3 do COMPONENTS(n, P, D, k)"),
}
OPENED = "var X: slice(1000000); begin SET(X) end."

# The command and its options, how often each is run, the pause before, the clock, what
# an empty program is, and the programs.
MACHINES = {
    "avx512": ("run", ["--threads", "1", "--device", "cpu"], 7, 0, processors, "begin end.", CORE),
    # A profile keeps primitives apart: no loop is given to the device whole.
    "h200": ("profile", ["--device", "cuda"], 5, 0.15, time.monotonic, OPENED, DEVICE),
}


def measured(star, path, machine):
    command, options, times, pause, clock, _, _ = machine
    least = float("inf")
    for _ in range(times):
        time.sleep(pause)  # a device is cleared up behind the program before
        before = clock()
        subprocess.run([star, command, "--native", "off", "--optimize", "off", *options, path],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        least = min(least, clock() - before)
    return 1e3 * least


def predicted(star, path, model, options):
    out = subprocess.run([star, "profile", "--machine", model, "--json", *options, path],
                         check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                         text=True).stdout
    return json.loads(out)["total"]["us"] / 1e3


def main():
    star, model = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "avx512"
    machine = MACHINES[model]
    _, options, _, _, _, empty, programs = machine
    print("%-24s %12s %12s %7s" % ("milliseconds", "predicted", "measured", "ratio"))
    near = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "priced.star")

        def take(text):
            with open(path, "w", encoding="utf-8") as file:
                file.write("program priced;\n" + text)

        take(empty)
        nothing = measured(star, path, machine)
        for name, text in programs.items():
            take(text)
            by = predicted(star, path, model, options)
            here = measured(star, path, machine) - nothing
            ratio = by / here if here > 0 else float("inf")
            near += 1 / 1.5 <= ratio <= 1.5
            print("%-24s %12.2f %12.2f %7.2f" % (name, by, here, ratio), flush=True)
    print("%d of %d within 1.5" % (near, len(programs)))


main()
