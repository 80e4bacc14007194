"""average_precision, ks_statistic and brier_score as aggregates: the numbers of the oracle, in SELECT ... GROUP BY."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from tests import cases, oracle
from tests.compare import same

Rows = list[oracle.Row]


def average_precision(rows: Rows) -> float | None:
    return oracle.average_precision(rows) if rows and oracle.both_classes(rows) else None


def ks(rows: Rows) -> float | None:
    found = oracle.ks(rows)
    return None if found is None else found[0]


def brier(rows: Rows) -> float | None:
    found = oracle.brier(rows)
    return None if found is None else found[0]


ORACLES: dict[str, Callable[[Rows], float | None]] = {
    "average_precision": average_precision,
    "ks_statistic": ks,
    "brier_score": brier,
}


@pytest.mark.parametrize("name", ORACLES)
@pytest.mark.parametrize("case", cases.PLAIN)
def test_cases(con: duckdb.DuckDBPyConnection, case: str, name: str) -> None:
    scores, labels = cases.PLAIN[case]
    if name == "brier_score" and any(s is not None and not 0 <= s <= 1 for s in scores):
        pytest.skip("these scores are no probabilities")
    con.register("preds", cases.table(score=scores, label=labels))
    wanted = ORACLES[name](oracle.usable((s, y, 1.0) for s, y in zip(scores, labels, strict=True)))
    ((plain, weighted),) = con.execute(f"SELECT {name}(score, label), {name}(score, label, 2.5) FROM preds").fetchall()
    assert same(plain, wanted)
    assert same(weighted, wanted)


probable = st.lists(
    st.tuples(
        st.one_of(st.none(), st.sampled_from([0.0, -0.0, 0.1, 0.25, 0.5, 1.0]), st.floats(0, 1)),
        st.sampled_from([True, False, None]),
        cases.weights,
        st.sampled_from(["a", "b", None]),
    ),
    max_size=40,
)


@given(rows=probable)
@pytest.mark.parametrize("name", ORACLES)
def test_any_rows_in_groups(con: duckdb.DuckDBPyConnection, name: str, rows: list[Any]) -> None:
    con.register(
        "preds",
        cases.table(
            score=[r[0] for r in rows], label=[r[1] for r in rows], weight=[r[2] for r in rows], model=[r[3] for r in rows]
        ),
    )
    query = f"SELECT model, {name}(score, label), {name}(score, label::INTEGER, weight) FROM preds GROUP BY model"
    for model, plain, weighted in con.execute(query).fetchall():
        group = [r[:3] for r in rows if r[3] == model]
        assert same(plain, ORACLES[name](oracle.usable((s, y, 1.0) for s, y, _ in group)))
        assert same(weighted, ORACLES[name](oracle.usable(group)))


def test_scikit_learn_and_the_table_macros(con: duckdb.DuckDBPyConnection) -> None:
    rng = np.random.default_rng(5)
    label = rng.random(20_000) < 0.3
    score = np.round(np.clip(rng.normal(0.3, 0.2, size=20_000) + 0.2 * label, 0, 1), 3)
    weight = rng.exponential(size=20_000)
    con.register("preds", cases.table(score=score, label=label, weight=weight))
    ((average, brier_found),) = con.execute(
        "SELECT average_precision(score, label, weight), brier_score(score, label, weight) FROM preds"
    ).fetchall()
    assert same(average, float(metrics.average_precision_score(label, score, sample_weight=weight)))
    assert same(brier_found, float(metrics.brier_score_loss(label, score, sample_weight=weight)))
    for name, column in (("average_precision", "average_precision"), ("ks_statistic", "ks")):
        ((aggregate,),) = con.execute(f"SELECT {name}(score, label, weight) FROM preds").fetchall()
        ((table,),) = con.execute(f"SELECT {column} FROM {name}(preds, score, label, weight := weight)").fetchall()
        assert same(aggregate, table)


def test_little_weights_above_a_heavy_one(con: duckdb.DuckDBPyConnection) -> None:
    con.execute(
        "CREATE OR REPLACE TEMP TABLE heavy AS FROM (VALUES (0.9, false, 1.0::DOUBLE), (0.8, true, 1.0), (0.7, false, 3.0), (0.6, true, 1.0), "
        "(0.1, false, 1e18)) AS t(s, y, w)"
    ).fetchall()
    wanted = 1 / 2 * 1 / 2 + 1 / 2 * 2 / 6
    assert con.execute("SELECT average_precision(s, y, w) FROM heavy").fetchall() == [(pytest.approx(wanted, abs=1e-12),)]
    assert con.execute("SELECT average_precision FROM average_precision(heavy, s, y, weight := w)").fetchall() == [
        (pytest.approx(wanted, abs=1e-12),)
    ]
