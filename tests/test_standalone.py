"""rocsql.sql: one SELECT, no macros."""

from __future__ import annotations

import re
from typing import Any

import duckdb
import pytest

import rocsql
from rocsql import catalog


def test_the_text_calls_no_macro_of_ours() -> None:
    text = rocsql.sql("roc_auc", table="preds", score="score", label="label", by=["model"], weight="w")
    names = {macro.name for macro in catalog.macros()}
    code = re.sub(r"'(?:[^']|'')*'|--.*", "", text)
    assert not {name for name in re.findall(r"\b(\w+)\s*\(", code) if name in names}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"name": "roc_acu"}, "There is no table macro 'roc_acu'; there are average_precision, best_threshold, "),
        ({"dialect": "oracle"}, "There is no dialect 'oracle'; there are bigquery, clickhouse, "),
        ({"wieght": "w"}, "roc_auc has no argument 'wieght'; it has source, score, label, by, weight, confidence, interval."),
        ({"score": "a, b) FROM x; DROP TABLE x --"}, "score must be one SQL expression, such as score='score', but it is "),
        ({"label": "y; SELECT 1"}, "label must be one SQL expression"),
        ({"name": "cost_roc_auc"}, "cost_roc_auc needs 'benefit': pass benefit=..., an expression over the table's columns."),
        ({"confidence": object()}, "is no number, text or list, so it cannot be written in SQL."),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {"name": "roc_auc", "table": "preds", "score": "s", "label": "y", **arguments}
    with pytest.raises(rocsql.RocsqlError, match=re.escape(message)):
        rocsql.sql(given.pop("name"), **given)


def test_values_are_quoted(con: duckdb.DuckDBPyConnection) -> None:
    awkward = """o'dd "name" --"""
    with duckdb.connect() as plain:
        quoted = awkward.replace('"', '""')
        plain.execute(f'''CREATE TABLE "o'dd --" AS SELECT 0.5 AS s, true AS y, 1 AS "{quoted}"''').fetchall()
        text = rocsql.sql("tie_groups", table="o'dd --", score="s", label="y", by=[awkward])
        assert plain.execute(text).fetchall() == [(1, 0.5, 1, 0)]


def test_one_name_may_stand_for_a_list(con: duckdb.DuckDBPyConnection) -> None:
    assert rocsql.sql("roc_auc", table="t", score="s", label="y", by="model") == rocsql.sql(
        "roc_auc", table="t", score="s", label="y", by=["model"]
    )
