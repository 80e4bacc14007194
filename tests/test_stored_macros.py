"""Macros kept in a database file: the same numbers whichever DuckDB stored them and whichever reads them."""

from __future__ import annotations

import json
import multiprocessing
import re
import subprocess
from pathlib import Path
from typing import Any

import duckdb
import pytest

import rocsql
from rocsql import catalog
from rocsql import duckdb as loader

ROOT = Path(__file__).parent.parent
#: The environments that `make test` prepares, by the major version of DuckDB in them.
PYTHONS = {"2": ROOT / ".venv" / "bin" / "python", "1": ROOT / ".venv-duckdb-1.5" / "bin" / "python"}

TABLES = """
CREATE OR REPLACE TEMP TABLE preds AS
SELECT (i * 7919 % 1000) / 500 AS score, i * 31 % 7 < 2 AS label, i % 20 AS amount, 'm' || i % 2 AS model, i % 10 AS fold,
    'c' || i % 3 AS class, 'c' || i // 3 % 3 AS actual
FROM range(1000) t(i);
CREATE OR REPLACE TEMP TABLE sketches AS SELECT model AS part, * FROM roc_sketch(preds, score, label, by := ['model']);
"""

EXAMPLES = {
    macro.key: macro.example for macro in catalog.macros() if macro.is_public and macro.is_table and not macro.needs_python
}
EXAMPLES |= {
    "thinned": "FROM roc_curve(preds, score, label, max_points := 20)",
    "thinned groups": "FROM roc_curve(preds, score, label, by := ['model'], max_points := 20)",
    "issue": "FROM confusion_at(preds, score, label, [0.3, 0.5])",
    "many thresholds": "FROM confusion_at(preds, score, label, list_transform(range(40), lambda i: i / 10))",
    "weighted hull": "FROM roc_hull(preds, score, label, weight := amount)",
}

READ = """
import json, sys, duckdb
con = duckdb.connect(sys.argv[1], read_only=True)
con.execute(sys.argv[2]).fetchall()
for query in sys.argv[3:]:
    print(json.dumps(con.execute(query).fetchall(), default=str))
"""


def read(python: Path, file: Path) -> list[Any]:
    """The answers of that DuckDB to every example."""
    command = [str(python), "-c", READ, str(file), TABLES, *EXAMPLES.values()]
    return [
        json.loads(line) for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    ]


def assert_same(key: str, found: list[Any], wanted: list[Any]) -> None:
    """The same rows; sums may be rounded otherwise where threads add them up in another order."""
    assert len(found) == len(wanted), key
    for row, other in zip(found, wanted, strict=True):
        assert list(row) == pytest.approx(list(other), rel=1e-12, abs=1e-12), key


def test_no_lag_or_lead_has_further_arguments(con: duckdb.DuckDBPyConnection) -> None:
    """Stored, they lose the offset and the default in another version."""
    for macro in catalog.macros():
        assert not re.search(r"\b(lag|lead)\([^()]*,", macro.statement, flags=re.IGNORECASE), macro.name


@pytest.mark.parametrize("writer", PYTHONS)
def test_each_duckdb_reads_what_the_other_stored(writer: str, tmp_path: Path) -> None:
    reader = next(major for major in PYTHONS if major != writer)
    if not all(python.exists() for python in PYTHONS.values()):
        pytest.skip("needs both environments of `make test`")
    file = tmp_path / "warehouse.duckdb"
    code = "import sys, duckdb, rocsql; assert duckdb.__version__[0] == sys.argv[2]; rocsql.install(sys.argv[1])"
    subprocess.run([PYTHONS[writer], "-c", code, file, writer], check=True, cwd=ROOT)
    own, other = read(PYTHONS[writer], file), read(PYTHONS[reader], file)
    assert len(own) == len(EXAMPLES)
    for key, wanted, found in zip(EXAMPLES, own, other, strict=True):
        assert_same(key, found, wanted)


def test_stored_macros_give_the_registered_numbers(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    file = tmp_path / "warehouse.duckdb"
    rocsql.install(file)
    with duckdb.connect(file, read_only=True) as stored, duckdb.connect() as fresh:
        fresh.execute("SET threads = 8").fetchall()  # SQL alone, not the kernels
        for one in (stored, rocsql.register(fresh)):
            one.execute(TABLES).fetchall()
        for key, query in EXAMPLES.items():
            assert_same(key, stored.execute(query).fetchall(), fresh.execute(query).fetchall())


@pytest.mark.parametrize("key", [key for key in EXAMPLES if "/" in key])
def test_an_untested_version_gets_a_sentence(con: duckdb.DuckDBPyConnection, key: str) -> None:
    cursor = con.cursor()
    cursor.execute(TABLES).fetchall()
    cursor.execute("CREATE TEMP MACRO _rocsql_stored_by() AS 'rocsql 0.2.0 with DuckDB v7.1.0'").fetchall()
    cursor.execute("SET threads = 8").fetchall()
    try:
        with pytest.raises(
            duckdb.Error, match=r"stored by rocsql 0.2.0 with DuckDB v7.1.0 .* store them again with rocsql install"
        ):
            cursor.execute(EXAMPLES[key]).fetchall()
    finally:
        cursor.execute("SET threads = 2").fetchall()


def test_a_new_file_is_readable_by_both_lines(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    rocsql.install(tmp_path / "default.duckdb")
    rocsql.install(tmp_path / "latest.duckdb", storage_version="latest")
    versions = []
    for name in ("default", "latest"):
        with duckdb.connect(tmp_path / f"{name}.duckdb") as opened:
            assert opened.execute("SELECT _rocsql_stored_by()").fetchall()[0][0].endswith(f"with DuckDB v{duckdb.__version__}")
            versions += opened.execute("SELECT tags['storage_version'] FROM duckdb_databases() LIMIT 1").fetchall()[0]
    assert versions[0] == "v1.0.0+" != versions[1]


def _install(arguments: tuple[str, int]) -> None:
    rocsql.install(arguments[0])


def test_processes_that_install_at_once_leave_one_whole_file(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    file = tmp_path / "new.duckdb"
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        answers = [pool.apply_async(_install, [(str(file), place)]) for place in range(3)]
        failed = []
        for answer in answers:
            try:
                answer.get(120)
            except duckdb.IOException as error:
                failed.append(str(error))
    assert len(failed) < 3
    assert all("lock" in text for text in failed)
    with duckdb.connect(file) as opened:
        assert opened.execute("SELECT gini(1)").fetchall() == [(1.0,)]
    assert [path.name for path in tmp_path.iterdir()] == ["new.duckdb"]


def test_what_another_made_meanwhile_is_kept(
    con: duckdb.DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "new.duckdb"
    link = loader.os.link

    def linked(source: Path, target: Path) -> None:
        with duckdb.connect(target) as other:
            other.execute("CREATE TABLE mine AS SELECT 1").fetchall()
        link(source, target)

    monkeypatch.setattr(loader.os, "link", linked)
    rocsql.install(file)
    with duckdb.connect(file) as opened:
        assert opened.execute("FROM mine").fetchall() == [(1,)]
        assert opened.execute("SELECT gini(1)").fetchall() == [(1.0,)]
