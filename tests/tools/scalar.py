#!/usr/bin/env python3
"""Cases of scalar instructions from an exact model (`gcnmodel/scalar.py`).

    scalar.py write DIR [SEED [COUNT]]      write DIR/exact-scalar.jsonl, COUNT cases for each operation (2)

Needs llvm-mc-19, which has to accept every text. The same seed gives the same file.
"""
import random
import shutil
import struct
import sys
from pathlib import Path

from exact import rejected
from gcnmodel import scalar as model
from gcnmodel.compare import line

TARGETS = (600, 700, 803, 900)
EDGES = [0, 1, 2, 31, 32, 63, 64, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe, 0x8000, 0xffff, 0x00100004, 0x003f0020, 0x00200000, 0x400010]
FLOATS = {"0.5": 0.5, "-1.0": -1.0, "4.0": 4.0, "-2.0": -2.0}


def word(rng):
    kind = rng.random()
    if kind < 0.4:
        return rng.choice(EDGES)
    if kind < 0.6:
        return 1 << rng.randrange(32)
    return rng.getrandbits(32)


class Registers:
    def __init__(self, rng):
        self.rng, self.given, self.values = rng, {}, {}

    def s(self, n):
        if n not in self.values:
            self.values[n] = word(self.rng)
            self.given[f"s{n}"] = hex(self.values[n])
        return self.values[n]

    def wide(self, name):
        value = word(self.rng) | word(self.rng) << 32
        self.given.setdefault(name, hex(value))
        return int(self.given[name], 0)


def source(rng, regs, bits, literal):
    """Text and value of a source; at most one source is a literal."""
    kind = rng.random()
    if kind < 0.6 or kind < 0.7 and literal:
        n = rng.choice([4, 5, 6, 7, 8]) if bits == 32 else rng.choice([4, 6, 8])
        if bits == 32:
            return f"s{n}", regs.s(n), False
        return f"s[{n}:{n + 1}]", regs.s(n) | regs.s(n + 1) << 32, False
    if kind < 0.7 and bits == 32:
        value = word(rng) | 0x10000
        return hex(value), value, True
    if kind < 0.8:
        name = rng.choice(["vcc", "exec"])
        value = regs.wide(name)
        half = rng.choice(["lo", "hi"])
        return (name, value, False) if bits == 64 else (f"{name}_{half}", value >> (32 if half == "hi" else 0) & model.M32, False)
    if kind < 0.93:
        n = rng.choice([0, 1, 5, 64, -1, -16])
        return str(n), n & ((1 << bits) - 1), False
    text = rng.choice(sorted(FLOATS))
    value = struct.unpack("<I", struct.pack("<f", FLOATS[text]))[0]
    if bits == 64:
        value = struct.unpack("<Q", struct.pack("<d", FLOATS[text]))[0]
    return text, value, False


def case(rng, kind, name, entry, target, number):
    result, widths, fn, *_ = entry
    regs = Registers(rng)
    context = {"scc": rng.getrandbits(1)}
    texts, values, literal = [], [], False
    for bits in widths:
        text, value, is_literal = source(rng, regs, bits, literal)
        literal |= is_literal
        texts.append(text)
        values.append(value)
    expect = {}
    if name in model.READS_SCC:
        regs.given["scc"] = hex(context["scc"])
        expect["scc"] = hex(context["scc"])
    # Sometimes the destination is also a source.
    n = rng.choice([4, 6, 20])
    reads_old = kind == "SOPK" or "cmov" in name or "bitset" in name
    if reads_old and name != "s_movk_i32":
        context["old"] = regs.s(n) if result != 64 else regs.s(n) | regs.s(n + 1) << 32
    if "exec_" in name:
        context["exec"] = regs.wide("exec")
    if kind == "SOPK":
        k = rng.choice([0, 1, 0x7fff, 0x8000, 0xffff, rng.getrandbits(16)])
        values, texts = [k], [hex(k)]
    value, scc = fn(*values, context)
    if result:
        texts.insert(0, f"s{n}" if result == 32 else f"s[{n}:{n + 1}]")
        expect.update({f"s{n + i}": hex(value >> 32 * i & model.M32) for i in range(result // 32)})
    elif kind == "SOPK":
        texts.insert(0, f"s{n}")
    if scc is not None:
        expect["scc"] = hex(scc)
    if "exec_" in name:
        expect["exec"] = hex(context["exec"])
    return {"id": f"{kind}/{name}/gfx{target}/{number}", "target": f"gfx{target}", "asm": f"{name} {', '.join(texts)}", "regs": regs.given,
            "expect": expect}


def write(folder, seed, count):
    if not shutil.which("llvm-mc-19"):
        sys.exit("llvm-mc-19 is needed")
    rng = random.Random(seed)
    made = []
    for kind, table in (("SOP2", model.SOP2), ("SOP1", model.SOP1), ("SOPC", model.SOPC), ("SOPK", model.SOPK)):
        for name, entry in sorted(table.items()):
            for _ in range(count):
                target = rng.choice([t for t in TARGETS if entry[3] <= t <= entry[4]])
                made.append(case(rng, kind, name, entry, target, len(made)))
    bad = rejected(made)
    path = Path(folder) / "exact-scalar.jsonl"
    path.write_text("".join(line(case) for case in made if case["id"] not in bad))
    print(f"{path}: {len(made) - len(bad)} cases, {path.stat().st_size} bytes, {len(bad)} texts refused by LLVM")


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] != "write":
        sys.exit(__doc__)
    write(sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 1, int(sys.argv[4]) if len(sys.argv) > 4 else 2)
