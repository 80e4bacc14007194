"""normal_quantile, against the standard library's (the same algorithm, another hand)."""

from __future__ import annotations

import math
from statistics import NormalDist

import duckdb
import pytest


@pytest.mark.parametrize(
    "p", [1e-300, 1e-20, 1e-5, 0.001, 0.0749, 0.075, 0.3, 0.5, 0.6, 0.925, 0.9251, 0.975, 0.9999, 1 - 1e-12]
)
def test_quantile(con: duckdb.DuckDBPyConnection, p: float) -> None:
    ((found,),) = con.execute("SELECT normal_quantile(?)", [p]).fetchall()
    assert found == pytest.approx(NormalDist().inv_cdf(p), rel=1e-13, abs=1e-15)


def test_ends(con: duckdb.DuckDBPyConnection) -> None:
    found = con.execute(
        "SELECT normal_quantile(0), normal_quantile(1), normal_quantile(-0.1), normal_quantile(NULL)"
    ).fetchall()
    assert found == [(-math.inf, math.inf, None, None)]
