#!/usr/bin/env python3
"""d16.py > tests/cases/llvm-d16-gfx810.tsv: instructions with 16-bit data in packed registers.

LLVM disassembles words of every buffer, typed buffer and image instruction with 16-bit data, and assembles the text again, with the right
number of data registers and with other numbers. Needs llvm-mc-19 in PATH, or where LLVM_MC says. The output is the same in every run.
"""
import os
import random
import re
import subprocess

LLVM_MC = os.environ.get("LLVM_MC", "llvm-mc-19")
PROCESSOR = "gfx810"


def llvm(lines, *options):
    """Standard output and errors of llvm-mc."""
    command = [LLVM_MC, "-triple=amdgcn", "-mcpu=" + PROCESSOR, *options]
    run = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True)
    return run.stdout, run.stderr


def disassembled(low, high):
    """The text of two words, or None."""
    data = low.to_bytes(4, "little") + high.to_bytes(4, "little")
    out, errors = llvm([" ".join("0x%02x" % byte for byte in data)], "-disassemble")
    text = [line.strip() for line in out.splitlines() if line.strip() and not line.strip().startswith(".")]
    return None if errors or len(text) != 1 else text[0]


def assembled(texts):
    """For each text its words, or `error`."""
    out, errors = llvm(texts, "-show-encoding", "-filetype=asm")
    wrong = {int(number) for number in re.findall(r"<stdin>:(\d+):\d+: error", errors)}
    found = re.findall(r"encoding: \[([^\]]*)\]", out)
    words, encodings = [], iter(found)
    for number in range(1, len(texts) + 1):
        if number in wrong:
            words.append("error")
            continue
        data = bytes(int(byte, 16) for byte in next(encodings).split(","))
        words.append(" ".join("%08x" % int.from_bytes(data[at:at + 4], "little") for at in range(0, len(data), 4)))
    assert next(encodings, None) is None
    return words


def inputs():
    """Pairs of words."""
    rng = random.Random(810)
    registers = lambda sampler: rng.randrange(200) | rng.randrange(200) << 8 | rng.randrange(0, 24, 2) << 16 | sampler << 21
    for op in range(8, 16):
        for tfe in 0, 1:
            for address in range(4):
                more = rng.getrandbits(12) | address << 12 | rng.getrandbits(1) << 14
                high = registers(0) | tfe << 23 | rng.randrange(100) << 24
                high &= 0xffffffff if address else 0xffffff00
                yield 0xe0000000 | op << 18 | more, high                                        # MUBUF
                yield 0xe8000000 | rng.getrandbits(7) << 19 | op << 15 | more, high             # MTBUF
    for op in range(128):
        masks = range(16) if op in (0x00, 0x08, 0x20, 0x40) else (1, 3, 7, 15)
        if op >= 0x40:
            masks = (1, 2, 4, 8)[: len(masks)]
        for mask in masks:
            for tfe in 0, 1:
                sampler = rng.randrange(0, 24) if op >= 0x20 else 0
                high = registers(sampler) | 1 << 31
                yield 0xf0000000 | op << 18 | mask << 8 | tfe << 16, high                       # MIMG


def with_other_counts(text):
    """The text with one data register less, with one more, and with twice as many."""
    mnemonic, data, rest = re.match(r"(\S+) ([^,]*)(,.*)", text).groups()
    numbers = [int(number) for number in re.findall(r"\d+", data)]
    first, last = numbers[0], numbers[-1]
    for count in {last - first, last - first + 2, 2 * (last - first + 1)} - {0}:
        yield "%s %s%s" % (mnemonic, "v%d" % first if count == 1 else "v[%d:%d]" % (first, first + count - 1), rest)


def main():
    texts = []
    for low, high in inputs():
        text = disassembled(low, high)
        if text and "d16" in text:
            texts.append((text, "%08x %08x" % (low, high)))
    rows = {}
    for (text, words), again in zip(texts, assembled([text for text, _ in texts])):
        if again != "error":
            rows[text] = (again, "=" if again == words else ">")
    others = sorted({other for text in rows for other in with_other_counts(text)} - set(rows))
    for text, words in zip(others, assembled(others)):
        rows[text] = (words, ">")
    print("# LLVM 19 (llvm-mc --mcpu=%s): words or `error`, text, and whether both directions hold (=) or only text to words (>)" % PROCESSOR)
    for text, (words, direction) in sorted(rows.items()):
        print("%s\t%s\t%s" % (words, text, direction))


main()
