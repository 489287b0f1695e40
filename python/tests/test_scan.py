"""`isatope scan` with engines: every query of docs/scan.md runs in DuckDB on tables of the repository's objects."""

import os
import re
import subprocess
from pathlib import Path

import pytest

duckdb = pytest.importorskip("duckdb")
ROOT = Path(__file__).resolve().parents[2]


def program() -> list[str]:
    """The command: built before, or by cargo."""
    built = os.environ.get("ISATOPE_SCAN")
    return [built] if built else ["cargo", "run", "--quiet", "--package", "isatope-scan", "--"]


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    out = tmp_path_factory.mktemp("tables")
    for source in ("one", "two"):
        command = [*program(), "tests/objects", "-o", str(out), "--source", source, "--text", "llvm"]
        subprocess.run(command, cwd=ROOT, check=True)
    return out


def queries() -> list[str]:
    return re.findall(r"```sql\n(.*?)```", (ROOT / "docs/scan.md").read_text(), re.S)


def test_there_are_ten_queries():
    assert len(queries()) == 10


@pytest.mark.parametrize("query", queries(), ids=range(len(queries())))
def test_query(tables, query, monkeypatch):
    monkeypatch.chdir(tables)
    rows = duckdb.sql(query).fetchall()
    if "mnemonic, count" in query:
        assert rows and all(count > 0 for _, count in rows)


def test_counts_are_those_of_the_command(tables, monkeypatch):
    import isatope as isa

    monkeypatch.chdir(tables)
    counted = duckdb.sql(
        "SELECT file, kernel, count(*) FROM 'instructions-*.parquet' JOIN 'kernels-*.parquet' USING (kernel_id) "
        "WHERE source = 'one' GROUP BY file, image, kernel"
    ).fetchall()
    assert counted
    for file, kernel, count in counted:
        library = isa.open(ROOT / file)
        found = [len(k.instructions()) for k in library.kernels if k.symbol == kernel]
        # Both scans have the same numbers for the same kernels.
        assert count in [2 * n for n in found] + found


def test_polars_reads_them(tables):
    polars = pytest.importorskip("polars")
    frame = polars.scan_parquet(tables / "instructions-*.parquet").group_by("mnemonic").len().collect()
    assert frame.height > 5
