"""What the package says about code: accesses, blocks, costs, listings, sections, bundles. The command says the same."""

import json
import os
import subprocess
from pathlib import Path

import isatope as isa
import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
VADD = ROOT / "tests/objects/vadd-gfx900.co"
MATMUL = ROOT / "tests/objects/matmul-gfx900.co"
LOOP = "s_mov_b32 s0, 9\nloop: s_sub_u32 s0, s0, 1\ns_cmp_lg_u32 s0, 0\ns_cbranch_scc1 loop\ns_mov_b32 s2, s3\ns_endpgm"


def command(*arguments: str) -> str:
    program = os.environ.get("ISATOPE", "isatope")
    return subprocess.run([program, *arguments], cwd=ROOT, capture_output=True, check=True, text=True).stdout


def test_accesses_are_exact():
    (inst,) = isa.decode(isa.assemble("v_addc_u32 v1, vcc, v2, v3, vcc", "gfx803"), "gfx803")
    found = {access.place: access for access in inst.accesses}
    assert (found["v1"].operand, found["v1"].read, found["v1"].write) == ("vdst", False, "always")
    assert found["exec"].operand is None and found["exec"].read and found["exec"].write == "no"
    assert found["vcc"].write == "always" or any(a.write == "always" for a in inst.accesses if a.place == "vcc")
    (load,) = isa.decode(isa.assemble("flat_load_dword v6, v[4:5]", "gfx900"), "gfx900")
    assert "mem" in load.reads and "v[4:5]" in load.reads and load.writes == ["v6"]


def test_blocks_have_loops_and_live_registers():
    code = isa.assemble(LOOP, "gfx900")
    first, loop, last = isa.blocks(code, "gfx900", address=0x100)
    assert [(b.start, b.end) for b in (first, loop, last)] == [(0x100, 0x104), (0x104, 0x110), (0x110, 0x118)]
    assert (first.next, sorted(loop.next), last.next) == ([1], [1, 2], [])
    assert (first.before, sorted(loop.before), last.before) == ([], [0, 1], [1])
    assert (first.depth, loop.depth, loop.loop, last.loop) == (0, 1, 1, None)
    assert "s0" in loop.live_in and "s0" not in first.live_in and "s3" in first.live_in
    assert [i.name for i in loop.instructions] == ["s_sub_u32", "s_cmp_lg_u32", "s_cbranch_scc1"]
    assert all(b.reachable and not b.leaves for b in (first, loop, last))
    kernel = isa.open(MATMUL).kernels[0]
    assert sum(len(b.instructions) for b in kernel.blocks) == len(kernel.instructions())
    assert any(b.depth for b in kernel.blocks)


@pytest.mark.parametrize("name", ["matmul-gfx900.co", "fft-gfx803.co", "nbody-gfx700.co"])
def test_costs_are_those_of_the_command(name):
    path = ROOT / "tests/objects" / name
    said = json.loads(command("check", str(path), "--cost", "--message-format", "json").splitlines()[0])
    (kernel,) = [kernel for kernel in isa.open(path).kernels if kernel.symbol == said["symbol"]]
    cost = kernel.cost()
    assert (cost.instructions, cost.cycles) == (said["instructions"], said["cycles"]) and cost.is_kernel
    assert {unit: cycles for unit, (_, cycles) in cost.units.items()} == said["unit_cycles"]
    assert [loop.path_cycles for loop in cost.loops] == [loop["path_cycles"] for loop in said["loops"]]
    assert (cost.occupancy, cost.limit) == (said["waves"], said["limit"])
    assert [c.symbol for c in isa.cost(path) if c.is_kernel] == [k.symbol for k in isa.open(path).kernels]


def test_costs_of_valhall():
    code = isa.assemble("FADD.f32 r0, r1, r2\nFMA.f32.end r3, r0, r1, r2", "g78", "mesa")
    (cost,) = isa.cost(code, "g78")
    assert cost.instructions == 2 and cost.units["fma"][0] == 2 and cost.occupancy > 0 and cost.cycles > 0


@pytest.mark.parametrize("name", ["vadd-gfx900.co", "matmul-gfx803.co", "fft-gfx700.co"])
def test_listings_assemble_to_the_same_code(name):
    image = isa.open(ROOT / "tests/objects" / name).images[0]
    (text,) = [section for section in image.sections if section.is_code]
    source = isa.Source(image.listing())
    assert not source.failed and source.sections[".text"].rstrip(b"\0") == text.data.rstrip(b"\0")
    assert "v_" in image.listing("clrx") and "//" in image.listing(words=True)
    # The command adds comments.
    lines = [[line.split("//")[0].rstrip() for line in t.splitlines()] for t in (image.listing(), command("dis", f"tests/objects/{name}"))]
    assert [line for line in lines[0] if line] == [line for line in lines[1] if line]


def test_images_have_sections_and_symbols():
    image = isa.open(VADD).images[0]
    assert image.kind == "HSA code object" and image.member is None and image.lines == []
    (code,) = [section for section in image.sections if section.is_code]
    assert code.name == ".text" and code.data == image.bytes[code.offset : code.offset + code.size]
    symbols = {name: (section, offset) for name, section, offset, _ in image.symbols}
    section, offset = symbols["vadd"]
    first = image.kernel("vadd").instructions()[0]
    assert section == ".text" and bytes(first) == code.data[offset : offset + first.size]


def test_bundles_hold_images():
    objects = [(ROOT / f"tests/objects/vadd-{name}.co").read_bytes() for name in ("gfx803", "gfx900")]
    library = isa.open(isa.bundle(objects))
    assert [image.bytes for image in library.images if image.target] == objects
    assert library.image("gfx900").bytes == objects[1]
    with pytest.raises(isa.Error, match="two code objects"):
        isa.bundle([objects[0], objects[0]])
    with pytest.raises(isa.Error, match="not a code object"):
        isa.bundle([b"nothing"])


def test_sources_are_whole():
    text = (ROOT / "examples/vadd.s").read_text()
    source = isa.Source(text)
    assert not source.failed and {".text", ".rodata"} <= set(source.sections)
    assert source.symbols["vadd"] == (".text", 0)
    assert source.instructions[0].name == "s_load_dwordx4" and source.target == isa.Target("gfx900")
    add = "v_add_f32_e32 v1, v1, v2"
    line = text[: text.index(add)].count("\n") + 1
    broken = isa.Source(text.replace(add, "v_add_f32_e32 v1, s1, s2\n  s_nopp 0"), dialect="llvm")
    assert broken.failed and [d.line for d in broken.diagnostics if d.is_error] == [line, line + 1]
    with pytest.raises(isa.AssemblyError):
        broken.object()


SHADER = (ROOT / "examples/valhall/saxpy.s").read_text()


def test_shaders_run():
    shader = isa.Shader(SHADER, "g78")
    assert "saxpy" in shader.symbols and shader.instructions()[-1].flow == "end"
    x, y = np.arange(200, dtype=np.float32), np.ones(200, np.float32)
    wanted = np.float32(1.5) * x + y
    uniforms = {0: int(np.float32(1.5).view(np.uint32)), 1: 200}
    run = shader.launch((256,), (64,), buffers={(6, 0): x, (6, 1): y}, uniforms=uniforms)
    assert (y == wanted).all() and run.stats["workgroups"] == 4
    y[:] = 1
    session = shader.session((256,), (64,), buffers={(6, 0): x, (6, 1): y}, uniforms=uniforms)
    session.step()
    assert session.back()
    assert session.run() == "ended"
    session.sync()
    assert (y == wanted).all()
    with pytest.raises(KeyError, match="nothing"):
        isa.Shader(SHADER, "g78", symbol="nothing")
    with pytest.raises(ValueError, match="kernels"):
        isa.Shader("s_endpgm", "gfx900")
    with pytest.raises(isa.Fault):
        shader.launch((256,), (64,), buffers={(6, 0): x[:16].copy(), (6, 1): y}, uniforms=uniforms, check_init=True)


# Stores 255 minus each component of the first image into the second one.
INVERT = """
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.text
.globl invert
.p2align 8
.type invert,@function
invert:
    s_load_dwordx4 s[4:7], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    s_load_dwordx8 s[8:15], s[4:5], 0x0
    s_load_dwordx8 s[16:23], s[6:7], 0x0
    s_waitcnt lgkmcnt(0)
    image_load v[2:5], v[0:1], s[8:15] dmask:0xf unorm
    s_waitcnt vmcnt(0)
    v_sub_u32_e32 v2, 0xff, v2
    v_sub_u32_e32 v3, 0xff, v3
    v_sub_u32_e32 v4, 0xff, v4
    v_sub_u32_e32 v5, 0xff, v5
    image_store v[2:5], v[0:1], s[16:23] dmask:0xf unorm
    s_endpgm
.Lend:
.size invert, .Lend-invert
.rodata
.p2align 6
.amdhsa_kernel invert
    .amdhsa_kernarg_size 16
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_system_vgpr_workitem_id 1
    .amdhsa_next_free_vgpr 6
    .amdhsa_next_free_sgpr 24
.end_amdhsa_kernel
.amdgpu_metadata
---
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx900
amdhsa.kernels:
  - .name: invert
    .symbol: invert.kd
    .kernarg_segment_size: 16
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 30
    .vgpr_count: 6
    .max_flat_workgroup_size: 64
    .args:
      - { .name: in, .offset: 0, .size: 8, .value_kind: image, .access: read_only }
      - { .name: out, .offset: 8, .size: 8, .value_kind: image, .access: write_only }
.end_amdgpu_metadata
"""


def test_images_are_arguments():
    kernel = isa.open(isa.Source(INVERT).object()).kernel("invert")
    picture = np.random.default_rng(1).integers(0, 256, (4, 8, 4), np.uint8)
    result = np.zeros((4, 8, 4), np.uint8)
    kernel.launch((8, 4), (8, 4), isa.Texture(picture, "rgba8_uint"), isa.Texture(result, "rgba8_uint"))
    assert (result == 255 - picture).all()
    texture = isa.Texture(picture, "rgba8_uint")
    assert texture.size == [8, 4, 1] and texture.format == "rgba8_uint" and texture.array is picture
    assert isa.Texture(np.zeros((3, 4, 8), np.float32), "r32_float").size == [8, 4, 3]
    with pytest.raises(TypeError, match="Texture"):
        kernel.launch((8, 4), (8, 4), picture, isa.Texture(result, "rgba8_uint"))
    with pytest.raises(ValueError, match="16 bytes"):
        isa.Texture(picture, "rgba32_float")
    with pytest.raises(ValueError, match="rgba8_unorm"):
        isa.Texture(picture, "rgba9")
    result.flags.writeable = False
    with pytest.raises(TypeError, match="argument 2"):
        kernel.launch((8, 4), (8, 4), texture, isa.Texture(result, "rgba8_uint"))


def test_random_bytes_do_not_panic():
    """Whatever the input is, the package raises one of its own exceptions."""
    random = np.random.default_rng(11)
    objects = [VADD.read_bytes(), (ROOT / "tests/objects/vadd-gfx600.o").read_bytes()]
    allowed = (isa.Error, KeyError, ValueError, TypeError)
    for number in range(150):
        data = bytearray(objects[number % 2])
        for _ in range(8):
            data[random.integers(len(data))] = random.integers(256)
        try:
            library = isa.open(data[: random.integers(1, len(data) + 1)])
            for image in library.images:
                image.sections, image.symbols, image.listing()
                for kernel in image.kernels:
                    kernel.blocks, kernel.args, kernel.cost()
            isa.check(data)
        except allowed:
            pass
        noise = random.integers(0, 256, int(random.integers(1, 400)), np.uint8).tobytes()
        for target in ("gfx600", "gfx906", "g78"):
            list(isa.decode(noise, target, errors="skip"))
            for call in (isa.check, isa.cost, isa.blocks, isa.table):
                try:
                    call(noise, target)
                except allowed:
                    pass
            try:
                isa.Wave(target).run(noise)
            except allowed:
                pass
