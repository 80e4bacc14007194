"""roc_curve, against the oracle, scikit-learn and the papers."""

from __future__ import annotations

import itertools
import random
from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import given
from sklearn import metrics

from tests import cases, oracle
from tests.compare import assert_rows
from tests.engines import ENGINES, run

NAMES = ["threshold", "tp", "fp", "tpr", "fpr"]


def expected(rows: list[oracle.Row], **by: Any) -> list[dict[str, Any]]:
    return [{**by, **dict(zip(NAMES, point, strict=True))} for point in oracle.roc_curve(rows)]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", cases.PLAIN)
def test_cases(engine: str, con: duckdb.DuckDBPyConnection, case: str) -> None:
    scores, labels = cases.PLAIN[case]
    table = cases.table(score=scores, label=labels)
    rows = oracle.usable(zip(scores, labels, itertools.repeat(1.0)))
    assert_rows(run(engine, con, "roc_curve", table, "score", "label"), expected(rows))


def grouped(rows: list[Any], weighted: bool) -> list[dict[str, Any]]:
    """The oracle's curves of the groups a, b and NULL, in that order."""
    result = []
    for model in ("a", "b", None):
        group = oracle.usable((s, y, w if weighted else 1.0) for s, y, w, m in rows if m == model)
        result += expected(group, model=model)
    return result


@given(rows=cases.rows)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("weighted", [False, True])
def test_any_rows_in_groups(engine: str, con: duckdb.DuckDBPyConnection, weighted: bool, rows: list[Any]) -> None:
    table = cases.table(
        score=[r[0] for r in rows], label=[r[1] for r in rows], weight=[r[2] for r in rows], model=[r[3] for r in rows]
    )
    options = {"weight": "weight"} if weighted else {}
    assert_rows(run(engine, con, "roc_curve", table, "score", "label", by=["model"], **options), grouped(rows, weighted))


@given(rows=cases.rows)
def test_order_of_rows_does_not_show(con: duckdb.DuckDBPyConnection, rows: list[Any]) -> None:
    def curve(order: list[Any]) -> list[dict[str, Any]]:
        table = cases.table(score=[r[0] for r in order], label=[r[1] for r in order], weight=[r[2] for r in order])
        return run("macro", con, "roc_curve", table, "score", "label", weight="weight")

    shuffled = random.Random(7).sample(rows, len(rows))
    assert curve(rows) == curve(shuffled)


@pytest.mark.parametrize("distinct", [7, 10_000_000])
def test_scikit_learn(con: duckdb.DuckDBPyConnection, distinct: int) -> None:
    rng = np.random.default_rng(3)
    label = rng.random(5_000) < 0.3
    score = np.floor((rng.normal(size=5_000) + label) * distinct) / distinct
    fpr, tpr, threshold = metrics.roc_curve(label, score, drop_intermediate=False)
    ours = run("macro", con, "roc_curve", cases.table(score=score, label=label), "score", "label")
    np.testing.assert_array_equal([r["threshold"] for r in ours], threshold)
    np.testing.assert_allclose([r["tpr"] for r in ours], tpr, rtol=0, atol=1e-15)
    np.testing.assert_allclose([r["fpr"] for r in ours], fpr, rtol=0, atol=1e-15)


def test_weights_scale_out_of_the_rates(con: duckdb.DuckDBPyConnection) -> None:
    scores, labels = cases.PLAIN["figure 3"]
    table = cases.table(score=scores, label=labels, weight=[0.1 * (i + 1) for i in range(20)])
    curves = [
        run("macro", con, "roc_curve", table, "score", "label", weight=f"weight * {scale}") for scale in ("1", "1e12", "1e-9")
    ]
    for other in curves[1:]:
        assert_rows(other, [{name: row[name] for name in ("threshold", "tpr", "fpr")} for row in curves[0]])


def test_weighted_curves_end_at_one_and_never_go_back(con: duckdb.DuckDBPyConnection) -> None:
    rng = np.random.default_rng(5)
    n = 20_000
    table = cases.table(score=rng.random(n), label=rng.random(n) < 0.5, weight=rng.random(n) ** 8)
    curve = run("macro", con, "roc_curve", table, "score", "label", weight="weight")
    for name in ("tp", "fp", "tpr", "fpr"):
        values = np.array([row[name] for row in curve])
        assert (np.diff(values) >= 0).all()
    assert (curve[-1]["tpr"], curve[-1]["fpr"]) == (1.0, 1.0)


def test_types_of_the_counts(con: duckdb.DuckDBPyConnection) -> None:
    con.register("preds", cases.table(score=[0.1, 0.9], label=[False, True], weight=[1.0, 1.0]))

    def types(weight: str) -> list[str]:
        described = con.execute(f"DESCRIBE FROM roc_curve(preds, score, label{weight})").fetchall()
        return [kind for name, kind, *_ in described if name in ("tp", "fp")]

    assert types("") == ["BIGINT", "BIGINT"]
    assert types(", weight := weight") == ["DOUBLE", "DOUBLE"]
    assert types(", weight := weight::INTEGER") == ["DOUBLE", "DOUBLE"]


def thinned(engine: str, con: duckdb.DuckDBPyConnection, score: Any, label: Any, points: int) -> tuple[list[Any], list[Any]]:
    table = cases.table(score=score, label=label)
    exact = run(engine, con, "roc_curve", table, "score", "label")
    return exact, run(engine, con, "roc_curve", table, "score", "label", max_points=str(points))


@pytest.mark.parametrize("points", [8, 11, 25, 100, 400])
@pytest.mark.parametrize("distinct", [20, 300, 10_000_000])
@pytest.mark.parametrize("shift", [-0.5, 0.0, 1.0, 4.0])
@pytest.mark.parametrize("engine", ["macro", "polars"])
def test_thinned_curve(engine: str, con: duckdb.DuckDBPyConnection, points: int, distinct: int, shift: float) -> None:
    rng = np.random.default_rng(int(distinct + 10 * shift + points))
    label = rng.random(2_000) < 0.2
    score = np.floor((rng.normal(size=2_000) + shift * label) * distinct) / distinct
    exact, few = thinned(engine, con, score, label, points)
    assert len(few) <= points or few == exact
    assert few[0] == exact[0]
    assert few[-1] == exact[-1]
    everything = {tuple(row.values()) for row in exact}
    assert all(tuple(row.values()) in everything for row in few)

    def area(curve: list[Any]) -> float:
        return oracle.trapezoids([(row["fpr"], row["tpr"]) for row in curve])

    assert abs(area(few) - area(exact)) < 1 / points
    vertices = oracle.hull((row["fp"], row["tp"]) for row in exact)
    if len(vertices) < points / 3 - 4:
        assert set(vertices) <= {(row["fp"], row["tp"]) for row in few}


def test_thinned_worst_case_of_a_bin(con: duckdb.DuckDBPyConnection) -> None:
    """Curves that cling to the corners of what a bin leaves open, where the bound is nearly met."""
    for low in range(5, 60, 5):
        label = [True] * low + [False] * 60 + [True] * (120 - low) + [False] * 60
        exact, few = thinned("macro", con, list(range(len(label), 0, -1)), label, 8)
        area = [oracle.trapezoids([(row["fpr"], row["tpr"]) for row in curve]) for curve in (exact, few)]
        assert abs(area[0] - area[1]) < 1 / 8


@pytest.mark.parametrize("engine", ["macro", "polars-streaming"])
def test_thinned_in_groups_and_with_one_class(engine: str, con: duckdb.DuckDBPyConnection) -> None:
    rng = np.random.default_rng(11)
    model = np.repeat(["a", "b", "c"], [900, 30, 500])
    label = np.where(model == "c", True, rng.random(1430) < 0.4)
    table = cases.table(score=rng.random(1430), label=label, model=model)
    few = run(engine, con, "roc_curve", table, "score", "label", by=["model"], max_points="40")
    exact = run(engine, con, "roc_curve", table, "score", "label", by=["model"])
    sizes = {name: sum(row["model"] == name for row in few) for name in "abc"}
    assert sizes["a"] <= 40
    assert sizes["b"] == 31
    assert sizes["c"] <= 40
    for name in "abc":
        assert [r for r in few if r["model"] == name][-1] == [r for r in exact if r["model"] == name][-1]
    assert all(row["fpr"] is None for row in few if row["model"] == "c")
