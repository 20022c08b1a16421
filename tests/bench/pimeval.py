# SPDX-License-Identifier: MIT
"""pimeval.py STAR [PAGE]: programs priced by two models of machines, beside what the formulas
of the simulator PIMeval (github.com/UVA-LavaLab/PIMeval-PIMbench) give for its own commands that
do the same. Its formulas are written down here, from pimPerfEnergyTables.cpp,
pimPerfEnergyBitSerial.cpp, pimPerfEnergyFulcrum.cpp and pimParamsDDRDram.cpp; the simulator
itself is not run. One rank of 8 chips x 16 banks x 32 subarrays, DDR4-2666. Prints the table, or
compares it with that of PAGE."""
import json
import math
import os
import subprocess
import sys
import tempfile

N = 2**20  # elements, of 32 bits or of one
V = 1024  # vertices
ROW = 46.5  # ns to read a row or to write it: 0.75 * (43 + 19)
LOGIC = 3.0  # 0.75 * 4
POPCOUNT = 0.76  # of 64 bits
ALU = 6.09  # Fulcrum's, a step
BITS = 8192  # of a row
HOST = 2.3  # numbers that the host adds in a ns
BANDWIDTH = 25.6 * 2**30 / 1e9  # bytes a ns


def bitsimd(read, written, logic):
    """A command of the table: rows read, rows written, logic operations. One pass."""
    return (read + written) * ROW + logic * LOGIC


def bitsimd_sum(bits):
    return bits * (ROW + POPCOUNT * math.ceil(BITS / 64)) + math.ceil(N / BITS) / HOST


def fulcrum(read, written, steps, bits):
    """Rows for each region of a processor, steps for each word of 32 bits; read and written 1:
    they go on meanwhile, but for the first."""
    words = math.ceil(N * bits / 32 / 2048)
    passes = math.ceil(N * bits / BITS / 2048) if read > 1 else 1
    return (read + written) * ROW * passes + words * steps * ALU


def fulcrum_sum(bits):
    return fulcrum(1, 0, 1, bits) + min(2048, math.ceil(N * bits / 32)) / HOST


def closure(union, ones):
    """Rows are objects: the host copies them all in each iteration to see a column, and joins."""
    return V * V * V / 8 / BANDWIDTH + ones * union


TABLES = """const n = %d; h = 32;
var A, B, S: table(n, h); R: table(n, 6); X, Y, Z, C: slice(n); w: word(h); i, j, k: integer;
begin
  SET(Z); i := 0; j := 0; k := 0; w := ROW(1, A);
  %%s
end.""" % N
MATRIX = """const n = %d;
var P: table(n, n); w: word(n); i, k: integer;
begin
  RANDOM(P, 1, 0.002);
  %%s
end.""" % V
ADD = """for j := h downto 1 do begin
  X := COL(j, A); Y := COL(j, B); Z := X xor Y; COL(j, S) := Z xor C; C := X and Y or Z and C end"""
COUNT = """for j := 1 to h do begin
  C := COL(j, A); k := BITS(j);
  for i := 6 downto 7 - k do begin X := COL(i, R); COL(i, R) := X xor C; C := X and C end end"""
CLOSURE = """for k := 1 to n do begin
  w := ROW(k, P); Z := COL(k, P);
  while SOME(w) do begin i := STEP(w); COL(i, P) := COL(i, P) or Z end end"""
CLOSURE_SIZES = MATRIX.replace("i, k", "Z: slice(n); i, k")

PROGRAMS = [
    ("xor of 2^20 bits", TABLES, "Z := X xor Y",
     lambda ones: (bitsimd(2, 1, 2), fulcrum(2, 1, 1, 1))),
    ("NUMB of 2^20 bits", TABLES, "k := NUMB(X)",
     lambda ones: (bitsimd_sum(1), fulcrum(1, 1, 12, 1) + fulcrum_sum(1))),
    ("vector add", TABLES, ADD, lambda ones: (bitsimd(64, 32, 97), fulcrum(2, 1, 1, 32))),
    ("popcount", TABLES, COUNT, lambda ones: (bitsimd(114, 114, 218), fulcrum(1, 1, 12, 32))),
    ("reduction", TABLES, "k := SUMV(A, Z)", lambda ones: (bitsimd_sum(32), fulcrum_sum(32))),
    ("match", TABLES, "MATCH(A, Z, w, X)",
     lambda ones: (bitsimd(32, 1, 130), fulcrum(1, 1, 1, 32))),
    ("closure, n = 1024", CLOSURE_SIZES, CLOSURE,
     lambda ones: (closure(bitsimd(2, 1, 2), ones),
                   closure(3 * ROW + math.ceil(V / 32 / 2048) * ALU, ones))),
]


def priced(star, model, path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write("program priced; uses basic, graph;\n" + text)
    out = subprocess.run([star, "profile", "--machine", model, "--json", path], check=True,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    said = json.loads(out)
    found = [cost["operations"] for cost in said["costs"] if cost["name"] == "find"]
    return said["total"]["us"], sum(found)


def main():
    star = sys.argv[1]
    lines = ["%-18s%30s%30s" % ("", "bitsimd", "fulcrum"),
             "%-18s" % "microseconds" + ("%12s%10s%8s" % ("STAR", "PIMeval", "ratio")) * 2]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "priced.star")
        for name, text, statement, theirs in PROGRAMS:
            line = "%-18s" % name
            for k, model in enumerate(("bitsimd", "fulcrum")):
                us, ones = priced(star, model, path, text % statement)
                us -= priced(star, model, path, text % "")[0]
                peer = theirs(ones)[k] / 1e3
                line += "%12.3f%10.3f%8.2f" % (us, peer, us / peer)
            lines.append(line)
    text = "\n".join(lines)
    if len(sys.argv) < 3:
        print(text)
        return
    with open(sys.argv[2], encoding="utf-8") as page:
        if f"\n{text}\n" not in page.read():
            sys.exit(f"{sys.argv[2]}: expected\n{text}")


main()
