"""What pROC 1.18 and ROCR 1.0 (R) say of 120 rows with many ties, written down: their numbers, to the last digits they print."""

from __future__ import annotations

from itertools import pairwise

import duckdb
import pytest

ROWS = """
SELECT
    ((i * 37) % 23 + CASE WHEN i % 3 = 0 THEN 6 ELSE 0 END) / 29 AS a,
    ((i * 53) % 41 + CASE WHEN i % 3 = 0 THEN 4 ELSE 0 END) / 45 AS b,
    i % 3 = 0 AS y
FROM range(120) AS t(i)
"""
A = (0.73578124999999994, 0.04717646907565253, 0.65818286373414892, 0.81337963626585097)
B = (0.60343749999999996, 0.05448307849004007, 0.51382081073817576, 0.69305418926182405)
PARTIAL = {
    ("a", 0.0, 0.1): (0.03203124999999999, 0.64226973684210531),
    ("a", 0.05, 0.4): (0.1745312500000000, 0.6765552995391705),
    ("a", 0.5, 1.0): (0.4741145833333333, 0.8964583333333334),
    ("b", 0.0, 0.1): (0.0150000000000000, 0.5526315789473685),
    ("b", 0.05, 0.4): (0.1152343750000000, 0.5672523041474654),
    ("b", 0.5, 1.0): (0.4257031250000000, 0.7028125000000001),
}
HULL = [(0, 0), (0, 0.275), (0.3375, 0.625), (0.5125, 0.8), (0.725, 1), (1, 1)]
#: Corners of ROCR's expected cost, between which the curve is straight.
COST = [
    (0, 0),
    (0.490909090909091, 0.3559090909090909),
    (0.5, 0.35625),
    (0.5151515151515151, 0.3515151515151515),
    (1, 0),
]


@pytest.fixture
def rows(con: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    con.execute(f"CREATE OR REPLACE TEMP TABLE of_r AS {ROWS}").fetchall()
    return con


def close(*numbers: float) -> object:
    return pytest.approx(numbers, rel=1e-12, abs=1e-14)


@pytest.mark.parametrize(("score", "wanted"), [("a", A), ("b", B)])
def test_area_and_delong_interval(rows: duckdb.DuckDBPyConnection, score: str, wanted: tuple[float, ...]) -> None:
    (found,) = rows.execute(
        f"SELECT auc, std_error, ci_low, ci_high FROM roc_auc(of_r, {score}, y, confidence := 0.9)"
    ).fetchall()
    assert found == close(*wanted)


@pytest.mark.parametrize(("score", "low", "high"), PARTIAL)
def test_partial_areas(rows: duckdb.DuckDBPyConnection, score: str, low: float, high: float) -> None:
    (found,) = rows.execute(f"FROM partial_auc(of_r, {score}, y, fpr_low := {low}, fpr_high := {high})").fetchall()
    assert found == close(*PARTIAL[score, low, high])


def test_delongs_paired_test(rows: duckdb.DuckDBPyConnection) -> None:
    (found,) = rows.execute("SELECT z, p_value, ci_low, ci_high FROM roc_compare(of_r, a, b, y)").fetchall()
    assert found == close(1.81785364075379263, 0.06908650553313837, -0.01034594611404704, 0.27503344611404701)


@pytest.mark.parametrize(("score", "p_value"), [("a", 2.628004864278774e-05), ("b", 0.06530828001539363)])
def test_wilcoxons_test(rows: duckdb.DuckDBPyConnection, score: str, p_value: float) -> None:
    assert rows.execute(f"SELECT p_value FROM roc_auc(of_r, {score}, y)").fetchall() == [close(p_value)]


def test_youdens_threshold(rows: duckdb.DuckDBPyConnection) -> None:
    """pROC gives both points that are the best, thresholds half way to the next score; here the one with fewer alarms stays."""
    ((threshold, tpr, fpr),) = rows.execute(
        "SELECT threshold, tpr, fpr FROM best_threshold(of_r, a, y, criterion := 'youden')"
    ).fetchall()
    assert (tpr, 1 - fpr) == close(0.625, 0.6625)
    assert 0.5 < threshold < 0.5 + 1 / 29


def test_hull(rows: duckdb.DuckDBPyConnection) -> None:
    found = rows.execute("SELECT fpr, tpr FROM roc_hull(of_r, a, y)").fetchall()
    assert found == [close(*point) for point in HULL]


def test_cost_curve(rows: duckdb.DuckDBPyConnection) -> None:
    for pcf, cost in rows.execute("SELECT pcf, nec FROM cost_curve(of_r, a, y, samples := 37)").fetchall():
        (x, y), (to_x, to_y) = next((a, b) for a, b in pairwise(COST) if a[0] <= pcf <= b[0])
        assert cost == pytest.approx(y + (to_y - y) * (pcf - x) / (to_x - x), abs=1e-12)
