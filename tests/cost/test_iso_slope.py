"""iso_slope: m = cost_fp p(n) / (cost_fn p(p))."""

from __future__ import annotations

import math

import duckdb
import pytest


@pytest.mark.parametrize(
    ("call", "slope"),
    [
        ("1, 1, 0.5", 1.0),
        ("1, 5, 0.1", 1.8),
        ("10, 1, 0.5", 10.0),
        ("1, 1, 0", math.inf),
        ("1, 0, 0.5", math.inf),
        ("1, 1, 1", 0.0),
        ("0, 0, 0.5", None),
        ("NULL, 1, 0.5", None),
        ("1, 1, NULL", None),
    ],
)
def test_slope(con: duckdb.DuckDBPyConnection, call: str, slope: float | None) -> None:
    ((found,),) = con.execute(f"SELECT iso_slope({call})").fetchall()
    assert found == (slope if slope is None else pytest.approx(slope, rel=1e-15))
