"""Weights in rocsql.polars, against exact fractions: nothing is left of a sum where no row is left."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import polars as pl
import pytest

import rocsql.polars as roc
from tests import oracle
from tests.compare import same

THRESHOLDS = [-0.5, 0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0, 2.0]
RATES = ("tpr", "fpr", "precision", "accuracy", "f1", "specificity", "npv")


def ratio(part: Fraction, whole: Fraction) -> Fraction | None:
    return part / whole if whole else None


def exact(rows: pl.DataFrame, threshold: float) -> dict[str, Fraction | None]:
    """The confusion matrix and its rates at a threshold as fractions."""
    cells = dict.fromkeys(("tp", "fp", "fn", "tn"), Fraction(0))
    for score, positive, weight in rows.select("s", "y", "w").rows():
        cells[("t" if positive == (score >= threshold) else "f") + ("p" if score >= threshold else "n")] += Fraction(weight)
    tp, fp, fn, tn = cells.values()
    everything = tp + fp + fn + tn
    return cells | {
        "tpr": ratio(tp, tp + fn),
        "fpr": ratio(fp, fp + tn),
        "precision": ratio(tp, tp + fp),
        "accuracy": ratio(tp + tn, everything),
        "f1": ratio(2 * tp, 2 * tp + fp + fn) if tp + fn else None,
        "specificity": ratio(tn, tn + fp),
        "npv": ratio(tn, tn + fn),
        "lift": ratio(tp * everything, (tp + fp) * (tp + fn)),
    }


def random_rows(seed: int) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 40))
    weights = [rng.random(n), rng.integers(1, 10, n) / 10, 10.0 ** rng.integers(-12, 12, n) * rng.random(n)][seed % 3]
    return pl.DataFrame(
        {"s": rng.integers(0, 11, n) / 10, "y": rng.random(n) < rng.random(), "w": weights, "g": rng.integers(0, 2, n)}
    )


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
@pytest.mark.parametrize("by", [None, "g"])
def test_confusion_at_is_that_of_exact_fractions(by: str | None, engine: Any) -> None:
    for seed in range(150):
        rows = random_rows(seed)
        result = roc.confusion_at(rows.lazy(), "s", "y", THRESHOLDS, by, "w").collect(engine=engine)
        for found in result.to_dicts():
            expected = exact(rows.filter(g=found["g"]) if by else rows, found["threshold"])
            for name, value in expected.items():
                if value is None or value == 0:
                    assert found[name] == value, (seed, name)
                else:
                    assert abs(Fraction(found[name]) / value - 1) < 1e-12, (seed, name)
            assert all(found[name] >= 0 for name in ("tp", "fp", "fn", "tn"))
            assert all(found[name] is None or 0 <= found[name] <= 1 for name in RATES)
            assert found["mcc"] is None or -1 <= found["mcc"] <= 1
        for rates in ("tpr", "fpr"):
            for _, group in result.group_by("g", maintain_order=True) if by else [(None, result)]:
                assert group[rates].drop_nulls().is_sorted()


def test_nothing_is_left_below_the_lowest_score() -> None:
    rows = pl.DataFrame({"s": [0.9, 0.6, 0.3, 0.1], "y": [1, 1, 1, 0], "w": [0.1, 0.2, 0.3, 0.7]})
    found = roc.confusion_at(rows, "s", "y", [0.1, 0.3, 0.6, 0.9], weight="w").row(-1, named=True)
    assert (found["fn"], found["tn"], found["tpr"], found["fpr"], found["specificity"]) == (0, 0, 1, 1, 0)
    assert (found["npv"], found["mcc"], found["lift"]) == (None, None, 1)


def test_a_weighted_curve_never_goes_back() -> None:
    for seed in range(150):
        for by in (None, "g"):
            for _, curve in roc.roc_curve(random_rows(seed), "s", "y", by, "w").group_by(by or pl.lit(0), maintain_order=True):
                for rate in ("tpr", "fpr"):
                    known = curve[rate].drop_nulls()
                    assert known.is_sorted()
                    assert known.to_list()[-1:] in ([], [1.0])


@pytest.mark.parametrize("light", [1e-30, 1e-200, 1e30])
def test_classes_of_very_different_weight(light: float) -> None:
    """Each class has its own scale: weight scaling changes no rate and no area."""
    rows = pl.DataFrame({"s": [0.9, 0.4, 0.5, 0.1], "y": [1, 1, 0, 0], "w": [light, light, 1.0, 1.0], "g": [1, 1, 1, 1]})
    assert rows.select(roc.auc("s", "y", "w")).item() == 0.75
    area = roc.roc_auc(rows, "s", "y", weight="w").row(0, named=True)
    plain = roc.roc_auc(rows.with_columns(w=1.0), "s", "y", weight="w").row(0, named=True)
    assert area == pytest.approx(plain, rel=1e-12)
    assert area["auc"] == 0.75
    for by in (None, "g"):
        curve = roc.roc_curve(rows, "s", "y", by, "w")
        assert curve.select("tpr", "fpr").rows() == [(0, 0), (0.5, 0), (0.5, 0.5), (1, 0.5), (1, 1)]
    matrix = roc.confusion_at(rows, "s", "y", 0.5, weight="w").row(0, named=True)
    assert (matrix["tpr"], matrix["fpr"], matrix["specificity"]) == (0.5, 0.5, 0.5)
    assert roc.cost_roc_auc(rows, "s", "y", light, 1)["auc"].item() == 0.75
    measured = rows.select(roc.partial_auc("s", "y", "w", fpr_high=1), roc.ks("s", "y", "w")).row(0)
    assert measured == (0.75, 0.5)
    assert roc.sketch_auc(roc.roc_sketch(rows, "s", "y", weight="w", precision=20))["auc"].item() == 0.75


def test_areas_of_weighted_sketches_stay_in_range() -> None:
    for seed in range(300):
        rng = np.random.default_rng(seed)
        rows = pl.DataFrame({"s": rng.random(30) / 2, "y": rng.random(30) < 0.5, "w": rng.random(30)})
        rows = rows.with_columns(s=pl.col("s") + pl.col("y").cast(pl.Float64))
        found = roc.sketch_auc(roc.roc_sketch(rows, "s", "y", weight="w")).row(0, named=True)
        assert same(found["auc"], oracle.auc(rows.select("s", "y", "w").rows()))
        assert 0 <= found["auc_low"] <= found["auc"] <= found["auc_high"] <= 1
