"""Cases as text, and comparison of registers with a case: equal, or within its `nan` and `tol_ulp`."""
import json
import re

from .floats import F16, FORMATS


def numbers(value):
    return [int(str(x), 0) for x in value] if isinstance(value, list) else [int(str(value), 0)]


def rank(F, b):
    return -F.magnitude(b) if F.sign(b) else F.magnitude(b)


def accepts(case, want, have):
    if want == have:
        return True
    nan = case.get("nan")
    if nan == "f16x2":
        halves = [(want >> s & 0xffff, have >> s & 0xffff) for s in (0, 16)]
        return all(w == h or F16.is_nan(w) and F16.is_nan(h) for w, h in halves)
    F = FORMATS.get(nan or case.get("fmt"))
    if F is None or want >> F.bits != have >> F.bits:
        return False
    want, have = want & F.mask, have & F.mask
    if F.is_nan(want) or F.is_nan(have):
        return bool(nan) and F.is_nan(want) and F.is_nan(have)
    return abs(rank(F, want) - rank(F, have)) <= case.get("tol_ulp", 0)


def differences(case, got):
    """Descriptions of differences; empty if there are none."""
    expect = {k: numbers(v) for k, v in case["expect"].items()}
    got = {k: numbers(v) for k, v in got.items()}
    if set(expect) != set(got):
        return [f"registers differ: {sorted(set(expect) ^ set(got))}"]
    found, done = [], set()
    for name, want in expect.items():
        if name in done:
            continue
        have = got[name]
        pair = re.fullmatch(r"v(\d+)", name)
        high = pair and f"v{int(pair[1]) + 1}"
        if "f64" in (case.get("nan"), case.get("fmt")) and high in expect:
            done.add(high)
            want = [a | b << 32 for a, b in zip(want, expect[high])]
            have = [a | b << 32 for a, b in zip(have, got[high])]
        for lane, (w, h) in enumerate(zip(want, have)):
            if not accepts(case, w, h):
                found.append(f"{name} lane {lane}: expected {w:#x}, got {h:#x}")
    return found


def line(case):
    """A case in its stored form. Zeros are short, because most lanes are idle."""
    return json.dumps(case, separators=(",", ":")).replace('"0x0"', '"0"') + "\n"
