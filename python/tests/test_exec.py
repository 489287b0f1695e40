"""All cases of single instructions on a `Wave`. `isatope_run::json::check` compares them for the command."""

import json
import math
import re
import struct
from pathlib import Path

import isatope as isa
import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "tests/cases/exec").glob("*.jsonl"))
FORMATS = {"f16": ("<H", "<e"), "f32": ("<I", "<f"), "f64": ("<Q", "<d")}


def numbers(value):
    """A value of a case: one number, or one for each lane."""
    return [int(one, 0) for one in value] if isinstance(value, list) else int(value, 0)


def is_nan(bits, form):
    integer, number = FORMATS[form]
    size = struct.calcsize(integer)
    return math.isnan(struct.unpack(number, struct.pack(integer, bits % (1 << 8 * size)))[0])


def rank(bits, form):
    """The place of a number among all numbers of its format."""
    width = 8 * struct.calcsize(FORMATS[form][0])
    bits %= 1 << width
    sign = 1 << (width - 1)
    return -(bits - sign) if bits & sign else bits


def accepts(case, want, have):
    nan, form = case.get("nan"), case.get("fmt")
    if want == have:
        return True
    if nan == "f16x2":
        halves = [(want >> at & 0xFFFF, have >> at & 0xFFFF) for at in (0, 16)]
        return all(a == b or (is_nan(a, "f16") and is_nan(b, "f16")) for a, b in halves)
    same_beside = want >> 16 == have >> 16
    if nan and (nan != "f16" or same_beside) and is_nan(want, nan) and is_nan(have, nan):
        return True
    if nan == "f16" and want & 0xFFFF == have & 0xFFFF and is_nan(want >> 16, nan) and is_nan(have >> 16, nan):
        return True
    if form and (form != "f16" or same_beside) and not is_nan(want, form) and not is_nan(have, form):
        return abs(rank(want, form) - rank(have, form)) <= case["tol_ulp"]
    return False


def lanes(value, count):
    value = value.tolist() if hasattr(value, "tolist") else value
    return value if isinstance(value, list) else [value] * count


def next_register(name):
    found = re.fullmatch(r"([a-z]+)(\d+)", name)
    return f"{found[1]}{int(found[2]) + 1}" if found else None


def code_of(text, target):
    """Machine code of a text in the dialect of LLVM, or else in the first one that reads it: some texts mean different
    instructions in several dialects."""
    try:
        return isa.assemble(text, target, "llvm" if "llvm" in target.dialects else None)
    except isa.AssemblyError:
        return isa.assemble(text, target)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_samples(path):
    for line in path.read_text().splitlines():
        case = json.loads(line)
        wave = isa.Wave(case["target"])
        count = wave.target.lanes
        for name, value in case.get("regs", {}).items():
            wave[name] = numbers(value)
        for allocation in case.get("mem", []):
            wave.map(int(allocation["addr"], 0), bytes.fromhex(allocation["bytes"]), allocation.get("space", "mem"))
        wave.run(code_of(case["asm"], wave.target))
        expect = {name: lanes(numbers(value), count) for name, value in case["expect"].items()}
        wide = "f64" in (case.get("nan"), case.get("fmt"))
        done = set()
        for name, wanted in expect.items():
            if name in done:
                continue
            got = lanes(wave[name], count)
            high = next_register(name)
            if wide and high in expect:
                # A double takes two registers, which are compared together.
                done.add(high)
                wanted = [low | up << 32 for low, up in zip(wanted, expect[high])]
                got = [low | up << 32 for low, up in zip(got, lanes(wave[high], count))]
            wrong = [lane for lane in range(count) if not accepts(case, wanted[lane], got[lane])]
            assert not wrong, f"{case['id']}: {name} in lanes {wrong}"
        for allocation in case.get("expect_mem", []):
            wanted = bytes.fromhex(allocation["bytes"])
            got = wave.read(int(allocation["addr"], 0), len(wanted), allocation.get("space", "mem"))
            assert got == wanted, case["id"]


def test_there_are_samples():
    assert sum(len(path.read_text().splitlines()) for path in FILES) > 7_000


def test_the_program_counter_leads_on():
    wave = isa.Wave("gfx900")
    wave["pc"] = 0x1000
    wave.run("s_nop 0\ns_getpc_b64 s[2:3]")
    assert wave["s[2:3]"] == wave["pc"] == 0x1008
    wave.run("s_branch .+16")
    assert wave["pc"] == 0x1008 + 16
