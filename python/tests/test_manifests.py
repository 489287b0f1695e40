"""Manifests through the package: expected contents, and the same results as the command."""

import json
import os
import subprocess
from pathlib import Path

import isatope as isa
import pytest

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared/kernels"
EXAMPLES = sorted([*(ROOT / "examples").glob("*.json"), *(ROOT / "examples/valhall").glob("*.json")])
KERNELS = sorted([*(ROOT / "tests/kernels/data").glob("*.json"), *(ROOT / "tests/cases/shaders").glob("*/*.json")])
OTHERS = sorted(path for path in SHARED.glob("**/*.json") if '"program"' in path.read_text()) if SHARED.exists() else []


def command() -> str:
    """The command: built before, or installed."""
    return os.environ.get("ISATOPE", "isatope")


def name(path):
    return "/".join(path.parts[-2:])


@pytest.mark.parametrize("path", EXAMPLES + KERNELS + OTHERS, ids=name)
def test_results_are_those_of_the_command(path, tmp_path):
    run = isa.run_manifest(path)
    assert run.ok, {name: differences for name, differences in run.differences.items() if differences}
    assert run.wrong and run.seconds > 0
    arguments = ["run", "--manifest", str(path), "--json", "--out-dir", str(tmp_path)]
    answer = json.loads(subprocess.run([command(), *arguments], capture_output=True, check=True).stdout)
    assert answer["ok"] and answer.get("printed", "") == run.printed
    for key, count in run.stats.items():
        assert answer["hidden_accesses" if key == "hidden" else key] == count
    for buffer in answer["buffers"]:
        assert (tmp_path / f"{buffer['name']}.bin").read_bytes() == run.buffers[buffer["name"]]


def manifest(tmp_path, **changes):
    data = json.loads((ROOT / "examples/vadd.json").read_text())
    data["program"] = str(ROOT / "examples" / data["program"])
    for buffer in data["buffers"]:
        for key in ("in", "expect"):
            if isinstance(buffer.get(key), str):
                buffer[key] = str(ROOT / "examples" / buffer[key])
    data.update(changes)
    path = tmp_path / "vadd.json"
    path.write_text(json.dumps(data))
    return path


def test_differences_are_listed(tmp_path):
    path = manifest(tmp_path)
    data = json.loads(path.read_text())
    expected = next(buffer for buffer in data["buffers"] if "expect" in buffer)
    expected["expect"] = {"fill": {"type": "f32", "value": -1}}
    path.write_text(json.dumps(data))
    run = isa.run_manifest(path)
    index, wanted, got = run.differences[expected["name"]][0]
    assert not run.ok and run.wrong[expected["name"]] > 10 and index == 0
    # An exact comparison shows words.
    assert wanted == "0xbf800000" != got


def test_errors_say_where(tmp_path):
    path = manifest(tmp_path, kernel="vsub")
    with pytest.raises(isa.ManifestError) as caught:
        isa.run_manifest(path)
    (only,) = caught.value.diagnostics
    assert "vsub" in only.message and path.read_text()[slice(*only.place)].strip('"') == "vsub"
    path = manifest(tmp_path, gird=[64])
    with pytest.raises(isa.ManifestError, match="gird") as caught:
        isa.run_manifest(path)
    assert caught.value.diagnostics[0].help == "did you mean `grid`?"
    with pytest.raises(OSError, match="nothing.json"):
        isa.run_manifest(tmp_path / "nothing.json")


def test_a_program_includes_files_of_its_folder(tmp_path):
    target, rest = (ROOT / "examples/vadd.s").read_text().split(".text", 1)
    (tmp_path / "rest.inc").write_text(".text" + rest)
    (tmp_path / "main.s").write_text(target + '.include "rest.inc"\n')
    path = manifest(tmp_path, program="main.s")
    assert isa.run_manifest(path).ok
    assert subprocess.run([command(), "run", "--manifest", str(path)], capture_output=True).returncode == 0
    (tmp_path / "rest.inc").write_text(".text\n  s_nopp 0\n" + rest)
    with pytest.raises(isa.AssemblyError, match=r"rest\.inc:2:3: error\[E0103\]") as caught:
        isa.run_manifest(path)
    (only,) = caught.value.diagnostics
    assert (only.file, only.line, only.column) == ("rest.inc", 2, 3)


def test_faults_are_exceptions(tmp_path):
    path = manifest(tmp_path)
    data = json.loads(path.read_text())
    data["buffers"][0]["bytes"] = 16
    data["buffers"][0]["in"] = {"fill": {"type": "f32", "value": 1}}
    path.write_text(json.dumps(data))
    with pytest.raises(isa.Fault) as caught:
        isa.run_manifest(path)
    assert caught.value.kernel == "vadd" and caught.value.kind == "out-of-bounds"
