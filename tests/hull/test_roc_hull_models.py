"""roc_hull_models and cost_superiority, against the oracle, and worked by hand."""

from __future__ import annotations

import math
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import cases, oracle
from tests.compare import assert_rows
from tests.engines import run

ENGINES = ["macro", "standalone"]
NAMES = ["model", "threshold", "tpr", "fpr", "slope_high", "slope_low"]

#: A finds one positive in two without a false alarm, B all positives with one negative in two.
BY_HAND = {
    "A": [(1.0, True), (0.0, True), (0.0, False), (0.0, False)],
    "B": [(1.0, True), (1.0, True), (1.0, False), (0.0, False)],
}


def table(rows: list[tuple[Any, ...]]) -> pa.Table:
    columns = zip(*rows, strict=True) if rows else [[]] * 4
    types = {"score": pa.float64(), "label": pa.bool_(), "algo": pa.string(), "region": pa.string()}
    return pa.table({name: pa.array(c, type=t) for (name, t), c in zip(types.items(), columns, strict=True)})


def models(rows: list[tuple[Any, ...]], region: Any) -> dict[Any, list[oracle.Row]]:
    found: dict[Any, list[oracle.Row]] = {}
    for s, y, m, r in rows:
        if r == region and oracle.usable([(s, y, 1.0)]):
            found.setdefault(m, []).extend(oracle.usable([(s, y, 1.0)]))
    return found


examples = st.lists(
    st.tuples(
        st.one_of(st.none(), st.sampled_from([0.1, 0.2, 0.3, 0.4, 0.5, math.inf])),
        st.sampled_from([True, False, True, False, None]),
        st.sampled_from(["a", "b", None]),
        st.sampled_from(["x", None]),
    ),
    max_size=40,
)


@given(rows=examples)
@pytest.mark.parametrize("engine", ENGINES)
def test_joint_hull(engine: str, con: duckdb.DuckDBPyConnection, rows: list[Any]) -> None:
    wanted = [
        {"region": region, **dict(zip(NAMES, row, strict=True))}
        for region in ("x", None)
        for row in oracle.hull_models(models(rows, region))
    ]
    assert_rows(run(engine, con, "roc_hull_models", table(rows), "score", "label", by=["region"], model="'algo'"), wanted)


@given(rows=examples)
@pytest.mark.parametrize("ratios", [(0.0, 0.5, 2.0), (0.5, 0.5, 1.0), (1.0, 3.0, 3.0), (1.0, 1.0, 1.0)])
def test_superiority(con: duckdb.DuckDBPyConnection, ratios: tuple[float, float, float], rows: list[Any]) -> None:
    wanted = [
        {"region": region, "model": model, "share_best": share, "lc_index": lc}
        for region in ("x", None)
        for model, share, lc in oracle.cost_superiority(models(rows, region), *ratios)
    ]
    low, mode, high = map(str, ratios)
    found = run(
        "macro", con, "cost_superiority", table(rows), "score", "label", by=["region"], model="'algo'",
        ratio_low=low, ratio_mode=mode, ratio_high=high,
    )  # fmt: skip
    assert_rows(found, wanted)


@pytest.mark.parametrize("engine", ENGINES)
def test_two_models_by_hand(engine: str, con: duckdb.DuckDBPyConnection) -> None:
    rows = [(s, y, m, "x") for m, pairs in BY_HAND.items() for s, y in pairs]
    found = run(engine, con, "roc_hull_models", table([*rows, (0.5, True, "C", "x")]), "score", "label", model="'algo'")
    inf = math.inf
    assert [tuple(row.values()) for row in found] == [
        (None, inf, 0.0, 0.0, inf, inf),
        ("A", 1.0, 0.5, 0.0, inf, 1.0),
        ("B", 1.0, 1.0, 0.5, 1.0, 0.0),
        (None, -inf, 1.0, 1.0, 0.0, 0.0),
        ("C", None, None, None, None, None),
    ]
    shares = run(
        engine, con, "cost_superiority", table(rows), "score", "label", model="'algo'",
        ratio_low="0.5", ratio_mode="1", ratio_high="2",
    )  # fmt: skip
    # The triangle has 1/3 of its mass below 1, where the lines are flatter than 1 and B is the better.
    wanted = [{"model": "A", "share_best": 2 / 3, "lc_index": 1 / 3}, {"model": "B", "share_best": 1 / 3, "lc_index": -1 / 3}]
    assert_rows(shares, wanted)


def test_models_with_other_numbers_of_rows(con: duckdb.DuckDBPyConnection) -> None:
    """The same curve from 3 and from 21 rows: their shares have no common denominator in floats, and still they are one point."""
    few = [(2.0, True), (2.0, False), (1.0, True), (1.0, True), (1.0, False), (1.0, False)]
    rows = [(s, y, "few", "x") for s, y in few] + [(s + 5, y, "many", "x") for s, y in few * 7]
    found = run("macro", con, "roc_hull_models", table(rows), "score", "label", model="'algo'")
    assert [row["model"] for row in found] == [None, None, "few", "many"]
    rows += [(9.0, True, "better", "x")] + [(0.0, y, "better", "x") for y in (True, True, False, False, False)]
    found = run("macro", con, "roc_hull_models", table(rows), "score", "label", model="'algo'")
    assert [(row["model"], row["tpr"]) for row in found] == [
        (None, 0.0), ("better", 1 / 3), (None, 1.0), ("few", None), ("many", None),
    ]  # fmt: skip


def test_flach_optimal_below_a_share_of_positives(con: duckdb.DuckDBPyConnection) -> None:
    """A slope is a share of positives once costs are equal: m = (1 - p) / p, so A is the best below p = 1 / (1 + m)."""
    rows = [(s, y, m, "x") for m, pairs in BY_HAND.items() for s, y in pairs]
    con.register("two_models", table(rows))
    query = (
        "SELECT model, 1 / (1 + slope_low) FROM roc_hull_models(two_models, score, label, model := 'algo') WHERE model = 'A'"
    )
    assert con.execute(query).fetchall() == [("A", 0.5)]
    ((slope,),) = con.execute("SELECT iso_slope(1, 1, 0.5)").fetchall()
    assert slope == 1.0


def test_figure_3_split_in_two(con: duckdb.DuckDBPyConnection) -> None:
    """A model beside itself upside down: the joint hull is the first one's own."""
    scores, labels = cases.PLAIN["figure 3"]
    rows = [(s, y, "up", "x") for s, y in zip(scores, labels, strict=True)]
    rows += [(-s, y, "down", "x") for s, y in zip(scores, labels, strict=True) if s is not None]
    found = run("macro", con, "roc_hull_models", table(rows), "score", "label", model="'algo'")
    assert [(row["model"], row["threshold"]) for row in found] == [
        (None, math.inf), ("up", 0.8), ("up", 0.54), ("up", 0.38), ("up", 0.3), (None, -math.inf), ("down", None),
    ]  # fmt: skip
    assert [row["slope_low"] for row in found[:5]] == pytest.approx([math.inf, 3, 0.75, 0.5, 0], rel=1e-15)
