"""A program that uses the package's types; `mypy --strict` reads it."""

import isatope as isa
import numpy as np


def registers(code: bytes, target: isa.Target) -> dict[str, int]:
    counts: dict[str, int] = {}
    for inst in isa.decode(code, target):
        for place in inst.writes:
            counts[place] = counts.get(place, 0) + 1
    return counts


def double(values: "np.ndarray[tuple[int], np.dtype[np.float32]]") -> list[float]:
    wave = isa.Wave("gfx900")
    wave.v[1] = values.view(np.uint32)
    wave.run("v_add_f32 v0, v1, v1")
    result: list[float] = wave.v[0].view(np.float32).tolist()
    return result


def sizes(kernel: isa.Kernel, count: "np.int64") -> None:
    wave = isa.Wave(isa.Target("gfx900:xnack+"))
    wave["v1"] = np.arange(64, dtype=np.uint32)
    wave["s1"] = np.uint32(5)
    wave.run(np.array([0xBF800000], np.uint32))
    kernel.launch(count, np.array([64, 1]), np.zeros(3), np.float32(1))
    isa.assemble("s_mov_b32 s0, X", "gfx900", define={"X": -1})


def slowest(path: str) -> str:
    return max(isa.cost(path), key=lambda cost: cost.cycles).name


def test(path: str) -> bool:
    try:
        return isa.run_manifest(path, check_races=True).ok
    except isa.Fault as fault:
        print(fault.kernel, fault.allocation, fault.printed)
        return False
