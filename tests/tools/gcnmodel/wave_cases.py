"""Cases of operations that access other lanes. There are few, so they are written by hand."""
import random

from .cases import finish_case
from .machine import LANES
from .table import find

TEXTS = (
    # target, text, further registers
    ("gfx600", "v_readlane_b32 s10, v5, s3", {"s3": "0x7f"}),
    ("gfx803", "v_readlane_b32 s10, v5, 17", {"exec": "0x0"}),
    ("gfx900", "v_readlane_b32 s10, v5, m0", {"m0": "0x41"}),
    ("gfx600", "v_writelane_b32 v5, s4, m0", {"m0": "0x3f", "s4": "0xcafef00d", "exec": "0x1"}),
    ("gfx700", "v_writelane_b32 v5, 7, s3", {"s3": "0xffffffc2"}),
    ("gfx803", "v_writelane_b32 v5, s4, 33", {"s4": "0x80000001", "exec": "0x0"}),
    ("gfx900", "v_writelane_b32 v5, -1, m0", {"m0": "0x40"}),
    ("gfx600", "v_readfirstlane_b32 s10, v5", {"exec": "0xf00000000000"}),
    ("gfx803", "v_readfirstlane_b32 s10, v5", {"exec": "0x0"}),
    ("gfx900", "v_readfirstlane_b32 s10, v5", {"exec": "0x8000000000000000"}),
    ("gfx600", "v_movreld_b32 v20, v5", {"m0": "0x3", "v23": "0x1111"}),
    ("gfx700", "v_movrels_b32 v20, v5", {"m0": "0x2", "v20": "0x2222", "exec": "0xff00ff"}),
    ("gfx803", "v_movrelsd_b32 v20, v5", {"m0": "0x1", "v21": "0x3333", "exec": "0xf0f0f0f0f0f0f0f0"}),
    ("gfx803", "v_movreld_b32 v20, v5", {"m0": "0x0", "exec": "0xaaaaaaaaaaaaaaaa"}),
    ("gfx900", "v_swap_b32 v5, v6", {"exec": "0x123456789abcdef0"}),
    ("gfx906", "v_swap_b32 v7, v5", {}),
)


def wave_cases(seed=20):
    for n, (target, asm, more) in enumerate(TEXTS):
        rng = random.Random(f"{seed}/wave/{n}")
        regs = {f"v{i}": [hex(rng.getrandbits(32)) for _ in range(LANES)] for i in (5, 6, 7)
                if f"v{i}" in asm or i != 5 and "movrel" in asm}
        regs.update(more)
        op = find(asm.split()[0], int(target[3:]))
        yield finish_case(f"{op.name}/{target}/{n}", target, asm, regs, op)
