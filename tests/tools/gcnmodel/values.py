"""Source values rich in edges, by operand type; deterministic from the random generator passed in."""
from fractions import Fraction

from .floats import FORMATS, F32


def float_edges(F):
    e = [0, F.least, F.least_normal - 1, F.least_normal, F.one, F.one + 1, F.one - 1, F.max, F.inf, F.nan, F.inf + 1,
         F.one - (1 << F.fbits), F.one + (1 << F.fbits), F.one + (1 << F.fbits - 1), F.bias + F.fbits << F.fbits]
    for x in (Fraction(5, 2), Fraction(7, 2), Fraction(3), Fraction(1, 4) + Fraction(1, 2), Fraction(255, 2), 255, 256,
              Fraction(1, 3), 1000):
        e.append(F.round(Fraction(x), 0))
    if F.bits > 16:
        for x in (2 ** 31, 2 ** 32, 2 ** 31 - 128, 65535, 65504, 65520, Fraction(1, 2 ** 25), Fraction(1, 2 ** 14),
                  Fraction(2049), Fraction(32767, 32768)):
            e.append(F.round(Fraction(x), 0))
    return e


def random_float(rng, F, spread=None):
    """A random number, near 1 or anywhere."""
    if spread is None and rng.random() < 0.3:
        return rng.getrandbits(F.bits)
    spread = spread or rng.choice((2, 6, F.bias // 3))
    e = max(0, min(2 * F.bias, F.bias + rng.randint(-spread, spread)))
    fraction = rng.getrandbits(F.fbits)
    if rng.random() < 0.4:
        fraction &= -1 << rng.randrange(F.fbits)
    return F.signed(rng.random() < 0.5, e << F.fbits | fraction & (F.least_normal - 1))


def draw_float(rng, F):
    if rng.random() < 0.5:
        return F.signed(rng.random() < 0.5, rng.choice(float_edges(F)))
    return random_float(rng, F)


def draw_int(rng, bits):
    top = 1 << bits
    r = rng.random()
    if r < 0.45:
        return rng.choice((0, 1, 2, top - 1, top - 2, top // 2, top // 2 - 1, top // 2 + 1, top // 4, 3,
                           bits - 1, bits, 0xff % top, 0x80 % top, 0x7f % top, 0x5555555555555555 % top))
    x = rng.getrandbits(bits)
    return x if r < 0.8 else x >> rng.randrange(bits) if r < 0.9 else x << rng.randrange(bits) & (top - 1)


def draw(rng, kind):
    """Register contents for a source of this type. The unused half of a 16-bit source is filled too."""
    if kind == "f16":
        return draw_float(rng, FORMATS["f16"]) | draw_float(rng, FORMATS["f16"]) << 16
    if kind in FORMATS:
        return draw_float(rng, FORMATS[kind])
    if kind == "mix":
        return draw_float(rng, F32) if rng.random() < 0.5 else draw(rng, "f16")
    bits = int(kind[1:])
    return draw_int(rng, 16) | draw_int(rng, 16) << 16 if bits == 16 else draw_int(rng, bits)


def related(rng, kind, first):
    """A second operand related to the first: equal, opposite, adjacent, or of inverse size."""
    if kind in FORMATS:
        F = FORMATS[kind]
        a = first & F.mask
        r = rng.randrange(5)
        if r < 3:
            b = (a, F.negate(a), F.signed(rng.random() < 0.5, min(F.inf, F.magnitude(a) + rng.randint(0, 2))))[r]
        elif r == 3:
            e = max(0, min(2 * F.bias, 2 * F.bias - F.exponent(a) + rng.choice((-F.bias, 0, F.bias))
                           + rng.randint(-2, 2)))
            b = F.signed(rng.random() < 0.5, e << F.fbits | rng.getrandbits(F.fbits))
        else:
            e = max(0, F.exponent(a) - rng.randint(0, F.fbits + 2))
            b = F.signed(rng.random() < 0.5, e << F.fbits | rng.getrandbits(F.fbits))
        return b | b << 16 if kind == "f16" else b
    if kind in ("mix",):
        return first
    bits = int(kind[1:])
    top = 1 << (32 if bits == 16 else bits)
    return rng.choice((first, -first, ~first, first + 1, first - 1)) % top
