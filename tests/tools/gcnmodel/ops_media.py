"""Sums of absolute differences, packed integers, dot products, and operations that look at other lanes."""
from .ops_int import GFX8, GFX9, M16, M32, limit, signed, signed_result, simple, unsigned_result
from .table import op


def byte(x, i):
    return x >> 8 * i & 0xff


def sad_u8(a, b, masked=False):
    return sum(abs(byte(a, i) - byte(b, i)) for i in range(4) if not (masked and byte(b, i) == 0))


op("v_sad_u8", "u32", "u32 u32 u32")(lambda c, a, b, d: unsigned_result(c, sad_u8(a, b) + d, 32))
op("v_sad_hi_u8", "u32", "u32 u32 u32")(lambda c, a, b, d: unsigned_result(c, (sad_u8(a, b) << 16) + d, 32))
op("v_msad_u8", "u32", "u32 u32 u32")(lambda c, a, b, d: unsigned_result(c, sad_u8(a, b, True) + d, 32))
op("v_sad_u16", "u32", "u32 u32 u32")(
    lambda c, a, b, d: unsigned_result(c, abs((a & M16) - (b & M16)) + abs((a >> 16) - (b >> 16)) + d, 32))
op("v_sad_u32", "u32", "u32 u32 u32")(lambda c, a, b, d: unsigned_result(c, abs(a - b) + d, 32))


def quad(masked, bits):
    def lane(c, a, b, d):
        result = 0
        for i in range(4):
            window = a >> 8 * i & M32
            x = sad_u8(window, b, masked) + (d >> bits * i & ((1 << bits) - 1))
            result |= unsigned_result(c, x, bits) << bits * i
        return result
    return lane


op("v_qsad_pk_u16_u8", "u64", "u64 u32 u64", targets=(700, 906))(quad(False, 16))
op("v_mqsad_pk_u16_u8", "u64", "u64 u32 u64")(quad(True, 16))
op("v_mqsad_u32_u8", "u128", "u64 u32 u128", targets=(700, 906))(quad(True, 32))
simple("v_lerp_u8", "u32", "u32 u32 u32",
       lambda a, b, d: sum((byte(a, i) + byte(b, i) + (byte(d, i) & 1) >> 1) << 8 * i for i in range(4)))
simple("v_cvt_pk_u16_u32", "u32", "u32 u32", lambda a, b: min(a, M16) | min(b, M16) << 16)
simple("v_cvt_pk_i16_i32", "u32", "i32 i32",
       lambda a, b: limit(a, -32768, 32767) & M16 | (limit(b, -32768, 32767) & M16) << 16)
simple("v_sat_pk_u8_i16", "u16", "u32",
       lambda a: limit(signed(a, 16), 0, 255) | limit(signed(a >> 16, 16), 0, 255) << 8, targets=GFX9)

# Packed 16-bit integers; one function for either half.
for name, kinds, fn in (
        ("mad_i16", "i16 i16 i16", lambda c, a, b, d: signed_result(c, a * b + d, 16)),
        ("mad_u16", "u16 u16 u16", lambda c, a, b, d: unsigned_result(c, a * b + d, 16)),
        ("mul_lo_u16", "u16 u16", lambda c, a, b: a * b & M16),
        ("add_i16", "i16 i16", lambda c, a, b: signed_result(c, a + b, 16)),
        ("sub_i16", "i16 i16", lambda c, a, b: signed_result(c, a - b, 16)),
        ("add_u16", "u16 u16", lambda c, a, b: unsigned_result(c, a + b, 16)),
        ("sub_u16", "u16 u16", lambda c, a, b: unsigned_result(c, a - b, 16)),
        ("lshlrev_b16", "u16 u16", lambda c, a, b: b << (a & 15) & M16),
        ("lshrrev_b16", "u16 u16", lambda c, a, b: b >> (a & 15)),
        ("ashrrev_i16", "u16 i16", lambda c, a, b: b >> (a & 15) & M16),
        ("max_i16", "i16 i16", lambda c, a, b: max(a, b) & M16),
        ("min_i16", "i16 i16", lambda c, a, b: min(a, b) & M16),
        ("max_u16", "u16 u16", lambda c, a, b: max(a, b)),
        ("min_u16", "u16 u16", lambda c, a, b: min(a, b))):
    op(f"v_pk_{name}", "u16", kinds, targets=GFX9, packed=True)(fn)


def dot(bits, is_signed):
    def lane(c, a, b, d):
        part = signed if is_signed else (lambda x, n: x & ((1 << n) - 1))
        x = sum(part(a >> i, bits) * part(b >> i, bits) for i in range(0, 32, bits)) + d
        return signed_result(c, x, 32) if is_signed else unsigned_result(c, x, 32)
    return lane


for name, bits in (("dot2_{0}32_{0}16", 16), ("dot4_{0}32_{0}8", 8), ("dot8_{0}32_{0}4", 4)):
    for kind in "iu":
        op("v_" + name.format(kind), "u32", f"u32 u32 {kind}32", targets=(906, 906))(dot(bits, kind == "i"))


@op("v_mbcnt_lo_u32_b32", "u32", "u32 u32")
def mbcnt_lo(c, a, b):
    return bin(a & ((1 << min(c.lane, 32)) - 1)).count("1") + b & M32


@op("v_mbcnt_hi_u32_b32", "u32", "u32 u32")
def mbcnt_hi(c, a, b):
    return bin(a & ((1 << max(c.lane - 32, 0)) - 1)).count("1") + b & M32


# Shader engines that touch a tile of the screen, by the low byte. Only CLRX documents this table.
SCREEN = (
    "137f5fff7ffffffff26efafffbffffffdf4cff5fffdfffff9bf8fffafffeffff"
    "ffff4cdf6fffeffffffff89bf99ffdffffff7f13ff9fffbfffff6ef26ff6fff7"
    "bfffffff23bfaffff7fffffff19df5ffffefffffef8cffaffffdffff67f4fff5"
    "9fffdfffffff8ceff66ffefffffff467ff6fff7fffffbf239ff9fffbffff9df1")
simple("v_screen_partition_4se_b32", "u32", "u32", lambda a: int(SCREEN[a & 0xff], 16), targets=GFX9)


# Whole-wave operations get the machine and the texts of the operands.
@op("v_readlane_b32", "s32", "v lane", wave=True)
def readlane(m, d, a, select):
    m.set_scalar(d, m.vector(a)[m.scalar(select) & 63])


@op("v_writelane_b32", "v", "s lane", wave=True)
def writelane(m, d, a, select):
    m.set_lane(d, m.scalar(select) & 63, m.scalar(a))


@op("v_readfirstlane_b32", "s32", "v", wave=True)
def readfirstlane(m, d, a):
    first = (m.exec & -m.exec).bit_length() - 1 if m.exec else 0
    m.set_scalar(d, m.vector(a)[first])


def moved(m, d, a):
    values = m.vector(a)
    for lane in m.active():
        m.set_lane(d, lane, values[lane])


def relative(m, register):
    return f"v{int(register[1:]) + m.m0}"


MOVREL = (600, 803)
op("v_movreld_b32", "v", "v", wave=True, targets=MOVREL)(lambda m, d, a: moved(m, relative(m, d), a))
op("v_movrels_b32", "v", "v", wave=True, targets=MOVREL)(lambda m, d, a: moved(m, d, relative(m, a)))
op("v_movrelsd_b32", "v", "v", wave=True, targets=MOVREL)(lambda m, d, a: moved(m, relative(m, d), relative(m, a)))


@op("v_swap_b32", "v", "v", wave=True, targets=GFX9)
def swap(m, d, a):
    old, new = m.vector(d)[:], m.vector(a)[:]
    for lane in m.active():
        m.set_lane(d, lane, new[lane])
        m.set_lane(a, lane, old[lane])
