"""average_precision, the table macro, against the oracle and scikit-learn."""

from __future__ import annotations

from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import given
from sklearn import metrics

from tests import cases, oracle
from tests.compare import same
from tests.conform import SQL_ENGINES, in_case, in_groups
from tests.engines import run


def expected(rows: list[oracle.Row]) -> list[dict[str, Any]]:
    if not rows:
        return []
    n_pos = sum(y for _, y, _ in rows)
    # With one class nothing is ranked: NULL, as all statistics.
    average = oracle.average_precision(rows) if oracle.both_classes(rows) else None
    return [{"average_precision": average, "n_pos": n_pos, "n_neg": len(rows) - n_pos}]


@pytest.mark.parametrize("engine", SQL_ENGINES)
@pytest.mark.parametrize("case", cases.PLAIN)
def test_cases(engine: str, con: duckdb.DuckDBPyConnection, case: str) -> None:
    in_case(engine, con, "average_precision", case, expected)


@given(rows=cases.rows)
@pytest.mark.parametrize("weighted", [False, True])
def test_any_rows_in_groups(con: duckdb.DuckDBPyConnection, weighted: bool, rows: list[Any]) -> None:
    in_groups(con, "average_precision", rows, weighted, expected)


@pytest.mark.parametrize("distinct", [4, 10**9])
def test_scikit_learn(con: duckdb.DuckDBPyConnection, distinct: int) -> None:
    rng = np.random.default_rng(distinct)
    label = rng.random(5_000) < 0.2
    score = np.floor((rng.normal(size=5_000) + label) * distinct) / distinct
    weight = rng.exponential(size=5_000)
    table = cases.table(score=score, label=label, weight=weight)
    (plain,) = run("macro", con, "average_precision", table, "score", "label")
    assert same(plain["average_precision"], float(metrics.average_precision_score(label, score)))
    (weighted,) = run("macro", con, "average_precision", table, "score", "label", weight="weight")
    assert same(weighted["average_precision"], float(metrics.average_precision_score(label, score, sample_weight=weight)))
    assert weighted["n_pos"] == plain["n_pos"] == label.sum()
