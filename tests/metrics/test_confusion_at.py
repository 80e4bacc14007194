"""confusion_at and threshold_metrics, against the oracle, scikit-learn and the papers."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from tests import cases, oracle
from tests.compare import assert_rows, same
from tests.engines import ENGINES, run

THRESHOLDS = [0.25, 0.5, -0.0, math.inf, -math.inf, 0.5, 1e308]
SQL_LIST = "[0.25, 0.5, '-0.0', 'inf', '-inf', 0.5, 1e308]::DOUBLE[]"


def expected(rows: list[oracle.Row], thresholds: list[float], **by: Any) -> list[dict[str, Any]]:
    if not rows:
        return []
    return [{**by, **oracle.confusion(rows, t)} for t in sorted({t + 0.0 for t in thresholds}, reverse=True)]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", cases.PLAIN)
def test_cases(engine: str, con: duckdb.DuckDBPyConnection, case: str) -> None:
    scores, labels = cases.PLAIN[case]
    rows = oracle.usable((s, y, 1.0) for s, y in zip(scores, labels, strict=True))
    table = cases.table(score=scores, label=labels)
    assert_rows(run(engine, con, "confusion_at", table, "score", "label", SQL_LIST), expected(rows, THRESHOLDS))
    assert_rows(run(engine, con, "confusion_at", table, "score", "label", "0.5"), expected(rows, [0.5]))


@given(rows=cases.rows)
@pytest.mark.parametrize("engine", ["macro", "polars-streaming"])
def test_any_weighted_rows_in_groups(engine: str, con: duckdb.DuckDBPyConnection, rows: list[Any]) -> None:
    table = cases.table(
        score=[r[0] for r in rows], label=[r[1] for r in rows], weight=[r[2] for r in rows], model=[r[3] for r in rows]
    )
    groups = {m: oracle.usable(r[:3] for r in rows if r[3] == m) for m in ("a", "b", None)}
    options: dict[str, Any] = {"by": ["model"], "weight": "weight"}
    found = run(engine, con, "confusion_at", table, "score", "label", SQL_LIST, **options)
    assert_rows(found, [row for m, group in groups.items() for row in expected(group, THRESHOLDS, model=m)])
    found = run("macro", con, "threshold_metrics", table, "score", "label", **options)
    wanted = [
        {"model": m, **oracle.confusion(group, t)} if place else {"model": m, "threshold": math.inf, "tp": 0.0, "fp": 0.0}
        for m, group in groups.items()
        for place, (t, *_) in enumerate(oracle.roc_curve(group))
    ]
    assert_rows(found, wanted)


def test_many_thresholds_are_sorted_few_are_compared(con: duckdb.DuckDBPyConnection) -> None:
    """Past sixteen thresholds another plan takes over: the same counts."""
    scores, labels = cases.PLAIN["figure 3"]
    rows = oracle.usable((s, y, 1.0) for s, y in zip(scores, labels, strict=True))
    many = [i / 40 for i in range(41)]
    found = run("macro", con, "confusion_at", cases.table(score=scores, label=labels), "score", "label", str(many))
    assert_rows(found, expected(rows, many))


def test_best_accuracy_of_figure_3(con: duckdb.DuckDBPyConnection) -> None:
    scores, labels = cases.PLAIN["figure 3"]
    con.register("preds", cases.table(score=scores, label=labels))
    best = con.execute(
        "SELECT threshold, accuracy, fpr, tpr FROM threshold_metrics(preds, score, label) ORDER BY accuracy DESC, threshold DESC LIMIT 1"
    ).fetchall()
    assert best == [(0.54, 0.7, 0.1, 0.5)]


def test_accuracy_of_figure_4(con: duckdb.DuckDBPyConnection) -> None:
    scores, labels = cases.PLAIN["figure 4"]
    con.register("preds", cases.table(score=scores, label=labels))
    assert con.execute("SELECT accuracy FROM confusion_at(preds, score, label, 0.5)").fetchall() == [(0.8,)]


def test_scikit_learn(con: duckdb.DuckDBPyConnection) -> None:
    rng = np.random.default_rng(4)
    label = rng.random(2_000) < 0.3
    score = rng.normal(size=2_000) + label
    weight = rng.exponential(size=2_000)
    predicted = score >= 0.4
    table = cases.table(score=score, label=label, weight=weight)
    (row,) = run("macro", con, "confusion_at", table, "score", "label", "0.4", weight="weight")
    for name, function in {
        "precision": metrics.precision_score,
        "tpr": metrics.recall_score,
        "accuracy": metrics.accuracy_score,
        "f1": metrics.f1_score,
        "mcc": metrics.matthews_corrcoef,
    }.items():
        assert same(row[name], float(function(label, predicted, sample_weight=weight))), name
    tn, fp, fn, tp = metrics.confusion_matrix(label, predicted, sample_weight=weight).ravel()
    assert [same(row[name], float(value)) for name, value in (("tp", tp), ("fp", fp), ("fn", fn), ("tn", tn))] == [True] * 4


def test_a_float_is_the_score_that_it_came_from(con: duckdb.DuckDBPyConnection) -> None:
    """0.7 as a FLOAT is less than 0.7 as a DOUBLE, and so are the scores."""
    con.execute(
        "CREATE OR REPLACE TEMP TABLE floats AS FROM (VALUES (0.7::FLOAT, true), (0.3::FLOAT, false)) AS t(s, y)"
    ).fetchall()
    for threshold in ("0.7::FLOAT", "[0.7::FLOAT]", "0.7::FLOAT::DOUBLE"):
        query = f"SELECT threshold, tp, fp FROM confusion_at(floats, s, y, {threshold})"
        assert con.execute(query).fetchall() == [(0.699999988079071, 1, 0)]


#: Beside the heaviest of them the lightest is lost in a double, but not in 95 bits.
FAR_APART = st.sampled_from([2.0**-20, 0.25, 1.0, 3.0, 1e16])
NAMES = ("tp", "fp", "fn", "tn", "tpr", "fpr", "specificity", "precision", "npv", "accuracy")


def exact_matrix(rows: list[oracle.Row], threshold: float) -> list[Fraction | None]:
    """The cells, and the ratios whose parts only add up, in fractions."""
    part = {
        (selected, positive): sum(
            (Fraction(w) for s, y, w in rows if (s >= threshold) is selected and y is positive), Fraction()
        )
        for selected in (True, False)
        for positive in (True, False)
    }
    tp, fp, fn, tn = part[True, True], part[True, False], part[False, True], part[False, False]
    ratios = [(tp, tp + fn), (fp, fp + tn), (tn, fp + tn), (tp, tp + fp), (tn, fn + tn), (tp + tn, tp + fp + fn + tn)]
    return [tp, fp, fn, tn, *(a / b if b else None for a, b in ratios)]


@given(rows=st.lists(st.tuples(st.sampled_from([0.1, 0.3, 0.6, 0.9]), st.booleans(), FAR_APART), min_size=1, max_size=12))
@pytest.mark.parametrize("macro", ["confusion_at", "threshold_metrics"])
def test_light_rows_are_not_lost_beside_heavy_ones(
    con: duckdb.DuckDBPyConnection, macro: str, rows: list[tuple[float, bool, float]]
) -> None:
    columns = [list(column) for column in zip(*rows, strict=True)]
    table = cases.table(score=columns[0], label=columns[1], weight=columns[2])
    arguments = ["score", "label", *(["[0.2, 0.5, 0.6, 0.9]"] if macro == "confusion_at" else [])]
    for row in run("macro", con, macro, table, *arguments, weight="weight"):
        wanted = exact_matrix(oracle.usable(rows), row["threshold"])
        for name, value in zip(NAMES, wanted, strict=True):
            assert row[name] == (None if value is None else pytest.approx(float(value), rel=1e-14)), name


@pytest.mark.parametrize("engine", ["macro", "standalone"])
def test_what_is_left_beside_weights_of_1e16(engine: str, con: duckdb.DuckDBPyConnection) -> None:
    table = cases.table(score=[0.9, 0.8, 0.2, 0.1], label=[True, False, True, False], weight=[1e16, 1e16, 1.0, 1.0])
    (row,) = run(engine, con, "confusion_at", table, "score", "label", "0.5", weight="weight")
    assert (row["fn"], row["tn"], row["npv"]) == (1.0, 1.0, 0.5)
