"""tie_groups, against the oracle."""

from __future__ import annotations

from typing import Any

import duckdb
import pytest
from hypothesis import given

from tests import cases, oracle
from tests.compare import assert_rows
from tests.engines import ENGINES, run


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", cases.PLAIN)
def test_cases(engine: str, con: duckdb.DuckDBPyConnection, case: str) -> None:
    scores, labels = cases.PLAIN[case]
    rows = oracle.usable((s, y, 1.0) for s, y in zip(scores, labels, strict=True))
    groups = run(engine, con, "tie_groups", cases.table(score=scores, label=labels), "score", "label")
    assert_rows(groups, [dict(zip(("score", "pos", "neg"), tie, strict=True)) for tie in oracle.tie_groups(rows)])


@given(rows=cases.rows)
@pytest.mark.parametrize("engine", ENGINES)
def test_any_weighted_rows(engine: str, con: duckdb.DuckDBPyConnection, rows: list[Any]) -> None:
    table = cases.table(score=[r[0] for r in rows], label=[r[1] for r in rows], weight=[r[2] for r in rows])
    wanted = oracle.tie_groups(oracle.usable(r[:3] for r in rows))
    groups = run(engine, con, "tie_groups", table, "score", "label", weight="weight")
    assert_rows(groups, [dict(zip(("score", "pos", "neg"), tie, strict=True)) for tie in wanted])


def test_zeros_of_both_signs_are_one_score(con: duckdb.DuckDBPyConnection) -> None:
    groups = run("macro", con, "tie_groups", cases.table(score=[0.0, -0.0], label=[True, False]), "score", "label")
    assert groups == [{"score": 0.0, "pos": 1, "neg": 1}]
    assert str(groups[0]["score"]) == "0.0"
