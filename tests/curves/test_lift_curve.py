"""lift_curve, against the oracle and threshold_metrics."""

from __future__ import annotations

from typing import Any

import duckdb
import pytest
from hypothesis import given

from tests import cases, oracle
from tests.compare import same
from tests.conform import SQL_ENGINES, in_case, in_groups
from tests.engines import run


def expected(rows: list[oracle.Row]) -> list[dict[str, Any]]:
    return [dict(zip(("threshold", "depth", "gain", "lift"), r, strict=True)) for r in oracle.lift_curve(rows)]


@pytest.mark.parametrize("engine", SQL_ENGINES)
@pytest.mark.parametrize("case", cases.PLAIN)
def test_cases(engine: str, con: duckdb.DuckDBPyConnection, case: str) -> None:
    in_case(engine, con, "lift_curve", case, expected)


@given(rows=cases.rows)
@pytest.mark.parametrize("weighted", [False, True])
def test_any_rows_in_groups(con: duckdb.DuckDBPyConnection, weighted: bool, rows: list[Any]) -> None:
    in_groups(con, "lift_curve", rows, weighted, expected)


def test_is_the_lift_of_threshold_metrics(con: duckdb.DuckDBPyConnection) -> None:
    scores, labels = cases.PLAIN["figure 3"]
    table = cases.table(score=scores, label=labels)
    metrics = run("macro", con, "threshold_metrics", table, "score", "label")
    curve = run("macro", con, "lift_curve", table, "score", "label")
    assert all(same(a["lift"], b["lift"]) and a["gain"] == b["tpr"] for a, b in zip(curve, metrics, strict=True))
    assert (curve[0]["depth"], curve[0]["lift"], curve[-1]["depth"], curve[-1]["lift"]) == (0.0, None, 1.0, 1.0)
