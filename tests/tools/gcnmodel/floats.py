"""Binary floating point by exact arithmetic: bit patterns in, bit patterns out, `Fraction` in between.

Nothing here knows a machine; rounding is always a parameter (0 nearest even, 1 up, 2 down, 3 toward zero, 4 nearest
with ties away), so that a result can be traced to one call of `Format.round`.
"""
from fractions import Fraction


def log2_floor(x):
    """Largest e with 2**e <= x, for a positive Fraction."""
    e = x.numerator.bit_length() - x.denominator.bit_length()
    return e if Fraction(2) ** e <= x else e - 1


def to_integer(x, rm):
    """Rounds a Fraction to an integer."""
    floor = x.numerator // x.denominator
    rest = x - floor
    if rest == 0:
        return floor
    if rm == 1:
        return floor + 1
    if rm == 2:
        return floor
    if rm == 3:
        return floor if x > 0 else floor + 1
    half = Fraction(1, 2)
    if rest != half:
        return floor + (rest > half)
    if rm == 4:
        return floor + (x > 0)
    return floor + floor % 2


class Format:
    """An IEEE format. All methods take and return bit patterns."""

    def __init__(self, name, exponent_bits, fraction_bits):
        self.name = name
        self.bits = 1 + exponent_bits + fraction_bits
        self.ebits, self.fbits = exponent_bits, fraction_bits
        self.bias = (1 << (exponent_bits - 1)) - 1
        self.emin = 1 - self.bias
        self.sign_bit = 1 << (self.bits - 1)
        self.mask = (1 << self.bits) - 1
        self.inf = ((1 << exponent_bits) - 1) << fraction_bits
        self.max = self.inf - 1
        self.quiet_bit = 1 << (fraction_bits - 1)
        self.nan = self.inf | self.quiet_bit
        self.one = self.bias << fraction_bits
        self.least = 1
        self.least_normal = 1 << fraction_bits

    def magnitude(self, b):
        return b & (self.sign_bit - 1)

    def sign(self, b):
        return (b & self.sign_bit) != 0

    def is_nan(self, b):
        return self.magnitude(b) > self.inf

    def is_snan(self, b):
        return self.is_nan(b) and not b & self.quiet_bit

    def is_inf(self, b):
        return self.magnitude(b) == self.inf

    def is_zero(self, b):
        return self.magnitude(b) == 0

    def is_subnormal(self, b):
        return 0 < self.magnitude(b) < self.least_normal

    def is_finite(self, b):
        return self.magnitude(b) < self.inf

    def exponent(self, b):
        """The encoded exponent field."""
        return self.magnitude(b) >> self.fbits

    def quiet(self, b):
        return b | self.quiet_bit

    def signed(self, negative, magnitude):
        return magnitude | (self.sign_bit if negative else 0)

    def negate(self, b):
        return b ^ self.sign_bit

    def value(self, b):
        """The exact value of a finite number."""
        e, f = self.exponent(b), b & (self.least_normal - 1)
        if e:
            f |= self.least_normal
        v = Fraction(f) * Fraction(2) ** (max(e, 1) - self.bias - self.fbits)
        return -v if self.sign(b) else v

    def round(self, x, rm, negative_zero=False):
        """The number nearest to x in a rounding mode."""
        if x == 0:
            return self.sign_bit if negative_zero else 0
        negative = x < 0
        a = abs(x)
        unit = max(log2_floor(a), self.emin) - self.fbits
        n = to_integer(x / Fraction(2) ** unit, rm)
        n = abs(n)
        # The pattern of n units. A carry out of the fraction increments the exponent.
        if n < self.least_normal:
            magnitude = n
        else:
            magnitude = n - self.least_normal + ((unit + self.fbits + self.bias) << self.fbits)
        if magnitude >= self.inf:
            away = rm in (0, 4) or (rm == 1 and not negative) or (rm == 2 and negative)
            magnitude = self.inf if away else self.max
        return self.signed(negative, magnitude)

    def first_nan(self, *values):
        for v in values:
            if self.is_nan(v):
                return self.quiet(v)
        return None

    def add(self, a, b, rm):
        nan = self.first_nan(a, b)
        if nan is not None:
            return nan
        if self.is_inf(a) or self.is_inf(b):
            if self.is_inf(a) and self.is_inf(b) and a != b:
                return self.nan
            return a if self.is_inf(a) else b
        x = self.value(a) + self.value(b)
        if x == 0:
            both = self.sign(a) == self.sign(b) and self.is_zero(a)
            return self.signed(self.sign(a) if both else rm == 2, 0)
        return self.round(x, rm)

    def mul(self, a, b, rm):
        nan = self.first_nan(a, b)
        if nan is not None:
            return nan
        negative = self.sign(a) != self.sign(b)
        if self.is_inf(a) or self.is_inf(b):
            if self.is_zero(a) or self.is_zero(b):
                return self.nan
            return self.signed(negative, self.inf)
        return self.round(self.value(a) * self.value(b), rm, negative)

    def fma(self, a, b, c, rm, scale=0):
        """a * b + c, times 2**scale, rounded once."""
        nan = self.first_nan(a, b, c)
        if nan is not None:
            return nan
        negative = self.sign(a) != self.sign(b)
        if self.is_inf(a) or self.is_inf(b):
            if self.is_zero(a) or self.is_zero(b):
                return self.nan
            if self.is_inf(c) and self.sign(c) != negative:
                return self.nan
            return self.signed(negative, self.inf)
        if self.is_inf(c):
            return c
        product = self.value(a) * self.value(b)
        x = product + self.value(c)
        if x == 0:
            if product == 0 and self.is_zero(c) and negative == self.sign(c):
                return self.signed(negative, 0)
            return self.signed(rm == 2, 0)
        return self.round(x * Fraction(2) ** scale, rm)

    def scale(self, a, n, rm):
        """a * 2**n, rounded once."""
        if self.is_nan(a):
            return self.quiet(a)
        if self.is_inf(a) or self.is_zero(a):
            return a
        n = max(-5000, min(5000, n))
        return self.round(self.value(a) * Fraction(2) ** n, rm)

    def integral(self, a, rm):
        """Rounds to an integral value; keeps the sign of zero."""
        if self.is_nan(a):
            return self.quiet(a)
        if not self.is_finite(a):
            return a
        n = to_integer(self.value(a), rm)
        return self.round(Fraction(n), 0, self.sign(a))

    def convert(self, a, to, rm):
        """Converts to another format."""
        if self.is_nan(a):
            payload = a & (self.least_normal - 1)
            shift = to.fbits - self.fbits
            payload = payload << shift if shift >= 0 else payload >> -shift
            return to.signed(self.sign(a), to.nan | payload)
        if self.is_inf(a):
            return to.signed(self.sign(a), to.inf)
        return to.round(self.value(a), rm, self.sign(a))

    def to_int(self, a, rm, low, high):
        """Converts to an integer, saturated; NaN gives 0."""
        if self.is_nan(a):
            return 0
        if self.is_inf(a):
            return low if self.sign(a) else high
        return max(low, min(high, to_integer(self.value(a), rm)))

    def order(self, a):
        """A key that orders numbers, with -0 below +0."""
        m = self.magnitude(a)
        return -m - 1 if self.sign(a) else m


F16 = Format("f16", 5, 10)
F32 = Format("f32", 8, 23)
F64 = Format("f64", 11, 52)
FORMATS = {"f16": F16, "f32": F32, "f64": F64}
