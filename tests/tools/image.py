#!/usr/bin/env python3
"""An exact model of texel formats and of samples, and the cases made from it.

    image.py DIR               write DIR/formats.tsv and DIR/samples.jsonl

The model (`imagemodel/`) is plain Python: fractions, rounded where a result becomes a float. It was written from public
descriptions (the names of formats; OpenGL's and Vulkan's chapters on textures), apart from the code that it tests.
Everything random comes from a fixed seed, so the output is the same in every run. Needs Python 3.10.

formats.tsv has a texel a line: `decode`, DATA_FORMAT, NUM_FORMAT, its bytes, its four components; or `encode`, the two
numbers, four components, the bytes. A line of samples.jsonl is a quad that samples a small image; see `case`.
"""
import json
import random
import struct
import sys
from pathlib import Path

from imagemodel import formats, samples
from imagemodel.samples import CUBE, DIMENSIONS, LAYERED, ONE, ONE_ARRAY, THREE, TWO, TWO_ARRAY

EDGE_FLOATS = [0, 0x80000000, 0x3F800000, 0xBF800000, 0x3F000000, 0x3EFFFFFF, 0x3F7FFFFF, 0x3F800001, 0x40000000, 0xC1200000,
               0x477FE000, 0x477FF000, 0x477FFFFF, 0x33000000, 0x33800000, 0x00000001, 0x4F000000, 0x4F800000, 0x7F7FFFFF,
               0xFF7FFFFF, 0x3B808081, 0x3B008081, 0x37800000, 0x3D000000, 0x41500000, 0x40200000, 0x40600000]


def write_formats(rng, out):
    for data in formats.DATA:
        for number in formats.NUMBERS:
            if not formats.legal(data, number):
                continue
            size = formats.size(data)
            texels = [0, (1 << 8 * size) - 1] + [rng.getrandbits(8 * size) for _ in range(4)]
            if formats.widths(data) == [8] and number in (1, 9):
                texels = range(256)
            for texel in texels:
                components = " ".join(f"{c:x}" for c in formats.decode(data, number, texel))
                print("decode", data, number, texel.to_bytes(size, "little").hex(), components, sep="\t", file=out)
            for _ in range(6):
                integers = formats.NUMBERS[number] in ("uint", "sint")
                one = lambda: rng.choice([rng.getrandbits(32), rng.getrandbits(10), -rng.getrandbits(10) & 0xFFFFFFFF]) \
                    if integers else rng.choice([rng.choice(EDGE_FLOATS), float_bits(rng.uniform(-1.2, 1.2)),
                                                 float_bits(rng.uniform(0, 1)), float_bits(rng.uniform(-70000, 70000))])
                values = [one() for _ in range(4)]
                texel = formats.encode(data, number, values).to_bytes(size, "little").hex()
                print("encode", data, number, " ".join(f"{v:x}" for v in values), texel, sep="\t", file=out)


def float_bits(value):
    return struct.unpack("<I", struct.pack("<f", value))[0]


def content(seed, keep, change):
    """Bytes of an image: from a linear congruential generator, one word of four at a time. `keep` and `change` select and set bits."""
    words, state = [], seed

    def take(place, count):
        nonlocal state
        while len(words) * 4 < place + count:
            state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
            high = state >> 16
            state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
            words.append((high << 16 | state >> 16) & keep | change)
        data = b"".join(w.to_bytes(4, "little") for w in words[place // 4:(place + count + 3) // 4])
        return data[place % 4:place % 4 + count]

    return take


# DATA_FORMAT, NUM_FORMAT, and for floats the random bits and the set bits of each word.
FORMATS = [(10, 0), (1, 0), (5, 1), (10, 9), (16, 0), (17, 0), (3, 4), (10, 5), (2, 0), (9, 0), (4, 7), (12, 1), (20, 0)]


def case(rng, index):
    gfx = rng.choice([6, 7, 8, 9])
    kind = rng.choice([ONE, TWO, TWO, TWO, THREE, CUBE, CUBE, ONE_ARRAY, TWO_ARRAY])
    data, number = rng.choice(FORMATS)
    keep, change = (0x80FFFFFF, 0x3F000000) if number == 7 else (0xFFFFFFFF, 0)
    side = lambda: rng.choice([1, 2, 3, 4, 5, 7, 8])
    width = side()
    height = {ONE: 1, ONE_ARRAY: 1, CUBE: width}.get(kind, side())
    slices = {ONE: 1, TWO: 1, THREE: rng.choice([1, 2, 3, 4]), CUBE: 6 * rng.choice([1, 1, 2])}.get(kind, rng.choice([1, 2, 3]))
    most = max(width, height, slices if kind == THREE else 1).bit_length()
    levels = rng.randint(1, most)
    first_level = rng.randint(0, levels - 1) if rng.random() < 0.3 else 0
    last_level = rng.randint(first_level, levels - 1) if gfx == 9 else levels - 1
    first_layer, last_layer = 0, slices - 1 if kind in LAYERED else 0
    if kind in (ONE_ARRAY, TWO_ARRAY) and rng.random() < 0.5:
        first_layer = rng.randint(0, last_layer)
    if gfx == 9 and kind in LAYERED:
        last_layer = slices - 1
    select = rng.choice([[4, 5, 6, 7]] * 3 + [[6, 5, 4, 7], [4, 4, 4, 1], [7, 0, 1, 4]])
    min_lod = rng.choice([0, 0, 0, 0x80, 0x180])
    seed = rng.getrandbits(32)
    image = samples.Image(gfx, kind, data, number, (width, height, slices), levels,
                          (first_level, last_level, first_layer, last_layer), select, content(seed, keep, change), min_lod)
    integers = number in (4, 5)
    compare = not integers and rng.random() < 0.2
    unnormalized = kind != CUBE and rng.random() < 0.15
    sampler = samples.Sampler(
        clamp=[rng.randint(0, 7) for _ in range(3)], compare=rng.randint(0, 7), unnormalized=int(unnormalized and rng.random() < 0.5),
        degamma=int(rng.random() < 0.1), truncate=rng.randint(0, 1), face_edges=int(rng.random() < 0.3),
        mode=rng.choice([0, 0, 0, 0, 1, 2]), min_lod=rng.choice([0, 0, 0x40, 0x100]), max_lod=rng.choice([0xFFF, 0xFFF, 0x120, 0]),
        bias=rng.choice([0, 0, 0x40, -0x80, 0x100, -0x1000]), mag=rng.choice([0, 1, 1, 3, 2]), min=rng.choice([0, 1, 1, 3, 2]),
        z_filter=rng.randint(0, 2), mip=rng.choice([0, 1, 2, 2]), border=rng.randint(0, 2))

    def coordinate(size, centre, spread):
        if kind == CUBE:
            value = rng.choice([rng.uniform(1, 2), rng.uniform(1, 2), 1.0, 2.0, 1 + rng.choice([0.5, 1, 2]) / (2 * size)])
        else:
            value = rng.choice([centre + rng.uniform(-spread, spread), centre + rng.uniform(-spread, spread),
                                rng.randint(-2, 6) / (2 * size), rng.randint(-600, 1200) / (256 * size)])
        return float_bits(value * (size if unnormalized else 1))

    centres = [rng.uniform(-1.2, 2.2) for _ in range(3)]
    spread = rng.choice([0.02, 0.2, 1.0])
    extent = image.level(first_level)
    coordinates = []
    for _ in range(4):
        place = [coordinate(extent[d], centres[d], spread) for d in range(DIMENSIONS[kind])] + [0] * (3 - DIMENSIONS[kind])
        if kind == CUBE:
            place[2] = float_bits(rng.choice([0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 13, 15, 17, -1]))
        elif kind in LAYERED:
            place[1 if kind == ONE_ARRAY else 2] = float_bits(rng.choice([0, 1, 2, 0.5, 1.5, 2.5, 0.75, -3, 9]))
        coordinates.append(place)
    slope = lambda: [float_bits(rng.choice([0, rng.uniform(-0.5, 0.5), rng.uniform(-2, 2)])) for _ in range(3)]
    look = samples.Lookup(
        image, sampler, unnormalized=unnormalized, coordinates=coordinates,
        offsets=[[rng.randint(-8, 7) for _ in range(3)] if rng.random() < 0.4 else [0] * 3 for _ in range(4)],
        reference=[float_bits(rng.uniform(-0.2, 1.2)) for _ in range(4)] if compare else None,
        detail=rng.randint(0, 5), level=[float_bits(rng.choice([rng.uniform(-1, 4), 0, 0.5, 1])) for _ in range(4)],
        derivatives=[[slope(), slope()] for _ in range(4)],
        clamp=[float_bits(rng.uniform(0, 2)) for _ in range(4)] if rng.random() < 0.2 else None, half=rng.random() < 0.15)
    gather = rng.random() < 0.25 and kind != ONE
    component = rng.randint(0, 3)
    row = rng.choice([0, 0, 4]) if kind != CUBE else 0
    word = lambda numbers: [f"{n & 0xFFFFFFFF:x}" for n in numbers]
    columns = lambda rows: [word(column) for column in zip(*rows)]
    result = {
        "id": index, "gfx": gfx, "resource": word(image.words()), "sampler": word(sampler.words()),
        "content": word([seed, keep, change]), "bytes": image.bytes, "unnormalized": unnormalized,
        "coordinates": columns(coordinates),
        "offset": word(sum((o & 63) << 8 * d for d, o in enumerate(offsets)) for offsets in look.offsets),
        "detail": look.detail, "half": look.half,
        "lod": columns([(lod[2], lod[0]) for lod in map(look.level_of_detail, range(4))]),
    }
    if look.detail in (1, 2):
        result["level"] = word(look.level)
    if look.detail in (4, 5):
        result["dx"] = columns([d[0] for d in look.derivatives])
        result["dy"] = columns([d[1] for d in look.derivatives])
    if compare:
        result["reference"] = word(look.reference)
    if look.clamp is not None:
        result["clamp"] = word(look.clamp)
    if gather:
        result["gather"] = [1 << component, row]
        result["expect"] = columns([look.gather(lane, component, row) for lane in range(4)])
    else:
        result["expect"] = columns([look.sample(lane) for lane in range(4)])
    return result


def main():
    folder = Path(sys.argv[1])
    with open(folder / "formats.tsv", "w") as out:
        write_formats(random.Random(1), out)
    rng = random.Random(2)
    with open(folder / "samples.jsonl", "w") as out:
        for index in range(400):
            print(json.dumps(case(rng, index), separators=(",", ":")), file=out)


if __name__ == "__main__":
    main()
