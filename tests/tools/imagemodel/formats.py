"""Texel formats: from bits to numbers and back.

Widths come from the names, which list components from the highest bits down. Arithmetic is exact; the one rounding is
at the end of each function. sRGB is computed with 60 digits.
"""
import struct
from decimal import Decimal, getcontext
from fractions import Fraction

getcontext().prec = 60

DATA = {1: "8", 2: "16", 3: "8_8", 4: "32", 5: "16_16", 6: "10_11_11", 7: "11_11_10", 8: "10_10_10_2", 9: "2_10_10_10",
        10: "8_8_8_8", 11: "32_32", 12: "16_16_16_16", 13: "32_32_32", 14: "32_32_32_32", 16: "5_6_5", 17: "1_5_5_5",
        18: "5_5_5_1", 19: "4_4_4_4", 20: "8_24", 21: "24_8", 22: "x24_8_32"}
NUMBERS = {0: "unorm", 1: "snorm", 2: "uscaled", 3: "sscaled", 4: "uint", 5: "sint", 6: "snorm_ogl", 7: "float", 9: "srgb"}


def widths(data):
    """Widths of the components in bits, x first."""
    return [int(part) for part in reversed(DATA[data].split("_")) if not part.startswith("x")]


def size(data):
    """Size of a texel in bytes."""
    return sum(int(part.lstrip("x")) for part in DATA[data].split("_")) // 8


def legal(data, number):
    """Whether these formats can be combined."""
    parts = widths(data)
    if NUMBERS[number] == "float":
        return data == 22 or all(w in (10, 11, 16, 32) for w in parts)
    return NUMBERS[number] != "srgb" or all(w == 8 for w in parts)


def round_even(value):
    """A fraction rounded to the nearest integer, ties to even."""
    return round(value)


def f32(value, zero_sign=0):
    """Bits of the float nearest to a fraction."""
    if value == 0:
        return zero_sign << 31
    sign, value = (1, -value) if value < 0 else (0, value)
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    if Fraction(2) ** exponent > value:
        exponent -= 1
    exponent = max(exponent, -126)
    quantum = Fraction(2) ** (exponent - 23)
    count = round_even(value / quantum)
    bits = count + ((exponent + 126) << 23)
    return sign << 31 | min(bits, 0x7F800000)


def from_f32(bits):
    """The fraction that a float represents."""
    return Fraction(struct.unpack("<f", struct.pack("<I", bits))[0])


def small_float(raw, mantissa, signed):
    """A number of a small format as `(bits of f32, is finite)`."""
    sign = raw >> (mantissa + 5) & 1 if signed else 0
    exponent, fraction = raw >> mantissa & 31, raw & ((1 << mantissa) - 1)
    if exponent == 31:
        return sign << 31 | 0x7F800000 | fraction << (23 - mantissa) | (0x400000 if fraction else 0)
    if exponent == 0:
        value = Fraction(fraction, 1 << (mantissa + 14))
    else:
        value = (1 + Fraction(fraction, 1 << mantissa)) * Fraction(2) ** (exponent - 15)
    return f32(-value if sign else value, sign)


def to_small(value, mantissa, nearest):
    """Bits of a small float for a non-negative fraction, rounded to nearest even or toward zero."""
    greatest = (1 << (mantissa + 5)) - (1 << mantissa) - 1
    if value == 0:
        return 0
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    if Fraction(2) ** exponent > value:
        exponent -= 1
    exponent = max(exponent, -14)
    count = value / Fraction(2) ** (exponent - mantissa)
    count = round_even(count) if nearest else count.numerator // count.denominator
    bits = count + ((exponent + 14) << mantissa)
    return min(bits, greatest + 1 if nearest else greatest)


def srgb_to_linear(raw):
    x = Decimal(raw) / 255
    y = x / Decimal("12.92") if x <= Decimal("0.04045") else ((x + Decimal("0.055")) / Decimal("1.055")) ** Decimal("2.4")
    return Fraction(y)


def linear_to_srgb(value):
    x = Decimal(value.numerator) / Decimal(value.denominator)
    if x <= Decimal("0.0031308"):
        return Fraction(x * Decimal("12.92"))
    return Fraction(Decimal("1.055") * x ** (Decimal(5) / Decimal(12)) - Decimal("0.055"))


def decode_component(raw, width, number, component):
    """The 32-bit value of a component: a float or an integer."""
    kind = NUMBERS[number]
    signed = raw - (1 << width) if raw >> (width - 1) else raw
    ones = (1 << width) - 1
    as_float = lambda n: from_f32(f32(Fraction(n)))
    if kind == "uint":
        return raw
    if kind == "sint":
        return signed & 0xFFFFFFFF
    if kind == "float":
        return {32: raw, 16: small_float(raw, 10, True), 11: small_float(raw, 6, False), 10: small_float(raw, 5, False)}[width]
    if kind == "srgb" and component < 3:
        return f32(srgb_to_linear(raw))
    if kind in ("unorm", "srgb"):
        return f32(as_float(raw) / as_float(ones))
    if kind == "snorm":
        return f32(max(Fraction(-1), as_float(signed) / as_float(ones >> 1)) if width > 1 else Fraction(signed))
    if kind == "snorm_ogl":
        return f32(as_float(2 * signed + 1) / as_float(ones))
    return f32(Fraction(raw if kind == "uscaled" else signed))


def decode(data, number, texel):
    """The four components of a texel. The texel is an integer whose lowest bits are its first byte."""
    one = 1 if NUMBERS[number] in ("uint", "sint") else 0x3F800000
    result, low = [0, 0, 0, one], 0
    for c, width in enumerate(widths(data)):
        if not (data == 22 and NUMBERS[number] == "float" and c == 1):
            result[c] = decode_component(texel >> low & ((1 << width) - 1), width, number, c)
        low += width
    return result


def encode_component(bits, width, number, component):
    """Bits of a component for a 32-bit value: a finite float, or an integer."""
    kind = NUMBERS[number]
    ones, most = (1 << width) - 1, (1 << (width - 1)) - 1
    if kind == "uint":
        return min(bits, ones)
    if kind == "sint":
        signed = bits - (1 << 32) if bits >> 31 else bits
        return max(-most - 1, min(most, signed)) & ones
    if kind == "float" and width == 32:
        return bits
    value = from_f32(bits)
    if kind == "float":
        if width == 16:
            return bits >> 31 << 15 | to_small(abs(value), 10, True)
        return to_small(max(value, Fraction(0)), width - 5, False)
    if kind in ("unorm", "srgb"):
        value = max(Fraction(0), min(Fraction(1), value))
        if kind == "srgb" and component < 3:
            value = linear_to_srgb(value)
        # The product of a float and the largest number is a 64-bit float, which matters only for 32 bits.
        return round_even(Fraction(float(value * ones)))
    if kind in ("snorm", "snorm_ogl"):
        if width == 1:
            # A single sign bit: -1 or 0.
            return round_even(max(Fraction(-1), min(Fraction(0), value))) & 1
        value = max(Fraction(-1), min(Fraction(1), value))
        return round_even(Fraction(float(value * most))) & ones
    if kind == "uscaled":
        return min(ones, max(0, round_even(value)))
    return max(-most - 1, min(most, round_even(value))) & ones


def encode(data, number, values):
    """A texel with four components."""
    texel, low = 0, 0
    for c, width in enumerate(widths(data)):
        if not (data == 22 and NUMBERS[number] == "float" and c == 1):
            texel |= encode_component(values[c], width, number, c) << low
        low += width
    return texel
