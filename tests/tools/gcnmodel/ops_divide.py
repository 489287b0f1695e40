"""The steps of division, and the argument reduction of trigonometric functions."""
from fractions import Fraction

from .floats import F16, F32, F64
from .ops_int import GFX8, GFX9
from .table import op


def div_scale(F, threshold, step, tiny):
    def lane(c, a, denominator, numerator):
        d, n = F.exponent(denominator), F.exponent(numerator)
        delta, flag, up = n - d, False, 0
        if delta >= threshold:
            flag, up = True, step if a == denominator else 0
        elif d == 0:
            up = step
        elif d >= 2 * F.bias - 1:
            flag = delta <= -threshold
            up = 0 if flag and a != denominator else -step
        elif delta <= -threshold:
            flag, up = True, step if a == numerator else 0
        elif n <= tiny:
            up = step
        if F.is_zero(denominator) or F.is_zero(numerator):
            return F.signed(True, F.nan), flag
        return F.scale(a, up, 0), flag
    return lane


def div_fmas(F, step):
    def lane(c, a, b, d, vcc):
        up = step if F.exponent(d) > F.bias else -step
        return F.fma(a, b, d, c.rm(F), up if vcc else 0)
    return lane


def div_fixup(F, c, quotient, denominator, numerator):
    if F.is_nan(numerator):
        return F.quiet(numerator)
    if F.is_nan(denominator):
        return F.quiet(denominator)
    negative = F.sign(denominator) != F.sign(numerator)
    d0, n0 = F.is_zero(denominator), F.is_zero(numerator)
    di, ni = F.is_inf(denominator), F.is_inf(numerator)
    if d0 and n0 or di and ni:
        return F.signed(True, F.nan)
    if d0 or ni:
        return F.signed(negative, F.inf)
    if di or n0:
        return F.signed(negative, 0)
    sign = -1 if negative else 1
    if F is not F16 and F.exponent(numerator) - F.exponent(denominator) < (-150 if F is F32 else -1075):
        return F.round(sign * F.value(F.least) / 4, c.rm(F))
    if not F.is_finite(quotient):
        return F.round(sign * F.value(F.max) * 2, c.rm(F))
    return F.signed(negative, F.magnitude(quotient))


for F, threshold, step, tiny, scale in ((F32, 96, 64, 24, 64), (F64, 768, 128, 53, 128)):
    n = F.name
    op(f"v_div_scale_{n}", f"{n} mask", f"{n} {n} {n}", flush="none", output=False)(
        div_scale(F, threshold, step, tiny))
    op(f"v_div_fmas_{n}", n, f"{n} {n} {n} vcc")(div_fmas(F, scale))
for F in (F16, F32, F64):
    n = F.name
    op(f"v_div_fixup_{n}", n, f"{n} {n} {n}", targets=GFX8 if F is F16 else (600, 906), preserve=F is F16)(
        lambda c, a, b, d, F=F: div_fixup(F, c, a, b, d))
op("v_div_fixup_legacy_f16", "f16", "f16 f16 f16", targets=GFX9)(lambda c, a, b, d: div_fixup(F16, c, a, b, d))

TABLE_BITS = 1201


def two_over_pi(bits):
    """floor(2/pi * 2**bits), by Machin's formula with guard bits."""
    guard = bits + 64
    one = 1 << guard

    def arctan_inverse(x):
        term, total, k = one // x, 0, 0
        while term:
            total += term // (2 * k + 1) * (-1 if k & 1 else 1)
            term //= x * x
            k += 1
        return total
    pi = 4 * (4 * arctan_inverse(5) - arctan_inverse(239))
    return (2 << guard + bits) // pi


TWO_OVER_PI = two_over_pi(TABLE_BITS)


@op("v_trig_preop_f64", "f64", "f64 u32", flush="none")
def trig_preop(c, a, segment):
    exponent = F64.exponent(a)
    shift = (segment & 31) * 53 + max(0, exponent - 1077)
    below = TABLE_BITS - shift - 53
    window = (TWO_OVER_PI >> below if below >= 0 else TWO_OVER_PI << -below) & ((1 << 53) - 1)
    scale = -53 - shift + (128 if exponent >= 1968 else 0)
    return F64.round(window * Fraction(2) ** scale, 3)
