"""Arrays and images as arguments: who may share them, and which images a kernel takes."""

import threading
import types
from pathlib import Path

import isatope as isa
import numpy as np
import pytest

from kernels import buffer, kernel, sum_of_two

ROOT = Path(__file__).resolve().parents[2]
SUITE = ROOT / "crates/isatope-cli/tests/suite"


def ones(count=64):
    return np.ones(count, np.float32)


def test_arrays_that_are_only_read_are_shared():
    add, c = sum_of_two(), ones()
    a = ones()
    fixed = ones()
    fixed.flags.writeable = False
    wide = ones(128)
    for first, second in ((a, a), (fixed, fixed), (a, a[:]), (wide[:64], wide[32:96]), (a.view(np.uint32), a)):
        add.launch(64, 64, first, second, c)
        assert (c == 2).all()
    # An array that is written too is one buffer.
    add.launch(64, 64, a, a, a)
    assert (a == 2).all()
    for first, second, third in ((wide[:64], a, wide[32:96]), (wide[:96], a, wide[:64])):
        with pytest.raises(TypeError, match="argument 3 .* shares memory with `a`"):
            add.launch(64, 64, first, second, third)
    with pytest.raises(TypeError, match="argument 3 .* cannot be written"):
        add.launch(64, 64, a, a, fixed)


def test_empty_arrays_are_shared():
    empty = np.zeros(0, np.float32)
    with pytest.raises(isa.Fault):
        sum_of_two().launch(64, 64, empty, empty, empty)
    with pytest.raises(isa.Fault):
        sum_of_two(is_const=False).launch(64, 64, empty, empty, ones())


def test_threads_share_what_they_read():
    add, a, ended = sum_of_two(), ones(), []

    def run():
        c = ones()
        for _ in range(20):
            add.launch(64, 64, a, a, c)
        ended.append((c == 2).all())

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ended == [True] * 4


def test_a_write_of_what_is_only_read_is_a_fault():
    """It would be lost, because the array is not written back."""
    code = """
  s_load_dwordx2 s[4:5], s[2:3], 0x0
  v_mov_b32 v0, 0
  s_waitcnt lgkmcnt(0)
  global_store_dword v0, v0, s[4:5]
  s_endpgm"""
    with pytest.raises(isa.Fault, match="may only be read"):
        kernel("writes", code, [buffer("a", 0, True)], 8).launch(1, 1, ones())
    a = ones()
    kernel("writes", code, [buffer("a", 0)], 8).launch(1, 1, a)
    assert a[0] == 0 and a[1] == 1


def texture(shape, layers=False):
    return isa.Texture(np.arange(np.prod(shape), dtype=np.float32).reshape(shape), "r32_float", layers=layers)


def test_images_are_of_the_kind_that_the_kernel_expects():
    """The command says the same: E1102."""
    library = isa.open(SUITE / "texels-gfx900.co")
    row, flat, deep = texture((4,)), texture((4, 4)), texture((2, 2, 4))
    array, rows = texture((2, 2, 4), layers=True), texture((2, 4), layers=True)
    to = np.zeros(4, np.float32)
    for name, image in (("load", flat), ("deep", deep), ("array", array), ("load_buffer", row)):
        library.kernel(name).launch(1, 1, to, image)
    for name, image, given, expected in (
        ("load", row, "image1d_t", "image2d_t"),
        ("load", deep, "image3d_t", "image2d_t"),
        ("load", array, "image2d_array_t", "image2d_t"),
        ("load", rows, "image1d_array_t", "image2d_t"),
        ("deep", flat, "image2d_t", "image3d_t"),
        ("array", deep, "image3d_t", "image2d_array_t"),
        ("load_buffer", flat, "image2d_t", "image1d_buffer_t"),
    ):
        with pytest.raises(TypeError, match=f"argument 2 .*: the image is an {given}, but .* an {expected}"):
            library.kernel(name).launch(1, 1, to, image)


def test_a_row_is_a_buffer():
    to = np.zeros(4, np.float32)
    isa.open(SUITE / "texels-gfx900.co").kernel("ends").launch(1, 1, to, texture((4,)))
    assert to.tolist() == [4, 0, 3, 0]


def test_images_repeat_in_normalized_coordinates_only():
    """As in OpenCL, and as in manifests: E1101."""
    for address in ("repeat", "mirrored_repeat"):
        isa.Sampler("linear", address, True)
        with pytest.raises(ValueError, match="normalized"):
            isa.Sampler("linear", address, False)


def test_shaders_take_any_mapping():
    shader = isa.Shader((ROOT / "examples/valhall/saxpy.s").read_text(), "g78")
    x, y = ones(), ones()
    buffers, uniforms = {(6, 0): x, (6, 1): y}, {0: int(np.float32(3).view(np.uint32)), 1: 64}
    shader.launch(64, 64, buffers=types.MappingProxyType(buffers), uniforms=types.MappingProxyType(uniforms))
    assert (y == 4).all()
    with pytest.raises(TypeError, match="buffer 1 of table 6: .* not list"):
        shader.launch(64, 64, buffers={(6, 1): [1.0]})
    for wrong in ([1], 5, "a"):
        with pytest.raises(TypeError, match="a mapping is expected"):
            shader.launch(64, 64, buffers=wrong)
    with pytest.raises(TypeError, match="`offset` and `stack`"):
        shader.launch(64, 64, buffers=buffers, uniforms=uniforms, stack=64)
