#!/usr/bin/env python3
"""Cases of memory instructions from an exact model (`gcnmodel/memory.py`).

    memory.py write DIR        write DIR/memory-{share,flat,scalar,buffer,typed,half,image}.jsonl

The model is plain Python, apart from Isatope's `.isa` files. Needs llvm-mc-19, which has to accept every text. Everything random comes from a
fixed seed, so the output is the same in every run.
"""
import random
import shutil
import sys
from pathlib import Path

from exact import rejected
from gcnmodel import memory as m
from gcnmodel.compare import line

LANES = 64
SEED = 7


class Case:
    """A case under construction: its input, and the output of the model."""

    def __init__(self, rng, target, name):
        self.rng, self.target, self.name = rng, target, name
        self.v, self.s, self.more = {}, {}, {}
        self.exec = rng.choice([0x8000000000000421, 0xf, 0x11, 0x100000001, 0x3])
        self.mem, self.lds = {}, None
        self.gone = {}
        self.scalars = {}

    def lanes(self):
        return [i for i in range(LANES) if self.exec >> i & 1]

    def rows(self, first, values):
        """Sets registers from lists of words per lane; idle lanes are 0."""
        words = len(next(iter(values.values())))
        for k in range(words):
            self.v[first + k] = [values[i][k] if i in values else 0 for i in range(LANES)]

    def result(self, first, values, words):
        """Expected registers after the active lanes were written."""
        for k in range(words):
            old = self.v.get(first + k, [0] * LANES)
            self.gone[f"v{first + k}"] = [values[i][k] if i in values else old[i] for i in range(LANES)]

    def done(self, number, asm, memories):
        regs = {f"v{n}": [hex(x) for x in row] for n, row in self.v.items()}
        regs.update({f"s{n}": hex(x) for n, x in self.s.items()})
        regs.update({n: hex(x) for n, x in self.more.items()})
        regs["exec"] = hex(self.exec)
        given, after = [], []
        for space, before, memory in memories:
            for base, data in sorted(before.items()):
                entry = {} if space == "mem" else {"space": space}
                given.append({**entry, "addr": hex(base), "bytes": bytes(data).hex()})
                if base in memory.written:
                    after.append({**entry, "addr": hex(base), "bytes": bytes(memory.pieces[base]).hex()})
        expect = {n: [hex(x) for x in row] for n, row in self.gone.items()}
        expect.update({n: hex(x) for n, x in self.scalars.items()})
        return {"id": f"{self.name}/{self.target}/{number}", "target": self.target, "asm": asm, "regs": regs, "mem": given,
                "expect": expect, "expect_mem": after}


def word(rng, bits=32):
    edges = [0, 1, 2, m.ONES[bits], m.ONES[bits] - 1, m.ONES[bits] >> 1, (m.ONES[bits] >> 1) + 1]
    return rng.choice(edges) if rng.random() < 0.5 else rng.getrandbits(bits)


def number(rng, bits=32):
    """A random float, sometimes an edge case."""
    fmt = m.F32 if bits == 32 else m.F64
    edges = [0, fmt.sign_bit, fmt.one, fmt.one | fmt.sign_bit, fmt.inf, fmt.inf | fmt.sign_bit, fmt.nan, fmt.least, fmt.max]
    return rng.choice(edges) if rng.random() < 0.5 else rng.getrandbits(bits)


def words_of(value, bits):
    return [value >> 32 * k & 0xffffffff for k in range(bits // 32)]


def bytes_of(rng, count, bits=32, make=word):
    return bytearray(b"".join(make(rng, bits).to_bytes(bits // 8, "little") for _ in range(count * 8 // bits)))


# --- DS --------------------------------------------------------------------------------------------------------------

SHARE_OPS = {
    "add_u": "add", "sub_u": "sub", "rsub_u": "rsub", "inc_u": "inc", "dec_u": "dec", "min_i": "smin", "max_i": "smax", "min_u": "umin",
    "max_u": "umax", "and_b": "and", "or_b": "or", "xor_b": "xor", "min_f": "fmin", "max_f": "fmax", "mskor_b": "mskor", "cmpst_b": "cmpswap",
    "cmpst_f": "fcmpswap", "wrxchg_b": "swap",
}


def share_atomic(rng, target, key, bits, returning):
    op = SHARE_OPS[key]
    floats = op in ("fmin", "fmax", "fcmpswap")
    make = number if floats else word
    name = f"ds_{key[:-2]}{'_rtn' if returning else ''}_{key[-1]}{bits}"
    c = Case(rng, target, f"DS/{name}")
    size = bits // 8
    before = bytes_of(rng, 8 * size, bits, make)
    share = m.Share({0: before})
    offset = rng.choice([0, size, 2 * size])
    address = {i: rng.randrange(4) * size for i in c.lanes()}
    if rng.random() < 0.3:
        address[c.lanes()[0]] = 8 * size + 64     # outside
    pairs = op in ("mskor", "cmpswap", "fcmpswap")
    data = {i: make(rng, bits) for i in c.lanes()}
    other = {i: make(rng, bits) for i in c.lanes()}
    if op in ("cmpswap", "fcmpswap"):
        for i in c.lanes()[::2]:
            data[i] = share.read(address[i] + offset, bits)
    old = {}
    c.rows(1, {i: [address[i]] for i in c.lanes()})
    c.rows(2, {i: words_of(data[i], bits) for i in c.lanes()})
    if pairs:
        c.rows(4, {i: words_of(other[i], bits) for i in c.lanes()})
    for i in c.lanes():
        at = address[i] + offset
        before_lane = share.read(at, bits)
        old[i] = words_of(before_lane, bits)
        share.write(at, bits, m.atomic(op, before_lane, data[i], bits, other[i]))
    reg = lambda n: f"v{n}" if bits == 32 else f"v[{n}:{n + 1}]"
    text = f"{name} {reg(6) + ', ' if returning else ''}v1, {reg(2)}{', ' + reg(4) if pairs else ''}"
    if offset:
        text += f" offset:{offset}"
    if returning:
        c.result(6, old, bits // 32)
    if target in ("gfx600", "gfx700", "gfx803"):
        c.more["m0"] = 0x10000
    return c, text, [("lds", {0: before}, share)]


SHARE_MOVES = (
    # name, read or write, bits of an access, accesses, step of two offsets
    ("ds_read_i8", "r", 8, 1, 0), ("ds_read_u8", "r", 8, 1, 0), ("ds_read_i16", "r", 16, 1, 0), ("ds_read_u16", "r", 16, 1, 0),
    ("ds_read_b32", "r", 32, 1, 0), ("ds_read_b64", "r", 64, 1, 0), ("ds_read2_b32", "r", 32, 2, 4), ("ds_read2st64_b32", "r", 32, 2, 256),
    ("ds_read2_b64", "r", 64, 2, 8), ("ds_read2st64_b64", "r", 64, 2, 512), ("ds_write_b8", "w", 8, 1, 0), ("ds_write_b16", "w", 16, 1, 0),
    ("ds_write_b32", "w", 32, 1, 0), ("ds_write_b64", "w", 64, 1, 0), ("ds_write2_b32", "w", 32, 2, 4), ("ds_write2st64_b32", "w", 32, 2, 256),
    ("ds_write2_b64", "w", 64, 2, 8), ("ds_write2st64_b64", "w", 64, 2, 512),
)


def share_move(rng, target, name, way, bits, count, step):
    c = Case(rng, target, f"DS/{name}")
    before = bytearray(rng.randbytes(1024 if "st64" in name else 96))
    share = m.Share({0: before})
    size = bits // 8
    offsets = [rng.choice([0, 4, 8]) // size * size] if count == 1 else [rng.randrange(2), rng.randrange(3)]
    address = {i: rng.randrange(4) * size for i in c.lanes()}
    places = {i: [a + (o if count == 1 else o * step) for o in offsets] for i, a in address.items()}
    c.rows(1, {i: [address[i]] for i in c.lanes()})
    words = max(1, bits // 32)
    reg = lambda n, w: f"v{n}" if w == 1 else f"v[{n}:{n + w - 1}]"
    tail = (f" offset:{offsets[0]}" if offsets[0] else "") if count == 1 else f" offset0:{offsets[0]} offset1:{offsets[1]}"
    if way == "r":
        out = {}
        for i in c.lanes():
            got = []
            for at in places[i]:
                x = share.read(at, bits)
                got += words_of(m.signed(x, bits) & 0xffffffff if name[8] == "i" and bits < 32 else x, max(bits, 32))
            out[i] = got
        c.v[6] = [word(rng) for _ in range(LANES)]
        c.result(6, out, words * count)
        text = f"{name} {reg(6, words * count)}, v1{tail}"
    else:
        data = [{i: word(rng, max(bits, 32)) for i in c.lanes()} for _ in range(count)]
        for n, row in zip((2, 4), data):
            c.rows(n, {i: words_of(row[i], max(bits, 32)) for i in c.lanes()})
        for i in c.lanes():
            for at, row in zip(places[i], data):
                share.write(at, bits, row[i])
        text = f"{name} v1, {', '.join(reg(n, words) for n in (2, 4)[:count])}{tail}"
    if target in ("gfx600", "gfx700", "gfx803"):
        c.more["m0"] = 0x10000
    return c, text, [("lds", {0: before}, share)]


# --- FLAT and GLOBAL -------------------------------------------------------------------------------------------------

BASE = 0x1_2345_6000


def flat(rng, target, space, name, bits, way, op=None):
    """`way`: r reads, w writes, a is an atomic."""
    c = Case(rng, target, f"FLAT/{space}_{name}")
    size = bits // 8
    floats = op in ("fmin", "fmax", "fcmpswap")
    make = number if floats else word
    before = bytes_of(rng, 128, min(bits, 64), make) if way == "a" else bytearray(rng.randbytes(256))
    memory = m.Memory({BASE: before})
    offset = 0
    if target == "gfx900":
        offset = rng.choice([0, 4, 24] if space == "flat" else [0, 8, -8, -16])
    saddr = space == "global" and rng.random() < 0.5
    step = max(size, 4) if way == "a" else size
    address = {i: BASE + 32 + rng.randrange(3) * step for i in c.lanes()}
    if saddr:
        c.s.update({4: BASE & 0xffffffff, 5: BASE >> 32})
        c.rows(0, {i: [a - BASE] for i, a in address.items()})
    else:
        c.rows(0, {i: words_of(a, 64) for i, a in address.items()})
    words = max(1, bits // 32)
    reg = lambda n, w: f"v{n}" if w == 1 else f"v[{n}:{n + w - 1}]"
    where = reg(0, 1) if saddr else reg(0, 2)
    base = "" if space == "flat" else ", s[4:5]" if saddr else ", off"
    tail = f" offset:{offset}" if offset else ""
    pieces = [(32 * k, min(bits, 32)) for k in range(words)]
    if way == "r":
        out = {}
        for i in c.lanes():
            got = []
            for low, part in pieces:
                x = memory.read(address[i] + offset + low // 8, part)
                got.append(m.signed(x, part) & 0xffffffff if "_s" in name else x)
            out[i] = got
        c.result(6, out, words)
        text = f"{space}_{name} {reg(6, words)}, {where}{base}{tail}"
    elif way == "w":
        data = {i: [word(rng) for _ in range(words)] for i in c.lanes()}
        c.rows(2, data)
        for i in c.lanes():
            for (low, part), x in zip(pieces, data[i]):
                memory.write(address[i] + offset + low // 8, part, x)
        text = f"{space}_{name} {where}, {reg(2, words)}{base}{tail}"
    else:
        glc = rng.random() < 0.5
        pair = "cmpswap" in op
        new = {i: make(rng, bits) for i in c.lanes()}
        wanted = {i: memory.read(address[i] + offset, bits) if i % 2 == 0 else make(rng, bits) for i in c.lanes()}
        c.rows(2, {i: words_of(new[i], bits) + (words_of(wanted[i], bits) if pair else []) for i in c.lanes()})
        out = {}
        for i in c.lanes():
            old = memory.read(address[i] + offset, bits)
            out[i] = words_of(old, bits)
            value = m.atomic(op, old, wanted[i], bits, new[i]) if pair else m.atomic(op, old, new[i], bits)
            memory.write(address[i] + offset, bits, value)
        if glc:
            c.result(6, out, words)
        text = f"{space}_{name} {reg(6, words) + ', ' if glc else ''}{where}, {reg(2, words * (2 if pair else 1))}{base}{tail}"
        text += " glc" if glc else ""
    return c, text, [("mem", {BASE: before}, memory)]


def private(rng, target, way):
    """Private memory by flat addresses: FLAT_SCRATCH as in each generation; words of the lanes are interleaved."""
    c = Case(rng, target, f"FLAT/private-{way}")
    before = bytearray(rng.randbytes(0x500))
    memory = m.Memory({BASE: before})
    high = 0x20000
    c.more["src_private_base"] = high
    if target == "gfx900":
        c.more["flat_scratch"] = BASE + 0x100
    else:
        # LLVM, emitEntryFunctionFlatScratchInit: the low half is the size, the high half the offset / 256.
        c.more["hidden_private_base"] = BASE - 0x300
        c.more["flat_scratch"] = 4 << 32 | 0x20
    offset = {i: 4 * rng.randrange(4) for i in c.lanes()}
    place = lambda i: BASE + 0x100 + offset[i] // 4 * 256 + 4 * i
    c.rows(0, {i: [offset[i], high] for i in c.lanes()})
    if way == "r":
        c.result(6, {i: [memory.read(place(i), 32)] for i in c.lanes()}, 1)
        return c, "flat_load_dword v6, v[0:1]", [("mem", {BASE: before}, memory)]
    data = {i: [word(rng)] for i in c.lanes()}
    c.rows(2, data)
    for i in c.lanes():
        memory.write(place(i), 32, data[i][0])
    return c, "flat_store_dword v[0:1], v2", [("mem", {BASE: before}, memory)]


LOADS = (("load_ubyte", 8), ("load_sbyte", 8), ("load_ushort", 16), ("load_sshort", 16), ("load_dword", 32), ("load_dwordx2", 64),
         ("load_dwordx3", 96), ("load_dwordx4", 128))
STORES = (("store_byte", 8), ("store_short", 16), ("store_dword", 32), ("store_dwordx2", 64), ("store_dwordx3", 96), ("store_dwordx4", 128))
ATOMICS = ("swap", "cmpswap", "add", "sub", "smin", "umin", "smax", "umax", "and", "or", "xor", "inc", "dec")
FLOAT_ATOMICS = ("fcmpswap", "fmin", "fmax")


# --- Scalar memory ---------------------------------------------------------------------------------------------------


def scalar(rng, target, words, buffer):
    name = f"s_{'buffer_' if buffer else ''}load_dword{f'x{words}' if words > 1 else ''}"
    c = Case(rng, target, f"SMEM/{name}")
    before = bytearray(rng.randbytes(160))
    memory = m.Memory({BASE: before})
    far = rng.choice([0, 4, 36])
    if buffer:
        stride, records = rng.choice([(0, 160), (0, far + 4 * words - 4), (4, 40), (16, 2)])
        c.s.update(dict(zip((4, 5, 6, 7), m.descriptor(BASE, stride, records))))
        limit = records * stride if stride else records
    else:
        c.s.update({4: BASE & 0xffffffff, 5: BASE >> 32})
        limit = 1 << 40
    for k in range(words):
        at = far + 4 * k
        c.scalars[f"s{32 + k}"] = memory.read(BASE + at, 32) if at + 4 <= limit else 0
    if rng.random() < 0.4:
        c.s[12] = far
        offset = "s12"
    else:
        offset = hex(far // 4 if target in ("gfx600", "gfx700") else far)
    to = "s32" if words == 1 else f"s[32:{31 + words}]"
    return c, f"{name} {to}, s[4:{7 if buffer else 5}], {offset}", [("mem", {BASE: before}, memory)]


# Parts that are added to the base: a register, a number or both. The two low bits of each part are ignored (CDNA 4 ISA,
# 8.2.1.1).
SCALAR_ADDRESSES = {"gfx803": ("register", "number"), "gfx900": ("register", "number", "both", "scratch-register", "scratch-number", "scratch-both")}


def scalar_address(rng, target, kind):
    c = Case(rng, target, f"SMEM/address-{kind}")
    before = bytearray(rng.randbytes(0x400))
    memory = m.Memory({BASE: before})
    register, number = rng.choice([4, 5, 7]), rng.choice([8, 10, 0x40])
    if target == "gfx900" and rng.random() < 0.5:
        number = -number
    unit = 64 if "scratch" in kind else 1
    far = 0
    if "number" not in kind:
        far += register * 64 if unit == 64 else register & ~3
        c.s[12] = register
    if "register" not in kind:
        far += number & ~3
    base = BASE + 0x100 + rng.randrange(4)
    c.s.update({4: base & 0xffffffff, 5: base >> 32})
    c.scalars["s32"] = memory.read((base & ~3) + far, 32)
    name = "s_scratch_load_dword" if unit == 64 else "s_load_dword"
    text = {"register": "s12", "number": hex(number), "both": f"s12 offset:{hex(number)}"}[kind.split("-")[-1]]
    return c, f"{name} s32, s[4:5], {text}", [("mem", {BASE: before}, memory)]


# --- Buffers ---------------------------------------------------------------------------------------------------------


def buffer_setup(rng, c, before, size, form=None):
    """A buffer, and the addresses of the lanes: (text after the data, address or None for each lane)."""
    swizzle = (1, rng.randrange(2)) if rng.random() < 0.2 and size <= 4 and c.target != "gfx900" else None
    structured = swizzle is not None or rng.random() < 0.5
    stride = rng.choice([16, 32]) if structured else 0
    idxen = structured
    offen = rng.random() < 0.5
    soffset = rng.choice([0, 4, 16])
    offset = rng.choice([0, 4, 8]) if size <= 4 else 0
    room = (stride - offset - size) // 4 if structured else 8
    variable = {i: 4 * rng.randrange(max(room, 1)) if offen else 0 for i in c.lanes()}
    index = {i: rng.randrange(4) if idxen else 0 for i in c.lanes()}
    # On gcn1.2, records of buffers that are not swizzled are bytes.
    in_bytes = not structured or c.target == "gfx803" and swizzle is None
    records = len(before) - 64 if in_bytes else 3
    if structured and in_bytes:
        records = 3 * stride + soffset
    if form:
        data, number_format, select = form
        words = m.descriptor(BASE, stride, records, swizzle, m.DATA_CODES[data], m.NUMBERS.index(number_format), select)
    else:
        words = m.descriptor(BASE, stride, records, swizzle)
    c.s.update(dict(zip((4, 5, 6, 7), words)))
    c.s[12] = soffset
    places = {}
    for i in c.lanes():
        places[i] = m.buffer_access(c.target, words, index[i], variable[i], offset, soffset, idxen, i, form is not None)
    if idxen and offen:
        c.rows(0, {i: [index[i], variable[i]] for i in c.lanes()})
        address = "v[0:1]"
    elif idxen or offen:
        c.rows(0, {i: [index[i] if idxen else variable[i]] for i in c.lanes()})
        address = "v0"
    else:
        address = "off"
    tail = (" idxen" if idxen else "") + (" offen" if offen else "") + (f" offset:{offset}" if offset else "")
    return f"{address}, s[4:7], s12", tail, places


def buffer(rng, target, name, bits, way, op=None):
    c = Case(rng, target, f"MUBUF/buffer_{name}")
    make = number if op in FLOAT_ATOMICS else word
    before = bytes_of(rng, 1024 if way == "r" else 512, 32 if bits == 96 else max(32, min(bits, 64)), make)
    memory = m.Memory({BASE: before})
    size = bits // 8 if way == "a" or bits < 32 else min(bits // 8, 16)
    where, tail, places = buffer_setup(rng, c, before, size)
    words = max(1, bits // 32)
    reg = lambda n, w: f"v{n}" if w == 1 else f"v[{n}:{n + w - 1}]"
    parts = [(4 * k, min(bits, 32)) for k in range(words)]
    if way == "r":
        out = {}
        for i, at in places.items():
            got = [memory.read(at + k, part) if at is not None else 0 for k, part in parts]
            out[i] = [m.signed(x, bits) & 0xffffffff for x in got] if "_s" in name else got
        c.result(16, out, words)
        text = f"buffer_{name} {reg(16, words)}, {where}{tail}"
    elif way == "w":
        data = {i: [word(rng) for _ in range(words)] for i in c.lanes()}
        c.rows(2, data)
        for i, at in places.items():
            for (k, part), x in zip(parts, data[i]):
                if at is not None:
                    memory.write(at + k, part, x)
        text = f"buffer_{name} {reg(2, words)}, {where}{tail}"
    else:
        glc = rng.random() < 0.5
        pair = "cmpswap" in op
        new = {i: make(rng, bits) for i in c.lanes()}
        wanted = {i: memory.read(at, bits) if at is not None and i % 2 == 0 else make(rng, bits) for i, at in places.items()}
        c.rows(2, {i: words_of(new[i], bits) + (words_of(wanted[i], bits) if pair else []) for i in c.lanes()})
        out = {}
        for i, at in places.items():
            old = memory.read(at, bits) if at is not None else 0
            out[i] = words_of(old, bits)
            if at is not None:
                value = m.atomic(op, old, wanted[i], bits, new[i]) if pair else m.atomic(op, old, new[i], bits)
                memory.write(at, bits, value)
        held = words * (2 if pair else 1)
        if glc:
            c.result(2, out, words)
        text = f"buffer_{name} {reg(2, held)}, {where}{tail}{' glc' if glc else ''}"
    return c, text, [("mem", {BASE: before}, memory)]


def edge(rng, target, kind):
    """Edges of ranges and addresses: around the ends of buffers, private memory, sums that overflow."""
    c = Case(rng, target, f"MUBUF/edge-{kind}")
    c.exec = 0x8000000000000421
    before = bytearray(rng.randbytes(0x900 if kind == "private" else 0x200))
    memory = m.Memory({BASE: before})
    soffset, offset, idxen, offen = rng.choice([0, 4, 8]), rng.choice([0, 4, 8]), False, True
    data, stride, records, swizzle, add_lane, formatted = 4, 0, 32, None, False, False
    variable = {i: rng.choice([0, 4, 16, 20, 24, 28, 32, 40]) for i in c.lanes()}
    index = {i: 0 for i in c.lanes()}
    if kind == "structured":
        stride, records, idxen = 8, 4, True
        variable, index = {i: 4 * rng.randrange(2) for i in c.lanes()}, {i: rng.randrange(7) for i in c.lanes()}
    elif kind == "private":
        # As compilers describe it: swizzled words of 64 lanes. Only gfx9 folds a negative base.
        swizzle, add_lane, records = (1, 3), True, rng.choice([0, 0xffffffff])
        data = 0 if target in ("gfx803", "gfx900") else 4
        variable = {i: rng.choice([0, 4, 8, 12, 0xfffffffc, 0xfffffff8]) for i in c.lanes()}
        offset = rng.choice([8, 12])
    elif kind == "long-stride":
        # Lanes as indices: DATA_FORMAT contains bits of the stride, unless the instruction converts.
        stride, records, add_lane, idxen, formatted = 4, 0x200, True, True, True
        variable = {i: 0 for i in c.lanes()}
    elif kind == "wraps":
        variable = {i: rng.choice([0xfffffffc, 0xfffffff8, 4]) for i in c.lanes()}
        offset = 8
    elif kind == "unbound":
        data = 0
    words = m.descriptor(BASE, stride, records, swizzle, data, 7 if formatted else 0, add_lane=add_lane)
    c.s.update(dict(zip((4, 5, 6, 7), words)))
    c.s[12] = soffset
    out = {}
    for i in c.lanes():
        at = m.buffer_access(target, words, index[i], variable[i], offset, soffset, idxen, i, formatted)
        out[i] = [memory.read(at, 32) if at is not None else 0]
    c.rows(0, {i: ([index[i]] if idxen else []) + [variable[i]] for i in c.lanes()})
    c.v[16] = [word(rng) for _ in range(LANES)]
    c.result(16, out, 1)
    name = "buffer_load_format_x" if formatted else "buffer_load_dword"
    address = "v[0:1]" if idxen else "v0"
    text = f"{name} v16, {address}, s[4:7], s12{' idxen' if idxen else ''} offen{f' offset:{offset}' if offset else ''}"
    return c, text, [("mem", {BASE: before}, memory)]


# --- Formats ---------------------------------------------------------------------------------------------------------

FLOATS = {"16", "32", "16_16", "32_32", "16_16_16_16", "32_32_32", "32_32_32_32", "10_11_11", "11_11_10"}
WIDE = {"32", "32_32", "32_32_32", "32_32_32_32"}
# Values for which rounding matters: halves, ends of ranges, and values outside.
STORED = [0x3f000000, 0x3effffff, 0x3f000001, 0x3f800000, 0x3f800001, 0xbf800000, 0xc0000000, 0x3b808081, 0x3b008081, 0x3c008081, 0x80000000,
          0x7f800000, 0xff800000, 0x7fc00000, 0x00000001, 0x477fe000, 0x477ff000, 0x477fefff, 0x387fc000, 0x33800000, 0x33000000, 0x38800000]


def fits(data, number_format):
    if number_format == "FLOAT":
        return data in FLOATS
    return data not in WIDE or number_format in ("UINT", "SINT")


def typed(rng, target, way, data, number_format, in_descriptor, halves=False):
    count = rng.randrange(1, 5)
    letters = "xyzw"[:count]
    name = f"{'' if in_descriptor else 't'}buffer_{'load' if way == 'r' else 'store'}_format_{'d16_' if halves else ''}{letters}"
    c = Case(rng, target, f"{'MUBUF' if in_descriptor else 'MTBUF'}/{name}/{data}/{number_format}")
    before = bytearray(rng.randbytes(512))
    if number_format == "FLOAT" and "32" in data:
        before = bytes_of(rng, 512, 32, number)
    memory = m.Memory({BASE: before})
    select = (4, 5, 6, 7)
    if in_descriptor:
        select = tuple(rng.choice([(4, 5, 6, 7), (6, 5, 4, 7), (4, 4, 4, 1), (7, 6, 5, 4), (4, 0, 1, 5)]))
    size = sum(m.DATA[data]) // 8
    where, tail, places = buffer_setup(rng, c, before, size, (data, number_format, select))
    words = count
    packed = halves and target in ("gfx810", "gfx900")
    if packed:
        words = (count + 1) // 2
    reg = lambda n, w: f"v{n}" if w == 1 else f"v[{n}:{n + w - 1}]"
    integers = number_format in ("UINT", "SINT")

    def gather(values):
        return [values[k] | (values[k + 1] if k + 1 < count else 0) << 16 for k in range(0, count, 2)] if packed else values

    if way == "r":
        out = {}
        for i, at in places.items():
            got = m.load(memory, at, data, number_format, select, count)
            if halves:
                got = [x & 0xffff if integers else m.F32.convert(x, m.F16, 0) for x in got]
            out[i] = gather(got)
        c.result(16, out, words)
    else:
        values = {}
        for i in c.lanes():
            if integers:
                values[i] = [word(rng) for _ in range(count)]
            else:
                values[i] = [rng.choice(STORED) if rng.random() < 0.7 else rng.getrandbits(32) for _ in range(count)]
            if halves:
                values[i] = [x & 0xffff for x in values[i]]
        c.rows(16, {i: gather(x) for i, x in values.items()})
        for i, at in places.items():
            full = values[i]
            if halves:
                widen = {"UINT": lambda x: x, "SINT": lambda x: m.signed(x, 16) & 0xffffffff}
                full = [widen.get(number_format, lambda x: m.F16.convert(x, m.F32, 0))(x) for x in full]
            if at is not None:
                m.store(memory, at, data, number_format, select, full)
    form = "" if in_descriptor else f" format:[BUF_DATA_FORMAT_{data},BUF_NUM_FORMAT_{number_format}]"
    if form:
        text = f"{name} {reg(16, words)}, {where.rsplit(', ', 1)[0]}, s12{form}{tail}"
    else:
        text = f"{name} {reg(16, words)}, {where}{tail}"
    return c, text, [("mem", {BASE: before}, memory)]


# --- Images ----------------------------------------------------------------------------------------------------------


def image(rng, target, way, data, number_format):
    """A texel of a two-dimensional image without tiling."""
    mask = rng.randrange(1, 16) if way == "r" else 15
    chosen = [i for i in range(4) if mask >> i & 1]
    name = f"image_{'load' if way == 'r' else 'store'}"
    c = Case(rng, target, f"MIMG/{name}/{data}/{number_format}")
    size = sum(m.DATA[data]) // 8
    width, height, pitch = rng.randrange(3, 9), rng.randrange(2, 5), 10
    before = bytearray(rng.randbytes(pitch * height * size))
    if number_format == "FLOAT" and "32" in data:
        before = bytes_of(rng, pitch * height * size, 32, number)
    memory = m.Memory({BASE: before})
    select = rng.choice([(4, 5, 6, 7), (6, 5, 4, 7), (7, 6, 5, 4)])
    linear = 0 if target == "gfx900" else 8
    c.s.update({4: BASE >> 8 & 0xffffffff, 5: BASE >> 40 | m.DATA_CODES[data] << 20 | m.NUMBERS.index(number_format) << 26,
                6: width - 1 | height - 1 << 14, 7: sum(s << 3 * i for i, s in enumerate(select)) | linear << 20 | 9 << 28, 8: pitch - 1 << 13})
    at = {}
    where = {i: (rng.randrange(width + 1), rng.randrange(height + 1)) for i in c.lanes()}
    for i, (x, y) in where.items():
        at[i] = BASE + (y * pitch + x) * size if x < width and y < height else None
    c.rows(0, {i: list(p) for i, p in where.items()})
    if way == "r":
        texels = {i: m.load(memory, a, data, number_format, select, 4) if a is not None else [0] * 4 for i, a in at.items()}
        c.result(16, {i: [t[k] for k in chosen] for i, t in texels.items()}, len(chosen))
    else:
        make = word if number_format in ("UINT", "SINT") else lambda r: r.choice(STORED)
        values = {i: [make(rng) for _ in range(4)] for i in c.lanes()}
        c.rows(16, values)
        for i, a in at.items():
            if a is not None:
                m.store(memory, a, data, number_format, select, values[i])
    reg = "v16" if len(chosen) == 1 else f"v[16:{15 + len(chosen)}]"
    return c, f"{name} {reg}, v[0:1], s[4:11] dmask:{mask:#x} unorm", [("mem", {BASE: before}, memory)]


# --- All -------------------------------------------------------------------------------------------------------------


def share_cases(rng):
    targets = ("gfx600", "gfx700", "gfx803", "gfx900")
    for key in SHARE_OPS:
        for bits in (32, 64):
            for returning in (False, True):
                if key == "wrxchg_b" and not returning:
                    continue
                yield share_atomic(rng, rng.choice(targets), key, bits, returning)
    for move in SHARE_MOVES:
        yield share_move(rng, rng.choice(targets), *move)
        yield share_move(rng, rng.choice(targets), *move)


def flat_cases(rng):
    for space, targets in (("flat", ("gfx700", "gfx803", "gfx900")), ("global", ("gfx900",))):
        for name, bits in LOADS:
            yield flat(rng, rng.choice(targets), space, name, bits, "r")
        for name, bits in STORES:
            yield flat(rng, rng.choice(targets), space, name, bits, "w")
        for op in ATOMICS + (FLOAT_ATOMICS if space == "flat" else ()):
            for bits, suffix in ((32, ""), (64, "_x2")):
                target = "gfx700" if op in FLOAT_ATOMICS else rng.choice(targets)
                yield flat(rng, target, space, f"atomic_{op}{suffix}", bits, "a", op)


    for target in ("gfx700", "gfx803", "gfx900"):
        for way in "rw":
            yield private(rng, target, way)


def scalar_cases(rng):
    for target in ("gfx600", "gfx700", "gfx803", "gfx900"):
        for words in (1, 2, 4, 8, 16):
            for is_buffer in (False, True):
                yield scalar(rng, target, words, is_buffer)
    for target in ("gfx803", "gfx900"):
        for name in SCALAR_ADDRESSES[target]:
            yield scalar_address(rng, target, name)


def buffer_cases(rng):
    targets = ("gfx600", "gfx700", "gfx803", "gfx900")
    for name, bits in LOADS + LOADS:
        yield buffer(rng, rng.choice(targets[1:]), name, bits, "r")
    for name, bits in STORES + STORES:
        yield buffer(rng, rng.choice(targets[1:]), name, bits, "w")
    for op in ATOMICS + FLOAT_ATOMICS:
        for bits, suffix in ((32, ""), (64, "_x2")):
            target = rng.choice(targets[:2]) if op in FLOAT_ATOMICS else rng.choice(targets)
            yield buffer(rng, target, f"atomic_{op}{suffix}", bits, "a", op)
    for kind in ("raw", "structured", "private", "long-stride", "wraps", "unbound"):
        for target in targets:
            yield edge(rng, target, kind)
            yield edge(rng, target, kind)


def typed_cases(rng):
    targets = ("gfx600", "gfx700", "gfx803", "gfx900")
    for data in m.DATA:
        for number_format in m.NUMBERS:
            if not fits(data, number_format):
                continue
            for in_descriptor in (False, True):
                # Formats that CLRX's tables omit for reads or writes are omitted here too.
                old = number_format == "SNORM_OGL"
                target = rng.choice(targets[:2] if old else targets)
                yield typed(rng, target, "r", data, number_format, in_descriptor)
                if number_format not in ("USCALED", "SSCALED", "SNORM_OGL"):
                    yield typed(rng, target, "w", data, number_format, in_descriptor)
            if not old and data not in ("32_32_32",):
                yield typed(rng, rng.choice(targets[2:]), "r", data, number_format, True, True)


def half_cases(rng):
    """Halves that share registers, and halves that do not."""
    for target in ("gfx803", "gfx810"):
        for data in m.DATA:
            # What hardware makes of 32-bit data in halves is not published.
            if data in WIDE:
                continue
            for number_format in ("UNORM", "SNORM", "UINT", "SINT", "FLOAT"):
                if fits(data, number_format):
                    yield typed(rng, target, rng.choice("rw"), data, number_format, rng.random() < 0.5, True)


def image_cases(rng):
    for data in m.DATA:
        for number_format in m.NUMBERS:
            if fits(data, number_format) and number_format != "SNORM_OGL" and data != "32_32_32":
                yield image(rng, rng.choice(("gfx600", "gfx803", "gfx900")), "r", data, number_format)
                if number_format not in ("USCALED", "SSCALED"):
                    yield image(rng, rng.choice(("gfx700", "gfx803", "gfx900")), "w", data, number_format)


FILES = {"share": share_cases, "flat": flat_cases, "scalar": scalar_cases, "buffer": buffer_cases, "typed": typed_cases, "half": half_cases, "image": image_cases}


def write(folder):
    if not shutil.which("llvm-mc-19"):
        sys.exit("llvm-mc-19 is needed")
    for stem, cases in FILES.items():
        rng = random.Random(f"{SEED}/{stem}")
        made = [c.done(n, text, memories) for n, (c, text, memories) in enumerate(cases(rng))]
        bad = rejected(made)
        kept = [case for case in made if case["id"] not in bad]
        path = Path(folder) / f"memory-{stem}.jsonl"
        path.write_text("".join(line(case) for case in kept))
        print(f"{path}: {len(kept)} cases, {path.stat().st_size} bytes, {len(bad)} texts refused by LLVM")


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "write":
        write(sys.argv[2])
    else:
        sys.exit(__doc__)
