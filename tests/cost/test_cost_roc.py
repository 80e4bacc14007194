"""cost_roc_curve and cost_roc_auc (alg. 6), against the oracle."""

from __future__ import annotations

from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import cases, oracle
from tests.compare import assert_rows
from tests.engines import ENGINES, run

worths = st.sampled_from([0.0, 0.02, 1.0, 20.0, 12345.678])
examples = st.lists(st.tuples(cases.scores, st.booleans(), worths, worths, st.sampled_from(["a", None])), max_size=30)


def curve(rows: list[oracle.Row], **by: Any) -> list[dict[str, Any]]:
    return [
        {**by, "threshold": t, "benefit": won, "cost": paid, "tpr": tpr, "fpr": fpr}
        for t, won, paid, tpr, fpr in oracle.roc_curve(rows)
    ]


def area(rows: list[oracle.Row], **by: Any) -> list[dict[str, Any]]:
    if not rows:
        return []
    won, paid = oracle.selected(rows, -oracle.INF)
    return [{**by, "auc": oracle.auc(rows), "total_benefit": won, "total_cost": paid}]


@given(rows=examples)
@pytest.mark.parametrize("engine", ENGINES)
def test_any_rows_in_groups(engine: str, con: duckdb.DuckDBPyConnection, rows: list[Any]) -> None:
    table = cases.table(
        score=[r[0] for r in rows],
        label=[r[1] for r in rows],
        worth=[r[2] for r in rows],
        price=[r[3] for r in rows],
        model=[r[4] for r in rows],
    ).cast(cases.pa.schema([("score", "f8"), ("label", "bool"), ("worth", "f8"), ("price", "f8"), ("model", "string")]))
    groups = {m: oracle.cost_rows(r[:4] for r in rows if r[4] == m) for m in ("a", None)}
    arguments = ("score", "label", "worth", "price")
    found = run(engine, con, "cost_roc_curve", table, *arguments, by=["model"])
    assert_rows(found, [row for m, group in groups.items() for row in curve(group, model=m)])
    found = run(engine, con, "cost_roc_auc", table, *arguments, by=["model"])
    assert_rows(found, [row for m, group in groups.items() for row in area(group, model=m)])


@pytest.mark.parametrize("case", cases.PLAIN)
def test_worth_one_is_the_plain_curve_to_the_bit(con: duckdb.DuckDBPyConnection, case: str) -> None:
    scores, labels = cases.PLAIN[case]
    table = cases.table(score=scores, label=labels)
    plain = run("macro", con, "roc_curve", table, "score", "label")
    costs = run("macro", con, "cost_roc_curve", table, "score", "label", "1", "1")
    assert [(r["threshold"], r["tpr"], r["fpr"]) for r in costs] == [(r["threshold"], r["tpr"], r["fpr"]) for r in plain]
    assert [(r["benefit"], r["cost"]) for r in costs] == [(r["tp"], r["fp"]) for r in plain]
    areas = run("macro", con, "roc_auc", table, "score", "label")
    assert_rows(run("macro", con, "cost_roc_auc", table, "score", "label", "1", "1"), [{"auc": r["auc"]} for r in areas])


def test_only_the_worth_that_the_class_needs_is_looked_at(con: duckdb.DuckDBPyConnection) -> None:
    con.register("preds", cases.table(score=[0.9, 0.1], label=[True, False], amount=[5.0, None]))
    found = con.execute("SELECT total_benefit, total_cost FROM cost_roc_auc(preds, score, label, amount, 1)").fetchall()
    assert found == [(5.0, 1.0)]


def test_elkans_cards(con: duckdb.DuckDBPyConnection) -> None:
    """Figure 9 of 2004: approving a legitimate transaction of x wins 0.02 x + 20, a fraudulent one costs 20 + x."""
    con.register(
        "cards", cases.table(score=[0.9, 0.8, 0.6, 0.3], label=[True, False, True, False], x=[100.0, 50.0, 1000.0, 500.0])
    )
    found = con.execute("FROM cost_roc_curve(cards, score, label, 0.02 * x + 20, 20 + x)").fetchall()
    wins, costs = 22 + 40, 70 + 520
    assert found[1:3] == [(0.9, 22.0, 0.0, 22 / wins, 0.0), (0.8, 22.0, 70.0, 22 / wins, 70 / costs)]
