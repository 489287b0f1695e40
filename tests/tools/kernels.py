#!/usr/bin/env python3
"""Runs whole compiled kernels through `isatope exec --json`, one instruction at a time, and compares the bytes that they leave.

    kernels.py MANIFEST… [--target gfx900] [--objects DIR] [--isatope PATH] [--trace]

A manifest is JSON: `kernel`, `targets`, `global`, `local`, and `args`: buffers (`bytes`, `in`, `expect`: files beside it) and values (`hex_le`).
The code objects are DIR/KERNEL-TARGET.co, by default `../co` beside the manifest. Wavefronts are set up as LLVM's user guide says (AMDGPU,
"Initial Kernel Execution State"); those of a workgroup take their turns at barriers. Nothing here knows an instruction: what each one does is the
answer of `exec`, and the program counter is all that is kept between two of them, beside registers and memory. Needs Python 3.10.
"""
import argparse
import json
import re
import struct
import subprocess
import sys
from pathlib import Path

LANES = 64
KERNARG, PACKET, QUEUE, PRIVATE, HIDDEN, CODE, BUFFERS = 0x1000_0000, 0x1100_0000, 0x1200_0000, 0x2_0000_0000, 0x1_8000_0000, 0x4000_0000, 0x3_0000_0000
SHARED_APERTURE, PRIVATE_APERTURE = 0x10000, 0x20000
TOUCHES_MEMORY = re.compile(r"(flat|global|scratch|buffer|tbuffer|image|ds|s_load|s_buffer|s_store|s_atomic|s_scratch)")


class Object:
    """A code object: its instructions by address, and where its kernel's descriptor says things."""

    def __init__(self, tool, path, kernel):
        data = Path(path).read_bytes()
        lines = subprocess.run([tool, "dis", "--emit", "json", str(path)], capture_output=True, text=True, check=True).stdout.splitlines()
        records = [json.loads(line) for line in lines]
        sections = {r["section"]: r for r in records if "section" in r and "file_offset" in r}
        text = sections[".text"]
        self.instructions = {}
        for r in records:
            if "words" in r:
                names = " ".join([r["text"]] + [o["text"] for o in r.get("operands", [])])
                self.instructions[CODE + text["address"] + r["offset"]] = (r["words"], r["name"], vector_registers(names))
        symbol = next(r for r in records if r.get("symbol") == f"{kernel}.kd")
        place = sections[symbol["section"]]["file_offset"] + symbol["offset"]
        fields = data[place:place + 64]
        self.group, self.private, self.kernarg = struct.unpack_from("<III", fields, 0)
        self.entry = CODE + sections[symbol["section"]]["address"] + symbol["offset"] + struct.unpack_from("<q", fields, 16)[0]
        self.rsrc2, self.properties = struct.unpack_from("<I", fields, 52)[0], struct.unpack_from("<H", fields, 56)[0]
        self.sections = [(CODE + s["address"], data[s["file_offset"]:s["file_offset"] + s["size"]])
                         for n, s in sections.items() if s["address"] and s["size"] and n != ".relro_padding"]


def vector_registers(text):
    """Numbers of the vector registers that a text names."""
    found = set()
    for first, last, one in re.findall(r"\bv\[(\d+):(\d+)\]|\bv(\d+)\b", text):
        found.update(range(int(first), int(last) + 1) if first else [int(one)])
    return found


class Machine:
    def __init__(self, tool, target):
        self.target = target
        self.process = subprocess.Popen([tool, "exec", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.count = 0

    def ask(self, request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        self.count += 1
        return json.loads(self.process.stdout.readline())


class Wave:
    def __init__(self, code, registers, vectors):
        self.code, self.regs, self.v = code, registers, vectors
        self.pc, self.state = code.entry, "runs"

    def step(self, machine, memory, lds, trace):
        if self.pc not in self.code.instructions:
            raise SystemExit(f"there is no instruction at {self.pc:#x}")
        words, name, vectors = self.code.instructions[self.pc]
        regs = {k: hex(x) for k, x in self.regs.items() if x or k == "exec"}
        behind = self.pc + 4 * len(words.split())
        regs["pc"] = hex(behind)
        # Where registers are found by number, any may be one of them.
        if name.startswith("v_movrel") or self.regs["mode"] >> 27 & 1:
            vectors = self.v
        regs.update({f"v{n}": self.v[n] for n in vectors if n in self.v})
        request = {"id": machine.count, "target": machine.target, "words": words, "regs": regs}
        if TOUCHES_MEMORY.match(name):
            request["mem"] = [{"addr": hex(base), "bytes": text} for base, text in memory.items()]
            if lds:
                request["mem"].append({"space": "lds", "addr": "0x0", "bytes": lds[0]})
        answer = machine.ask(request)
        if not answer["ok"]:
            raise SystemExit(f"{self.pc:#x} {name} {words}: {answer['error']}")
        if trace:
            print(f"{self.pc:#x} {name} {words}", {k: x for k, x in answer["regs"].items() if isinstance(x, str)})
        for outside in answer.get("outside", []):
            print(f"{self.pc:#x} {name}: out of bounds: {outside}", file=sys.stderr)
        self.pc = behind
        for register, value in answer["regs"].items():
            if register == "pc":
                self.pc = int(value, 16)
            elif isinstance(value, list):
                self.v[int(register[1:])] = value
            else:
                self.regs[register] = int(value, 16)
        for piece in answer["mem"]:
            if piece.get("space") == "lds":
                lds[0] = piece["bytes"]
            else:
                memory[int(piece["addr"], 16)] = piece["bytes"]
        operations = [call["operation"] for call in answer.get("calls", [])]
        if "wavefront.end" in operations:
            self.state = "ended"
        elif "workgroup.barrier" in operations:
            self.state = "waits"


def start(code, target, group, number, local, scratch, per_lane):
    """A wavefront as the hardware and the driver hand it over."""
    s, vi = [], target in ("gfx800", "gfx801", "gfx802", "gfx803")
    on = lambda bit: code.properties >> bit & 1
    pair = lambda x: [x & 0xffffffff, x >> 32]
    if on(0):
        # ROCr: swizzled words of 64 lanes, the number of the lane added; on gfx8 and gfx9 DATA_FORMAT is part of the stride.
        word3 = 0xac | 4 << 12 | (0 if vi or target.startswith("gfx9") else 4) << 15 | 1 << 19 | 3 << 21 | 1 << 23
        s += [PRIVATE & 0xffffffff, PRIVATE >> 32 | 1 << 31, 0xffffffff, word3]
    for bit, words in ((1, pair(PACKET)), (2, pair(QUEUE)), (3, pair(KERNARG)), (4, [0, 0])):
        if on(bit):
            s += words
    if on(5):
        s += pair(PRIVATE) if target.startswith("gfx9") else [PRIVATE - HIDDEN, per_lane]
    if on(6):
        s.append(per_lane)
    s += [0] * ((code.rsrc2 >> 1 & 31) - len(s))
    for axis in range(3):
        if code.rsrc2 >> 7 + axis & 1:
            s.append(group[axis])
    if code.rsrc2 >> 10 & 1:
        s.append(0)
    if code.rsrc2 & 1:
        s.append(scratch)
    registers = {f"s{n}": x for n, x in enumerate(s)}
    size = local[0] * local[1] * local[2]
    first = number * LANES
    active = min(LANES, size - first)
    registers["exec"] = (1 << active) - 1
    # Nearest even; subnormal numbers are kept in doubles and halves, and in single precision as compilers ask for.
    registers["mode"] = 0xf0
    if target.startswith("gfx9") or target in ("gfx700", "gfx803"):
        registers["src_shared_base"], registers["src_private_base"] = SHARED_APERTURE, PRIVATE_APERTURE
    if not target.startswith("gfx9"):
        registers["hidden_private_base"] = HIDDEN
    items = [first + lane for lane in range(LANES)]
    places = [(i % local[0], i // local[0] % local[1], i // local[0] // local[1]) for i in items]
    vectors = {axis: [hex(p[axis]) for p in places] for axis in range((code.rsrc2 >> 11 & 3) + 1)}
    return Wave(code, registers, vectors)


def run(tool, manifest_path, manifest, target, objects, trace):
    code = Object(tool, objects / f"{manifest['kernel']}-{target}.co", manifest["kernel"])
    machine = Machine(tool, target)
    grid, local = manifest["global"], manifest["local"]
    memory, kernarg, wanted, at = {}, bytearray(code.kernarg), [], BUFFERS
    place = 0
    for arg in manifest["args"]:
        data = struct.pack("<Q", at) if arg["kind"] == "buffer" else bytes.fromhex(arg["hex_le"])
        place = -(-place // len(data)) * len(data)
        kernarg[place:place + len(data)] = data
        place += len(data)
        if arg["kind"] == "buffer":
            content = (manifest_path.parent / arg["in"]).read_bytes() if "in" in arg else bytes(arg["bytes"])
            memory[at] = content.hex()
            if "expect" in arg:
                wanted.append((arg["name"], at, (manifest_path.parent / arg["expect"]).read_bytes(), arg.get("compare", "exact")))
            at = (at + len(content) + 0xfff) & ~0xfff
    if kernarg:
        memory[KERNARG] = kernarg.hex()
    packet = struct.pack("<HHHHHHIIIIIQQQQ", 0, 3, *local, 0, *grid, code.private, code.group, 0, KERNARG, 0, 0)
    memory[PACKET] = packet.hex()
    memory[QUEUE] = (bytes(0x40) + struct.pack("<II", SHARED_APERTURE, PRIVATE_APERTURE) + bytes(0xb8)).hex()
    memory.update((base, data.hex()) for base, data in code.sections)
    size = local[0] * local[1] * local[2]
    waves = -(-size // LANES)
    # What a function that is called needs is not in the descriptor: room for it.
    per_lane = code.private + 0x400 if code.properties & 0x21 else 0
    counts = [-(-g // l) for g, l in zip(grid, local)]
    for z in range(counts[2]):
        for y in range(counts[1]):
            for x in range(counts[0]):
                if per_lane:
                    memory[PRIVATE] = bytes(waves * per_lane * LANES).hex()
                lds = [bytes(code.group).hex()] if code.group else None
                team = [start(code, target, (x, y, z), n, local, n * per_lane * LANES, per_lane) for n in range(waves)]
                while any(w.state != "ended" for w in team):
                    for wave in team:
                        while wave.state == "runs":
                            wave.step(machine, memory, lds, trace)
                    for wave in team:
                        if wave.state == "waits":
                            wave.state = "runs"
    right = True
    for name, base, expected, how in wanted:
        got = bytes.fromhex(memory[base])
        if how == "exact" and got != expected:
            first = next(i for i in range(len(expected)) if i >= len(got) or got[i] != expected[i])
            print(f"{manifest['kernel']} {target}: {name}: byte {first} of {len(expected)}: expected {expected[first:first + 8].hex()}, got {got[first:first + 8].hex()}")
            right = False
        elif how != "exact":
            pairs = list(zip(struct.unpack(f"<{len(got) // 4}f", got), struct.unpack(f"<{len(got) // 4}f", expected)))
            worst = max(abs(a - b) for a, b in pairs)
            print(f"{manifest['kernel']} {target}: {name}: at most {worst:g} away")
    print(f"{manifest['kernel']} {target}: {'right' if right else 'WRONG'}, {machine.count} instructions")
    return right


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("manifests", nargs="+", type=Path)
    parser.add_argument("--target", action="append")
    parser.add_argument("--objects", type=Path)
    parser.add_argument("--isatope", default="isatope")
    parser.add_argument("--trace", action="store_true")
    args = parser.parse_args()
    right = True
    for path in args.manifests:
        manifest = json.loads(path.read_text())
        for target in args.target or manifest["targets"]:
            right &= run(args.isatope, path, manifest, target, args.objects or path.parent.parent / "co", args.trace)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
