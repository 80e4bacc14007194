"""Weights, benefits and costs of any macro: classes that weigh far apart, and what is a weight at all."""

from __future__ import annotations

import re
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import cases, oracle
from tests.compare import assert_rows
from tests.engines import run

ROWS = st.lists(
    st.tuples(st.sampled_from([0.1, 0.25, 0.5, 0.75, 0.9]), st.booleans(), st.sampled_from([0.1, 0.3, 0.7, 1.0, 5.0])),
    min_size=1,
    max_size=20,
)

#: What does not change with the scale of one class's weights.
RATES = {
    "roc_auc": ("auc", "std_error", "ci_low", "ci_high"),
    "roc_curve": ("threshold", "tpr", "fpr"),
    "det_curve": ("threshold", "fpr", "fnr"),
    "partial_auc": ("partial_auc",),
    "ks_statistic": ("ks", "threshold"),
    "roc_hull": ("threshold", "tpr", "fpr", "slope"),
    "roc_hull_auc": ("auch",),
    "threshold_metrics": ("threshold", "tpr", "fpr", "specificity"),
}


def table_of(rows: list[tuple[float, bool, float]], scale: float) -> Any:
    return cases.table(
        score=[s for s, _, _ in rows], label=[y for _, y, _ in rows], weight=[w * scale if y else w for _, y, w in rows]
    )


@given(rows=ROWS)
@pytest.mark.parametrize("scale", [2.0**-100, 2.0**100])
@pytest.mark.parametrize("macro", RATES)
def test_the_scale_of_one_class_changes_no_rate(
    con: duckdb.DuckDBPyConnection, macro: str, scale: float, rows: list[tuple[float, bool, float]]
) -> None:
    plain = run("macro", con, macro, table_of(rows, 1.0), "score", "label", weight="weight")
    scaled = run("macro", con, macro, table_of(rows, scale), "score", "label", weight="weight")
    assert [[row[name] for name in RATES[macro]] for row in scaled] == [[row[name] for name in RATES[macro]] for row in plain]


@pytest.mark.parametrize("engine", ["macro", "standalone"])
def test_positives_of_next_to_no_weight(engine: str, con: duckdb.DuckDBPyConnection) -> None:
    table = table_of([(0.9, True, 1.0), (0.8, False, 1.0), (0.7, True, 1.0), (0.1, False, 1.0)], 1e-30)
    (row,) = run(engine, con, "roc_auc", table, "score", "label", weight="weight")
    assert row["auc"] == 0.75
    (area,) = run(engine, con, "cost_roc_auc", table, "score", "label", "weight", "1")
    assert area == {"auc": 0.75, "total_benefit": pytest.approx(2e-30, rel=1e-12, abs=0), "total_cost": 2.0}
    curve = run(engine, con, "cost_roc_curve", table, "score", "label", "weight", "1")
    assert [(point["tpr"], point["fpr"]) for point in curve] == [(0, 0), (0.5, 0), (0.5, 0.5), (1, 0.5), (1, 1)]


@given(rows=ROWS)
@pytest.mark.parametrize("scale", [2.0**-100, 2.0**-10, 1.0, 2.0**100])
def test_both_classes_together(con: duckdb.DuckDBPyConnection, scale: float, rows: list[tuple[float, bool, float]]) -> None:
    table = table_of(rows, scale)
    used = oracle.usable((s, y, w * scale if y else w) for s, y, w in rows)
    wanted = oracle.brier(used)
    assert wanted
    found = run("macro", con, "brier_score", table, "score", "label", weight="weight")
    assert_rows(found, [dict(zip(("brier", "calibration_loss", "refinement_loss"), wanted, strict=True))])
    found = run("macro", con, "reliability_curve", table, "score", "label", weight="weight", bins="4")
    names = ("bin", "score_mean", "positive_rate", "n")
    assert_rows(found, [dict(zip(names, row, strict=True)) for row in oracle.reliability(used, 4)])
    found = run("macro", con, "tie_groups", table, "score", "label", weight="weight")
    for row, tie in zip(found, oracle.tie_groups(used), strict=True):
        assert (row["score"], row["pos"], row["neg"]) == pytest.approx(tie, rel=1e-14, abs=0)


@pytest.mark.parametrize("engine", ["macro", "standalone"])
@pytest.mark.parametrize(
    ("weight", "times"), [("2", 2), ("127", 127), ("1.0", 1), ("1::BIGINT", 1), ("true", 1), ("flag", 1), ("small", 1)]
)
def test_only_the_default_counts_rows(engine: str, con: duckdb.DuckDBPyConnection, weight: str, times: int) -> None:
    con.execute(
        "CREATE OR REPLACE TEMP TABLE preds_of_weights AS "
        "FROM (VALUES (0.9::DOUBLE, true, true, 1::TINYINT), (0.4, false, true, 1)) AS t(score, label, flag, small)"
    ).fetchall()
    table = con.table("preds_of_weights").to_arrow_table()
    (area,) = run(engine, con, "roc_auc", table, "score", "label", weight=weight)
    assert (area["auc"], area["p_value"]) == (1.0, None)
    last = run(engine, con, "roc_curve", table, "score", "label", weight=weight)[-1]
    assert [last["tp"], last["fp"]] == [times, times]
    assert {type(last["tp"]), type(last["fp"])} == {float}
    (area,) = run(engine, con, "roc_auc", table, "score", "label", weight="1")
    assert area["p_value"] is not None


def test_a_boolean_weight_is_0_or_1(con: duckdb.DuckDBPyConnection) -> None:
    con.register("preds", cases.table(score=[0.9, 0.8, 0.4], label=[True, False, False]))
    query = "SELECT tp, fp FROM roc_curve(preds, score, label, weight := score <> 0.8)"
    assert con.execute(query).fetchall() == [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)]


TYPES = {
    "'amount'": "VARCHAR",
    "word": "VARCHAR",
    "word::ENUM('p', 'n')": "ENUM('p', 'n')",
    "'1'::JSON": "JSON",
    "DATE '2026-01-01'": "DATE",
    "[1]": "INTEGER[]",
}


@pytest.mark.parametrize("rows", [2, 0])
@pytest.mark.parametrize("value", TYPES)
@pytest.mark.parametrize(
    ("argument", "query"),
    [
        ("weight", "FROM roc_auc(no_numbers, score, label, weight := {})"),
        ("weight", "FROM roc_curve(no_numbers, score, label, weight := {})"),
        ("weight", "FROM roc_sketch(no_numbers, score, label, weight := {})"),
        ("weight", "SELECT roc_auc(score, label, {}) FROM no_numbers"),
        ("weight", "SELECT average_precision(score, label, {}) FROM no_numbers"),
        ("weight", "SELECT ks_statistic(score, label, {}) FROM no_numbers"),
        ("weight", "SELECT brier_score(score, label, {}) FROM no_numbers"),
        ("benefit", "FROM cost_roc_curve(no_numbers, score, label, {}, 1)"),
        ("cost", "FROM cost_roc_auc(no_numbers, score, label, 1, {})"),
    ],
)
def test_what_is_no_number(con: duckdb.DuckDBPyConnection, rows: int, value: str, argument: str, query: str) -> None:
    con.execute(
        "CREATE OR REPLACE TEMP TABLE no_numbers AS "
        f"FROM (VALUES (0.9::DOUBLE, true, 'p'), (0.4, false, 'n')) AS t(score, label, word) LIMIT {rows}"
    ).fetchall()
    message = f"{argument} must be a number, but it is {TYPES[value]}: name a column without quotes, or turn it into a number"
    with pytest.raises(duckdb.Error, match=re.escape(message)):
        con.execute(query.format(value)).fetchall()
