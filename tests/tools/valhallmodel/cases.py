"""Makes cases: chooses texts and registers, and asks the model what comes out."""
import random

from gcnmodel.floats import F16
from gcnmodel.values import draw, draw_float, related

from .edges import edge_cases
from .machine import run
from .memory import memory_cases
from .operations import OPERATIONS
from .permute import INACTIVE, permute
from .text import LANES

CONSTANTS = [
    0x0, 0xffffffff, 0x7fffffff, 0xfafcfdfe, 0x01000000, 0x80002000, 0x70605030, 0xc0b0a090, 0x03020100, 0x07060504, 0x0b0a0908,
    0x0f0e0d0c, 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c, 0x3f800000, 0x3dcccccd, 0x3ea2f983, 0x3f317218, 0x40490fdb,
    0x477fff00, 0x5c005bf8, 0x2e660000, 0x34000000, 0x38000000, 0x3c000000, 0x40000000, 0x44000000, 0x48000000, 0x42480000,
]
WIDEN = {
    "widen32": ("h0", "h1", "b0", "b1", "b2", "b3"),
    "widen64": ("h0", "h1", "b0", "b1", "b2", "b3", "w0"),
    "widen16": ("h00", "h10", "h11", "b00", "b20", "b02", "b22", "b11", "b31", "b13", "b33", "b01", "b23"),
    "swizzle8": ("b3210", "b0101", "b2323", "b0000", "b1111", "b2222", "b3333", "b2301", "b1032", "b0011", "b2233"),
    "swizzle16": ("h00", "h10", "h11"),
    "single": ("h0", "h1"),
    "lanes": ("b00", "b11", "b22", "b33"),
    "byte": ("b0", "b1", "b2", "b3"),
    "half": ("h0", "h1"),
    "bytes": tuple(f"b{a}{b}" for a in range(4) for b in range(4)),
}
ROUNDS = ("", "rtp", "rtn", "rtz")
TO_INTEGER = ROUNDS + ("rtna",)
CLAMPS = ("", "", "clamp_0_inf", "clamp_m1_1", "clamp_0_1")
CONDITIONS = ("eq", "gt", "ge", "ne", "lt", "le")

# Sources of each operation: how a part of a register is selected, sign modifiers, and the kind of random values.
# A shape is (selector, signs, kind); "" means that nothing can be written after the source.
INT = {"32": ("widen32", "", "u32"), "16": ("widen16", "", "u16"), "u8": ("swizzle8", "", "u32"), "64": ("widen64", "", "u64")}
PLAIN = {"32": ("", "", "u32"), "16": ("", "", "u16"), "8": ("", "", "u32"), "64": ("", "", "u64")}
FLOAT = {"f32": ("single", "na", "f32"), "v2f16": ("swizzle16", "na", "f16")}


def width(form):
    """The shape of a source, by the end of the mnemonic."""
    return next(w for w in ("64", "32", "16", "8") if form.endswith(w))


def integer_shape(form):
    w = width(form)
    return INT["u8" if w == "8" else w]


def plan(name):
    """(sources, lists of alternative modifiers, whether halves of the destination can be selected, file), or None."""
    base, _, form = name.partition(".")
    if base in ("IADD", "ISUB", "IMUL", "HADD"):
        flag = "rhadd" if base == "HADD" else "saturate"
        return [integer_shape(form)] * 2, [("", flag)], "integer"
    if base == "IMULD":
        return [("widen64", "", "u64")] * 2, [], "integer"
    if base == "SHADDX":
        return [PLAIN["64"], ("widen64", "", "u64")], [], "integer"
    if base in ("IADD_IMM",):
        return [PLAIN["16" if "16" in form else "32"]], [], "integer"
    if base.startswith(("LSHIFT_", "RSHIFT_", "LROT_", "RROT_")):
        kind = PLAIN[width(form)][2]
        flags = [("", "not_result")] + ([("", "signed")] if base.startswith("RS") else [])
        return [integer_shape(form), ("lanes", "", "u32"), ("", "!", kind)], flags, "integer"
    if base == "CLZ":
        return [("swizzle16" if form == "v2u16" else "", "", PLAIN[width(form)][2])], [], "integer"
    if base == "IABS":
        shape = ("", "", "u32") if form == "v4s8" else integer_shape(form)
        return [shape], [], "integer"
    if base in ("MOV", "POPCOUNT", "BITREV", "NOT_OLD"):
        return [PLAIN[width(form)]], [], "integer"
    if base == "MUX":
        shape = ("swizzle16", "", "u16") if form == "v2i16" else PLAIN[width(form)]
        modes = ("neg", "int_zero", "bit") + (("fp_zero",) if form == "i32" else ())
        return [shape] * 3, [modes], "integer"
    if name == "MKVEC.v2i8":
        return [("byte!", "", "u32"), ("byte!", "", "u32"), ("", "", "u32")], [], "integer"
    if name == "MKVEC.v2i16":
        return [("swizzle16", "", "u16")] * 2, [], "integer"
    if base == "IDP":
        return [("", "", "u32")] * 3, [("", "saturate")], "integer"
    if base == "ICMP":
        forms = ("i1", "m1") + (() if width(form) == "8" else ("f1",))
        return [integer_shape(form)] * 2 + [("", "", "truth")], [CONDITIONS, forms, ("", "and")], "compare"
    if base == "FCMP":
        return [FLOAT[form]] * 2 + [("", "", "truth")], [CONDITIONS + ("gtlt", "total"), ("i1", "m1", "f1"), ("", "and")], "compare"
    if base == "CSEL":
        kind = form if form == "f32" else "f16" if form == "v2f16" else PLAIN[width(form)][2]
        more = ("gtlt", "total") if "f" in form else ()
        return [("", "", kind)] * 4, [CONDITIONS + more], "compare"
    if base in ("FADD", "FMA", "FMIN", "FMAX"):
        rounds = [ROUNDS] if base in ("FADD", "FMA") else [("", "", "nan_propagate")]
        return [FLOAT[form]] * (3 if base == "FMA" else 2), [CLAMPS] + rounds, "float"
    if base == "FADD_IMM":
        return [("", "", "f32" if form == "f32" else "f16")], [], "float"
    if base == "FROUND":
        return [FLOAT[form]], [TO_INTEGER], "float"
    if base == "V2F32_TO_V2F16":
        return [("", "na", "f32")] * 2, [CLAMPS, ROUNDS], "convert"
    if base == "F16_TO_F32":
        return [("half!", "na", "f16")], [], "convert"
    if base in ("F32_TO_S32", "F32_TO_U32"):
        return [("", "na", "f32")], [TO_INTEGER], "convert"
    if base in ("F16_TO_S32", "F16_TO_U32", "V2F16_TO_V2S16", "V2F16_TO_V2U16"):
        return [FLOAT["v2f16"]], [TO_INTEGER], "convert"
    if base in ("S32_TO_F32", "U32_TO_F32"):
        return [("widen32", "", "u32")], [TO_INTEGER], "convert"
    if base in ("V2S16_TO_V2F16", "V2U16_TO_V2F16"):
        return [("widen16", "", "u16")], [TO_INTEGER], "convert"
    if base[1:3] == "16":
        return [("swizzle16", "", "u16")], [], "convert"
    if base[1:2] == "8":
        return [("byte!", "", "u32")], [], "convert"
    if base.startswith(("V2S8", "V2U8")):
        return [("bytes!", "", "u32")], [], "convert"
    return None


def value(rng, kind, before):
    if kind == "truth":
        return rng.choice((0, 1, 0xffffffff, 0x3f800000, 0x00010001, 0x3c00, 0x10000, 0xffff0000, 0x01ff0001, 0x3c003c00))
    if before and before[-1][0] == kind and rng.random() < 0.4:
        return related(rng, kind, before[-1][1])
    if kind == "f32" and rng.random() < 0.2:
        return draw_float(rng, F16) | draw_float(rng, F16) << 16
    return draw(rng, kind)


def source_text(rng, shape, place):
    picker, signs, _ = shape
    text = place
    if signs == "na":
        text += rng.choice(("", "", ".neg", ".abs", ".neg.abs"))
    required = picker.endswith("!")
    if picker and (required or rng.random() < 0.5):
        text += "." + rng.choice(WIDEN[picker.rstrip("!")])
    if signs == "!" and rng.random() < 0.5:
        text += ".not"
    return text


def case(rng, name, number):
    sources, modifiers, stem = plan(name)
    words = OPERATIONS[name][1]
    taken = set()

    def register(count):
        while True:
            first = rng.randrange(0, 62) & -count
            if not taken & set(range(first, first + count)):
                taken.update(range(first, first + count))
                return first

    destination = register(words)
    texts, kinds, regs = [], [], {}
    uniform = constant = False
    for shape in sources:
        kind = shape[2]
        count = 2 if kind == "u64" else 1
        draws = rng.random()
        if draws < 0.12 and not uniform and not constant:
            uniform, first = True, rng.randrange(0, 126) & -2
            texts.append(source_text(rng, shape, f"u{first}"))
            x = value(rng, kind, [])
            for k in range(count):
                regs[f"u{first + k}"] = hex(x >> 32 * k & 0xffffffff)
            kinds.append(None)
        elif draws < 0.2 and not constant and not uniform:
            constant = True
            texts.append(source_text(rng, shape, f"0x{rng.choice(CONSTANTS):X}"))
            kinds.append(None)
        else:
            first = register(count)
            texts.append(source_text(rng, shape, rng.choice(("", "", "", "^")) + f"r{first}"))
            kinds.append((kind, first, count))
    rows = []
    for _ in range(LANES):
        before = []
        for entry in kinds:
            if entry:
                before.append((entry[0], value(rng, entry[0], before)))
        rows.append([x for _, x in before])
    for column, (kind, first, count) in enumerate(entry for entry in kinds if entry):
        for k in range(count):
            regs[f"r{first + k}"] = [hex(row[column] >> 32 * k & 0xffffffff) for row in rows]
    chosen = [m for m in (rng.choice(options) for options in modifiers) if m]
    text = f"r{destination}"
    if words == 1 and rng.random() < 0.2:
        text += rng.choice((".h0", ".h1"))
    if rng.random() < 0.2 or "." in text:
        for k in range(words):
            regs[f"r{destination + k}"] = [hex(rng.getrandbits(32)) for _ in range(LANES)]
    if rng.random() < 0.15:
        regs["exec"] = hex(rng.getrandbits(16))
    asm = ".".join([name] + chosen) + " " + ", ".join([text] + texts)
    if name.startswith("SHADDX"):
        asm += f", shift:0x{rng.randrange(8):x}"
    if "_IMM" in name:
        kind = sources[0][2]
        asm += f", #0x{draw(rng, kind):X}"
    made = {"id": f"valhall/{name}/{number}", "target": "valhall", "asm": asm, "regs": regs}
    out = run(asm, regs)
    made["expect"] = {k: [hex(x) for x in v] for k, v in out.items()}
    if stem in ("float", "convert") and name.split("_TO_")[-1].split(".")[0] not in ("S32", "U32", "V2S16", "V2U16"):
        halves = "f16" in name.lower() and not name.endswith("_TO_F32")
        made["nan"] = "f16x2" if halves else "f32"
    return stem, made


def permutations(rng):
    for form in permute.SIZES[:6]:
        for number in range(6):
            size = rng.choice(("", "subgroup2", "subgroup4", "subgroup8"))
            operation = rng.choice(("", "xor"))
            inactive = rng.choice(list(INACTIVE))
            part = rng.choice(("b0", "b1", "b2", "b3")) if form[0] != "v" else ""
            lanes = [rng.randrange(int(size[8:] or 16)) for _ in range(LANES)]
            spread = 0x01010101 if form[:2] in ("v4",) or form[0] != "v" else 0x00010001
            asm = ".".join(m for m in ("CLPER", form, size, operation, inactive) if m)
            asm += f" r7, r20, r33{'.' + part if part else ''}"
            regs = {"r20": [hex(rng.getrandbits(32)) for _ in range(LANES)], "r33": [hex(n * spread) for n in lanes],
                    "r7": [hex(rng.getrandbits(32)) for _ in range(LANES)]}
            if number % 2:
                regs["exec"] = hex(rng.getrandbits(16) | 1)
            out = run(asm, regs)
            yield {"id": f"valhall/CLPER.{form}/{number}", "target": "valhall", "asm": asm, "regs": regs,
                   "expect": {k: [hex(x) for x in v] for k, v in out.items()}}


def all_cases():
    rng = random.Random(20260731)
    files = {"integer": [], "compare": [], "float": [], "convert": [], "permute": list(permutations(rng)),
             "memory": memory_cases(), "edges": edge_cases()}
    for name in OPERATIONS:
        if plan(name) is None:
            continue
        sources, modifiers, _ = plan(name)
        count = 6
        for options in modifiers:
            count = max(count, 2 * len(options))
        for number in range(count):
            stem, made = case(rng, name, number)
            files[stem].append(made)
    return files


