"""calibration_map, reliability_curve and brier_score, against the oracle, scikit-learn and Flach."""

from __future__ import annotations

from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.calibration import calibration_curve
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import brier_score_loss

from tests import cases, oracle
from tests.compare import assert_rows
from tests.engines import run

ENGINES = ["macro", "standalone"]
MAP = ["score_low", "score_high", "n", "pos", "probability"]
RELIABILITY = ["bin", "score_mean", "positive_rate", "n"]
BRIER = ["brier", "calibration_loss", "refinement_loss"]

probabilities = st.lists(
    st.tuples(
        st.one_of(st.none(), st.sampled_from([0.0, -0.0, 0.07, 0.1, 0.2, 0.3, 0.6, 0.7, 1.0]), st.floats(0, 1)),
        st.sampled_from([True, False, True, False, None]),
        cases.weights,
        st.sampled_from(["a", "b", None]),
    ),
    max_size=40,
)


def named(names: list[str], rows: Any, **by: Any) -> list[dict[str, Any]]:
    return [{**by, **dict(zip(names, row, strict=True))} for row in rows]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", cases.PLAIN)
def test_map_of_cases(engine: str, con: duckdb.DuckDBPyConnection, case: str) -> None:
    scores, labels = cases.PLAIN[case]
    rows = oracle.usable(zip(scores, labels, [1.0] * len(scores), strict=True))
    found = run(engine, con, "calibration_map", cases.table(score=scores, label=labels), "score", "label")
    assert_rows(found, named(MAP, oracle.calibration_map(rows)))


@given(rows=cases.rows)
@pytest.mark.parametrize("weight", ["1", "weight"])
def test_map_of_groups_and_weights(con: duckdb.DuckDBPyConnection, weight: str, rows: list[Any]) -> None:
    columns = [list(column) for column in zip(*rows, strict=True)] or [[]] * 4
    table = cases.table(score=columns[0], label=columns[1], weight=columns[2], model=columns[3])
    wanted = []
    for model in ("a", "b", None):
        used = oracle.usable((s, y, w if weight == "weight" else 1.0) for s, y, w, m in rows if m == model)
        wanted += named(MAP, oracle.calibration_map(used), model=model)
    assert_rows(run("macro", con, "calibration_map", table, "score", "label", by=["model"], weight=weight), wanted)


@given(rows=probabilities)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("weight", ["1", "weight"])
def test_reliability_and_brier(con: duckdb.DuckDBPyConnection, engine: str, weight: str, rows: list[Any]) -> None:
    columns = [list(column) for column in zip(*rows, strict=True)] or [[]] * 4
    table = cases.table(score=columns[0], label=columns[1], weight=columns[2], model=columns[3])
    for bins in (10, 100):
        bars, losses = [], []
        for model in ("a", "b", None):
            used = oracle.usable((s, y, w if weight == "weight" else 1.0) for s, y, w, m in rows if m == model)
            bars += named(RELIABILITY, oracle.reliability(used, bins), model=model)
            losses += named(BRIER, [oracle.brier(used)] if used else [], model=model)
        found = run(engine, con, "reliability_curve", table, "score", "label", by=["model"], weight=weight, bins=str(bins))
        assert_rows(found, bars)
    found = run(engine, con, "brier_score", table, "score", "label", by=["model"], weight=weight)
    assert_rows(found, losses)
    for row in found:
        assert row["brier"] == pytest.approx(row["calibration_loss"] + row["refinement_loss"], abs=1e-12)


@pytest.mark.parametrize("levels", [30, 10**9])
def test_like_scikit_learn(con: duckdb.DuckDBPyConnection, levels: int) -> None:
    draw = np.random.default_rng(levels)
    score = np.floor(draw.random(3000) * levels) / levels
    label = draw.random(3000) < 0.15 + 0.6 * score**2
    con.register("uncalibrated", pa.table({"score": score, "label": label}))
    calibrated = con.execute(
        "SELECT p.score, m.probability FROM uncalibrated AS p JOIN calibration_map('uncalibrated', score, label) AS m "
        "ON p.score BETWEEN m.score_low AND m.score_high ORDER BY p.score"
    ).fetchnumpy()
    assert len(calibrated["score"]) == 3000
    isotonic = IsotonicRegression().fit(score, label).predict(calibrated["score"])
    assert calibrated["probability"] == pytest.approx(isotonic, abs=1e-12)
    asof = con.execute(
        "SELECT m.probability FROM uncalibrated AS p ASOF JOIN calibration_map('uncalibrated', score, label) AS m "
        "ON p.score >= m.score_low ORDER BY p.score"
    ).fetchnumpy()
    assert asof["probability"].tolist() == calibrated["probability"].tolist()
    rate, mean = calibration_curve(label, score, n_bins=7)
    found = run("macro", con, "reliability_curve", pa.table({"score": score, "label": label}), "score", "label", bins="7")
    assert [row["score_mean"] for row in found] == pytest.approx(mean.tolist(), abs=1e-12)
    assert [row["positive_rate"] for row in found] == pytest.approx(rate.tolist(), abs=1e-12)
    (found,) = run("macro", con, "brier_score", pa.table({"score": score, "label": label}), "score", "label")
    assert found["brier"] == pytest.approx(brier_score_loss(label, score), abs=1e-12)


def test_figure_3_and_flach(con: duckdb.DuckDBPyConnection) -> None:
    scores, labels = cases.PLAIN["figure 3"]
    found = run("macro", con, "calibration_map", cases.table(score=scores, label=labels), "score", "label")
    assert [tuple(row.values()) for row in found] == [
        (0.8, 0.9, 2, 2, 1.0), (0.54, 0.7, 4, 3, 3 / 4), (0.38, 0.53, 7, 3, 3 / 7), (0.3, 0.37, 6, 2, 1 / 3), (0.1, 0.1, 1, 0, 0.0),
    ]  # fmt: skip
    for case, brier in (("flach, perfect", 0.58 / 6), ("flach, 8/9", 0.5402 / 6), ("one tie (figure 6)", 0.25)):
        scores, labels = cases.PLAIN[case]
        (row,) = run("macro", con, "brier_score", cases.table(score=scores, label=labels), "score", "label")
        assert row["brier"] == pytest.approx(brier, abs=1e-12)
    assert (row["calibration_loss"], row["refinement_loss"]) == (pytest.approx(0.01), pytest.approx(0.24))
