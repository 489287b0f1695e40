"""Wavefronts: their start, and the effect of one instruction, for which `isatope exec --json` is called."""
import json
import re
import subprocess
import sys

LANES = 64
KERNARG, PACKET, QUEUE, PRIVATE, HIDDEN = 0x1000_0000, 0x1100_0000, 0x1200_0000, 0x2_0000_0000, 0x1_8000_0000
SHARED_APERTURE, PRIVATE_APERTURE = 0x10000, 0x20000
TOUCHES_MEMORY = re.compile(r"(flat|global|scratch|buffer|tbuffer|image|ds|s_load|s_buffer|s_store|s_atomic|s_scratch)")


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

    def close(self):
        self.process.stdin.close()
        self.process.wait()


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
        # Any monotonic clock is correct. This one counts instructions.
        regs["memtime"] = regs["memrealtime"] = hex(machine.count + 1)
        # Instructions that access registers by number may access any of them.
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


def start(code, target, group, number, local, partial, scratch, per_lane):
    """A wavefront as the hardware and the driver hand it over. `partial` is the size of its workgroup, which at the end of the grid is
    smaller than `local`; `scratch` is where its private memory starts."""
    s, vi, gfx9 = [], target in ("gfx800", "gfx801", "gfx802", "gfx803"), target.startswith("gfx9")
    on = lambda bit: code.properties >> bit & 1
    pair = lambda x: [x & 0xffffffff, x >> 32]
    if on(0):
        # ROCr: swizzled words of 64 lanes, with the lane number added. On gfx8 and gfx9, DATA_FORMAT is part of the
        # stride.
        word3 = 0xac | 4 << 12 | (0 if vi or gfx9 else 4) << 15 | 1 << 19 | 3 << 21 | 1 << 23
        s += [PRIVATE & 0xffffffff, PRIVATE >> 32 | 1 << 31, 0xffffffff, word3]
    for bit, words in ((1, pair(PACKET)), (2, pair(QUEUE)), (3, pair(KERNARG)), (4, [0, 0])):
        if on(bit):
            s += words
    if on(5):
        s += pair(PRIVATE) if gfx9 else [PRIVATE - HIDDEN, per_lane]
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
    first = number * LANES
    active = min(LANES, partial[0] * partial[1] * partial[2] - first)
    registers["exec"] = (1 << active) - 1
    # Rounding and denormals, DX10 clamp, and IEEE mode are taken from the descriptor.
    registers["mode"] = code.rsrc1 >> 12 & 0xff | (code.rsrc1 >> 21 & 1) << 8 | (code.rsrc1 >> 23 & 1) << 9
    if target != "gfx600":
        registers["src_shared_base"], registers["src_private_base"] = SHARED_APERTURE, PRIVATE_APERTURE
        if not gfx9:
            registers["hidden_private_base"] = HIDDEN
    items = [first + lane for lane in range(LANES)]
    places = [(i % partial[0], i // partial[0] % partial[1], i // partial[0] // partial[1]) for i in items]
    vectors = {axis: [hex(p[axis]) for p in places] for axis in range((code.rsrc2 >> 11 & 3) + 1)}
    return Wave(code, registers, vectors)
