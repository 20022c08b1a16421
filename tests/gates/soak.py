#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""soak.py BUILD TOP [--part N] [--seed N]

Memory over a long life: entries at one prompt, random programs among them, and
edits in one language server. Resident memory is looked at a hundred times; in the
second half it may not pass what it was at the end of the first by more than a
hundredth and 256 KB. --part N: an Nth of 10^6 entries, 20,000 programs, 10^5 edits.
"""
import argparse
import pathlib
import random
import subprocess
import sys

LOOKS = 100


def resident(process):
    """KB of a process."""
    for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    sys.exit("soak: the process has ended")


def flat(what, count, looks):
    half, late = looks[len(looks) // 2 - 1], looks[len(looks) // 2:]
    print(f"{count:,} {what} {half / 1024:.1f} to {max(late) / 1024:.1f} MB", end="; ",
          flush=True)
    return max(late) <= half * 1.01 + 256


def entry(r, k):
    """An entry of some kind, each of which may be entered at any time."""
    n = r.randrange(1, 200)
    return r.choice([
        f"n := n * 3 mod {n} + 1",
        f"var X{k % 7}: slice({n}); RANDOM(X{k % 7}, {n}, 0.5)",
        f"var T{k % 5}: table({n}, {n % 9 + 1}); RANDOM(T{k % 5}, {n}, 0.5); T{k % 5}",
        "SOME(X) and (NUMB(X) > 3)",
        f"X := X xor not X; X({n % 50 + 1}) := '1'; X",
        f"procedure p{k % 9}(i: integer); begin n := n + i * {n} end;",
        f"for i := 1 to {n} do n := (n + i) mod 1000",
        f"s := 'a text {k}'; writeln(s)",
        f"n := misspelled{k % 11}",
        f"X(51 + {n}) := '1'",
        f"n := {n} + * 2",
        "new(q); q^ := 1; dispose(q)",
    ])


def prompt(star, generate, entries, programs, seed):
    r = random.Random(seed)
    with subprocess.Popen([star, "repl", "--native", "on"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as repl:
        def enter(text):
            repl.stdin.write(text.encode() + b"\n")

        enter("var n, i: integer; X: slice(50); s: string; q: ^integer; n := 1")
        looks = []
        for look in range(LOOKS):
            for k in range(entries // LOOKS):
                enter(entry(r, k))
            for k in range(programs // LOOKS):
                number = seed + look * (programs // LOOKS) + k
                enter(subprocess.run([generate, str(number)], check=True,
                                     capture_output=True, text=True).stdout)
            enter(f"writeln('look', ' {look}')")
            repl.stdin.flush()
            while (line := repl.stdout.readline()).rstrip() != f"look {look}".encode():
                if not line:
                    sys.exit("soak: the prompt has ended")
            looks.append(resident(repl))
        repl.stdin.close()
        repl.stdout.read()
    return flat("entries and programs at one prompt,", entries + programs, looks)


def editor(star, top, edits, seed):
    sys.path.insert(0, str(top / "tests/system/editors"))
    from lsp_client import Client, position  # pylint: disable=import-outside-toplevel
    r = random.Random(seed)
    texts = [p.read_text() for p in sorted((top / "examples").glob("*.star"))]
    client = Client(star)
    looks = []
    for _ in range(LOOKS):
        uri = client.open(text := r.choice(texts))
        for _ in range(edits // LOOKS):
            start = r.randrange(len(text) + 1)
            end = min(len(text), start + r.choice([0, 0, 1, 5, 40]))
            new = r.choice(["", "", " ", ";", "begin", "x", text[end:end + 30], "'"])
            client.change(uri, [{"range": {"start": position(text[:start]),
                                           "end": position(text[:end])}, "text": new}])
            text = text[:start] + new + text[end:]
            if r.random() < 0.1:
                client.diagnostics(uri)
            if r.random() < 0.02:
                client.ask("textDocument/semanticTokens/full", textDocument={"uri": uri})
            if len(text) > 20000 or r.random() < 0.01:
                uri = client.open(text := r.choice(texts))
        client.diagnostics(uri)
        looks.append(resident(client.server))
    client.end()
    return flat("edits in one server,", edits, looks)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("build", type=pathlib.Path)
    options.add_argument("top", type=pathlib.Path)
    options.add_argument("--part", type=int, default=1)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    star, part = given.build / "star", given.part
    held = [prompt(star, given.build / "tests/oracle/star_generate", 10**6 // part,
                   20000 // part, given.seed),
            editor(star, given.top, 10**5 // part, given.seed)]
    print("flat" if all(held) else "not flat")
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
