#!/usr/bin/env python3
"""Cases whose expected values are LLVM's: what `opt` makes of calls with constant arguments.

    folds.py FILE              write the cases, for instance tests/cases/exec/folds.jsonl

A witness that shares no code with Isatope or with the exact model beside this file. Needs opt-19 and llvm-mc-19.
A call that LLVM does not fold leaves its lane out; so do the inputs for which LLVM is known to differ from the machine
(NaN in the last source of a median, zeros of both signs, signaling NaNs in minima). Output is the same in every run.
"""
import json
import random
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

from gcnmodel.compare import line
from gcnmodel.floats import FORMATS
from gcnmodel.machine import LANES, WIDTH
from gcnmodel.values import draw

PER_CASE = 20
IR = {"f16": "half", "f32": "float", "f64": "double", "u16": "i16", "u32": "i32", "u64": "i64", "bool": "i1",
      "2f16": "<2 x half>", "2u16": "<2 x i16>"}


class Fold:
    """An expression of LLVM IR and the instruction that should agree with it."""

    def __init__(self, target, asm, result, sources, ir, legal=None, choose=None, tolerance=None):
        self.target, self.asm, self.result, self.sources = target, asm, result, sources
        self.ir, self.legal, self.choose, self.tolerance = ir, legal, choose, tolerance


def call(function, result, sources):
    types = [IR[s] for s in sources]
    return (f"declare {IR[result]} @{function}({', '.join(types)})",
            f"call {IR[result]} @{function}(" + ", ".join(f"{t} {{{i}}}" for i, t in enumerate(types)) + ")")


def quiet(kinds, values, *, nan=True, zeros=True):
    """Values without signaling NaNs; optionally without NaNs, or without zeros of both signs."""
    seen = set()
    for kind, v in zip(kinds, values):
        if kind in FORMATS:
            F = FORMATS[kind]
            v &= F.mask
            if F.is_snan(v) or not nan and F.is_nan(v):
                return False
            if F.is_zero(v):
                seen.add(v)
    return zeros or len(seen) < 2


def calls():
    """All operations that are a single call."""
    def one(target, name, result, sources, function, suffix="", **more):
        return Fold(target, name + suffix, result, sources.split(), call(function, result, sources.split()), **more)

    no_zero_mix = lambda k, v: quiet(k, v, nan=False, zeros=False)  # noqa: E731
    cube = {"choose": lambda rng: [FORMATS["f32"].signed(rng.random() < .5, rng.choice(
        (0x3f800000, 0x40000000, 0x3f000000, 0x40490fdb, 0x7f000000, 0x7f800000, 0x42c80000))) for _ in range(3)]}
    for name in ("cubeid", "cubesc", "cubetc", "cubema"):
        yield one("gfx803", f"v_{name}_f32", "f32", "f32 f32 f32", f"llvm.amdgcn.{name}", **cube)
    for f, targets in (("f16", ("gfx900", "gfx803")), ("f32", ("gfx600", "gfx900")), ("f64", ("gfx700", "gfx906"))):
        old, new = targets
        if f != "f64":
            yield one("gfx900", f"v_med3_{f}", f, f"{f} {f} {f}", f"llvm.amdgcn.fmed3.{f}", legal=no_zero_mix)
        yield one(new, f"v_fma_{f}", f, f"{f} {f} {f}", f"llvm.fma.{f}")
        yield one(new, f"v_fract_{f}", f, f, f"llvm.amdgcn.fract.{f}", legal=lambda k, v: quiet(k, v, nan=False))
        yield one(new, f"v_frexp_mant_{f}", f, f, f"llvm.amdgcn.frexp.mant.{f}")
        exponent = "u16" if f == "f16" else "u32"
        suffix = exponent.replace("u", "i")
        yield one(new, f"v_frexp_exp_{suffix}_{f}", exponent, f, f"llvm.amdgcn.frexp.exp.{suffix}.{f}")
        width = FORMATS[f].bias * 2 + 60
        yield one(new, f"v_ldexp_{f}", f, f"{f} {exponent}", f"llvm.ldexp.{f}.{suffix}",
                  choose=lambda rng, f=f, e=exponent, w=width: [draw(rng, f), rng.randint(-w, w) % (1 << int(e[1:]))])
        for name, function in (("min", "minnum"), ("max", "maxnum")):
            yield one(old, f"v_{name}_{f}", f, f"{f} {f}", f"llvm.{function}.{f}",
                      legal=lambda k, v: quiet(k, v, zeros=False))
        for name, function in (("floor", "floor"), ("ceil", "ceil"), ("trunc", "trunc"), ("rndne", "rint")):
            yield one(new, f"v_{name}_{f}", f, f, f"llvm.{function}.{f}")
        yield one(new, f"v_rcp_{f}", f, f, f"llvm.amdgcn.rcp.{f}", tolerance=134217728 if f == "f64" else 1,
                  choose=lambda rng, f=f: [(FORMATS[f].bias + rng.randint(-10, 10)) << FORMATS[f].fbits])
        yield Fold(new, f"v_cmp_class_{f}", "bool", [f, "u32"], (
            f"declare i1 @llvm.amdgcn.class.{f}({IR[f]}, i32)",
            f"call i1 @llvm.amdgcn.class.{f}({IR[f]} {{0}}, i32 {{1}})"),
            choose=lambda rng, f=f: [draw(rng, f), rng.choice((1 << rng.randrange(10), rng.getrandbits(10)))])
        if f != "f64":
            steps = lambda rng, f=f: [FORMATS[f].signed(rng.random() < .5, 0) if rng.random() < .2 else  # noqa: E731
                                      FORMATS[f].round(Fraction(rng.randint(-4, 4), 4), 0)]
            yield one(new, f"v_sin_{f}", f, f, f"llvm.amdgcn.sin.{f}", choose=steps, tolerance=2)
            yield one(new, f"v_cos_{f}", f, f, f"llvm.amdgcn.cos.{f}", choose=steps, tolerance=2)
        for to, at in (("i32", "gfx600"), ("u32", "gfx803")):
            if f != "f16":
                sign = "fptosi" if to == "i32" else "fptoui"
                yield one(at, f"v_cvt_{to}_{f}", "u32", f, f"llvm.{sign}.sat.i32.{f}")
            else:
                sign, h = ("fptosi", "i16") if to == "i32" else ("fptoui", "u16")
                yield one("gfx803", f"v_cvt_{h}_f16", "u16", f, f"llvm.{sign}.sat.i16.f16")
    yield one("gfx803", "v_trig_preop_f64", "f64", "f64 u32", "llvm.amdgcn.trig.preop.f64",
              choose=lambda rng: [rng.choice((rng.randint(1000, 1800), rng.randint(1960, 1980))) << 52
                                  | rng.getrandbits(52), rng.randrange(3)])
    yield one("gfx600", "v_mul_legacy_f32", "f32", "f32 f32", "llvm.amdgcn.fmul.legacy")
    yield one("gfx900", "v_cvt_pkrtz_f16_f32", "2f16", "f32 f32", "llvm.amdgcn.cvt.pkrtz")
    yield one("gfx600", "v_bfe_u32", "u32", "u32 u32 u32", "llvm.amdgcn.ubfe.i32")
    yield one("gfx803", "v_bfe_i32", "u32", "u32 u32 u32", "llvm.amdgcn.sbfe.i32")
    yield one("gfx700", "v_alignbit_b32", "u32", "u32 u32 u32", "llvm.fshr.i32")
    yield one("gfx900", "v_perm_b32", "u32", "u32 u32 u32", "llvm.amdgcn.perm", choose=lambda rng: [
        rng.getrandbits(32), rng.getrandbits(32), sum(rng.choice((rng.randrange(14), rng.getrandbits(8))) << s
                                                      for s in (0, 8, 16, 24))])
    yield one("gfx803", "v_bfrev_b32", "u32", "u32", "llvm.bitreverse.i32")
    for sign in "us":
        for kind, letter in (("32", "u" if sign == "u" else "i"), ("16", "u" if sign == "u" else "i")):
            for verb in ("add", "sub"):
                yield one("gfx900", f"v_{verb}_{letter}{kind}", f"u{kind}", f"u{kind} u{kind}",
                          f"llvm.{sign}{verb}.sat.i{kind}", suffix=" clamp")
        for verb in ("add", "sub"):
            letter = "u" if sign == "u" else "i"
            source = f"<2 x i16> @llvm.{sign}{verb}.sat.v2i16(<2 x i16>"
            yield Fold("gfx900", f"v_pk_{verb}_{letter}16 clamp", "2u16", ["2u16", "2u16"], (
                f"declare {source}, <2 x i16>)", f"call {source} {{0}}, <2 x i16> {{1}})"))


def expressions():
    """All operations that are built from instructions of the IR; `%r` is the result."""
    def many(target, asm, result, sources, text, **more):
        return Fold(target, asm, result, sources.split(), (None, text), **more)

    yield many("gfx600", "v_mul_hi_u32", "u32", "u32 u32",
               "%a{n}=zext i32 {0} to i64\n%b{n}=zext i32 {1} to i64\n%c{n}=mul i64 %a{n},%b{n}\n"
               "%d{n}=lshr i64 %c{n},32\n%r{n}=trunc i64 %d{n} to i32")
    yield many("gfx900", "v_mul_hi_i32", "u32", "u32 u32",
               "%a{n}=sext i32 {0} to i64\n%b{n}=sext i32 {1} to i64\n%c{n}=mul i64 %a{n},%b{n}\n"
               "%d{n}=ashr i64 %c{n},32\n%r{n}=trunc i64 %d{n} to i32")
    yield many("gfx803", "v_mul_i32_i24", "u32", "u32 u32",
               "%a{n}=shl i32 {0},8\n%b{n}=ashr i32 %a{n},8\n%c{n}=shl i32 {1},8\n%d{n}=ashr i32 %c{n},8\n"
               "%r{n}=mul i32 %b{n},%d{n}")
    yield many("gfx600", "v_mul_u32_u24", "u32", "u32 u32",
               "%a{n}=and i32 {0},16777215\n%b{n}=and i32 {1},16777215\n%r{n}=mul i32 %a{n},%b{n}")
    for name, word, kind in (("ashr", "v_ashrrev_i32", "u32"), ("lshr", "v_lshrrev_b32", "u32"),
                             ("shl", "v_lshlrev_b32", "u32")):
        yield many("gfx900", word, kind, "u32 u32", f"%a{{n}}=and i32 {{0}},31\n%r{{n}}={name} i32 {{1}},%a{{n}}")
    for name, word in (("ashr", "v_ashrrev_i64"), ("lshr", "v_lshrrev_b64"), ("shl", "v_lshlrev_b64")):
        yield many("gfx803", word, "u64", "u32 u64",
                   f"%a{{n}}=and i32 {{0}},63\n%b{{n}}=zext i32 %a{{n}} to i64\n%r{{n}}={name} i64 {{1}},%b{{n}}")
    for f in ("f16", "f32", "f64"):
        target = "gfx803" if f == "f16" else "gfx600"
        names = ("add", "sub", "mul") if f != "f64" else ("add", "mul")
        for name in names:
            yield many(target, f"v_{name}_{f}", f, f"{f} {f}", f"%r{{n}}=f{name} {IR[f]} {{0}},{{1}}")
        for predicate, test in (("olt", "lt"), ("oeq", "eq"), ("ole", "le"), ("ogt", "gt"), ("one", "lg"),
                                ("oge", "ge"), ("ord", "o"), ("uno", "u"), ("ult", "nge"), ("ueq", "nlg"),
                                ("ule", "ngt"), ("ugt", "nle"), ("une", "neq"), ("uge", "nlt")):
            yield many(target, f"v_cmp_{test}_{f}", "bool", f"{f} {f}", f"%r{{n}}=fcmp {predicate} {IR[f]} {{0}},{{1}}")
        kinds = ("u16",) if f == "f16" else ("u32",)
        for kind in kinds:
            bits = kind[1:]
            yield many(target, f"v_cvt_{f}_u{bits}", f, kind, f"%r{{n}}=uitofp {IR[kind]} {{0}} to {IR[f]}")
            yield many(target, f"v_cvt_{f}_i{bits}", f, kind, f"%r{{n}}=sitofp {IR[kind]} {{0}} to {IR[f]}")
    yield many("gfx803", "v_cvt_f16_f32", "f16", "f32", "%r{n}=fptrunc float {0} to half")
    yield many("gfx600", "v_cvt_f32_f16", "f32", "f16", "%r{n}=fpext half {0} to float")
    yield many("gfx700", "v_cvt_f32_f64", "f32", "f64", "%r{n}=fptrunc double {0} to float")
    yield many("gfx803", "v_cvt_f64_f32", "f64", "f32", "%r{n}=fpext float {0} to double")
    yield many("gfx906", "v_mad_u64_u32", "u64", "u32 u32 u64",
               "%a{n}=zext i32 {0} to i64\n%b{n}=zext i32 {1} to i64\n%c{n}=mul i64 %a{n},%b{n}\n"
               "%r{n}=add i64 %c{n},{2}", legal=lambda k, v: v[0] * v[1] + v[2] < 1 << 64)


def bits_of(kind, value):
    """A constant in IR, with the given bit pattern."""
    if kind.startswith("2"):
        inner = IR[kind[1:]]
        parts = [f"bitcast (i16 {value >> s & 0xffff} to {inner})" if inner == "half" else str(value >> s & 0xffff)
                 for s in (0, 16)]
        return "<" + ", ".join(f"{inner} {p}" for p in parts) + ">"
    if kind in FORMATS:
        F = FORMATS[kind]
        value &= F.mask
        if kind == "f16":
            return f"0xH{value:04X}"
        if kind == "f32":
            return f"bitcast (i32 {value} to float)"
        return f"0x{value:016X}"
    return str(value & ((1 << int(kind[1:])) - 1))


def evaluate(fold, rows):
    """LLVM's results for each row of values; None if it does not fold the call."""
    declaration, text = fold.ir
    width = {"bool": 1, "2f16": 32, "2u16": 32}.get(fold.result) or WIDTH[fold.result]
    body = []
    for n, row in enumerate(rows):
        constants = [bits_of(k, v) for k, v in zip(fold.sources, row)]
        if declaration:
            body.append(f"%r{n}=" + text.format(*constants))
        else:
            body.append(text.format(*constants, n=n))
        if fold.result == "bool" or fold.result in ("u16", "u32", "u64"):
            body.append(f"store volatile {IR[fold.result]} %r{n}, ptr %p")
        else:
            body += [f"%s{n}=bitcast {IR[fold.result]} %r{n} to i{width}", f"store volatile i{width} %s{n}, ptr %p"]
    module = f"{declaration or ''}\ndefine void @f(ptr %p) {{\n" + "\n".join(body) + "\nret void\n}\n"
    done = subprocess.run(["opt-19", "-mtriple=amdgcn--", f"-mcpu={fold.target}", "-passes=instcombine,instsimplify",
                           "-S"], input=module, capture_output=True, text=True)
    if done.returncode:
        print(f"{fold.asm}: {done.stderr.splitlines()[0]}", file=sys.stderr)
        return [None] * len(rows)
    answers = re.findall(r"store volatile i\d+ (\S+), ptr", done.stdout)
    word = {"true": "1", "false": "0"}
    return [int(word.get(a, a)) & ((1 << width) - 1) if re.fullmatch(r"-?\d+|true|false", a) else None
            for a in answers]


def registers(first, kind):
    width = 32 if kind.startswith("2") else WIDTH[kind]
    return f"v{first}" if width <= 32 else f"v[{first}:{first + 1}]"


def make(fold, seed):
    rng = random.Random(f"{seed}/{fold.target}/{fold.asm}")
    plain = [k[1:] if k.startswith("2") else k for k in fold.sources]
    rows = []
    while len(rows) < PER_CASE:
        row = fold.choose(rng) if fold.choose else [draw(rng, k) for k in plain]
        if fold.legal is None or fold.legal(fold.sources, row):
            rows.append(row)
    answers = evaluate(fold, rows)
    base = rng.choice((0, 17, LANES - PER_CASE))
    mask = sum(1 << base + i for i, a in enumerate(answers) if a is not None)
    if not mask:
        print(f"{fold.asm}: LLVM folds nothing", file=sys.stderr)
        return None
    regs, texts = {}, []
    for column, kind in enumerate(fold.sources):
        at = 4 * column + rng.randrange(10, 60) * 4
        while any(f"v{at + d}" in regs for d in range(2)):
            at += 4
        for part in range(2 if kind in ("f64", "u64") else 1):
            row = ["0x0"] * LANES
            for i, values in enumerate(rows):
                row[base + i] = hex(values[column] >> 32 * part & 0xffffffff)
            regs[f"v{at + part}"] = row
        texts.append(registers(at, kind))
    regs["exec"] = hex(mask)
    name, _, modifier = fold.asm.partition(" ")
    if fold.result == "bool":
        out = ["vcc"]
        expect = {"vcc": hex(sum(1 << base + i for i, a in enumerate(answers) if a))}
    else:
        out = [registers(4, fold.result)]
        keep = name in ("v_med3_f16", "v_fma_f16", "v_add_i16", "v_sub_i16") and fold.target >= "gfx900"
        old = 0x12345678 if keep else 0x77
        expect = {}
        for part in range(2 if fold.result in ("f64", "u64") else 1):
            regs[f"v{4 + part}"] = hex(old)
            row = [hex(old)] * LANES
            for i, a in enumerate(answers):
                if a is not None:
                    row[base + i] = hex((old & 0xffff0000 if keep else 0) | a >> 32 * part & 0xffffffff)
            expect[f"v{4 + part}"] = row
    if name == "v_mad_u64_u32":
        out.append("vcc")
        expect["vcc"] = "0x0"
    asm = f"{name} {', '.join(out + texts)} {modifier}".strip()
    case = {"id": f"fold/{name}/{fold.target}", "target": fold.target, "asm": asm, "regs": regs, "expect": expect}
    if fold.result in FORMATS:
        case["nan"] = fold.result
        if fold.tolerance:
            case["fmt"], case["tol_ulp"] = fold.result, fold.tolerance
    elif fold.result == "2f16":
        case["nan"] = "f16x2"
    case["evidence"] = "llvm-fold"
    done = subprocess.run(["llvm-mc-19", "-triple=amdgcn", f"-mcpu={fold.target}", "-filetype=null"], input=asm + "\n",
                          capture_output=True, text=True)
    if done.returncode:
        print(f"{asm}: {done.stderr.splitlines()[0]}", file=sys.stderr)
        return None
    return case


def main(path, seed=20):
    cases = [case for fold in [*calls(), *expressions()] if (case := make(fold, seed))]
    Path(path).write_text("".join(line(case) for case in cases))
    lanes = sum(bin(int(case["regs"]["exec"], 0)).count("1") for case in cases)
    print(f"{path}: {len(cases)} cases, {lanes} lanes")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
