#!/usr/bin/env python3
"""assemblers.py clrx|llvm < LINES > CASES: what another assembler makes of single lines.

A line of the input is a target (`gcn1.2`, `gfx900`), a tab and a source; one of the output is the target, the words or `error`, and the
source, as `tests/cases/clrx-asm.tsv` and `tests/cases/llvm-asm.tsv` have it. `clrxasm` and `llvm-mc-19` are looked for in PATH, or where
CLRXASM and LLVM_MC say.
"""
import os
import re
import struct
import subprocess
import sys
import tempfile

CLRXASM = os.environ.get("CLRXASM", "clrxasm")
LLVM_MC = os.environ.get("LLVM_MC", "llvm-mc-19")
MARK = 0x7E57C0DE


def words_of(data):
    count = len(data) // 4
    return " ".join("%08x" % word for word in struct.unpack("<%dI" % count, data[: 4 * count]))


def clrx(target, lines):
    """For each line (words or None, error, warning). A mark after each line separates its bytes from the next ones."""
    errors, warnings = [None] * len(lines), [""] * len(lines)
    with tempfile.TemporaryDirectory() as folder:
        source, out = os.path.join(folder, "s.s"), os.path.join(folder, "o.bin")
        # Errors of later stages are printed only if there are no earlier ones.
        for _ in range(8):
            with open(source, "w") as file:
                for number, line in enumerate(lines):
                    text = line if errors[number] is None else ""
                    file.write("%s\n.int %#x, %d\n" % (text, MARK, number))
            command = [CLRXASM, "-b", "rawcode", "-A", target, "-o", out, source]
            said = subprocess.run(command, capture_output=True, text=True, errors="replace").stderr
            found = re.findall(r"^[^\n]*?:(\d+):\d+: (Error|Warning): (.*)$", said, re.M)
            wrong = False
            for at, level, message in found:
                number = (int(at) - 1) // 2
                if level == "Error":
                    wrong = True
                    errors[number] = errors[number] or message
                else:
                    warnings[number] = message
            if not wrong:
                break
        data = open(out, "rb").read() if os.path.exists(out) else b""
    results, place = [], 0
    for number in range(len(lines)):
        end = data.find(struct.pack("<II", MARK, number), place)
        if end < 0:
            # Some errors have no line number. Assembling each half finds the line.
            half = len(lines) // 2
            return clrx(target, lines[:half]) + clrx(target, lines[half:]) if half else [(None, "no output", "")]
        words = words_of(data[place:end]) if errors[number] is None else None
        results.append((words, errors[number] or "", warnings[number]))
        place = end + 8
    return results


def llvm(target, lines):
    """Like clrx(), with llvm-mc. A label before each line separates the encodings."""
    triple = "amdgcn--mesa3d" if target == "gfx600" else "amdgcn--amdhsa"
    source = "".join("L_%d_:\n%s\n" % (number, line) for number, line in enumerate(lines))
    command = [LLVM_MC, "--triple=" + triple, "--mcpu=" + target, "--show-encoding"]
    run = subprocess.run(command, input=source, capture_output=True, text=True, errors="replace")
    errors, warnings, words = [None] * len(lines), [""] * len(lines), [None] * len(lines)
    for at, level, message in re.findall(r"^<stdin>:(\d+):\d+: (error|warning): (.*)$", run.stderr, re.M):
        number = (int(at) - 1) // 2
        if level == "error":
            errors[number] = errors[number] or message
        else:
            warnings[number] = message
    current = None
    for line in run.stdout.split("\n"):
        label = re.match(r"L_(\d+)_:", line)
        current = int(label[1]) if label else current
        found = re.search(r"encoding: \[([^\]]+)\]", line)
        if found and current is not None:
            plain = re.fullmatch("[0-9a-fx,]+", found[1])
            data = bytes(int(byte, 16) for byte in found[1].split(",")) if plain else b""
            words[current] = words_of(data) if plain else "a name that is not defined"
    return [
        (None, error, "") if error else (word or "", "", warning)
        for word, error, warning in zip(words, errors, warnings)
    ]


ASSEMBLERS = {"clrx": clrx, "llvm": llvm}


def main():
    assemble = ASSEMBLERS[sys.argv[1]]
    rows = [line.rstrip("\n").split("\t") for line in sys.stdin if line.strip() and not line.startswith("#")]
    done = 0
    while done < len(rows):
        target = rows[done][0]
        last = next((i for i in range(done, len(rows)) if rows[i][0] != target), len(rows))
        lines = [source for _, source in rows[done:last]]
        for line, (words, _, _) in zip(lines, assemble(target, lines)):
            print(target, "error" if words is None else words, line, sep="\t")
        done = last


if __name__ == "__main__":
    main()
