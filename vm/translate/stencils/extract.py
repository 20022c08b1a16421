#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the table of stencils: extract.py [--check] VM TABLE

clang-19 compiles stencils.c in the folder VM to a text, which is changed so
that what follows a stencil follows its code; the object file of that has the
code and the holes of each stencil. With --check: exits 1 unless the table is
that of these sources, by the hash in it."""

import hashlib
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

# What the table depends on; of structs, STENCIL_LAYOUT holds the rest.
INPUTS = """bytecode/op_scalar.h interp/cells.h interp/exec.c
interp/fast_paths.h interp/interp_macros.h ../runtime/cpu/simd/simd.h
../runtime/cpu/simd/parallel.h ../runtime/values/heap.h
../runtime/values/heap_find.h ../runtime/values/object.h ../runtime/memory/words.h
../runtime/io/console.h ../runtime/io/file.h ../runtime/io/file_within.h
../runtime/plan/cost.h bytecode/region.h translate/rows.def translate/stencils/extract.py
bytecode/opcodes.def
translate/stencils/stencils.c translate/stencils/stencils.h""".split()
CLANG = """clang-19 --target=x86_64-linux-gnu -std=gnu17 -O2 -fno-pic
-mcmodel=kernel -fno-stack-protector -fno-asynchronous-unwind-tables
-fcf-protection=none -fno-math-errno -ffp-contract=off -fno-jump-tables -fno-unroll-loops -falign-loops=1
-Xclang -no-enable-noundef-analysis -DSTAR_CHECKS=1 -w""".split()
PAIRS = "e ne l ge g le b ae a be o no s ns p np".split()
OPPOSITE = {PAIRS[k]: PAIRS[k ^ 1] for k in range(len(PAIRS))}
# The registers that hold cells, and those of a row's operands in stencils.c.
HOLD = "r12 r13 r14 r15 r8 r9".split(), [f"xmm{k}" for k in range(8)]
OPERANDS = {"A": ("r12", "xmm0"), "B": ("r14", "xmm1"), "C": ("r8", "xmm2"),
            "D": ("r9", "xmm3")}
# Relocations by their numbers: 64 bits, 32 from here on, 32 bits.
KINDS = {1: "HOLE_64", 2: "HOLE_NEAR", 4: "HOLE_NEAR", 11: "HOLE_32"}


def fail(text):
    sys.exit("extract.py: " + text)


def digest(vm):
    """The hash of all inputs."""
    each = [hashlib.sha256((vm / name).read_bytes()).hexdigest()
            for name in INPUTS]
    return hashlib.sha256("".join(each).encode()).hexdigest()


def is_instruction(line):
    return line.startswith("\t") and not line.startswith("\t.")


def names(register):
    """A pattern for a register and its halves."""
    return rf"%[re]?{register[1:]}\b" if register[1:].isalpha() \
        else rf"%{register}[dwb]?\b"


def compare(lines):
    """x = INT64_MIN, which clang asks by the overflow of 0 - x in a register of
    no further use: by that of x - 1. Copies that nothing reads are left out."""
    out, text = [], "\n".join(lines)
    simple = not re.search(r"\t(call|i?div|i?mul|cqto)", text)
    for k, line in enumerate(lines):
        moved = re.match(r"\tmovq\t(%\w+), (%\w+)$", line)
        if moved and lines[k + 1] == f"\tnegq\t{moved[2]}" and \
                lines[k + 2].startswith("\tjo\t") and \
                not any(moved[2] in later for later in lines[k + 2:]):
            out.append(f"\tcmpq\t$1, {moved[1]}")
            lines[k + 1] = ""
        elif line and not (
                simple and moved and moved[2] in ("%rax", "%r10", "%r11") and
                len(re.findall(names(moved[2][1:]), text)) == 1):
            out.append(line)
    return out


def direct(lines):
    """What is loaded into a register and then moved to the result's is loaded
    there, if no operand is read in between."""
    for k, line in enumerate(lines):
        moved = re.match(r"\tmov(?:q|ap[sd])\t%(\w+), (%r12|%xmm0)$", line)
        if not moved:
            continue
        own = names(moved[1])
        loads = [n for n in range(k) if re.match(
            rf"\tmov(?:q|absq|zbl|sd)\t.*, {own}$", lines[n])]
        rest = lines[loads[-1] + 1:k] if loads else ["%r14"]
        if re.search("^\\.L|%(r12|r14|r8|r9|xmm[0-3])\\b", "\n".join(rest),
                     re.M) or \
                any(re.search(own + "$", other) and
                    not re.match("\t(cmp|test|ucom)", other)
                    for other in rest) or \
                re.search(own, "".join(lines[k + 1:])):
            continue
        load, _, _ = lines[loads[-1]].rpartition(",")
        wide = moved[2] + ("d" if "zbl" in load else "")
        return lines[:loads[-1]] + [f"{load}, {wide}"] + [
            re.sub(own, moved[2], other) for other in rest] + lines[k + 1:]
    return lines


def fall_through(lines):
    """The body of a function whose last instruction, if it jumps to what
    follows, is left out; a jump to a jump is one."""
    alone = {}
    for k, line in enumerate(lines[:-1]):
        found = re.match(r"(\.L\w+):", line)
        after = [x for x in lines[k + 1:] if is_instruction(x)][:1]
        jump = after and re.match(r"\tjmp\t(stencil_\w+)", after[0])
        if found and jump:
            alone[found[1]] = jump[1]
    out = []
    for line in lines:
        found = re.match(r"\t(j\w+)\t(\.L\w+)", line)
        if found and found[2] in alone:
            line = f"\t{found[1]}\t{alone[found[2]]}"
        out.append(line)
    used = set(re.findall(r"\t\w+[ \t].*?(\.LBB\w+)", "\n".join(out)))
    kept, dead = [], False
    for line in out:
        found = re.match(r"(\.LBB\w+):", line)
        if found:
            if found[1] not in used:
                continue
            dead = False
        if is_instruction(line):
            if dead:
                continue
            dead = line.startswith("\tjmp\t")
        kept.append(line)
    code = [k for k, line in enumerate(kept) if is_instruction(line)]
    last = kept[code[-1]]
    before = re.match(r"\tj(\w+)\tstencil_next",
                      kept[code[-2]]) if len(code) > 1 else None
    if before and before[1] in OPPOSITE and last.startswith("\tjmp\tstencil_"):
        to = last.split()[1]
        kept[code[-2]] = f"\tj{OPPOSITE[before[1]]}\t{to}"
        del kept[code[-1]]
    elif re.match(r"\tjmp\tstencil_next", last):
        del kept[code[-1]]
    return kept


def rewrite(text):
    out, body, name = [], None, None
    for line in text.split("\n"):
        begins = re.match(r"(stencil_(?!layout)\w+):", line)
        line = re.sub(r"\s*# TAILCALL", "", line)
        line = line.split("\t#")[0].split(" #")[0].rstrip() \
            if is_instruction(line) else line
        if begins:
            name, body = begins[1], [line]
        elif body is not None and line.startswith(".Lfunc_end"):
            naked = name in ("stencil_begin", "stencil_exit")
            out += body if naked else fall_through(direct(compare(body)))
            out.append(line)
            body = None
        elif body is not None:
            body.append(line)
        else:
            out.append(line)
    return "\n".join(out)


def rename(text, names):
    """The text with other registers: {old: new}."""
    return re.sub(r"%(" + "|".join(names) + r")([dwb]?)\b",
                  lambda found: "%" + names[found[1]] + found[2], text)


def opposite(register):
    """The register whose three low bits of the number all differ."""
    kind, number = re.match(r"([a-z]+)(\d+)", register).groups()
    return f"{kind}{int(number) ^ 7}"


class Registers:
    """Where a stencil's code has the numbers of its operands' registers: where
    it differs if an operand is in the opposite one."""

    def __init__(self, text, assemble):
        self.plain = codes(assemble(text))
        self.bodies = dict(re.findall(r"^stencil_((?:in|fact)_\w+):[^\n]*\n(.*?)^\.Lfunc_end",
                                      text, re.M | re.S))
        self.other = {
            operand: codes(assemble(rename(
                text, {register: opposite(register) for register in both})))
            for operand, both in OPERANDS.items()}
        self.each = []
        for k in range(len(HOLD[1])):
            now = HOLD[0][k % len(HOLD[0])], HOLD[1][k]
            names = {register: now[kind] for both in OPERANDS.values()
                     for kind, register in enumerate(both)}
            self.each.append((now, codes(assemble(rename(text, names)))))

    def holes(self, name):
        """Of a stencil; None: it does not fit with its operands in
        registers."""
        if re.search(r"call|push|%rsp", self.bodies[name]):
            return None
        own = {x for both in OPERANDS.values() for x in both}
        named = set(re.findall(r"%(r\d+|xmm[0-7]\b)", self.bodies[name]))
        if named & {x for kind in HOLD for x in kind} - own:
            fail(f"{name} uses a register that holds another cell")
        code, holes = self.plain[name], []
        for operand, other in self.other.items():
            if len(other[name]) != len(code):
                fail(f"{name} has another length with other registers")
            for at, (x, y) in enumerate(zip(code, other[name])):
                if x ^ y not in (0, 7, 56, 63):
                    fail(f"{name} differs in more than registers")
                holes += [(at, operand, shift) for shift in (0, 3)
                          if (x ^ y) >> shift & 7]
        for now, other in self.each:
            if self.filled(code, holes, now, name) != other[name]:
                fail(f"{name} is other code in {now}")
        return holes

    def filled(self, code, holes, now, name):
        """As stencil_copy.c does it. A byte is that of a real's register if it
        is not that of an ordinal's."""
        out = bytearray(code)
        for at, operand, shift in holes:
            numbers = [int(re.sub(r"\D", "", x)) & 7
                       for x in OPERANDS[operand]]
            kind = numbers.index(code[at] >> shift & 7)
            new = int(re.sub(r"\D", "", now[kind])) & 7
            out[at] = out[at] & ~(7 << shift) | new << shift
        return bytes(out)


def codes(obj):
    return {name[8:]: obj.content(section)[value:value + size]
            for name, kind, section, value, size in obj.symbols
            if kind == 2 and name.startswith(("stencil_in_", "stencil_fact_"))}


def array(what, values):
    text = ",".join(map(str, values))
    lines = re.findall(r".{1,99}(?:,|$)", text)
    return f"\nstatic const {what} = {{\n" + "\n".join(lines) + "};\n"


class Object:
    """An ELF file of 64 bits."""

    def __init__(self, data):
        self.data = data
        at, = struct.unpack_from("<Q", data, 40)
        size, count, names = struct.unpack_from("<HHH", data, 58)
        self.sections = [struct.unpack_from("<IIQQQQIIQQ", data, at + k * size)
                         for k in range(count)]
        self.names = [self.string(self.sections[names], s[0])
                      for s in self.sections]
        table = next(s for s in self.sections if s[1] == 2)
        strings = self.sections[table[6]]
        self.symbols = []
        for k in range(table[4], table[4] + table[5], 24):
            name, info, _, section, value, size = \
                struct.unpack_from("<IBBHQQ", data, k)
            self.symbols.append((self.string(strings, name), info & 15, section,
                                 value, size))

    def string(self, section, offset):
        at = section[4] + offset
        return self.data[at:self.data.index(0, at)].decode()

    def content(self, k):
        s = self.sections[k]
        return self.data[s[4]:s[4] + s[5]]

    def relocations(self, k):
        for s in self.sections:
            if s[1] == 4 and s[7] == k:
                for at in range(s[4], s[4] + s[5], 24):
                    offset, info, addend = struct.unpack_from("<QQq", self.data,
                                                              at)
                    yield offset, info & 0xffffffff, info >> 32, addend


class Table:
    def __init__(self, obj, registers):
        self.obj, self.constants, self.outside = obj, b"", []
        self.stencils = []
        plain = registers.plain
        forms = {name: registers.holes(name) for name in plain
                 if name.startswith("in_") or
                 plain[name] != plain[name.replace("fact_", "in_")]}
        self.forms = {name: holes for name, holes in forms.items()
                      if holes is not None}
        for name, kind, section, value, size in obj.symbols:
            name = name[8:] if name.startswith("stencil_") else ""
            if kind == 2 and name not in plain.keys() - self.forms \
                    and "in_" + name not in self.forms:
                self.stencil(name, section, value, size)
            if name == "layout":
                self.layout = struct.unpack(
                    f"<{size // 8}Q",
                    obj.content(section)[value:value + size])

    def stencil(self, name, section, value, size):
        code = self.obj.content(section)[value:value + size]
        holes = [(offset - value, *self.hole(kind, symbol, addend))
                 for offset, kind, symbol, addend in
                 self.obj.relocations(section)
                 if value <= offset < value + size]
        self.stencils.append((name, code, sorted(holes)))

    def hole(self, kind, symbol, addend):
        if kind not in KINDS:
            fail(f"a relocation of unknown kind {kind}")
        name, sort, section, value, _ = self.obj.symbols[symbol]
        found = re.match(r"(hole|stencil)_(\w+)", name)
        if found:
            return KINDS[kind], "HOLE_" + found[2].upper(), addend
        if section != 0 and KINDS[kind] == "HOLE_NEAR" and \
                self.obj.names[section].startswith(".rodata"):
            if sort == 3:
                value = 0
            return KINDS[kind], "HOLE_DATA", addend + self.constant(
                section, value)
        if section == 0 and KINDS[kind] == "HOLE_NEAR":
            if name not in self.outside:
                self.outside.append(name)
            return KINDS[kind], f"HOLE_OUTSIDE + {self.outside.index(name)}", \
                addend
        fail(f"a relocation to {name} in section "
             f"{self.obj.names[section]} is unknown")

    def constant(self, section, value):
        """Where a constant of 16 bytes or less stands among all of them."""
        data = self.obj.content(section)[value:value + 16].ljust(16, b"\0")
        at = self.constants.find(data)
        while at % 16 != 0 and at >= 0:
            at = self.constants.find(data, at + 1)
        if at < 0:
            at = len(self.constants)
            self.constants += data
        return at

    def text(self, hash):
        """The table as C has it."""
        code, holes, registers, rows, facts = b"", [], [], [], []
        for name, own, own_holes in self.stencils:
            known = name.startswith("fact_")
            number = self.number(name[5:] if known
                                 else name.removeprefix("in_"))
            held = self.forms.get(name, [])
            row = (len(code), len(holes), len(registers), len(own),
                   len(own_holes), len(held), int(name in self.forms))
            (facts if known else rows).append(
                f"[{number}]={{{','.join(map(str, row))}}}")
            code += own
            holes += [f"{{{','.join(map(str, hole))}}}" for hole in own_holes]
            registers += [at << 3 | "ABCD".index(operand) << 1 | shift // 3
                          for at, operand, shift in held]
        return ("/* SPDX-License-Identifier: MIT */\n"
                "/* Made by extract.py; the hash of the hashes of the files:\n"
                f" * {hash}\n" +
                "".join(f" * vm/{name}\n" for name in INPUTS) + " */\n" +
                array("uint8_t stencil_code[]", code) +
                array("StencilHole stencil_hole[]", holes) +
                array("uint16_t stencil_register[]", registers) +
                array("Stencil stencils[STENCIL_COUNT]", rows) +
                array("Stencil stencil_facts[STAR_OP_PRIM]", facts) +
                array("uint8_t stencil_data[]", self.constants) +
                array("StencilOutside stencil_outside[]",
                      [f"(StencilOutside){name}" for name in self.outside]) +
                array("uint64_t stencil_layout[]", self.layout))

    @staticmethod
    def number(name):
        return f"STAR_OP_{name}" if name.isupper() or name[-1].isdigit() \
            else f"STENCIL_{name.upper()}"


def compile_table(vm):
    includes = [f"-I{vm}", f"-I{vm}/../runtime"]
    with tempfile.TemporaryDirectory() as folder:
        text, obj = pathlib.Path(folder, "s.s"), pathlib.Path(folder, "s.o")
        source = vm / "translate/stencils/stencils.c"

        def assemble(lines):
            text.write_text(lines)
            subprocess.run([*CLANG[:2], "-c", text, "-o", obj], check=True)
            return Object(obj.read_bytes())

        subprocess.run([*CLANG, *includes, "-S", source, "-o", text],
                       check=True)
        lines = rewrite(text.read_text())
        registers = Registers(lines, assemble)
        return Table(assemble(lines), registers).text(digest(vm))


vm, table = pathlib.Path(sys.argv[-2]), pathlib.Path(sys.argv[-1])
if sys.argv[1] == "--check":
    if digest(vm) not in table.read_text():
        fail(f"{table.name} is stale: ./dev stencils makes it anew")
else:
    table.write_text(compile_table(vm))
