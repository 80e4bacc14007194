"""partial_auc, against the oracle, scikit-learn and Polars."""

from __future__ import annotations

import itertools
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

import rocsql.polars as roc
from tests import cases, oracle
from tests.compare import same
from tests.conform import SQL_ENGINES, in_case, in_groups
from tests.engines import run


def expected(rows: list[oracle.Row], low: float, high: float) -> list[dict[str, Any]]:
    found = oracle.partial_auc(rows, low, high)
    return [] if found is None else [dict(zip(("partial_auc", "standardized_auc"), found, strict=True))]


@pytest.mark.parametrize("engine", SQL_ENGINES)
@pytest.mark.parametrize("case", cases.PLAIN)
def test_cases(engine: str, con: duckdb.DuckDBPyConnection, case: str) -> None:
    in_case(engine, con, "partial_auc", case, lambda rows: expected(rows, 0, 0.1))
    in_case(engine, con, "partial_auc", case, lambda rows: expected(rows, 0.25, 0.5), fpr_low="0.25", fpr_high="0.5")


@given(rows=cases.rows, limits=st.sampled_from([(0.0, 0.1), (0.0, 1.0), (0.25, 0.5), (0.1, 0.35), (0.9, 1.0)]))
@pytest.mark.parametrize("weighted", [False, True])
def test_any_rows_in_groups(
    con: duckdb.DuckDBPyConnection, weighted: bool, rows: list[Any], limits: tuple[float, float]
) -> None:
    low, high = limits
    in_groups(con, "partial_auc", rows, weighted, lambda part: expected(part, low, high), fpr_low=str(low), fpr_high=str(high))


@pytest.mark.parametrize("distinct", [4, 10**9])
@pytest.mark.parametrize("weight", [None, "weight"])
def test_scikit_learn_and_polars(con: duckdb.DuckDBPyConnection, distinct: int, weight: str | None) -> None:
    rng = np.random.default_rng(distinct)
    label = rng.random(4_000) < 0.3
    score = np.floor((rng.normal(size=4_000) + label) * distinct) / distinct
    table = cases.table(score=score, label=label, weight=rng.exponential(size=4_000))
    options = {} if weight is None else {"weight": weight}
    for high in (0.02, 0.1, 0.7, 1.0):
        (row,) = run("macro", con, "partial_auc", table, "score", "label", fpr_high=str(high), **options)
        sample_weight = None if weight is None else table["weight"].to_numpy()
        standard = metrics.roc_auc_score(label, score, max_fpr=high, sample_weight=sample_weight)
        # At 1 scikit-learn gives the area itself; standardized that is the area too.
        assert same(row["standardized_auc"], float(standard))
        polars = pl.DataFrame(pl.from_arrow(table)).select(roc.partial_auc("score", "label", weight, fpr_high=high)).item()
        assert same(row["partial_auc"], polars)


def test_the_parts_make_the_whole(con: duckdb.DuckDBPyConnection) -> None:
    scores, labels = cases.PLAIN["figure 3"]
    table = cases.table(score=scores, label=labels)
    edges = [0, 0.03, 0.1, 0.44, 0.9, 1]
    parts = [
        run("macro", con, "partial_auc", table, "score", "label", fpr_low=str(a), fpr_high=str(b))[0]["partial_auc"]
        for a, b in itertools.pairwise(edges)
    ]
    assert same(sum(parts), 0.68)
