"""The text of an instruction, split into mnemonic, modifiers, destination and sources."""
import re
from dataclasses import dataclass, field

LANES = 16
FLOWS = {"wait0", "wait1", "wait01", "wait2", "wait02", "wait12", "wait012", "wait0126", "wait", "reconverge", "end"}


class Unsupported(Exception):
    """The model does not support this text."""


@dataclass
class Source:
    """A source: the origin of its words, and the suffixes after it."""
    kind: str                   # r, u, constant
    value: int
    suffixes: list = field(default_factory=list)

    def word(self, regs, lane, k=0):
        if self.kind == "constant":
            return self.value if k == 0 else 0
        return read(regs, f"{self.kind}{self.value + k}", lane)


@dataclass
class Text:
    name: str
    modifiers: set
    register: int
    halves: str                 # written half of the destination: "", h0, h1
    sources: list
    numbers: dict               # immediates


def read(regs, name, lane):
    value = regs.get(name, 0)
    if isinstance(value, list):
        value = value[lane]
    return int(str(value), 0)


def parse(asm, names):
    mnemonic, _, rest = asm.partition(" ")
    parts = mnemonic.split(".")
    for n in range(len(parts), 0, -1):
        if ".".join(parts[:n]) in names:
            break
    else:
        raise Unsupported(mnemonic)
    name, modifiers = ".".join(parts[:n]), set(parts[n:]) - FLOWS
    items = [item.strip() for item in rest.split(",")]
    register, _, halves = items[0].lstrip("@").partition(".")
    text = Text(name, modifiers, int(register[1:]), halves, [], {})
    for item in items[1:]:
        immediate = re.fullmatch(r"(\w+):(0x[0-9a-fA-F]+|\d+)", item)
        if immediate:
            text.numbers[immediate[1]] = int(immediate[2], 0)
            continue
        if item.startswith("#"):
            text.numbers["constant"] = int(item[1:], 0)
            continue
        base, *suffixes = item.lstrip("^").split(".")
        if base[0] in "ru":
            text.sources.append(Source(base[0], int(base[1:]), suffixes))
        else:
            text.sources.append(Source("constant", int(base, 0), suffixes))
    return text
