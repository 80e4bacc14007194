"""multiclass_roc_auc and multiclass_auc, against the oracle and scikit-learn."""

from __future__ import annotations

from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from tests import cases, oracle
from tests.compare import assert_rows, same
from tests.conform import SQL_ENGINES
from tests.engines import run

METHODS = ["hand_till", "ovr_weighted", "ovr_macro"]
ARGUMENTS = ("class", "score", "actual")
Rows = list[tuple[str, float, str]]


def table(rows: list[Any]) -> pa.Table:
    types = [("class", pa.string()), ("score", pa.float64()), ("actual", pa.string()), ("model", pa.string())]
    return pa.table({name: pa.array([row[i] for row in rows], kind) for i, (name, kind) in enumerate(types)})


def expected(rows: Rows) -> list[dict[str, Any]]:
    return [dict(zip(("class", "auc", "prevalence", "n_pos", "n_neg"), row, strict=True)) for row in oracle.class_aucs(rows)]


def expected_one(rows: Rows, method: str) -> list[dict[str, Any]]:
    found = oracle.multiclass(rows, method)
    return [] if found is None else [dict(zip(("auc", "n_classes"), found, strict=True))]


#: Examples (actual class, scores for a, b, c, group): every class is scored in every group that has rows.
examples = st.lists(
    st.tuples(
        st.sampled_from(["a", "b", "c", "b", None]),
        st.tuples(cases.scores, cases.scores, cases.scores),
        st.sampled_from(["x", "y", None]),
    ),
    max_size=25,
)


def long_form(drawn: list[Any]) -> list[tuple[str, float, Any, Any]]:
    return [(c, s + 0.0, actual, model) for actual, scores, model in drawn for c, s in zip("abc", scores, strict=True)]


@given(drawn=examples)
@pytest.mark.parametrize("method", METHODS)
def test_any_rows_in_groups(con: duckdb.DuckDBPyConnection, method: str, drawn: list[Any]) -> None:
    rows = long_form(drawn)
    parts = {m: [r[:3] for r in rows if r[3] == m and r[2] is not None] for m in ("x", "y", None)}
    found = run("macro", con, "multiclass_auc", table(rows), *ARGUMENTS, by=["model"], method=f"'{method}'")
    assert_rows(found, [{"model": m, **row} for m, part in parts.items() for row in expected_one(part, method)])
    if method == "hand_till":
        found = run("macro", con, "multiclass_roc_auc", table(rows), *ARGUMENTS, by=["model"])
        assert_rows(found, [{"model": m, **row} for m, part in parts.items() for row in expected(part)])


@pytest.mark.parametrize("digits", [0, 1, 9])
@pytest.mark.parametrize("engine", SQL_ENGINES)
def test_one_table(engine: str, con: duckdb.DuckDBPyConnection, digits: int) -> None:
    """Of many ties, some and none: they are counted in different ways."""
    rng = np.random.default_rng(1)
    rows = [
        (c, round(rng.normal() + (c == actual), digits), actual, None)
        for actual in rng.choice(list("abcd"), size=80)
        for c in "abcd"
    ]
    plain = [row[:3] for row in rows]
    assert_rows(run(engine, con, "multiclass_roc_auc", table(rows), *ARGUMENTS), expected(plain))
    for method in METHODS:
        found = run(engine, con, "multiclass_auc", table(rows), *ARGUMENTS, method=f"'{method}'")
        assert_rows(found, expected_one(plain, method))


@pytest.mark.parametrize("digits", [1, 9])
def test_scikit_learn(con: duckdb.DuckDBPyConnection, digits: int) -> None:
    rng = np.random.default_rng(digits)
    n, classes = 1_500, np.array(["a", "b", "c", "d"])
    actual = rng.choice(4, size=n, p=[0.5, 0.3, 0.15, 0.05])
    wide = np.exp(np.round(rng.normal(size=(n, 4)) + 1.0 * np.eye(4)[actual], digits))
    wide /= wide.sum(axis=1, keepdims=True)
    rows = pa.table(
        {"class": np.tile(classes, n), "score": wide.ravel(), "actual": np.repeat(classes[actual], 4), "model": ["m"] * (4 * n)}
    )
    for method, options in {
        "hand_till": {"multi_class": "ovo", "average": "macro"},
        "ovr_macro": {"multi_class": "ovr", "average": "macro"},
        "ovr_weighted": {"multi_class": "ovr", "average": "weighted"},
    }.items():
        (row,) = run("macro", con, "multiclass_auc", rows, *ARGUMENTS, method=f"'{method}'", by=["model"])
        assert same(row["auc"], float(metrics.roc_auc_score(classes[actual], wide, labels=classes, **options)))
        assert row["n_classes"] == 4
    each = run("macro", con, "multiclass_roc_auc", rows, *ARGUMENTS)
    assert [row["class"] for row in each] == classes.tolist()
    for place, row in enumerate(each):
        assert same(row["auc"], float(metrics.roc_auc_score(actual == place, wide[:, place])))
        assert same(row["prevalence"], float((actual == place).mean()))


@pytest.mark.parametrize("kind", ["INTEGER", "VARCHAR", "DATE", "ENUM('1970-01-01', '1970-01-02', '1970-01-03')"])
def test_classes_of_any_type(con: duckdb.DuckDBPyConnection, kind: str) -> None:
    """Sorted by their own order, in their own type."""
    as_class = (
        "{}" if kind == "INTEGER" else "(DATE '1970-01-01' + {}::INTEGER)" + ("" if kind == "DATE" else f"::VARCHAR::{kind}")
    )
    con.execute(
        f"CREATE OR REPLACE TEMP TABLE typed AS SELECT {as_class.format('(i % 3)::INTEGER')} AS c, "
        f"{as_class.format('(i // 3 % 3)::INTEGER')} AS y, (i * 7 % 13) / 10 AS s FROM range(45) AS t(i)"
    ).fetchall()
    described = con.execute("DESCRIBE FROM multiclass_roc_auc(typed, c, s, y)").fetchall()
    assert described[0][:2] == ("class", kind)
    assert len(con.execute("FROM multiclass_roc_auc(typed, c, s, y)").fetchall()) == 3
    assert con.execute("SELECT n_classes FROM multiclass_auc(typed, c, s, y)").fetchall() == [(3,)]


@pytest.mark.parametrize("times", [1, 20])
def test_classes_that_do_not_occur(con: duckdb.DuckDBPyConnection, times: int) -> None:
    """They have a row each and no part in the mean; NULL scores and actual classes are left out."""
    rows = times * [
        (c, s, actual, None)
        for actual, scores in (("a", (0.9, 0.1, 0.3)), ("b", (0.2, 0.7, 0.3)), ("a", (0.6, 0.8, None)), (None, (5.0, 5.0, 5.0)))
        for c, s in zip("abc", scores, strict=True)
    ]
    each = run("macro", con, "multiclass_roc_auc", table(rows), *ARGUMENTS)
    assert [(row["class"], row["auc"], row["n_pos"], row["n_neg"]) for row in each] == [
        ("a", 1.0, 2 * times, times), ("b", 0.5, times, 2 * times), ("c", None, 0, 2 * times),
    ]  # fmt: skip
    for method in METHODS:
        (row,) = run("macro", con, "multiclass_auc", table(rows), *ARGUMENTS, method=f"'{method}'")
        assert row["n_classes"] == 2
        assert row["auc"] is not None
    # Without the scores for a of examples of b that pair has no area, and so there is no mean over pairs.
    unmet = [row for row in rows if row[:3:2] != ("a", "b")]
    assert run("macro", con, "multiclass_auc", table(unmet), *ARGUMENTS) == [{"auc": None, "n_classes": 2}]
    only = [row for row in rows if row[2] == "a"]
    assert run("macro", con, "multiclass_auc", table(only), *ARGUMENTS) == [{"auc": None, "n_classes": 1}]
    assert run("macro", con, "multiclass_auc", table([]), *ARGUMENTS) == []


def test_groups_keep_the_order_they_are_named_in(con: duckdb.DuckDBPyConnection) -> None:
    con.execute(
        "CREATE OR REPLACE TEMP TABLE ordered AS SELECT m AS model, d AS day, c, s, y FROM (VALUES ('p', 0.9, 'p'), ('n', 0.1, 'n')) "
        "AS t(c, s, y), (VALUES ('b'), ('a'), (NULL)) AS u(m), (VALUES (2), (1)) AS v(d)"
    ).fetchall()
    days_first = [(day, model) for day in (1, 2) for model in ("a", "b", None)]
    found = con.execute("FROM multiclass_roc_auc(ordered, c, s, y, by := ['day', 'model'])").fetchall()
    assert [row[:3] for row in found] == [(*group, c) for group in days_first for c in "np"]
    found = con.execute("FROM multiclass_auc(ordered, c, s, y, by := ['day', 'model'])").fetchall()
    assert [row[:2] for row in found] == days_first
