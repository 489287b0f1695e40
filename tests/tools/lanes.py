#!/usr/bin/env python3
"""Cases of DPP and SDWA from an exact model: lanes and parts of registers are moved here, the operation is that of `gcnmodel/`.

    lanes.py write DIR [SEED [COUNT]]      write DIR/exact-{dpp,sdwa}.jsonl, COUNT cases for each operation (1)

Needs llvm-mc-19, which has to accept every text. The same seed gives the same files.
"""
import random
import re
import shutil
import sys
from pathlib import Path

from exact import rejected
from gcnmodel.compare import line
from gcnmodel.floats import FORMATS
from gcnmodel.machine import ALL, LANES, Unsupported, run
from gcnmodel.table import find

UNARY = ("v_mov_b32 v_not_b32 v_bfrev_b32 v_ffbh_u32 v_ffbl_b32 v_ffbh_i32 v_cvt_f32_i32 v_cvt_f32_u32 v_cvt_u32_f32 v_cvt_i32_f32 v_cvt_f16_f32 "
         "v_cvt_f32_f16 v_cvt_f32_ubyte0 v_cvt_f32_ubyte1 v_cvt_f32_ubyte2 v_cvt_f32_ubyte3 v_fract_f32 v_trunc_f32 v_ceil_f32 v_rndne_f32 "
         "v_floor_f32 v_frexp_exp_i32_f32 v_frexp_mant_f32 v_cvt_f16_u16 v_cvt_f16_i16 v_cvt_u16_f16 v_cvt_i16_f16 v_fract_f16 v_trunc_f16 "
         "v_ceil_f16 v_rndne_f16 v_floor_f16 v_frexp_mant_f16 v_frexp_exp_i16_f16 v_cvt_flr_i32_f32 v_cvt_rpi_i32_f32").split()
BINARY = ("v_add_f32 v_sub_f32 v_subrev_f32 v_mul_f32 v_mul_legacy_f32 v_mul_i32_i24 v_mul_hi_i32_i24 v_mul_u32_u24 v_mul_hi_u32_u24 v_min_f32 "
          "v_max_f32 v_min_i32 v_max_i32 v_min_u32 v_max_u32 v_lshrrev_b32 v_ashrrev_i32 v_lshlrev_b32 v_and_b32 v_or_b32 v_xor_b32 v_add_f16 "
          "v_sub_f16 v_subrev_f16 v_mul_f16 v_add_u16 v_sub_u16 v_subrev_u16 v_mul_lo_u16 v_lshlrev_b16 v_lshrrev_b16 v_ashrrev_i16 v_max_f16 "
          "v_min_f16 v_max_u16 v_max_i16 v_min_u16 v_min_i16 v_ldexp_f16 v_add_u32 v_sub_u32 v_subrev_u32").split()
COMPARES = [f"v_cmp_{c}_{t}" for c in ("lt", "eq", "le", "gt", "ge") for t in ("f32", "i32", "u32", "f16", "i16", "u16")]
EDGES = [0, 1, 0xff, 0x80, 0x7f, 0x8000, 0x7fff, 0xffff, 0x80000000, 0x7fffffff, 0xffffffff, 0x3f800000, 0xbf800000, 0x3c003c00, 0x7f800000,
         0xff80fc00, 0x40490fdb, 0x80ff7f01]


def word(rng):
    kind = rng.random()
    if kind < 0.35:
        return rng.choice(EDGES)
    if kind < 0.55:
        return 0x3f800000 ^ rng.getrandbits(32) & 0x81ffffff
    if kind < 0.75:
        return 0x3c003c00 ^ rng.getrandbits(32) & 0x87ff87ff
    return rng.getrandbits(32)


def finite(x):
    """Whether neither the number nor its halves are infinite or NaN."""
    return x >> 23 & 0xff != 0xff and all(x >> s & 0x7c00 != 0x7c00 for s in (0, 16))


def rows(rng, name):
    def one():
        x = word(rng)
        while is_float(name) and not finite(x):
            x = word(rng)
        return x

    return {f"v{n}": [one() for _ in range(LANES)] for n in (3, 7, 20)}


def is_float(name):
    return re.search(r"_(f16|f32)$", name) and not re.search("cvt_f(16|32)_[ui]|ubyte", name)


def plain(target, name, sources, regs, mask=False):
    """Effect of the operation on v20 or vcc, given the registers; `None` if a lane is doubtful or NaN."""
    doubts = {}
    text = f"{name}_e64 {'vcc' if mask else 'v20'}, {', '.join(sources)}"
    given = {k: [hex(x) for x in v] if isinstance(v, list) else v for k, v in regs.items()}
    written = run(target, text, given, doubts)
    result = written["vcc" if mask else "v20"]
    form = FORMATS.get(find(name, int(target[3:])).dst[0])
    # The payload of a NaN is not tested here.
    if doubts or form and not mask and any(form.is_nan(x & form.mask) for x in result):
        return None
    return result


def signs(rng, name, count):
    """Texts of v3 and v7, with signs negated or dropped."""
    out = []
    for n in (3, 7)[:count]:
        text = f"v{n}"
        # Only floats have |x| and -x.
        if is_float(name) and rng.random() < 0.4:
            text = rng.choice([f"-{text}", f"|{text}|", f"-|{text}|"])
        out.append(text)
    if name == "v_ldexp_f16" and count > 1:
        out[1] = "v7"
    return out


# --- DPP -------------------------------------------------------------------------------------------------------------


def control(rng):
    """The text, and the lane that each lane reads (None if there is none)."""
    kind = rng.choice(["quad", "shl", "shr", "ror", "wave", "mirror", "half", "bcast15", "bcast31"])
    n = rng.randrange(1, 16)
    row = lambda i: i & 0x30  # noqa: E731
    inside = lambda i, j: j if j // 16 == i // 16 and 0 <= j < LANES else None  # noqa: E731
    if kind == "quad":
        q = [rng.randrange(4) for _ in range(4)]
        return f"quad_perm:[{','.join(map(str, q))}]", [i & 0x3c | q[i & 3] for i in range(LANES)]
    if kind == "shl":
        return f"row_shl:{n}", [inside(i, i + n) for i in range(LANES)]
    if kind == "shr":
        return f"row_shr:{n}", [inside(i, i - n) for i in range(LANES)]
    if kind == "ror":
        return f"row_ror:{n}", [row(i) | (i - n) & 15 for i in range(LANES)]
    if kind == "wave":
        way = rng.choice(["shl", "rol", "shr", "ror"])
        step = 1 if way[-1] == "l" else -1
        moved = [i + step for i in range(LANES)]
        if way in ("rol", "ror"):
            return f"wave_{way}:1", [j % LANES for j in moved]
        return f"wave_{way}:1", [j if 0 <= j < LANES else None for j in moved]
    if kind == "mirror":
        return "row_mirror", [row(i) | 15 - (i & 15) for i in range(LANES)]
    if kind == "half":
        return "row_half_mirror", [i & 0x38 | 7 - (i & 7) for i in range(LANES)]
    if kind == "bcast15":
        return "row_bcast:15", [row(i) - 1 if i > 15 else None for i in range(LANES)]
    return "row_bcast:31", [31 if i > 31 else None for i in range(LANES)]


def dpp(rng, name, count, number):
    target = rng.choice(["gfx803", "gfx900"])
    regs = rows(rng, name)
    execution = rng.choice([ALL, ALL, rng.getrandbits(64) | rng.getrandbits(64), 0xffff0000ffff00ff])
    text, source = control(rng)
    row_mask, bank_mask = rng.choice([(15, 15), (15, 15), (rng.getrandbits(4), 15), (15, rng.getrandbits(4)), (10, 5)])
    bound = rng.random() < 0.5
    enabled, moved = 0, list(regs["v3"])
    for i in range(LANES):
        j = source[i]
        there = j is not None and execution >> j & 1
        if row_mask >> i // 16 & 1 and bank_mask >> (i % 16) // 4 & 1 and execution >> i & 1 and (there or bound):
            enabled |= 1 << i
        moved[i] = regs["v3"][j] if there else 0
    sources = signs(rng, name, count)
    used = {"v3": moved, "v20": regs["v20"], "exec": hex(enabled)}
    if count > 1:
        used["v7"] = regs["v7"]
    result = plain(target, name, sources, used)
    if result is None:
        return None
    tail = f"{text} row_mask:{row_mask:#x} bank_mask:{bank_mask:#x}{' bound_ctrl:0' if bound else ''}"
    given = {k: [hex(x) for x in v] for k, v in regs.items() if k != "v7" or count > 1}
    return {"id": f"DPP/{name}/{target}/{number}", "target": target, "asm": f"{name}_dpp v20, {', '.join(sources)} {tail}",
            "regs": {**given, "exec": hex(execution)}, "expect": {"v20": [hex(x) for x in result]}}


# --- SDWA ------------------------------------------------------------------------------------------------------------

PARTS = {"BYTE_0": (0, 8), "BYTE_1": (8, 8), "BYTE_2": (16, 8), "BYTE_3": (24, 8), "WORD_0": (0, 16), "WORD_1": (16, 16), "DWORD": (0, 32)}


def part(x, name, extend):
    low, bits = PARTS[name]
    x = x >> low & ((1 << bits) - 1)
    return (x | -(x >> (bits - 1)) << bits) & 0xffffffff if extend else x


def placed(result, old, name, unused):
    low, bits = PARTS[name]
    ones = (1 << bits) - 1
    x = result & ones
    if unused == "UNUSED_PRESERVE":
        return old & ~(ones << low) & 0xffffffff | x << low
    if unused == "UNUSED_SEXT" and x >> (bits - 1):
        return (-1 << (low + bits) | x << low) & 0xffffffff
    return x << low


def sdwa(rng, name, count, number, mask=False):
    target = rng.choice(["gfx803", "gfx900"])
    regs = rows(rng, name)
    execution = rng.choice([ALL, rng.getrandbits(64)])
    half = bool(re.search(r"_[fiu]16$|_b16$", name)) or name == "v_cvt_f16_f32"
    op = find(name, int(target[3:]))
    if op is None:
        raise Unsupported(name)
    names = list(PARTS)
    if mask or not half:
        to = rng.choice(names)
    else:
        to = rng.choice([n for n in names if n != "DWORD"])
    unused = rng.choice(["UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"])
    selected = [rng.choice(names) for _ in range(count)]
    bare = signs(rng, name, count)
    shown, used = [], {"v20": [0] * LANES, "exec": hex(execution)}
    for n, text, sel, kind in zip((3, 7), bare, selected, op.src):
        integer = kind[0] != "f"
        extend = integer and kind != "mask" and rng.random() < 0.4
        used[f"v{n}"] = [part(x, sel, extend) for x in regs[f"v{n}"]]
        shown.append(f"sext({text})" if extend else text)
    result = plain(target, name, bare, used, mask)
    if result is None:
        return None
    selectors = " ".join(f"src{i}_sel:{sel}" for i, sel in enumerate(selected))
    given = {k: [hex(x) for x in v] for k, v in regs.items() if (k != "v7" or count > 1) and (k != "v20" or not mask)}
    given["exec"] = hex(execution)
    made = {"id": f"SDWA/{name}/{target}/{number}", "target": target, "regs": given}
    if mask:
        return {**made, "asm": f"{name}_sdwa vcc, {', '.join(shown)} {selectors}", "expect": {"vcc": hex(result)}}
    old = regs["v20"]
    out = [placed(result[i], old[i], to, unused) if execution >> i & 1 else old[i] for i in range(LANES)]
    return {**made, "asm": f"{name}_sdwa v20, {', '.join(shown)} dst_sel:{to} dst_unused:{unused} {selectors}",
            "expect": {"v20": [hex(x) for x in out]}}


def cases(rng, make, names, count):
    number = 0
    for name, sources, *more in names:
        for _ in range(count):
            for _attempt in range(40):
                try:
                    case = make(rng, name, sources, number, *more)
                except Unsupported:
                    continue
                if case:
                    number += 1
                    yield case
                    break


def write(folder, seed, count):
    if not shutil.which("llvm-mc-19"):
        sys.exit("llvm-mc-19 is needed")
    names = [(n, 1) for n in UNARY] + [(n, 2) for n in BINARY]
    for stem, make, list_of in (("dpp", dpp, names), ("sdwa", sdwa, names + [(n, 2, True) for n in COMPARES])):
        made = list(cases(random.Random(f"{seed}/{stem}"), make, list_of, count))
        bad = rejected(made)
        path = Path(folder) / f"exact-{stem}.jsonl"
        path.write_text("".join(line(case) for case in made if case["id"] not in bad))
        print(f"{path}: {len(made) - len(bad)} cases, {path.stat().st_size} bytes, {len(bad)} texts refused by LLVM")


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] != "write":
        sys.exit(__doc__)
    write(sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 1, int(sys.argv[4]) if len(sys.argv) > 4 else 1)
