"""Inputs for which no public source says what the machine does.

A case leaves such lanes out, so that a difference always means an error. Values are those after modifiers and flushing.
"""
import re
from fractions import Fraction

from .floats import F16, F32, F64, FORMATS

ROUNDING = re.compile(r"v_(floor|ceil|trunc|rndne|fract|frexp_\w+|cvt|pack|cube|div_fixup|ldexp_f64|ldexp_f16)")
APPROXIMATE = re.compile(r"v_(rcp|rsq|sqrt|exp|log|sin|cos)_")
MIN_MAX = re.compile(r"v_(pk_)?(min|max|med)")


def flushes(c, F):
    return not (c.kept(F, False) and c.kept(F, True))


def doubtful(op, c, values, raws, result):
    """Whether no source defines the result.

    `values` are the arguments of the lane function, `raws` the values before flushing, and `result` the value before
    output modifiers.
    """
    name = op.name
    floats = [(FORMATS[k], v, r) for k, v, r in zip(op.src, values, raws) if k in FORMATS]
    if op.reads_dst and op.dst[0] in FORMATS:
        floats.append((FORMATS[op.dst[0]], values[-1], raws[-1]))
    formats = {F for F, _, _ in floats}
    nan = any(F.is_nan(v) for F, v, _ in floats)
    snan = any(F.is_snan(v) for F, v, _ in floats)
    subnormal = any(F.is_subnormal(r) for F, _, r in floats)
    out = FORMATS.get({"mixlo": "f16", "mixhi": "f16"}.get(op.dst[0], op.dst[0]))
    first = result[0] if isinstance(result, tuple) else result

    if out and op.output:
        before = c.flush(out, first, op.flush if op.dst[0][0] == "f" else "mode")
        if c.clamp and before == out.sign_bit:
            return "clamp of -0"
        if c.clamp and op.flush == "none":
            return "clamp of a copy"
        if c.omod:
            if op.flush != "mode" or out is F64 or c.ieee:
                return "output modifier of an operation with its own rules"
            if c.rm(out) and out.magnitude(before) > out.max - (3 << out.fbits):
                return "overflow in an output modifier with directed rounding"
    if op.flush == "always" and F16 in formats and c.kept(F16, False) | c.kept(F16, True):
        if subnormal or out and out.is_subnormal(first):
            return "whether multiply-add of halves flushes when subnormals are kept"
        if "mad" in name or "mac" in name:
            product = F16.mul(values[0], values[1], c.rm(F16))
            if F16.is_subnormal(product):
                return "the same for the product"
    if MIN_MAX.match(name) and out:
        if c.target < 900 and flushes(c, out) and subnormal:
            return "minimum and maximum below gfx9 in flush modes"
        zeros = {v for F, v, _ in floats if F.is_zero(v)}
        if len(zeros) > 1 and re.search("3|legacy", name):
            return "order of zeros"
        if "legacy" in name and subnormal or c.ieee and snan and "3" in name:
            return "legacy flushing; three operands and a signaling NaN in IEEE mode"
    if ROUNDING.match(name) and subnormal and any(flushes(c, F) for F in formats | {out or F32}):
        return "flushing outside arithmetic"
    if ROUNDING.match(name) and out and out.is_subnormal(first) and flushes(c, out):
        return "flushing outside arithmetic"
    if name.startswith("v_cmp") and subnormal and any(flushes(c, F) for F in formats) and c.target < 800:
        return "comparison in flush modes on gfx6 and gfx7"
    if "legacy_f32" in name and ("mac" in name or "mad" in name):
        a, b, d = values
        if (F32.is_zero(a) or F32.is_zero(b)) and (F32.is_zero(d) or F32.is_nan(a) or F32.is_nan(b)):
            return "the sign of a zero sum after a zero factor"
        if (F32.is_zero(a) or F32.is_zero(b)) and F32.is_subnormal(raws[2]):
            return "whether the addend is flushed"
    if name in ("v_cvt_rpi_i32_f32", "v_cvt_flr_i32_f32"):
        a = values[0]
        if nan:
            return "NaN to integer"
        if "rpi" in name and F32.is_finite(a):
            exact, rounded = F32.value(a) + Fraction(1, 2), F32.add(a, 0x3f000000, 0)
            if F32.value(rounded) != exact:
                return "rounding of the sum"
    if name in ("v_cvt_pk_u8_f32", "v_cvt_pkaccum_u8_f32") and F32.is_finite(values[0]):
        v = F32.value(values[0])
        if v.denominator != 1 and -1 < v < 256:
            return "source of the rounding mode"
    if c.target < 700 and (("frexp" in name and any(not F.is_finite(v) for F, v, _ in floats)) or name == "v_fract_f64"):
        return "gfx6 errata"
    if name.startswith("v_fract") and (nan or c.rm(out)):
        return "rounding of the fraction" if c.rm(out) else None
    if name.startswith("v_cube") and (subnormal or nan):
        return "subnormal or NaN coordinates"
    if name.startswith("v_cube") and any(F32.is_zero(v) for v in values) and all(F32.is_zero(v) for v in values):
        return "no direction"
    if name.startswith("v_div_fixup"):
        F = out
        q, d, n = values
        if F.is_finite(d) and F.is_finite(n) and F is not F16 and F.exponent(n) - F.exponent(d) < (
                -150 if F is F32 else -1075):
            return "underflow of the quotient"
        if c.rm(F) and not F.is_finite(q):
            return "overflow of the quotient in directed modes"
    if name.startswith("v_div_scale"):
        F = out
        if any(not F.is_finite(v) or F.is_zero(v) or F.is_subnormal(v) for v in values):
            return "flag for special values"
        if values[0] not in values[1:]:
            return "the first source is neither of the others"
    if name == "v_trig_preop_f64":
        shift = (values[1] & 31) * 53 + max(0, F64.exponent(values[0]) - 1077)
        if shift + 53 > 1201 or flushes(c, F64):
            return "end of the table"
    if "mix" in name and "f16" in name and c.target >= 906:
        if all(F32.is_finite(v) for v in values):
            x = F32.value(values[0]) * F32.value(values[1]) + F32.value(values[2])
            if x and F16.round(x, c.rm(F16)) != first:
                return "one rounding or two"
    if "cvt_f16_f32" in name or "cvt_f32_f16" in name:
        if c.target < 800 and (c.rm(F16) != c.rm(F32) or flushes(c, F16)):
            return "modes of half conversions"
        if subnormal and c.rm(F16):
            return "directed rounding of a subnormal"
    if name == "v_cvt_f32_f64" and subnormal and c.rm(F32):
        return "directed rounding of a subnormal"
    if APPROXIMATE.match(name):
        F = out
        a = values[0]
        if F is not F16 and (subnormal or F.is_subnormal(first)):
            return "subnormals of approximations"
        if F is F16 and (subnormal or F.is_subnormal(first)) and flushes(c, F):
            return "subnormals of approximations"
        if re.match("v_(sin|cos)", name) and F.is_finite(a) and abs(F.value(a)) > 1:
            return "outside one turn"
        if name.endswith(("clamp_f32", "clamp_f64", "legacy_f32")) and a == F.sign_bit:
            return "clamped infinity of -0"
        if F is F64 and F.is_finite(a) and F.exponent(a) > 2040:
            return "reciprocal near underflow"
    if name == "v_mullit_f32" and (subnormal or nan and not F32.is_nan(values[0])):
        return None if not flushes(c, F32) else "flushing outside arithmetic"
    return None
