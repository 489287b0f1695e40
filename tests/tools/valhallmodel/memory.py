"""Loads, stores, atomic operations and branches: their effects on registers, memory and the pc of each lane."""
import random

from .operations import signed
from .sources import extend
from .text import LANES, read

OPERATIONS = {
    "aaddu": lambda a, b, n: a + b % (1 << 32), "aadds": lambda a, b, n: a + signed(b % (1 << 32), 32),
    "aadd": lambda a, b, n: a + b, "asmin": lambda a, b, n: min(signed(a, n), signed(b, n)),
    "asmax": lambda a, b, n: max(signed(a, n), signed(b, n)), "aumin": lambda a, b, n: min(a, b),
    "aumax": lambda a, b, n: max(a, b), "aand": lambda a, b, n: a & b, "aor": lambda a, b, n: a | b,
    "axor": lambda a, b, n: a ^ b, "axchg": lambda a, b, n: b,
}
WITH_ONE = {
    "ainc": lambda a, n: a + 1, "adec": lambda a, n: a - 1, "aumax1": lambda a, n: max(a, 1),
    "asmax1": lambda a, n: max(signed(a, n), 1), "aor1": lambda a, n: a | 1,
}


class State:
    """Registers as lists of lanes, and memory as one piece of bytes."""

    def __init__(self, regs, base, data):
        self.regs, self.base, self.data = regs, base, bytearray(data)
        self.active = [lane for lane in range(LANES) if read(regs, "exec", 0) >> lane & 1] if "exec" in regs else range(LANES)
        self.written = {}

    def get(self, name, lane):
        return self.written[name][lane] if name in self.written else read(self.regs, name, lane)

    def put(self, name, lane, value):
        if name not in self.written:
            self.written[name] = [read(self.regs, name, n) for n in range(LANES)]
        self.written[name][lane] = value & 0xffffffff

    def number(self, first, count, lane):
        return sum(self.get(f"r{first + k}", lane) << 32 * k for k in range(count))

    def put_number(self, first, count, lane, value):
        for k in range(count):
            self.put(f"r{first + k}", lane, value >> 32 * k)

    def load(self, address, count):
        at = address - self.base
        assert 0 <= at and at + count <= len(self.data)
        return int.from_bytes(self.data[at:at + count], "little")

    def store(self, address, count, value):
        at = address - self.base
        assert 0 <= at and at + count <= len(self.data)
        self.data[at:at + count] = (value % (1 << 8 * count)).to_bytes(count, "little")


def load(state, lane, bits, place, unsigned, to, address):
    value = state.load(address, bits // 8)
    wide = value if unsigned else extend(value, bits, True)
    old = state.get(f"r{to}", lane)
    if place[:1] == "b":
        n = 8 * int(place[1])
        state.put(f"r{to}", lane, old & ~(0xff << n) | value << n)
    elif place[:1] == "h":
        n = 16 * int(place[1])
        state.put(f"r{to}", lane, old & ~(0xffff << n) | (wide & 0xffff) << n)
    elif place == "w0":
        state.put(f"r{to}", lane, wide)
    elif place == "d0":
        state.put_number(to, 2, lane, wide)
    else:
        state.put_number(to, (bits + 31) // 32, lane, wide if bits % 32 else value)


def registers(count, first):
    return "@" + ":".join(f"r{first + k}" for k in range(count))


def memory_cases():
    rng = random.Random(98)
    made = []
    for bits in (8, 16, 24, 32, 48, 64, 96, 128):
        places = {8: ("b0", "b1", "b2", "b3", "h0", "h1", "w0", "d0"), 16: ("h0", "h1", "w0", "d0"), 32: ("w0", "d0")}.get(bits, ("",))
        for place in places:
            for unsigned in (False, True):
                made.append(one_load(rng, bits, place, unsigned))
        for _ in range(2):
            made.append(one_store(rng, bits))
    for bits in (32, 64):
        for name in OPERATIONS:
            made.append(one_atomic(rng, bits, "ATOM", name, False))
            made.append(one_atomic(rng, bits, "ATOM_RETURN", name, False))
        made.append(one_atomic(rng, bits, "ATOM_RETURN", "axchg", True))
        for name in WITH_ONE:
            for result in (False, True):
                made.append(one_atomic_with_one(rng, bits, name, result))
    return made + [one_branch(rng) for _ in range(12)]


def frame(rng, spread):
    """Addresses in r10 and r11, one per lane or a few shared ones, and the memory around them."""
    base = rng.choice((0x1000, 0x7_fffff000, 0x20_0000_0000))
    data = bytes(rng.choice((0, 1, 0x7f, 0x80, 0xff, rng.randrange(256))) for _ in range(320))
    places = [base + 32 + 8 * (lane if spread else rng.randrange(4)) for lane in range(LANES)]
    regs = {}
    if rng.random() < 0.3:
        regs["exec"] = hex(rng.getrandbits(16))
    return base, data, places, regs


def finish(kind, number, asm, regs, state, base, before):
    case = {"id": f"valhall/{kind}/{number}", "target": "valhall", "asm": asm, "regs": regs,
            "mem": [{"addr": hex(base), "bytes": before.hex()}],
            "expect": {name: [hex(x) for x in lanes] for name, lanes in sorted(state.written.items())}}
    case["expect_mem"] = [{"addr": hex(base), "bytes": state.data.hex()}] if state.touched else []
    return case


def addresses(regs, places, offset):
    regs["r10"] = [hex(p - offset & 0xffffffff) for p in places]
    regs["r11"] = [hex(p - offset >> 32) for p in places]


def words(rng, regs, first, count):
    for k in range(count):
        regs[f"r{first + k}"] = [hex(rng.choice((rng.getrandbits(32), 0, 1, 0x80000000, 0xffffffff))) for _ in range(LANES)]


def untouched(state, first, count):
    """Adds registers that are reported although no active lane wrote them."""
    for k in range(count):
        state.written.setdefault(f"r{first + k}", [read(state.regs, f"r{first + k}", n) for n in range(LANES)])


def one_load(rng, bits, place, unsigned):
    base, data, places, regs = frame(rng, True)
    offset = rng.choice((0, 4, -8, 24))
    addresses(regs, places, offset)
    count = 2 if place == "d0" else (bits + 31) // 32
    words(rng, regs, 20, count)
    default = {8: "b0", 16: "h0", 32: "w0"}.get(bits, "")
    modifiers = ([place] if place not in ("", default) else []) + (["unsigned"] if unsigned else [])
    asm = ".".join([f"LOAD.i{bits}"] + modifiers + ["slot0"]) + f" {registers(count, 20)}, r10, offset:{offset}"
    state = State(regs, base, data)
    for lane in state.active:
        load(state, lane, bits, place, unsigned, 20, places[lane])
    untouched(state, 20, count)
    state.touched = False
    return finish(f"LOAD.i{bits}", f"{place}{'u' if unsigned else 's'}", asm, regs, state, base, data)


def one_store(rng, bits):
    base, data, places, regs = frame(rng, True)
    places = [base + 16 + 16 * lane for lane in range(LANES)]
    offset = rng.choice((0, 4, -8))
    addresses(regs, places, offset)
    count = (bits + 31) // 32
    words(rng, regs, 20, count)
    asm = f"STORE.i{bits}.slot1 {registers(count, 20)}, r10, offset:{offset}"
    state = State(regs, base, data)
    for lane in state.active:
        state.store(places[lane], bits // 8, state.number(20, count, lane))
    state.touched = bool(list(state.active))
    return finish(f"STORE.i{bits}", rng.randrange(1000), asm, regs, state, base, data)


def one_atomic(rng, bits, kind, name, compare):
    base, data, places, regs = frame(rng, rng.random() < 0.5)
    offset = rng.choice((0, 8, 16))
    addresses(regs, places, offset)
    n = bits // 32
    count = 2 * n if compare else 1 if name in ("aaddu", "aadds") else n
    words(rng, regs, 20, count)
    state = State(regs, base, data)
    if compare:
        for lane in range(LANES):
            if rng.random() < 0.6:
                now = state.load(places[lane], bits // 8)
                for k in range(n):
                    regs[f"r{20 + n + k}"][lane] = hex(now >> 32 * k & 0xffffffff)
    to = f"{registers(n, 30)}, " if kind == "ATOM_RETURN" else ""
    if to:
        words(rng, regs, 30, n)
    asm = ".".join([f"{kind}.i{bits}", "slot0"] + (["compare"] if compare else []) + [name])
    asm += f" {to}{registers(count, 20)}, r10, offset:{offset:#x}"
    for lane in state.active:
        old = state.load(places[lane], bits // 8)
        value = state.number(20, n, lane)
        if not compare or old == state.number(20 + n, n, lane):
            state.store(places[lane], bits // 8, OPERATIONS[name](old, value, bits))
            state.touched = True
        if to:
            state.put_number(30, n, lane, old)
    if to:
        untouched(state, 30, n)
    state.touched = getattr(state, "touched", False)
    return finish(f"{kind}.i{bits}", name + ("-compare" if compare else ""), asm, regs, state, base, data)


def one_atomic_with_one(rng, bits, name, result):
    base, data, places, regs = frame(rng, rng.random() < 0.5)
    addresses(regs, places, 8)
    n = bits // 32
    asm = f"ATOM1_RETURN.i{bits}.slot2.{name} {registers(n, 30) if result else '@'}, r10, offset:0x8"
    if result:
        words(rng, regs, 30, n)
    state = State(regs, base, data)
    for lane in state.active:
        old = state.load(places[lane], bits // 8)
        state.store(places[lane], bits // 8, WITH_ONE[name](old, bits))
        if result:
            state.put_number(30, n, lane, old)
    if result:
        untouched(state, 30, n)
    state.touched = bool(list(state.active))
    return finish(f"ATOM1_RETURN.i{bits}", name + ("" if result else "-none"), asm, regs, state, base, data)


def one_branch(rng):
    part = rng.choice(("", "", "h0", "h1"))
    zero = rng.random() < 0.5
    distance = rng.choice((0, 1, 5, -1, -7, 1000, -(1 << 26), (1 << 26) - 1))
    pcs = [0x1_0000_0000 + 8 * rng.randrange(1 << 20) for _ in range(LANES)]
    values = [rng.choice((0, 1, 0x10000, 0x80000000, 0xffff, 0xffff0000, rng.getrandbits(32))) for _ in range(LANES)]
    regs = {"r3": [hex(v) for v in values], "pc": [hex(p) for p in pcs]}
    asm = f"BRANCHZ{'.eq' if zero else ''} r3{'.' + part if part else ''}, offset:{distance}"
    out = []
    for value, pc in zip(values, pcs):
        looked = {"": value, "h0": value & 0xffff, "h1": value >> 16}[part]
        out.append(pc + 8 * distance if (looked == 0) == zero else pc)
    return {"id": f"valhall/BRANCHZ/{rng.randrange(1 << 30)}", "target": "valhall", "asm": asm, "regs": regs,
            "expect": {"pc": [hex(x % (1 << 64)) for x in out]}}


