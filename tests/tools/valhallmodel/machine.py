"""Runs the text of one instruction on registers."""
from .operations import OPERATIONS
from .permute import permute
from .text import LANES, parse, read


def run(asm, regs):
    """All registers that the instruction writes, as lists of lanes."""
    text = parse(asm, OPERATIONS.keys() | {"CLPER." + s for s in permute.SIZES})
    exec_mask = read(regs, "exec", 0) if "exec" in regs else 0xffff
    if text.name.startswith("CLPER."):
        results = permute(text, regs, exec_mask)
        words = 2 if text.name.endswith("64") else 1
    else:
        operation, words = OPERATIONS[text.name]
        results = [operation(text, regs, lane) if exec_mask >> lane & 1 else None for lane in range(LANES)]
    out = {}
    for k in range(words):
        name = f"r{text.register + k}"
        old = [read(regs, name, lane) for lane in range(LANES)]
        out[name] = [place(text, old[lane], value, k) for lane, value in enumerate(results)]
    return out


def place(text, old, value, k):
    if value is None:
        return old
    word = value >> 32 * k & 0xffffffff
    if text.halves == "h0":
        return old & 0xffff0000 | word & 0xffff
    if text.halves == "h1":
        return old & 0xffff | word & 0xffff0000
    return word
