"""`isatope scan` with engines: every query of docs/scan.md runs in DuckDB on tables of the repository's objects."""

import os
import re
import signal
import subprocess
import threading
import time
from pathlib import Path

import isatope as isa
import pytest

duckdb = pytest.importorskip("duckdb")
ROOT = Path(__file__).resolve().parents[2]
LARGE = os.environ.get("ISATOPE_LARGE")
COMMAND = os.environ.get("ISATOPE", "isatope")


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
    paths = LIBRARIES if LARGE else LIBRARIES[1:]
    if not all(path.exists() for path in paths):
        pytest.skip("librocsparse0 and librocrand1 are not installed")
    out = tmp_path_factory.mktemp("libraries")
    tables = [] if LARGE else ["--tables", "kernels", "--no-check"]
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
    # The same objects were scanned twice, none spills into scratch, and the compilers' waits are right.
    assert rows or any(part in query for part in ("a.source < b.source", "findings > 0", "spilled", "alike"))


@pytest.mark.parametrize("query", queries(), ids=range(len(queries())))
def test_query_of_libraries(libraries, query, monkeypatch):
    if "instructions-*" in query and not LARGE:
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


def test_findings_are_those_of_the_command(tmp_path):
    """Kernels of which some have no waits, in containers and as bare code."""
    good = (ROOT / "examples/vadd.s").read_text()
    bad = re.sub(r"s_waitcnt .*", "s_nop 0", good)
    for name, text in (("good", good), ("bad", bad)):
        source = isa.Source(text)
        (tmp_path / f"{name}.co").write_bytes(source.object())
        (tmp_path / f"{name}.bin").write_bytes(source.sections[".text"])
    scan(tmp_path / "out", str(tmp_path), "--target", "gfx900")
    counts = dict(duckdb.sql(f"SELECT file, sum(findings) FROM '{tmp_path}/out/kernels-*.parquet' GROUP BY file").fetchall())
    assert len(counts) == 4
    for file, count in counts.items():
        assert count == len(isa.check(file, "gfx900")), file
        assert (count > 0) == ("bad" in file)
        said = subprocess.run([COMMAND, "check", file, "-t", "gfx900", "--message-format", "json"], capture_output=True, text=True)
        assert count == len(said.stderr.splitlines()), said.stderr
    scan(tmp_path / "unchecked", str(tmp_path), "--target", "gfx900", "--no-check")
    assert duckdb.sql(f"SELECT DISTINCT findings FROM '{tmp_path}/unchecked/kernels-*.parquet'").fetchall() == [(None,)]


def test_columns_are_the_costs():
    """The instructions of each unit are those of `isa.cost`, and so is the number of wavefronts."""
    pyarrow = pytest.importorskip("pyarrow")
    shaders = [(path, "g78") for path in sorted((ROOT / "tests/cases/shaders").glob("*/22.bin"))]
    objects = [(path, None) for path in sorted((ROOT / "tests/objects").glob("*.co"))]
    assert len(shaders) > 20 and len(objects) > 5
    for path, target in shaders + objects:
        rows = pyarrow.table(isa.scan(path, table="kernels", target=target)).to_pylist()
        costs = {cost.symbol or cost.name: cost for cost in isa.cost(path, target) if cost.is_kernel}
        assert rows and len(rows) == len(costs)
        for row in rows:
            cost = costs[row["kernel"]]
            assert row["instructions"] == cost.instructions
            assert {unit: row[unit] for unit in cost.units} == {unit: count for unit, (count, _) in cost.units.items()}
            assert row["max_waves"] == (None if target else cost.occupancy)


def test_streams_have_the_rows_of_the_command(tables, monkeypatch):
    """`isa.scan` gives the rows that `isatope scan` writes, in the order of the files."""
    pyarrow = pytest.importorskip("pyarrow")
    monkeypatch.chdir(ROOT)
    for table in ("instructions", "kernels"):
        stream = isa.scan("tests/objects", table=table, text="llvm", source="one", check=True)
        rows = pyarrow.table(stream)
        columns = ", ".join(f'"{name}"' for name in rows.column_names)
        files = f"SELECT {columns} FROM '{tables}/{table}-*.parquet'"
        if table == "instructions":
            files += f" WHERE kernel_id IN (SELECT kernel_id FROM '{tables}/kernels-*.parquet')"
        else:
            files += " WHERE source = 'one'"
        assert duckdb.sql(f"SELECT count(*) FROM (({files}) EXCEPT (FROM rows))").fetchall() == [(0,)]
        assert duckdb.sql(f"SELECT count(*) FROM ((FROM rows) EXCEPT ({files}))").fetchall() == [(0,)]
        if table == "kernels":
            assert rows.column("file").to_pylist() == sorted(rows.column("file").to_pylist())
        with pytest.raises(OSError):
            pyarrow.table(stream)


def test_streams_take_several_paths_and_bare_code(tmp_path):
    code = isa.assemble("s_nop 0\ns_endpgm", "gfx900")
    for name in ("one", "two"):
        (tmp_path / name).write_bytes(code)
    paths = [tmp_path / "one", tmp_path / "two"]
    (batch, other) = isa.scan(paths, target="gfx900")
    assert (batch.num_rows, other.num_rows) == (2, 2)
    assert isa.scan(tmp_path, target="gfx900").read_all() == isa.scan(paths, target="gfx900").read_all()
    (tmp_path / "broken").write_bytes(b"\x7fELF")
    (errors,) = isa.scan(tmp_path, target="gfx900", table="errors")
    assert str(tmp_path / "broken") == errors["file"][0].as_py() and errors["message"][0].as_py()
    with pytest.raises(ValueError, match="llvm"):
        isa.scan(tmp_path, text="intel")
    with pytest.raises(ValueError, match="kernels"):
        isa.scan(tmp_path, table="kernel")
    with pytest.raises(OSError, match="nothing"):
        isa.scan(tmp_path / "nothing")


def test_a_stream_is_not_in_memory(tmp_path):
    """Threads read a few files ahead, and no more."""
    for number in range(200):
        (tmp_path / f"{number:03}").write_bytes(isa.assemble("s_nop 0\ns_endpgm", "gfx900"))
    stream = iter(isa.scan(tmp_path, target="gfx900"))
    first = next(stream)
    time.sleep(0.3)
    # Files that were not read yet are read as they are now.
    for number in range(100, 200):
        (tmp_path / f"{number:03}").write_bytes(isa.assemble("s_endpgm", "gfx900"))
    assert first.num_rows == 2
    rows = [batch.num_rows for batch in stream]
    assert len(rows) == 199 and rows[-1] == 1


def test_a_signal_stops_a_stream(tmp_path):
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.mkfifo(tmp_path / "pipe")
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    start = time.monotonic()
    with pytest.raises(Exception, match="KeyboardInterrupt"):
        list(isa.scan(tmp_path / "pipe"))
    assert time.monotonic() - start < 4
    os.close(os.open(tmp_path / "pipe", os.O_WRONLY))


def test_polars_reads_them(tables):
    polars = pytest.importorskip("polars")
    frame = polars.scan_parquet(tables / "instructions-*.parquet").group_by("mnemonic").len().collect()
    assert frame.height > 5
