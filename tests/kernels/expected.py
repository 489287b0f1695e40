#!/usr/bin/env python3
"""Writes what the kernels read, what they have to leave, and the manifests that say so: data/KERNEL.BUFFER.in.bin, data/KERNEL.BUFFER.out.bin,
data/KERNEL-TARGET.json.

    expected.py [--check]

Each kernel of src/ is computed here a second time from what its source says, not from its instructions; `models.py` beside this file has the
functions. `--check` writes nothing and says which files differ.
"""
import json
import sys
from pathlib import Path

import models
from models import Kernel

ALL = ["gfx600", "gfx700", "gfx803", "gfx900", "gfx906"]
LINKED = ALL[1:]
PACKED = ALL[2:]

KERNELS = [
    Kernel("places", ["gfx803", "gfx900", "gfx906"], [37, 5, 3], [16, 2, 2], lambda: models.places(5)),
    Kernel("places", ["gfx700"], [37, 5, 3], [16, 2, 2], lambda: models.places(4)),
    Kernel("places", ["gfx600"], [37, 5, 3], [16, 2, 2], lambda: models.places(0)),
    Kernel("flatpriv", ["gfx700", "gfx803", "gfx900"], [128, 1, 1], [64, 1, 1], models.flatpriv),
    Kernel("index", ["gfx700", "gfx803", "gfx900"], [128, 1, 1], [64, 1, 1], models.index),
    Kernel("calls", LINKED, [128, 1, 1], [64, 1, 1], models.calls),
    Kernel("deep", LINKED, [128, 1, 1], [64, 1, 1], models.deep),
    Kernel("dynlds", ALL, [256, 1, 1], [128, 1, 1], models.dynlds),
    Kernel("atomics64", ALL, [192, 1, 1], [64, 1, 1], models.atomics64),
    Kernel("lastblock", ALL, [256, 1, 1], [64, 1, 1], models.lastblock),
    Kernel("floyd", ALL, [512, 1, 1], [256, 1, 1], models.floyd),
    Kernel("lanes", PACKED, [128, 1, 1], [64, 1, 1], models.lanes),
    Kernel("halves", PACKED, [128, 1, 1], [64, 1, 1], models.halves),
    Kernel("dots", ["gfx906"], [128, 1, 1], [64, 1, 1], models.dots),
    Kernel("wide", LINKED, [128, 1, 1], [64, 1, 1], models.wide),
    Kernel("bytes", ALL, [128, 1, 1], [64, 1, 1], models.bytes_),
    Kernel("records", LINKED, [64, 1, 1], [64, 1, 1], models.records),
    Kernel("spin", ALL, [768, 1, 1], [64, 1, 1], models.spin),
    Kernel("images", ALL, [32, 12, 1], [16, 4, 1], models.images),
    Kernel("rsrc", ALL, [128, 1, 1], [64, 1, 1], models.rsrc),
]


def manifest(kernel, target, buffers, args):
    """A manifest as text, one line per buffer."""
    program = f"../co/{kernel}-{target}.{'o' if target == 'gfx600' else 'co'}"
    found = next(k for k in KERNELS if k.name == kernel and target in k.targets)
    inner = lambda value: "{ " + json.dumps(value)[1:-1] + " }"
    lines = [f'  "target": "{target}",', f'  "program": "{program}",', f'  "kernel": "{kernel}",', f'  "grid": {json.dumps(found.grid)},',
             f'  "local_size": {json.dumps(found.local)},', '  "buffers": [', ",\n".join("    " + inner(b) for b in buffers), "  ],",
             '  "args": [ ' + ", ".join(map(inner, args)) + " ]"]
    return "{\n" + "\n".join(lines) + "\n}\n"


def files():
    """Names of files in data/, and their contents."""
    for kernel in KERNELS:
        buffers, args = kernel.model()
        described = []
        for buffer in buffers:
            stem = f"{kernel.name}.{buffer.name}"
            entry = {"name": buffer.name, "bytes": buffer.size}
            if buffer.given is not None:
                yield f"{stem}.in.bin", buffer.given
                entry["in"] = f"{stem}.in.bin"
            if buffer.wanted is not None:
                variant = buffer.variant or "out"
                yield f"{stem}.{variant}.bin", buffer.wanted
                entry |= {"expect": f"{stem}.{variant}.bin", "compare": {"kind": "exact"}}
            if buffer.pointers:
                entry["pointers"] = buffer.pointers
            described.append(entry)
        for target in kernel.targets:
            yield f"{kernel.name}-{target}.json", manifest(kernel.name, target, described, args).encode()


def main():
    folder = Path(__file__).parent / "data"
    different = 0
    for name, content in files():
        path = folder / name
        if "--check" not in sys.argv:
            path.write_bytes(content)
        elif not path.exists() or path.read_bytes() != content:
            print(f"{path} is not what this program computes")
            different += 1
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
