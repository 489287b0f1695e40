"""The recipes of docs/scan.md for Ray and Spark, where these are installed."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import isatope as isa
import pytest

ROOT = Path(__file__).resolve().parents[2]
PATHS = [str(path) for path in sorted((ROOT / "tests/objects").glob("*gfx900.co"))]
RECIPES = re.findall(r"```python\n(.*?)```", (ROOT / "docs/scan.md").read_text(), re.S)


@pytest.mark.parametrize("module", ["ray", "pyspark"])
def test_recipe(module, tmp_path):
    duckdb = pytest.importorskip("duckdb")
    if importlib.util.find_spec(module) is None or (module == "pyspark" and not shutil.which("java")):
        pytest.skip(f"{module} is not installed")
    (recipe,) = [recipe for recipe in RECIPES if f"import {module}" in recipe or f"from {module}" in recipe]
    folder = tmp_path / "tables"
    (tmp_path / "recipe.py").write_text(f"paths, folder = {PATHS!r}, {str(folder)!r}\n{recipe}")
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(isa.__file__).parents[1]),
        "PYSPARK_PYTHON": sys.executable,
        "RAY_USAGE_STATS_ENABLED": "0",
    }
    subprocess.run([sys.executable, "recipe.py"], cwd=tmp_path, env=environment, check=True, capture_output=True)
    files = f"'{folder}/**/*.parquet'"
    kernels = [kernel for path in PATHS for kernel in isa.open(path).kernels]
    instructions = sum(len(kernel.instructions()) for kernel in kernels)
    if module == "ray":
        assert duckdb.sql(f"SELECT count(*) FROM {files}").fetchall() == [(instructions,)]
    else:
        rows = duckdb.sql(f"SELECT count(*), sum(instructions) FROM {files}").fetchall()
        assert rows == [(len(kernels), instructions)]
