"""cost_curve, against the oracle."""

from __future__ import annotations

import math
from typing import Any

import duckdb
import pytest
from hypothesis import given

from tests import cases, oracle
from tests.compare import assert_rows
from tests.engines import run

NAMES = ["pcf", "nec", "threshold", "nec_always_positive", "nec_always_negative"]


def expected(rows: list[oracle.Row], samples: int, **by: Any) -> list[dict[str, Any]]:
    return [{**by, **dict(zip(NAMES, row, strict=True))} for row in oracle.cost_curve(rows, samples)]


@pytest.mark.parametrize("engine", ["macro", "standalone"])
@pytest.mark.parametrize("samples", [1, 8, 10])
@pytest.mark.parametrize("case", cases.PLAIN)
def test_cases(engine: str, con: duckdb.DuckDBPyConnection, case: str, samples: int) -> None:
    scores, labels = cases.PLAIN[case]
    rows = oracle.usable(zip(scores, labels, [1.0] * len(scores), strict=True))
    found = run(engine, con, "cost_curve", cases.table(score=scores, label=labels), "score", "label", samples=str(samples))
    assert_rows(found, expected(rows, samples))


@given(rows=cases.rows)
@pytest.mark.parametrize("weight", ["1", "weight"])
def test_groups_and_weights(con: duckdb.DuckDBPyConnection, weight: str, rows: list[Any]) -> None:
    columns = [list(column) for column in zip(*rows, strict=True)] or [[]] * 4
    table = cases.table(score=columns[0], label=columns[1], weight=columns[2], model=columns[3])
    wanted = []
    for model in ("a", "b", None):
        used = oracle.usable((s, y, w if weight == "weight" else 1.0) for s, y, w, m in rows if m == model)
        wanted += expected(used, 9, model=model)
    found = run("macro", con, "cost_curve", table, "score", "label", by=["model"], weight=weight, samples="9")
    assert_rows(found, wanted)


def test_figure_3(con: duckdb.DuckDBPyConnection) -> None:
    """The envelope breaks at pcf 1/4, 4/7 and 2/3; at a break the higher threshold stands."""
    scores, labels = cases.PLAIN["figure 3"]
    found = run("macro", con, "cost_curve", cases.table(score=scores, label=labels), "score", "label", samples="20")
    picked = {row["pcf"]: (row["nec"], row["threshold"]) for row in found}
    wanted = {0.0: (0, math.inf), 0.25: (0.2, 0.8), 0.5: (0.3, 0.54), 0.6: (0.32, 0.38), 0.75: (0.225, 0.3), 1.0: (0, 0.3)}
    for pcf, (nec, threshold) in wanted.items():
        assert picked[pcf] == (pytest.approx(nec, abs=1e-15), threshold)
