"""The rows that all cases share, and what their areas must come to."""

from __future__ import annotations

from pathlib import Path

import duckdb
import numpy as np
from numpy.typing import NDArray

import rocsql

Columns = dict[str, NDArray[np.generic]]
Floats = NDArray[np.float64]

#: One in ten rows is positive; positives score higher by 0.3, which makes an AUC of about 0.755. Groups lie interleaved, as in
#: rows logged by time, not one after the other. One group of 100 rows in 40,000 has no positives, so that NULL is met too.
_ROWS = """
SELECT
    score,
    floor(score / 1.3 * 10000) AS coarse_score,
    label,
    (i % 100)::INTEGER AS hundred,
    (i % 1000)::INTEGER AS thousand,
    (i % greatest({rows} // 100, 1))::INTEGER AS hundreds
FROM (
    SELECT i, label, random() + CASE WHEN label THEN 0.3 ELSE 0 END AS score
    FROM (SELECT i, random() < 0.1 AS label FROM range({rows}) AS r(i))
)
"""


def write(file: Path, rows: int) -> None:
    """The data as Parquet; on one thread, because only then a seed fixes what random() gives."""
    with duckdb.connect(config={"threads": 1}) as con:
        con.execute("SELECT setseed(0.42)").fetchall()
        con.execute(f"COPY ({_ROWS.format(rows=rows)}) TO '{file}' (FORMAT parquet)").fetchall()


def load(file: Path, score: str, part: str | None, limit: int | None = None) -> duckdb.DuckDBPyConnection:
    """A connection with rocsql and the table preds: score, label and, with groups, part."""
    con = rocsql.register(duckdb.connect(config={"temp_directory": str(file.parent / "spill")}))
    con.execute(
        f"CREATE TABLE preds AS SELECT {score} AS score, label{f', {part} AS part' if part else ''} FROM '{file}'"
        + (f" LIMIT {limit}" if limit else "")
    ).fetchall()
    return con


def expected(con: duckdb.DuckDBPyConnection, part: str | None) -> Columns:
    """Every group's AUC and standard error, computed with NumPy from DeLong's definition and no code of rocsql's."""
    rows = con.execute("FROM preds").fetchnumpy()
    if part is None:
        groups = np.zeros(1, dtype=np.int32)
        found = [_area(rows["score"], rows["label"])]
    else:
        order = np.argsort(rows["part"], kind="stable")
        groups, starts = np.unique(rows["part"][order], return_index=True)
        scores, labels = np.split(rows["score"][order], starts[1:]), np.split(rows["label"][order], starts[1:])
        found = [_area(score, label) for score, label in zip(scores, labels, strict=True)]
    return {"part": groups, "auc": np.array([auc for auc, _ in found]), "std_error": np.array([error for _, error in found])}


def _area(score: Floats, label: NDArray[np.bool_]) -> tuple[float, float]:
    """AUC and standard error; NaN where rocsql says NULL."""
    pos, neg = np.sort(score[label]), np.sort(score[~label])
    if len(pos) == 0 or len(neg) == 0:
        return np.nan, np.nan
    pos_placements = (neg.searchsorted(pos, "left") + neg.searchsorted(pos, "right")) / (2 * len(neg))
    auc = float(pos_placements.mean())
    if len(pos) == 1 or len(neg) == 1:
        return auc, np.nan
    neg_placements = 1 - (pos.searchsorted(neg, "left") + pos.searchsorted(neg, "right")) / (2 * len(pos))
    return auc, float(np.sqrt(pos_placements.var(ddof=1) / len(pos) + neg_placements.var(ddof=1) / len(neg)))
