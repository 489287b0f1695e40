#!/usr/bin/env python3
"""How long whole commands take to disassemble the same code: isatope beside clrxdisasm and llvm-objdump.

    speed.py [--target TARGET] [--rounds N] [--dialect NAME] FILE…

Each FILE is a code object, or raw machine code, for instance from `cargo run --release -p isatope-asm --example mixed gfx803 1000000`. The
tools take turns; the best wall time of each counts, and its processor time. A code object is also read back, beside llvm-mc where that reads the code. A tool that is not there is left out. ISATOPE, CLRXDISASM, LLVM_OBJDUMP,
LLVM_MC and LLVM_OBJCOPY name the commands, where they are not called that.
"""
import argparse
import os
import resource
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

# CLRX's names of the targets.
CLRX = {"gfx600": "Pitcairn", "gfx700": "Hawaii", "gfx803": "Fiji", "gfx900": "GFX900", "gfx906": "GFX906"}


def command(variable, *names):
    """The first command that exists."""
    for name in filter(None, (os.environ.get(variable), *names)):
        if found := shutil.which(name):
            return found
    return None


def run(line):
    """Wall and processor seconds of a command whose output goes to a file."""
    with tempfile.TemporaryFile() as out:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.perf_counter()
        subprocess.run(line, stdout=out, stderr=subprocess.DEVNULL, check=True)
        wall = time.perf_counter() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        size = out.seek(0, os.SEEK_END)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, cpu, size


def elf(code, target, folder):
    """An object that contains the code as its text section, for llvm-objdump."""
    mc, objcopy = command("LLVM_MC", "llvm-mc-19", "llvm-mc"), command("LLVM_OBJCOPY", "llvm-objcopy-19", "llvm-objcopy")
    if not mc or not objcopy:
        return None
    empty, full = folder / "empty.o", folder / "full.o"
    line = [mc, "-triple=amdgcn-amd-amdhsa", f"-mcpu={target}", "-filetype=obj", "-o", empty, "-"]
    subprocess.run(line, input=b".text\n", check=True)
    subprocess.run([objcopy, "--update-section", f".text={code}", empty, full], check=True)
    return full


def measure(code, lines, options):
    """Times several commands in turns."""
    best = {}
    for _ in range(options.rounds):
        for name, line in list(lines.items()):
            try:
                best[name] = min(best.get(name, (1e9,)), run(line))
            except subprocess.CalledProcessError as error:
                print(f"  {name} fails: exit status {error.returncode}")
                del lines[name]
    wall, cpu, _ = best["isatope dis"]
    print(f"{code}, {options.target}, best of {options.rounds}")
    for name, (w, c, size) in best.items():
        ratio = f"{w / wall:7.1f} x wall {c / cpu:7.1f} x processor time"
        print(f"  {name:16} {w * 1e3:8.1f} ms wall {c * 1e3:8.1f} ms processor {size / 1e6:7.1f} MB {ratio}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", default="gfx803")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--dialect")
    parser.add_argument("files", nargs="+", type=Path)
    options = parser.parse_args()
    isatope = command("ISATOPE", "isatope", "target/release/isatope")
    if not isatope:
        raise SystemExit("there is no isatope: build it with `cargo build --release`, or set ISATOPE")
    for code in options.files:
        with tempfile.TemporaryDirectory() as folder:
            is_object = code.read_bytes()[:4] == b"\x7fELF"
            dialect = ["--dialect", options.dialect] if options.dialect else []
            form = [] if is_object else ["-t", options.target, "--input", "raw"]
            own = [isatope, "dis", *form, *dialect]
            lines = {"isatope dis": own + [code]}
            if is_object:
                listing = Path(folder) / "listing.s"
                listing.write_bytes(subprocess.run([isatope, "dis", *dialect, code], capture_output=True, check=True).stdout)
                lines["isatope asm"] = [isatope, "asm", *dialect, "--emit", "raw", "-o", os.devnull, listing]
                if objdump := command("LLVM_OBJDUMP", "llvm-objdump-19", "llvm-objdump"):
                    lines["llvm-objdump -d"] = [objdump, "-d", code]
                measure(code, lines, options)
                continue
            if (clrx := command("CLRXDISASM", "clrxdisasm")) and options.target in CLRX:
                lines["clrxdisasm -r"] = [clrx, "-r", "-g", CLRX[options.target], code]
            objdump = command("LLVM_OBJDUMP", "llvm-objdump-19", "llvm-objdump")
            # LLVM disassembles gfx8 and later.
            if objdump and options.target >= "gfx8" and options.target in CLRX:
                if container := elf(code, options.target, Path(folder)):
                    lines["llvm-objdump -d"] = [objdump, "-d", container]
            measure(code, lines, options)


if __name__ == "__main__":
    main()
