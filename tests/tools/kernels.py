#!/usr/bin/env python3
"""Runs whole kernels through `isatope exec --json`, one instruction at a time, and compares the bytes that they leave.

    kernels.py MANIFEST… [--target gfx900] [--objects DIR] [--isatope PATH] [--trace]

A manifest says the target, the program, grid, workgroup, buffers and arguments, as for `isatope run --manifest`. A program that ends in `.s` is
assembled and linked by clang-19. Manifests with `targets` and `global` are an older form, whose code objects are DIR/KERNEL-TARGET.co, by default
`../co` beside the manifest. Wavefronts are set up as LLVM's user guide says (AMDGPU, "Initial Kernel Execution State"); workgroups run one behind
the other, and the wavefronts of one take their turns at barriers. Nothing here knows an instruction: what each one does is the answer of `exec`,
and the program counter is all that is kept between two of them, beside registers and memory. Needs Python 3.10.
"""
import argparse
import json
import math
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from kernelrun.code import Code
from kernelrun.wave import KERNARG, LANES, PACKET, PRIVATE, PRIVATE_APERTURE, QUEUE, SHARED_APERTURE, Machine, start

BUFFERS = 0x3_0000_0000
NUMBERS = {"u8": "B", "i8": "b", "u16": "H", "i16": "h", "f16": "e", "u32": "I", "i32": "i", "f32": "f", "u64": "Q", "i64": "q", "f64": "d"}


def modern(old, target, objects):
    """Converts a manifest in the older form to the current form."""
    buffers, args = [], []
    for arg in old["args"]:
        if arg["kind"] != "buffer":
            args.append({"bytes": arg["hex_le"]})
            continue
        how = arg.get("compare", "exact")
        compare = {"kind": "exact"} if how == "exact" else {"kind": "absolute", "type": "f32", "tolerance": float(how.split("<=")[1].split()[0])}
        buffers.append({**{k: arg[k] for k in ("name", "bytes", "in", "expect") if k in arg}, "compare": compare})
        args.append({"buffer": arg["name"]})
    return {"target": target, "program": str(objects / f"{old['kernel']}-{target}.co"), "kernel": old["kernel"], "grid": old["global"],
            "local_size": old["local"], "buffers": buffers, "args": args}


def linked(path, target):
    """Code object that clang makes from a source."""
    out = Path(tempfile.mkdtemp(prefix="kernels-")) / "kernel.co"
    subprocess.run(["clang-19", "-target", "amdgcn-amd-amdhsa", f"-mcpu={target}", "-x", "assembler", str(path), "-o", str(out)], check=True)
    return out


def hidden(kind, groups, local, rest, lds):
    """Value of a hidden argument; 0 if there is none."""
    known = {"hidden_queue_ptr": QUEUE, "hidden_private_base": PRIVATE_APERTURE, "hidden_shared_base": SHARED_APERTURE, "hidden_dynamic_lds_size": lds}
    for axis, name in enumerate("xyz"):
        # Complete workgroups. The rest of the grid is one more workgroup with `rest` work-items.
        known |= {f"hidden_block_count_{name}": groups[axis], f"hidden_group_size_{name}": local[axis], f"hidden_remainder_{name}": rest[axis]}
    known["hidden_grid_dims"] = max([axis + 1 for axis in range(3) if groups[axis] * local[axis] + rest[axis] > 1], default=1)
    return known.get(kind, 0)


def arguments(code, manifest, groups, local, rest, address_of):
    """The kernarg segment, and the size of LDS that is allocated in addition to the kernel's own."""
    data, at, dynamic = bytearray(code.kernarg), 0, 0
    visible = [a for a in code.args or [] if not a[".value_kind"].startswith("hidden")]
    if code.args is not None and len(visible) != len(manifest["args"]):
        raise SystemExit(f"{manifest['kernel']} has {len(visible)} arguments, {len(manifest['args'])} are given")
    for n, arg in enumerate(manifest["args"]):
        (kind, value), offset = next((k, v) for k, v in arg.items() if k != "offset"), arg.get("offset", 0)
        if kind == "buffer":
            content = struct.pack("<Q", address_of[value] + offset)
        elif kind == "bytes":
            content = bytes.fromhex(value)
        elif kind == "local":
            # After the existing LDS, aligned to 16 bytes. The argument is its address.
            dynamic = -(-(code.group + dynamic) // 16) * 16 - code.group
            content, dynamic = struct.pack("<I", code.group + dynamic), dynamic + value
        elif kind == "null":
            content = bytes(8)
        else:
            content = struct.pack("<" + NUMBERS[kind], value)
        place = visible[n][".offset"] if visible else -(-at // len(content)) * len(content)
        data[place:place + len(content)] = content
        at = place + len(content)
    for arg in code.args or []:
        if arg[".value_kind"].startswith("hidden"):
            value = hidden(arg[".value_kind"], groups, local, rest, dynamic)
            data[arg[".offset"]:arg[".offset"] + arg[".size"]] = value.to_bytes(arg[".size"], "little")
    return data, dynamic


def differences(buffer, got, expected):
    """Difference of a buffer as a line of text, or None."""
    compare = buffer.get("compare", {"kind": "exact"})
    if len(got) != len(expected):
        return f"has {len(got)} bytes, {len(expected)} are expected"
    if compare["kind"] == "exact":
        first = next((i for i in range(len(got)) if got[i] != expected[i]), None)
        return None if first is None else f"byte {first}: expected {expected[first:first + 8].hex()}, got {got[first:first + 8].hex()}"
    form = NUMBERS[compare["type"]]
    pairs = zip(*(struct.unpack(f"<{len(got) // struct.calcsize(form)}{form}", x) for x in (got, expected)))
    for n, (a, b) in enumerate(pairs):
        allowed = compare["tolerance"] * (abs(b) if compare["kind"] == "relative" else 1)
        if a != b and not (math.isnan(a) and math.isnan(b)) and not abs(a - b) <= allowed:
            return f"element {n}: expected {b!r}, got {a!r}"
    return None


def run(tool, folder, manifest, trace):
    target, kernel = manifest["target"], manifest["kernel"]
    program = folder / manifest["program"]
    code = Code(tool, linked(program, target) if program.suffix == ".s" else program, kernel)
    machine = Machine(tool, target)
    grid, local = manifest["grid"], manifest["local_size"]
    memory, address_of, at = {}, {}, BUFFERS
    for buffer in manifest["buffers"]:
        content = (folder / buffer["in"]).read_bytes() if "in" in buffer else bytes(buffer["bytes"])
        memory[at], address_of[buffer["name"]] = content.hex(), at
        at = (at + len(content) + 0xfff) & ~0xfff
    for buffer in manifest["buffers"]:
        for pointer in buffer.get("pointers", []):
            content = bytearray.fromhex(memory[address_of[buffer["name"]]])
            struct.pack_into("<Q", content, pointer["at"], address_of[pointer["buffer"]] + pointer.get("offset", 0))
            memory[address_of[buffer["name"]]] = content.hex()
    whole, rest = [g // l for g, l in zip(grid, local)], [g % l for g, l in zip(grid, local)]
    kernarg, dynamic = arguments(code, manifest, whole, local, rest, address_of)
    if kernarg:
        # Compilers read up to the end of an aligned block of 16 bytes.
        memory[KERNARG] = (kernarg + bytes(-len(kernarg) % 16)).hex()
    packet = struct.pack("<HHHHHHIIIIIQQQQ", 0, 3, *local, 0, *grid, code.private, code.group + dynamic, 0, KERNARG, 0, 0)
    memory[PACKET] = packet.hex()
    memory[QUEUE] = (bytes(0x40) + struct.pack("<II", SHARED_APERTURE, PRIVATE_APERTURE) + bytes(0xb8)).hex()
    memory.update((base, data.hex()) for base, data in code.sections)
    # The descriptor does not include the scratch of called functions, so some is added.
    per_lane = code.private + 0x400 if code.properties & 0x21 else 0
    counts = [w + (r > 0) for w, r in zip(whole, rest)]
    for index in range(math.prod(counts)):
        group = (index % counts[0], index // counts[0] % counts[1], index // counts[0] // counts[1])
        partial = [min(l, g - n * l) for l, g, n in zip(local, grid, group)]
        waves = -(-math.prod(partial) // LANES)
        if per_lane:
            memory[PRIVATE] = bytes(waves * per_lane * LANES).hex()
        lds = [bytes(code.group + dynamic).hex()] if code.group + dynamic else None
        team = [start(code, target, group, n, local, partial, n * per_lane * LANES, per_lane) for n in range(waves)]
        while any(w.state != "ended" for w in team):
            for wave in team:
                while wave.state == "runs":
                    wave.step(machine, memory, lds, trace)
            for wave in team:
                if wave.state == "waits":
                    wave.state = "runs"
    machine.close()
    right = True
    for buffer in manifest["buffers"]:
        got = bytes.fromhex(memory[address_of[buffer["name"]]])
        wrong = differences(buffer, got, (folder / buffer["expect"]).read_bytes()) if "expect" in buffer else None
        if wrong:
            print(f"{kernel} {target}: {buffer['name']}: {wrong}")
            right = False
    print(f"{kernel} {target}: {'right' if right else 'WRONG'}, {machine.count} instructions", flush=True)
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
        if "targets" in manifest:
            objects = (args.objects or path.parent.parent / "co").resolve()
            each = [modern(manifest, target, objects) for target in args.target or manifest["targets"]]
        else:
            each = [manifest] if manifest["target"] in (args.target or [manifest["target"]]) else []
        for one in each:
            right &= run(args.isatope, path.parent, one, args.trace)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
