"""The expressions of rocsql.polars, against the oracle, scikit-learn and scipy's definitions, wherever Polars aggregates."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from polars.exceptions import ComputeError
from sklearn import metrics

import rocsql.polars as roc
from rocsql import RocsqlError
from tests import cases, oracle
from tests.compare import same

CONTEXTS: dict[str, Callable[[pl.DataFrame, pl.Expr], pl.DataFrame]] = {
    "agg": lambda df, e: df.group_by("model").agg(e.alias("x")),
    "agg, lazy": lambda df, e: df.lazy().group_by("model").agg(e.alias("x")).collect(),
    "agg, streaming": lambda df, e: df.lazy().group_by("model").agg(e.alias("x")).collect(engine="streaming"),
    "over": lambda df, e: df.select("model", e.over("model").alias("x")).unique(),
    "over, lazy": lambda df, e: df.lazy().select("model", e.over("model").alias("x")).unique().collect(),
}


def frame(rows: list[Any]) -> pl.DataFrame:
    columns = {"score": pl.Float64, "label": pl.Boolean, "weight": pl.Float64, "model": pl.String}
    return pl.DataFrame(rows, schema=columns, orient="row")


@given(rows=cases.rows)
@pytest.mark.parametrize("context", CONTEXTS)
@pytest.mark.parametrize("weighted", [False, True])
def test_auc_in_groups(context: str, weighted: bool, rows: list[Any]) -> None:
    expression = roc.auc("score", "label", "weight") if weighted else roc.auc("score", "label")
    found = dict(CONTEXTS[context](frame(rows), expression).rows())
    assert set(found) == {r[3] for r in rows}
    for model, area in found.items():
        group = oracle.usable((s, y, w if weighted else 1.0) for s, y, w, m in rows if m == model)
        assert same(area, oracle.auc(group))


@pytest.mark.parametrize("case", cases.PLAIN)
@pytest.mark.parametrize("engine", ["eager", "in-memory", "streaming"])
def test_auc_of_a_frame(case: str, engine: Any) -> None:
    scores, labels = cases.PLAIN[case]
    df = pl.DataFrame({"score": scores, "label": labels}, schema={"score": pl.Float64, "label": pl.Boolean})
    expression = roc.auc("score", "label")
    found = df.select(expression) if engine == "eager" else df.lazy().select(expression).collect(engine=engine)
    assert same(found.item(), oracle.auc(oracle.usable((s, y, 1.0) for s, y in zip(scores, labels, strict=True))))
    wide = df.with_columns(expression)
    assert wide.columns == ["score", "label", "auc"]
    assert wide.height == df.height


@pytest.mark.parametrize("distinct", [4, 10**9])
@pytest.mark.parametrize("weighted", [False, True])
def test_scikit_learn(distinct: int, weighted: bool) -> None:
    rng = np.random.default_rng(distinct)
    n = 3_000
    label = rng.random(n) < 0.3
    score = 1 / (1 + np.exp(-np.floor((rng.normal(size=n) + label) * distinct) / distinct))
    weight = rng.exponential(size=n) if weighted else np.ones(n)
    df = pl.DataFrame({"s": score, "y": label.astype(int), "w": weight})
    rows = ("s", "y", "w") if weighted else ("s", "y")
    found = df.select(
        roc.auc(*rows),
        roc.gini(*rows),
        roc.average_precision(*rows),
        roc.ks(*rows),
        roc.brier(*rows),
        roc.partial_auc(*rows, fpr_high=1),
    ).row(0, named=True)
    area = metrics.roc_auc_score(label, score, sample_weight=weight)
    fpr, tpr, _ = metrics.roc_curve(label, score, sample_weight=weight, drop_intermediate=False)
    assert same(found["auc"], float(area))
    assert same(found["gini"], float(2 * area - 1))
    assert same(found["partial_auc"], float(area))
    assert same(found["average_precision"], float(metrics.average_precision_score(label, score, sample_weight=weight)))
    assert same(found["ks"], float(np.abs(tpr - fpr).max()))
    assert same(found["brier"], float(metrics.brier_score_loss(label, score, sample_weight=weight)))


@pytest.mark.parametrize(("low", "high"), [(0.0, 0.1), (0.05, 0.3), (0.9, 1.0), (0.0, 1.0)])
def test_partial_auc(low: float, high: float) -> None:
    """Trapezoids between the limits, of the curve with a point put in at both."""
    rng = np.random.default_rng(1)
    label = rng.random(200) < 0.4
    score = np.round(rng.normal(size=200) + label, 1)
    fpr, tpr, _ = metrics.roc_curve(label, score, drop_intermediate=False)
    inside = (fpr > low) & (fpr < high)
    x = np.concatenate(([low], fpr[inside], [high]))
    y = np.concatenate(
        (
            [oracle.tpr_at([(s, y, 1.0) for s, y in zip(score, label, strict=True)], low)],
            tpr[inside],
            [np.interp(high, fpr, tpr)],
        )
    )
    # At the right end the lower point counts: the curve's vertical step there has no width.
    found = pl.DataFrame({"s": score, "y": label}).select(roc.partial_auc("s", "y", fpr_low=low, fpr_high=high)).item()
    assert found == pytest.approx(np.trapezoid(y, x), abs=2e-3)
    exact = 0.0
    for x1, x2, y1, y2 in zip(fpr[:-1], fpr[1:], tpr[:-1], tpr[1:], strict=True):
        a, b = max(x1, low), min(x2, high)
        if b > a:
            exact += (b - a) * (y1 + (y2 - y1) / (x2 - x1) * ((a + b) / 2 - x1))
    assert same(found, exact)


def test_dynamic_groups_and_the_namespace() -> None:
    df = pl.DataFrame(
        {"t": [datetime(2026, 1, d) for d in (1, 1, 2, 2, 2)], "score": [0.9, 0.2, 0.5, 0.5, 0.1], "label": [1, 0, 1, 0, 0]}
    )
    by_day = df.group_by_dynamic("t", every="1d").agg(pl.col("score").roc.auc("label"))  # type: ignore[attr-defined]
    assert by_day["auc"].to_list() == [1.0, 0.75]
    one = df.select(
        pl.col("score").roc.gini("label"),  # type: ignore[attr-defined]
        pl.col("score").roc.ks(pl.col("label") == 1),  # type: ignore[attr-defined]
        pl.col("score").roc.brier("label", weight=2.0),  # type: ignore[attr-defined]
        pl.col("score").roc.average_precision("label"),  # type: ignore[attr-defined]
        pl.col("score").roc.partial_auc("label", fpr_high=0.5),  # type: ignore[attr-defined]
    )
    assert one.columns == ["gini", "ks", "brier", "average_precision", "partial_auc"]
    assert df.roc.roc_auc("score", "label").equals(roc.roc_auc(df, "score", "label"))  # type: ignore[attr-defined]
    assert isinstance(df.lazy().roc.roc_curve("score", "label", max_points=8), pl.LazyFrame)  # type: ignore[attr-defined]


@pytest.mark.parametrize("dtype", [pl.Float32, pl.Int8, pl.UInt64, pl.Decimal(10, 2), pl.Boolean])
def test_scores_of_any_number_type(dtype: Any) -> None:
    df = pl.DataFrame({"s": [1, 0, 1, 0], "y": [True, False, True, False]}).with_columns(pl.col("s").cast(dtype))
    assert df.select(roc.auc("s", "y")).item() == 1.0
    assert roc.roc_auc(df, "s", "y")["auc"].item() == 1.0


BAD = {
    "score": [0.9, 0.1],
    "nan": [float("nan"), 0.1],
    "text": ["p", "p"],  # which of several is named depends on which is met first
    "label": [True, False],
    "sign": [1, -1],
    "minus": [-1.0, 1.0],
    "hole": [None, 1.0],
}
MESSAGES = [
    (
        ("score", "text"),
        "label must be BOOLEAN, 0 or 1, but a row has 'p': compare it with the value that is positive, as in label == 'p'",
    ),
    (("score", pl.col("text").cast(pl.Categorical)), "label must be BOOLEAN, 0 or 1, but a row has 'p'"),
    (("score", pl.col("text").cast(pl.Enum(["n", "p"]))), "label must be BOOLEAN, 0 or 1, but a row has 'p'"),
    (
        ("score", "sign"),
        "label must be BOOLEAN, 0 or 1, but a row has -1: compare it with the value that is positive, as in label == 1",
    ),
    (("nan", "label"), "score is NaN in a labelled row: leave such rows out by writing score.fill_nan(None)"),
    (("text", "label"), "score must be a number, but it is String: cast it to Float64"),
    (("score", "label", "minus"), "weight must be finite and not negative, but a row has -1.0"),
    (("score", "label", "hole"), "weight is NULL in a labelled row: give every row a number by writing weight.fill_null(0)"),
]


@pytest.mark.parametrize(("arguments", "message"), MESSAGES)
@pytest.mark.parametrize("engine", ["eager", "in-memory", "streaming"])
def test_bad_input(arguments: Any, message: str, engine: Any) -> None:
    import re

    df = pl.DataFrame(BAD)
    lazy = df.lazy().select(roc.auc(*arguments))
    with pytest.raises((ComputeError, RocsqlError), match=re.escape(message)):
        df.select(roc.auc(*arguments)) if engine == "eager" else lazy.collect(engine=engine)
    with pytest.raises((ComputeError, RocsqlError), match=re.escape(message)):
        roc.roc_curve(df.lazy(), *arguments[:2], weight=arguments[2] if len(arguments) > 2 else None).collect()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda df: roc.roc_auc(df, "score", "label", confidence=2),
            "confidence must lie between 0 and 1, such as 0.95, but it is 2",
        ),
        (
            lambda df: roc.roc_curve(df, "score", "label", max_points=3),
            "max_points must be a whole number of at least 8, or None for all points, but it is 3",
        ),
        (lambda df: roc.confusion_at(df, "score", "label", []), "threshold must be a number or a list of numbers"),
        (
            lambda _: roc.partial_auc("score", "label", fpr_low=0.5, fpr_high=0.2),
            "0 <= low < high <= 1, but they are 0.5 and 0.2",
        ),
        (
            lambda df: roc.roc_curve(df.rename({"text": "tp"}), "score", "label", by="tp"),
            "by has 'tp', which is the name of a result column",
        ),
        (
            lambda df: roc.roc_average_vertical(df, "score", "label", "text", samples=0),
            "samples must be a whole number of at least 1, such as 100, but it is 0",
        ),
        (
            lambda df: roc.cost_roc_auc(df, "score", "label", "minus", 1),
            "benefit must be finite and not negative, but a row has -1.0",
        ),
    ],
)
def test_bad_arguments(call: Callable[[pl.DataFrame], Any], message: str) -> None:
    with pytest.raises((RocsqlError, ComputeError), match=message):
        call(pl.DataFrame(BAD))


def test_a_group_of_one_class_leaves_the_next_alone() -> None:
    """Its rates are NaN, and the groups share a running sum."""
    df = pl.DataFrame({"g": [1, 2, 3, 3], "s": [0.5, 0.5, 0.9, 0.1], "y": [True, False, True, False]})
    found = df.group_by("g", maintain_order=True).agg(roc.average_precision("s", "y"), roc.partial_auc("s", "y", fpr_high=1))
    assert found.rows() == [(1, None, None), (2, None, None), (3, 1.0, 1.0)]


def test_brier_takes_probabilities() -> None:
    for column in ("minus", "sign"):
        with pytest.raises(
            (RocsqlError, ComputeError), match=r"score must be a probability between 0 and 1, but a row has -1\.0: "
        ):
            pl.DataFrame(BAD).select(roc.brier(column, "label"))


def test_pairs_past_32_bits() -> None:
    """P x N passes 2^32: an unsigned 32-bit sum would wrap."""
    n = 70_000
    df = pl.DataFrame({"s": np.arange(2 * n), "y": np.arange(2 * n) >= n})
    assert df.select(roc.auc("s", "y")).item() == 1.0
    assert roc.roc_auc(df, "s", "y").select("auc", "n_pos", "n_neg").row(0) == (1.0, n, n)


def test_query_runs_any_macro() -> None:
    df = pl.DataFrame({"model": ["a", "a", "b", "b"], "score": [0.9, 0.2, 0.3, 0.3], "label": [True, False, True, False]})
    found = roc.query("threshold_metrics", df, "score", "label", by="model")
    assert found.filter(model="a")["mcc"].to_list() == [None, 1.0, None]
    lazy = roc.query("roc_auc", df.lazy(), "1 - score", "label", by=["model"])
    assert lazy.collect()["auc"].to_list() == [0.0, 0.5]


@pytest.mark.parametrize("dtype", [pl.Float32, pl.Float64, pl.Int8, pl.UInt32, pl.Decimal(3, 1), pl.Boolean])
def test_labels_of_any_number_type(dtype: Any) -> None:
    df = pl.DataFrame({"s": [0.9, 0.2, 0.5], "y": [1, 0, None]}).with_columns(pl.col("y").cast(dtype))
    assert df.select(roc.auc("s", "y")).item() == 1.0
    assert roc.roc_auc(df, "s", "y")["n_neg"].item() == 1


def test_one_value_stands_for_all_rows_of_a_group() -> None:
    df = pl.DataFrame({"g": ["a", "a", "b", "b", "b"], "s": [0.9, 0.2, 0.3, 0.3, 0.1], "y": [1, 0, 1, 0, 0]})
    plain = df.group_by("g").agg(roc.auc("s", "y")).sort("g")
    assert df.group_by("g").agg(roc.auc("s", "y", 2)).sort("g").equals(plain)
    assert df.select("g", roc.auc("s", "y", pl.lit(2)).over("g")).unique().sort("g").equals(plain)
    assert df.select(roc.auc(pl.lit(0.5), "y")).item() == 0.5
    assert df.select(roc.brier(pl.col("y").mean(), "y")).item() == pytest.approx(0.24)
    assert df.select(roc.auc("s", pl.lit(True))).item() is None


def test_columns_of_unequal_length_are_an_error() -> None:
    df = pl.DataFrame(
        {
            "g": ["a"] * 4 + ["b"] * 4,
            "s": [0.9, 0.8, 0.2, 0.1] * 2,
            "y": [1, 1, 0, 0] * 2,
            "k": [0] + [1] * 7,
            "m": [1] * 4 + [0] + [1] * 3,
        }
    )
    uneven = roc.auc(pl.col("s").filter(pl.col("k") == 1), pl.col("y").filter(pl.col("m") == 1))
    for run in (lambda: df.group_by("g").agg(uneven), lambda: df.select(roc.auc(pl.col("s").head(3), "y"))):
        with pytest.raises((ComputeError, RocsqlError), match="score, label and weight must have the same rows"):
            run()


def test_a_constant_weight_where_there_are_no_rows() -> None:
    empty = pl.DataFrame({"m": ["a"], "s": [0.5], "y": [True]}).head(0)
    assert empty.select(roc.auc("s", "y", 1)).item() is None
    assert empty.group_by("m").agg(roc.auc("s", "y", 1)).height == 0
    timed = pl.DataFrame({"t": [1, 2, 10, 11], "s": [0.1, 0.9, 0.3, 0.2], "y": [0, 1, 0, 0]})
    past = timed.rolling("t", period="9i", closed="left").agg(roc.auc("s", "y", 2), roc.auc("s", "y").alias("unweighted"))
    assert past["auc"].to_list() == past["unweighted"].to_list() == [None, None, 1.0, 1.0]


@pytest.mark.parametrize("by", [None, "m"])
def test_no_points_to_thin(by: str | None) -> None:
    unscored = pl.DataFrame({"m": ["a"], "s": [None], "y": [True]}, schema_overrides={"s": pl.Float64})
    assert roc.roc_curve(unscored, "s", "y", by, max_points=8).height == 0


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
@pytest.mark.parametrize("max_points", [None, 8])
def test_the_last_point_is_one_one(engine: Any, max_points: int | None) -> None:
    """Not the double before: 49 times the reciprocal of 49 is less than 1."""
    df = pl.LazyFrame({"s": [float(i) for i in range(59)], "y": [True] * 49 + [False] * 10})
    curve = roc.roc_curve(df, "s", "y", max_points=max_points).collect(engine=engine)
    assert curve.select("tpr", "fpr").row(-1) == (1.0, 1.0)
    assert roc.confusion_at(df, "s", "y", [0, 5]).collect(engine=engine)["tpr"].max() == 1.0


def test_the_same_area_beside_any_other_groups() -> None:
    """Which class is searched for in the other depends on what else is there; the area does not, to the bit."""
    rng = np.random.default_rng(3)
    rows = pl.DataFrame({"g": np.arange(60_000) // 20, "s": rng.integers(0, 50, 60_000) / 7, "y": rng.random(60_000) < 0.5})
    of_all = rows.group_by("g").agg(roc.auc("s", "y")).sort("g")["auc"]
    shuffled = rows.sample(fraction=1, shuffle=True, seed=1)
    assert shuffled.group_by("g").agg(roc.auc("s", "y")).sort("g")["auc"].equals(of_all)
    assert roc.roc_auc(shuffled, "s", "y", by="g")["auc"].equals(of_all)
    alone = [rows.filter(g=g).select(roc.auc("s", "y")).item() for g in range(0, 3_000, 100)]
    assert alone == of_all.gather_every(100).to_list()


def test_a_large_group_loses_no_digits_to_many_others() -> None:
    groups, large = 50_000, 20_000
    rng = np.random.default_rng(1)
    df = pl.DataFrame(
        {
            "g": np.r_[np.repeat(np.arange(groups), 2), np.full(2 * large, groups)],
            "s": np.r_[rng.random(2 * groups), np.arange(large) / large + 1, np.arange(large) / large],
            "y": np.r_[np.tile([1, 0], groups), np.repeat([1, 0], large)],
            "w": rng.random(2 * groups + 2 * large) * 1e6,
        }
    )
    measures = {"ap": roc.average_precision("s", "y"), "auc": roc.auc("s", "y", "w"), "ks": roc.ks("s", "y", "w")}
    found = df.group_by("g").agg(**measures).filter(g=groups).drop("g").row(0)
    assert found == pytest.approx((1, 1, 1), abs=1e-14)
    assert max(found) <= 1


def test_weights_that_leave_the_doubles() -> None:
    rows = pl.DataFrame({"s": [0.9, 0.5], "y": [1, 0], "w": [1.5e308, 1.5e308]})
    with pytest.raises((ComputeError, RocsqlError), match="weight adds up past the largest double"):
        rows.select(roc.auc("s", "y", "w"))


def test_names_that_sql_cannot_tell_apart() -> None:
    rows = pl.DataFrame({"score": [0.9, 0.1], "Score": [0.1, 0.9], "label": [1, 0]})
    assert rows.select(roc.auc("Score", "label")).item() == 0
    with pytest.raises(RocsqlError, match="The columns 'score' and 'Score' are one name in SQL: rename one of them"):
        roc.query("roc_auc", rows, "Score", "label")
    assert roc.query("roc_auc", rows.rename({"Score": "label_2"}), "score", "label")["auc"].item() == 1


@pytest.mark.parametrize("threshold", [np.float32(0.5), np.int64(1), np.array([0.5], dtype=np.float32)])
def test_thresholds_of_numpy(threshold: Any) -> None:
    rows = pl.DataFrame({"s": [2.0, 0.1], "y": [True, False]})
    assert roc.confusion_at(rows, "s", "y", threshold).select("tp", "fp").rows() == [(1, 0)]


def test_query_takes_types_that_duckdb_lacks() -> None:
    rows = pl.DataFrame(
        {"s": [3, 1], "y": [True, False], "half": [0.5, 0.1], "thing": [object(), object()]},
        schema={"s": pl.Int128, "y": pl.Boolean, "half": pl.Float16, "thing": pl.Object},
    )
    assert [roc.query("roc_auc", rows, score, "y")["auc"].item() for score in ("s", "half")] == [1, 1]


def test_options_of_numpy_and_of_no_kind() -> None:
    frame = pl.DataFrame({"s": [0.9, 0.4, 0.6, 0.1], "y": [True, False, True, False], "f": [1, 1, 2, 2]})
    assert roc.roc_curve(frame, "s", "y", max_points=np.int64(8)).equals(roc.roc_curve(frame, "s", "y"))
    assert roc.roc_sketch(frame, "s", "y", precision=np.int32(3)).equals(roc.roc_sketch(frame, "s", "y", precision=3))
    assert roc.roc_average_vertical(frame, "s", "y", "f", samples=np.int64(4)).height == 5
    with pytest.raises(RocsqlError, match=r"^confidence must lie between 0 and 1, such as 0.95, but it is '0.9'\.$"):
        roc.roc_auc(frame, "s", "y", confidence="0.9")
    with pytest.raises(RocsqlError, match=r"but they are 0\.0 and '0\.5'"):
        frame.select(roc.partial_auc("s", "y", fpr_high="0.5"))
