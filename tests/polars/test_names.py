"""Names in rocsql.polars are those of columns, whatever they look like."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import polars as pl
import pytest
from polars.exceptions import ColumnNotFoundError

import rocsql.polars as roc

NAMES = ["^s$", "*", "^.*$", "_rocsql_fold", "_by0", "_score", "_weight", "_positive", "_input0", "_threshold", "_tp", "_step"]
ROWS = {"s": [0.9, 0.2, 0.8, 0.3, 0.7, 0.6, 0.5, 0.4], "y": [1, 0, 1, 0, 0, 1, 0, 1], "f": [1, 1, 2, 2, 1, 1, 2, 2]}
GROUPS = ["a", "a", "a", "a", "b", "b", "b", "b"]
FUNCTIONS: dict[str, Callable[[pl.DataFrame, str], pl.DataFrame]] = {
    "tie_groups": lambda df, by: roc.tie_groups(df, "s", "y", by),
    "roc_curve": lambda df, by: roc.roc_curve(df, "s", "y", by),
    "roc_curve, weighted": lambda df, by: roc.roc_curve(df, "s", "y", by, "f"),
    "roc_curve, thinned": lambda df, by: roc.roc_curve(df, "s", "y", by, max_points=8),
    "roc_auc": lambda df, by: roc.roc_auc(df, "s", "y", by),
    "cost_roc_curve": lambda df, by: roc.cost_roc_curve(df, "s", "y", 2, "f", by),
    "cost_roc_auc": lambda df, by: roc.cost_roc_auc(df, "s", "y", 2, "f", by),
    "confusion_at": lambda df, by: roc.confusion_at(df, "s", "y", [0.4, 0.6], by),
    "roc_average_vertical": lambda df, by: roc.roc_average_vertical(df, "s", "y", "f", by, samples=4),
    "roc_average_threshold": lambda df, by: roc.roc_average_threshold(df, "s", "y", "f", by, samples=4),
    "roc_sketch": lambda df, by: roc.roc_sketch(df, "s", "y", by),
    "sketch_auc": lambda df, by: roc.sketch_auc(roc.roc_sketch(df, "s", "y", by), by),
    "query": lambda df, by: roc.query("roc_auc", df, "s", "y", by=by),
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("function", FUNCTIONS)
def test_groups_of_a_column_of_any_name(function: str, name: str) -> None:
    plain = FUNCTIONS[function](pl.DataFrame(ROWS | {"model": GROUPS}), "model")
    assert plain["model"].unique().sort().to_list() == ["a", "b"]
    found = FUNCTIONS[function](pl.DataFrame(ROWS | {name: GROUPS}), name)
    assert found.equals(plain.rename({"model": name}))


@pytest.mark.parametrize("name", ["^s$", "*", "nope"])
@pytest.mark.parametrize("function", [function for function in FUNCTIONS if function != "query"])
def test_groups_of_a_column_that_is_not_there(function: str, name: str) -> None:
    with pytest.raises(ColumnNotFoundError) as caught:
        FUNCTIONS[function](pl.DataFrame(ROWS), name)
    assert f'"{name}"' in str(caught.value)


@pytest.mark.parametrize("name", ["^s$", "^.*$", "*"])
def test_inputs_of_any_name(name: str) -> None:
    df = pl.DataFrame(ROWS)
    for part in ("s", "y", "f"):
        # The column of the plain name is another one, which a pattern would find too.
        other = df.with_columns(pl.col(part).alias(name), (1 - pl.col("y")).alias(part))
        score, label, weight = (name if own == part else own for own in ("s", "y", "f"))
        assert other.select(roc.auc(score, label, weight)).item() == df.select(roc.auc("s", "y", "f")).item()
        assert roc.roc_curve(other, score, label, weight=weight).equals(roc.roc_curve(df, "s", "y", weight="f"))
        vertical: dict[str, Any] = {"samples": 4}
        averaged = roc.roc_average_vertical(other, score, label, weight, **vertical)
        assert averaged.equals(roc.roc_average_vertical(df, "s", "y", "f", **vertical))
        with pytest.raises(ColumnNotFoundError):
            df.select(roc.auc(name, "y"))


def test_a_pattern_is_an_expression() -> None:
    df = pl.DataFrame({"s1": [0.9, 0.1], "s2": [0.1, 0.9], "y": [1, 0]})
    areas = df.select(pl.col("^s.*$").roc.auc("y").name.keep())  # type: ignore[attr-defined]
    assert areas.to_dicts() == [{"s1": 1.0, "s2": 0.0}]
