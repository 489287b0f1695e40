"""Sessions: addresses, threads, signals, and what kernels print."""

import os
import signal
import threading
import time
from pathlib import Path

import isatope as isa
import numpy as np
import pytest

from kernels import kernel, sum_of_two

ROOT = Path(__file__).resolve().parents[2]
VADD = ROOT / "tests/objects/vadd-gfx900.co"
PRINTF = ROOT / "crates/isatope-cli/tests/suite/printf-gfx900.co"


def endless():
    return kernel("endless", "  s_add_u32 s4, s4, 1\n  s_branch .-4", [], 0)


def arrays():
    return [np.ones(64, np.float32) for _ in range(3)]


def test_addresses_are_those_of_the_file():
    vadd = isa.open(VADD).kernel("vadd")
    addresses = [inst.address for inst in vadd.instructions()]
    session = vadd.session(64, 64, *arrays(), 64)
    assert session.next.address == session.wave.pc == addresses[0] == vadd.cost().address
    loaded = session.wave.loaded_pc
    assert loaded != addresses[0] and (loaded - addresses[0]) % 0x1000 == 0
    assert session.break_at(addresses[5]) == [addresses[5]]
    assert session.run() == "break" and session.wave.pc == session.next.address == addresses[5]
    assert session.hit == f"the instruction at {addresses[5]:#x}"
    assert session.break_at(f"vadd+{addresses[6] - addresses[0]:#x}") == [addresses[6]]
    assert session.step().pc == addresses[5]
    for place in (0, loaded, 2**64, -1, "vadd+0x100000"):
        with pytest.raises(ValueError, match="no code is at"):
            session.break_at(place)
    for place in ("nothing", "vadd+x"):
        with pytest.raises(ValueError, match="no symbol"):
            session.break_at(place)
    seen = []
    vadd.launch(64, 64, *arrays(), 64, watch=lambda wave: seen.append(wave.pc))
    assert seen[0] == addresses[0] and set(seen) <= set(addresses)
    with pytest.raises(isa.Fault) as caught:
        vadd.launch(64, 64, arrays()[0][:3].copy(), *arrays()[1:], 64)
    fault = caught.value
    (inst,) = [inst for inst in vadd.instructions() if inst.address == fault.pc]
    assert inst.text("llvm") == fault.instruction and f"{fault.loaded_pc:#x}" in str(fault)


def test_addresses_of_shaders_are_offsets():
    shader = isa.Shader((ROOT / "examples/valhall/saxpy.s").read_text(), "g78")
    uniforms = {0: 0, 1: 64}
    x, y = np.ones(64, np.float32), np.ones(64, np.float32)
    session = shader.session(64, 64, buffers={(6, 0): x, (6, 1): y}, uniforms=uniforms)
    third = shader.instructions()[2]
    session.break_at(third.address)
    assert session.run() == "break" and session.next == third and session.next.address == third.address == 16


def test_any_thread_uses_a_session():
    session = sum_of_two().session(64, 64, *arrays())
    seen = []
    thread = threading.Thread(target=lambda: seen.extend([session.step().pc, session.run(), session.steps]))
    thread.start()
    thread.join()
    assert seen[1] == "ended" and seen[2] == session.steps and session.over
    made = []
    thread = threading.Thread(target=lambda: made.append(sum_of_two().session(64, 64, *arrays())))
    thread.start()
    thread.join()
    assert made.pop().run() == "ended"


def test_two_threads_do_not_use_a_session_at_once():
    session = endless().session(64, 64, max_instructions=3_000_000)
    started, said = threading.Event(), []

    def run():
        started.set()
        with pytest.raises(isa.Fault):
            session.run()

    thread = threading.Thread(target=run)
    thread.start()
    started.wait()
    while thread.is_alive():
        try:
            session.steps
        except RuntimeError as error:
            said.append(str(error))
            break
    thread.join()
    assert said and "borrowed" in said[0]


def test_other_threads_run_while_a_session_goes_somewhere():
    session = endless().session(64, 64, max_instructions=1 << 60)
    ticks, ended = [], threading.Event()

    def tick():
        while not ended.wait(0.001):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=tick)
    thread.start()
    steps, start = 0, time.monotonic()
    while len(ticks) < 5 and time.monotonic() - start < 60:
        steps += 100_000
        session.go_to(steps)
    ended.set()
    thread.join()
    assert len(ticks) >= 5 and session.steps == steps


def test_a_signal_stops_a_session_that_goes_somewhere():
    signal.signal(signal.SIGINT, signal.default_int_handler)
    session = endless().session(64, 64, max_instructions=1 << 60)
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        session.go_to(1 << 50)
    assert time.monotonic() - start < 20 and 0 < session.steps < 1 << 50
    steps = session.steps
    session.step()
    assert session.steps == steps + 1


def report(x, **options):
    arguments = (1.0, 2.0, np.zeros(4, np.float16))
    return isa.open(PRINTF).kernel("report").launch(128, 64, x, *arguments, **options)


def test_a_fault_has_what_was_printed_before():
    """The second workgroup reads past the end of the buffer, after the first one has printed."""
    whole = report(np.zeros(2, np.int32)).printed
    with pytest.raises(isa.Fault) as caught:
        report(np.zeros(1, np.int32), threads=1)
    printed = caught.value.printed
    assert printed.startswith("item 0:") and whole.startswith(printed)
    kernel = isa.open(PRINTF).kernel("report")
    session = kernel.session(128, 64, np.zeros(1, np.int32), 1.0, 2.0, np.zeros(4, np.float16))
    assert session.printed == ""
    with pytest.raises(isa.Fault) as caught:
        session.run()
    assert caught.value.printed == session.printed


def test_launches_have_an_offset_and_a_stack():
    """As the options of the command: functions that call themselves need a stack."""
    count = isa.open(PRINTF.with_name("recursion-gfx900.co")).kernel("count")
    out = np.zeros(1, np.int32)
    count.launch(1, 1, np.int32([300]), out, stack=1 << 16)
    assert out[0] == 300
    with pytest.raises(isa.Fault):
        count.launch(1, 1, np.int32([300]), out, stack=64)
    ends = isa.open(PRINTF.with_name("texels-gfx900.co")).kernel("load")
    texels, to = isa.Texture(np.arange(4, dtype=np.float32).reshape(1, 4), "r32_float"), np.zeros((4, 4), np.float32)
    ends.launch(1, 1, to, texels, offset=2)
    assert to[:, 0].tolist() == [0, 0, 2, 0]
    for wrong in ((1, 2, 3, 4), -1, "x", 1.5):
        with pytest.raises(TypeError, match="offset"):
            ends.launch(1, 1, to, texels, offset=wrong)


def test_inexact_instructions_are_counted(tmp_path):
    """As with `--fidelity` of the command."""
    code = "  v_rcp_f32 v1, v0\n  v_rcp_f32 v2, v0\n  s_endpgm"
    run = kernel("reciprocal", code, [], 0).launch(128, 64, fidelity=True)
    (only,) = run.inexact
    assert (only.instruction, only.status, only.count) == ("v_rcp_f32", "approximate", 4) and only.reasons
    assert kernel("reciprocal", code, [], 0).launch(128, 64, fidelity=True, watch=id).inexact[0].count == 4
    assert kernel("nothing", "  s_endpgm", [], 0).launch(64, 64, fidelity=True).inexact == []
    assert kernel("nothing", "  s_endpgm", [], 0).launch(64, 64).inexact is None
    path = ROOT / "examples/vadd.json"
    assert isa.run_manifest(path, fidelity=True).inexact == [] and isa.run_manifest(path).inexact is None
