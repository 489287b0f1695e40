"""Results of each instruction in a lane: a map from names to (function of text, registers and lane; words of the result)."""
from fractions import Fraction

from gcnmodel.floats import F16, F32

from . import sources as s

ROUNDS = {"rte": 0, "rtp": 1, "rtn": 2, "rtz": 3, "rtna": 4}
OPERATIONS = {}


def add(name, function, words=1):
    OPERATIONS[name] = (function, words)


def rounding(text):
    return next((ROUNDS[m] for m in text.modifiers if m in ROUNDS), 0)


def signed(value, bits):
    return value - (1 << bits) if value >> (bits - 1) & 1 else value


def pack(values, bits):
    word = 0
    for i, v in enumerate(values):
        word |= (v & ((1 << bits) - 1)) << bits * i
    return word


# --- Integers --------------------------------------------------------------------------------------------------------

SHAPES = {"u32": (1, 32, False), "s32": (1, 32, True), "i32": (1, 32, False), "u64": (1, 64, False), "s64": (1, 64, True),
          "i64": (1, 64, False), "v2u16": (2, 16, False), "v2s16": (2, 16, True), "v2i16": (2, 16, False),
          "v4u8": (4, 8, False), "v4s8": (4, 8, True), "v4i8": (4, 8, False)}


def elements(source, regs, lane, shape):
    count, bits, sign = shape
    if count == 1:
        return [s.integer(source, regs, lane, bits, sign)]
    return s.integers(source, regs, lane, bits, sign)


def binary(shape, function):
    """An operation on mathematical integers. The result is truncated or saturated."""
    count, bits, sign = shape

    def operation(text, regs, lane):
        a, b = (elements(source, regs, lane, shape) for source in text.sources)
        out = []
        for x, y in zip(a, b):
            if sign:
                x, y = signed(x, bits), signed(y, bits)
            z = function(x, y, text)
            if "saturate" in text.modifiers:
                low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if sign else (0, (1 << bits) - 1)
                z = max(low, min(high, z))
            out.append(z)
        return pack(out, bits)

    return operation


for form in ("u32", "s32", "v2u16", "v2s16", "v4u8", "v4s8", "u64", "s64"):
    add(f"IADD.{form}", binary(SHAPES[form], lambda x, y, t: x + y), 2 if form.endswith("64") else 1)
    add(f"ISUB.{form}", binary(SHAPES[form], lambda x, y, t: x - y), 2 if form.endswith("64") else 1)
    if not form.endswith("64"):
        add(f"HADD.{form}", binary(SHAPES[form], lambda x, y, t: (x + y + ("rhadd" in t.modifiers)) >> 1))
for form in ("i32", "s32", "v2i16", "v2s16", "v4i8", "v4s8"):
    add(f"IMUL.{form}", binary(SHAPES[form], lambda x, y, t: x * y))


def imuld(text, regs, lane):
    a, b = (s.integer(source, regs, lane, 64, False) & 0xffffffff for source in text.sources)
    return a * b


def shaddx(sign):
    def operation(text, regs, lane):
        a = s.integer(text.sources[0], regs, lane, 64, sign)
        b = s.integer(text.sources[1], regs, lane, 64, sign)
        return (a + (b << text.numbers.get("shift", 0))) % (1 << 64)
    return operation


add("IMULD.u64", imuld, 2)
add("SHADDX.u64", shaddx(False), 2)
add("SHADDX.s64", shaddx(True), 2)


def immediate(shape):
    count, bits, _ = shape

    def operation(text, regs, lane):
        word, constant = text.sources[0].word(regs, lane), text.numbers["constant"]
        return pack([(word >> bits * i) + (constant >> bits * i) for i in range(count)], bits)

    return operation


for form in ("i32", "v2i16", "v4i8"):
    add(f"IADD_IMM.{form}", immediate(SHAPES[form]))


def shift(shape, left, logic, rotate=False):
    count, bits, _ = shape

    def operation(text, regs, lane):
        values = elements(text.sources[0], regs, lane, shape)
        by = s.distances(text.sources[1], regs, lane, count)
        other = s.integer(text.sources[2], regs, lane, max(32, bits), False) if count == 1 else None
        word = text.sources[2].word(regs, lane)
        others = [other] if count == 1 else [word >> bits * i & ((1 << bits) - 1) for i in range(count)]
        out = []
        for x, n, y in zip(values, by, others):
            n %= bits
            if rotate:
                double = x | x << bits
                x = double >> (bits - n if left else n)
            elif left:
                x = x << n
            else:
                x = (signed(x, bits) if "signed" in text.modifiers else x) >> n
            y = ~y if "not" in text.sources[2].suffixes else y
            z = x & y if logic == "AND" else x | y if logic == "OR" else x ^ y
            out.append(~z if "not_result" in text.modifiers else z)
        return pack(out, bits)

    return operation


for logic in ("AND", "OR", "XOR"):
    for form in ("i32", "v2i16", "v4i8", "i64"):
        add(f"LSHIFT_{logic}.{form}", shift(SHAPES[form], True, logic), 2 if form == "i64" else 1)
        add(f"RSHIFT_{logic}.{form}", shift(SHAPES[form], False, logic), 2 if form == "i64" else 1)
        add(f"LROT_{logic}.{form}", shift(SHAPES[form], True, logic, True), 2 if form == "i64" else 1)
        add(f"RROT_{logic}.{form}", shift(SHAPES[form], False, logic, True), 2 if form == "i64" else 1)


def unary(shape, function):
    count, bits, sign = shape

    def operation(text, regs, lane):
        values = elements(text.sources[0], regs, lane, shape)
        return pack([function(signed(x, bits) if sign else x, bits) for x in values], bits)

    return operation


for form in ("u32", "v2u16", "v4u8"):
    add(f"CLZ.{form}", unary(SHAPES[form], lambda x, bits: bits - x.bit_length()))
for form in ("s32", "v2s16", "v4s8"):
    add(f"IABS.{form}", unary(SHAPES[form], lambda x, bits: abs(x)))
add("MOV.i32", unary(SHAPES["i32"], lambda x, bits: x))
add("POPCOUNT.i32", unary(SHAPES["i32"], lambda x, bits: bin(x).count("1")))
add("BITREV.i32", unary(SHAPES["i32"], lambda x, bits: int(f"{x:032b}"[::-1], 2)))
add("NOT_OLD.i32", unary(SHAPES["i32"], lambda x, bits: ~x))
add("NOT_OLD.i64", unary(SHAPES["i64"], lambda x, bits: ~x), 2)


def mux(shape):
    count, bits, _ = shape

    def operation(text, regs, lane):
        a, b, mask = (elements(source, regs, lane, shape) for source in text.sources)
        mode = next((m for m in ("neg", "int_zero", "fp_zero", "bit") if m in text.modifiers), "int_zero")
        out = []
        for x, y, m in zip(a, b, mask):
            if mode == "bit":
                out.append(x & m | y & ~m)
            else:
                zero = m & (1 << bits - 1) - 1 if mode == "fp_zero" else m
                out.append(x if (m >> bits - 1 if mode == "neg" else not zero) else y)
        return pack(out, bits)

    return operation


for form in ("i32", "v2i16", "v4i8"):
    add(f"MUX.{form}", mux(SHAPES[form]))


def mkvec_bytes(text, regs, lane):
    a, b, c = text.sources
    first, second = (s.byte(x.word(regs, lane), int((s.only(x) or "b0")[1])) for x in (a, b))
    return first | second << 8 | (c.word(regs, lane) & 0xffff) << 16


def mkvec_halves(text, regs, lane):
    a, b = text.sources
    return s.integers(a, regs, lane, 16, False)[0] | s.integers(b, regs, lane, 16, False)[0] << 16


add("MKVEC.v2i8", mkvec_bytes)
add("MKVEC.v2i16", mkvec_halves)


def dot(sign):
    def operation(text, regs, lane):
        a, b, c = (source.word(regs, lane) for source in text.sources)
        total = signed(c, 32) if sign else c
        for i in range(4):
            x, y = s.byte(a, i), s.byte(b, i)
            total += signed(x, 8) * signed(y, 8) if sign else x * y
        if "saturate" in text.modifiers:
            low, high = (-1 << 31, (1 << 31) - 1) if sign else (0, (1 << 32) - 1)
            total = max(low, min(high, total))
        return total % (1 << 32)
    return operation


add("IDP.v4s8", dot(True))
add("IDP.v4u8", dot(False))

# --- Comparisons -----------------------------------------------------------------------------------------------------

CONDITIONS = {"eq": lambda a, b: a == b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b, "ne": lambda a, b: a != b,
              "lt": lambda a, b: a < b, "le": lambda a, b: a <= b}


def condition(text):
    return next(m for m in ("gtlt", "total", *CONDITIONS) if m in text.modifiers)


def holds_float(F, a, b, name):
    if name == "total":
        return F.order(a) < F.order(b)
    if F.is_nan(a) or F.is_nan(b):
        return name == "ne"
    x, y = ((F.order(v) if F.is_inf(v) else F.value(v)) for v in (a, b))
    if F.is_inf(a) or F.is_inf(b):
        x, y = F.order(a), F.order(b)
    if name == "gtlt":
        return x != y
    return CONDITIONS[name](x, y)


def truth(value, form, bits):
    if not value:
        return 0
    return {"i1": 1, "m1": (1 << bits) - 1, "f1": F32.one if bits == 32 else F16.one}[form]


def compare(shape, float_format=None):
    count, bits, sign = shape

    def operation(text, regs, lane):
        name = condition(text)
        form = next(m for m in ("i1", "f1", "m1", "u1") if m in text.modifiers)
        below = text.sources[2].word(regs, lane)
        if float_format is None:
            a, b = (elements(source, regs, lane, shape) for source in text.sources[:2])
        elif count == 1:
            a, b = ([s.single(source, regs, lane)] for source in text.sources[:2])
        else:
            a, b = (s.halves(source, regs, lane) for source in text.sources[:2])
        out = []
        for i, (x, y) in enumerate(zip(a, b)):
            earlier = below >> bits * i & ((1 << bits) - 1) != 0
            if float_format is None:
                if sign:
                    x, y = signed(x, bits), signed(y, bits)
                now = CONDITIONS[name](x, y)
            else:
                now = holds_float(float_format, x, y, name)
            if "seq" in text.modifiers:
                if x == y:
                    raise NotImplementedError
                out.append(truth(now, form, bits))
            else:
                out.append(truth(now and earlier if "and" in text.modifiers else now or earlier, form, bits))
        return pack(out, bits)

    return operation


for form in ("u32", "s32", "v2u16", "v2s16", "v4u8", "v4s8"):
    add(f"ICMP.{form}", compare(SHAPES[form]))
add("FCMP.f32", compare(SHAPES["u32"], F32))
add("FCMP.v2f16", compare(SHAPES["v2u16"], F16))


def select(shape, float_format=None):
    count, bits, sign = shape

    def operation(text, regs, lane):
        name = condition(text)
        a, b, yes, no = ([source.word(regs, lane) >> bits * i & ((1 << bits) - 1) for i in range(count)]
                         for source in text.sources)
        out = []
        for x, y, p, q in zip(a, b, yes, no):
            if float_format:
                chosen = holds_float(float_format, x, y, name)
            else:
                chosen = CONDITIONS[name](*((signed(v, bits) if sign else v) for v in (x, y)))
            out.append(p if chosen else q)
        return pack(out, bits)

    return operation


for form in ("u32", "s32", "v2u16", "v2s16"):
    add(f"CSEL.{form}", select(SHAPES[form]))
add("CSEL.f32", select(SHAPES["u32"], F32))
add("CSEL.v2f16", select(SHAPES["v2u16"], F16))

# --- Floats ----------------------------------------------------------------------------------------------------------


def extreme(F, a, b, largest, text=None):
    """The operand that is not a NaN, or one of two numbers; -0 is below +0."""
    if text and "nan_propagate" in text.modifiers and (F.is_nan(a) or F.is_nan(b)):
        return F.quiet(a if F.is_nan(a) else b)
    if F.is_nan(a):
        return F.quiet(b) if F.is_nan(b) else b
    if F.is_nan(b):
        return a
    return (max if largest else min)(a, b, key=F.order)


def clamp(F, text, x):
    low = 0 if text.modifiers & {"clamp_0_inf", "clamp_0_1"} else F.negate(F.one)
    if text.modifiers & {"clamp_0_inf", "clamp_0_1", "clamp_m1_1"}:
        x = extreme(F, x, low, True)
    if text.modifiers & {"clamp_m1_1", "clamp_0_1"}:
        x = extreme(F, x, F.one, False)
    return x


def floating(function, form):
    """An operation on floats whose sources and result have the usual modifiers."""
    def operation(text, regs, lane):
        if form == "f32":
            values = [s.single(source, regs, lane) for source in text.sources]
            result = clamp(F32, text, function(F32, text, *values))
            # Sums and products are rounded to 16 bits if they are written to one half of a register.
            if text.halves and text.name.startswith(("FADD", "FMA.")):
                return F32.convert(result, F16, rounding(text)) * 0x10001
            return result
        columns = zip(*(s.halves(source, regs, lane) for source in text.sources))
        return pack([clamp(F16, text, function(F16, text, *values)) for values in columns], 16)
    return operation


for form in ("f32", "v2f16"):
    add(f"FADD.{form}", floating(lambda F, t, a, b: F.add(a, b, rounding(t)), form))
    add(f"FMA.{form}", floating(lambda F, t, a, b, c: F.fma(a, b, c, rounding(t)), form))
    add(f"FMIN.{form}", floating(lambda F, t, a, b: extreme(F, a, b, False, t), form))
    add(f"FMAX.{form}", floating(lambda F, t, a, b: extreme(F, a, b, True, t), form))
    add(f"FROUND.{form}", floating(lambda F, t, a: F.integral(a, rounding(t)), form))


def add_immediate(form):
    def operation(text, regs, lane):
        word, constant = text.sources[0].word(regs, lane), text.numbers["constant"]
        if form == "f32":
            return F32.add(word, constant, 0)
        return pack([F16.add(s.half(word, i), s.half(constant, i), 0) for i in range(2)], 16)
    return operation


add("FADD_IMM.f32", add_immediate("f32"))
add("FADD_IMM.v2f16", add_immediate("v2f16"))


def to_halves(text, regs, lane):
    both = (F32.convert(s.single(source, regs, lane), F16, rounding(text)) for source in text.sources)
    return pack([clamp(F16, text, x) for x in both], 16)


def half_to_single(text, regs, lane):
    source = text.sources[0]
    n = int((s.only(source) or "h0")[1])
    return F16.convert(s.sign_modifiers(source, F16, s.half(source.word(regs, lane), n)), F32, 0)


add("V2F32_TO_V2F16", to_halves)
add("F16_TO_F32", half_to_single)


def to_integer(F, sign, count, bits):
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if sign else (0, (1 << bits) - 1)

    def operation(text, regs, lane):
        source = text.sources[0]
        values = [s.single(source, regs, lane)] if F is F32 else s.halves(source, regs, lane)
        return pack([F.to_int(x, rounding(text), low, high) for x in values[:count]], bits)

    return operation


add("F32_TO_S32", to_integer(F32, True, 1, 32))
add("F32_TO_U32", to_integer(F32, False, 1, 32))
add("F16_TO_S32", to_integer(F16, True, 1, 32))
add("F16_TO_U32", to_integer(F16, False, 1, 32))
add("V2F16_TO_V2S16", to_integer(F16, True, 2, 16))
add("V2F16_TO_V2U16", to_integer(F16, False, 2, 16))


def from_integer(to, sign, count, bits, part_of):
    """Converts integers of `bits` bits, which `part_of` selects, to floats, or (None) to wider integers."""
    def operation(text, regs, lane):
        values = part_of(text.sources[0], regs, lane)
        values = [signed(v, bits) if sign else v for v in values]
        width = 32 // count
        return pack([v if to is None else to.round(Fraction(v), rounding(text)) for v in values], width)
    return operation


def one_byte(source, regs, lane):
    return [s.byte(source.word(regs, lane), int((s.only(source) or "b0")[1]))]


def two_bytes(source, regs, lane):
    return [s.byte(source.word(regs, lane), int(n)) for n in (s.only(source) or "b00")[1:]]


for letter, sign in (("S", True), ("U", False)):
    wide = lambda source, regs, lane, sign=sign: [s.integer(source, regs, lane, 32, sign)]  # noqa: E731
    two = lambda source, regs, lane, sign=sign: s.integers(source, regs, lane, 16, sign)  # noqa: E731
    one = lambda source, regs, lane: s.integers(source, regs, lane, 16, False)[:1]  # noqa: E731
    add(f"{letter}32_TO_F32", from_integer(F32, sign, 1, 32, wide))
    add(f"V2{letter}16_TO_V2F16", from_integer(F16, sign, 2, 16, two))
    add(f"{letter}16_TO_{letter}32", from_integer(None, sign, 1, 16, one))
    add(f"{letter}16_TO_F32", from_integer(F32, sign, 1, 16, one))
    add(f"{letter}8_TO_{letter}32", from_integer(None, sign, 1, 8, one_byte))
    add(f"{letter}8_TO_F32", from_integer(F32, sign, 1, 8, one_byte))
    add(f"V2{letter}8_TO_V2{letter}16", from_integer(None, sign, 2, 8, two_bytes))
    add(f"V2{letter}8_TO_V2F16", from_integer(F16, sign, 2, 8, two_bytes))


# --- Reductions, where ordinary numbers leave no doubt ---------------------------------------------------------------


def parts(F, x, text):
    """Mantissa and exponent of an ordinary number."""
    if F.is_zero(x) or not F.is_finite(x):
        return x, 0
    value, e = F.value(x), 0
    low, high, base = Fraction(1, 2), Fraction(1), 2
    if "log" in text.modifiers:
        low, high = Fraction(3, 4), Fraction(3, 2)
    elif "sqrt" in text.modifiers:
        low, base = Fraction(1, 4), 4
    while abs(value) >= high:
        value, e = value / base, e + 1
    while abs(value) < low:
        value, e = value * base, e - 1
    return F.round(value, 0), e


for form in ("f32", "v2f16"):
    add(f"FREXPM.{form}", floating(lambda F, t, x: parts(F, x, t)[0], form))
    add(f"FREXPE.{form}", floating(lambda F, t, x: (-parts(F, x, t)[1] if "neg" in t.modifiers else parts(F, x, t)[1]) & F.mask, form))


def ldexp(form):
    def operation(text, regs, lane):
        n = text.sources[1].word(regs, lane)
        if form == "f32":
            return F32.scale(s.single(text.sources[0], regs, lane), signed(n, 32), rounding(text))
        values = s.halves(text.sources[0], regs, lane)
        return pack([F16.scale(x, signed(s.half(n, i), 16), rounding(text)) for i, x in enumerate(values)], 16)
    return operation


add("LDEXP.f32", ldexp("f32"))
add("LDEXP.v2f16", ldexp("v2f16"))
add("CUBEFACE1", floating(lambda F, t, a, b, c: max(F.magnitude(v) for v in (a, b, c)), "f32"))
