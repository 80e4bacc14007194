"""ks_statistic, the table macro, against the oracle and scikit-learn's curve."""

from __future__ import annotations

import math
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
    found = oracle.ks(rows)
    return [] if found is None else [dict(zip(("ks", "threshold"), found, strict=True))]


@pytest.mark.parametrize("engine", SQL_ENGINES)
@pytest.mark.parametrize("case", cases.PLAIN)
def test_cases(engine: str, con: duckdb.DuckDBPyConnection, case: str) -> None:
    in_case(engine, con, "ks_statistic", case, expected)


@given(rows=cases.rows)
@pytest.mark.parametrize("weighted", [False, True])
def test_any_rows_in_groups(con: duckdb.DuckDBPyConnection, weighted: bool, rows: list[Any]) -> None:
    in_groups(con, "ks_statistic", rows, weighted, expected)


@pytest.mark.parametrize("distinct", [4, 10**9])
def test_scikit_learn(con: duckdb.DuckDBPyConnection, distinct: int) -> None:
    rng = np.random.default_rng(distinct)
    label = rng.random(3_000) < 0.2
    score = np.floor((rng.normal(size=3_000) + label) * distinct) / distinct
    (row,) = run("macro", con, "ks_statistic", cases.table(score=score, label=label), "score", "label")
    fpr, tpr, _ = metrics.roc_curve(label, score, drop_intermediate=False)
    assert same(row["ks"], float(np.abs(tpr - fpr).max()))


@pytest.mark.parametrize("weight", ["1", "0.1", "1e-9", "7"])
def test_equal_distances_go_to_the_highest_threshold(con: duckdb.DuckDBPyConnection, weight: str) -> None:
    """A third ahead of 1/3 and 2/3 behind of 1 are the same distance, but not the same double."""
    labels = [label == "p" for label in "nppnnp"]
    table = cases.table(score=[6, 5, 4, 3, 2, 1], label=labels)
    assert abs(2 / 3 - 1) > abs(0 - 1 / 3)
    (row,) = run("macro", con, "ks_statistic", table, "score", "label", weight=weight)
    assert row == {"ks": pytest.approx(1 / 3, abs=1e-15), "threshold": 6.0}


def test_nothing_separates(con: duckdb.DuckDBPyConnection) -> None:
    table = cases.table(score=[0.5] * 4, label=[True, True, False, False])
    assert run("macro", con, "ks_statistic", table, "score", "label") == [{"ks": 0.0, "threshold": math.inf}]


def test_the_wrong_way_round_separates_too(con: duckdb.DuckDBPyConnection) -> None:
    table = cases.table(score=[0.1, 0.2, 0.8, 0.9], label=[True, True, False, False])
    assert run("macro", con, "ks_statistic", table, "score", "label") == [{"ks": 1.0, "threshold": 0.8}]
