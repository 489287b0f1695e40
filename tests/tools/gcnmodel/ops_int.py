"""Integer operations."""
from .table import op

M16, M32, M64 = 0xffff, 0xffffffff, 0xffffffffffffffff
GFX8, GFX9 = (800, 906), (900, 906)
SI_CI = (600, 700)


def signed(x, bits):
    x &= (1 << bits) - 1
    return x - (1 << bits) if x >> (bits - 1) else x


def limit(x, low, high):
    return max(low, min(high, x))


def unsigned_result(c, x, bits):
    """A saturated result if the instruction clamps, otherwise a wrapped one."""
    top = (1 << bits) - 1
    return limit(x, 0, top) if c.clamp else x & top


def signed_result(c, x, bits):
    half = 1 << (bits - 1)
    return (limit(x, -half, half - 1) if c.clamp else x) & ((1 << bits) - 1)


def simple(name, dst, src, fn, **options):
    op(name, dst, src, **options)(lambda c, *s: fn(*s))


# Bits.
simple("v_mov_b32", "u32", "u32", lambda a: a)
simple("v_not_b32", "u32", "u32", lambda a: ~a & M32)
simple("v_and_b32", "u32", "u32 u32", lambda a, b: a & b)
simple("v_or_b32", "u32", "u32 u32", lambda a, b: a | b)
simple("v_xor_b32", "u32", "u32 u32", lambda a, b: a ^ b)
simple("v_xnor_b32", "u32", "u32 u32", lambda a, b: ~(a ^ b) & M32, targets=(906, 906))
simple("v_bfrev_b32", "u32", "u32", lambda a: int(f"{a:032b}"[::-1], 2))
simple("v_ffbh_u32", "u32", "u32", lambda a: 32 - a.bit_length() if a else M32)
simple("v_ffbl_b32", "u32", "u32", lambda a: (a & -a).bit_length() - 1 if a else M32)


def ffbh_i32(a):
    other = a if a >= 0 else ~a
    return 32 - other.bit_length() if other else M32


simple("v_ffbh_i32", "u32", "i32", ffbh_i32)
simple("v_bfi_b32", "u32", "u32 u32 u32", lambda a, b, c: a & b | ~a & c & M32)
simple("v_bfm_b32", "u32", "u32 u32", lambda a, b: ((1 << (a & 31)) - 1) << (b & 31) & M32)
simple("v_bfe_u32", "u32", "u32 u32 u32", lambda a, b, c: a >> (b & 31) & ((1 << (c & 31)) - 1))


def bfe_i32(a, b, c):
    at, length = b & 31, c & 31
    if length == 0:
        return 0
    field = a >> at
    return (signed(field, length) if at + length < 32 else field) & M32


simple("v_bfe_i32", "u32", "i32 u32 u32", bfe_i32)
simple("v_bcnt_u32_b32", "u32", "u32 u32", lambda a, b: bin(a).count("1") + b & M32)
simple("v_alignbit_b32", "u32", "u32 u32 u32", lambda a, b, c: (a << 32 | b) >> (c & 31) & M32)
simple("v_alignbyte_b32", "u32", "u32 u32 u32", lambda a, b, c: (a << 32 | b) >> (c & 3) * 8 & M32)
simple("v_and_or_b32", "u32", "u32 u32 u32", lambda a, b, c: a & b | c, targets=GFX9)
simple("v_or3_b32", "u32", "u32 u32 u32", lambda a, b, c: a | b | c, targets=GFX9)


@op("v_perm_b32", "u32", "u32 u32 u32", targets=GFX8)
def perm(c, a, b, select):
    both, result = a << 32 | b, 0
    for i in range(4):
        s = select >> 8 * i & 0xff
        if s <= 7:
            byte = both >> 8 * s & 0xff
        elif s <= 11:
            byte = 0xff * (both >> (s - 8) * 16 + 15 & 1)
        else:
            byte = 0 if s == 12 else 0xff
        result |= byte << 8 * i
    return result


# Shifts.
simple("v_lshlrev_b32", "u32", "u32 u32", lambda a, b: b << (a & 31) & M32)
simple("v_lshrrev_b32", "u32", "u32 u32", lambda a, b: b >> (a & 31))
simple("v_ashrrev_i32", "u32", "u32 i32", lambda a, b: b >> (a & 31) & M32)
simple("v_lshl_b32", "u32", "u32 u32", lambda a, b: a << (b & 31) & M32, targets=SI_CI)
simple("v_lshr_b32", "u32", "u32 u32", lambda a, b: a >> (b & 31), targets=SI_CI)
simple("v_ashr_i32", "u32", "i32 u32", lambda a, b: a >> (b & 31) & M32, targets=SI_CI)
simple("v_lshl_b64", "u64", "u64 u32", lambda a, b: a << (b & 63) & M64, targets=SI_CI)
simple("v_lshr_b64", "u64", "u64 u32", lambda a, b: a >> (b & 63), targets=SI_CI)
simple("v_ashr_i64", "u64", "i64 u32", lambda a, b: a >> (b & 63) & M64, targets=SI_CI)
simple("v_lshlrev_b64", "u64", "u32 u64", lambda a, b: b << (a & 63) & M64, targets=GFX8)
simple("v_lshrrev_b64", "u64", "u32 u64", lambda a, b: b >> (a & 63), targets=GFX8)
simple("v_ashrrev_i64", "u64", "u32 i64", lambda a, b: b >> (a & 63) & M64, targets=GFX8)
simple("v_lshlrev_b16", "u16", "u16 u16", lambda a, b: b << (a & 15) & M16, targets=GFX8)
simple("v_lshrrev_b16", "u16", "u16 u16", lambda a, b: b >> (a & 15), targets=GFX8)
simple("v_ashrrev_i16", "u16", "u16 i16", lambda a, b: b >> (a & 15) & M16, targets=GFX8)
simple("v_lshl_add_u32", "u32", "u32 u32 u32", lambda a, b, c: (a << (b & 31)) + c & M32, targets=GFX9)
simple("v_add_lshl_u32", "u32", "u32 u32 u32", lambda a, b, c: (a + b & M32) << (c & 31) & M32, targets=GFX9)
simple("v_lshl_or_b32", "u32", "u32 u32 u32", lambda a, b, c: a << (b & 31) & M32 | c, targets=GFX9)
simple("v_xad_u32", "u32", "u32 u32 u32", lambda a, b, c: (a ^ b) + c & M32, targets=GFX9)
simple("v_add3_u32", "u32", "u32 u32 u32", lambda a, b, c: a + b + c & M32, targets=GFX9)


# Sums with a carry. The name changed twice, and _i32 and _u32 of gfx6-8 also have a carry.
def carries(stem, reverse_stem, compute):
    def lane(c, a, b, carry=False):
        x = compute(a, b, carry)
        return unsigned_result(c, x, 32), x < 0 or x > M32

    def reverse(c, a, b, carry=False):
        return lane(c, b, a, carry)
    borrow = stem in ("addc", "subb")
    sources = "u32 u32 mask" if borrow else "u32 u32"
    for name, fn in ((stem, lane), (reverse_stem, reverse)):
        if name is None:
            continue
        old = "u32" if borrow else "i32"
        op(f"v_{name}_{old}", "u32 mask", sources, targets=SI_CI)(fn)
        op(f"v_{name}_u32", "u32 mask", sources, targets=(800, 803))(fn)
        op(f"v_{name}_co_u32", "u32 mask", sources, targets=GFX9)(fn)


carries("add", None, lambda a, b, carry: a + b)
carries("sub", "subrev", lambda a, b, carry: a - b)
carries("addc", None, lambda a, b, carry: a + b + carry)
carries("subb", "subbrev", lambda a, b, carry: a - b - carry)

op("v_add_u32", "u32", "u32 u32", targets=GFX9)(lambda c, a, b: unsigned_result(c, a + b, 32))
op("v_sub_u32", "u32", "u32 u32", targets=GFX9)(lambda c, a, b: unsigned_result(c, a - b, 32))
op("v_subrev_u32", "u32", "u32 u32", targets=GFX9)(lambda c, a, b: unsigned_result(c, b - a, 32))
op("v_add_i32", "u32", "i32 i32", targets=GFX9)(lambda c, a, b: signed_result(c, a + b, 32))
op("v_sub_i32", "u32", "i32 i32", targets=GFX9)(lambda c, a, b: signed_result(c, a - b, 32))
op("v_add_i16", "u16", "i16 i16", targets=GFX9, preserve=True)(lambda c, a, b: signed_result(c, a + b, 16))
op("v_sub_i16", "u16", "i16 i16", targets=GFX9, preserve=True)(lambda c, a, b: signed_result(c, a - b, 16))
op("v_add_u16", "u16", "u16 u16", targets=GFX8)(lambda c, a, b: unsigned_result(c, a + b, 16))
op("v_sub_u16", "u16", "u16 u16", targets=GFX8)(lambda c, a, b: unsigned_result(c, a - b, 16))
op("v_subrev_u16", "u16", "u16 u16", targets=GFX8)(lambda c, a, b: unsigned_result(c, b - a, 16))
op("v_mul_lo_u16", "u16", "u16 u16", targets=GFX8)(lambda c, a, b: a * b & M16)

# Products.
simple("v_mul_lo_u32", "u32", "u32 u32", lambda a, b: a * b & M32)
simple("v_mul_lo_i32", "u32", "u32 u32", lambda a, b: a * b & M32, targets=SI_CI)
simple("v_mul_hi_u32", "u32", "u32 u32", lambda a, b: a * b >> 32)
simple("v_mul_hi_i32", "u32", "i32 i32", lambda a, b: a * b >> 32 & M32)
u24, i24 = (lambda x: x & 0xffffff), (lambda x: signed(x, 24))
simple("v_mul_u32_u24", "u32", "u32 u32", lambda a, b: u24(a) * u24(b) & M32)
simple("v_mul_i32_i24", "u32", "u32 u32", lambda a, b: i24(a) * i24(b) & M32)
simple("v_mul_hi_u32_u24", "u32", "u32 u32", lambda a, b: u24(a) * u24(b) >> 32)
simple("v_mul_hi_i32_i24", "u32", "u32 u32", lambda a, b: i24(a) * i24(b) >> 32 & M32)
op("v_mad_u32_u24", "u32", "u32 u32 u32")(lambda c, a, b, d: unsigned_result(c, u24(a) * u24(b) + d, 32))
op("v_mad_i32_i24", "u32", "u32 u32 i32")(lambda c, a, b, d: signed_result(c, i24(a) * i24(b) + d, 32))
op("v_mad_u32_u16", "u32", "u16 u16 u32", targets=GFX9)(lambda c, a, b, d: unsigned_result(c, a * b + d, 32))
op("v_mad_i32_i16", "u32", "i16 i16 i32", targets=GFX9)(lambda c, a, b, d: signed_result(c, a * b + d, 32))
for name, targets, preserve in (("", GFX8, True), ("_legacy", GFX9, False)):
    op(f"v_mad{name}_u16", "u16", "u16 u16 u16", targets=targets, preserve=preserve)(
        lambda c, a, b, d: unsigned_result(c, a * b + d, 16))
    op(f"v_mad{name}_i16", "u16", "i16 i16 i16", targets=targets, preserve=preserve)(
        lambda c, a, b, d: signed_result(c, a * b + d, 16))


@op("v_mad_u64_u32", "u64 mask", "u32 u32 u64", targets=(700, 906))
def mad_u64_u32(c, a, b, d):
    x = a * b + d
    return unsigned_result(c, x, 64), x > M64


@op("v_mad_i64_i32", "u64 mask", "i32 i32 i64", targets=(700, 906))
def mad_i64_i32(c, a, b, d):
    x = a * b + d
    return signed_result(c, x, 64), x < 0


# Order.
for kind, bits in (("u32", 32), ("i32", 32), ("u16", 16), ("i16", 16)):
    mask = (1 << bits) - 1
    two, three = ((600, 906), (600, 906)) if bits == 32 else (GFX8, GFX9)
    for which, pick in (("min", min), ("max", max)):
        simple(f"v_{which}_{kind}", f"u{bits}", f"{kind} {kind}",
               lambda a, b, pick=pick, mask=mask: pick(a, b) & mask, targets=two)
        simple(f"v_{which}3_{kind}", f"u{bits}", f"{kind} {kind} {kind}",
               lambda a, b, c, pick=pick, mask=mask: pick(a, b, c) & mask, targets=three, preserve=bits == 16)
    simple(f"v_med3_{kind}", f"u{bits}", f"{kind} {kind} {kind}",
           lambda a, b, c, mask=mask: sorted((a, b, c))[1] & mask, targets=three, preserve=bits == 16)

simple("v_cndmask_b32", "u32", "u32 u32 mask", lambda a, b, c: b if c else a)


# Comparisons.
TESTS = {"f": lambda a, b: False, "lt": lambda a, b: a < b, "eq": lambda a, b: a == b, "le": lambda a, b: a <= b,
         "gt": lambda a, b: a > b, "ne": lambda a, b: a != b, "ge": lambda a, b: a >= b, "t": lambda a, b: True}
for kind in ("i16", "u16", "i32", "u32", "i64", "u64"):
    for test, fn in TESTS.items():
        simple(f"v_cmp_{test}_{kind} v_cmpx_{test}_{kind}", "mask", f"{kind} {kind}", fn,
               targets=GFX8 if "16" in kind else (600, 906))
