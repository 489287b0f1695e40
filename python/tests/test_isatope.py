"""Tests of the package. Expected values come from numpy, from other tools' cases, or from the command."""

import os
import signal
import struct
import sys
import threading
import time
from pathlib import Path

import isatope as isa
import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
VADD = ROOT / "tests/objects/vadd-gfx900.co"
MATMUL = ROOT / "tests/objects/matmul-gfx900.co"
LARGE = os.environ.get("ISATOPE_LARGE")


def source(name: str) -> bytes:
    """The code object of an example."""
    return isa.Source((ROOT / "examples" / name).read_text(), "gfx900").object()


def test_decode_and_text():
    code = isa.assemble("v_bfe_u32 v0, v1, 8, 4\ns_endpgm", "gfx900")
    assert code == struct.pack("<QI", 0x0211_1101_D1C8_0000, 0xBF81_0000)
    first, last = isa.decode(code, "gfx900", address=0x100)
    assert (first.name, first.unit, first.size, first.address) == ("v_bfe_u32", "valu", 8, 0x100)
    assert first.text("llvm") == "v_bfe_u32 v0, v1, 8, 4"
    assert [str(operand) for operand in first.operands] == ["v0", "v1", "8", "4"]
    assert first.writes == ["v0"] and {"v1", "exec"} <= set(first.reads)
    assert first.fields["op"] == 0x1C8
    assert (last.address, last.flow) == (0x108, "end")
    assert bytes(first) == code[:8] and first.page().title == "v_bfe_u32"
    assert first.replace("vdst", "v7").text("llvm") == "v_bfe_u32 v7, v1, 8, 4"


def test_any_buffer_is_code():
    code = isa.assemble("s_nop 3", "gfx900")
    for form in (code, bytearray(code), memoryview(code), np.frombuffer(code, np.uint8)):
        assert [i.text("llvm") for i in isa.decode(form, isa.Target("gfx900"))] == ["s_nop 3"]


def test_targets_are_versions():
    assert isa.Target("gfx900") == isa.Target("gcn1.4") != isa.Target("gfx803")
    assert len({isa.Target("gfx900"), isa.Target("gcn1.4")}) == 1
    assert next(isa.decode(isa.assemble("s_nop 0", "gfx900"), "gfx900")).target == isa.Target("gfx900")


def test_zeros_are_checked_as_code():
    assert [finding.is_error for finding in isa.check(bytes(64), "gfx900")] == [True]
    assert [cost.instructions for cost in isa.cost(bytes(64), "gfx900")] == [0]


def test_nothing_is_no_error():
    for call in (isa.decode, isa.blocks, isa.check, isa.cost):
        assert list(call(b"", "gfx900")) == []
    assert isa.table(b"", "gfx900").num_rows == 0 and isa.assemble("", "gfx900") == b""
    two = isa.assemble("s_nop 0\ns_nop 0", "gfx900")
    for call in (isa.decode, isa.blocks, isa.table):
        with pytest.raises(ValueError, match="last address"):
            call(two, "gfx900", address=2**64 - 4)


def test_errors_say_where():
    with pytest.raises(isa.AssemblyError) as caught:
        isa.assemble("s_nop 0\n  v_add_f32 v0, s1, s2\n", "gfx900")
    (only,) = [found for found in caught.value.diagnostics if found.is_error]
    assert only.line == 2 and only.column > 1 and only.code.startswith("E") and str(only) in str(caught.value)
    with pytest.raises(isa.DecodeError) as caught:
        list(isa.decode(b"\xff\xff\xff\xff", "gfx900"))
    assert caught.value.offset == 0 and isinstance(caught.value, isa.Error)
    assert list(isa.decode(b"\xff\xff\xff\xff\x03\x00\x80\xbf", "gfx900", errors="skip"))[0].text("llvm") == "s_nop 3"
    with pytest.raises(ValueError, match="gfx906"):
        isa.Target("gfx90a")
    with pytest.raises(KeyError, match="v_bfe_u32"):
        isa.explain("v_bfe_u3")
    with pytest.raises(TypeError):
        list(isa.decode(5, "gfx900"))
    with pytest.raises(FileNotFoundError, match="nothing.co"):
        isa.open("nothing.co")


@pytest.mark.parametrize("target", isa.targets(), ids=str)
def test_random_words_are_the_same_after_a_round_trip(target):
    """Decode, print in each dialect, assemble: the same bytes."""
    words = np.random.default_rng(3).integers(0, 2**32, 20_000, np.uint32).tobytes()
    instructions = list(isa.decode(words, target, errors="skip"))[:2_000]
    assert len(instructions) > 500
    for dialect in target.dialects:
        texts = [inst.text(dialect) for inst in instructions]
        for inst, text in zip(instructions, texts):
            assert isa.assemble(text, target, dialect) == inst.bytes, text


def test_wave_keeps_its_arrays():
    wave = isa.Wave("gfx900")
    rows = wave.v
    at = rows.__array_interface__["data"]
    wave.v[1] = np.arange(64)
    add = isa.assemble("v_add_u32 v1, v1, v1", "gfx900")
    for _ in range(1_000):
        wave.run(add)
    assert wave.v is rows and wave.v.__array_interface__["data"] == at
    wave.v[1] = np.arange(64)
    wave.run("v_lshlrev_b32 v2, 3, v1")
    assert (wave.v[2] == np.arange(64) << 3).all()
    wave["exec"] = 1
    wave.run("v_mov_b32 v3, 1.0")
    assert wave.v[3].view(np.float32).tolist() == [1.0] + [0.0] * 63
    assert wave["exec"] == 1 and wave["v3"].sum() == 0x3F80_0000
    wave.map(0x1000, struct.pack("<I", 77))
    wave["v4"], wave["v5"] = 0x1000, 0
    wave.run("flat_load_dword v6, v[4:5]")
    assert wave.v[6, 0] == 77 and wave.read(0x1000, 4) == struct.pack("<I", 77)
    with pytest.raises(isa.Error):
        wave.run("flat_load_dword v6, v[0:1]")
    with pytest.raises(AttributeError):
        wave.q
    wave["v7"] = np.arange(64, dtype=np.uint32)
    assert (wave.v[7] == np.arange(64)).all()
    for name, value in (("v7", 1 << 32), ("v7", -1), ("v7", 1.5), ("v7", [1, 2]), ("s1", range(64)), ("vcc", 1 << 64)):
        with pytest.raises(ValueError, match="takes one number"):
            wave[name] = value


def test_wave_computes_as_numpy():
    random = np.random.default_rng(5)
    wave = isa.Wave("gfx906")
    a, b, c = (random.standard_normal(64).astype(np.float32) for _ in range(3))
    for register, values in zip((1, 2, 3), (a, b, c)):
        wave.v[register] = values.view(np.uint32)
    wave.run("v_add_f32 v4, v1, v2\nv_mul_f32 v5, v1, v2\nv_max_f32 v6, v1, v3")
    assert (wave.v[4].view(np.float32) == a + b).all()
    assert (wave.v[5].view(np.float32) == a * b).all()
    assert (wave.v[6].view(np.float32) == np.maximum(a, c)).all()


def test_kernels_run():
    kernel = isa.open(VADD).kernel("vadd")
    assert [argument.size for argument in kernel.args] == [8, 8, 8, 4]
    a = np.arange(300, dtype=np.float32)
    b = np.full(300, 0.5, np.float32)
    c = np.zeros(300, np.float32)
    run = kernel.launch((320,), (64,), a, b, c, 300)
    assert (c == a + b).all() and (a == np.arange(300)).all()
    assert run.stats["workgroups"] == 5 and run.stats["instructions"] > 0 and run.seconds > 0
    assert any(i.name == "s_endpgm" for i in kernel.instructions())


def test_an_array_is_one_buffer():
    """An array that is several arguments is written in place."""
    a, b = np.arange(64, dtype=np.float32), np.ones(64, np.float32)
    isa.open(VADD).kernel("vadd").launch((64,), (64,), a, b, a, 64)
    assert (a == np.arange(64) + 1).all() and (b == 1).all()
    # Overlapping parts of an array are no buffers of their own.
    with pytest.raises(TypeError, match="argument 3"):
        isa.open(VADD).kernel("vadd").launch((32,), (64,), a[:32], b, a[16:48], 32)


def test_launch_errors_name_the_argument():
    kernel = isa.open(VADD).kernel("vadd")
    a = np.zeros(64, np.float32)
    with pytest.raises(TypeError, match="takes 4"):
        kernel.launch((64,), (64,), a)
    with pytest.raises(TypeError, match="argument 4"):
        kernel.launch((64,), (64,), a, a.copy(), a.copy(), np.float64(3))
    with pytest.raises(ValueError, match="argument 4"):
        kernel.launch((64,), (64,), a, a.copy(), a.copy(), 1 << 40)
    with pytest.raises(ValueError, match="contiguous"):
        kernel.launch((64,), (64,), np.zeros(128, np.float32)[::2], a.copy(), a.copy(), 64)
    for wrong, why in (
        (np.zeros(64), "8 bytes"),
        (a.astype(">f4"), "another machine"),
        (a.astype(object), "objects"),
        (list(a), "numpy array"),
        (1.5, "numpy array"),
    ):
        with pytest.raises(TypeError, match=f"argument 1.*{why}"):
            kernel.launch((64,), (64,), wrong, a.copy(), a.copy(), 64)
    for wrong in (64.5, "64"):
        with pytest.raises(TypeError, match="argument 4"):
            kernel.launch((64,), (64,), a, a.copy(), a.copy(), wrong)
    with pytest.raises(TypeError, match="check_races"):
        kernel.launch((64,), (64,), a, a.copy(), a.copy(), 64, check_races="yes")
    for size in ((0,), (1, 1, 1, 1), (2**32 - 1,) * 3):
        with pytest.raises((ValueError, isa.Error), match="grid"):
            kernel.launch(size, (64,), a, a.copy(), a.copy(), 64)
    with pytest.raises(isa.Error, match="workgroup"):
        kernel.launch(4096, 4096, a, a.copy(), a.copy(), 64)
    frozen = a.copy()
    frozen.flags.writeable = False
    with pytest.raises(TypeError, match="argument 3"):
        kernel.launch((64,), (64,), a, a.copy(), frozen, 64)
    with pytest.raises(TypeError, match="no option"):
        kernel.launch((64,), (64,), a, a.copy(), a.copy(), 64, chek_races=True)
    with pytest.raises(TypeError, match="not both"):
        kernel.launch((64,), (64,), a, a.copy(), a.copy(), 64, progress=True, watch=print)
    with pytest.raises(TypeError, match="progress"):
        kernel.session((64,), (64,), a, a.copy(), a.copy(), 64, progress=True)
    with pytest.raises(KeyError):
        isa.open(VADD).kernel("nothing")


def test_faults_carry_their_report():
    kernel = isa.open(VADD).kernel("vadd")
    small, big = np.zeros(16, np.float32), np.zeros(300, np.float32)
    with pytest.raises(isa.Fault) as caught:
        kernel.launch((320,), (64,), big, small, big.copy(), 300)
    fault = caught.value
    assert fault.kernel == "vadd" and fault.workgroup == [0, 0, 0] and fault.kind == "out-of-bounds"
    assert fault.pc > 0 and fault.wave == 0 and fault.is_write is False
    name, address, size = fault.allocation
    assert (name, size) == ("argument 2", 64) and fault.address >= address + size
    assert fault.bytes == 4 and fault.lanes and fault.symbol.startswith("vadd+0x") and "load" in fault.instruction
    assert fault.message in str(fault)


def test_sessions_go_forth_and_back():
    kernel = isa.open(VADD).kernel("vadd")
    a, b, c = np.ones(64, np.float32), np.full(64, 2, np.float32), np.zeros(64, np.float32)
    session = kernel.session((64,), (64,), a, b, c, 64)
    add = next(i for i in kernel.instructions() if i.name == "v_add_f32")
    first = kernel.instructions()[0].address
    session.break_at(f"vadd+{add.address - first:#x}")
    assert session.run() == "break" and session.next.name == "v_add_f32" and session.hit
    steps, before = session.steps, session.wave.v
    changes = session.step()
    assert changes.registers and session.wave.exec == 2**64 - 1
    (register,) = changes.registers
    assert (session.wave[register].view(np.float32) == 3).all()
    assert session.back() and session.steps == steps and (session.wave.v == before).all()
    assert session.run() == "ended" and session.over
    session.sync()
    assert (c == 3).all()
    session.go_to(0)
    assert session.steps == 0 and not session.back()
    for address, size, memory in ((0, 16, "lds"), (0, 1 << 40, "lds"), (0, 16, "sram"), (0, 16, None)):
        with pytest.raises(ValueError):
            session.memory(address, size, memory)


def test_a_callable_sees_every_instruction():
    kernel = isa.open(VADD).kernel("vadd")
    arrays = [np.zeros(64, np.float32) for _ in range(3)]
    seen = []
    run = kernel.launch((64,), (64,), *arrays, 64, watch=lambda wave: seen.append(wave.pc))
    assert len(seen) == run.stats["instructions"]

    def fail(wave):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        kernel.launch((64,), (64,), *arrays, 64, watch=fail)
    with pytest.raises(LookupError, match="enough"):
        kernel.session((64,), (64,), *arrays, 64, watch=fail).run()
    counted = []
    session = kernel.session((64,), (64,), *arrays, 64, watch=lambda wave: counted.append(wave.pc))
    assert session.run() == "ended" and counted == seen


ENDLESS = """
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.text
.globl endless
.p2align 8
.type endless,@function
endless:
  s_add_u32 s4, s4, 1
  s_branch endless
.size endless, .-endless
.rodata
.p2align 6
.amdhsa_kernel endless
  .amdhsa_next_free_vgpr 4
  .amdhsa_next_free_sgpr 8
.end_amdhsa_kernel
"""


def test_a_signal_stops_a_run():
    # A program that a shell starts in the background ignores the signal.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    kernel = isa.open(isa.Source(ENDLESS).object()).kernel("endless")
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        kernel.launch((64,), (64,), max_instructions=1 << 60)
    assert time.monotonic() - start < 20


def test_a_signal_stops_a_watched_run():
    """A function in C never looks for signals itself."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    kernel = isa.open(isa.Source(ENDLESS).object()).kernel("endless")
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        kernel.launch((64,), (64,), max_instructions=1 << 60, watch=id)


def test_a_signal_stops_a_session():
    signal.signal(signal.SIGINT, signal.default_int_handler)
    session = isa.open(isa.Source(ENDLESS).object()).kernel("endless").session((64,), (64,), max_instructions=1 << 60)
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        session.run()
    assert session.steps > 0 and session.next is not None


def test_other_threads_run_meanwhile():
    """A long run and a long session release the interpreter's lock."""
    kernel = isa.open(isa.Source(ENDLESS).object()).kernel("endless")
    for run in (kernel.launch, lambda *size, **options: kernel.session(*size, **options).run()):
        ticks = []
        ended = threading.Event()

        def tick():
            while not ended.wait(0.001):
                ticks.append(time.monotonic())

        thread = threading.Thread(target=tick)
        thread.start()
        # How long a run takes depends on the machine: longer ones follow until it is long enough.
        limit, during = 1_000_000, 0
        while during < 2 and limit < 1 << 40:
            before = len(ticks)
            with pytest.raises(isa.Fault):
                run((64,), (64,), max_instructions=limit)
            during, limit = len(ticks) - before, 4 * limit
        ended.set()
        thread.join()
        assert during > 1


def test_progress_is_shown(capsys):
    kernel = isa.open(VADD).kernel("vadd")
    arrays = [np.zeros(640, np.float32) for _ in range(3)]
    kernel.launch((640,), (64,), *arrays, 640, progress=True)
    assert capsys.readouterr().err.endswith("10 of 10 workgroups\n")


def test_progress_is_told():
    kernel = isa.open(isa.Source(ENDLESS).object()).kernel("endless")
    told = []

    def progress(done, of):
        told.append((done, of))
        if len(told) == 3:
            raise StopIteration("seen")

    with pytest.raises(StopIteration):
        kernel.launch((64,), (64,), max_instructions=1 << 60, progress=progress)
    assert told == [(0, 1)] * 3


def test_valhall():
    target = isa.Target("g78")
    code = isa.assemble("FADD.f32 r0, r1, r2", target, "mesa")
    wave = isa.Wave(target)
    wave.r[1], wave.r[2] = np.float32(1.5).view(np.uint32), np.float32(2).view(np.uint32)
    wave.run(code)
    assert wave.r[0].view(np.float32).tolist() == [3.5] * target.lanes


def test_checks_find_a_missing_wait():
    bad = isa.Source(
        "global_load_dword v0, v[2:3], off\nv_add_f32 v1, v0, v0\ns_endpgm\n", "gfx900", "llvm"
    ).sections[".text"]
    found = isa.check(bad, "gfx900")
    assert found and "vmcnt" in (found[0].help or "") + found[0].message
    assert isa.check(VADD) == []


def test_tables_are_columns():
    pyarrow = pytest.importorskip("pyarrow")
    code = isa.assemble("v_bfe_u32 v0, v1, 8, 4\ns_endpgm", "gfx900")
    table = pyarrow.table(isa.table(code, "gfx900", text="llvm"))
    assert table.column("mnemonic").to_pylist() == ["v_bfe_u32", "s_endpgm"]
    assert table.column("text").to_pylist() == ["v_bfe_u32 v0, v1, 8, 4", "s_endpgm"]


def test_a_megabyte_becomes_columns_quickly():
    text = next(section.data for section in isa.open(MATMUL).images[0].sections if section.is_code)
    megabyte = (text * (1_000_000 // len(text) + 1))[:1_000_000]
    start = time.process_time()
    assert isa.table(megabyte, "gfx900").num_rows > 100_000
    # Without optimization it takes some times as long.
    assert time.process_time() - start < (0.2 if LARGE else 3)


@pytest.mark.skipif(not LARGE, reason="ISATOPE_LARGE is not set")
def test_the_wheel_is_small():
    (wheel,) = Path(os.environ["ISATOPE_WHEELS"]).glob("*.whl")
    assert wheel.stat().st_size < 15_000_000
    assert "cp310-abi3" in wheel.name and Path(isa.__file__).is_relative_to(sys.prefix)


def test_duckdb_and_polars_take_tables():
    duckdb = pytest.importorskip("duckdb")
    polars = pytest.importorskip("polars")
    rows = isa.scan(VADD)
    count = len(isa.open(VADD).kernel("vadd").instructions())
    assert duckdb.sql("select count(*) from rows where mnemonic is not null").fetchall() == [(count,)]
    assert polars.DataFrame(isa.table(isa.assemble("s_nop 0", "gfx900"), "gfx900")).height == 1


@pytest.mark.skipif(not (ROOT.parent / "shared/kernels").exists(), reason="../shared is missing")
def test_every_shared_object_opens():
    files = sorted((ROOT.parent / "shared/kernels/co").glob("*.co"))
    assert files
    for path in files:
        for image in isa.open(path).images:
            for kernel in image.kernels:
                assert kernel.instructions()
