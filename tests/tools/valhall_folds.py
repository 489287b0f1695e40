#!/usr/bin/env python3
"""A second, independent model of Valhall's exact arithmetic, and the cases made from it.

    valhall_folds.py ISATOPE          compare `isatope exec --json` with the model
    valhall_folds.py ISATOPE FILE     the same, and write the cases to FILE

It works on single elements, as the constant folding of Mesa's compiler does that is compared with the hardware, and shares no code
with `valhallmodel`. Floats are those of Python's `struct`, with exact fractions where it matters how a result is rounded.
Everything random comes from a fixed seed. Needs Python 3.10.
"""
import json
import math
import random
import struct
import subprocess
import sys
from fractions import Fraction

LANES = 16
rng = random.Random(20)
WORDS = [0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x10001, 0x7fffffff, 0x80000000, 0xffffffff, 0x80808080, 0x7f7f7f7f,
         0x80008000, 0x7fff7fff, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000, 0x7f800001, 0x00800000,
         0x80000001, 0x007fffff, 0x3c003c00, 0x7c00fc00, 0x7e00fe00, 0x00018001, 0x03ff0400, 0x7bfffbff, 0x4b000001, 0xcb000001,
         0x4f000000, 0xcf000000, 0x4f800000, 0x3f000000, 0xbf000000, 0x3fc00000, 0x40200000, 0xc0200000, 0x477fe000, 0x477ff000]


def random_word():
    return rng.choice(WORDS) if rng.random() < 0.5 else rng.getrandbits(32)


def signed(x, bits):
    return x - (1 << bits) if x >> (bits - 1) else x


def clip(x, bits, sign):
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if sign else (0, (1 << bits) - 1)
    return max(low, min(high, x))


def split(x, bits):
    return [x >> bits * i & ((1 << bits) - 1) for i in range(32 // bits)] if bits < 32 else [x]


def join(values, bits):
    return sum((v & ((1 << bits) - 1)) << bits * i for i, v in enumerate(values))


def as_float(x, bits):
    return struct.unpack("<e", struct.pack("<H", x))[0] if bits == 16 else struct.unpack("<f", struct.pack("<I", x))[0]


def compare(op, a, b):
    return {"eq": a == b, "gt": a > b, "ge": a >= b, "ne": a != b, "lt": a < b, "le": a <= b, "gtlt": a < b or a > b}[op]


def float_compare(op, x, y, bits):
    if op == "total":
        # Order of the bit patterns when negative numbers are reversed.
        place = lambda v: (1 << bits) - 1 - v if v >> (bits - 1) else v + (1 << bits - 1)
        return place(x) < place(y)
    return compare(op, as_float(x, bits), as_float(y, bits))


RESULTS = {"i1": lambda bits: 1, "f1": lambda bits: 0x3c00 if bits == 16 else 0x3f800000, "m1": lambda bits: (1 << bits) - 1}


# Swizzles of the first source: the bytes that an element consists of, and how they are extended.
def widened(x, name, bits, sign):
    extend = lambda v, width: signed(v, width) if sign else v
    if not name:
        return [extend(v, bits) for v in split(x, bits)]
    if bits == 32:
        width = 8 if name[0] == "b" else 16
        return [extend(x >> width * int(name[1]) & ((1 << width) - 1), width)]
    width = 8 if name[0] == "b" else 16
    return [extend(x >> width * int(d) & ((1 << width) - 1), width) for d in name[1:]]


WIDENS = {32: ["", "h0", "h1", "b0", "b1", "b2", "b3"], 16: ["", "h00", "h10", "h11", "b00", "b02", "b20", "b22", "b13", "b31", "b01", "b23"],
          8: [""]}


def arithmetic():
    functions = {"IADD": lambda a, b: a + b, "ISUB": lambda a, b: a - b, "IMUL": lambda a, b: a * b}
    for name, function in functions.items():
        for form, bits, sign in [("u32", 32, False), ("s32", 32, True), ("v2u16", 16, False), ("v2s16", 16, True), ("v4u8", 8, False),
                                 ("v4s8", 8, True)]:
            if name == "IMUL" and not sign:
                form = form.replace("u", "i")
                saturations = [""]
            else:
                saturations = ["", ".saturate"]
            for widen in WIDENS[bits]:
                for saturation in saturations:
                    def run(a, b, c, widen=widen, saturation=saturation, bits=bits, sign=sign, function=function):
                        xs = widened(a, widen, bits, sign)
                        ys = widened(b, "", bits, sign)
                        zs = [function(x, y) for x, y in zip(xs, ys)]
                        return join([clip(z, bits, sign) if saturation else z for z in zs], bits)
                    yield f"{name}.{form}{saturation}", [f"r1{'.' + widen if widen else ''}", "r2"], run
    for form, bits, sign in [("u32", 32, False), ("s32", 32, True), ("v2u16", 16, False), ("v2s16", 16, True), ("v4s8", 8, True)]:
        for up in ["", ".rhadd"]:
            yield f"HADD.{form}{up}", ["r1", "r2"], lambda a, b, c, bits=bits, sign=sign, up=up: join(
                [math.ceil(Fraction(x + y, 2)) if up else math.floor(Fraction(x + y, 2))
                 for x, y in zip(widened(a, "", bits, sign), widened(b, "", bits, sign))], bits)


def comparisons():
    for form, bits, sign in [("u32", 32, False), ("s32", 32, True), ("v2u16", 16, False), ("v2s16", 16, True)]:
        for op in ["eq", "gt", "ge", "ne", "lt", "le"]:
            def holds(a, b, op=op, bits=bits, sign=sign):
                return [compare(op, x, y) for x, y in zip(widened(a, "", bits, sign), widened(b, "", bits, sign))]
            yield from joined("ICMP", form, op, bits, holds)
            yield selected(form, op, bits, holds)
    for form, bits in [("f32", 32), ("v2f16", 16)]:
        for op in ["eq", "gt", "ge", "ne", "lt", "le", "gtlt", "total"]:
            def holds(a, b, op=op, bits=bits):
                return [float_compare(op, x, y, bits) for x, y in zip(split(a, bits), split(b, bits))]
            yield from joined("FCMP", form, op, bits, holds)
            yield selected(form, op, bits, holds)


def joined(name, form, op, bits, holds):
    for result in RESULTS:
        for both in ["", ".and"]:
            def run(a, b, c, result=result, both=both):
                earlier = [v != 0 for v in split(c, bits)]
                truth = [h and e if both else h or e for h, e in zip(holds(a, b), earlier)]
                return join([RESULTS[result](bits) if t else 0 for t in truth], bits)
            yield f"{name}.{form}.{op}.{result}{both}", ["r1", "r2", "r3"], run


def selected(form, op, bits, holds):
    def run(a, b, c):
        return join([x if h else y for h, x, y in zip(holds(a, b), split(c, bits), split(a, bits))], bits)
    return f"CSEL.{form}.{op}", ["r1", "r2", "r3", "r1"], run


def shifts():
    logic = {"AND": lambda x, y: x & y, "OR": lambda x, y: x | y, "XOR": lambda x, y: x ^ y}
    # The byte of the distance that each element uses.
    lanes = {32: {"b00": [0], "b22": [2], "b33": [3]}, 16: {"b02": [0, 2], "b11": [1, 1], "b01": [0, 1], "b23": [2, 3]},
             8: {"b11": [1] * 4, "b33": [3] * 4}}
    for form, bits in [("i32", 32), ("v2i16", 16), ("v4i8", 8)]:
        for word, join_with in logic.items():
            for kind in ["LSHIFT", "RSHIFT", "RSHIFT.signed"]:
                for lane, which in lanes[bits].items():
                    for complement in ["", ".not"]:
                        for inverted in ["", ".not_result"]:
                            def run(a, b, c, **k):
                                return shift(a, b, c, **k)
                            name = kind.split(".")[0] + f"_{word}.{form}" + (".signed" if "." in kind else "") + inverted
                            yield name, ["r1", f"r2.{lane}", f"r3{complement}"], (
                                lambda a, b, c, k=(kind, which, bits, join_with, complement, inverted): shift(a, b, c, *k))


def shift(a, b, c, kind, which, bits, join_with, complement, inverted):
    out = []
    for x, byte, y in zip(split(a, bits), which, split(c, bits)):
        distance = (b >> 8 * byte & 0xff) & (bits - 1)
        if kind == "LSHIFT":
            z = x << distance
        else:
            z = (signed(x, bits) if kind.endswith("signed") else x) >> distance
        z = join_with(z, ~y if complement else y)
        out.append(~z if inverted else z)
    return join(out, bits)


def bits_and_choices():
    for form, bits in [("i32", 32), ("v2i16", 16), ("v4i8", 8)]:
        tests = {"neg": lambda m, bits=bits: m >> (bits - 1), "int_zero": lambda m: m == 0}
        if bits == 32:
            tests["fp_zero"] = lambda m: as_float(m, 32) == 0
        for mode, test in tests.items():
            yield f"MUX.{form}.{mode}", ["r1", "r2", "r3"], lambda a, b, c, bits=bits, test=test: join(
                [x if test(m) else y for x, y, m in zip(split(a, bits), split(b, bits), split(c, bits))], bits)
        yield f"MUX.{form}.bit", ["r1", "r2", "r3"], lambda a, b, c: (a & c) | (b & ~c & 0xffffffff)
    for form, bits in [("u32", 32), ("v4u8", 8)]:
        yield f"CLZ.{form}", ["r1"], lambda a, b, c, bits=bits: join([f"{x:0{bits}b}1".index("1") for x in split(a, bits)], bits)
    yield "POPCOUNT.i32", ["r1"], lambda a, b, c: f"{a:b}".count("1")
    yield "BITREV.i32", ["r1"], lambda a, b, c: sum((a >> i & 1) << 31 - i for i in range(32))
    for form, bits in [("s32", 32), ("v2s16", 16), ("v4s8", 8)]:
        yield f"IABS.{form}", ["r1"], lambda a, b, c, bits=bits: join([abs(signed(x, bits)) for x in split(a, bits)], bits)
    for form, sign in [("v4u8", False), ("v4s8", True)]:
        yield f"IDP.{form}", ["r1", "r2", "r3"], lambda a, b, c, sign=sign: sum(
            x * y for x, y in zip(widened(a, "", 8, sign), widened(b, "", 8, sign))) + c & 0xffffffff


ROUNDS = {"": round, ".rtp": math.ceil, ".rtn": math.floor, ".rtz": math.trunc}


def to_integer(x, bits, wide, sign, mode):
    value = as_float(x, bits)
    if math.isnan(value):
        return 0
    if math.isinf(value):
        return clip(1 << 40 if value > 0 else -1 << 40, wide, sign)
    return clip(ROUNDS[mode](Fraction(value)), wide, sign)


def nearest(value, mode, digits, least):
    """A fraction rounded to `digits` digits, in units of at least 2^least."""
    if value == 0:
        return Fraction(0)
    exponent = 0
    while abs(value) >= Fraction(2) ** exponent:
        exponent += 1
    while abs(value) < Fraction(2) ** (exponent - 1):
        exponent -= 1
    unit = Fraction(2) ** max(exponent - digits, least)
    return ROUNDS[mode](value / unit) * unit


def conversions():
    for mode in ROUNDS:
        for name, sign in [("S32", True), ("U32", False)]:
            yield f"F32_TO_{name}{mode}", ["r1"], lambda a, b, c, sign=sign, mode=mode: to_integer(a, 32, 32, sign, mode) & 0xffffffff
            yield f"{name}_TO_F32{mode}", ["r1"], lambda a, b, c, sign=sign, mode=mode: struct.unpack("<I", struct.pack(
                "<f", float(nearest(Fraction(signed(a, 32) if sign else a), mode, 24, -200))))[0]
            yield f"F16_TO_{name}{mode}", ["r1.h10"], lambda a, b, c, sign=sign, mode=mode: (
                to_integer(a >> 16, 16, 32, sign, mode) & 0xffffffff)
        for name, sign in [("S16", True), ("U16", False)]:
            yield f"V2F16_TO_V2{name}{mode}", ["r1"], lambda a, b, c, sign=sign, mode=mode: join(
                [to_integer(x, 16, 16, sign, mode) for x in split(a, 16)], 16)
    for name, bits, sign in [("S16", 16, True), ("U16", 16, False), ("S8", 8, True), ("U8", 8, False)]:
        lane = "h11" if bits == 16 else "b2"
        low = 16
        yield f"{name}_TO_{name[0]}32", [f"r1.{lane}"], lambda a, b, c, bits=bits, sign=sign: (
            signed(split(a, bits)[low // bits], bits) if sign else split(a, bits)[low // bits]) & 0xffffffff


# Digits, exponent of the smallest unit, and largest number.
SHAPES = {32: (24, -149, Fraction(2) ** 128 - Fraction(2) ** 104), 16: (11, -24, Fraction(65504))}


def float_bits(value, negative, mode, bits):
    """A fraction as a float; `negative` is the sign of a zero."""
    digits, least, largest = SHAPES[bits]
    rounded = nearest(value, mode, digits, least)
    if abs(rounded) > largest:
        away = {"": True, ".rtz": False, ".rtp": rounded > 0, ".rtn": rounded < 0}[mode]
        number = math.inf if away else float(largest)
    else:
        number = float(abs(rounded))
    sign = value < 0 or (value == 0 and negative)
    code = ("<H", "<e") if bits == 16 else ("<I", "<f")
    return struct.unpack(code[0], struct.pack(code[1], abs(number)))[0] | sign << bits - 1


def is_special(x, bits):
    return not math.isfinite(as_float(x, bits))


def modified(x, word, bits):
    """Applies `.neg` and `.abs` to a source."""
    x = x & (1 << bits - 1) - 1 if ".abs" in word else x
    return x ^ 1 << bits - 1 if ".neg" in word else x


CLAMPS = {"": (None, None), ".clamp_0_inf": (0, None), ".clamp_m1_1": (-1, 1), ".clamp_0_1": (0, 1)}


def clamped(x, word, bits):
    low, high = CLAMPS[word]
    value = as_float(x, bits)
    if low is not None and (value < low or value == low == 0):
        return float_bits(Fraction(low), False, "", bits)
    return float_bits(Fraction(high), False, "", bits) if high is not None and value > high else x


def exact_sum(terms, mode, bits):
    """The sum of products, rounded once. A zero is negative if all terms are negative zeros, or when rounding down."""
    total, signs = Fraction(0), set()
    for factors in terms:
        product, sign = Fraction(1), 0
        for x in factors:
            product *= Fraction(as_float(x, bits))
            sign ^= x >> bits - 1
        total += product
        signs.add(sign)
    return float_bits(total, signs == {1} or (len(signs) == 2 and mode == ".rtn"), mode, bits)


def finite(words, bits):
    """Whether no element of the words is infinite or NaN."""
    return all(not is_special(x, bits) for w in words for x in split(w, bits))


def floats():
    signs = [("", ".neg", ".abs"), (".neg.abs", "", ".neg")]
    for form, bits in [("f32", 32), ("v2f16", 16)]:
        for mode in ROUNDS:
            for clamp in CLAMPS:
                for m in signs:
                    yield f"FADD.{form}{mode}{clamp}", [f"r1{m[0]}", f"r2{m[1]}"], lambda a, b, c, k=(form, bits, mode, clamp, m): each(
                        k[1], [(a, k[4][0]), (b, k[4][1])], lambda x, y: clamped(exact_sum([[x], [y]], k[2], k[1]), k[3], k[1]))
                    yield f"FMA.{form}{mode}{clamp}", [f"r1{m[0]}", f"r2{m[1]}", f"r3{m[2].replace('.abs', '')}"], (
                        lambda a, b, c, k=(form, bits, mode, clamp, m): each(
                            k[1], [(a, k[4][0]), (b, k[4][1]), (c, k[4][2].replace(".abs", ""))],
                            lambda x, y, z: clamped(exact_sum([[x, y], [z]], k[2], k[1]), k[3], k[1])))
            yield f"FROUND.{form}{mode}", ["r1"], lambda a, b, c, bits=bits, mode=mode: each(
                bits, [(a, "")], lambda x: float_bits(Fraction(ROUNDS[mode](Fraction(as_float(x, bits)))), x >> bits - 1, "", bits))
        for name, first in [("FMIN", min), ("FMAX", max)]:
            for clamp in CLAMPS:
                # -0 is smaller than +0.
                yield f"{name}.{form}{clamp}", ["r1", "r2"], lambda a, b, c, bits=bits, first=first, clamp=clamp: each(
                    bits, [(a, ""), (b, "")], lambda x, y: clamped(
                        first((x, y), key=lambda v: (as_float(v, bits), -(v >> bits - 1))), clamp, bits))
    for mode in ROUNDS:
        yield f"V2F32_TO_V2F16{mode}", ["r1", "r2.neg"], lambda a, b, c, mode=mode: join(
            [float_bits(Fraction(as_float(x, 32)), x >> 31, mode, 16) for x in (a, modified(b, ".neg", 32))], 16)
        yield f"LDEXP.f32{mode}", ["r1", "r2"], lambda a, b, c, mode=mode: float_bits(
            Fraction(as_float(a, 32)) * Fraction(2) ** clip(signed(b, 32), 10, True), a >> 31, mode, 32)
    yield "F16_TO_F32", ["r1.h1"], lambda a, b, c: float_bits(Fraction(as_float(a >> 16, 16)), a >> 31, "", 32)


def each(bits, sources, function):
    columns = [[modified(x, word, bits) for x in split(a, bits)] for a, word in sources]
    return join([function(*row) for row in zip(*columns)], bits)


def numbers(name, lanes):
    """Registers that contain only numbers. NaN is tested elsewhere."""
    bits = 16 if ".v2f16" in name or name.startswith("F16") else 32
    words = []
    while len(words) < lanes:
        word = random_word()
        if finite([word], bits):
            words.append(word)
    return words


FLOATS = ("FADD", "FMA", "FMIN", "FMAX", "FROUND", "V2F32", "LDEXP", "F16_TO_F32")


def cases():
    for source in [arithmetic, comparisons, shifts, bits_and_choices, conversions, floats]:
        for name, sources, function in source():
            regs = {f"r{i}": [random_word() for _ in range(LANES)] for i in (1, 2, 3)}
            if name.startswith(FLOATS):
                regs = {register: numbers(name, LANES) for register in regs}
                # Values close to the other addend, or that cancel it.
                regs["r2"] = [rng.choice([b, b, a, a ^ 0x80000000, a ^ 1]) for a, b in zip(regs["r1"], regs["r2"])]
                regs["r2"] = [b if finite([b], 16 if "v2f16" in name else 32) else 0 for b in regs["r2"]]
            if name.startswith("LDEXP"):
                regs["r2"] = [rng.choice([0, 1, 23, 127, 300, -1, -24, -127, -150, -300]) & 0xffffffff for _ in range(LANES)]
            if "CMP" in name:
                regs["r3"] = [rng.choice([0, 1, 0x10000, 0x10001]) for _ in range(LANES)]
                # Equal random numbers are rare, so some are made equal.
                regs["r2"] = [rng.choice([a, b]) for a, b in zip(regs["r1"], regs["r2"])]
            used = {s.split(".")[0] for s in sources}
            expect = [function(a, b, c) & 0xffffffff for a, b, c in zip(*regs.values())]
            yield {"id": f"valhall-folds/{name}", "target": "valhall", "asm": f"{name} r8, " + ", ".join(sources),
                   "regs": {r: [hex(v) for v in values] for r, values in regs.items() if r in used},
                   "expect": {"r8": [hex(v) for v in expect]}}


def main():
    made = list(cases())
    text = "".join(json.dumps({k: v for k, v in case.items() if k != "expect"}) + "\n" for case in made)
    answers = subprocess.run([sys.argv[1], "exec", "--json"], input=text, capture_output=True, text=True, check=False).stdout.splitlines()
    wrong = 0
    for case, answer in zip(made, answers, strict=True):
        got = json.loads(answer).get("regs", {}).get("r8")
        want = [int(v, 16) for v in case["expect"]["r8"]]
        if got is None or [int(v, 16) for v in got] != want:
            wrong += 1
            print(case["asm"], answer[:200] if got is None else "")
            for i, (g, w) in enumerate(zip(got or [], want)):
                if int(g, 16) != w:
                    print("   ", {r: v[i] for r, v in case["regs"].items()}, "got", g, "want", hex(w))
                    break
    print(f"{len(made)} cases, {wrong} differ")
    if len(sys.argv) > 2:
        with open(sys.argv[2], "w", encoding="utf-8") as file:
            file.write("".join(json.dumps(case, separators=(",", ":")) + "\n" for case in made))
    return wrong != 0


sys.exit(main())
