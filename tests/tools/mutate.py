#!/usr/bin/env python3
"""mutate.py SEED COUNT clrx|llvm TARGET [ISATOPE]: changed lines, another assembler against `isatope asm`.

Takes the sources of `tests/cases` (and of ../shared where it lies beside the checkout) for a target, changes operands and modifiers, and
shows every class of differences in words, or in what is accepted, with examples. What is right must be judged: see the reasons in
`tests/cases/exceptions.tsv`.
"""
import collections
import glob
import json
import os
import random
import re
import subprocess
import sys

import assemblers

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = os.path.join(HERE, "../cases")
SHARED = os.path.join(HERE, "../../../shared/cases/gcn")
CPUS = {"gcn1.0": "gfx600", "gcn1.1": "gfx700", "gcn1.2": "gfx803", "gcn1.4": "gfx900", "gcn1.4.1": "gfx906"}
PLAIN = re.compile(r"(s|v|ds|buffer|tbuffer|image|flat|global|scratch)_\w+ |exp ")
# Our own spellings, and statements that need more than one line.
SPECIAL = re.compile(r'ill_|invalid|force|\.L|[=;"\\]|//|/\*')
EDGES = [0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 65, 127, 128, 255, 256, 511, 512, 1023, 2047, 4095, 4096, 0x7FFF, 0x8000,
         0xFFFF, 0x10000, 0xFFFFF, 0x100000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x100000000, 0xFFFFFFFFFFFFFFFF]
FLOATS = ["0.5", "-0.5", "1.0", "-1.0", "2.0", "-4.0", "1.5", "0.1", "0.15915494", "1e3", "65504.0", "1e40", "0x3c00", "0x3f800000"]
NAMES = ["vcc", "vcc_lo", "vcc_hi", "exec", "exec_lo", "m0", "scc", "vccz", "execz", "flat_scratch", "xnack_mask_lo", "tba", "ttmp3",
         "ttmp[4:7]", "src_shared_base", "lds_direct", "off", "attr0.x", "attr31.w", "mrt0", "pos3", "param31", "p10", "vcc[1]"]
AROUND = ["-%s", "|%s|", "-|%s|", "abs(%s)", "-abs(%s)", "neg(%s)", "sext(%s)", "-sext(%s)", "lit(%s)", "(%s)"]
MORE = ["clamp", "mul:2", "mul:3", "div:2", "vop3", "sdwa", "gds", "glc:1", "tfe:0", "offset:16", "format:[8,sint]", "idxen", "offen",
        "addr64", "lds", "da", "a16", "d16", "unorm", "bound_ctrl:0", "row_mask:5", "bank_mask:0xf", "row_shl:1", "wave_shl",
        "quad_perm:[0,1,2,3]", "dst_sel:WORD_1", "dst_unused:UNUSED_PAD", "high", "compr", "done", "vm", "nv"]


def sources(dialect, target):
    """The original lines."""
    cpu, found = CPUS.get(target, target), set()
    if dialect == "clrx":
        for path in glob.glob(os.path.join(CASES, "clrx-*.tsv")) + glob.glob(os.path.join(SHARED, "*-clrx.tsv")):
            for line in open(path):
                row = line.rstrip("\n").split("\t")
                if row[0] == target and len(row) > 2:
                    found.add(row[2].removesuffix("\\n"))
    else:
        for path in glob.glob(os.path.join(CASES, "llvm*-%s.tsv" % cpu)):
            found.update(line.split("\t")[1] for line in open(path) if not line.startswith("#"))
        for path in glob.glob(os.path.join(SHARED, "llvm-%s.jsonl" % cpu)):
            found.update(json.loads(line)["llvm_text"] for line in open(path))
    found = {re.sub(r"/\*.*?\*/", "", line).strip() for line in found}
    return sorted(line for line in found if PLAIN.match(line) and not SPECIAL.search(line))


def pieces(text, at):
    """Splits a text at a character, but not inside brackets."""
    parts, depth = [""], 0
    for char in text:
        depth += (char in "[(") - (char in "])")
        if char == at and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return [part.strip() for part in parts if part.strip()]


def split(line):
    """Splits a line into mnemonic, operands and modifiers."""
    name, _, rest = line.partition(" ")
    operands = pieces(rest, ",")
    if not operands or re.match("s_waitcnt|s_sendmsg", name):
        return name, operands, []
    last, *modifiers = pieces(operands[-1], " ")
    return name, operands[:-1] + [last], modifiers


class Mutator:
    """Changes lines. The same seed gives the same lines."""

    def __init__(self, seed, lines):
        self.random = random.Random(seed)
        self.lines = [split(line) for line in lines]
        self.modifiers = collections.defaultdict(list)
        self.names = collections.defaultdict(list)
        for name, _, modifiers in self.lines:
            self.names[name.split("_")[0]].append(name)
            for modifier in modifiers:
                self.modifiers[re.split(r"[:\[]", modifier)[0]].append(modifier)

    def number(self):
        r = self.random
        value = r.choice(EDGES) if r.random() < 0.4 else r.getrandbits(r.choice([6, 8, 12, 16, 20, 32]))
        return ("-" if r.random() < 0.2 else "") + (hex(value) if r.random() < 0.4 else str(value))

    def register(self):
        r = self.random
        file, most = r.choice([("v", 256), ("s", 104)])
        count = r.choice([1, 1, 2, 2, 3, 4, 5, 8, 16])
        first = r.randrange(most)
        first -= first % min(count, 4) if r.random() < 0.6 else 0
        return "%s%d" % (file, first) if count == 1 else "%s[%d:%d]" % (file, first, first + count - 1)

    def operand(self):
        makers = [self.register, self.register, self.number, lambda: self.random.choice(FLOATS), lambda: self.random.choice(NAMES)]
        return self.random.choice(makers)()

    def nudge(self, operand):
        """Replaces the first number by another one."""
        found = re.search(r"-?(0x[0-9a-f]+|\d+)", operand)
        if not found:
            return self.operand()
        tight = re.search(r"[vsp]\[?$", operand[: found.start()])
        number = str(self.random.randrange(256)) if tight else self.number()
        return operand[: found.start()] + number + operand[found.end() :]

    def modifier(self):
        r = self.random
        known = sorted(self.modifiers)
        bits = ",".join(r.choice("01") for _ in range(r.choice([1, 2, 3, 4])))
        source = "%s:[%s]" % (r.choice(["neg", "abs", "op_sel", "op_sel_hi", "neg_lo", "neg_hi", "sext"]), bits)
        taken = r.choice(self.modifiers[r.choice(known)]) if known else source
        return r.choice([taken, taken, self.nudge(taken), r.choice(MORE), source])

    def line(self):
        r = self.random
        name, operands, modifiers = r.choice(self.lines)
        operands, modifiers = list(operands), list(modifiers)
        for _ in range(r.choice([1, 1, 2, 3])):
            place = r.randrange(len(operands)) if operands else 0
            how = r.randrange(10)
            if how < 2 and operands:
                operands[place] = self.nudge(operands[place])
            elif how < 4 and operands:
                operands[place] = self.operand()
            elif how == 4 and operands:
                operands[place] = r.choice(AROUND) % operands[place]
            elif how == 5:
                operands.insert(place, operands.pop() if operands and r.random() < 0.6 else self.operand())
            elif how < 8:
                modifiers.insert(r.randrange(len(modifiers) + 1), self.modifier())
            elif how == 8 and modifiers:
                modifiers.pop(r.randrange(len(modifiers)))
            else:
                bare = re.sub("_(e32|e64|sdwa|dpp)$", "", name)
                name = r.choice([bare + r.choice(["", "_e32", "_e64", "_sdwa", "_dpp"]), r.choice(self.names[name.split("_")[0]])])
        return " ".join([name, ", ".join(operands), *modifiers])


def ours(program, target, dialect, lines):
    """Results of Isatope for the lines: (words or None, error, "")."""
    command = [program, "asm", "-t", target, "--dialect", dialect, "--emit", "hex", "--each-line", "-"]
    out = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True)
    got = out.stdout.split("\n")[:-1]
    if len(got) != len(lines):
        raise SystemExit("isatope gave %d lines for %d: %s" % (len(got), len(lines), out.stderr[-500:]))
    return [(None, line[7:], "") if line.startswith("error: ") else (line, "", "") for line in got]


def main():
    seed, count, dialect, target = sys.argv[1:5]
    program = sys.argv[5] if len(sys.argv) > 5 else "isatope"
    mutator = Mutator("%s/%s/%s" % (seed, dialect, target), sources(dialect, target))
    lines = sorted({line for line in (mutator.line() for _ in range(int(count))) if not SPECIAL.search(line)})
    theirs = assemblers.ASSEMBLERS[dialect](target, lines)
    classes = collections.defaultdict(list)
    for line, peer, mine in zip(lines, theirs, ours(program, target, dialect, lines)):
        if peer[0] == mine[0]:
            continue
        what = "other words" if peer[0] and mine[0] else "refused here" if peer[0] else "accepted here"
        why = re.sub(r"'[^']*'|`[^`]*`|0x[0-9a-f]+|\d+", "_", peer[1] or mine[1] or peer[2])
        classes[what + ": " + why].append((line, peer[0] or peer[1], mine[0] or mine[1]))
    print("%d lines, %d differ" % (len(lines), sum(map(len, classes.values()))))
    for name, rows in sorted(classes.items(), key=lambda item: -len(item[1])):
        print("%6d %s" % (len(rows), name))
        for row in mutator.random.sample(rows, min(4, len(rows))):
            print("         %s\n             theirs %s\n             ours   %s" % row)


if __name__ == "__main__":
    main()
