"""Values that kernels take: numbers, vectors and structures. Expected bytes come from numpy and `struct`."""

import struct

import isatope as isa
import numpy as np
import pytest

from kernels import bytes_of_value, dimensions

TYPES = {"char": "b", "uchar": "B", "short": "h", "ushort": "H", "int": "i", "uint": "I", "long": "q", "ulong": "Q"}
FLOATS = {"half": "e", "float": "f", "double": "d"}


def stored(type_name, size, value):
    out = np.zeros(size, np.uint8)
    bytes_of_value(type_name, size).launch(size, size, out, value)
    return out.tobytes()


@pytest.mark.parametrize("name", [*TYPES, *FLOATS])
def test_numbers_become_their_type(name):
    """Numbers of numpy are converted as those of Python are, whatever their own size."""
    form = {**TYPES, **FLOATS}[name]
    size = struct.calcsize(form)
    wanted = struct.pack("<" + form, 3)
    for value in (3, np.int8(3), np.uint8(3), np.int32(3), np.int64(3), np.uint64(3), np.array(3), np.array(3, ">i4")):
        assert stored(name, size, value) == wanted, repr(value)
    for one in (True, np.True_):
        assert stored(name, size, one) == struct.pack("<" + form, 1)
    floats = (2.5, np.float16(2.5), np.float32(2.5), np.float64(2.5), np.longdouble(2.5), np.array(2.5, ">f8"))
    for value in floats:
        if name in FLOATS:
            assert stored(name, size, value) == struct.pack("<" + form, 2.5), repr(value)
        else:
            with pytest.raises(TypeError, match="an integer is expected"):
                stored(name, size, value)


@pytest.mark.parametrize("name", TYPES)
def test_integers_have_a_range(name):
    bits = 8 * struct.calcsize(TYPES[name])
    for value in (-(2 ** (bits - 1)), 2**bits - 1):
        # Integers of another sign are the same bits.
        assert stored(name, bits // 8, value) == (value % 2**bits).to_bytes(bits // 8, "little")
    for value in (-(2 ** (bits - 1)) - 1, 2**bits, 10**400):
        with pytest.raises(ValueError, match="does not fit"):
            stored(name, bits // 8, value)
    if bits < 64:
        with pytest.raises(ValueError, match="does not fit"):
            stored(name, bits // 8, np.int64(2**bits))


def test_floats_are_rounded_once_and_have_a_range():
    for value in (0.1, 2**24 + 1, 1e-45, float("inf"), -float("inf")):
        assert stored("float", 4, value) == np.float32(value).tobytes()
        assert stored("half", 2, 0.1) == np.float16(0.1).tobytes()
    assert np.isnan(np.frombuffer(stored("double", 8, np.float32("nan")), np.float64)[0])
    for name, size, value in (("half", 2, 65520), ("float", 4, 1e300), ("float", 4, 10**400), ("double", 8, 10**400)):
        with pytest.raises(ValueError, match="too large|does not fit"):
            stored(name, size, value)
    for value in (1j, np.complex64(1), np.datetime64("2020-01-01"), "1", None, np.str_("1")):
        with pytest.raises(TypeError):
            stored("float", 4, value)


def test_vectors_are_converted():
    wanted = np.array([1, -2, 3, -4], "<i4").tobytes()
    for value in ([1, -2, 3, -4], np.array([1, -2, 3, -4]), np.array([1, -2, 3, -4], ">i4"), np.int8([1, -2, 3, -4])):
        assert stored("int4", 16, value) == wanted
    assert stored("int4", 16, wanted) == stored("int4", 16, memoryview(wanted)) == wanted
    assert stored("float4", 16, np.array([1, 2, 3, 4])) == np.float32([1, 2, 3, 4]).tobytes()
    # Three components take the room of four.
    for value in ([1.5, 2, 3], np.float64([1.5, 2, 3]), np.float32([1.5, 2, 3, 0])):
        assert stored("float3", 16, value) == np.float32([1.5, 2, 3, 0]).tobytes()
    for value in (5, [1, 2, 3], np.arange(5), np.arange(8, dtype=np.int32)[::2][:3]):
        with pytest.raises(TypeError, match="4 numbers are expected"):
            stored("int4", 16, value)
    for value in (np.float32([1, 2, 3, 4]), [1, 2, 3, 4.0]):
        with pytest.raises(TypeError, match="an integer is expected"):
            stored("int4", 16, value)
    with pytest.raises(ValueError, match="does not fit"):
        stored("int4", 16, np.int64([1, 2, 3, 2**40]))


def test_structures_keep_their_bytes():
    form = np.dtype([("a", "i4"), ("b", "i1"), ("c", "f8")], align=True)
    value = np.array((7, 8, 9.5), form)
    for given in (value, value[()], value.tobytes()):
        assert stored("S", 16, given) == value.tobytes()
    assert stored("S", 16, np.arange(4, dtype=np.int32)) == np.arange(4, dtype=np.int32).tobytes()
    for given, message in (
        (value.astype(form.newbyteorder(">")), "order of another machine"),
        (np.arange(4, dtype=">i4"), "order of another machine"),
        (np.zeros((), [("a", object)]), "objects"),
        (b"\1", "1 bytes are given, and 16"),
        ([1, 2], "a structure is expected"),
    ):
        with pytest.raises(TypeError, match=message):
            stored("S", 16, given)


def test_values_without_a_type_have_the_size_of_the_parameter():
    assert stored("", 4, 3) == stored("", 4, np.int64(3)) == (3).to_bytes(4, "little")
    assert stored("", 4, 2.5) == stored("", 4, np.float64(2.5)) == np.float32(2.5).tobytes()
    assert stored("", 8, np.float32(2.5)) == np.float64(2.5).tobytes()
    with pytest.raises(ValueError, match="does not fit"):
        stored("", 4, 2**32)


def test_the_byte_order_of_buffers_is_checked():
    kernel = bytes_of_value("int", 4)
    for form in (">u4", [("x", ">u4")], [("x", [("y", ">u4")])], [("x", ">u4", (2,))]):
        with pytest.raises(TypeError, match="order of another machine"):
            kernel.launch(4, 4, np.zeros(4, form), 1)
    kernel.launch(4, 4, np.zeros(4, [("x", "<u4"), ("y", "u1")]), 1)


def test_dimensions_are_those_of_the_sizes():
    """HSA's packet has the number of dimensions, which `get_work_dim` returns."""
    for grid, group, wanted in (
        (64, 64, 1),
        ((64,), (64,), 1),
        ((64, 1), (64, 1), 2),
        ((64, 1, 1), (64, 1, 1), 3),
        ((8, 8), (8, 8), 2),
        (np.int64(64), np.array([64]), 1),
    ):
        out = np.zeros(1, np.uint32)
        dimensions().launch(grid, group, out)
        assert out[0] == wanted, (grid, group)


def test_sizes_are_integers():
    kernel = dimensions()
    out = np.zeros(1, np.uint32)
    for size, kind, message in (
        (64.0, TypeError, "not float"),
        ("64", TypeError, "not str"),
        (None, TypeError, "not NoneType"),
        (-1, ValueError, "-1 is no size"),
        (2**32, ValueError, "4294967296 is no size"),
        ((), ValueError, "one to three"),
        ((1, 2, 3, 4), ValueError, "one to three"),
    ):
        with pytest.raises(kind, match=message):
            kernel.launch(size, 64, out)
    with pytest.raises(TypeError, match="a target is a name such as 'gfx900', or a Target, not int"):
        isa.decode(b"", 900)
