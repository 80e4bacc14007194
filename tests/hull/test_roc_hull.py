"""roc_hull and roc_hull_auc, against the oracle and the papers."""

from __future__ import annotations

import math
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given

from tests import cases, oracle
from tests.compare import assert_rows
from tests.engines import run

ENGINES = ["macro", "standalone"]
NAMES = ["threshold", "tp", "fp", "tpr", "fpr", "slope"]


def expected(rows: list[oracle.Row], **by: Any) -> list[dict[str, Any]]:
    return [{**by, **dict(zip(NAMES, vertex, strict=True))} for vertex in oracle.hull_rows(rows)]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", cases.PLAIN)
def test_cases(engine: str, con: duckdb.DuckDBPyConnection, case: str) -> None:
    scores, labels = cases.PLAIN[case]
    table = cases.table(score=scores, label=labels)
    rows = oracle.usable(zip(scores, labels, [1.0] * len(scores), strict=True))
    assert_rows(run(engine, con, "roc_hull", table, "score", "label"), expected(rows))
    assert_rows(run(engine, con, "roc_hull_auc", table, "score", "label"), [{"auch": oracle.hull_auc(rows)}] if rows else [])


@given(rows=cases.rows)
@pytest.mark.parametrize("weight", ["1", "weight"])
def test_groups_and_weights(con: duckdb.DuckDBPyConnection, weight: str, rows: list[Any]) -> None:
    columns = [list(column) for column in zip(*rows, strict=True)] or [[]] * 4
    table = cases.table(score=columns[0], label=columns[1], weight=columns[2], model=columns[3])
    hulls, areas = [], []
    for model in ("a", "b", None):
        used = oracle.usable((s, y, w if weight == "weight" else 1.0) for s, y, w, m in rows if m == model)
        hulls += expected(used, model=model)
        areas += [{"model": model, "auch": oracle.hull_auc(used)}] if used else []
    assert_rows(run("macro", con, "roc_hull", table, "score", "label", by=["model"], weight=weight), hulls)
    assert_rows(run("macro", con, "roc_hull_auc", table, "score", "label", by=["model"], weight=weight), areas)


def test_figure_3(con: duckdb.DuckDBPyConnection) -> None:
    scores, labels = cases.PLAIN["figure 3"]
    table = cases.table(score=scores, label=labels)
    found = run("macro", con, "roc_hull", table, "score", "label")
    assert [(row["threshold"], row["fpr"], row["tpr"], row["slope"]) for row in found] == [
        (math.inf, 0, 0, None), (0.8, 0, 0.2, math.inf), (0.54, 0.1, 0.5, 3), (0.38, 0.5, 0.8, 0.75), (0.3, 0.9, 1, 0.5), (0.1, 1, 1, 0),
    ]  # fmt: skip
    assert run("macro", con, "roc_hull_auc", table, "score", "label") == [{"auch": pytest.approx(0.755, abs=1e-15)}]


def test_flach_leaves(con: duckdb.DuckDBPyConnection) -> None:
    """Flach's tree: three leaves (pos, neg) scored by their share of positives make a concave curve, and its own hull."""
    leaves = [(40, 20), (50, 10), (30, 50)]
    table = cases.table(
        score=[p / (p + n) for p, n in leaves for _ in range(p + n)],
        label=[i < p for p, n in leaves for i in range(p + n)],
    )
    found = run("macro", con, "roc_hull", table, "score", "label")
    assert [(row["tp"], row["fp"]) for row in found] == [(0, 0), (50, 10), (90, 30), (120, 80)]
    assert [row["slope"] for row in found[1:]] == pytest.approx([10 / 3, 4 / 3, 2 / 5], rel=1e-15)
    assert run("macro", con, "roc_hull_auc", table, "score", "label") == [{"auch": 0.71875}]


def monotone_chain(tp: list[int], fp: list[int]) -> list[tuple[int, int]]:
    chain: list[tuple[int, int]] = []
    for y, x in zip(tp, fp, strict=True):
        while len(chain) > 1 and (x - chain[-2][1]) * (chain[-1][0] - chain[-2][0]) <= (y - chain[-2][0]) * (
            chain[-1][1] - chain[-2][1]
        ):
            chain.pop()
        chain.append((y, x))
    return chain


@pytest.mark.parametrize(("size", "levels"), [(50_000, None), (50_000, 700), (300, 40)])
def test_long_curves(con: duckdb.DuckDBPyConnection, size: int, levels: int | None) -> None:
    draw = np.random.default_rng(size)
    label = draw.random(size) < 0.3
    score = draw.normal(size=size) + label
    if levels:
        score = np.floor(score * levels / 6)
    table = pa.table({"score": score, "label": label})
    curve = run("macro", con, "roc_curve", table, "score", "label")
    found = run("macro", con, "roc_hull", table, "score", "label")
    assert [(row["tp"], row["fp"]) for row in found] == monotone_chain([r["tp"] for r in curve], [r["fp"] for r in curve])


@pytest.mark.parametrize("scale", [1, 10**9])
@pytest.mark.parametrize("weighted", [False, True])
def test_a_concave_curve_is_its_own_hull(con: duckdb.DuckDBPyConnection, scale: int, weighted: bool) -> None:
    """All steps (a, b) without a common divisor, the steepest first: 5,000 vertices and more, each barely above its neighbours' chord. With
    large counts (as tie groups' counts, in the inner macro) the products pass 2^53."""
    steps = sorted(((b, a) for a in range(1, 92) for b in range(1, 92) if math.gcd(a, b) == 1), key=lambda s: s[1] / s[0])
    tp = np.cumsum([0, *(b for b, _ in steps)]).tolist()
    fp = np.cumsum([0, *(a for _, a in steps)]).tolist()
    assert len(tp) > 5000
    if weighted:
        rows = [(-float(i), y, float(k * scale)) for i, (b, a) in enumerate(steps) for y, k in ((True, b), (False, a))]
        s, y, w = zip(*rows, strict=True)
        found = run("macro", con, "roc_hull", cases.table(score=s, label=y, weight=w), "score", "label", weight="weight")
        assert [(row["tp"] / scale, row["fp"] / scale) for row in found] == list(zip(tp, fp, strict=True))
    else:
        con.register("many_points", pa.table({
            "_g": pa.array([1] * len(tp), pa.int32()), "_at": list(range(len(tp))), "_threshold": [-float(i) for i in range(len(tp))],
            "_tp": [float(v * scale) for v in tp], "_fp": [float(v * scale) for v in fp],
        }))  # fmt: skip
        ((count,),) = con.execute("SELECT count(*) FROM _rocsql_hull(many_points)").fetchall()
        assert count == len(tp)
        # One unit below: the chord of its neighbours passes over it, or through it.
        con.execute(
            "CREATE OR REPLACE TEMP TABLE bent AS SELECT * REPLACE (_tp - CASE WHEN _at = 2500 THEN $1 ELSE 0 END AS _tp) FROM many_points",
            [92.0 * scale],
        ).fetchall()
        ((count,),) = con.execute("SELECT count(*) FROM _rocsql_hull(bent)").fetchall()
        assert count == len(tp) - 1


@pytest.mark.parametrize(("middle", "vertices"), [(10**15 + 1, 3), (10**15, 2), (10**15 - 1, 2)])
def test_one_unit_above_a_long_chord(con: duckdb.DuckDBPyConnection, middle: int, vertices: int) -> None:
    """Products of 10^30: only whole numbers tell on which side of the chord the point is."""
    con.register("long_chord", pa.table({
        "_g": pa.array([1] * 3, pa.int32()), "_at": [0, 1, 2], "_threshold": [3.0, 2.0, 1.0],
        "_tp": [0.0, float(middle), 2e15], "_fp": [0.0, 1e15, 2e15],
    }))  # fmt: skip
    assert len(con.execute("FROM _rocsql_hull(long_chord)").fetchall()) == vertices


def test_a_chain_that_falls_one_by_one(con: duckdb.DuckDBPyConnection) -> None:
    """A concave chain and a last point far above it: everything between goes, which neighbours alone would do one at a time."""
    label = [y for a in range(300, 0, -1) for y in [True] * a + [False] * (301 - a)] + [True] * 10**5 + [False]
    table = cases.table(score=[-float(i) for i in range(len(label))], label=label)
    curve = run("macro", con, "roc_curve", table, "score", "label")
    found = run("macro", con, "roc_hull", table, "score", "label")
    assert [(row["tp"], row["fp"]) for row in found] == monotone_chain([r["tp"] for r in curve], [r["fp"] for r in curve])


@pytest.mark.parametrize("scale", ["1", "1e160", "1e-200"])
def test_slopes_of_any_weights(con: duckdb.DuckDBPyConnection, scale: str) -> None:
    con.execute(
        "CREATE OR REPLACE TEMP TABLE steps AS FROM (VALUES (0.9, true), (0.7, false), (0.6, true), (0.4, false)) AS t(s, y)"
    ).fetchall()
    found = con.execute(f"SELECT slope FROM roc_hull(steps, s, y, weight := {scale}::DOUBLE)").fetchall()
    assert [slope for (slope,) in found] == [None, math.inf, pytest.approx(1), pytest.approx(0)]
