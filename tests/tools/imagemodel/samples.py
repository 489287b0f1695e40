"""Samples of small images, after the texture chapters of OpenGL and Vulkan, with 8 fractional bits."""
import math
from fractions import Fraction

from . import formats
from .formats import f32, from_f32

ONE, TWO, THREE, CUBE, ONE_ARRAY, TWO_ARRAY = 8, 9, 10, 11, 12, 13
DIMENSIONS = {ONE: 1, TWO: 2, THREE: 3, CUBE: 2, ONE_ARRAY: 1, TWO_ARRAY: 2}
LAYERED = (CUBE, ONE_ARRAY, TWO_ARRAY)


class Image:
    """An image: `extent` is width, height and slices or layers, all of it in memory; `shown` the first and last level and
    the first and last layer that a descriptor shows."""

    def __init__(self, gfx, kind, data, number, extent, levels, shown, select, content, min_lod=0):
        self.gfx, self.kind, self.data, self.number = gfx, kind, data, number
        self.extent, self.levels, self.shown, self.select, self.min_lod = extent, levels, shown, select, min_lod
        self.texels = {}
        size = formats.size(data)
        place = 0
        order = [(level, z) for level in range(levels) for z in range(self.level(level)[2])]
        if gfx == 9:
            # A slice contains all its levels, including levels of a 3D image that no longer have this slice.
            order = [(level, z) for z in range(extent[2]) for level in range(levels)]
        for level, z in order:
            for y in range(self.level(level)[1]):
                for x in range(self.level(level)[0]):
                    self.texels[level, z, y, x] = int.from_bytes(content(place, size), "little")
                    place += size
        self.bytes = place

    def level(self, level):
        """Width, height, and slices or layers of a level."""
        width, height, slices = self.extent
        return (max(1, width >> level), max(1, height >> level), max(1, slices >> level) if self.kind == THREE else slices)

    def words(self):
        """The descriptor, for an image at address 0x1000000."""
        width, height, slices = self.extent
        first_level, last_level, first_layer, last_layer = self.shown
        depth = slices // 6 if self.kind == CUBE and self.gfx < 9 else slices
        words = [0x10000, self.min_lod << 8 | self.data << 20 | self.number << 26, width - 1 | (height - 1) << 14,
                 sum(s << 3 * c for c, s in enumerate(self.select)) | first_level << 12 | last_level << 16 | 13 << 20
                 | self.kind << 28, 0, first_layer, 0, 0]
        if self.gfx == 9:
            words[4] = slices - 1 if self.kind == THREE else last_layer
            words[5] |= (self.levels - 1) << 28
        else:
            words[4] = depth - 1
            words[5] |= last_layer << 13
        return words


def wrap(mode, index, size):
    """Texel for an index; None for the border (OpenGL 4.6, table 8.22)."""
    mirror = lambda a: a if a >= 0 else -1 - a
    if mode == 0:
        return index % size
    if mode == 1:
        return size - 1 - mirror(index % (2 * size) - size)
    if mode == 2:
        return min(size - 1, max(0, index))
    if mode == 3:
        return min(size - 1, max(0, mirror(index)))
    if mode in (5, 7):
        index = mirror(index)
    return index if 0 <= index < size else None


def cube_point(face, s, t, size):
    """Point of a face on the cube from -size to size (OpenGL 4.6, table 8.19)."""
    return [(size, -t, -s), (-size, -t, s), (s, size, t), (s, -size, -t), (s, -t, size), (-s, -t, -size)][face]


def cube_cells(face, i, j, size):
    """Texels that replace one outside of a face: the nearest texel of another face, or three around a corner."""
    inside_i, inside_j = 0 <= i < size, 0 <= j < size
    if inside_i and inside_j:
        return [(face, i, j)]
    clamp = lambda c: min(size - 1, max(0, c))
    centre = lambda f, a, b: cube_point(f, 2 * a + 1 - size, 2 * b + 1 - size, size)
    here = centre(face, clamp(i), clamp(j))
    near = [(f, a, b) for f in range(6) if f != face for a in range(size) for b in range(size)
            if sum((p - q) ** 2 for p, q in zip(centre(f, a, b), here)) == 2]
    if not inside_i and not inside_j:
        beyond = centre(face, i, j)
        # A face of one texel touches all four others. Uses those at this corner.
        side = lambda cell: sum((p - q) ** 2 for p, q in zip(centre(*cell), beyond))
        near = sorted(near, key=side)[:2]
        return [(face, clamp(i), clamp(j))] + near
    beyond = centre(face, i, j)
    return [cell for cell in near if sum((p - q) ** 2 for p, q in zip(centre(*cell), beyond)) == 2][:1]


class Sampler:
    """Sampler fields by name; see `words`."""

    def __init__(self, **fields):
        self.__dict__.update(fields)

    def words(self):
        return [self.clamp[0] | self.clamp[1] << 3 | self.clamp[2] << 6 | self.compare << 12 | self.unnormalized << 15
                | self.degamma << 20 | self.truncate << 27 | self.face_edges << 28 | self.mode << 29,
                self.min_lod | self.max_lod << 12,
                self.bias & 0x3FFF | self.mag << 20 | self.min << 22 | self.z_filter << 24 | self.mip << 26,
                self.border << 30]


def axis(coordinate, size, mode, linear, truncate):
    """`[(index, weight)]` around a coordinate in texels; the indices are not wrapped yet."""
    if mode == 4:
        coordinate = max(Fraction(0), min(Fraction(size), coordinate))
    if mode == 5:
        coordinate = max(Fraction(-size), min(Fraction(size), coordinate))
    fixed = math.floor(coordinate * 256) if truncate else round(coordinate * 256)
    if not linear:
        index = fixed // 256
        if mode == 4:
            index = max(0, min(size - 1, index))
        if mode == 5:
            index = max(-size, min(size - 1, index))
        return [(index, 256)]
    index, weight = divmod(fixed - 128, 256)
    return [(index, 256 - weight), (index + 1, weight)]


class Lookup:
    """Request of the four lanes of a quad. Coordinates are bits of floats."""

    def __init__(self, image, sampler, **fields):
        self.image, self.sampler = image, sampler
        self.__dict__.update(fields)
        self.dimensions = DIMENSIONS[image.kind]
        self.integers = formats.NUMBERS[image.number] in ("uint", "sint")
        self.number = image.number
        if sampler.degamma and image.number == 0 and all(w == 8 for w in formats.widths(image.data)):
            self.number = 9

    def level_of_detail(self, lane):
        """Level of detail in 1/256: before clamping, as requested, and clamped to the existing levels."""
        first_level, last_level = self.image.shown[:2]
        extent = self.image.level(first_level)
        plain = self.unnormalized or self.sampler.unnormalized
        scale = [1 if plain else extent[d] for d in range(self.dimensions)]

        def log(dx, dy):
            longest = max(sum((a * s) ** 2 for a, s in zip(v, scale)) for v in (dx, dy))
            return math.log2(longest) / 2 if longest else -math.inf

        rows = [[from_f32(self.coordinates[lane][d]) for d in range(self.dimensions)] for lane in range(4)]
        of_quad = lambda: log([b - a for a, b in zip(rows[0], rows[1])], [b - a for a, b in zip(rows[0], rows[2])])
        level = {0: of_quad, 1: lambda: of_quad() + from_f32(self.level[lane]), 2: lambda: from_f32(self.level[lane]),
                 3: lambda: 0, 4: lambda: log(*self.slopes(lane)), 5: lambda: log(*self.slopes(0))}[self.detail]()
        level = max(-64.0, min(64.0, float(level) + self.sampler.bias / 256))
        before = round(Fraction(level) * 256)
        asked = min(max(before, self.sampler.min_lod), self.sampler.max_lod)
        if self.clamp is not None:
            asked = max(asked, round(from_f32(self.clamp[lane]) * 256))
        asked = max(asked, self.image.min_lod - 256 * first_level)
        return before, asked, max(0, min(256 * (last_level - first_level), asked))

    def slopes(self, lane):
        return [[from_f32(bits) for bits in self.derivatives[lane][side][:self.dimensions]] for side in (0, 1)]

    def layer(self, lane):
        image = self.image
        if image.kind not in LAYERED:
            return 0
        bits = self.coordinates[lane][1 if image.kind == ONE_ARRAY else 2]
        value = from_f32(bits)
        value = max(0, math.floor(value) if self.sampler.truncate else round(value))
        last = image.shown[3] - image.shown[2]
        if image.kind == CUBE:
            return min(value // 8, last // 6) * 6 + min(value % 8, 5)
        return min(value, last)

    def taps(self, lane, level, linear):
        """For each direction, the texels around the coordinate, and their weights."""
        extent = self.image.level(self.image.shown[0] + level)
        plain = self.unnormalized or self.sampler.unnormalized
        result = []
        for d in range(self.dimensions):
            value = from_f32(self.coordinates[lane][d])
            cube = self.image.kind == CUBE
            value = (value - (1 if cube else 0)) * (1 if plain else extent[d]) + (0 if cube else self.offsets[lane][d])
            result.append(axis(value, extent[d], self.mode(d), linear[d], self.sampler.truncate))
        return result + [[(0, 256)]] * (3 - self.dimensions)

    def mode(self, d):
        return 2 if self.image.kind == CUBE and not self.sampler.face_edges else self.sampler.clamp[d]

    def components(self, level, layer, place):
        """Components of a texel as bits, or of the border if the texel is outside."""
        image, extent = self.image, self.image.level(self.image.shown[0] + level)
        one = 1 if self.integers else 0x3F800000
        inside = [wrap(self.mode(d), place[d], extent[d]) for d in range(self.dimensions)] + [0] * (3 - self.dimensions)
        if None in inside:
            colour = [[0, 0, 0, 0], [0, 0, 0, one], [one] * 4][self.sampler.border]
            has = len(formats.widths(image.data))
            return [colour[c] if c < has else [0, 0, 0, one][c] for c in range(4)]
        z = inside[2] if image.kind == THREE else layer + image.shown[2]
        texel = image.texels[image.shown[0] + level, z, inside[1], inside[0]]
        return formats.decode(image.data, self.number, texel)

    def value(self, lane, level, layer, place):
        """A texel as fractions. The result of a comparison is 0 or 1."""
        image = self.image
        cells = [(layer, *place)]
        if image.kind == CUBE and not self.sampler.face_edges:
            size = image.level(image.shown[0] + level)[0]
            cells = [(layer // 6 * 6 + face, i, j, 0) for face, i, j in cube_cells(layer % 6, place[0], place[1], size)]
        values = []
        for cell in cells:
            texel = [from_f32(bits) for bits in self.components(level, cell[0], cell[1:])]
            if self.reference is not None:
                r = from_f32(self.reference[lane])
                if formats.NUMBERS[self.number] in ("unorm", "srgb"):
                    r = max(Fraction(0), min(Fraction(1), r))
                t = texel[0]
                holds = [False, r < t, r == t, r <= t, r > t, r != t, r >= t, True][self.sampler.compare]
                texel = [Fraction(holds), Fraction(0), Fraction(0), Fraction(1)]
            values.append(texel)
        return [sum(v[c] for v in values) / len(values) for c in range(4)]

    def finish(self, bits):
        one = 1 if self.integers else 0x3F800000
        result = [0 if s in (0, 2, 3) else one if s == 1 else bits[s - 4] for s in self.image.select]
        if self.half:
            result = [b & 0xFFFF if self.integers else formats.encode_component(b, 16, 7, 0) for b in result]
        return result

    def sample(self, lane):
        _, asked, lod = self.level_of_detail(lane)
        linear = bool((self.sampler.mag if asked <= 0 else self.sampler.min) & 1) and not self.integers
        deep = {1: False, 2: not self.integers}.get(self.sampler.z_filter, linear)
        levels = [((lod + 128) // 256, 256)]
        if self.sampler.mip == 0:
            levels = [(0, 256)]
        elif self.sampler.mip == 2 and not self.integers:
            levels = [(lod // 256, 256 - lod % 256), (lod // 256 + 1, lod % 256)]
        layer, seen = self.layer(lane), []
        for level, part in levels:
            if not part:
                continue
            taps = self.taps(lane, level, [linear, linear, deep])
            for x, wx in taps[0]:
                for y, wy in taps[1]:
                    for z, wz in taps[2]:
                        weight = Fraction(wx * wy * wz * part, 256 ** 4)
                        if not weight:
                            continue
                        if self.integers:
                            return self.finish(self.components(level, layer, (x, y, z)))
                        seen.append((weight, self.value(lane, level, layer, (x, y, z))))
        if self.sampler.mode:
            pick = min if self.sampler.mode == 1 else max
            result = [pick(texel[c] for _, texel in seen) for c in range(4)]
        else:
            result = [sum(weight * texel[c] for weight, texel in seen) for c in range(4)]
        return self.finish([f32(value) for value in result])

    def gather(self, lane, component, row):
        lod = self.level_of_detail(lane)[2]
        level = 0 if self.sampler.mip == 0 else (lod + 128) // 256
        taps = self.taps(lane, level, [True] * 3)
        x, y, z = (tap[0][0] for tap in taps)
        result = []
        for i, j in [(0, 0), (1, 0), (2, 0), (3, 0)] if row else [(0, 1), (1, 1), (1, 0), (0, 0)]:
            place, layer = (x + i, y + j, z), self.layer(lane)
            bits = (self.components(level, layer, place) if self.integers
                    else [f32(value) for value in self.value(lane, level, layer, place)])
            result.append(self.finish(bits)[component])
        return result
