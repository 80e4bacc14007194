"""Curves that are larger than the memory there is go to disk and come out as they are with plenty of it."""

from __future__ import annotations

from pathlib import Path

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


@pytest.mark.parametrize("by", ["", ", by := ['part']"])
@pytest.mark.parametrize("curve", CURVES)
def test_curves_spill(con: duckdb.DuckDBPyConnection, preds: Path, tmp_path: Path, curve: str, by: str) -> None:
    """UNION ALL with a few rows below a sort keeps it in memory, so the origin of a curve must come another way."""
    query = f"FROM {curve.format(preds=repr(str(preds)), by=by)}"
    # Sorted in SQL, as without Python.
    with duckdb.connect(config={"threads": 2, "temp_directory": str(tmp_path / "spilled")}) as plain:
        plain.execute(rocsql.bundle())
        plain.execute(f"CREATE TABLE ample AS SELECT count(*) AS n, bit_xor(hash(c)) AS content FROM ({query}) AS c").fetchall()
        plain.execute("SET memory_limit = '70MiB'").fetchall()
        plain.execute(f"COPY ({query}) TO '{tmp_path}/curve.parquet'").fetchall()
        found = plain.execute(f"SELECT count(*), bit_xor(hash(c)) FROM '{tmp_path}/curve.parquet' AS c").fetchall()
        assert found == plain.execute("FROM ample").fetchall()
