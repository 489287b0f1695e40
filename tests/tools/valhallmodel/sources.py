"""Source modifiers: parts of registers, widening, absolute value and negation."""
from gcnmodel.floats import F16, F32

BYTE_SWIZZLES = {"b0123", "b3210", "b0101", "b2323", "b0000", "b1111", "b2222", "b3333", "b2301", "b1032", "b0011", "b2233"}


def extend(value, bits, signed, to=64):
    if signed and value >> (bits - 1) & 1:
        value -= 1 << bits
    return value % (1 << to)


def byte(word, n):
    return word >> 8 * n & 0xff


def half(word, n):
    return word >> 16 * n & 0xffff


def only(source, allowed=()):
    """The single part that is named after a source, except neg, abs and not."""
    parts = [s for s in source.suffixes if s not in ("neg", "abs", "not")]
    return parts[0] if parts else ""


def integer(source, regs, lane, bits, signed):
    """A source with one integer of 32 or 64 bits."""
    low = source.word(regs, lane)
    part = only(source)
    if part == "":
        return low | source.word(regs, lane, 1) << 32 if bits == 64 else low
    if part == "w0":
        return extend(low, 32, signed, bits)
    if part[0] == "h":
        return extend(half(low, int(part[1])), 16, signed, bits)
    return extend(byte(low, int(part[1])), 8, signed, bits)


def integers(source, regs, lane, bits, signed):
    """A source with two halves or four bytes, as a list."""
    word = source.word(regs, lane)
    part = only(source)
    if bits == 8:
        order = part[1:] if part else "0123"
        return [byte(word, int(n)) for n in order]
    if part == "":
        return [half(word, 0), half(word, 1)]
    if part[0] == "h":
        return [half(word, int(n)) for n in part[1:]]
    return [extend(byte(word, int(n)), 8, signed, 16) for n in part[1:]]


def distances(source, regs, lane, count):
    """The bytes that contain the shift distances of `count` elements."""
    word = source.word(regs, lane)
    part = only(source)
    if part:
        wanted = part[1:]
        if count == 4 and len(wanted) == 2:
            if wanted[0] != wanted[1]:
                raise NotImplementedError
            wanted = wanted[0] * 4
    else:
        wanted = {1: "0", 2: "02", 4: "0123"}[count]
    return [byte(word, int(n)) for n in wanted][:count]


def sign_modifiers(source, F, bits):
    if "abs" in source.suffixes:
        bits = F.magnitude(bits)
    return F.negate(bits) if "neg" in source.suffixes else bits


def single(source, regs, lane):
    """A source with one single-precision float; a half of a register is converted."""
    word = source.word(regs, lane)
    part = only(source)
    if part:
        word = F16.convert(half(word, int(part[1])), F32, 0)
    return sign_modifiers(source, F32, word)


def halves(source, regs, lane):
    """A source with two half-precision floats."""
    word = source.word(regs, lane)
    part = only(source) or "h01"
    return [sign_modifiers(source, F16, half(word, int(n))) for n in part[1:]]
