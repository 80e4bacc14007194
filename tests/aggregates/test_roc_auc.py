"""roc_auc, the aggregate: the same number as the table macro, in SELECT ... GROUP BY."""

from __future__ import annotations

import math
import tracemalloc
from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from rocsql import kernels
from tests import cases, oracle
from tests.compare import same


@pytest.mark.parametrize("case", cases.PLAIN)
def test_cases(con: duckdb.DuckDBPyConnection, case: str) -> None:
    scores, labels = cases.PLAIN[case]
    con.register("preds", cases.table(score=scores, label=labels))
    rows = oracle.usable((s, y, 1.0) for s, y in zip(scores, labels, strict=True))
    ((plain, weighted),) = con.execute("SELECT roc_auc(score, label), roc_auc(score, label, 2.5) FROM preds").fetchall()
    assert same(plain, oracle.auc(rows))
    assert same(weighted, oracle.auc(rows))


@given(rows=cases.rows)
def test_any_rows_in_groups(con: duckdb.DuckDBPyConnection, rows: list[Any]) -> None:
    con.register(
        "preds",
        cases.table(
            score=[r[0] for r in rows], label=[r[1] for r in rows], weight=[r[2] for r in rows], model=[r[3] for r in rows]
        ),
    )
    query = "SELECT model, roc_auc(score, label), roc_auc(score, label::INTEGER, weight) FROM preds GROUP BY model"
    for model, plain, weighted in con.execute(query).fetchall():
        group = [r[:3] for r in rows if r[3] == model]
        assert same(plain, oracle.auc(oracle.usable((s, y, 1.0) for s, y, _ in group)))
        assert same(weighted, oracle.auc(oracle.usable(group)))


@pytest.mark.parametrize("digits", [2, 9])
@pytest.mark.parametrize("lowest", [-10.0, 0.0])
@pytest.mark.parametrize("size", [3, 100, 40_000])
def test_many_groups_and_large_ones(con: duckdb.DuckDBPyConnection, size: int, lowest: float, digits: int) -> None:
    """More groups than one call of the UDF takes, and groups that get a sort of their own; with and without ties or minus."""
    rng = np.random.default_rng(size)
    n = max(9_000, 3 * size)
    group = np.arange(n) // size
    label = rng.random(n) < 0.4
    score = np.maximum(np.round(rng.normal(size=n) + label, digits), lowest)
    con.register("preds", cases.table(score=score, label=label, grp=group))
    found = con.execute("SELECT grp, roc_auc(score, label), roc_auc(score, label, 3.0) FROM preds GROUP BY grp").fetchall()
    assert len(found) == group[-1] + 1
    for name, plain, weighted in found:
        part = group == name
        both = 0 < label[part].sum() < part.sum()
        wanted = metrics.roc_auc_score(label[part], score[part]) if both else None
        assert same(plain, wanted)
        assert same(weighted, wanted)


def test_one_group_does_not_drown_another(con: duckdb.DuckDBPyConnection) -> None:
    con.register(
        "preds",
        cases.table(
            model=["huge"] * 3 + ["tiny"] * 3,
            score=[3, 2, 1] * 2,
            label=[True, False, True] * 2,
            weight=[1e15, 1e15, 1e15, 1e-15, 1e-15, 3e-15],
        ),
    )
    found = dict(con.execute("SELECT model, roc_auc(score, label, weight) FROM preds GROUP BY model").fetchall())
    assert found == {"huge": pytest.approx(0.5, abs=1e-12), "tiny": pytest.approx(0.25, abs=1e-12)}


def test_beside_other_aggregates(con: duckdb.DuckDBPyConnection) -> None:
    con.register("preds", cases.table(score=[0.9, 0.1, 0.4], label=[True, False, True], model=["a", "a", "b"]))
    found = con.execute(
        "SELECT model, count(*) AS n, roc_auc(score, label) AS auc FROM preds GROUP BY model HAVING roc_auc(score, label) IS NOT NULL"
    ).fetchall()
    assert found == [("a", 2, 1.0)]
    assert con.execute("SELECT roc_auc(1 - score, label) FROM preds WHERE model = 'a'").fetchall() == [(0.0,)]


@pytest.mark.parametrize("kernel", [kernels.grouped_auc, kernels.grouped_interval])
def test_one_large_group_among_small_ones(kernel: Any) -> None:
    """Rows as long as those of the largest group would take hundreds of times their memory."""
    rng = np.random.default_rng(0)
    pos_sizes, neg_sizes = np.zeros(1000, dtype=np.int64), np.ones(1000, dtype=np.int64)
    pos_sizes[500], neg_sizes[500] = 1, 200_000
    pos, neg = rng.random(pos_sizes.sum()), rng.random(neg_sizes.sum())
    tracemalloc.start()
    found = kernel(pos, pos_sizes, neg, neg_sizes)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 50e6
    areas = found[0] if isinstance(found, tuple) else found
    assert areas[500] == pytest.approx((neg[500:200_500] < pos[0]).mean(), abs=1e-12)


@given(
    groups=st.lists(
        st.lists(
            st.tuples(st.sampled_from([-math.inf, -1.0, -5e-324, -0.0, 0.0, 0.5, 1.0, math.inf]), st.booleans()), max_size=9
        ),
        min_size=1,
        max_size=9,
    ),
    low=st.sampled_from([-math.inf, 0.0]),
)
def test_signed_scores(groups: list[list[tuple[float, bool]]], low: float) -> None:
    """The sign bit is the label's, also that of zero, and no group takes another's rows."""
    groups = [[(max(score, low), label) for score, label in group] for group in groups]
    upper = [[-abs(s) if y else abs(s) for s, y in group if s >= 0] for group in groups]
    lower = [[s if y else -s for s, y in group if s < 0] for group in groups]
    signed = [
        part
        for lists in (upper, lower)
        for part in (np.concatenate([np.array(some, dtype=float) for some in lists]), np.array([len(some) for some in lists]))
    ]
    wanted = [oracle.auc([(s, y, 1.0) for s, y in group]) for group in groups]
    for found in (kernels.grouped_auc_of_signed(*signed), kernels.grouped_interval_of_signed(*signed)[0]):
        assert [None if math.isnan(area) else area for area in found] == [
            None if a is None else pytest.approx(a, abs=1e-15) for a in wanted
        ]


@pytest.mark.parametrize(
    "kernel", [kernels.grouped_auc_of_signed, lambda *signed: kernels.grouped_interval_of_signed(*signed)[0]]
)
@pytest.mark.parametrize("sizes", [[1_500_000], [10, 1_200_000, 0, 300_000, 7], [1_000] * 1_100])
def test_scores_for_several_cores(kernel: Any, sizes: list[int]) -> None:
    """Enough rows that cores share them, in one group or in several, ties and infinities among them."""
    rng = np.random.default_rng(1)
    label = rng.random(sum(sizes)) < 0.2
    score = np.round(rng.random(len(label)) + 0.1 * label, 5)
    score[rng.random(len(label)) < 0.001] = math.inf
    found = kernel(np.where(label, -score, score), np.array(sizes), np.zeros(0), np.zeros(len(sizes), dtype=np.int64))
    for area, own_score, own_label in zip(
        found, kernels.in_groups(score, np.array(sizes)), kernels.in_groups(label, np.array(sizes)), strict=True
    ):
        if 0 < own_label.sum() < len(own_label):
            assert area == pytest.approx(
                metrics.roc_auc_score(own_label, np.where(own_score == math.inf, 9, own_score)), abs=1e-12
            )
        else:
            assert math.isnan(area)


@pytest.mark.parametrize("zeros", [0.3, 1.0])
@pytest.mark.parametrize("n", [20, 200, 6_000, 300_000])
def test_zeros_of_both_classes(n: int, zeros: float) -> None:
    """The sign of a zero is its label, and a sort may give all zeros one sign."""
    rng = np.random.default_rng(n)
    label = rng.random(n) < 0.5
    score = np.where(rng.random(n) < zeros, 0.0, rng.random(n))
    signed = np.where(label, -score, score), np.array([n]), np.zeros(0), np.array([0])
    wanted = pytest.approx(metrics.roc_auc_score(label, score), abs=1e-12)
    assert kernels.grouped_auc_of_signed(*signed)[0] == wanted
    assert kernels.grouped_interval_of_signed(*signed)[0][0] == wanted
