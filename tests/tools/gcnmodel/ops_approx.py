"""Approximate functions, computed to far more digits than any format holds and rounded once.

The machine is allowed a few units in the last place, so a case made from these carries a tolerance.
"""
from decimal import Decimal, getcontext
from fractions import Fraction

from .floats import F16, F32, F64
from .ops_int import GFX8, SI_CI
from .table import op

getcontext().prec = 80
getcontext().Emax, getcontext().Emin = 10 ** 6, -10 ** 6
LN2 = Decimal(2).ln()


def decimal(x):
    return Decimal(x.numerator) / Decimal(x.denominator)


def reciprocal(F, a):
    if F.is_nan(a):
        return F.quiet(a)
    if F.is_inf(a):
        return F.signed(F.sign(a), 0)
    if F.is_zero(a):
        return F.signed(F.sign(a), F.inf)
    return F.round(1 / F.value(a), 0)


def root(F, a):
    if F.is_nan(a) or F.is_zero(a):
        return F.quiet(a) if F.is_nan(a) else a
    if F.sign(a):
        return F.nan
    if F.is_inf(a):
        return a
    return F.round(Fraction(decimal(F.value(a)).sqrt()), 0)


def reciprocal_root(F, a):
    if F.is_nan(a):
        return F.quiet(a)
    if F.is_zero(a):
        return F.signed(F.sign(a), F.inf)
    if F.sign(a):
        return F.nan
    if F.is_inf(a):
        return 0
    return F.round(Fraction(1 / decimal(F.value(a)).sqrt()), 0)


def power(F, a):
    if F.is_nan(a):
        return F.quiet(a)
    if F.is_inf(a):
        return 0 if F.sign(a) else a
    x = max(Fraction(-2000), min(Fraction(2000), F.value(a)))
    return F.round(Fraction((decimal(x) * LN2).exp()), 0)


def logarithm(F, a):
    if F.is_nan(a):
        return F.quiet(a)
    if F.is_zero(a):
        return F.signed(True, F.inf)
    if F.sign(a):
        return F.nan
    if F.is_inf(a):
        return a
    return F.round(Fraction(decimal(F.value(a)).ln() / LN2), 0)


def turns(F, a, quarter):
    """Sine of 2*pi*a; `quarter` is 1 for the cosine."""
    if not F.is_finite(a):
        return F.nan
    x = F.value(a)
    t = (x + Fraction(quarter, 4)) % 1
    if t.denominator <= 4 and t.numerator * 4 % t.denominator == 0 and (t * 4).denominator == 1:
        return F.round(Fraction((0, 1, 0, -1)[int(t * 4)]), 0)
    pi = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803")
    y = decimal(t if t < Fraction(1, 2) else t - 1) * 2 * pi
    term = total = y
    for k in range(1, 60):
        term = -term * y * y / ((2 * k) * (2 * k + 1))
        total += term
    return F.round(Fraction(total), 0)


for F in (F16, F32, F64):
    n, on = F.name, GFX8 if F is F16 else (600, 906)
    op(f"v_rcp_{n}", n, n, targets=on)(lambda c, a, F=F: reciprocal(F, a))
    op(f"v_sqrt_{n}", n, n, targets=on)(lambda c, a, F=F: root(F, a))
    op(f"v_rsq_{n}", n, n, targets=on)(lambda c, a, F=F: reciprocal_root(F, a))
    if F is not F64:
        op(f"v_exp_{n}", n, n, targets=on)(lambda c, a, F=F: power(F, a))
        op(f"v_log_{n}", n, n, targets=on)(lambda c, a, F=F: logarithm(F, a))
        op(f"v_sin_{n}", n, n, targets=on)(lambda c, a, F=F: turns(F, a, 0))
        op(f"v_cos_{n}", n, n, targets=on)(lambda c, a, F=F: turns(F, a, 1))
op("v_rcp_iflag_f32", "f32", "f32")(lambda c, a: reciprocal(F32, a))
op("v_exp_legacy_f32", "f32", "f32", targets=(700, 906))(lambda c, a: power(F32, a))
op("v_log_legacy_f32", "f32", "f32", targets=(700, 906))(lambda c, a: logarithm(F32, a))


def clamped(F, r):
    """Replaces infinities by the largest number."""
    return F.signed(F.sign(r), F.max) if F.is_inf(r) else r


def legacy(r):
    """Replaces infinities by zeros."""
    return F32.signed(F32.sign(r), 0) if F32.is_inf(r) else r


for F in (F32, F64):
    op(f"v_rcp_clamp_{F.name}", F.name, F.name, targets=SI_CI)(lambda c, a, F=F: clamped(F, reciprocal(F, a)))
    op(f"v_rsq_clamp_{F.name}", F.name, F.name, targets=SI_CI)(lambda c, a, F=F: clamped(F, reciprocal_root(F, a)))
op("v_log_clamp_f32", "f32", "f32", targets=SI_CI)(lambda c, a: clamped(F32, logarithm(F32, a)))
op("v_rcp_legacy_f32", "f32", "f32", targets=SI_CI)(lambda c, a: legacy(reciprocal(F32, a)))
op("v_rsq_legacy_f32", "f32", "f32", targets=SI_CI)(lambda c, a: legacy(reciprocal_root(F32, a)))
