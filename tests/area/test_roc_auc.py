"""roc_auc, the table macro: area, DeLong's interval and counts, against the oracle, scikit-learn and the papers."""

from __future__ import annotations

import math
import random
from statistics import NormalDist
from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import given
from sklearn import metrics

from tests import cases, oracle
from tests.compare import assert_rows
from tests.engines import ENGINES, run


def expected(rows: list[oracle.Row], confidence: float = 0.95, weighted: bool = False, **by: Any) -> list[dict[str, Any]]:
    if not rows:
        return []
    area, error = oracle.auc(rows), oracle.std_error(rows)
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    low, high = (None, None) if error is None or area is None else (max(area - z * error, 0.0), min(area + z * error, 1.0))
    n_pos = sum(y for _, y, _ in rows)
    p_value = None if weighted else oracle.null_p_value(rows)
    result = {"auc": area, "std_error": error, "ci_low": low, "ci_high": high, "p_value": p_value}
    return [{**by, **result, "n_pos": n_pos, "n_neg": len(rows) - n_pos}]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", cases.PLAIN)
def test_cases(engine: str, con: duckdb.DuckDBPyConnection, case: str) -> None:
    scores, labels = cases.PLAIN[case]
    rows = oracle.usable((s, y, 1.0) for s, y in zip(scores, labels, strict=True))
    table = cases.table(score=scores, label=labels)
    assert_rows(run(engine, con, "roc_auc", table, "score", "label"), expected(rows))
    assert_rows(run(engine, con, "roc_auc", table, "score", "label", confidence="0.5"), expected(rows, 0.5))


@pytest.mark.parametrize(
    ("case", "area"),
    [("figure 3", 0.68), ("figure 4", 1.0), ("flach, perfect", 1.0), ("flach, 8/9", 8 / 9), ("one tie (figure 6)", 0.5)],
)
def test_numbers_of_the_papers(con: duckdb.DuckDBPyConnection, case: str, area: float) -> None:
    scores, labels = cases.PLAIN[case]
    (row,) = run("macro", con, "roc_auc", cases.table(score=scores, label=labels), "score", "label")
    assert row["auc"] == pytest.approx(area, abs=1e-15)


@given(rows=cases.rows)
@pytest.mark.parametrize("engine", ["macro", "polars", "polars-streaming"])
@pytest.mark.parametrize("weighted", [False, True])
def test_any_rows_in_groups(engine: str, con: duckdb.DuckDBPyConnection, weighted: bool, rows: list[Any]) -> None:
    table = cases.table(
        score=[r[0] for r in rows], label=[r[1] for r in rows], weight=[r[2] for r in rows], model=[r[3] for r in rows]
    )
    wanted = []
    for model in ("a", "b", None):
        group = oracle.usable((s, y, w if weighted else 1.0) for s, y, w, m in rows if m == model)
        wanted += expected(group, weighted=weighted, model=model)
    options = {"weight": "weight"} if weighted else {}
    assert_rows(run(engine, con, "roc_auc", table, "score", "label", by=["model"], **options), wanted)


@given(rows=cases.rows)
def test_order_of_rows_does_not_show(con: duckdb.DuckDBPyConnection, rows: list[Any]) -> None:
    def areas(order: list[Any]) -> list[dict[str, Any]]:
        table = cases.table(score=[r[0] for r in order], label=[r[1] for r in order], model=[r[3] for r in order])
        return run("macro", con, "roc_auc", table, "score", "label", by=["model"])

    assert areas(rows) == areas(random.Random(1).sample(rows, len(rows)))


def delong(score: Any, label: Any) -> float:
    """Sun & Xu 2014: the variance from midranks."""

    def midranks(x: Any) -> Any:
        ordered = np.sort(x)
        return (np.searchsorted(ordered, x, "left") + np.searchsorted(ordered, x, "right") + 1) / 2

    pos, neg = score[label], score[~label]
    every = midranks(np.concatenate((pos, neg)))
    v10 = (every[: len(pos)] - midranks(pos)) / len(neg)
    v01 = 1 - (every[len(pos) :] - midranks(neg)) / len(pos)
    return math.sqrt(v10.var(ddof=1) / len(pos) + v01.var(ddof=1) / len(neg))


@pytest.mark.parametrize("distinct", [2, 50, 5_000, 10**9])
@pytest.mark.parametrize("share", [0.02, 0.5, 0.97])
@pytest.mark.parametrize("engine", ["macro", "polars"])
def test_scikit_learn_and_sun_xu(engine: str, con: duckdb.DuckDBPyConnection, distinct: int, share: float) -> None:
    """Both ways through the data: by ranks and by tie groups; in one group and in three."""
    rng = np.random.default_rng(distinct)
    n = 30_000
    label = rng.random(n) < share
    score = np.floor((rng.normal(size=n) + 0.7 * label) * distinct) / distinct
    model = rng.choice(["a", "b", "c"], size=n, p=[0.9, 0.08, 0.02])
    table = cases.table(score=score, label=label, model=model)
    (row,) = run(engine, con, "roc_auc", table, "score", "label")
    assert row["auc"] == pytest.approx(metrics.roc_auc_score(label, score), abs=1e-12)
    assert row["std_error"] == pytest.approx(delong(score, label), rel=1e-10)
    for group in run(engine, con, "roc_auc", table, "score", "label", by=["model"]):
        part = model == group["model"]
        assert group["auc"] == pytest.approx(metrics.roc_auc_score(label[part], score[part]), abs=1e-12)
        assert group["std_error"] == pytest.approx(delong(score[part], label[part]), rel=1e-10)


@pytest.mark.parametrize("distinct", [2, 50, 10**9])
@pytest.mark.parametrize("engine", ["macro", "polars"])
def test_p_value(engine: str, con: duckdb.DuckDBPyConnection, distinct: int) -> None:
    """Mann and Whitney's variance with ties, in NumPy; the tail is right in relation to itself."""
    rng = np.random.default_rng(distinct)
    n = 20_000
    label = rng.random(n) < 0.3
    score = np.floor((rng.normal(size=n) + 0.3 * label) * distinct) / distinct
    model = rng.choice(["a", "b", "c"], size=n, p=[0.9, 0.097, 0.003])
    table = cases.table(score=score, label=label, model=model)
    groups = [(run(engine, con, "roc_auc", table, "score", "label")[0], np.ones(n, dtype=bool))]
    groups += [(row, model == row["model"]) for row in run(engine, con, "roc_auc", table, "score", "label", by=["model"])]
    assert len(groups) == 4
    for row, part in groups:
        size, pos = int(part.sum()), int(label[part].sum())
        ties = np.unique(score[part], return_counts=True)[1].astype(object)
        variance = (size + 1 - int((ties**3 - ties).sum()) / (size * (size - 1))) / 12 / pos / (size - pos)
        z = (metrics.roc_auc_score(label[part], score[part]) - 0.5) / math.sqrt(variance)
        assert row["p_value"] == pytest.approx(math.erfc(abs(z) / math.sqrt(2)), rel=1e-9)
    assert groups[0][0]["p_value"] < 1e-60


def test_scikit_learn_weighted(con: duckdb.DuckDBPyConnection) -> None:
    rng = np.random.default_rng(8)
    label = rng.random(4_000) < 0.3
    score = np.round(rng.normal(size=4_000) + label, 1)
    weight = rng.exponential(size=4_000)
    (row,) = run(
        "macro", con, "roc_auc", cases.table(score=score, label=label, weight=weight), "score", "label", weight="weight"
    )
    assert row["auc"] == pytest.approx(metrics.roc_auc_score(label, score, sample_weight=weight), abs=1e-12)


@pytest.mark.parametrize("distinct", [5, 10**9])
def test_equal_weights_are_no_weights(con: duckdb.DuckDBPyConnection, distinct: int) -> None:
    """The three ways to an area, one for counts by rank, one by tie group and one for weights, agree."""
    rng = np.random.default_rng(2)
    label = rng.random(3_000) < 0.3
    score = np.floor((rng.normal(size=3_000) + label) * distinct)
    table = cases.table(score=score, label=label)
    (counted,) = run("macro", con, "roc_auc", table, "score", "label")
    for weight in ("1.0", "0.3", "7", "1e-200", "1e200"):
        # Only the default counts rows; weights have no p-value, whole numbers included.
        assert_rows(run("macro", con, "roc_auc", table, "score", "label", weight=weight), [{**counted, "p_value": None}])


def test_pairs_past_two_to_the_64(con: duckdb.DuckDBPyConnection) -> None:
    """Six billion rows of each class, as weights: P x N = 3.6e19 is no whole number of 64 bits."""
    table = cases.table(score=[3, 2, 2, 1], label=[True, True, False, False], weight=[3e9, 3e9, 3e9, 3e9])
    (row,) = run("macro", con, "roc_auc", table, "score", "label", weight="weight")
    assert row["auc"] == 0.875
    assert con.execute("SELECT auc FROM roc_auc(preds, score, label, weight := 3000000000)").fetchall() == [(0.875,)]


@pytest.mark.parametrize(
    ("p", "n", "u", "u_pos", "u_neg"),
    [(3_000_000_000, 3_000_000_000, 1.25, 2.0, 2.0), (7_000_000_000, 6_000_000_000, 1.5, 2.7, 3.1)],
)
def test_variance_past_two_to_the_62(
    con: duckdb.DuckDBPyConnection, p: int, n: int, u: float, u_pos: float, u_neg: float
) -> None:
    """Beyond the pairs that whole numbers hold, doubles take over: the same formula."""
    values = [p, n, int(u * p * n), int(u_pos * p * n) * n, int(u_neg * p * n) * p]
    ((found,),) = con.execute(
        "SELECT _rocsql_delong_variance(?::BIGINT, ?::BIGINT, ?::HUGEINT, ?::HUGEINT, ?::HUGEINT)", values
    ).fetchall()
    p_, n_, u_, up, un = values
    exact = (p_ * up - u_**2) / (p_ * (p_ - 1)) / (4 * n_**2 * p_) + (n_ * un - (2 * p_ * n_ - u_) ** 2) / (n_ * (n_ - 1)) / (
        4 * p_**2 * n_
    )
    assert found == pytest.approx(exact, rel=1e-9)


def test_interval_is_not_computed_for_nothing(con: duckdb.DuckDBPyConnection) -> None:
    """SELECT auc sorts once; DuckDB 2 drops the windows of an interval nobody asked for."""
    if int(duckdb.__version__.split(".")[0]) < 2:
        pytest.skip("DuckDB 1.5 computes unused windows")
    con.register("preds", cases.table(score=[0.1, 0.9], label=[False, True]))
    plans = [
        con.execute(f"EXPLAIN SELECT {columns} FROM roc_auc(preds, score, label)").fetchall()[0][1]
        for columns in ("auc", "ci_low")
    ]
    assert plans[0].count("lag(") < plans[1].count("lag(")


def test_a_source_that_changes_is_read_once(con: duckdb.DuckDBPyConnection) -> None:
    """Every step sees the same rows, though a sample is a new one each time it is taken."""
    con.execute(
        "CREATE OR REPLACE TABLE many AS SELECT random() AS score, random() < 0.5 AS label FROM range(20000)"
    ).fetchall()
    for _ in range(5):
        rows = con.execute(
            "WITH part AS (FROM many USING SAMPLE 10% (bernoulli)) SELECT auc, n_pos, n_neg FROM roc_auc(part, score, label)"
        ).fetchall()
        ((auc, n_pos, n_neg),) = rows
        assert 0.4 < auc < 0.6
        assert 1_500 < n_pos + n_neg < 2_500
    con.execute("DROP TABLE many").fetchall()


def test_an_expression_is_evaluated_once_for_a_row(con: duckdb.DuckDBPyConnection) -> None:
    """A random score, label or weight means one thing everywhere: what is checked is what is used."""
    con.register("preds", cases.table(score=list(range(1000)), label=[i >= 500 for i in range(1000)]))
    half = "CASE WHEN random() < 0.5 THEN NULL ELSE score END"
    ((auc, rows),) = con.execute(f"SELECT auc, n_pos + n_neg FROM roc_auc(preds, {half}, label)").fetchall()
    assert auc == 1.0
    assert 400 < rows < 600
    assert con.execute(f"SELECT count(*) FROM tie_groups(preds, {half}, label) WHERE score IS NULL").fetchall() == [(0,)]
    (((total),),) = con.execute(
        "SELECT max(tp + fp) FROM roc_curve(preds, score, label, weight := (random() < 0.5)::INTEGER)"
    ).fetchall()
    assert 400 < total < 600
    label = "CASE WHEN random() < 0.3 THEN NULL WHEN random() < 0.5 THEN 1 ELSE 0 END"
    assert len(con.execute(f"FROM roc_auc(preds, score, {label})").fetchall()) == 1
