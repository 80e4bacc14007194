"""roc_distance: Hamilton's AC_d."""

from __future__ import annotations

import duckdb
import pytest


@pytest.mark.parametrize(
    ("call", "distance"),
    [
        ("1, 0, 0.5", 1.0),
        ("0, 1, 0.5", 0.0),
        ("0.5, 0.1, 0.5", 1 - 0.13**0.5),
        ("0.5, 0.1, 1", 0.5),
        ("0.5, 0.1, 0", 0.9),
        ("NULL, 0, 1", None),
    ],
)
def test_distance(con: duckdb.DuckDBPyConnection, call: str, distance: float | None) -> None:
    ((found,),) = con.execute(f"SELECT roc_distance({call})").fetchall()
    assert found == (distance if distance is None else pytest.approx(distance, abs=1e-15))
