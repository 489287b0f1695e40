"""CLPER: values from other lanes."""
from . import sources
from .text import LANES

INACTIVE = {
    "zero": 0, "umax": 0xffffffff, "i1": 1, "v2i1": 0x00010001, "smin": 0x80000000, "smax": 0x7fffffff,
    "v2smin": 0x80008000, "v2smax": 0x7fff7fff, "v4smin": 0x80808080, "v4smax": 0x7f7f7f7f, "f1": 0x3f800000,
    "v2f1": 0x3c003c00, "infn": 0xff800000, "inf": 0x7f800000, "v2infn": 0xfc00fc00, "v2inf": 0x7c007c00,
}


def from_lane(text, lane, asked):
    size = next((int(m[8:]) for m in text.modifiers if m.startswith("subgroup")), LANES)
    if "accumulate" in text.modifiers or "shift" in text.modifiers:
        raise NotImplementedError
    if "xor" in text.modifiers:
        asked ^= lane
    return lane & -size | asked & (size - 1)


def permute(text, regs, exec_mask):
    kind = text.name.split(".")[1]
    value, lanes = text.sources
    inactive = next((INACTIVE[m] for m in text.modifiers if m in INACTIVE), 0)
    wide = 64 if kind.endswith("64") else 32

    def at(lane):
        word = value.word(regs, lane)
        if wide == 64:
            word |= value.word(regs, lane, 1) << 32
        return word if exec_mask >> lane & 1 else inactive | (inactive << 32 if wide == 64 else 0)

    results = []
    for lane in range(LANES):
        if not exec_mask >> lane & 1:
            results.append(None)
            continue
        word = lanes.word(regs, lane)
        part = sources.only(lanes)
        if kind[0] != "v":
            n = int(part[1]) if part else 0
            asked = sources.half(word, n) & 0xff if part[:1] == "h" else sources.byte(word, n)
            results.append(at(from_lane(text, lane, asked)))
            continue
        count, bits = int(kind[1]), 32 // int(kind[1])
        picked = 0
        for i in range(count):
            source = at(from_lane(text, lane, word >> bits * i & 0xff))
            picked |= (source >> bits * i & ((1 << bits) - 1)) << bits * i
        results.append(picked)
    return results


permute.SIZES = ("i32", "s32", "v2u16", "v2s16", "v4u8", "v4s8", "u64", "s64")
