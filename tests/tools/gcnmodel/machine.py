"""Registers, operands and modifiers: runs one instruction, given as LLVM text, for a wave of 64 lanes."""
import re
import struct

from . import ops_approx, ops_convert, ops_divide, ops_float, ops_int, ops_media  # noqa: F401 (fill the table)
from .doubts import doubtful
from .floats import F16, F32, F64, FORMATS
from .ops_int import signed
from .table import find

LANES = 64
ALL = (1 << LANES) - 1
FLOATS = {"0.5": 0.5, "1.0": 1.0, "2.0": 2.0, "4.0": 4.0, "0.15915494": 0.15915494309189532,
          "0.15915494309189532": 0.15915494309189532}
MODIFIER = re.compile(r"\s+(clamp|mul:[24]|div:2|(?:op_sel|op_sel_hi|neg_lo|neg_hi):\[[01,]+\])")
SUFFIX = re.compile(r"(_e32|_e64)$")


class Unsupported(Exception):
    """The model does not support this instruction or operand."""


class Context:
    """Context of a lane function: the modes, the modifiers and the lane."""

    def __init__(self, target, mode, clamp=False, omod=None):
        self.target, self.mode, self.clamp, self.omod = target, mode, clamp, omod
        self.ieee, self.dx10_clamp = mode >> 9 & 1, mode >> 8 & 1
        self.lane = 0

    def rm(self, F):
        return self.mode & 3 if F is F32 else self.mode >> 2 & 3

    def kept(self, F, output):
        """Whether subnormal inputs or outputs are kept."""
        bits = self.mode >> (4 if F is F32 else 6)
        return bits >> output & 1

    def flush(self, F, b, how, output=True):
        if how != "none" and F.is_subnormal(b) and (how == "always" or not self.kept(F, output)):
            return F.signed(F.sign(b), 0)
        return b

    def finish(self, F, b, how):
        """Applies flushing and output modifiers to a rounded result."""
        b = self.flush(F, b, how)
        off = self.ieee and self.target >= 800 or self.kept(F, True) and how == "mode"
        if self.omod and not off:
            b = F.scale(b, {"mul:2": 1, "mul:4": 2, "div:2": -1}[self.omod], 0)
            if F.is_subnormal(b) or F.is_zero(b):
                b = 0
        if self.clamp:
            if F.is_nan(b):
                b = 0 if self.dx10_clamp else b
            elif F.sign(b):
                b = 0
            elif b > F.one:
                b = F.one
        return b


def float_bits(x, width):
    return struct.unpack({16: "<H", 32: "<I", 64: "<Q"}[width], struct.pack({16: "<e", 32: "<f", 64: "<d"}[width], x))[0]


WIDTH = {"f16": 16, "u16": 16, "i16": 16, "f32": 32, "u32": 32, "i32": 32, "f64": 64, "u64": 64, "i64": 64,
         "u128": 128, "mix": 32}


class Machine:
    def __init__(self, target, regs):
        self.target = target
        self.scalars = {"mode": 0xf0, "exec": ALL, "vcc": 0, "m0": 0, "scc": 0}
        self.vectors, self.written = {}, {}
        for name, value in regs.items():
            if re.fullmatch(r"v\d+", name):
                lanes = value if isinstance(value, list) else [value] * LANES
                lanes = [int(str(x), 0) for x in lanes]
                self.vectors[name] = lanes + [0] * (LANES - len(lanes))
            else:
                self.scalars[name] = int(str(value), 0)
        self.exec, self.m0 = self.scalars["exec"], self.scalars["m0"]

    def active(self):
        return [i for i in range(LANES) if self.exec >> i & 1]

    def vector(self, name):
        return self.vectors.setdefault(name, [0] * LANES)

    def scalar(self, text):
        """32 bits of a scalar register or a constant."""
        m = re.fullmatch(r"(vcc|exec)_(lo|hi)", text)
        if m:
            return self.scalars[m[1]] >> (32 if m[2] == "hi" else 0) & 0xffffffff
        if text in ("vcc", "exec", "scc", "src_scc", "m0") or re.fullmatch(r"s\d+", text):
            return self.scalars.get(text.replace("src_", ""), 0) & 0xffffffff
        return self.constant(text, 32)

    def constant(self, text, width):
        negative = text.startswith("-")
        magnitude = text[1:] if negative else text
        if magnitude in FLOATS:
            return float_bits(-FLOATS[magnitude] if negative else FLOATS[magnitude], width)
        try:
            return int(text, 0) & ((1 << width) - 1)
        except ValueError:
            raise Unsupported(f"operand {text}") from None

    def set_scalar(self, name, value):
        self.scalars[name] = value & 0xffffffff
        self.written[name] = self.scalars[name]

    def set_lane(self, name, lane, value):
        self.vector(name)[lane] = value & 0xffffffff
        self.written[name] = self.vectors[name]

    def set_mask(self, text, bits):
        if text in ("vcc", "exec"):
            self.scalars[text] = self.written[text] = bits
            return
        low = int(re.fullmatch(r"s\[(\d+):\d+\]", text)[1])
        self.set_scalar(f"s{low}", bits)
        self.set_scalar(f"s{low + 1}", bits >> 32)

    def mask(self, text):
        if text in self.scalars and not text.startswith("s"):
            return self.scalars[text]
        m = re.fullmatch(r"s\[(\d+):\d+\]", text)
        if not m:
            return self.constant(text, 64)
        return self.scalars.get(f"s{m[1]}", 0) | self.scalars.get(f"s{int(m[1]) + 1}", 0) << 32

    def raw(self, text, kind, lane):
        """The bits of a source, as wide as its registers."""
        width = WIDTH[kind]
        m = re.fullmatch(r"([vs])\[(\d+):(\d+)\]", text)
        if m:
            get = (lambda i: self.vector(f"v{i}")[lane]) if m[1] == "v" else (lambda i: self.scalars.get(f"s{i}", 0))
            return sum(get(i) << 32 * k for k, i in enumerate(range(int(m[2]), int(m[3]) + 1)))
        if re.fullmatch(r"v\d+", text):
            return self.vector(text)[lane]
        if text in ("vcc", "exec") and width == 64:
            return self.scalars[text]
        if re.fullmatch(r"s\d+|m0|(vcc|exec)_(lo|hi)|scc|src_scc|vcc|exec", text):
            return self.scalar(text)
        if width == 64 and kind[0] == "f" and text.startswith("0x"):
            return int(text, 0) << 32
        return self.constant(text, width)


def split(asm):
    """Splits a text into name, operands and modifiers."""
    name, _, rest = asm.strip().partition(" ")
    modifiers = {}
    while True:
        m = None
        for m in MODIFIER.finditer(rest):
            pass
        if not m or m.end() != len(rest):
            break
        key, _, value = m[1].partition(":")
        modifiers["omod" if key in ("mul", "div") else key] = (
            [int(b) for b in value.strip("[]").split(",")] if value.startswith("[") else m[1])
        rest = rest[:m.start()]
    operands, depth, part = [], 0, ""
    for ch in rest:
        depth += ch in "[(" or 0
        depth -= ch in "])" or 0
        if ch == "," and not depth:
            operands.append(part.strip())
            part = ""
        else:
            part += ch
    if part.strip():
        operands.append(part.strip())
    return SUFFIX.sub("", name), operands, modifiers


def sign_modifiers(text):
    """The bare operand, and whether its magnitude is taken and whether it is negated."""
    negate = absolute = False
    m = re.fullmatch(r"-(\|.*\||[vsa].*|\(.*\)|neg.*|abs.*)", text)
    if m:
        negate, text = True, m[1]
    m = re.fullmatch(r"neg\((.*)\)", text)
    if m:
        negate, text = True, m[1]
    m = re.fullmatch(r"\|(.*)\||abs\((.*)\)", text)
    if m:
        absolute, text = True, m[1] or m[2]
    return text, absolute, negate


class Source:
    """A source operand, with the modifiers around it."""

    def __init__(self, text, kind, index, modifiers):
        self.kind, self.text = kind, text
        if kind[0] == "f" or kind == "mix":
            self.text, self.absolute, self.negate = sign_modifiers(text)
        pick = lambda key, default: (modifiers.get(key) or [default] * 4)[index]  # noqa: E731
        self.high = pick("op_sel", 0)
        self.high_of_high = pick("op_sel_hi", 1)
        self.mixed_half = pick("op_sel_hi", 0)
        self.neg_lo, self.neg_hi = pick("neg_lo", 0), pick("neg_hi", 0)

    def read(self, m, c, lane, how, half=None):
        kind = self.kind
        raw = m.raw(self.text, kind, lane)
        if kind == "mix":
            F = F16 if self.mixed_half else F32
            b = raw >> (16 if self.high and self.mixed_half else 0) & F.mask
            b = F.magnitude(b) if self.absolute else b
            b = F.negate(b) if self.negate else b
            if F is F16:
                return F16.convert(c.flush(F16, b, "mode", False), F32, 0)
            return c.flush(F32, b, how, False)
        width = WIDTH[kind]
        if width == 16:
            high = self.high if half != 1 else self.high_of_high
            raw = raw >> (16 if high else 0)
        raw &= (1 << width) - 1
        if kind[0] == "i":
            return signed(raw, width)
        if kind[0] == "f":
            F = FORMATS[kind]
            if half is None:
                raw = F.magnitude(raw) if self.absolute else raw
                raw = F.negate(raw) if self.negate else raw
            elif self.neg_hi if half else self.neg_lo:
                raw = F.negate(raw)
            return c.flush(F, raw, how, False)
        return raw


def finished(op, c, kind, result):
    F = FORMATS.get({"mixlo": "f16", "mixhi": "f16"}.get(kind, kind))
    return c.finish(F, result, op.flush if kind[0] == "f" else "mode") if F and op.output else result


def run(target, asm, regs, doubts=None):
    """The registers that the instruction writes, whole; raises Unsupported for what the model lacks.

    `doubts` collects the lanes of which no source is sure.
    """
    number = int(target[3:])
    name, operands, modifiers = split(asm)
    op = find(name, number)
    if op is None:
        raise Unsupported(name)
    m = Machine(number, regs)
    if op.wave:
        op.fn(m, *operands)
        return m.written
    c = Context(number, m.scalars["mode"], "clamp" in modifiers, modifiers.get("omod"))
    outs, ins = operands[:len(op.dst)], operands[len(op.dst):]
    kinds = [k for k in op.src if k != "vcc"]
    if len(ins) != len(kinds):
        raise Unsupported(f"{asm}: {len(ins)} sources, {len(kinds)} known")
    sources = [t if k == "mask" else Source(t, k, i, modifiers) for i, (t, k) in enumerate(zip(ins, kinds))]
    if op.reads_dst:
        sources.append(Source(outs[0], op.dst[0], 3, {}))
    masks = [0] * len(outs)
    high_result = number >= 900 and (modifiers.get("op_sel") or [0] * 4)[-1] and len(modifiers["op_sel"]) > len(kinds)
    rows = []

    def judge(values, raws, result):
        if doubts is not None:
            why = doubtful(op, c, values, raws, result)
            if why:
                doubts[c.lane] = why

    for lane in m.active():
        c.lane = lane
        values = [bool(m.mask(s) >> lane & 1) if isinstance(s, str) else s.read(m, c, lane, op.flush)
                  for s in sources] if not op.packed else []
        if "vcc" in op.src:
            values.append(bool(m.scalars["vcc"] >> lane & 1))
        if op.packed:
            halves = []
            for half in (0, 1):
                values = [s.read(m, c, lane, op.flush, half) for s in sources]
                halves.append(op.fn(c, *values))
                judge(values, [s.read(m, c, lane, "none", half) for s in sources], halves[half])
            rows.append((lane, (sum(finished(op, c, op.dst[0], h) << 16 * i for i, h in enumerate(halves)),)))
            continue
        result = op.fn(c, *values)
        judge(values, [v if isinstance(s, str) else s.read(m, c, lane, "none") for s, v in zip(sources, values)], result)
        rows.append((lane, result if isinstance(result, tuple) else (result,)))
    for i, (text, kind) in enumerate(zip(outs, op.dst)):
        first = int(re.search(r"\d+", text)[0]) if kind != "mask" else 0
        if kind != "mask":
            for k in range(max(1, WIDTH.get(kind, 32) // 32)):
                m.written.setdefault(f"v{first + k}", m.vector(f"v{first + k}"))
        for lane, result in rows:
            value = result[i]
            if kind == "mask":
                masks[i] |= int(value) << lane
                continue
            if not op.packed:
                value = finished(op, c, kind, value)
            old = m.vector(f"v{first}")[lane]
            keep = op.preserve and number >= 900
            if op.packed:
                pass
            elif kind == "mixhi" or keep and high_result:
                value = old & 0xffff | value << 16
            elif kind == "mixlo" or keep:
                value = old & 0xffff0000 | value
            for k in range(max(1, WIDTH.get(kind, 32) // 32)):
                m.set_lane(f"v{first + k}", lane, value >> 32 * k)
        if kind == "mask":
            m.set_mask(text, masks[i])
            if name.startswith(("v_cmpx", "v_cmpsx")):
                m.set_mask("exec", masks[i])
    return m.written
