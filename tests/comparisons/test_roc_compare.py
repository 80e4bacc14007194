"""roc_compare: DeLong's paired test, against the oracle, midranks in NumPy and what has to hold."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import cases, oracle
from tests.compare import assert_rows
from tests.conform import SQL_ENGINES
from tests.engines import run

NAMES = ("auc_a", "auc_b", "difference", "std_error", "z", "p_value")


def usable(rows: list[Any]) -> list[tuple[float, float, bool]]:
    return [(a + 0.0, b + 0.0, y) for a, b, y, *_ in rows if a is not None and b is not None and y is not None]


def expected(rows: list[tuple[float, float, bool]], confidence: float = 0.95) -> list[dict[str, Any]]:
    found = oracle.compare(rows)
    if found is None:
        return []
    _, _, difference, error, *_ = found
    low = high = None
    if difference is not None and error is not None:
        reach = NormalDist().inv_cdf(0.5 + confidence / 2) * error
        low, high = max(difference - reach, -1.0), min(difference + reach, 1.0)
    return [{**dict(zip(NAMES, found, strict=True)), "ci_low": low, "ci_high": high}]


def table(rows: list[Any]) -> pa.Table:
    types = [("a", pa.float64()), ("b", pa.float64()), ("y", pa.bool_()), ("model", pa.string())]
    return pa.table(
        {name: pa.array([row[i] if i < len(row) else None for row in rows], kind) for i, (name, kind) in enumerate(types)}
    )


rows_of_pairs = st.lists(
    st.tuples(
        st.one_of(st.none(), cases.scores),
        st.one_of(st.none(), cases.scores),
        st.sampled_from([True, False, True, False, None]),
        st.sampled_from(["a", "b", None]),
    ),
    max_size=40,
)


@given(rows=rows_of_pairs)
def test_any_rows_in_groups(con: duckdb.DuckDBPyConnection, rows: list[Any]) -> None:
    wanted = [
        {"model": model, **row} for model in ("a", "b", None) for row in expected(usable([r for r in rows if r[3] == model]))
    ]
    assert_rows(run("macro", con, "roc_compare", table(rows), "a", "b", "y", by=["model"]), wanted)


@given(rows=rows_of_pairs)
def test_any_rows_in_one_group(con: duckdb.DuckDBPyConnection, rows: list[Any]) -> None:
    assert_rows(run("macro", con, "roc_compare", table(rows), "a", "b", "y", confidence="0.8"), expected(usable(rows), 0.8))


@pytest.mark.parametrize("engine", SQL_ENGINES)
@pytest.mark.parametrize("case", cases.PLAIN)
def test_a_score_against_itself(engine: str, con: duckdb.DuckDBPyConnection, case: str) -> None:
    """Exactly 0 and 1, not nearly, and never NaN: also against any score that ranks alike."""
    scores, labels = cases.PLAIN[case]
    pairs = table([(s, None if s is None else math.atan(s), y) for s, y in zip(scores, labels, strict=True)])
    for other in ("a", "b") if case in ("figure 3", "two ties", "worst", "infinities") else ("a",):
        rows = run(engine, con, "roc_compare", pairs, "a", other, "y")
        assert_rows(rows, expected(usable([(s, s, y) for s, y in zip(scores, labels, strict=True)])))
        for row in rows:
            assert row["difference"] in (0.0, None)
            assert (row["z"], row["p_value"]) in ((0.0, 1.0), (None, None))


@pytest.mark.parametrize("engine", SQL_ENGINES)
def test_one_pair_of_scores(engine: str, con: duckdb.DuckDBPyConnection) -> None:
    scores, labels = cases.PLAIN["figure 3"]
    rows = [(s, round(1 - s * s, 1), y, "m") for s, y in zip(scores, labels, strict=True)]
    wanted = [{"model": "m", **row} for row in expected(usable(rows), 0.9)]
    assert_rows(run(engine, con, "roc_compare", table(rows), "a", "b", "y", by=["model"], confidence="0.9"), wanted)


def test_perfect_against_worst_has_no_variance(con: duckdb.DuckDBPyConnection) -> None:
    pairs = table([(0.9, 0.1, True), (0.8, 0.2, True), (0.2, 0.8, False), (0.1, 0.9, False)])
    (row,) = run("macro", con, "roc_compare", pairs, "a", "b", "y")
    assert (row["difference"], row["std_error"], row["z"], row["p_value"]) == (1.0, 0.0, math.inf, 0.0)
    (row,) = run("macro", con, "roc_compare", pairs, "b", "a", "y")
    assert (row["difference"], row["z"], row["ci_low"], row["ci_high"]) == (-1.0, -math.inf, -1.0, -1.0)


def delong(a: Any, b: Any, label: Any) -> tuple[float, float]:
    """The difference and its standard error by Sun & Xu 2014, from midranks."""

    def midranks(x: Any) -> Any:
        ordered = np.sort(x)
        return (np.searchsorted(ordered, x, "left") + np.searchsorted(ordered, x, "right") + 1) / 2

    def placements(score: Any) -> tuple[Any, Any]:
        pos, neg = score[label], score[~label]
        every = midranks(np.concatenate((pos, neg)))
        return (every[: len(pos)] - midranks(pos)) / len(neg), 1 - (every[len(pos) :] - midranks(neg)) / len(pos)

    (pos_a, neg_a), (pos_b, neg_b) = placements(a), placements(b)
    variance = np.var(pos_a - pos_b, ddof=1) / len(pos_a) + np.var(neg_a - neg_b, ddof=1) / len(neg_a)
    return float(pos_a.mean() - pos_b.mean()), math.sqrt(variance)


@pytest.mark.parametrize("distinct_a", [50, 10**9])
@pytest.mark.parametrize("distinct_b", [3, 10**9])
@pytest.mark.parametrize("share", [0.02, 0.6])
def test_midranks(con: duckdb.DuckDBPyConnection, distinct_a: int, distinct_b: int, share: float) -> None:
    """Both ways to the placements, and one for each score; in one group and in three."""
    rng = np.random.default_rng(distinct_a + distinct_b)
    n = 20_000
    label = rng.random(n) < share
    common = rng.normal(size=n) + 0.8 * label
    a = np.floor((common + rng.normal(size=n)) * distinct_a) / distinct_a
    b = np.floor((common + rng.normal(size=n)) * distinct_b) / distinct_b
    model = rng.choice(["x", "y", "z"], size=n, p=[0.9, 0.08, 0.02])
    pairs = cases.table(a=a, b=b, y=label, model=model)
    (row,) = run("macro", con, "roc_compare", pairs, "a", "b", "y")
    difference, error = delong(a, b, label)
    assert row["difference"] == pytest.approx(difference, abs=1e-12)
    assert row["std_error"] == pytest.approx(error, rel=1e-10)
    assert row["p_value"] == pytest.approx(math.erfc(abs(difference / error) / math.sqrt(2)), rel=1e-8)
    for group in run("macro", con, "roc_compare", pairs, "a", "b", "y", by=["model"]):
        part = model == group["model"]
        difference, error = delong(a[part], b[part], label[part])
        assert group["difference"] == pytest.approx(difference, abs=1e-12)
        assert group["std_error"] == pytest.approx(error, rel=1e-10)


def test_each_area_and_error_is_that_of_roc_auc(con: duckdb.DuckDBPyConnection) -> None:
    """Against a constant only one score is left: its area, its error."""
    scores, labels = cases.PLAIN["figure 3"]
    pairs = table([(s, 0.5, y) for s, y in zip(scores, labels, strict=True)])
    (row,) = run("macro", con, "roc_compare", pairs, "a", "b", "y")
    (alone,) = run("macro", con, "roc_auc", pairs, "a", "y")
    assert (row["auc_a"], row["auc_b"]) == (alone["auc"], 0.5)
    assert row["std_error"] == pytest.approx(alone["std_error"], rel=1e-12)


def test_a_small_p_value_is_still_one(con: duckdb.DuckDBPyConnection) -> None:
    """Far out 1 - cdf would be 0."""
    rng = np.random.default_rng(4)
    label = rng.random(40_000) < 0.5
    a, b = rng.normal(size=40_000) + 0.5 * label, rng.normal(size=40_000)
    (row,) = run("macro", con, "roc_compare", cases.table(a=a, b=b, y=label), "a", "b", "y")
    assert row["z"] > 20
    assert 0 < row["p_value"] < 1e-80
    assert row["p_value"] == pytest.approx(math.erfc(row["z"] / math.sqrt(2)), rel=1e-9)


def test_order_of_rows_does_not_show(con: duckdb.DuckDBPyConnection) -> None:
    rng = np.random.default_rng(6)
    pairs = cases.table(a=rng.normal(size=5_000), b=np.round(rng.normal(size=5_000), 1), y=rng.random(5_000) < 0.3)
    first = run("macro", con, "roc_compare", pairs, "a", "b", "y")
    assert run("macro", con, "roc_compare", pairs.take(rng.permutation(5_000)), "a", "b", "y") == first


@pytest.mark.parametrize(("p", "n"), [(3_000_000_000, 3_000_000_000), (7_000_000_000, 6_000_000_000)])
def test_variance_past_two_to_the_62(con: duckdb.DuckDBPyConnection, p: int, n: int) -> None:
    """Beyond the pairs that whole numbers hold, doubles take over: the same formula."""
    u, u_pos, u_neg = int(0.1 * p * n), int(0.3 * p * n) * n, int(0.2 * p * n) * p
    ((found,),) = con.execute(
        "SELECT _rocsql_placement_variance(?::BIGINT, ?::BIGINT, ?::HUGEINT, ?::HUGEINT, ?::HUGEINT)", [p, n, u, u_pos, u_neg]
    ).fetchall()
    exact = (p * u_pos - u**2) / (p * (p - 1)) / (4 * n**2 * p) + (n * u_neg - u**2) / (n * (n - 1)) / (4 * p**2 * n)
    assert found == pytest.approx(exact, rel=1e-9)
