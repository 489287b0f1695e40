"""Cases of the edges: special floats, ties, the ends of integers, every widening and swizzle, every distance."""

from .machine import run
from .permute import INACTIVE, permute
from .text import LANES

SINGLES = [0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x3fc00000, 0xbfc00000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001,
           0x7f800001, 0x00000001, 0x80000001, 0x3f000000, 0x40200000, 0x7f7fffff]
HALVES = [0x0000, 0x8000, 0x3c00, 0xbc00, 0x3e00, 0xbe00, 0x7c00, 0xfc00, 0x7e00, 0xfe01, 0x7c01, 0x0001, 0x8001, 0x3800, 0x4100, 0x7bff]
PAIRS = [a | HALVES[-1 - i] << 16 for i, a in enumerate(HALVES)]
WORDS = [0x00000000, 0x00000001, 0x7fffffff, 0x80000000, 0xffffffff, 0x80008000, 0x7fff7fff, 0x80808080, 0x7f7f7f7f, 0x00ff00ff,
         0xff00ff00, 0x0001ffff, 0xfffe8001, 0x01028384, 0xfdfcfb7a, 0x12345678]
# Values that are not exact halves: ties of 16-bit floats, and their neighbours.
TIES = [0x3f801000, 0x3f803000, 0x3f801001, 0x3f800fff, 0xbf801000, 0xbf803000, 0x33000000, 0x33000001, 0xb3000000, 0x33800000, 0x477fefff,
        0x477ff000, 0xc77ff000, 0x47800000, 0x38801000, 0x387fe000]
NEAR = [0x3f000000, 0xbf000000, 0x3fc00000, 0xbfc00000, 0x40200000, 0xc0200000, 0x4effffff, 0x4f000000, 0x4f7fffff, 0x4f800000, 0xcf000000,
        0xcf000001, 0x7fc00000, 0x7f800000, 0xff800000, 0x3effffff]
CLAMPS = ("clamp_0_inf", "clamp_m1_1", "clamp_0_1")
ROUNDS = ("rte", "rtp", "rtn", "rtz")
WIDEN = {
    "32": ("", "h0", "h1", "b0", "b1", "b2", "b3"),
    "64": ("", "h0", "h1", "b0", "b1", "b2", "b3", "w0"),
    "16": ("h00", "h10", "h01", "h11", "b00", "b20", "b02", "b22", "b11", "b31", "b13", "b33", "b01", "b23"),
    "8": ("b0123", "b3210", "b0101", "b2323", "b0000", "b1111", "b2222", "b3333", "b2301", "b1032", "b0011", "b2233"),
}


class Maker:
    """Collects cases, and counts those of each name."""
    def __init__(self):
        self.cases = []

    def add(self, asm, columns, nan=None, **regs):
        """A case whose sources are r10, r12, r14 …, with a column of lanes each (two words where a number has 64 bits)."""
        for i, column in enumerate(columns):
            words = 2 if any(x >> 32 for x in column) else 1
            for k in range(words):
                regs[f"r{10 + 2 * i + k}"] = [hex(x >> 32 * k & 0xffffffff) for x in column]
        made = {"id": f"valhall/edges/{len(self.cases)}", "target": "valhall", "asm": asm, "regs": regs}
        out = run(asm, regs)
        made["expect"] = {k: [hex(x) for x in v] for k, v in out.items()}
        if nan:
            made["nan"] = nan
        self.cases.append(made)


def rotated(column, by):
    return column[by:] + column[:by]


def dotted(name, *parts):
    return ".".join([name, *(p for p in parts if p)])


def floats(make):
    for form, column, nan in (("f32", SINGLES, "f32"), ("v2f16", PAIRS, "f16x2")):
        for modifier in CLAMPS:
            # A sum with -0 is the number itself, and so is a product with 1 minus 0.
            minus_zero = [0x80000000 if form == "f32" else 0x80008000] * LANES
            one = [0x3f800000 if form == "f32" else 0x3c003c00] * LANES
            make.add(f"FADD.{form}.{modifier} r1, r10, r12", [column, minus_zero], nan)
            make.add(f"FMA.{form}.{modifier} r1, r10, r12, r14", [column, one, minus_zero], nan)
            for name in ("FMIN", "FMAX"):
                make.add(f"{name}.{form}.{modifier} r1, r10, r12", [column, rotated(column, 5)], nan)
        for name in ("FMIN", "FMAX"):
            for by in (1, 3, 7, 9):
                for sem in ("", "nan_propagate"):
                    make.add(dotted(name, form, sem) + " r1, r10, r12", [column, rotated(column, by)], nan)
        for part in ("h0", "h1") if form == "f32" else ("h00", "h10", "h01", "h11"):
            for signs in ("", ".neg", ".abs", ".neg.abs"):
                make.add(f"FADD.{form} r1, r10{signs}.{part}, r12", [PAIRS, minus_zero], nan)
                make.add(f"FMIN.{form} r1, r10, r12{signs}.{part}", [column, PAIRS], nan)
        for condition in ("eq", "gt", "ge", "ne", "lt", "le", "gtlt", "total"):
            for by in (0, 1, 5, 8):
                make.add(f"FCMP.{form}.{condition}.m1 r1, r10, r12, 0x0", [column, rotated(column, by)])
                make.add(f"CSEL.{form}.{condition} r1, r10, r12, r14, r16", [column, rotated(column, by), WORDS, rotated(WORDS, 3)])
    for modifier in ("",) + CLAMPS:
        for rounding in ROUNDS:
            make.add(dotted("V2F32_TO_V2F16", modifier, rounding) + " r1, r10, r12", [TIES, SINGLES], "f16x2")
    for rounding in ROUNDS:
        tiny = [0x33000000, 0xb3000000] * 8
        make.add(f"FADD.f32.{rounding} r1, r10, r12", [SINGLES, tiny], "f32")
        make.add(f"FMA.f32.{rounding} r1, r10, r12, r14", [rotated(SINGLES, 2), [0x3f800001] * LANES, tiny], "f32")
        make.add(f"FADD.v2f16.{rounding} r1, r10, r12", [PAIRS, [0x90001000] * LANES], "f16x2")
        for half in ("h0", "h1"):
            make.add(f"FADD.f32.{rounding} r1.{half}, r10, r12", [TIES, [0x80000000] * LANES], "f16x2", r1=[hex(x) for x in WORDS])
    for rounding in ROUNDS + ("rtna",):
        make.add(f"FROUND.f32.{rounding} r1, r10", [NEAR], "f32")
        make.add(f"FROUND.v2f16.{rounding} r1, r10", [PAIRS], "f16x2")
        for name in ("F32_TO_S32", "F32_TO_U32"):
            make.add(f"{name}.{rounding} r1, r10", [NEAR])
        for name in ("F16_TO_S32", "F16_TO_U32", "V2F16_TO_V2S16", "V2F16_TO_V2U16"):
            make.add(f"{name}.{rounding} r1, r10", [PAIRS])
        for name in ("S32_TO_F32", "U32_TO_F32", "V2S16_TO_V2F16", "V2U16_TO_V2F16"):
            make.add(f"{name}.{rounding} r1, r10", [[x ^ 0x01010101 for x in WORDS]])


def integers(make):
    for name in ("IADD", "ISUB", "HADD", "IMUL"):
        for form in ("u32", "s32", "v2u16", "v2s16", "v4u8", "v4s8", "u64", "s64"):
            if form.endswith("64") and name in ("HADD", "IMUL"):
                continue
            if name == "IMUL":
                form = form.replace("u", "i")
            width = next(w for w in WIDEN if form.endswith(w))
            wide = [x | y << 32 for x, y in zip(WORDS, rotated(WORDS, 4))]
            columns = [wide, rotated(wide, 7)] if width == "64" else [WORDS, rotated(WORDS, 7)]
            for flag in ("", "rhadd" if name == "HADD" else "saturate"):
                for by in (1, 6):
                    make.add(dotted(name, form, flag) + " r2, r10, r12", [columns[0], rotated(columns[1], by)])
            for part in WIDEN[width]:
                behind = "." + part if part else ""
                make.add(f"{name}.{form} r2, r10{behind}, r12", columns)
                make.add(f"{name}.{form} r2, r10, r12{behind}", columns)
    for form, count in (("i32", 1), ("v2i16", 2), ("v4i8", 4), ("i64", 1)):
        wide = [x | y << 32 for x, y in zip(WORDS, rotated(WORDS, 4))] if form == "i64" else WORDS
        for name, flags in (("LSHIFT_OR", ("",)), ("RSHIFT_XOR", ("", "signed")), ("LROT_OR", ("",)), ("RROT_AND", ("",))):
            for flag in flags:
                for first in (0, 16, 32, 48, 64, 240):
                    distances = [sum((first + lane + 3 * i & 0xff) << 8 * i for i in range(4)) for lane in range(LANES)]
                    for part in ("b00", "b11", "b22", "b33"):
                        if first == 0 or part == "b00":
                            make.add(dotted(name, form, flag) + f" r2, r10, r12.{part}, r14", [wide, distances, rotated(wide, 3)])
    for form in ("i32", "v2i16", "v4i8"):
        for mode in ("neg", "int_zero", "bit") + (("fp_zero",) if form == "i32" else ()):
            masks = [0, 0x80000000, 0x00008000, 0x80808080, 0x80008000, 1, 0x00010000, 0x01000100] + WORDS[8:]
            make.add(f"MUX.{form}.{mode} r1, r10, r12, r14", [WORDS, rotated(WORDS, 5), masks])
    for form in ("u32", "v2u16", "v4u8"):
        make.add(f"CLZ.{form} r1, r10", [WORDS])
        make.add(f"CLZ.{form} r1, r10", [[1 << 2 * lane + 1 for lane in range(LANES)]])
    for form in ("s32", "v2s16", "v4s8"):
        make.add(f"IABS.{form} r1, r10", [WORDS])
    for form in ("v4s8", "v4u8"):
        for flag in ("", "saturate"):
            make.add(dotted("IDP", form, flag) + " r1, r10, r12, r14", [WORDS, rotated(WORDS, 2), rotated(WORDS, 9)])
    for form in ("u32", "s32", "v2u16", "v2s16", "v4u8", "v4s8"):
        for condition in ("eq", "gt", "ge", "ne", "lt", "le"):
            make.add(f"ICMP.{form}.{condition}.m1 r1, r10, r12, 0x0", [WORDS, rotated(WORDS, 1)])
            make.add(f"ICMP.{form}.{condition}.i1.and r1, r10, r12, r14", [WORDS, rotated(WORDS, 3), rotated(WORDS, 6)])


def parts(make):
    for part in range(4):
        for name in ("S8_TO_S32", "U8_TO_U32", "S8_TO_F32", "U8_TO_F32"):
            make.add(f"{name} r1, r10.b{part}", [WORDS])
        for other in range(4):
            for name in ("V2S8_TO_V2S16", "V2U8_TO_V2U16", "V2S8_TO_V2F16", "V2U8_TO_V2F16"):
                make.add(f"{name} r1, r10.b{part}{other}", [WORDS])
            make.add(f"MKVEC.v2i8 r1, r10.b{part}, r12.b{other}, r14", [WORDS, rotated(WORDS, 1), rotated(WORDS, 2)])
    for part in ("h00", "h10", "h01", "h11"):
        for name in ("S16_TO_S32", "U16_TO_U32", "S16_TO_F32", "U16_TO_F32"):
            make.add(f"{name} r1, r10.{part}", [WORDS])
        for other in ("h00", "h10", "h01", "h11"):
            make.add(f"MKVEC.v2i16 r1, r10.{part}, r12.{other}", [WORDS, rotated(WORDS, 1)])
    for half in ("h0", "h1"):
        make.add(f"F16_TO_F32 r1, r10.{half}", [PAIRS], "f32")
        for name in ("MOV.i32", "BITREV.i32", "POPCOUNT.i32", "NOT_OLD.i32"):
            make.add(f"{name} r1.{half}, r10", [WORDS], r1=[hex(x) for x in rotated(WORDS, 1)])


def lanes(make):
    for form in permute.SIZES[:6]:
        for size in ("", "subgroup2", "subgroup4", "subgroup8"):
            for operation in ("", "xor"):
                behind = "" if form[0] == "v" else ".b0"
                # Elements of a vector differ.
                spread = 0x01010101 if form[0] != "v" or form.startswith("v4") else 0x00010001
                asked = [(lane * 7 + 3) % int(size[8:] or 16) * spread for lane in range(LANES)]
                for inactive in list(INACTIVE)[::3]:
                    make.add(dotted("CLPER", form, size, operation, inactive) + f" r1, r10, r12{behind}", [WORDS, asked], exec="0x5a3c")


def edge_cases():
    make = Maker()
    for group in (floats, integers, parts, lanes):
        group(make)
    return make.cases


