"""pr_curve, against the oracle and scikit-learn."""

from __future__ import annotations

from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import given
from sklearn import metrics

from tests import cases, oracle
from tests.conform import SQL_ENGINES, in_case, in_groups
from tests.engines import run


def expected(rows: list[oracle.Row]) -> list[dict[str, Any]]:
    return [dict(zip(("threshold", "tp", "fp", "precision", "recall"), r, strict=True)) for r in oracle.pr_curve(rows)]


@pytest.mark.parametrize("engine", SQL_ENGINES)
@pytest.mark.parametrize("case", cases.PLAIN)
def test_cases(engine: str, con: duckdb.DuckDBPyConnection, case: str) -> None:
    in_case(engine, con, "pr_curve", case, expected)


@given(rows=cases.rows)
@pytest.mark.parametrize("weighted", [False, True])
def test_any_rows_in_groups(con: duckdb.DuckDBPyConnection, weighted: bool, rows: list[Any]) -> None:
    in_groups(con, "pr_curve", rows, weighted, expected)


@pytest.mark.parametrize("distinct", [4, 10**9])
def test_scikit_learn(con: duckdb.DuckDBPyConnection, distinct: int) -> None:
    rng = np.random.default_rng(distinct)
    label = rng.random(3_000) < 0.2
    score = np.floor((rng.normal(size=3_000) + label) * distinct) / distinct
    found = run("macro", con, "pr_curve", cases.table(score=score, label=label), "score", "label")
    precision, recall, thresholds = metrics.precision_recall_curve(label, score)
    # scikit-learn goes up, and ends where we start: with a precision of 1 that nothing has.
    assert [row["threshold"] for row in found[:0:-1]] == thresholds.tolist()
    assert [row["precision"] for row in found[:0:-1]] == pytest.approx(precision[:-1], abs=1e-12)
    assert [row["recall"] for row in found[::-1]] == pytest.approx(recall, abs=1e-12)
