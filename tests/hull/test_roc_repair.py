"""roc_repair, against the oracle, and by using the repaired classifier."""

from __future__ import annotations

import random
from typing import Any

import duckdb
import pytest
from hypothesis import given

from tests import cases, oracle
from tests.compare import assert_rows
from tests.engines import run

NAMES = ["threshold_low", "threshold_high", "threshold", "tpr_before", "fpr_before", "tpr_after", "fpr_after"]


def expected(rows: list[oracle.Row], **by: Any) -> list[dict[str, Any]]:
    return [{**by, **dict(zip(NAMES, row, strict=True))} for row in oracle.repair(rows)]


@pytest.mark.parametrize("engine", ["macro", "standalone"])
@pytest.mark.parametrize("case", cases.PLAIN)
def test_cases(engine: str, con: duckdb.DuckDBPyConnection, case: str) -> None:
    scores, labels = cases.PLAIN[case]
    rows = oracle.usable(zip(scores, labels, [1.0] * len(scores), strict=True))
    found = run(engine, con, "roc_repair", cases.table(score=scores, label=labels), "score", "label")
    assert_rows(found, expected(rows))


@given(rows=cases.rows)
def test_groups(con: duckdb.DuckDBPyConnection, rows: list[Any]) -> None:
    columns = [list(column) for column in zip(*rows, strict=True)] or [[]] * 4
    table = cases.table(score=columns[0], label=columns[1], model=columns[3])
    wanted = []
    for model in ("a", "b", None):
        wanted += expected(oracle.usable((s, y, 1.0) for s, y, _, m in rows if m == model), model=model)
    assert_rows(run("macro", con, "roc_repair", table, "score", "label", by=["model"]), wanted)


def test_the_repaired_classifier_is_where_it_is_said_to_be(con: duckdb.DuckDBPyConnection) -> None:
    """score >= threshold_high, or threshold_low <= score < threshold: applied to the rows, for every point of every concavity."""
    draw = random.Random(8)
    rows = [(draw.randrange(40) / 40, draw.random() < 0.4) for _ in range(200)]
    table = cases.table(score=[s for s, _ in rows], label=[y for _, y in rows])
    con.register("to_repair", table)
    applied = con.execute("""
        SELECT
            r.tpr_after, avg(CASE WHEN p.label THEN (p.score >= threshold_high OR p.score >= threshold_low AND p.score < threshold)::INT END),
            r.fpr_after, avg(CASE WHEN NOT p.label THEN (p.score >= threshold_high OR p.score >= threshold_low AND p.score < threshold)::INT END)
        FROM roc_repair('to_repair', score, label) AS r CROSS JOIN to_repair AS p
        GROUP BY ALL
    """).fetchall()
    assert len(applied) > 10
    for tpr_promised, tpr, fpr_promised, fpr in applied:
        assert (tpr, fpr) == (pytest.approx(tpr_promised, abs=1e-12), pytest.approx(fpr_promised, abs=1e-12))


def test_flach(con: duckdb.DuckDBPyConnection) -> None:
    """1+ .9+ .51- .49+ .1- 0-: turning .51 and .49 round makes the perfect classifier."""
    scores, labels = cases.PLAIN["flach, 8/9"]
    found = run("macro", con, "roc_repair", cases.table(score=scores, label=labels), "score", "label")
    assert_rows(found, [{"threshold_low": 0.49, "threshold_high": 0.9, "threshold": 0.51, "tpr_before": 2 / 3, "fpr_before": 1 / 3,
                         "tpr_after": 1.0, "fpr_after": 0.0}])  # fmt: skip
