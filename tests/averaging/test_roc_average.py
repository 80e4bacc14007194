"""Averages of curves (alg. 4 and 5), against the oracle and tables worked by hand."""

from __future__ import annotations

import math
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rocsql.polars as roc
from rocsql import kernels
from tests import cases, oracle
from tests.compare import assert_rows

examples = st.lists(
    st.tuples(cases.scores, st.booleans(), st.sampled_from([1, 2, 3]), st.sampled_from(["a", None])), max_size=40
)
ENGINES = ["eager", "in-memory", "streaming"]


def run(engine: Any, function: Any, rows: list[Any], samples: int) -> list[dict[str, Any]]:
    df = pl.DataFrame(rows, schema={"s": pl.Float64, "y": pl.Boolean, "f": pl.Int64, "m": pl.String}, orient="row")
    if engine == "eager":
        return list(function(df, "s", "y", "f", by="m", samples=samples).to_dicts())
    return list(function(df.lazy(), "s", "y", "f", by=["m"], samples=samples).collect(engine=engine).to_dicts())


def folds(rows: list[Any], model: Any) -> list[list[oracle.Row]]:
    return [oracle.usable((s, y, 1.0) for s, y, f, m in rows if m == model and f == fold) for fold in (1, 2, 3)]


@given(rows=examples)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("samples", [1, 7, 10])
def test_vertical(engine: str, samples: int, rows: list[Any]) -> None:
    wanted = [
        {"m": m, "fpr": fpr, "tpr": tpr, "tpr_std": std, "n_curves": curves, **interval("tpr", tpr, std, curves)}
        for m in ("a", None)
        for fpr, tpr, std, curves in oracle.average_vertical(folds(rows, m), samples)
    ]
    assert_rows(run(engine, roc.roc_average_vertical, rows, samples), wanted)


@given(rows=examples)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("samples", [1, 4, 1000])
def test_threshold(engine: str, samples: int, rows: list[Any]) -> None:
    wanted = []
    for m in ("a", None):
        points = oracle.average_threshold(folds(rows, m), samples)
        for t, fpr, tpr, fpr_std, tpr_std, curves in points:
            wanted.append(
                {
                    "m": m,
                    "threshold": t,
                    "fpr": fpr,
                    "tpr": tpr,
                    "fpr_std": fpr_std,
                    "tpr_std": tpr_std,
                    "n_curves": curves,
                    **interval("fpr", fpr, fpr_std, curves),
                    **interval("tpr", tpr, tpr_std, curves),
                }
            )
    assert_rows(run(engine, roc.roc_average_threshold, rows, samples), wanted)


def interval(axis: str, mean: float, std: float | None, curves: int) -> dict[str, float | None]:
    if std is None:
        return {f"{axis}_low": None, f"{axis}_high": None}
    reach = kernels.t_quantile(0.975, curves - 1) * std / math.sqrt(curves)
    return {f"{axis}_low": max(mean - reach, 0.0), f"{axis}_high": min(mean + reach, 1.0)}


def test_by_hand() -> None:
    """Fold 1: (0,0) (0,1/2) (1/2,1/2) (1/2,1) (1,1). Fold 2: one tie, the diagonal. Fold 3 has one class and is left out."""
    rows = [
        *[(4.0, True, 1), (3.0, False, 1), (2.0, True, 1), (1.0, False, 1)],
        *[(2.0, True, 2), (2.0, False, 2)],
        (9.0, True, 3),
    ]
    df = pl.DataFrame(rows, schema=["s", "y", "f"], orient="row")
    vertical = roc.roc_average_vertical(df, "s", "y", "f", samples=4)
    assert vertical.select("fpr", "tpr", "n_curves").rows() == [
        (0.0, 0.25, 2), (0.25, 0.375, 2), (0.5, 0.75, 2), (0.75, 0.875, 2), (1.0, 1.0, 2),
    ]  # fmt: skip
    assert vertical["tpr_std"][0] == pytest.approx(0.5 / math.sqrt(2))
    threshold = roc.roc_average_threshold(df, "s", "y", "f")
    assert threshold.select("threshold", "fpr", "tpr").rows() == [
        (math.inf, 0.0, 0.0), (4.0, 0.0, 0.25), (3.0, 0.25, 0.25), (2.0, 0.75, 1.0), (1.0, 1.0, 1.0),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("p", "df", "t"),
    [(0.975, 1, 12.706204736432095), (0.975, 2, 4.302652729911275), (0.975, 9, 2.262157162740992), (0.95, 30, 1.697260887),
     (0.995, 100, 2.625890521), (0.975, 1_000_000, 1.959966357)],
)  # fmt: skip
def test_t_quantile(p: float, df: int, t: float) -> None:
    assert kernels.t_quantile(p, df) == pytest.approx(t, abs=2e-9)
