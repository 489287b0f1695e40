"""Float arithmetic, order, rounding and division."""
from fractions import Fraction

from .floats import F16, F32, F64, log2_floor
from .ops_int import GFX8, GFX9, SI_CI
from .table import op


def fmt_targets(f):
    return GFX8 if f is F16 else (600, 906)


# Arithmetic, per format.
for F in (F16, F32, F64):
    n, on = F.name, fmt_targets(F)
    op(f"v_add_{n}", n, f"{n} {n}", targets=on)(lambda c, a, b, F=F: F.add(a, b, c.rm(F)))
    op(f"v_mul_{n}", n, f"{n} {n}", targets=on)(lambda c, a, b, F=F: F.mul(a, b, c.rm(F)))
    op(f"v_fma_{n}", n, f"{n} {n} {n}", targets=on, preserve=F is F16)(
        lambda c, a, b, d, F=F: F.fma(a, b, d, c.rm(F)))
    if F is not F64:
        op(f"v_sub_{n}", n, f"{n} {n}", targets=on)(lambda c, a, b, F=F: F.add(a, F.negate(b), c.rm(F)))
        op(f"v_subrev_{n}", n, f"{n} {n}", targets=on)(lambda c, a, b, F=F: F.add(b, F.negate(a), c.rm(F)))
op("v_fmac_f32", "f32", "f32 f32", reads_dst=True, targets=(906, 906))(lambda c, a, b, d: F32.fma(a, b, d, c.rm(F32)))
op("v_fma_legacy_f16", "f16", "f16 f16 f16", targets=GFX9)(lambda c, a, b, d: F16.fma(a, b, d, c.rm(F16)))


def mad(F):
    """Not fused: the product is rounded and flushed before the sum."""
    def lane(c, a, b, d):
        product = F.mul(a, b, c.rm(F))
        return F.add(c.flush(F, product, "always"), d, c.rm(F))
    return lane


for F in (F16, F32):
    n, on = F.name, fmt_targets(F)
    op(f"v_mad_{n}", n, f"{n} {n} {n}", flush="always", targets=on, preserve=F is F16)(mad(F))
    op(f"v_mac_{n}", n, f"{n} {n}", flush="always", targets=on, reads_dst=True)(mad(F))
    op(f"v_madak_{n}", n, f"{n} {n} {n}", flush="always", targets=on)(mad(F))
    op(f"v_madmk_{n}", n, f"{n} {n} {n}", flush="always", targets=on)(mad(F))
op("v_mad_legacy_f16", "f16", "f16 f16 f16", flush="always", targets=GFX9)(mad(F16))


def legacy_product(c, a, b):
    return 0 if F32.is_zero(a) or F32.is_zero(b) else F32.mul(a, b, c.rm(F32))


def mad_legacy(c, a, b, d):
    return F32.add(c.flush(F32, legacy_product(c, a, b), "always"), d, c.rm(F32))


op("v_mul_legacy_f32", "f32", "f32 f32")(legacy_product)
op("v_mad_legacy_f32", "f32", "f32 f32 f32", flush="always")(mad_legacy)
op("v_mac_legacy_f32", "f32", "f32 f32", flush="always", reads_dst=True, targets=SI_CI)(mad_legacy)


@op("v_mullit_f32", "f32", "f32 f32 f32", targets=SI_CI)
def mullit(c, a, b, d):
    low_b = F32.is_nan(b) or b in (F32.signed(True, F32.inf), F32.signed(True, F32.max))
    low_d = F32.is_nan(d) or F32.sign(d) or F32.is_zero(d)
    if low_b or low_d:
        return F32.signed(True, F32.max)
    return legacy_product(c, a, b)


# Order. A number wins over a NaN; with MODE.ieee a signaling NaN wins over everything.
def pick(F, c, a, b, largest):
    if c.ieee and (F.is_snan(a) or F.is_snan(b)):
        return F.quiet(a if F.is_snan(a) else b)
    if F.is_nan(a):
        return b if not F.is_nan(b) else F.quiet(b)
    if F.is_nan(b):
        return a
    return (max if largest else min)(a, b, key=F.order)


def median(F, c, a, b, d):
    if any(F.is_nan(x) for x in (a, b, d)):
        return pick(F, c, pick(F, c, a, b, False), d, False)
    return sorted((a, b, d), key=F.order)[1]


for F in (F16, F32, F64):
    n, on = F.name, fmt_targets(F)
    for which, largest in (("min", False), ("max", True)):
        op(f"v_{which}_{n}", n, f"{n} {n}", targets=on)(
            lambda c, a, b, F=F, largest=largest: pick(F, c, a, b, largest))
        if F is not F64:
            op(f"v_{which}3_{n}", n, f"{n} {n} {n}", targets=GFX9 if F is F16 else on, preserve=F is F16)(
                lambda c, a, b, d, F=F, largest=largest: pick(F, c, pick(F, c, a, b, largest), d, largest))
    if F is not F64:
        op(f"v_med3_{n}", n, f"{n} {n} {n}", targets=GFX9 if F is F16 else on, preserve=F is F16)(
            lambda c, a, b, d, F=F: median(F, c, a, b, d))


def legacy_pick(wins):
    def lane(c, a, b):
        if F32.is_nan(a) or F32.is_nan(b):
            return b
        return a if wins(F32.order(a), F32.order(b)) else b
    return lane


op("v_min_legacy_f32", "f32", "f32 f32", targets=SI_CI)(legacy_pick(lambda a, b: a < b))
op("v_max_legacy_f32", "f32", "f32 f32", targets=SI_CI)(legacy_pick(lambda a, b: a >= b))


# Comparisons: the relations (less, equal, greater, unordered) for which they are true.
RELATIONS = {"f": "", "lt": "<", "eq": "=", "le": "<=", "gt": ">", "lg": "<>", "ge": ">=", "o": "<=>"}
NOT = {"u": "o", "nge": "ge", "nlg": "lg", "ngt": "gt", "nle": "le", "neq": "eq", "nlt": "lt", "tru": "f"}
for name, relation in list(RELATIONS.items()):
    opposite = next(k for k, v in NOT.items() if v == name)
    RELATIONS[opposite] = "".join(r for r in "<=>?" if r not in relation)


def relation_of(F, a, b):
    if F.is_nan(a) or F.is_nan(b):
        return "?"
    if F.is_zero(a) and F.is_zero(b):
        return "="
    a, b = F.order(a), F.order(b)
    return "<" if a < b else ">" if a > b else "="


for F in (F16, F32, F64):
    for test, relation in RELATIONS.items():
        fn = (lambda c, a, b, F=F, relation=relation: relation_of(F, a, b) in relation)
        op(f"v_cmp_{test}_{F.name} v_cmpx_{test}_{F.name}", "mask", f"{F.name} {F.name}",
           targets=fmt_targets(F))(fn)
        if F is not F16:
            op(f"v_cmps_{test}_{F.name} v_cmpsx_{test}_{F.name}", "mask", f"{F.name} {F.name}", targets=SI_CI)(fn)


def class_of(F, a):
    if F.is_nan(a):
        return 0 if F.is_snan(a) else 1
    kind = 0 if F.is_inf(a) else 3 if F.is_zero(a) else 2 if F.is_subnormal(a) else 1
    return 2 + kind if F.sign(a) else 9 - kind


for F in (F16, F32, F64):
    op(f"v_cmp_class_{F.name} v_cmpx_class_{F.name}", "mask", f"{F.name} u32", flush="none", targets=fmt_targets(F))(
        lambda c, a, b, F=F: b >> class_of(F, a) & 1 == 1)


# Rounding, and splitting into parts.
def fract(F, c, a):
    if not F.is_finite(a):
        return F.nan
    r = F.add(a, F.negate(F.integral(a, 2)), c.rm(F))
    return min(r, F.one - 1) if not F.sign(r) else r


def frexp_mant(F, a):
    if not F.is_finite(a) or F.is_zero(a):
        return F.quiet(a) if F.is_nan(a) else a
    return F.round(F.value(a) / Fraction(2) ** frexp_exp(F, a), 0)


def frexp_exp(F, a):
    return log2_floor(abs(F.value(a))) + 1 if F.is_finite(a) and not F.is_zero(a) else 0


for F in (F16, F32, F64):
    n, on = F.name, fmt_targets(F)
    later = (700, 906) if F is F64 else on
    for name, rm in (("trunc", 3), ("ceil", 1), ("rndne", 0), ("floor", 2)):
        op(f"v_{name}_{n}", n, n, targets=later)(lambda c, a, F=F, rm=rm: F.integral(a, rm))
    op(f"v_fract_{n}", n, n, targets=on)(lambda c, a, F=F: fract(F, c, a))
    op(f"v_frexp_mant_{n}", n, n, targets=on)(lambda c, a, F=F: frexp_mant(F, a))
    out, bits = ("i16", 16) if F is F16 else ("i32", 32)
    op(f"v_frexp_exp_{out}_{n}", "u" + out[1:], n, targets=on)(
        lambda c, a, F=F, bits=bits: frexp_exp(F, a) & ((1 << bits) - 1))
    op(f"v_ldexp_{n}", n, f"{n} {'i16' if F is F16 else 'i32'}", targets=on)(
        lambda c, a, b, F=F: F.scale(a, b, c.rm(F)))


# Cube maps.
def cube_face(x, y, z):
    """The axis of the largest component and its sign."""
    def size(v):
        return None if F32.is_nan(v) else 0 if F32.is_subnormal(v) else F32.magnitude(v)
    x1, y1, z1 = size(x), size(y), size(z)
    known = None not in (x1, y1, z1)
    axis = "z" if known and z1 >= x1 and z1 >= y1 else "y" if known and y1 >= x1 else "x"
    major = {"x": x, "y": y, "z": z}[axis]
    return axis, F32.sign(major) and not F32.is_nan(major) and size(major) != 0, major


def cubeid(c, x, y, z):
    axis, negative, _ = cube_face(x, y, z)
    return F32.round(Fraction("xyz".index(axis) * 2 + negative), 0)


def cubesc(c, x, y, z):
    axis, negative, _ = cube_face(x, y, z)
    if axis == "z":
        return F32.negate(x) if negative else x
    return x if axis == "y" else z if negative else F32.negate(z)


def cubetc(c, x, y, z):
    axis, negative, _ = cube_face(x, y, z)
    if axis == "y":
        return F32.negate(z) if negative else z
    return F32.negate(y)


op("v_cubeid_f32", "f32", "f32 f32 f32", flush="none")(cubeid)
op("v_cubesc_f32", "f32", "f32 f32 f32", flush="none")(cubesc)
op("v_cubetc_f32", "f32", "f32 f32 f32", flush="none")(cubetc)
op("v_cubema_f32", "f32", "f32 f32 f32")(lambda c, x, y, z: F32.scale(cube_face(x, y, z)[2], 1, c.rm(F32)))
