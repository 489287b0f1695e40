#!/usr/bin/env python3
"""Times the ten-operation loop of `cargo bench -p isatope-emu --bench machine -- alu` here and in another emulator, one after the other.

    emulators.py --remu libremu.so [--rounds N]

remu (github.com/Qazalin/remu, `cargo build --release`) runs gfx11: its loop is the same text, assembled by llvm-mc (--mc PATH) for
gfx1100, with wavefronts of 32 lanes. A lane-operation is one result of a vector instruction in one lane. Nothing here is a test; the
figures are ratios of one run on one machine.
"""

import argparse
import ctypes
import re
import subprocess
import sys
import time

LOOP = """
    v_fma_f32 v3, v1, v2, v3
    v_add_f32 v4, v1, v4
    v_mul_f32 v5, v2, v5
    v_mad_u32_u24 v6, v1, v2, v6
    v_bfe_u32 v7, v6, 3, 11
    v_alignbit_b32 v8, v6, v7, 9
    v_max3_f32 v9, v3, v4, v5
    v_med3_f32 v10, v3, v4, v5
    v_xor_b32 v11, v8, v7
    v_perm_b32 v12, v11, v8, v6
"""
LANES = 32


def words(mc, rounds):
    """Machine code of the whole program."""
    text = "s_mov_b32 s4, 0\nv_mov_b32 v1, 0.5\nv_mov_b32 v2, 0x3f7ff000\n"
    text += "".join(f"v_mov_b32 v{k}, 0x3f000000\n" for k in range(3, 13))
    text += f"again:\n{LOOP}s_add_u32 s4, s4, 1\ns_cmp_lt_u32 s4, {rounds}\ns_cbranch_scc1 again\ns_endpgm\n"
    command = [mc, "-triple=amdgcn-amd-amdhsa", "-mcpu=gfx1100", "-filetype=obj"]
    made = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, check=True).stdout
    # The only section with code starts where its header says (ELF64, little endian).
    headers = int.from_bytes(made[0x28:0x30], "little")
    size, count = (int.from_bytes(made[at : at + 2], "little") for at in (0x3A, 0x3C))
    for header in (made[headers + k * size :][:size] for k in range(count)):
        kind, flags = int.from_bytes(header[4:8], "little"), int.from_bytes(header[8:16], "little")
        if kind == 1 and flags & 4:
            start, length = (int.from_bytes(header[at : at + 8], "little") for at in (0x18, 0x20))
            return made[start : start + length]
    sys.exit("llvm-mc made no code")


def remu(path, code, rounds):
    """Lane-operations per second of remu."""
    library = ctypes.CDLL(path)
    library.run_asm.argtypes = [ctypes.c_char_p] + 7 * [ctypes.c_uint32] + [ctypes.c_void_p]
    arguments = (ctypes.c_uint64 * 4)()
    buffer = ctypes.create_string_buffer(code, len(code))
    start = time.perf_counter()
    status = library.run_asm(buffer, len(code), 1, 1, 1, LANES, 1, 1, ctypes.addressof(arguments))
    seconds = time.perf_counter() - start
    if status != 0:
        sys.exit(f"remu ended with status {status}")
    return 10 * LANES * rounds / seconds


def ours():
    """Lane-operations per second of Isatope on this machine, with one thread."""
    command = ["cargo", "bench", "-q", "-p", "isatope-emu", "--bench", "machine", "--", "alu"]
    text = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout
    found = re.search(r"alu\s+([0-9.e]+) lane-operations/s \(1 thread\)", text)
    return float(found[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--remu", required=True, help="the library of remu")
    parser.add_argument("--mc", default="llvm-mc-19", help="llvm-mc")
    parser.add_argument("--rounds", type=int, default=20000, help="rounds of the loop in remu")
    args = parser.parse_args()
    theirs = remu(args.remu, words(args.mc, args.rounds), args.rounds)
    mine = ours()
    print(f"remu     {theirs:9.3e} lane-operations/s")
    print(f"isatope  {mine:9.3e} lane-operations/s, {mine / theirs:.0f} times")


if __name__ == "__main__":
    main()
