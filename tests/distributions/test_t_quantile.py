"""t_quantile, against SciPy's."""

from __future__ import annotations

import math

import duckdb
import pytest
from scipy import stats

from rocsql import kernels

DEGREES = [1, 2, 3, 4, 5, 8, 9, 30, 31, 100, 199, 200, 201, 202, 500, 1000, 10_000, 1_000_000]


@pytest.mark.parametrize("df", DEGREES)
@pytest.mark.parametrize("p", [1e-6, 0.0005, 0.025, 0.3, 0.51, 0.75, 0.9, 0.95, 0.975, 0.995, 0.9995, 0.99995])
def test_quantile(con: duckdb.DuckDBPyConnection, p: float, df: int) -> None:
    ((found,),) = con.execute("SELECT t_quantile(?, ?)", [p, df]).fetchall()
    assert found == pytest.approx(stats.t.ppf(p, df), rel=1e-9, abs=1e-12)
    if p > 0.5:
        assert kernels.t_quantile(p, df) == pytest.approx(stats.t.ppf(p, df), rel=1e-9, abs=1e-10)


def test_ends(con: duckdb.DuckDBPyConnection) -> None:
    ends = "SELECT t_quantile(0, 3), t_quantile(0.5, 3), t_quantile(1, 300), t_quantile(1.1, 3), t_quantile(0.9, 0), t_quantile(0.9, 2.5)"
    assert con.execute(ends).fetchall() == [(-math.inf, 0.0, math.inf, None, None, None)]
    assert con.execute("SELECT t_quantile(NULL, 3), t_quantile(0.9, NULL)").fetchall() == [(None, None)]
