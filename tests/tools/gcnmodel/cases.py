"""Makes cases: chooses texts, registers and modes, and asks the model what comes out.

A lane on which the model is in doubt is switched off through `exec`.
"""
import random
import re
from fractions import Fraction

from .floats import F16, F32, F64, FORMATS
from .machine import LANES, WIDTH, run
from .table import TABLE
from .values import draw, draw_float, random_float, related

TARGETS = (600, 700, 803, 900, 906)
ACTIVE = 20                     # lanes of interest in a case
ARITHMETIC = re.compile(r"v_(add|sub|subrev|mul|fma|fmac|mad|mac|pk_add|pk_mul|pk_fma)(_mix|_mixlo|_mixhi|_legacy)?_f\d+$")
SIGN_FREE = re.compile(r"v_(mac|madak|madmk|fmac|cvt_pk_u8|div_scale)")
INTEGER_CLAMP = re.compile(r"v_(mad_(i32_i24|u32_u24|u16|i16|legacy_u16|legacy_i16)|m?sad_|sad_|m?qsad)")
GFX9_CLAMP = re.compile(r"v_(add|sub)_[iu](16|32)$|v_pk_(add|sub|mad)_[iu]16|v_dot[48]")
APPROXIMATE = {"rcp": 1, "rsq": 1, "sqrt": 1, "exp": 2, "log": 2, "sin": 2, "cos": 2}
OP_SEL = re.compile(r"v_(mad_[fui]16|fma_f16|div_fixup_f16|(add|sub)_i16|(min3|max3|med3)_[fiu]16)$")


def register(first, kind):
    width = WIDTH.get(kind, 32)
    if width <= 32:
        return f"v{first}"
    return f"v[{first}:{first + width // 32 - 1}]"


def shape_values(op, rng):
    """Source values of one lane."""
    name = op.name
    values = []
    for kind in op.src:
        if kind in ("mask", "vcc"):
            continue
        if values and kind != "mix" and rng.random() < 0.35 and (kind in FORMATS) == (op.src[0] in FORMATS):
            values.append(related(rng, kind, values[-1]))
        else:
            values.append(draw(rng, kind))
    if op.reads_dst:
        values.append(draw(rng, op.dst[0]))
    second = lambda v: values.__setitem__(1, v)  # noqa: E731
    if name.startswith("v_ldexp"):
        F = FORMATS[op.dst[0]]
        reach = rng.choice((3, F.bias, 2 * F.bias + F.fbits))
        second(rng.choice((rng.randint(-reach, reach), rng.choice((0x7fffffff, -0x80000000, 0x7fff, -0x8000)))) % (1 << 32))
    elif "class" in name:
        second(rng.choice((1 << rng.randrange(10), rng.getrandbits(10), 0x3ff, 0, rng.getrandbits(32))))
    elif name == "v_perm_b32":
        values[2] = sum(rng.choice((rng.randrange(14), rng.getrandbits(8))) << 8 * i for i in range(4))
    elif name in ("v_cvt_pk_u8_f32", "v_cvt_pkaccum_u8_f32"):
        values[0] = rng.choice((F32.round(Fraction(rng.randint(-3, 260)), 0), draw_float(rng, F32)))
    elif name.startswith("v_cvt_") and op.src[0] in FORMATS and rng.random() < 0.4:
        F = FORMATS[op.src[0]]
        values[0] = F.round(Fraction(rng.randint(-600, 600), rng.choice((2, 4, 1024, 65535))), rng.randrange(4))
    elif name == "v_trig_preop_f64":
        values[0] = F64.signed(rng.random() < .5, rng.choice((rng.getrandbits(63), rng.randint(1000, 1200) << 52)))
        second(rng.choice((0, 1, 2, 3, rng.randrange(32), 32)))
    elif name.startswith(("v_sin", "v_cos")):
        F = FORMATS[op.dst[0]]
        values[0] = F.round(Fraction(rng.randint(-16, 16), 16), 0) if rng.random() < .7 else draw_float(rng, F)
    elif name.startswith("v_exp"):
        F = FORMATS[op.dst[0]]
        limit = 14 if F is F16 else 125
        values[0] = rng.choice((F.round(Fraction(rng.randint(-limit * 8, limit * 8), 8), 0), draw_float(rng, F)))
    elif name == "v_dot2_f32_f16":
        small = lambda: F16.round(Fraction(rng.randint(-60, 60), rng.choice((1, 2, 4))), 0)  # noqa: E731
        values[0], values[1] = (small() | small() << 16 for _ in range(2))
        values[2] = F32.round(Fraction(rng.randint(-4000, 4000), 8), 0)
    elif name.startswith("v_div_fixup"):
        F = FORMATS[op.dst[0]]
        if rng.random() < 0.5:
            values[:] = [random_float(rng, F, 9), random_float(rng, F, 8), random_float(rng, F, 8)]
        if F is F16:
            values[:] = [v | rng.getrandbits(16) << 16 for v in (v & 0xffff for v in values)]
    elif name.startswith("v_div_scale"):
        F = FORMATS[op.dst[0]]
        values[1], values[2] = (random_float(rng, F, rng.choice((3, F.bias - 1))) for _ in range(2))
    elif name.startswith("v_cube"):
        pool = [F32.one, F32.one + (1 << 23), F32.one - (1 << 23), random_float(rng, F32, 3), 0, draw_float(rng, F32)]
        values[:] = [F32.signed(rng.random() < .5, F32.magnitude(rng.choice(pool))) for _ in range(3)]
    elif name.startswith(("v_min", "v_max", "v_med")) and len(values) == 3 and rng.random() < 0.3:
        values[rng.randrange(3)] = values[rng.randrange(3)]
    return values


def build(op, target, kind, rng, label):
    """One case; None if this kind of case does not apply."""
    name = op.name
    upper = rng.random() < 0.3
    base = LANES - ACTIVE if upper else 0
    lanes = range(base, base + (ACTIVE if kind != "light" else 12))
    rows = {i: shape_values(op, rng) for i in lanes}
    free = iter(rng.sample(range(0, 248, 8), 12))
    regs, texts, modifiers = {}, [], []
    mode, is_float = 0xf0, any(k in FORMATS or k == "mix" for k in op.src)
    destinations = []
    for k in op.dst:
        if k == "mask":
            low = name.startswith(("v_add_", "v_sub", "v_mad_", "v_div_scale", "v_cmp")) and kind == "scalar"
            at = 2 * rng.randrange(10, 40)
            destinations.append(f"s[{at}:{at + 1}]" if low else "vcc")
            continue
        at = next(free)
        destinations.append(register(at, k))
        for part in range(max(1, WIDTH.get(k, 32) // 32)):
            old = rng.choice((0x5a5aa5a5, 0x12345678, 0xdeadbeef)) if op.preserve or "f16" in name else 0x77
            regs[f"v{at + part}"] = hex(old)
    literal = {"v_madak_f32": 2, "v_madak_f16": 2, "v_madmk_f32": 1, "v_madmk_f16": 1}.get(name)
    column = 0
    scalar_at = rng.randrange(2) if kind == "scalar" and literal is None else None
    div_scale = name.startswith("v_div_scale")
    for i, k in enumerate(op.src):
        if k == "vcc":
            regs["vcc"] = hex(rng.getrandbits(64))
            continue
        if k == "mask":
            regs["vcc"] = hex(rng.getrandbits(64))
            texts.append("vcc")
            continue
        if column == literal:
            F = FORMATS[k]
            texts.append(hex(random_float(rng, F, 3)))
            column += 1
            continue
        words = max(1, WIDTH[k] // 32)
        if column == scalar_at and words == 1 and not div_scale and "vcc" not in op.src:
            choice = rng.randrange(3)
            if (choice == 0 or op.packed or k in ("mix", "i16", "u16") or "dot2" in name) and "mask" not in op.src:
                at = rng.randrange(4, 90)
                one = rows[lanes[0]][column]
                regs[f"s{at}"] = hex(one & 0xffffffff)
                texts.append(f"s{at}")
            elif k in FORMATS and choice == 1:
                texts.append(rng.choice(("0.5", "-0.5", "1.0", "-1.0", "2.0", "-2.0", "4.0", "-4.0")))
            else:
                texts.append(str(rng.randint(-16, 64)))
            column += 1
            continue
        if div_scale and i == 0:
            texts.append(None)
            column += 1
            continue
        at = next(free)
        for part in range(words):
            row = ["0x0"] * LANES
            for lane in lanes:
                row[lane] = hex(rows[lane][column] >> 32 * part & 0xffffffff)
            regs[f"v{at + part}"] = row
        texts.append(register(at, k))
        column += 1
    if div_scale:
        texts[0] = texts[1 if kind != "modified" else 2]
    if op.reads_dst:
        first = int(re.search(r"\d+", destinations[0])[0])
        row = [hex(rng.getrandbits(32)) if i % 5 == 0 and op.dst[0] == "u32" else "0x0" for i in range(LANES)]
        for lane in lanes:
            row[lane] = hex(rows[lane][-1] & 0xffffffff)
        regs[f"v{first}"] = row
    if kind == "modified":
        modified = False
        if is_float and op.src[0] in FORMATS and not op.packed and literal is None and not SIGN_FREE.match(name) \
                and not name.startswith("v_cmp_class"):
            texts = [decorate(rng, t, k) if k in FORMATS else t for t, k in zip(texts, op.src)]
            modified = True
        if op.src[0] == "mix":
            texts = [decorate(rng, t, "f32") for t in texts]
            high = [rng.randrange(2) for _ in texts]
            modifiers += [f"op_sel:[{','.join(str(rng.randrange(2)) for _ in texts)}]",
                          f"op_sel_hi:[{','.join(map(str, high))}]"]
            modified = True
        if op.packed:
            bits = lambda: ",".join(str(rng.randrange(2)) for _ in texts)  # noqa: E731
            modifiers += [f"op_sel:[{bits()}]", f"op_sel_hi:[{bits()}]"]
            if is_float:
                modifiers += [f"neg_lo:[{bits()}]", f"neg_hi:[{bits()}]"]
            modified = True
        if target >= 900 and OP_SEL.match(name):
            modifiers.append("op_sel:[" + ",".join(str(rng.randrange(2)) for _ in range(len(texts) + 1)) + "]")
            modified = True
        if target >= 803 and INTEGER_CLAMP.match(name) or target >= 900 and GFX9_CLAMP.match(name):
            modifiers.append("clamp")
            modified = True
        if ARITHMETIC.match(name) and literal is None:
            f16 = "f16" in name
            mode = rng.choice((0xf1, 0xf2, 0xf3, 0xf4, 0xf8, 0xfc, 0x0, 0x50, 0xa0, 0xc0, 0x30, 0x05, 0xaf))
            if rng.random() < 0.5:
                modifiers.append("clamp")
                mode |= 0x100 * rng.randrange(2)
            elif not f16 and "f64" not in name and "mix" not in name and rng.random() < 0.7:
                mode &= ~0x30
                modifiers.append(rng.choice(("mul:2", "mul:4", "div:2")))
            modified = True
        if name.startswith(("v_min_f", "v_max_f")):
            mode |= 0x200
        if name.startswith("v_cmp") and op.src[0] in FORMATS and "class" not in name and target >= 803:
            mode = rng.choice((0xf0, 0x0))
        if not modified and not div_scale:
            return None
    if kind == "scalar" and ARITHMETIC.match(name):
        mode = rng.choice((0xf0, 0xf5, 0xfa, 0xff, 0x00))
    asm = f"{name} {', '.join(destinations + texts)}"
    if modifiers:
        asm += " " + " ".join(modifiers)
    mask = sum(1 << i for i in lanes if rng.random() < 0.92)
    if mode != 0xf0:
        regs["mode"] = hex(mode)
    target_name = f"gfx{target}"
    doubts = {}
    regs["exec"] = hex(mask)
    run(target_name, asm, regs, doubts)
    for lane in doubts:
        mask &= ~(1 << lane)
    if not mask:
        return None
    regs["exec"] = hex(mask)
    return finish_case(label, target_name, asm, regs, op)


def decorate(rng, text, kind):
    """A text with a random sign modifier, if it is a register or constant that can have one."""
    bare = not re.match(r"-?[\d.]+$", text)
    r = rng.randrange(4) if bare else 0
    return (text, f"-{text}", f"|{text}|", f"-|{text}|")[r]


def finish_case(label, target, asm, regs, op):
    written = run(target, asm, regs)
    show = lambda v: [hex(x) for x in v] if isinstance(v, list) else hex(v)  # noqa: E731
    case = {"id": label, "target": target, "asm": asm, "regs": regs,
            "expect": {k: show(v) for k, v in written.items()}}
    kind = op.dst[0]
    if op.packed and kind == "f16" or kind in ("mixhi",) or op.name in ("v_pack_b32_f16", "v_cvt_pkrtz_f16_f32"):
        case["nan"] = "f16x2"
    elif kind in FORMATS or kind == "mixlo":
        case["nan"] = {"mixlo": "f16"}.get(kind, kind)
        if op.preserve and "op_sel" in asm:
            case["nan"] = "f16x2"
    stem = op.name.split("_")[1]
    if stem in APPROXIMATE and kind in FORMATS:
        case["fmt"] = kind
        case["tol_ulp"] = 134217728 if kind == "f64" else APPROXIMATE[stem]
    case["evidence"] = "exact"
    return case


def varieties(op):
    """Targets with their kinds of cases. There are few cases where targets do not differ, to keep the files small."""
    on = [t for t in TARGETS if op.on(t)]
    halves = "16" in op.name or "mask" in op.dst
    is_float = any(k in FORMATS or k == "mix" for k in op.src)
    if op.name.startswith("v_cmp"):
        turn = sum(map(ord, op.name))
        yield on[turn % len(on)], "plain"
        if op.name.startswith("v_cmp_"):
            yield on[(turn + 2) % len(on)], "modified" if is_float else "scalar"
        return
    for t in on:
        first = t == on[0]
        if first or t == 900 or t == 803 and (halves or is_float):
            yield t, "plain"
            yield t, "modified"
            if first or t == 900 and ARITHMETIC.match(op.name):
                yield t, "scalar"
        elif t == 906 and (halves or ARITHMETIC.match(op.name)):
            yield t, "light"


def encoding_of(op):
    if op.name.startswith("v_cmp"):
        return "compare"
    if op.packed or "mix" in op.name or "dot" in op.name:
        return "packed"
    return "float" if any(k in FORMATS for k in op.src + op.dst) else "integer"


def all_cases(seed=20):
    """Pairs of the name of a file (without extension) and a case."""
    for name in sorted(TABLE):
        for op in TABLE[name]:
            if op.wave:
                continue
            for target, kind in varieties(op):
                rng = random.Random(f"{seed}/{name}/{target}/{kind}")
                case = build(op, target, kind, rng, f"{name}/gfx{target}/{kind}")
                if case:
                    yield encoding_of(op), case
