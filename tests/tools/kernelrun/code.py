"""A code object: its instructions by address, and the requirements of its kernel."""
import json
import re
import struct
import subprocess
from pathlib import Path

from . import metadata

CODE = 0x4000_0000
RELATIVE64 = 13


def vector_registers(text):
    """Numbers of the vector registers that a text names."""
    found = set()
    for first, last, one in re.findall(r"\bv\[(\d+):(\d+)\]|\bv(\d+)\b", text):
        found.update(range(int(first), int(last) + 1) if first else [int(one)])
    return found


class Code:
    def __init__(self, tool, path, kernel):
        data = Path(path).read_bytes()
        lines = subprocess.run([tool, "dis", "--emit", "json", str(path)], capture_output=True, text=True, check=True).stdout.splitlines()
        records = [json.loads(line) for line in lines]
        sections = {r["section"]: r for r in records if "section" in r and "file_offset" in r}
        content = lambda name: data[sections[name]["file_offset"]:sections[name]["file_offset"] + sections[name]["size"]]
        base = CODE + sections[".text"]["address"]
        self.instructions = {}
        for r in records:
            if r.get("name") and "words" in r and r.get("section", ".text") == ".text":
                names = " ".join([r["text"]] + [o["text"] for o in r.get("operands", [])])
                self.instructions[base + r["offset"]] = (r["words"], r["name"], vector_registers(names))
        symbols = {r["symbol"]: r for r in records if "symbol" in r}
        descriptor = symbols.get(f"{kernel}.kd")
        if descriptor:
            self.args = metadata.kernel(content(".note"), kernel).get(".args", [])
            fields = content(descriptor["section"])[descriptor["offset"]:][:64]
            self.group, self.private, self.kernarg = struct.unpack_from("<III", fields, 0)
            self.entry = CODE + sections[descriptor["section"]]["address"] + descriptor["offset"] + struct.unpack_from("<q", fields, 16)[0]
            self.rsrc1, self.rsrc2, self.properties = struct.unpack_from("<IIH", fields, 48)
            loaded = [s for s in sections.values() if s["address"] and s["size"] and s["section"] != ".relro_padding"]
        else:
            # An object of Mesa's compilers: a header of 256 bytes before the code, and no information about arguments.
            self.args = None
            fields = content(".text")[symbols[kernel]["offset"]:][:256]
            self.rsrc1, self.rsrc2, self.properties = struct.unpack_from("<IIH", fields, 48)
            self.private, self.group, _, self.kernarg = struct.unpack_from("<IIIQ", fields, 60)
            self.entry = base + symbols[kernel]["offset"] + struct.unpack_from("<q", fields, 16)[0]
            loaded = [sections[".text"]]
        self.sections = [(CODE + s["address"], bytearray(content(s["section"]))) for s in loaded]
        if descriptor and ".rela.dyn" in sections:
            self.relocate(content(".rela.dyn"))

    def relocate(self, entries):
        """Replaces offsets from the start of the object by addresses, as the loader does."""
        for place, info, addend in struct.iter_unpack("<QQq", entries):
            if info & 0xffffffff != RELATIVE64:
                raise ValueError(f"relocation of type {info & 0xffffffff} at {place:#x}")
            base, data = next((b, d) for b, d in self.sections if b <= CODE + place < b + len(d))
            struct.pack_into("<Q", data, CODE + place - base, CODE + addend)
