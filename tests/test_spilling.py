"""What is larger than the memory there is goes to disk and comes out as it does with plenty of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import pytest

import rocsql

ROWS = 1_000_000
CURVES = [
    "roc_curve({preds}, score, label{by})",
    "roc_curve({preds}, score, label, weight := 0.5 + score{by})",
    "cost_roc_curve({preds}, score, label, 1 + score, 2{by})",
    "counts_roc_curve({preds}, score, label::INTEGER, 1 - label::INTEGER{by})",
    "counts_roc_curve({preds}, score, label::DOUBLE, 1.5 - label::DOUBLE{by})",
    "threshold_metrics({preds}, score, label{by})",
    "det_curve({preds}, score, label{by})",
    "tie_groups({preds}, score, label{by})",
    "roc_hull({preds}, score, label{by})",
    "calibration_map({preds}, score, label{by})",
]


@pytest.fixture(scope="module")
def preds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("spilling") / "preds.parquet"
    duckdb.sql(
        f"SELECT hash(i) / 2.0 ** 64 AS score, hash(-i) % 10 = 0 AS label, i % 3 AS part FROM range({ROWS}) AS t(i)"
    ).write_parquet(str(path))
    return path


@pytest.fixture
def spilling(tmp_path: Path) -> dict[str, Any]:
    """On DuckDB 1.5 two processes in one folder would overwrite each other's spilled rows."""
    return {"threads": 2, "temp_directory": str(tmp_path / "spilled")}


@pytest.mark.parametrize("by", ["", ", by := ['part']"])
@pytest.mark.parametrize("curve", CURVES)
def test_curves_spill(
    con: duckdb.DuckDBPyConnection, preds: Path, spilling: dict[str, Any], tmp_path: Path, curve: str, by: str
) -> None:
    """UNION ALL with a few rows below a sort keeps it in memory, so the origin of a curve must come another way."""
    query = f"FROM {curve.format(preds=repr(str(preds)), by=by)}"
    # Sorted in SQL, as without Python.
    with duckdb.connect(config=spilling) as plain:
        plain.execute(rocsql.bundle())
        plain.execute(f"CREATE TABLE ample AS SELECT count(*) AS n, bit_xor(hash(c)) AS content FROM ({query}) AS c").fetchall()
        plain.execute("SET memory_limit = '70MiB'").fetchall()
        plain.execute(f"COPY ({query}) TO '{tmp_path}/curve.parquet'").fetchall()
        found = plain.execute(f"SELECT count(*), bit_xor(hash(c)) FROM '{tmp_path}/curve.parquet' AS c").fetchall()
        assert found == plain.execute("FROM ample").fetchall()


SCORES = {
    "usual": "hash(i) / 2.0 ** 64 + CASE WHEN hash(-i) % 10 = 0 THEN 0.3 ELSE 0 END",
    "few pairs are lost": "hash(i) / 2.0 ** 64 + CASE WHEN hash(-i) % 10 = 0 THEN 0.99 ELSE 0 END",
    "few pairs are won": "hash(i) / 2.0 ** 64 - CASE WHEN hash(-i) % 10 = 0 THEN 0.99 ELSE 0 END",
    "silent on most rows": "CASE WHEN i % 100 = 0 THEN hash(i) / 2.0 ** 64 + CASE WHEN hash(-i) % 10 = 0 THEN 0.3 ELSE 0 END ELSE 0 END",
    "no small tie": "hash(i) % 5",
}


@pytest.mark.parametrize("by", ["", ", by := ['part']"])
@pytest.mark.parametrize("scores", SCORES)
def test_bootstrap_of_rows_that_do_not_fit(
    con: duckdb.DuckDBPyConnection, spilling: dict[str, Any], scores: str, by: str
) -> None:
    """Rows that are too many for lists are counted in cells: not the same draws, but an interval as wide."""
    query = f"SELECT auc, ci_low, ci_high FROM roc_auc_bootstrap(preds, score, label, replicates := 4000{by})"
    with rocsql.register(duckdb.connect(config=spilling)) as other:
        other.execute(
            f"CREATE TABLE preds AS SELECT {SCORES[scores]} AS score, hash(-i) % 10 = 0 AS label, i % 3 AS part FROM range(60000) AS t(i)"
        ).fetchall()
        ample = other.execute(query).fetchall()
        other.execute("SET memory_limit = '25MiB'").fetchall()
        assert other.execute("SELECT _rocsql_fitting_rows()").fetchall() < [(60_000,)]
        for (area, *wanted), (counted_area, *found) in zip(ample, other.execute(query).fetchall(), strict=True):
            assert counted_area == area
            width = wanted[1] - wanted[0]
            assert found[1] - found[0] == pytest.approx(width, rel=0.08)
            assert found == pytest.approx(wanted, abs=0.06 * width)


def test_bootstrap_spills(con: duckdb.DuckDBPyConnection, preds: Path, spilling: dict[str, Any]) -> None:
    query = f"FROM roc_auc_bootstrap('{preds}', score, label, by := ['part'])"
    with rocsql.register(duckdb.connect(config=spilling)) as other:
        areas = f"SELECT part, auc FROM ({query})"
        ample = other.execute(areas).fetchall()
        other.execute("SET memory_limit = '70MiB'").fetchall()
        assert other.execute(areas).fetchall() == ample


def test_two_processes_spill_in_one_folder(con: duckdb.DuckDBPyConnection, preds: Path, tmp_path: Path) -> None:
    """On DuckDB 1.5 they would share the files of .tmp, and fail or crash."""
    options = [
        "--score",
        "score",
        "--label",
        "label",
        "--by",
        "part",
        "--format",
        "csv",
        "--memory-limit",
        "70MB",
        "--threads",
        "2",
    ]
    command = [sys.executable, "-m", "rocsql.cli", "curve", str(preds), *options]
    runs = [subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    one, other = (run.communicate()[0] for run in runs)
    assert [run.returncode for run in runs] == [0, 0]
    assert one == other
    assert one.count("\n") == 1 + ROWS + 3
    assert not list(tmp_path.glob(".tmp*/*"))
