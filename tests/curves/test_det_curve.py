"""det_curve, against the oracle and scikit-learn."""

from __future__ import annotations

import math
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
    names = ("threshold", "fpr", "fnr", "fpr_probit", "fnr_probit")
    return [dict(zip(names, r, strict=True)) for r in oracle.det_curve(rows)]


@pytest.mark.parametrize("engine", SQL_ENGINES)
@pytest.mark.parametrize("case", cases.PLAIN)
def test_cases(engine: str, con: duckdb.DuckDBPyConnection, case: str) -> None:
    in_case(engine, con, "det_curve", case, expected)


@given(rows=cases.rows)
@pytest.mark.parametrize("weighted", [False, True])
def test_any_rows_in_groups(con: duckdb.DuckDBPyConnection, weighted: bool, rows: list[Any]) -> None:
    in_groups(con, "det_curve", rows, weighted, expected)


def test_the_ends_are_infinite(con: duckdb.DuckDBPyConnection) -> None:
    scores, labels = cases.PLAIN["figure 3"]
    found = run("macro", con, "det_curve", cases.table(score=scores, label=labels), "score", "label")
    assert (found[0]["fpr_probit"], found[0]["fnr_probit"]) == (-math.inf, math.inf)
    assert (found[-1]["fpr_probit"], found[-1]["fnr_probit"]) == (math.inf, -math.inf)


def test_scikit_learn(con: duckdb.DuckDBPyConnection) -> None:
    rng = np.random.default_rng(3)
    label = rng.random(3_000) < 0.4
    score = np.round(rng.normal(size=3_000) + label, 2)
    found = {
        row["threshold"]: (row["fpr"], row["fnr"])
        for row in run("macro", con, "det_curve", cases.table(score=score, label=label), "score", "label")
    }
    fpr, fnr, thresholds = metrics.det_curve(label, score)
    for x, y, t in zip(fpr, fnr, thresholds, strict=True):
        assert found[t] == pytest.approx((x, y), abs=1e-12)


@pytest.mark.parametrize("engine", SQL_ENGINES)
def test_a_miss_is_not_lost_beside_heavy_positives(engine: str, con: duckdb.DuckDBPyConnection) -> None:
    table = cases.table(score=[0.9, 0.5, 0.1], label=[True, False, True], weight=[1e16, 1.0, 1.0])
    found = run(engine, con, "det_curve", table, "score", "label", weight="weight")
    assert [row["fnr"] for row in found] == [1.0, *[pytest.approx(1e-16, rel=1e-12, abs=0)] * 2, 0.0]
