"""Memory: bytes, atomic operations, addresses of buffers, and the formats of their elements.

From the manuals' tables, and for what these leave out from the texts that are named. Rounding of what is stored and what becomes of values out of
range is as `.isa` files state it (marked `assumed` there).
"""
from fractions import Fraction

from .floats import F16, F32, F64, Format, to_integer

ONES = {bits: (1 << bits) - 1 for bits in (8, 16, 32, 64)}


class Memory:
    """Allocations. An access outside of them is an error here too."""

    def __init__(self, pieces):
        self.pieces = {base: bytearray(data) for base, data in pieces.items()}
        self.written = set()

    def _find(self, address, count):
        for base, data in self.pieces.items():
            if base <= address and address + count <= base + len(data):
                return base, data, address - base
        return None

    def read(self, address, bits):
        found = self._find(address, bits // 8)
        if found is None:
            raise IndexError(hex(address))
        _, data, at = found
        return int.from_bytes(data[at:at + bits // 8], "little")

    def write(self, address, bits, value):
        found = self._find(address, bits // 8)
        if found is None:
            raise IndexError(hex(address))
        base, data, at = found
        data[at:at + bits // 8] = (value & ONES[bits]).to_bytes(bits // 8, "little")
        self.written.add(base)


class Share(Memory):
    """LDS. Outside of it, reads give 0 and writes are dropped."""

    def read(self, address, bits):
        return super().read(address, bits) if self._find(address, bits // 8) else 0

    def write(self, address, bits, value):
        if self._find(address, bits // 8):
            super().write(address, bits, value)


def signed(value, bits):
    return value - (1 << bits) if value >> (bits - 1) & 1 else value


def float_less(a, b, bits):
    fmt = F32 if bits == 32 else F64
    if fmt.is_nan(a) or fmt.is_nan(b) or fmt.is_zero(a) and fmt.is_zero(b):
        return False
    return fmt.order(a) < fmt.order(b)


def float_equal(a, b, bits):
    fmt = F32 if bits == 32 else F64
    if fmt.is_nan(a) or fmt.is_nan(b):
        return False
    return a == b or fmt.is_zero(a) and fmt.is_zero(b)


def atomic(op, old, data, bits, other=0):
    """Value in memory after an atomic operation; `other` is the second operand of operations that have two."""
    s = lambda x: signed(x, bits)
    new = {
        "swap": lambda: data,
        "add": lambda: old + data,
        "sub": lambda: old - data,
        "rsub": lambda: data - old,
        "smin": lambda: min(s(old), s(data)),
        "smax": lambda: max(s(old), s(data)),
        "umin": lambda: min(old, data),
        "umax": lambda: max(old, data),
        "and": lambda: old & data,
        "or": lambda: old | data,
        "xor": lambda: old ^ data,
        "inc": lambda: 0 if old >= data else old + 1,
        "dec": lambda: data if old == 0 or old > data else old - 1,
        "fmin": lambda: data if float_less(data, old, bits) else old,
        "fmax": lambda: data if float_less(old, data, bits) else old,
        # data: the expected value; other: the value that is then stored.
        "cmpswap": lambda: other if old == data else old,
        "fcmpswap": lambda: other if float_equal(old, data, bits) else old,
        "mskor": lambda: old & ~data | other,
    }[op]()
    return new & ONES[bits]


# --- Addresses of buffers --------------------------------------------------------------------------------------------


def descriptor(base, stride, records, swizzle=None, data=4, number=0, select=(4, 5, 6, 7), add_lane=False):
    """The four words of a buffer descriptor. `swizzle`: codes of element size and index stride. DATA_FORMAT 0 would mean that there is no buffer."""
    w1 = base >> 32 & 0xffff | stride << 16 | (swizzle is not None) << 31
    w3 = sum(s << 3 * i for i, s in enumerate(select)) | number << 12 | data << 15 | add_lane << 23
    if swizzle is not None:
        w3 |= swizzle[0] << 19 | swizzle[1] << 21
    return [base & 0xffffffff, w1, records, w3]


def buffer_address(base, stride, index, offset, soffset, swizzle=None, target=""):
    """Address of an element, by the formulas of the manuals; without a range check."""
    if swizzle is None:
        return base + soffset + index * stride + offset
    element, group = 4 if target == "gfx900" else 2 << swizzle[0], 8 << swizzle[1]
    place = (index // group * stride + offset // element * element) * group + index % group * element + offset % element
    return base + soffset + place


def buffer_access(target, words, index, variable, offset, soffset, idxen, lane, formatted):
    """The address of an access, None where it is out of range.

    AMD's text for CDNA 4, 9.1.5.1; Mesa's comment on NUM_RECORDS; LLVM's and ACO's on sums that overflow.
    """
    base, stride, records = words[0] | (words[1] & 0xffff) << 32, words[1] >> 16 & 0x3fff, words[2]
    swizzled, add_lane, data = words[1] >> 31, words[3] >> 23 & 1, words[3] >> 15 & 15
    old, vi = target in ("gfx600", "gfx700"), target in ("gfx803", "gfx810")
    if not formatted and data == 0 and (old or not add_lane):
        return None
    if add_lane and not old and not formatted:
        stride |= data << 14
    swizzle = (words[3] >> 19 & 3, words[3] >> 21 & 3) if swizzled else None
    number = (index if idxen else 0) + (lane if add_lane else 0)
    total = variable + offset
    if total >> 32 and swizzled and target != "gfx900":
        return None
    total &= 0xffffffff
    at = buffer_address(base, stride, number, total, soffset, swizzle, target)
    if target == "gfx900" and add_lane and not idxen:
        return at
    if stride and (swizzled if vi else idxen):
        return at if number < records else None
    end = records + (soffset if target == "gfx900" else 0)
    return at if at - base < end else None


# --- Elements --------------------------------------------------------------------------------------------------------

# Widths of the components from the lowest bit on.
DATA = {
    "8": (8,), "16": (16,), "8_8": (8, 8), "32": (32,), "16_16": (16, 16), "10_11_11": (11, 11, 10), "11_11_10": (10, 11, 11),
    "10_10_10_2": (2, 10, 10, 10), "2_10_10_10": (10, 10, 10, 2), "8_8_8_8": (8,) * 4, "32_32": (32, 32), "16_16_16_16": (16,) * 4,
    "32_32_32": (32,) * 3, "32_32_32_32": (32,) * 4,
}
DATA_CODES = {name: code for code, name in enumerate(DATA, 1)}
NUMBERS = ("UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT", "SNORM_OGL", "FLOAT")
PACKED = {"10_11_11", "11_11_10", "10_10_10_2", "2_10_10_10"}
# Floats without a sign.
SMALL = {11: Format("f11", 5, 6), 10: Format("f10", 5, 5)}


def decode(raw, width, number):
    """The register value of a component."""
    s, most = signed(raw, width), (1 << (width - 1)) - 1
    ones = (1 << width) - 1
    if number == "UNORM":
        return F32.round(Fraction(raw, ones), 0)
    if number == "SNORM":
        return F32.round(max(Fraction(s, most), Fraction(-1)), 0)
    if number == "SNORM_OGL":
        return F32.round(Fraction(2 * s + 1, ones), 0)
    if number == "USCALED":
        return F32.round(Fraction(raw), 0)
    if number == "SSCALED":
        return F32.round(Fraction(s), 0)
    if number == "UINT":
        return raw
    if number == "SINT":
        return s & 0xffffffff
    if width == 32:
        return raw
    fmt = F16 if width == 16 else SMALL[width]
    return fmt.convert(raw, F32, 0)


def encode(value, width, number):
    """The bits of a component from a register value."""
    ones, most = (1 << width) - 1, (1 << (width - 1)) - 1
    if number == "UINT":
        return min(value, ones)
    if number == "SINT":
        return max(-most - 1, min(most, signed(value, 32))) & ones
    if number == "FLOAT":
        if width == 32:
            return value
        if width == 16:
            return F32.convert(value, F16, 0)
        fmt = SMALL[width]
        if F32.is_nan(value):
            return fmt.nan | (value & (F32.least_normal - 1)) >> (F32.fbits - fmt.fbits)
        if F32.sign(value) or F32.is_zero(value):
            return 0
        return fmt.inf if F32.is_inf(value) else fmt.round(F32.value(value), 3)
    if F32.is_nan(value):
        return 0
    if F32.is_inf(value):
        x = Fraction(-(1 << 40) if F32.sign(value) else 1 << 40)
    else:
        x = F32.value(value)
    if number == "UNORM":
        return to_integer(max(Fraction(0), min(Fraction(1), x)) * ones, 0)
    return to_integer(max(Fraction(-1), min(Fraction(1), x)) * most, 0) & ones


def place(data, c):
    """Lowest bit of a component."""
    return sum(DATA[data][:c])


def load(memory, address, data, number, select, count):
    """Register values of a load of `count` components. Out of range, all are 0 except the constant 1."""
    out = []
    one = 1 if number in ("UINT", "SINT") else F32.one
    for s in select[:count]:
        if s in (0, 1):
            out.append(one if s else 0)
        elif address is None:
            out.append(0)
        elif s - 4 < len(DATA[data]):
            width, low = DATA[data][s - 4], place(data, s - 4)
            if data in PACKED:
                raw = memory.read(address, 32) >> low & ((1 << width) - 1)
            else:
                raw = memory.read(address + low // 8, width)
            out.append(decode(raw, width, number))
        else:
            out.append(one if s == 7 else 0)
    return out


def store(memory, address, data, number, select, values):
    """Stores register values. Component c gets the value of the first selector that would load from it."""
    word = 0
    for c, width in enumerate(DATA[data]):
        source = next((i for i, s in enumerate(select) if s == c + 4), None)
        if source is None or source >= len(values):
            continue
        raw = encode(values[source], width, number)
        if data in PACKED:
            word |= raw << place(data, c)
        else:
            memory.write(address + place(data, c) // 8, width, raw)
    if data in PACKED:
        memory.write(address, 32, word)
