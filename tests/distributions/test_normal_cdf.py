"""normal_cdf, against the C library's erfc."""

from __future__ import annotations

import math
from statistics import NormalDist

import duckdb
import numpy as np
import pytest


def phi(x: float) -> float:
    return math.erfc(-x / math.sqrt(2)) / 2


def test_both_tails_and_the_middle(con: duckdb.DuckDBPyConnection) -> None:
    """To 1e-12 relative as far as 1e-300: closer than erfc's own argument, rounded by 1e-16, would allow much further out."""
    x = np.concatenate((np.linspace(-37.5, 37.5, 7_501), [-0.66, 0.66, -4 * math.sqrt(2), 4 * math.sqrt(2), -37.05]))
    con.register("xs", {"x": x})
    found = [y for (y,) in con.execute("SELECT normal_cdf(x) FROM xs").fetchall()]
    assert phi(-37.05) < 1.1e-300
    assert found == pytest.approx([phi(v) for v in x], rel=1e-12, abs=0)
    # What is left of a p-value of two sides.
    assert con.execute("SELECT 2 * normal_cdf(-abs(1.959963984540054))").fetchall() == [(pytest.approx(0.05, rel=1e-14),)]


@pytest.mark.parametrize(
    ("x", "value"),
    [("0", 0.5), ("'inf'::DOUBLE", 1.0), ("'-inf'::DOUBLE", 0.0), ("-1e300", 0.0), ("1e300", 1.0), ("NULL", None), ("'nan'::DOUBLE", None)],
)  # fmt: skip
def test_ends(con: duckdb.DuckDBPyConnection, x: str, value: float | None) -> None:
    assert con.execute(f"SELECT normal_cdf({x})").fetchall() == [(value,)]


def test_is_the_inverse_of_the_quantile(con: duckdb.DuckDBPyConnection) -> None:
    for p in (1e-300, 1e-9, 0.2, 0.5, 0.9, 1 - 1e-9):
        ((found,),) = con.execute("SELECT normal_cdf(normal_quantile(?))", [p]).fetchall()
        assert found == pytest.approx(p, rel=1e-11)
        assert found == pytest.approx(phi(NormalDist().inv_cdf(p)), rel=1e-11)
