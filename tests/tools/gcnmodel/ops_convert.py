"""Conversions, packing, and operations on packed or mixed floats."""
from fractions import Fraction

from .floats import F16, F32, F64
from .ops_float import pick
from .ops_int import GFX8, GFX9, M16, signed
from .table import op

I32, U32 = (-1 << 31, (1 << 31) - 1), (0, (1 << 32) - 1)
I16, U16 = (-32768, 32767), (0, 65535)


def convert(name, dst, src, fn, **options):
    op(f"v_cvt_{name}", dst, src, **options)(fn)


def to_int(F, rm, bounds, bits):
    return lambda c, a: F.to_int(a, rm, *bounds) & ((1 << bits) - 1)


convert("i32_f64", "u32", "f64", to_int(F64, 3, I32, 32))
convert("u32_f64", "u32", "f64", to_int(F64, 3, U32, 32))
convert("i32_f32", "u32", "f32", to_int(F32, 3, I32, 32))
convert("u32_f32", "u32", "f32", to_int(F32, 3, U32, 32))
convert("i16_f16", "u16", "f16", to_int(F16, 3, I16, 16), targets=GFX8)
convert("u16_f16", "u16", "f16", to_int(F16, 3, U16, 16), targets=GFX8)
convert("flr_i32_f32", "u32", "f32", to_int(F32, 2, I32, 32))


def rounded_up(c, a):
    """floor(a + 0.5), with an exact sum."""
    if not F32.is_finite(a):
        return F32.to_int(a, 3, *I32) & U32[1]
    x = F32.value(a) + Fraction(1, 2)
    return max(I32[0], min(I32[1], x.numerator // x.denominator)) & U32[1]


convert("rpi_i32_f32", "u32", "f32", rounded_up)
for F, kinds in ((F64, ("i32", "u32")), (F32, ("i32", "u32")), (F16, ("i16", "u16"))):
    for kind in kinds:
        convert(f"{F.name}_{kind}", F.name, kind, lambda c, a, F=F: F.round(Fraction(a), c.rm(F)),
                targets=GFX8 if F is F16 else (600, 906))
for i in range(4):
    convert(f"f32_ubyte{i}", "f32", "u32", lambda c, a, i=i: F32.round(Fraction(a >> 8 * i & 0xff), 0))
convert("off_f32_i4", "f32", "u32", lambda c, a: F32.round(Fraction(signed(a, 4), 16), 0))
convert("f16_f32", "f16", "f32", lambda c, a: F32.convert(a, F16, c.rm(F16)))
convert("f32_f16", "f32", "f16", lambda c, a: F16.convert(a, F32, 0))
convert("f32_f64", "f32", "f64", lambda c, a: F64.convert(a, F32, c.rm(F32)))
convert("f64_f32", "f64", "f32", lambda c, a: F32.convert(a, F64, 0))
convert("pkrtz_f16_f32", "u32", "f32 f32",
        lambda c, a, b: F32.convert(a, F16, 3) | F32.convert(b, F16, 3) << 16)


def norm(F, a, scale, low):
    if F.is_nan(a):
        return 0
    if F.is_inf(a):
        return (low if F.sign(a) else scale) & M16
    x = F.value(a) * scale
    n = x.numerator // x.denominator
    rest = x - n
    n += rest > Fraction(1, 2) or rest == Fraction(1, 2) and n & 1
    return max(low, min(scale, n)) & M16


for kind, scale, low in (("i16", 32767, -32767), ("u16", 65535, 0)):
    for F in (F16, F32):
        convert(f"pknorm_{kind}_{F.name}", "u32", f"{F.name} {F.name}",
                lambda c, a, b, F=F, scale=scale, low=low: norm(F, a, scale, low) | norm(F, b, scale, low) << 16,
                targets=GFX9 if F is F16 else (600, 906))
    convert(f"norm_{kind}_f16", "u16", "f16",
            lambda c, a, scale=scale, low=low: norm(F16, a, scale, low), targets=GFX9)


def insert_byte(c, a, place, into):
    shift = (place & 3) * 8
    return into & ~(0xff << shift) | F32.to_int(a, c.rm(F32), 0, 255) << shift


convert("pk_u8_f32", "u32", "f32 u32 u32", insert_byte)
convert("pkaccum_u8_f32", "u32", "f32 u32", insert_byte, reads_dst=True)


@op("v_pack_b32_f16", "u32", "f16 f16", targets=GFX9)
def pack(c, a, b):
    a, b = (F16.quiet(x) if F16.is_nan(x) else x for x in (a, b))
    return a | b << 16


# Packed halves.
def packed(name, kinds, fn):
    op(f"v_pk_{name}_f16", "f16", kinds, targets=GFX9, packed=True)(fn)


def pick_half(largest):
    return lambda c, a, b: pick(F16, c, a, b, largest)


packed("add", "f16 f16", lambda c, a, b: F16.add(a, b, c.rm(F16)))
packed("mul", "f16 f16", lambda c, a, b: F16.mul(a, b, c.rm(F16)))
packed("fma", "f16 f16 f16", lambda c, a, b, d: F16.fma(a, b, d, c.rm(F16)))
packed("min", "f16 f16", pick_half(False))
packed("max", "f16 f16", pick_half(True))


# Mixed precision: all sources are converted to f32.
def mix(c, a, b, d):
    if c.target >= 906:
        return F32.fma(a, b, d, c.rm(F32))
    product = c.flush(F32, F32.mul(a, b, c.rm(F32)), "always")
    return F32.add(product, d, c.rm(F32))


def mix_half(c, a, b, d):
    wide = c.flush(F32, mix(c, a, b, d), "mode" if c.target >= 906 else "always")
    return F32.convert(wide, F16, c.rm(F16))


for stem, targets, flush in (("mad", (900, 903), "always"), ("fma", (906, 906), "mode")):
    op(f"v_{stem}_mix_f32", "f32", "mix mix mix", targets=targets, flush=flush)(mix)
    op(f"v_{stem}_mixlo_f16", "mixlo", "mix mix mix", targets=targets, flush=flush)(mix_half)
    op(f"v_{stem}_mixhi_f16", "mixhi", "mix mix mix", targets=targets, flush=flush)(mix_half)


@op("v_dot2_f32_f16", "f32", "u32 u32 f32", targets=(906, 906))
def dot2_f32_f16(c, a, b, d):
    """Valid only for values whose sum is exact, because the order of rounding is not public."""
    halves = [F16.value(x >> s & M16) for s in (0, 16) for x in (a, b)]
    return F32.round(halves[0] * halves[1] + halves[2] * halves[3] + F32.value(d), 0)
