#!/usr/bin/env python3
"""Writes what the examples read and what they have to leave: data/EXAMPLE.BUFFER.in.bin and data/EXAMPLE.BUFFER.out.bin.

    expected.py [--check]

Each example is computed here a second time, in plain Python and in another way where there is one: histograms by counting, CRCs by zlib, sorting by
sorting. Nothing is taken from the kernels. `--check` writes nothing and says which files differ.
"""
import math
import random
import struct
import sys
import zlib
from collections import Counter
from pathlib import Path

MASK = 0xffffffff


def u32(values):
    return struct.pack(f"<{len(values)}I", *values)


def f32(values):
    return struct.pack(f"<{len(values)}f", *values)


def single(value):
    """A double rounded to single precision. Of a sum, difference or product of two single numbers this is the one right rounding."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


def vadd():
    r = random.Random(1)
    a, b = ([single(r.uniform(-100, 100)) for _ in range(290)] for _ in range(2))
    return {"a.in": f32(a), "b.in": f32(b), "c.out": f32([x + y for x, y in zip(a, b)])}


def mandelbrot(width=80, height=48, step=0.05):
    limit = 100
    centre_x, centre_y, step = single(-0.6), 0.0, single(step)
    pixels = bytearray()
    for row in range(height):
        for column in range(width):
            cx = single(centre_x + single(step * (column - width // 2)))
            cy = single(centre_y + single(step * (row - height // 2)))
            x = y = 0.0
            rounds = 0
            while rounds < limit:
                x, y = single(single(single(x * x) - single(y * y)) + cx), single(2 * single(x * y) + cy)
                if single(single(x * x) + single(y * y)) > 4:
                    break
                rounds += 1
            wave = lambda k, phase: min(255, abs((rounds * k + phase) % 512 - 256))
            colour = (wave(8, 256), wave(12, 256), wave(24, 320)) if rounds < limit else (0, 0, 0)
            pixels += bytes([*colour, 255])
    return {"picture.out": bytes(pixels)}


def mandelbrot_large():
    return mandelbrot(640, 480, 0.00625)


def reduce():
    r = random.Random(2)
    numbers = [r.getrandbits(32) for _ in range(1000)]
    return {"numbers.in": u32(numbers), "sum.out": u32([sum(numbers) & MASK])}


def scan():
    r = random.Random(3)
    numbers = [r.getrandbits(30) for _ in range(256)]
    return {"numbers.in": u32(numbers), "sums.out": u32([sum(numbers[:i + 1]) & MASK for i in range(256)])}


def histogram():
    r = random.Random(4)
    data = bytes(min(255, int(r.expovariate(0.02))) for _ in range(4000))
    count = Counter(data)
    return {"bytes.in": data, "counters.out": u32([count[value] for value in range(256)])}


def transpose():
    width, height = 40, 24
    matrix = [[row << 16 | column for column in range(width)] for row in range(height)]
    return {"matrix.in": u32([x for row in matrix for x in row]), "transposed.out": u32([x for column in zip(*matrix) for x in column])}


def sort():
    r = random.Random(5)
    groups = [[r.getrandbits(32) for _ in range(64)] for _ in range(3)] + [[r.randrange(5) for _ in range(64)]]
    return {"keys.in": u32(sum(groups, [])), "keys.out": u32(sum(map(sorted, groups), []))}


def matmul16():
    # Multiples of 1/4 up to 8: all products and sums are exact in single precision, in any order.
    r = random.Random(6)
    size, inner = 32, 64
    a = [[r.randint(-32, 32) / 4 for _ in range(inner)] for _ in range(size)]
    columns = [[r.randint(-32, 32) / 4 for _ in range(inner)] for _ in range(size)]
    half = lambda rows: b"".join(struct.pack(f"<{inner}e", *row) for row in rows)
    return {"a.in": half(a), "b.in": half(columns), "c.out": f32([sum(x * y for x, y in zip(row, column)) for row in a for column in columns])}


def philox4x32(counter, key, rounds=10):
    c, k = list(counter), list(key)
    for _ in range(rounds):
        p, q = 0xd2511f53 * c[0], 0xcd9e8d57 * c[2]
        c = [q >> 32 ^ c[1] ^ k[0], q & MASK, p >> 32 ^ c[3] ^ k[1], p & MASK]
        k = [k[0] + 0x9e3779b9 & MASK, k[1] + 0xbb67ae85 & MASK]
    return c


# Counter, key and result, as Random123 publishes them (tests/kat_vectors, philox4x32 with 10 rounds).
KNOWN = [
    ((0, 0, 0, 0), (0, 0), (0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8)),
    ((MASK,) * 4, (MASK,) * 2, (0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd)),
    ((0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344), (0xa4093822, 0x299f31d0), (0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1)),
]


def philox():
    inputs = [(counter, key) for counter, key, _ in KNOWN] + [((i, 0, 0, 0), (2026, 0)) for i in range(len(KNOWN), 64)]
    results = [philox4x32(counter, key) for counter, key in inputs]
    for (_, _, known), result in zip(KNOWN, results):
        assert list(known) == result, "this is not Philox4x32-10"
    return {"counters.in": u32([x for counter, key in inputs for x in counter + key]), "random.out": u32(sum(results, []))}


def calls():
    numbers = [(lane * 7) % 12 for lane in range(64)]
    sequence = [0, 1]
    while len(sequence) < 12:
        sequence.append(sequence[-1] + sequence[-2])
    return {"numbers.in": u32(numbers), "results.out": u32([sequence[n] for n in numbers])}


def sincos():
    r = random.Random(7)
    special = [0, -0.0, math.pi / 2, math.pi, -math.pi, 2 * math.pi, 1000 * math.pi, 1e-30, 5000, -5000]
    angles = [single(x) for x in special + [r.uniform(-10, 10) for _ in range(60)] + [r.uniform(-5000, 5000) for _ in range(58)]]
    return {"angles.in": f32(angles), "results.out": f32([f(x) for x in angles for f in (math.sin, math.cos)])}


GUN = """
........................O...........
......................O.O...........
............OO......OO............OO
...........O...O....OO............OO
OO........O.....O...OO..............
OO........O...O.OO....O.O...........
..........O.....O.......O...........
...........O...O....................
............OO......................
"""


def life():
    size, generations = 64, 90
    alive = {(row + 4, column + 4) for row, line in enumerate(GUN.split()) for column, cell in enumerate(line) if cell == "O"}
    rows = [sum(1 << column for column in range(size) if (row, column) in alive) for row in range(size)]
    for _ in range(generations):
        around = Counter(((r + dr) % size, (c + dc) % size) for r, c in alive for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0))
        alive = {cell for cell, n in around.items() if n == 3 or n == 2 and cell in alive}
    picture = bytes(255 if (row, column) in alive else 0 for row in range(size) for column in range(size))
    return {"cells.in": struct.pack("<64Q", *rows), "picture.out": picture}


def spinlock():
    waves = range(24)
    return {"shared.out": u32([0, 0, len(waves), 1, sum(wave * wave for wave in waves)])}


def crc32():
    r = random.Random(8)
    records = [r.randbytes(32) for _ in range(128)]
    return {"records.in": b"".join(records), "remainders.out": u32([zlib.crc32(record) for record in records])}


def double():
    r = random.Random(19)
    numbers = [r.getrandbits(32) for _ in range(64)]
    return {"numbers.in": u32(numbers), "numbers.out": u32([2 * number & MASK for number in numbers])}


def saxpy():
    r = random.Random(20)
    # Small whole numbers: the product and the sum are exact, rounded once or twice.
    x, y = ([float(r.randrange(-999, 1000)) for _ in range(200)] for _ in range(2))
    return {"x.in": f32(x), "y.in": f32(y), "y.out": f32([-1.5 * a + b for a, b in zip(x, y)])}


def collatz():
    def steps(n):
        return 0 if n == 1 else 1 + steps(n // 2 if n % 2 == 0 else 3 * n + 1)

    return {"steps.out": u32([steps(n) for n in range(1, 257)])}


def blocksum():
    r = random.Random(21)
    numbers = [r.getrandbits(32) for _ in range(512)]
    return {"numbers.in": u32(numbers), "sum.out": u32([sum(numbers) & MASK])}


def vote():
    r = random.Random(22)
    numbers = [r.getrandbits(32) for _ in range(64)]
    results = []
    for first in range(0, 64, 16):
        warp = numbers[first:first + 16]
        mask = sum(1 << lane for lane in range(16) if warp[lane] > warp[(lane + 1) % 16])
        results += [mask, max(warp)] * 16
    return {"numbers.in": u32(numbers), "results.out": u32(results)}


EXAMPLES = [vadd, mandelbrot, reduce, scan, histogram, transpose, sort, matmul16, philox, calls, sincos, life, spinlock, crc32]
# Those in the folders `large` and `valhall`.
LARGE = [mandelbrot_large]
VALHALL = [double, saxpy, collatz, blocksum, vote]


def main():
    here = Path(__file__).parent
    different = 0
    folders = [(here, EXAMPLES), (here / "large", LARGE), (here / "valhall", VALHALL)]
    for folder, example in [(folder, example) for folder, examples in folders for example in examples]:
        for name, content in example().items():
            path = folder / "data" / f"{example.__name__.removesuffix('_large')}.{name}.bin"
            if "--check" not in sys.argv:
                path.write_bytes(content)
            elif not path.exists() or path.read_bytes() != content:
                print(f"{path} is not what this program computes")
                different += 1
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
