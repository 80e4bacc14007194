"""roc_auc, the aggregate: the same number as the table macro, in SELECT ... GROUP BY."""

from __future__ import annotations

import tracemalloc
from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import given
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


@pytest.mark.parametrize("size", [3, 100, 40_000])
def test_many_groups_and_large_ones(con: duckdb.DuckDBPyConnection, size: int) -> None:
    """More groups than one call of the UDF takes, and groups that get a sort of their own."""
    rng = np.random.default_rng(size)
    n = max(9_000, 3 * size)
    group = np.arange(n) // size
    label = rng.random(n) < 0.4
    score = np.round(rng.normal(size=n) + label, 2)
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
