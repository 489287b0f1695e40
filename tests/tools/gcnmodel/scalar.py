"""Scalar operations: integers in, integers and SCC out.

Each function takes the sources as unsigned integers of the operation's width, and a dictionary with `scc`, `exec` and `old` (the destination as it
was). It gives (result, SCC or None where SCC stays); `exec` is changed in the dictionary.
"""
M32, M64 = (1 << 32) - 1, (1 << 64) - 1


def s32(x):
    return (x & M32) - ((x & 1 << 31) << 1)


def sx(x, bits):
    x &= (1 << bits) - 1
    return x - ((x >> (bits - 1)) << bits)


def same(x):
    """The result, and 1 for SCC if the result is not 0."""
    return x, int(x != 0)


def add(a, b, bits=32):
    return (a + b) & M32, int(a + b > M32)


def overflow(x):
    return x & M32, int(not -(1 << 31) <= x < 1 << 31)


def first(x, bits):
    """Number of the lowest set bit; -1 if there is none."""
    return M32 if x == 0 else (x & -x).bit_length() - 1


def leading(x, bits):
    return M32 if x == 0 else bits - x.bit_length()


def leading_sign(x, bits):
    """Number of leading bits that equal the sign; -1 if all do."""
    return leading(x ^ ((1 << bits) - 1 if x >> (bits - 1) else 0), bits)


def extract(x, how, bits, is_signed):
    offset, width = how & (bits - 1), how >> 16 & 0x7f
    if width == 0:
        return 0
    if is_signed:
        moved = sx(x, bits) >> offset
        return (sx(moved, width) if width < bits else moved) & ((1 << bits) - 1)
    return x >> offset & ((1 << width) - 1)


def quads(x, bits):
    return [x >> i & 15 for i in range(0, bits, 4)]


LOGIC = {
    "and": lambda a, b, m: a & b, "or": lambda a, b, m: a | b, "xor": lambda a, b, m: a ^ b, "andn2": lambda a, b, m: a & (b ^ m),
    "orn2": lambda a, b, m: a | (b ^ m), "nand": lambda a, b, m: a & b ^ m, "nor": lambda a, b, m: (a | b) ^ m,
    "xnor": lambda a, b, m: a ^ b ^ m,
}

# name: (width of the result, widths of the sources, function, first target)
SOP2, SOP1, SOPC, SOPK = {}, {}, {}, {}


def declare(table, name, result, sources, fn, first_target=600, last_target=999):
    table[name] = (result, sources, fn, first_target, last_target)


for name, logic in LOGIC.items():
    for bits, mask in ((32, M32), (64, M64)):
        declare(SOP2, f"s_{name}_b{bits}", bits, (bits, bits), lambda a, b, c, f=logic, m=mask: same(f(a, b, m)))

    def save(a, c, f=logic):
        old = c["exec"]
        c["exec"] = f(a, old, M64)
        return old, int(c["exec"] != 0)
    declare(SOP1, f"s_{name}_saveexec_b64", 64, (64,), save)


def save_n1(a, c, either, back):
    old = c["exec"]
    c["exec"] = (a ^ M64) | old if either else (a ^ M64) & old
    return c["exec"] if back else old, int(c["exec"] != 0)


def wr_n2(a, c):
    c["exec"] = a & (c["exec"] ^ M64)
    return same(c["exec"])


declare(SOP1, "s_andn1_saveexec_b64", 64, (64,), lambda a, c: save_n1(a, c, False, False), 900)
declare(SOP1, "s_orn1_saveexec_b64", 64, (64,), lambda a, c: save_n1(a, c, True, False), 900)
declare(SOP1, "s_andn1_wrexec_b64", 64, (64,), lambda a, c: save_n1(a, c, False, True), 900)
declare(SOP1, "s_andn2_wrexec_b64", 64, (64,), wr_n2, 900)

declare(SOP2, "s_add_u32", 32, (32, 32), lambda a, b, c: add(a, b))
declare(SOP2, "s_sub_u32", 32, (32, 32), lambda a, b, c: ((a - b) & M32, int(b > a)))
declare(SOP2, "s_add_i32", 32, (32, 32), lambda a, b, c: overflow(s32(a) + s32(b)))
declare(SOP2, "s_sub_i32", 32, (32, 32), lambda a, b, c: overflow(s32(a) - s32(b)))
declare(SOP2, "s_addc_u32", 32, (32, 32), lambda a, b, c: add(a, b + c["scc"]))
declare(SOP2, "s_subb_u32", 32, (32, 32), lambda a, b, c: ((a - b - c["scc"]) & M32, int(b + c["scc"] > a)))
declare(SOP2, "s_min_i32", 32, (32, 32), lambda a, b, c: (min(s32(a), s32(b)) & M32, int(s32(a) < s32(b))))
declare(SOP2, "s_min_u32", 32, (32, 32), lambda a, b, c: (min(a, b), int(a < b)))
declare(SOP2, "s_max_i32", 32, (32, 32), lambda a, b, c: (max(s32(a), s32(b)) & M32, int(s32(a) > s32(b))))
declare(SOP2, "s_max_u32", 32, (32, 32), lambda a, b, c: (max(a, b), int(a > b)))
declare(SOP2, "s_mul_i32", 32, (32, 32), lambda a, b, c: (a * b & M32, None))
declare(SOP2, "s_mul_hi_u32", 32, (32, 32), lambda a, b, c: (a * b >> 32, None), 900)
declare(SOP2, "s_mul_hi_i32", 32, (32, 32), lambda a, b, c: (s32(a) * s32(b) >> 32 & M32, None), 900)
declare(SOP2, "s_absdiff_i32", 32, (32, 32), lambda a, b, c: same(abs(s32(a - b)) & M32))
for n in (1, 2, 3, 4):
    declare(SOP2, f"s_lshl{n}_add_u32", 32, (32, 32), lambda a, b, c, n=n: (((a << n) + b) & M32, int((a << n) + b > M32)), 900)
for part, (x, y) in {"ll": (0, 0), "lh": (0, 16), "hh": (16, 16)}.items():
    declare(SOP2, f"s_pack_{part}_b32_b16", 32, (32, 32),
            lambda a, b, c, x=x, y=y: ((a >> x & 0xffff) | (b >> y & 0xffff) << 16, None), 900)
for bits, mask in ((32, M32), (64, M64)):
    at = bits - 1
    declare(SOP2, f"s_cselect_b{bits}", bits, (bits, bits), lambda a, b, c: (a if c["scc"] else b, None))
    declare(SOP2, f"s_lshl_b{bits}", bits, (bits, 32), lambda a, b, c, m=mask, at=at: same(a << (b & at) & m))
    declare(SOP2, f"s_lshr_b{bits}", bits, (bits, 32), lambda a, b, c, at=at: same(a >> (b & at)))
    declare(SOP2, f"s_ashr_i{bits}", bits, (bits, 32), lambda a, b, c, n=bits, m=mask: same(sx(a, n) >> (b & n - 1) & m))
    declare(SOP2, f"s_bfm_b{bits}", bits, (32, 32), lambda a, b, c, m=mask, at=at: (((1 << (a & at)) - 1) << (b & at) & m, None))
    declare(SOP2, f"s_bfe_u{bits}", bits, (bits, 32), lambda a, b, c, n=bits: same(extract(a, b, n, False)))
    declare(SOP2, f"s_bfe_i{bits}", bits, (bits, 32), lambda a, b, c, n=bits: same(extract(a, b, n, True)))
    declare(SOP1, f"s_mov_b{bits}", bits, (bits,), lambda a, c: (a, None))
    declare(SOP1, f"s_cmov_b{bits}", bits, (bits,), lambda a, c: (a if c["scc"] else c["old"], None))
    declare(SOP1, f"s_not_b{bits}", bits, (bits,), lambda a, c, m=mask: same(a ^ m))
    declare(SOP1, f"s_wqm_b{bits}", bits, (bits,),
            lambda a, c, n=bits: same(sum(15 << 4 * i for i, q in enumerate(quads(a, n)) if q)))
    declare(SOP1, f"s_quadmask_b{bits}", bits, (bits,),
            lambda a, c, n=bits: same(sum(1 << i for i, q in enumerate(quads(a, n)) if q)))
    declare(SOP1, f"s_brev_b{bits}", bits, (bits,), lambda a, c, n=bits: (int(f"{a:0{n}b}"[::-1], 2), None))
    declare(SOP1, f"s_bcnt0_i32_b{bits}", 32, (bits,), lambda a, c, n=bits: same(n - bin(a).count("1")))
    declare(SOP1, f"s_bcnt1_i32_b{bits}", 32, (bits,), lambda a, c: same(bin(a).count("1")))
    declare(SOP1, f"s_ff0_i32_b{bits}", 32, (bits,), lambda a, c, n=bits, m=mask: (first(a ^ m, n), None))
    declare(SOP1, f"s_ff1_i32_b{bits}", 32, (bits,), lambda a, c, n=bits: (first(a, n), None))
    declare(SOP1, f"s_flbit_i32_b{bits}", 32, (bits,), lambda a, c, n=bits: (leading(a, n), None))
    declare(SOP1, f"s_bitset0_b{bits}", bits, (32,), lambda a, c, at=at: (c["old"] & ~(1 << (a & at)), None))
    declare(SOP1, f"s_bitset1_b{bits}", bits, (32,), lambda a, c, at=at: (c["old"] | 1 << (a & at), None))
    declare(SOPC, f"s_bitcmp0_b{bits}", 0, (bits, 32), lambda a, b, c, at=at: (None, int(not a >> (b & at) & 1)))
    declare(SOPC, f"s_bitcmp1_b{bits}", 0, (bits, 32), lambda a, b, c, at=at: (None, a >> (b & at) & 1))
declare(SOP1, "s_flbit_i32", 32, (32,), lambda a, c: (leading_sign(a, 32), None))
declare(SOP1, "s_flbit_i32_i64", 32, (64,), lambda a, c: (leading_sign(a, 64), None))
declare(SOP1, "s_sext_i32_i8", 32, (32,), lambda a, c: (sx(a, 8) & M32, None))
declare(SOP1, "s_sext_i32_i16", 32, (32,), lambda a, c: (sx(a, 16) & M32, None))
declare(SOP1, "s_abs_i32", 32, (32,), lambda a, c: same(abs(s32(a)) & M32))
declare(SOP1, "s_bitreplicate_b64_b32", 64, (32,), lambda a, c: (sum(3 << 2 * i for i in range(32) if a >> i & 1), None), 900)

COMPARE = {"eq": lambda a, b: a == b, "lg": lambda a, b: a != b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
           "lt": lambda a, b: a < b, "le": lambda a, b: a <= b}
for name, holds in COMPARE.items():
    declare(SOPC, f"s_cmp_{name}_i32", 0, (32, 32), lambda a, b, c, f=holds: (None, int(f(s32(a), s32(b)))))
    declare(SOPC, f"s_cmp_{name}_u32", 0, (32, 32), lambda a, b, c, f=holds: (None, int(f(a, b))))
    declare(SOPK, f"s_cmpk_{name}_i32", 0, (), lambda k, c, f=holds: (None, int(f(s32(c["old"]), sx(k, 16)))))
    declare(SOPK, f"s_cmpk_{name}_u32", 0, (), lambda k, c, f=holds: (None, int(f(c["old"], k))))
declare(SOPC, "s_cmp_eq_u64", 0, (64, 64), lambda a, b, c: (None, int(a == b)), 803)
declare(SOPC, "s_cmp_lg_u64", 0, (64, 64), lambda a, b, c: (None, int(a != b)), 803)
declare(SOPK, "s_movk_i32", 32, (), lambda k, c: (sx(k, 16) & M32, None))
declare(SOPK, "s_cmovk_i32", 32, (), lambda k, c: (sx(k, 16) & M32 if c["scc"] else c["old"], None))
declare(SOPK, "s_addk_i32", 32, (), lambda k, c: overflow(s32(c["old"]) + sx(k, 16)))
declare(SOPK, "s_mulk_i32", 32, (), lambda k, c: (s32(c["old"]) * sx(k, 16) & M32, None))
# Operations that read SCC, and operations that read the destination.
READS_SCC = {"s_addc_u32", "s_subb_u32", "s_cselect_b32", "s_cselect_b64", "s_cmov_b32", "s_cmov_b64", "s_cmovk_i32"}
