"""The interval of roc_auc and counts_roc_auc: by DeLong, on the logit scale and Newcombe's, against the oracle and in simulations."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rocsql
import rocsql.polars as roc
from rocsql.errors import RocsqlError
from tests import cases, oracle
from tests.compare import assert_rows
from tests.engines import run

METHODS = ["delong", "logit", "newcombe"]
ENGINES = ["macro", "standalone", "polars", "polars-lazy", "polars-streaming"]
Z = NormalDist().inv_cdf(0.975)


def ends(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"low": row["ci_low"], "high": row["ci_high"]} for row in rows]


def expected(rows: list[oracle.Row], method: str, confidence: float = 0.95, weighted: bool = False) -> list[dict[str, Any]]:
    return [dict(zip(("low", "high"), oracle.interval(rows, method, confidence, weighted), strict=True))] if rows else []


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("case", cases.PLAIN)
def test_cases(engine: str, con: duckdb.DuckDBPyConnection, method: str, case: str) -> None:
    scores, labels = cases.PLAIN[case]
    rows = oracle.usable((s, y, 1.0) for s, y in zip(scores, labels, strict=True))
    table = cases.table(score=scores, label=labels)
    found = run(engine, con, "roc_auc", table, "score", "label", interval=f"'{method}'")
    assert_rows(ends(found), expected(rows, method))
    found = run(engine, con, "roc_auc", table, "score", "label", interval=f"'{method}'", confidence="0.5")
    assert_rows(ends(found), expected(rows, method, 0.5))


@given(rows=cases.rows)
@pytest.mark.parametrize("engine", ["macro", "polars", "polars-streaming"])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("weighted", [False, True])
def test_any_rows_in_groups(engine: str, con: duckdb.DuckDBPyConnection, method: str, weighted: bool, rows: list[Any]) -> None:
    table = cases.table(
        score=[r[0] for r in rows], label=[r[1] for r in rows], weight=[r[2] for r in rows], model=[r[3] for r in rows]
    )
    wanted = []
    for model in ("a", "b", None):
        group = oracle.usable((s, y, w if weighted else 1.0) for s, y, w, m in rows if m == model)
        wanted += expected(group, method, weighted=weighted)
    options = {"weight": "weight"} if weighted else {}
    found = run(engine, con, "roc_auc", table, "score", "label", by=["model"], interval=f"'{method}'", **options)
    assert_rows(ends(found), wanted)
    if method == "delong":
        assert found == run(engine, con, "roc_auc", table, "score", "label", by=["model"], **options)
    for row in found:
        if row["ci_low"] is not None:
            assert 0 <= row["ci_low"] <= row["auc"] <= row["ci_high"] <= 1
            assert method == "delong" or row["ci_low"] < row["ci_high"]
        elif row["auc"] is not None and not weighted:
            assert method != "newcombe"


@given(rows=cases.rows)
@pytest.mark.parametrize("method", METHODS)
def test_counts_are_their_rows(con: duckdb.DuckDBPyConnection, method: str, rows: list[Any]) -> None:
    used = [(s, int(y), m) for s, y, _, m in rows if y is not None]
    table = cases.table(score=[r[0] for r in used], label=[bool(r[1]) for r in used], model=[r[2] for r in used])
    for by in ([], ["model"]):
        options: dict[str, Any] = {"by": by, "interval": f"'{method}'"}
        area = run("macro", con, "counts_roc_auc", table, "score", "label::INTEGER", "1 - label::INTEGER", **options)
        wanted = run("macro", con, "roc_auc", table, "score", "label", **options)
        assert_rows(area, [{name: value for name, value in row.items() if name != "p_value"} for row in wanted])


@pytest.mark.parametrize("engine", ["macro", "standalone"])
@pytest.mark.parametrize("method", METHODS)
def test_counts(engine: str, con: duckdb.DuckDBPyConnection, method: str) -> None:
    """Counts that are no whole numbers have no interval of any kind."""
    rows = oracle.usable((s, y, 1.0) for s, y in zip(*cases.PLAIN["figure 3"], strict=True))
    ties = oracle.tie_groups(rows)
    table = cases.table(score=[t[0] for t in ties], pos=[t[1] for t in ties], neg=[t[2] for t in ties])
    found = run(engine, con, "counts_roc_auc", table, "score", "pos", "neg", interval=f"'{method}'")
    assert_rows(ends(found), expected(rows, method))
    found = run(engine, con, "counts_roc_auc", table, "score", "pos / 2", "neg", interval=f"'{method}'")
    assert found[0]["auc"] == pytest.approx(oracle.auc(rows), abs=1e-12)
    assert ends(found) == [{"low": None, "high": None}]


@given(m=st.integers(1, 10**6), n=st.integers(1, 10**6), area=st.floats(0, 1), z=st.floats(0.01, 6))
def test_newcombe_of_any_area(con: duckdb.DuckDBPyConnection, m: int, n: int, area: float, z: float) -> None:
    """Each end is z of its own standard errors away from the area, and the only place that is."""
    call = "_rocsql_newcombe_low({}, $2::DOUBLE, $3::DOUBLE, $4::DOUBLE)"
    ((low, high),) = con.execute(
        f"SELECT {call.format('$1::DOUBLE')}, 1 - {call.format('1 - $1::DOUBLE')}", [area, m, n, z]
    ).fetchall()
    assert (low, high) == pytest.approx(oracle.newcombe(area, m, n, z), abs=1e-12)
    assert 0 <= low <= area <= high <= 1
    assert low < high


def test_newcombe_is_the_quartic_of_his_paper(con: duckdb.DuckDBPyConnection) -> None:
    """Squared and without fractions the equation is of degree 4, with one root on each side of the area."""
    for m, n, area in ((10, 10, 0.9), (50, 7, 0.61), (3, 200, 0.995), (1, 2, 0.5)):
        theta = np.polynomial.Polynomial([0, 1])
        q, both = theta * (1 - theta), (m + n) / 2 - 1
        quartic = (theta - area) ** 2 * (2 + q) * m * n - Z**2 * q * ((2 + q) + both * (1 + 2 * q))
        inside = sorted(root.real for root in quartic.roots() if abs(root.imag) < 1e-9 and 0 < root.real < 1)
        assert inside == pytest.approx(oracle.newcombe(area, m, n, Z), abs=1e-9)


def test_perfect_ranking(con: duckdb.DuckDBPyConnection) -> None:
    """DeLong says [1, 1], the logit scale nothing; one row of each class is enough for Newcombe."""
    for rows, low in ((10, 0.8002), (1, 1 / (1 + Z**2))):
        table = cases.table(score=list(range(2 * rows)), label=[i >= rows for i in range(2 * rows)])
        found = [run("macro", con, "roc_auc", table, "score", "label", interval=f"'{method}'")[0] for method in METHODS]
        assert (found[0]["ci_low"], found[0]["ci_high"]) == ((1.0, 1.0) if rows > 1 else (None, None))
        assert (found[1]["ci_low"], found[1]["ci_high"]) == (None, None)
        assert (found[2]["ci_low"], found[2]["ci_high"]) == (pytest.approx(low, abs=1e-4), 1.0)


def test_a_method_that_does_not_exist(con: duckdb.DuckDBPyConnection) -> None:
    wanted = "interval must be 'delong', 'logit' or 'newcombe', but it is "
    con.execute("CREATE OR REPLACE TEMP TABLE nothing (score DOUBLE, label BOOLEAN)").fetchall()
    for value, shown in (("'wald'", "'wald'"), ("NULL", "NULL"), ("5", "5"), ("'DeLong'", "'DeLong'")):
        for call in ("roc_auc(nothing, score, label", "counts_roc_auc(nothing, score, 1, 1"):
            with pytest.raises(duckdb.Error) as raised:
                con.execute(f'FROM {call}, "interval" := {value})').fetchall()
            assert wanted + shown in str(raised.value)
    frame = roc.pl.DataFrame({"s": [0.9, 0.4], "y": [True, False]})
    with pytest.raises(RocsqlError) as refused:
        roc.roc_auc(frame, "s", "y", interval="wald")
    assert str(refused.value) == wanted + "'wald'."
    assert frame.roc.roc_auc("s", "y", interval="newcombe")["ci_high"].to_list() == [1.0]  # type: ignore[attr-defined]


def test_other_dialects_have_delongs_alone() -> None:
    pytest.importorskip("sqlglot")
    with pytest.raises(RocsqlError, match="roc_auc has no argument 'interval' in spark; it has table, by, score, label"):
        rocsql.sql("roc_auc", dialect="spark", table="t", score="s", label="y", interval="newcombe")


TABLES = 2_000


@pytest.mark.parametrize("area", [0.9, 0.97])
def test_coverage(con: duckdb.DuckDBPyConnection, area: float) -> None:
    """How many of the intervals hold the area that the rows were drawn from: normal scores, 50 + 50 rows, all tables in one call."""
    rng = np.random.default_rng(21)
    label = np.tile(np.arange(100) < 50, TABLES)
    distance = math.sqrt(2) * NormalDist().inv_cdf(area)
    score = rng.normal(size=100 * TABLES) + distance * label
    con.register("simulated", cases.table(score=score, label=label, number=np.repeat(np.arange(TABLES), 100)))
    covered = {}
    for method in METHODS:
        ((found, rows),) = con.execute(
            f"SELECT count(*) FILTER (WHERE {area} BETWEEN ci_low AND ci_high) / {TABLES}, count(*) "
            f"FROM roc_auc(simulated, score, label, by := ['number'], \"interval\" := '{method}')"
        ).fetchall()
        assert rows == TABLES
        covered[method] = found
    con.unregister("simulated")
    assert min(covered["logit"], covered["newcombe"]) >= 0.93
    assert covered["delong"] < min(covered["logit"], covered["newcombe"])
