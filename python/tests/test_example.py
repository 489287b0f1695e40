"""The example of the package, in the files that it names: code objects in the current folder, and a library of Debian."""

import os
import subprocess
import sys
from pathlib import Path

import isatope as isa
import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
ROCRAND = Path("/usr/lib/x86_64-linux-gnu/librocrand.so.1")

# y[i] = a * x[i] + y[i] for i < n.
SAXPY = """
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.text
.globl saxpy
.p2align 8
.type saxpy,@function
saxpy:
    s_load_dwordx4 s[4:7], s[0:1], 0x0
    s_load_dwordx2 s[8:9], s[0:1], 0x10
    v_lshl_or_b32 v0, s2, 6, v0
    v_lshlrev_b32_e32 v2, 2, v0
    s_waitcnt lgkmcnt(0)
    v_cmp_gt_u32_e32 vcc, s9, v0
    s_and_saveexec_b64 s[10:11], vcc
    global_load_dword v1, v2, s[4:5]
    global_load_dword v3, v2, s[6:7]
    s_waitcnt vmcnt(0)
    v_mac_f32_e32 v3, s8, v1
    global_store_dword v2, v3, s[6:7]
    s_endpgm
.Lend:
.size saxpy, .Lend-saxpy
.rodata
.p2align 6
.amdhsa_kernel saxpy
    .amdhsa_kernarg_size 24
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_next_free_vgpr 4
    .amdhsa_next_free_sgpr 12
.end_amdhsa_kernel
.amdgpu_metadata
---
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx900
amdhsa.kernels:
  - .name: saxpy
    .symbol: saxpy.kd
    .kernarg_segment_size: 24
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 18
    .vgpr_count: 4
    .max_flat_workgroup_size: 64
    .args:
      - { .name: x, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global, .is_const: true }
      - { .name: y, .offset: 8, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: a, .offset: 16, .size: 4, .value_kind: by_value, .type_name: float }
      - { .name: n, .offset: 20, .size: 4, .value_kind: by_value, .type_name: int }
.end_amdgpu_metadata
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the files of the example."""
    saxpy = isa.Source(SAXPY)
    assert not saxpy.failed, saxpy.diagnostics
    (tmp_path / "saxpy.co").write_bytes(saxpy.object())
    (tmp_path / "kernel.co").write_bytes(saxpy.object())
    (tmp_path / "kernels").mkdir()
    (tmp_path / "kernels/saxpy.co").write_bytes(saxpy.object())
    if ROCRAND.exists():
        (tmp_path / "librocrand.so.1").symlink_to(ROCRAND)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_instructions():
    t = isa.Target("gfx900")
    code = isa.assemble("v_bfe_u32 v0, v1, 8, 4", t)
    assert isinstance(code, bytes)
    for i in isa.decode(code, t):
        i.name, i.text("llvm"), i.operands, i.reads, i.writes, i.fields, i.unit, i.page()
    with pytest.raises(isa.AssemblyError) as caught:
        isa.assemble("v_bfe_u23 v0, v1, 8, 4", t)
    (first,) = caught.value.diagnostics
    assert (first.line, first.column) == (1, 1) and first.code and "v_bfe_u32" in first.help
    w = isa.Wave(t)
    w.v[1] = 0xABCD
    w.run(code)
    assert (w.v[0] == 0xB).all()


@pytest.mark.skipif(not ROCRAND.exists(), reason="librocrand1 is not installed")
def test_library(folder):
    lib = isa.open("librocrand.so.1")
    k = lib.image("gfx900").kernel("*philox*")
    assert "philox" in k.name and k.args and k.vgprs and k.sgprs and k.lds is not None and k.instructions()


def test_launch(folder):
    x, y = np.ones(1000, np.float32), np.zeros(1000, np.float32)
    r = isa.open("saxpy.co").kernel("saxpy").launch((1024,), (64,), x, y, np.float32(2), 1000)
    assert (y == 2).all() and r.stats["workgroups"] == 16 and r.seconds > 0


def test_session(folder):
    x, y = np.ones(1000, np.float32), np.zeros(1000, np.float32)
    s = isa.open("saxpy.co").kernel("saxpy").session((1024,), (64,), x, y, np.float32(2), 1000)
    (address,) = s.break_at("saxpy+0x20")
    assert s.run() == "break" and s.wave.pc == address
    s.wave.v[1].view(np.float32)
    s.step()
    assert s.back() and s.wave.pc == address
    s.clear()
    while s.run() != "ended":
        pass
    s.sync()
    assert (y == 2).all()


def test_check_explain_scan(folder):
    pyarrow = pytest.importorskip("pyarrow")
    assert isa.check("kernel.co") == []
    assert isa.explain("v_bfe_u32").title == "v_bfe_u32"
    stream = isa.scan("kernels/")
    assert hasattr(stream, "__arrow_c_stream__")
    names = pyarrow.table(stream).column("mnemonic").to_pylist()
    assert names == [i.name for i in isa.open("saxpy.co").kernel("saxpy").instructions()]


def test_five_lines_of_pytest(folder):
    """The test in README.md passes under pytest, and fails if the kernel is wrong."""
    text = (ROOT / "README.md").read_text()
    begin = text.index("```python\nimport isatope")
    (folder / "test_vadd.py").write_text(text[begin + len("```python\n") : text.index("```", begin + 3)])
    good = (ROOT / "examples/vadd.s").read_text()
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_vadd.py"]
    environment = {**os.environ, "PYTHONPATH": str(Path(isa.__file__).parents[1])}
    for source, code in ((good, 0), (good.replace("v_add_f32_e32 v1, v1, v2", "v_sub_f32_e32 v1, v1, v2"), 1)):
        (folder / "vadd.co").write_bytes(isa.Source(source).object())
        assert subprocess.run(command, cwd=folder, env=environment, capture_output=True).returncode == code
