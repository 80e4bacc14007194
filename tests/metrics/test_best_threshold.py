"""best_threshold, against the oracle and the papers."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import duckdb
import pytest
from hypothesis import given

from tests import cases, oracle
from tests.compare import assert_rows
from tests.engines import run

ENGINES = ["macro", "standalone"]
CRITERIA = ["cost", "accuracy", "f1", "youden", "distance"]
NAMES = ["threshold", "tpr", "fpr", "value"]


def expected(rows: list[oracle.Row], criterion: str, **options: Any) -> dict[str, Any]:
    return dict(zip(NAMES, oracle.best_threshold(rows, criterion, **options) or [None] * 4, strict=True))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("case", cases.PLAIN)
def test_cases(engine: str, con: duckdb.DuckDBPyConnection, case: str, criterion: str) -> None:
    scores, labels = cases.PLAIN[case]
    rows = oracle.usable(zip(scores, labels, [1.0] * len(scores), strict=True))
    found = run(
        engine, con, "best_threshold", cases.table(score=scores, label=labels), "score", "label", criterion=f"'{criterion}'"
    )
    assert_rows(found, [expected(rows, criterion)] if rows else [])


@given(rows=cases.rows)
@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("weight", ["1", "weight"])
def test_groups_weights_and_conditions(con: duckdb.DuckDBPyConnection, weight: str, criterion: str, rows: list[Any]) -> None:
    columns = [list(column) for column in zip(*rows, strict=True)] or [[]] * 4
    table = cases.table(score=columns[0], label=columns[1], weight=columns[2], model=columns[3])
    for prior in (None, 0.25):
        wanted = []
        for model in ("a", "b", None):
            used = oracle.usable((s, y, w if weight == "weight" else 1.0) for s, y, w, m in rows if m == model)
            if used:
                wanted.append({"model": model, **expected(used, criterion, cost_fp=3, cost_fn=0.5, prior=prior, w=0.75)})
        found = run(
            "macro", con, "best_threshold", table, "score", "label", by=["model"], weight=weight, criterion=f"'{criterion}'",
            cost_fp="3", cost_fn="0.5", prior="NULL" if prior is None else str(prior), w="0.75",
        )  # fmt: skip
        assert_rows(found, wanted)


@pytest.mark.parametrize(
    ("options", "threshold", "value"),
    [
        ({"criterion": "'accuracy'"}, 0.54, 0.7),
        ({}, 0.54, 0.3),
        ({"criterion": "'youden'"}, 0.54, 0.4),
        ({"criterion": "'f1'"}, 0.38, 16 / 23),
        # .51 and .4 are both sqrt(1/8) away, .8 and .54 cost the same if a false alarm costs 3, .38 and .3 if a miss costs 2.
        ({"criterion": "'distance'"}, 0.51, 1 - math.sqrt(1 / 8)),
        ({"cost_fp": "3"}, 0.8, 0.4),
        ({"cost_fn": "2"}, 0.38, 0.45),
        # Fawcett 2006, section 6: ten times as many negatives, or a miss ten times as dear.
        ({"cost_fp": "10"}, 0.8, 0.4),
        ({"cost_fn": "10"}, 0.3, 0.45),
        ({"criterion": "'accuracy'", "prior": "0.2"}, 0.8, 0.84),
        ({"criterion": "'f1'", "prior": "0.8"}, 0.3, 0.8988764045),
        ({"cost_fp": "0"}, 0.3, 0.0),
        ({"cost_fp": "0", "cost_fn": "0"}, math.inf, 0.0),
    ],
)
def test_figure_3(con: duckdb.DuckDBPyConnection, options: dict[str, str], threshold: float, value: float) -> None:
    scores, labels = cases.PLAIN["figure 3"]
    (found,) = run("macro", con, "best_threshold", cases.table(score=scores, label=labels), "score", "label", **options)
    assert (found["threshold"], found["value"]) == (threshold, pytest.approx(value, abs=1e-10))


def test_exact_ties_of_thirds(con: duckdb.DuckDBPyConnection) -> None:
    """tpr - fpr is 1/3 at three points, which doubles see as three numbers: the highest threshold is meant."""
    labels = [True, False, True, True, False, True, True, False, True, False, False, False]
    table = cases.table(score=[-float(i) for i in range(12)], label=labels)
    rows = oracle.usable((-float(i), y, 1.0) for i, y in enumerate(labels))
    for criterion in CRITERIA:
        (found,) = run("macro", con, "best_threshold", table, "score", "label", criterion=f"'{criterion}'", prior="1/3")
        wanted = oracle.best_threshold(rows, criterion, prior=Fraction(1, 3))
        assert wanted is not None
        assert found["threshold"] == wanted[0]


def test_a_dear_false_alarm_does_not_hide_the_best_point(con: duckdb.DuckDBPyConnection) -> None:
    table = cases.table(score=[0.9, 0.8, 0.7, 0.6, 0.5], label=[True, True, False, True, False])
    for options, value in (({"cost_fp": "1e13"}, 0.2), ({"cost_fp": "1000000", "prior": "0.000001"}, 1e-6 / 3)):
        (found,) = run("macro", con, "best_threshold", table, "score", "label", **options)
        assert (found["threshold"], found["value"]) == (0.8, pytest.approx(value, rel=1e-9))
