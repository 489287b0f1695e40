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


def scan(out: Path, *arguments: str) -> str:
    command = [*program(), *arguments, "-o", str(out)]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stderr


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    out = tmp_path_factory.mktemp("tables")
    for source in ("one", "two"):
        scan(out, "tests/objects", "--source", source, "--text", "llvm")
    return out


LIBRARIES = [Path("/usr/lib/x86_64-linux-gnu") / name for name in ("librocsparse.so.0", "librocrand.so.1")]


@pytest.fixture(scope="module")
def libraries(tmp_path_factory):
    """Tables of two libraries of Debian. They take many minutes in a build without optimization, which therefore reads
    the kernels of the smaller one. `ISATOPE_LARGE=1` reads everything."""
    large = os.environ.get("ISATOPE_LARGE")
    paths = LIBRARIES if large else LIBRARIES[1:]
    if not all(path.exists() for path in paths):
        pytest.skip("librocsparse0 and librocrand1 are not installed")
    out = tmp_path_factory.mktemp("libraries")
    tables = [] if large else ["--tables", "kernels", "--no-check"]
    for path in paths:
        scan(out, str(path), "--source", path.name, *tables)
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


@pytest.mark.parametrize("query", queries(), ids=range(len(queries())))
def test_query_of_libraries(libraries, query, monkeypatch):
    if "instructions-*" in query and not os.environ.get("ISATOPE_LARGE"):
        pytest.skip("ISATOPE_LARGE is not set")
    monkeypatch.chdir(libraries)
    rows = duckdb.sql(query).fetchall()
    # No kernel has the same name in both libraries, and the compilers' waits are right.
    assert rows or "a.source < b.source" in query or "findings > 0" in query or "spilled" in query


def test_shards_are_the_whole_and_runs_go_on(tmp_path):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    scan(whole, "tests/objects")
    for number in range(4):
        scan(parts, "tests/objects", "--shard", f"{number}/4")
    for table in ("kernels", "instructions"):
        one, four = (f"SELECT * FROM '{folder}/{table}-*.parquet'" for folder in (whole, parts))
        assert duckdb.sql(f"({one}) EXCEPT ALL ({four})").fetchall() == []
        assert duckdb.sql(f"({four}) EXCEPT ALL ({one})").fetchall() == []
    before = {path: path.stat().st_mtime_ns for path in parts.glob("instructions-*")}
    assert before and "skipped" in scan(parts, "tests/objects", "--shard", "0/4")
    assert {path: path.stat().st_mtime_ns for path in parts.glob("instructions-*")} == before


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
