"""roc_band: the moved bands against the oracle, the binormal one against a known curve, and whether bands hold what they promise."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given

from rocsql import kernels
from tests import cases, oracle
from tests.compare import assert_rows
from tests.engines import run

NAMES = ["fpr", "tpr", "tpr_low", "tpr_high"]
METHODS = ["sjr", "fixed_width", "working_hotelling"]


def expected(rows: list[oracle.Row], samples: int, reach: float, **by: Any) -> list[dict[str, Any]]:
    return [{**by, **dict(zip(NAMES, row, strict=True))} for row in oracle.displaced_band(rows, samples, reach)]


@pytest.mark.parametrize("engine", ["macro", "standalone"])
@pytest.mark.parametrize("case", cases.PLAIN)
def test_joint_regions(engine: str, con: duckdb.DuckDBPyConnection, case: str) -> None:
    scores, labels = cases.PLAIN[case]
    rows = oracle.usable(zip(scores, labels, [1.0] * len(scores), strict=True))
    for confidence in (0.2, 0.95):
        found = run(
            engine, con, "roc_band", cases.table(score=scores, label=labels), "score", "label",
            samples="7", confidence=str(confidence),
        )  # fmt: skip
        assert_rows(found, expected(rows, 7, oracle.ks_reach(confidence)))


@given(rows=cases.rows)
def test_joint_regions_in_groups(con: duckdb.DuckDBPyConnection, rows: list[Any]) -> None:
    columns = [list(column) for column in zip(*rows, strict=True)] or [[]] * 4
    table = cases.table(score=columns[0], label=columns[1], model=columns[3])
    found = run("macro", con, "roc_band", table, "score", "label", by=["model"], samples="11", confidence="0.01")
    wanted = []
    for model in ("a", "b", None):
        used = oracle.usable((s, y, 1.0) for s, y, _, m in rows if m == model)
        wanted += expected(used, 11, oracle.ks_reach(0.01), model=model)
    assert_rows(found, wanted)


def sample(draw: np.random.Generator, pos: int, neg: int, shift: float, scale: float) -> tuple[np.ndarray, np.ndarray]:
    scores = np.concatenate([draw.normal(shift, scale, pos), draw.normal(0, 1, neg)])
    return scores, np.arange(pos + neg) < pos


def true_tpr(fpr: float, shift: float, scale: float) -> float:
    normal = NormalDist()
    return fpr if fpr in (0, 1) else normal.cdf((shift + normal.inv_cdf(fpr)) / scale)


@pytest.mark.parametrize("method", METHODS)
def test_the_band_holds_the_true_curve_as_often_as_it_says(con: duckdb.DuckDBPyConnection, method: str) -> None:
    """300 samples as groups of one table. A band may hold the curve more often than 95 % (joint regions do); less often only by
    what chance does to 300 draws: 2.6 standard errors."""
    draw, times, shift, scale = np.random.default_rng(2004), 300, 1.2, 1.3
    parts = [sample(draw, 60, 90, shift, scale) for _ in range(times)]
    table = pa.table(
        {
            "score": np.concatenate([scores for scores, _ in parts]),
            "label": np.concatenate([labels for _, labels in parts]),
            "sample": np.repeat(np.arange(times), 150),
        }
    )
    found = run("macro", con, "roc_band", table, "score", "label", by=["sample"], method=f"'{method}'", samples="50")
    assert len(found) == times * 51
    missed = {
        row["sample"]
        for row in found
        if not row["tpr_low"] - 1e-9 <= true_tpr(row["fpr"], shift, scale) <= row["tpr_high"] + 1e-9
    }
    assert len(missed) / times <= 0.05 + 2.6 * math.sqrt(0.05 * 0.95 / times)
    # Bands that are nothing but wide would hold it too.
    widths = [row["tpr_high"] - row["tpr_low"] for row in found if row["fpr"] == 0.3]
    assert np.mean(widths) < {"sjr": 0.75, "fixed_width": 0.5, "working_hotelling": 0.4}[method]


@pytest.mark.parametrize("method", METHODS)
def test_bands_narrow_with_the_data_and_widen_with_the_confidence(con: duckdb.DuckDBPyConnection, method: str) -> None:
    draw = np.random.default_rng(5)

    def width(size: int, confidence: str) -> float:
        scores, labels = sample(draw, size, 2 * size, 1.0, 1.0)
        found = run(
            "macro", con, "roc_band", cases.table(score=scores, label=labels), "score", "label",
            method=f"'{method}'", confidence=confidence, samples="10",
        )  # fmt: skip
        assert all(row["tpr_low"] <= row["tpr"] <= row["tpr_high"] for row in found)
        return float(np.mean([row["tpr_high"] - row["tpr_low"] for row in found]))

    assert width(4000, "0.95") < width(400, "0.95") / 2
    assert width(400, "0.5") < width(400, "0.99")


def test_fixed_width_is_seeded_and_has_the_displaced_form(con: duckdb.DuckDBPyConnection) -> None:
    draw = np.random.default_rng(6)
    scores, labels = sample(draw, 40, 70, 1.0, 1.0)
    table = cases.table(score=scores, label=labels)
    rows = oracle.usable((s, y, 1.0) for s, y in zip(scores.tolist(), labels.tolist(), strict=True))

    def band(seed: int) -> list[dict[str, Any]]:
        return run("macro", con, "roc_band", table, "score", "label", method="'fixed_width'", seed=str(seed), samples="9")

    assert band(1) == band(1) != band(2)
    points = oracle.roc_curve(rows)
    reach = kernels.fixed_width(np.array([p[1] for p in points]), np.array([p[2] for p in points]), 0.95, 1)
    assert_rows(band(1), expected(rows, 9, reach))


def test_the_binormal_fit_finds_the_curve_it_came_from() -> None:
    """Exact counts of a binormal curve in twelve categories: maximum likelihood gives a and b back."""
    normal, a, b, size = NormalDist(), 1.5, 0.8, 1e6
    limits = [normal.inv_cdf(x) for x in np.linspace(0.02, 0.98, 12)]
    fp = np.array([0, *(size * normal.cdf(z) for z in limits), size])
    tp = np.array([0, *(size * normal.cdf(a + b * z) for z in limits), size])
    fit = kernels._binormal(tp, fp)
    assert fit is not None
    assert fit[0] == pytest.approx([a, b], abs=1e-6)


def test_the_binormal_fit_knows_its_error() -> None:
    """The standard errors of a and b are the deviations of their estimates over 300 samples, to what chance allows."""
    draw = np.random.default_rng(7)
    fits = []
    for _ in range(300):
        scores, labels = sample(draw, 300, 500, 1.5, 1.25)
        ordered = labels[np.argsort(-scores)]
        fits.append(kernels._binormal(np.cumsum([0.0, *ordered]), np.cumsum([0.0, *~ordered])))
    estimates = np.array([fit[0] for fit in fits if fit])
    errors = np.array([np.sqrt(np.diag(fit[1])) for fit in fits if fit])
    assert len(estimates) == 300
    assert estimates.mean(axis=0) == pytest.approx([1.5 / 1.25, 1 / 1.25], abs=0.02)
    assert estimates.std(axis=0) / errors.mean(axis=0) == pytest.approx([1, 1], abs=0.12)


@pytest.mark.parametrize("case", ["flach, perfect", "one tie (figure 6)", "one of each", "worst"])
def test_no_binormal_curve(con: duckdb.DuckDBPyConnection, case: str) -> None:
    scores, labels = cases.PLAIN[case]
    table = cases.table(score=scores, label=labels)
    found = run("macro", con, "roc_band", table, "score", "label", method="'working_hotelling'", samples="2")
    assert [tuple(row.values()) for row in found] == [(x, None, None, None) for x in (0.0, 0.5, 1.0)]


@pytest.mark.parametrize("scores", [[1.0] * 10, list(map(float, range(10)))])
def test_curves_that_all_coincide_need_no_width(con: duckdb.DuckDBPyConnection, scores: list[float]) -> None:
    table = cases.table(score=scores, label=[i >= 5 for i in range(10)])
    for row in run("macro", con, "roc_band", table, "score", "label", method="'fixed_width'", samples="4"):
        assert row["tpr_low"] == row["tpr"] == row["tpr_high"]
