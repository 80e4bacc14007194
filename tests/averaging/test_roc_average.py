"""Averages of curves (alg. 4 and 5), against the oracle and tables worked by hand."""

from __future__ import annotations

import math
import random
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocsql import kernels
from tests import cases, oracle
from tests.compare import assert_rows
from tests.engines import ENGINES, run

examples = st.lists(
    st.tuples(
        st.one_of(st.none(), cases.scores),
        st.sampled_from([True, False, True, False, None]),
        st.sampled_from([1, 2, 3]),
        st.sampled_from(["a", None]),
    ),
    max_size=40,
)


def table(rows: list[Any]) -> pa.Table:
    columns = zip(*rows, strict=True) if rows else [[]] * 4
    types = {"s": pa.float64(), "y": pa.bool_(), "f": pa.int64(), "m": pa.string()}
    return pa.table({name: pa.array(c, type=t) for (name, t), c in zip(types.items(), columns, strict=True)})


def folds(rows: list[Any], model: Any) -> list[list[oracle.Row]]:
    return [oracle.usable((s, y, 1.0) for s, y, f, m in rows if m == model and f == fold) for fold in (1, 2, 3)]


def interval(axis: str, mean: float, std: float | None, curves: int) -> dict[str, float | None]:
    if std is None:
        return {f"{axis}_low": None, f"{axis}_high": None}
    reach = kernels.t_quantile(0.975, curves - 1) * std / math.sqrt(curves)
    return {f"{axis}_low": max(mean - reach, 0.0), f"{axis}_high": min(mean + reach, 1.0)}


@given(rows=examples)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("samples", [1, 7, 10])
def test_vertical(engine: str, con: duckdb.DuckDBPyConnection, samples: int, rows: list[Any]) -> None:
    wanted = [
        {"m": m, "fpr": fpr, "tpr": tpr, "tpr_std": std, "n_curves": curves, **interval("tpr", tpr, std, curves)}
        for m in ("a", None)
        for fpr, tpr, std, curves in oracle.average_vertical(folds(rows, m), samples)
    ]
    found = run(engine, con, "roc_average_vertical", table(rows), "s", "y", "f", by=["m"], samples=str(samples))
    assert_rows(found, wanted)


@given(rows=examples)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("samples", [1, 4, 1000])
def test_threshold(engine: str, con: duckdb.DuckDBPyConnection, samples: int, rows: list[Any]) -> None:
    wanted = []
    for m in ("a", None):
        for t, fpr, tpr, fpr_std, tpr_std, curves in oracle.average_threshold(folds(rows, m), samples):
            row = {"m": m, "threshold": t, "fpr": fpr, "tpr": tpr, "fpr_std": fpr_std, "tpr_std": tpr_std, "n_curves": curves}
            wanted.append(row | interval("fpr", fpr, fpr_std, curves) | interval("tpr", tpr, tpr_std, curves))
    found = run(engine, con, "roc_average_threshold", table(rows), "s", "y", "f", by=["m"], samples=str(samples))
    assert_rows(found, wanted)


#: Fold 1: (0,0) (0,1/2) (1/2,1/2) (1/2,1) (1,1). Fold 2: one tie, the diagonal. Fold 3 has one class and is left out.
TWO_CURVES = [
    *[(4.0, True, 1, "a"), (3.0, False, 1, "a"), (2.0, True, 1, "a"), (1.0, False, 1, "a")],
    *[(2.0, True, 2, "a"), (2.0, False, 2, "a")],
    (9.0, True, 3, "a"),
]
#: The same, and fold 4, whose scores lie above all others: (0,0) (0,1/4) (1,1/4) (1,1).
THREE_CURVES = [*TWO_CURVES, (20.0, True, 4, "a"), (15.0, False, 4, "a"), *[(10.0 - i, True, 4, "a") for i in range(3)]]


def hand_table(names: str, rows: list[tuple[float, ...]]) -> list[dict[str, Any]]:
    return [dict(zip(names.split(), row, strict=True)) for row in rows]


R = math.sqrt(0.5)
#: Student's 97.5 % quantile for 1 and 2 degrees of freedom, over the root of the number of curves: from any table of it.
T2, T3 = 12.706204736174707 / math.sqrt(2), 4.302652729749464 / math.sqrt(3)


@pytest.mark.parametrize("engine", ENGINES)
def test_two_curves_by_hand(engine: str, con: duckdb.DuckDBPyConnection) -> None:
    found = run(engine, con, "roc_average_vertical", table(TWO_CURVES), "s", "y", "f", samples="4")
    # Curve 1 has 1/2, 1/2, 1, 1, 1 there, curve 2 has 0, 1/4, 1/2, 3/4, 1. The intervals reach 4.5 and 2.2: past 0 and 1.
    assert_rows(
        found,
        hand_table(
            "fpr tpr tpr_std tpr_low tpr_high n_curves",
            [
                (0.0, 0.25, 0.5 * R, 0.0, 1.0, 2),
                (0.25, 0.375, 0.25 * R, 0.0, 1.0, 2),
                (0.5, 0.75, 0.5 * R, 0.0, 1.0, 2),
                (0.75, 0.875, 0.25 * R, 0.0, 1.0, 2),
                (1.0, 1.0, 0.0, 1.0, 1.0, 2),
            ],
        ),
    )
    found = run(engine, con, "roc_average_threshold", table(TWO_CURVES), "s", "y", "f")
    assert_rows(
        found,
        hand_table(
            "threshold fpr tpr fpr_std tpr_std fpr_low fpr_high tpr_low tpr_high n_curves",
            [
                (math.inf, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2),
                (4.0, 0.0, 0.25, 0.0, 0.5 * R, 0.0, 0.0, 0.0, 1.0, 2),
                (3.0, 0.25, 0.25, 0.5 * R, 0.5 * R, 0.0, 1.0, 0.0, 1.0, 2),
                (2.0, 0.75, 1.0, 0.5 * R, 0.0, 0.0, 1.0, 1.0, 1.0, 2),
                (1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 2),
            ],
        ),
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_three_curves_by_hand(engine: str, con: duckdb.DuckDBPyConnection) -> None:
    found = run(engine, con, "roc_average_vertical", table(THREE_CURVES), "s", "y", "f", samples="2", confidence="0.95")
    # At 0: 1/2, 0, 1/4; at 1/2: 1, 1/2, 1/4; at 1: all 1. Deviations 1/4 and sqrt(7/48).
    s = math.sqrt(7 / 48)
    assert T3 * 0.25 > 0.25 and T3 * s > 7 / 12
    assert_rows(
        found,
        hand_table(
            "fpr tpr tpr_std tpr_low tpr_high n_curves",
            [(0.0, 0.25, 0.25, 0.0, 0.25 + T3 * 0.25, 3), (0.5, 7 / 12, s, 0.0, 1.0, 3), (1.0, 1.0, 0.0, 1.0, 1.0, 3)],
        ),
    )
    # Ten scores of points, 20 15 10 9 8 | 4 3 2 2 1, with samples 3 taken at places 1, 4, 7, 10: 20, 9, 3, 1.
    found = run(engine, con, "roc_average_threshold", table(THREE_CURVES), "s", "y", "f", samples="3", confidence="0.5")
    q = math.sqrt(2 / 3) / math.sqrt(3)  # Student's 75 % quantile for 2 degrees is sqrt(2/3)
    third, sixth = 1 / 3, math.sqrt(1 / 3)
    assert_rows(
        found,
        hand_table(
            "threshold fpr tpr fpr_std tpr_std fpr_low fpr_high tpr_low tpr_high n_curves",
            [
                (math.inf, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3),
                (20.0, 0.0, 1 / 12, 0.0, 0.25 * sixth, 0.0, 0.0, max(0, 1 / 12 - q * 0.25 * sixth), 1 / 12 + q * 0.25 * sixth, 3),
                (9.0, third, 0.25, sixth, 0.75 * sixth, third - q * sixth, third + q * sixth, 0.25 - q * 0.75 * sixth,
                 0.25 + q * 0.75 * sixth, 3),
                (3.0, 0.5, 0.5, 0.5, 0.5, 0.5 - q * 0.5, 0.5 + q * 0.5, 0.5 - q * 0.5, 0.5 + q * 0.5, 3),
                (1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 3),
            ],
        ),
    )  # fmt: skip


@pytest.mark.parametrize("engine", ENGINES)
def test_the_order_of_rows_and_folds_changes_nothing(engine: str, con: duckdb.DuckDBPyConnection) -> None:
    draw = random.Random(4)
    rows = [(draw.choice([draw.random(), 0.5]), draw.random() < 0.4, draw.randrange(5), draw.choice("ab")) for _ in range(300)]
    renamed = [(s, y, (7 * f + 3) % 11, m) for s, y, f, m in rows]
    draw.shuffle(renamed)
    for name in ("roc_average_vertical", "roc_average_threshold"):
        here, there = (run(engine, con, name, table(t), "s", "y", "f", by=["m"], samples="13") for t in (rows, renamed))
        assert_rows(here, there)


@pytest.mark.parametrize("engine", ENGINES)
def test_one_fold_is_its_own_curve(engine: str, con: duckdb.DuckDBPyConnection) -> None:
    draw = random.Random(5)
    rows = [(draw.randrange(30) / 30, draw.random() < 0.3, 1, "a") for _ in range(60)]
    one = oracle.usable((s, y, 1.0) for s, y, _, _ in rows)
    found = run(engine, con, "roc_average_vertical", table(rows), "s", "y", "f", samples="20")
    nothing = {"tpr_std": None, "tpr_low": None, "tpr_high": None, "n_curves": 1}
    assert_rows(found, [{"fpr": k / 20, "tpr": oracle.tpr_at(one, k / 20), **nothing} for k in range(21)])
    found = run(engine, con, "roc_average_threshold", table(rows), "s", "y", "f", samples="1000")
    assert_rows(found, [{"threshold": t, "fpr": x, "tpr": y, "n_curves": 1} for t, _, _, y, x in oracle.roc_curve(one)])


@pytest.mark.parametrize("engine", ENGINES)
def test_folds_of_different_sizes_and_a_constant_score(engine: str, con: duckdb.DuckDBPyConnection) -> None:
    draw = random.Random(6)
    rows = [(draw.random() * f, draw.random() < 0.5, f, "a") for f, size in ((1, 2000), (2, 7), (3, 60)) for _ in range(size)]
    rows += [(0.5, i % 3 == 0, f, None) for f in (1, 2) for i in range(9)]
    for name, naive in (("vertical", oracle.average_vertical), ("threshold", oracle.average_threshold)):
        found = run(engine, con, f"roc_average_{name}", table(rows), "s", "y", "f", by=["m"], samples="12")
        wanted: list[Any] = [point for m in ("a", None) for point in naive(folds(rows, m), 12)]
        first = "fpr" if name == "vertical" else "threshold"
        assert_rows(found, [{first: point[0], "n_curves": point[-1]} for point in wanted])
        assert_rows(found, [{"tpr": point[1 if name == "vertical" else 2]} for point in wanted])


def test_folds_of_any_type(con: duckdb.DuckDBPyConnection) -> None:
    con.execute(
        "CREATE OR REPLACE TEMP TABLE typed AS SELECT s, y, unnest([NULL, DATE '2026-01-01', DATE '2026-01-02']) AS day "
        "FROM (VALUES (0.9, true), (0.1, false)) AS t(s, y)"
    ).fetchall()
    for fold in ("day", "{'day': day}", "[day]", "day::VARCHAR", "day IS NULL"):
        ((curves,),) = con.execute(f"SELECT DISTINCT n_curves FROM roc_average_vertical(typed, s, y, {fold})").fetchall()
        assert curves == (2 if fold == "day IS NULL" else 3)
