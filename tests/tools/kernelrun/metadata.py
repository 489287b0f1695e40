"""The metadata of HSA code objects: MessagePack in an ELF note."""
import struct

SIZED = {0xcc: ">B", 0xcd: ">H", 0xce: ">I", 0xcf: ">Q", 0xd0: ">b", 0xd1: ">h", 0xd2: ">i", 0xd3: ">q", 0xca: ">f", 0xcb: ">d"}
LENGTHS = {0xd9: (">B", "text"), 0xda: (">H", "text"), 0xdb: (">I", "text"), 0xdc: (">H", "list"), 0xdd: (">I", "list"), 0xde: (">H", "map"), 0xdf: (">I", "map")}


def unpack(data, at=0):
    """The value at `at`, and the position after it."""
    first, at = data[at], at + 1
    if first < 0x80:
        return first, at
    if first >= 0xe0:
        return first - 0x100, at
    if first in (0xc0, 0xc2, 0xc3):
        return {0xc0: None, 0xc2: False, 0xc3: True}[first], at
    if first in SIZED:
        form = SIZED[first]
        return struct.unpack_from(form, data, at)[0], at + struct.calcsize(form)
    if first in LENGTHS:
        form, kind = LENGTHS[first]
        count, at = struct.unpack_from(form, data, at)[0], at + struct.calcsize(form)
    elif first < 0xc0:
        kind = "map" if first < 0x90 else "list" if first < 0xa0 else "text"
        count = first & (0x1f if kind == "text" else 0xf)
    else:
        raise ValueError(f"byte {first:#x} at {at - 1} of the metadata starts no value")
    if kind == "text":
        return data[at:at + count].decode(), at + count
    items = []
    for _ in range(count * (2 if kind == "map" else 1)):
        item, at = unpack(data, at)
        items.append(item)
    return (dict(zip(items[::2], items[1::2])) if kind == "map" else items), at


def kernel(note, name):
    """Metadata of a kernel in a note."""
    at = 0
    while at < len(note):
        owner, size, kind = struct.unpack_from("<III", note, at)
        start = at + 12 + (owner + 3 & ~3)
        if note[at + 12:at + 12 + owner] == b"AMDGPU\0" and kind == 32:
            return next(k for k in unpack(note[start:start + size])[0]["amdhsa.kernels"] if k[".name"] == name)
        at = start + (size + 3 & ~3)
    raise ValueError("the note has no metadata")
