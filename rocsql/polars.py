"""Polars: ROC analysis as expressions and frame functions, native, lazy and in groups.

Expressions (``auc``, ``gini``, ``partial_auc``, ``average_precision``, ``ks``, ``brier``) work wherever an aggregation
does: ``select``, ``with_columns``, ``group_by().agg``, ``over``, ``group_by_dynamic``. Frame functions take a DataFrame and
give one, or take a LazyFrame and give one. All of it is also there as the namespace ``roc`` on expressions and frames.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from functools import cache
from numbers import Integral, Real
from statistics import NormalDist
from typing import Any, Generic, TypeVar, overload

import numpy as np
import polars as pl
import polars.selectors as cs
from numpy.typing import NDArray

from rocsql import kernels
from rocsql.errors import RocsqlError

IntoExpr = str | pl.Expr
Frame = TypeVar("Frame", pl.DataFrame, pl.LazyFrame)

INF = float("inf")


# --- Rows, checked ---------------------------------------------------------------------------------------


def _expression(value: IntoExpr | float) -> pl.Expr:
    """A column name or an expression, as an expression; a number stands for itself in every row."""
    if isinstance(value, pl.Expr):
        return value
    return _column(value) if isinstance(value, str) else pl.lit(float(value))


def _column(name: str) -> pl.Expr:
    """The column of exactly this name: ``pl.col`` takes ``*`` and names like ``^s$`` for patterns."""
    is_pattern = name == "*" or (name.startswith("^") and name.endswith("$"))
    return cs.by_name(name).as_expr() if is_pattern else pl.col(name)


def _inputs(score: IntoExpr, label: IntoExpr, weight: IntoExpr | float | None) -> list[IntoExpr | float]:
    """What the checks take: score, label and, if there is one, weight."""
    return [score, label] if weight is None else [score, label, weight]


def _worth(*, counted: bool) -> tuple[pl.Expr, pl.Expr]:
    """What a row adds to its own class, and to the other: whole numbers where rows are counted."""
    return (pl.lit(1, pl.Int64), pl.lit(0, pl.Int64)) if counted else (pl.col("_weight"), pl.lit(0.0))


def _scores(score: pl.Series, use: pl.Series) -> pl.Series:
    """The scores as Float64, once the rows to use are known to have real ones."""
    if not (score.dtype.is_numeric() or score.dtype in (pl.Boolean, pl.Null)):
        raise RocsqlError(f"score must be a number, but it is {score.dtype}: cast it to Float64.")
    numbers = score.cast(pl.Float64)
    if (numbers.is_nan() & use).any():
        raise RocsqlError("score is NaN in a labelled row: leave such rows out by writing score.fill_nan(None) for the score.")
    return numbers


def _positives(label: pl.Series, use: pl.Series) -> pl.Series:
    """The labels as Boolean, once the rows to use are known to have such."""
    if label.dtype in (pl.Boolean, pl.Null):
        return label.cast(pl.Boolean)
    told = "label must be BOOLEAN, 0 or 1, but a row has "
    if not label.dtype.is_numeric():
        found = label.filter(use)
        if len(found):
            raise RocsqlError(f"{told}'{found[0]}': compare it with the value that is positive, as in label == '{found[0]}'.")
        return pl.Series(label.name, [None] * len(label), dtype=pl.Boolean)
    wrong = label.filter(use & ~((label == 0) | (label == 1)).fill_null(True))
    if len(wrong):
        raise RocsqlError(f"{told}{wrong[0]}: compare it with the value that is positive, as in label == 1.")
    return label == 1


def _weights(weight: pl.Series, use: pl.Series, name: str = "weight") -> pl.Series:
    """The weights as Float64, once the rows to use are known to have good ones."""
    if not weight.dtype.is_numeric() and weight.dtype not in (pl.Boolean, pl.Null):
        raise RocsqlError(f"{name} must be a number, but it is {weight.dtype}: cast it to Float64.")
    numbers = weight.cast(pl.Float64)
    if (numbers.is_null() & use).any():
        raise RocsqlError(f"{name} is NULL in a labelled row: give every row a number by writing {name}.fill_null(0).")
    wrong = numbers.filter(use & ~((numbers >= 0) & numbers.is_finite()))
    if len(wrong):
        raise RocsqlError(f"{name} must be finite and not negative, but a row has {wrong[0]}: correct it, or write 0 instead.")
    if math.isinf(numbers.filter(use).sum()):
        raise RocsqlError(f"{name} adds up past the largest double: divide all of it by a constant.")
    return numbers


def _usable(score: pl.Series, label: pl.Series) -> pl.Series:
    return score.is_not_null() & label.is_not_null()


# --- Expressions -----------------------------------------------------------------------------------------


def _end_to_end(lists: pl.Series) -> tuple[pl.Series, NDArray[np.int64]]:
    """The values of all lists one after the other, and each list's length."""
    sizes = lists.list.len().fill_null(0).cast(pl.Int64).to_numpy()
    values = lists.filter(lists.list.len() > 0).list.explode()
    return values, sizes


def _of_one_length(given: Sequence[tuple[pl.Series, NDArray[np.int64]]]) -> tuple[list[pl.Series], NDArray[np.int64]]:
    """The values with as many in each group for all of them; where there is one value in every group it stands for all rows."""
    # A constant has one value in groups without rows too, so it does not say how many there are.
    varying = [size for _, size in given if not (size == 1).all()]
    sizes = np.max(varying, axis=0) if varying else given[0][1]
    result = []
    for values, own in given:
        if not (own == sizes).all():
            constant = (own == 1).all()
            if not constant and not (own == np.minimum(sizes, 1)).all():
                place = int(np.flatnonzero(own != sizes)[0])
                raise RocsqlError(
                    f"score, label and weight must have the same rows, but in a group there are {own[place]} of one and "
                    f"{sizes[place]} of another: filter the frame instead of a column."
                )
            values = values.gather(np.repeat(np.arange(len(values)), sizes if constant else sizes[sizes > 0]))
        result.append(values)
    return result, sizes


def _by_class(columns: Sequence[pl.Series]) -> list[Any]:
    """Lists of scores, labels and perhaps weights as the kernels take them: by class, all groups end to end."""
    # A constant is one list for all groups, and also where there are none.
    lengths = {len(column) for column in columns}
    groups = 0 if 0 in lengths else max(lengths)
    # Without their names: Polars would take one like ^s$ for a pattern.
    unnamed = [column.alias("") for column in columns]
    lists = [column if len(column) == groups else column.new_from_index(0, groups) for column in unnamed]
    (score, label, *weights_given), sizes = _of_one_length([_end_to_end(column) for column in lists])
    use = _usable(score, label)
    numbers, positive = _scores(score, use), _positives(label, use)
    weight = None
    if weights_given:
        weight = _weights(weights_given[0], use)
        use = use & (weight > 0)
    keep = use.to_numpy()
    group = np.repeat(np.arange(len(sizes)), sizes)[keep]
    is_pos = positive.filter(use).to_numpy()
    scores = numbers.filter(use).to_numpy()
    weights = None if weight is None else weight.filter(use).to_numpy()
    result: list[Any] = []
    for part in (is_pos, ~is_pos):
        result += [scores[part], np.bincount(group[part], minlength=len(sizes)).astype(np.int64)]
    if weights is not None:
        result += [weights[is_pos], weights[~is_pos]]
    return result


def _aggregation(
    kernel: Callable[..., NDArray[np.float64]], name: str, score: IntoExpr, label: IntoExpr, weight: IntoExpr | float | None
) -> pl.Expr:
    """The kernel as an aggregation. Each group's rows become lists, so that one call serves all groups."""

    def run(columns: Sequence[pl.Series]) -> pl.Series:
        return pl.Series(kernel(*_by_class(columns)), dtype=pl.Float64).fill_nan(None).alias(columns[0].name)

    inputs = _inputs(score, label, weight)
    lists = [_expression(value).implode() for value in inputs]
    return pl.map_batches(lists, run, return_dtype=pl.Float64, is_elementwise=True).alias(name)


def auc(score: IntoExpr, label: IntoExpr, weight: IntoExpr | float | None = None) -> pl.Expr:
    """Area under the ROC curve.

    >>> df = pl.DataFrame({"model": ["a", "a", "b", "b"], "score": [0.9, 0.2, 0.3, 0.3], "label": [True, False, True, False]})
    >>> df.group_by("model").agg(auc("score", "label")).sort("model")["auc"].to_list()
    [1.0, 0.5]
    """
    return _aggregation(kernels.grouped_auc, "auc", score, label, weight)


def gini(score: IntoExpr, label: IntoExpr, weight: IntoExpr | float | None = None) -> pl.Expr:
    """The Gini coefficient, 2 AUC - 1.

    >>> pl.DataFrame({"s": [0.9, 0.2], "y": [1, 0]}).select(gini("s", "y")).item()
    1.0
    """
    return (2 * auc(score, label, weight) - 1).alias("gini")


def partial_auc(
    score: IntoExpr, label: IntoExpr, weight: IntoExpr | float | None = None, *, fpr_low: float = 0.0, fpr_high: float = 0.1
) -> pl.Expr:
    """The area between two false positive rates.

    >>> pl.DataFrame({"s": [0.9, 0.2], "y": [1, 0]}).select(partial_auc("s", "y", fpr_high=0.25)).item()
    0.25
    """
    if not (isinstance(fpr_low, Real) and isinstance(fpr_high, Real) and 0 <= fpr_low < fpr_high <= 1):
        raise RocsqlError(
            f"fpr_low and fpr_high must be rates with 0 <= low < high <= 1, but they are {fpr_low!r} and {fpr_high!r}."
        )

    def kernel(*rows: Any) -> NDArray[np.float64]:
        return kernels.grouped_partial_auc(fpr_low, fpr_high, *rows)

    return _aggregation(kernel, "partial_auc", score, label, weight)


def average_precision(score: IntoExpr, label: IntoExpr, weight: IntoExpr | float | None = None) -> pl.Expr:
    """Average precision: the step sum of precision over recall.

    >>> pl.DataFrame({"s": [0.9, 0.2], "y": [1, 0]}).select(average_precision("s", "y")).item()
    1.0
    """
    return _aggregation(kernels.grouped_average_precision, "average_precision", score, label, weight)


def ks(score: IntoExpr, label: IntoExpr, weight: IntoExpr | float | None = None) -> pl.Expr:
    """The Kolmogorov-Smirnov statistic: the largest distance of tpr and fpr.

    >>> pl.DataFrame({"s": [0.9, 0.2], "y": [1, 0]}).select(ks("s", "y")).item()
    1.0
    """
    return _aggregation(kernels.grouped_ks, "ks", score, label, weight)


def brier(score: IntoExpr, label: IntoExpr, weight: IntoExpr | float | None = None) -> pl.Expr:
    """The Brier score: the mean squared distance of score, a probability, and label.

    >>> pl.DataFrame({"s": [0.5, 0.0], "y": [1, 0]}).select(brier("s", "y")).item()
    0.125
    """

    def kernel(*rows: Any) -> NDArray[np.float64]:
        for scores in (rows[0], rows[2]):
            wrong = scores[(scores < 0) | (scores > 1)]
            if len(wrong):
                raise RocsqlError(
                    f"score must be a probability between 0 and 1, but a row has {wrong[0]}: "
                    "turn scores into probabilities first, or measure their ranking alone."
                )
        return kernels.grouped_brier(*rows)

    return _aggregation(kernel, "brier", score, label, weight)


# --- Frames ----------------------------------------------------------------------------------------------

_ROW = pl.Struct({"score": pl.Float64, "positive": pl.Boolean, "weight": pl.Float64})


def _names(by: str | Sequence[str] | None, result: Sequence[str]) -> list[str]:
    """The by-columns as a list, none of which may have the name of a result column."""
    names = [by] if isinstance(by, str) else list(by) if isinstance(by, Sequence) else [] if by is None else [by]
    for name in names:
        if not isinstance(name, str):
            raise RocsqlError(
                f"by must be a column name or a list of them, but it is {by!r}: put other expressions into the frame first."
            )
        if name in result:
            raise RocsqlError(f"by has {name!r}, which is the name of a result column: rename that column first.")
    return names


def _checked_rows(columns: Sequence[pl.Series]) -> pl.Series:
    """Score, label and weight as one column; rows that do not count are null."""
    score, label, *weight = columns
    use = _usable(score, label)
    numbers, positive = _scores(score, use), _positives(label, use)
    weights = pl.Series(np.ones(len(score))) if not weight else _weights(weight[0], use)
    use = use & (weights > 0)
    # -0.0 and 0.0 are one score.
    frame = pl.select(
        score=pl.when(use).then(pl.when(numbers == 0).then(0.0).otherwise(numbers)),
        positive=positive,
        weight=weights,
    )
    return frame.to_struct(score.name)


def _cost_rows(columns: Sequence[pl.Series]) -> pl.Series:
    """Score, label, benefit and cost as one column, where a row weighs what it is worth."""
    score, label, benefit, cost = columns
    use = _usable(score, label)
    numbers, positive = _scores(score, use), _positives(label, use)
    won = _weights(benefit, use & positive, "benefit")
    paid = _weights(cost, use & ~positive, "cost")
    frame = pl.select(
        score=pl.when(use).then(pl.when(numbers == 0).then(0.0).otherwise(numbers)),
        positive=positive,
        weight=pl.when(positive).then(won).otherwise(paid),
    )
    return frame.to_struct(score.name)


def _rows(
    frame: pl.DataFrame | pl.LazyFrame,
    inputs: Sequence[IntoExpr | float],
    by: Sequence[IntoExpr],
    check: Callable[[Sequence[pl.Series]], pl.Series] = _checked_rows,
) -> pl.LazyFrame:
    """The rows that count under fixed names: _by0, _by1, ..., _score, _positive, _weight."""
    groups = [_expression(key).alias(f"_by{place}") for place, key in enumerate(by)]
    # A constant has one row only; beside the frame's own columns it gets as many as they have.
    raw = frame.lazy().select(*groups, *[_expression(value).alias(f"_input{place}") for place, value in enumerate(inputs)])
    checked = pl.map_batches([f"_input{place}" for place in range(len(inputs))], check, return_dtype=_ROW, is_elementwise=True)
    keys = _keys(by)
    return (
        raw.select(*keys, checked.alias("_row"))
        .select(*keys, pl.col("_row").struct.unnest().name.prefix("_"))
        .filter(pl.col("_score").is_not_null())
    )


def _like(frame: Frame, result: pl.LazyFrame, by: Sequence[str], columns: Sequence[str | pl.Expr]) -> Frame:
    """The result under the caller's names: lazy if the frame was."""
    named = result.select(*[pl.col(f"_by{place}").alias(name) for place, name in enumerate(by)], *columns)
    return named.collect() if isinstance(frame, pl.DataFrame) else named


def _keys(by: Sequence[IntoExpr]) -> list[str]:
    return [f"_by{place}" for place in range(len(by))]


def _within(expression: pl.Expr, keys: Sequence[str]) -> pl.Expr:
    """The expression inside each group, if there are groups."""
    return expression.over(keys) if keys else expression


def _running(part: str, keys: Sequence[str], counted: bool) -> pl.Expr:
    """Sums down each group, whose first row has _opens.

    Groups of whole numbers share one sum, from which what came before is taken: several times faster than a sum for each
    group, but rows with weights would lose digits to the heavier groups.
    """
    running = pl.col(part).cum_sum()
    if not keys:
        return running
    if not counted:
        return running.over(keys)
    return running - pl.when("_opens").then(running - pl.col(part)).forward_fill()


def _points(rows: pl.LazyFrame, by: Sequence[IntoExpr], counted: bool) -> pl.LazyFrame:
    """The operating points (alg. 2), in order, after each group's origin: _by..., _threshold, _tp, _fp, _p, _n."""
    keys = _keys(by)
    if counted and not keys:
        return _counted_points(rows)
    worth, nothing = _worth(counted=counted)
    ordered = rows.sort("_score", descending=True).select(
        *keys,
        "_score",
        pl.when("_positive").then(worth).otherwise(nothing).alias("_pos"),
        pl.when("_positive").then(nothing).otherwise(worth).alias("_neg"),
    )
    if keys:
        # Sorting by group after score, with ties kept in order, takes half the time of sorting by both at once; the index
        # between the two sorts keeps Polars from joining them.
        ordered = ordered.with_row_index("_place").sort(*keys, nulls_last=True, maintain_order=True)
    changes = [pl.col(key).ne_missing(pl.col(key).shift()) for key in keys]
    ordered = ordered.with_columns(_opens=pl.any_horizontal(pl.int_range(pl.len()) == 0, *changes))
    # A point is pushed only after the last of equal scores.
    points = (
        ordered.with_columns(
            _closes=pl.col("_opens").shift(-1, fill_value=True),
            _tp=_running("_pos", keys, counted),
            _fp=_running("_neg", keys, counted),
        )
        .filter(pl.col("_closes") | pl.col("_score").ne_missing(pl.col("_score").shift(-1)))
        .select(
            *keys,
            pl.col("_score").alias("_threshold"),
            "_tp",
            "_fp",
            *[pl.when("_closes").then(f"_{part}").backward_fill().alias(whole) for part, whole in (("tp", "_p"), ("fp", "_n"))],
        )
    )
    totals = [pl.col("_p").max(), pl.col("_n").max()]
    groups = points.group_by(keys).agg(totals) if keys else points.select(totals).filter(pl.col("_p").is_not_null())
    origins = groups.select(*keys, pl.lit(INF).alias("_threshold"), nothing.alias("_tp"), nothing.alias("_fp"), "_p", "_n")
    curves = pl.concat([origins, points])
    return curves.sort(*keys, nulls_last=True, maintain_order=True) if keys else curves


def _counted_points(rows: pl.LazyFrame) -> pl.LazyFrame:
    """``_points`` of rows without weights in one group: behind the sort nothing has to be kept, so that it streams."""
    positive = pl.col("_positive").cast(pl.Int64)
    totals = rows.select(_p=positive.sum(), _n=pl.len().cast(pl.Int64) - positive.sum()).filter(pl.col("_p") + pl.col("_n") > 0)
    places = rows.select("_score", "_positive").sort("_score", descending=True).with_row_index("_place", offset=1)
    # A point is pushed only after the last of equal scores.
    points = (
        places.select(
            pl.col("_score").alias("_threshold"),
            positive.cum_sum().alias("_tp"),
            pl.col("_place").cast(pl.Int64),
            pl.col("_score").ne_missing(pl.col("_score").shift(-1)).alias("_closes"),
        )
        .filter("_closes")
        .select("_threshold", "_tp", (pl.col("_place") - pl.col("_tp")).alias("_fp"))
    )
    nothing = pl.lit(0, pl.Int64)
    origin = totals.select(pl.lit(INF).alias("_threshold"), nothing.alias("_tp"), nothing.alias("_fp"))
    return pl.concat([origin, points]).join(totals, how="cross", maintain_order="left")


def _thinned(points: pl.LazyFrame, by: Sequence[str], max_points: int) -> pl.LazyFrame:
    """At most so many points of each group, which lie together."""
    keys = _keys(by)
    group = pl.struct(keys).rle_id() if keys else pl.lit(0)
    measures = [pl.col(name).cast(pl.Float64) for name in ("_tp", "_fp", "_p", "_n")]

    def keep(columns: Sequence[pl.Series]) -> pl.Series:
        groups, tp, fp, p, n = (column.to_numpy() for column in columns)
        return pl.Series(kernels.thinned(np.broadcast_to(groups, len(tp)), tp, fp, p, n, max_points))

    # As a column first: the choice depends on all points, and no filter may slip in before it.
    return points.with_columns(_keep=pl.map_batches([group, *measures], keep, return_dtype=pl.Boolean)).filter("_keep")


def _rate(part: str, whole: str) -> pl.Expr:
    # By a whole that is the same in all rows Polars divides as by a scalar, by its reciprocal: p * (1 / p) is not always 1.
    return pl.when(pl.col(whole) > 0).then(pl.col(part) / (pl.col(whole) + pl.col(part) * 0))


def tie_groups(
    frame: Frame,
    score: IntoExpr,
    label: IntoExpr,
    by: str | Sequence[str] | None = None,
    weight: IntoExpr | float | None = None,
) -> Frame:
    """How much of each class has which score, in descending order of score.

    >>> tie_groups(pl.DataFrame({"s": [0.5, 0.5, 0.9], "y": [True, False, True]}), "s", "y").rows()
    [(0.9, 1, 0), (0.5, 1, 1)]
    """
    names = _names(by, ["score", "pos", "neg"])
    rows = _rows(frame, _inputs(score, label, weight), names)
    worth, nothing = _worth(counted=weight is None)
    ties = rows.group_by(*_keys(names), "_score").agg(
        pos=pl.when("_positive").then(worth).otherwise(nothing).sum(),
        neg=pl.when("_positive").then(nothing).otherwise(worth).sum(),
    )
    ordered = ties.sort(*_keys(names), "_score", descending=[False] * len(names) + [True], nulls_last=True)
    return _like(frame, ordered, names, [pl.col("_score").alias("score"), "pos", "neg"])


def roc_curve(
    frame: Frame,
    score: IntoExpr,
    label: IntoExpr,
    by: str | Sequence[str] | None = None,
    weight: IntoExpr | float | None = None,
    max_points: int | None = None,
) -> Frame:
    """The ROC points: one row per distinct score in descending order, after a first row at +inf.

    With ``max_points``, at least 8, at most so many a group: both ends, the extremes along the way and, if they fit, all
    vertices of the convex hull; the area under them differs from the exact one by less than 1 / max_points.

    >>> roc_curve(pl.DataFrame({"s": [0.9, 0.4], "y": [True, False]}), "s", "y").rows()
    [(inf, 0, 0, 0.0, 0.0), (0.9, 1, 0, 1.0, 0.0), (0.4, 1, 1, 1.0, 1.0)]
    """
    columns = ["threshold", "tp", "fp", "tpr", "fpr"]
    names = _names(by, columns)
    rows = _rows(frame, _inputs(score, label, weight), names)
    points = _points(rows, names, counted=weight is None)
    if max_points is not None:
        if not isinstance(max_points, Integral) or max_points < 8:
            raise RocsqlError(
                f"max_points must be a whole number of at least 8, or None for all points, but it is {max_points!r}."
            )
        points = _thinned(points, names, int(max_points))
    named: list[pl.Expr] = [pl.col(f"_{name}").alias(name) for name in columns[:3]]
    return _like(frame, points, names, [*named, _rate("_tp", "_p").alias("tpr"), _rate("_fp", "_n").alias("fpr")])


def cost_roc_curve(
    frame: Frame,
    score: IntoExpr,
    label: IntoExpr,
    benefit: IntoExpr | float,
    cost: IntoExpr | float,
    by: str | Sequence[str] | None = None,
) -> Frame:
    """The ROC points where every example has its own worth (alg. 6): shares of all benefit won and of all cost paid.

    >>> cost_roc_curve(pl.DataFrame({"s": [0.9, 0.4], "y": [True, False]}), "s", "y", 20, 1).rows()[1]
    (0.9, 20.0, 0.0, 1.0, 0.0)
    """
    names = _names(by, ["threshold", "benefit", "cost", "tpr", "fpr"])
    points = _points(_rows(frame, [score, label, benefit, cost], names, _cost_rows), names, counted=False)
    named: list[pl.Expr] = [
        pl.col(f"_{own}").alias(name) for own, name in (("threshold", "threshold"), ("tp", "benefit"), ("fp", "cost"))
    ]
    return _like(frame, points, names, [*named, _rate("_tp", "_p").alias("tpr"), _rate("_fp", "_n").alias("fpr")])


def _per_group(rows: pl.LazyFrame, by: Sequence[str], aggregations: Sequence[pl.Expr]) -> pl.LazyFrame:
    """One row a group, in order; none where there are no rows."""
    keys = _keys(by)
    if keys:
        return rows.group_by(keys).agg(aggregations).sort(*keys, nulls_last=True)
    return rows.select(*aggregations, pl.len().alias("_rows")).filter(pl.col("_rows") > 0)


def roc_auc(
    frame: Frame,
    score: IntoExpr,
    label: IntoExpr,
    by: str | Sequence[str] | None = None,
    weight: IntoExpr | float | None = None,
    confidence: float = 0.95,
    interval: str = "delong",
) -> Frame:
    """Area under the ROC curve with DeLong's standard error and an interval; n_pos and n_neg count the rows.

    ``p_value``, without weights, is that of Mann and Whitney's two-sided test of AUC = 0.5. ``interval`` is ``"delong"``,
    ``"logit"`` (null where auc is 0 or 1) or ``"newcombe"`` (null with weights; the one for few rows or areas near 1).

    >>> df = pl.DataFrame({"s": [0.9, 0.4, 0.6], "y": [True, False, False]})
    >>> roc_auc(df, "s", "y").select("auc", "n_pos", "n_neg").rows()
    [(1.0, 1, 2)]
    """
    _check_confidence(confidence)
    if interval not in ("delong", "logit", "newcombe"):
        raise RocsqlError(f"interval must be 'delong', 'logit' or 'newcombe', but it is {interval!r}.")
    names = _names(by, ["auc", "std_error", "ci_low", "ci_high", "n_pos", "n_neg", "p_value"])
    inputs = _inputs(score, label, weight)
    fields = {"auc": pl.Float64, "std_error": pl.Float64, "p_value": pl.Float64}

    def area_and_error(columns: Sequence[pl.Series]) -> pl.Series:
        found = kernels.grouped_interval(*_by_class(columns))
        return pl.DataFrame(dict(zip(fields, found, strict=True))).fill_nan(None).to_struct(columns[0].name)

    lists = [pl.col(name).implode() for name in ("_score", "_positive", "_weight")[: len(inputs)]]
    aggregations = [
        pl.map_batches(lists, area_and_error, return_dtype=pl.Struct(fields), is_elementwise=True).alias("_area"),
        pl.col("_positive").sum().cast(pl.Int64).alias("n_pos"),
        (~pl.col("_positive")).sum().cast(pl.Int64).alias("n_neg"),
    ]
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    areas = _per_group(_rows(frame, inputs, names), names, aggregations).unnest("_area")
    low, high = _ends(interval, z)
    columns: list[str | pl.Expr] = [
        "auc",
        "std_error",
        low.alias("ci_low"),
        high.alias("ci_high"),
        "n_pos",
        "n_neg",
        "p_value",
    ]
    return _like(frame, areas, names, columns)


def _ends(interval: str, z: float) -> tuple[pl.Expr, pl.Expr]:
    """The ends of the interval of each area, by one of the three methods of ``roc_auc``."""
    area, error = pl.col("auc"), pl.col("std_error")
    if interval == "delong":
        return (area - z * error).clip(0, 1), (area + z * error).clip(0, 1)
    if interval == "logit":
        factor = (z * error / (area * (1 - area))).exp()
        odds = pl.when(error > 0, area > 0, area < 1)
        return odds.then(area / (area + (1 - area) * factor)), odds.then(area / (area + (1 - area) / factor))

    def low(columns: Sequence[pl.Series]) -> pl.Series:
        area, n_pos, n_neg = (column.cast(pl.Float64).to_numpy() for column in columns)
        return pl.Series(kernels.newcombe_low(area, n_pos, n_neg, z))

    def end(side: pl.Expr) -> pl.Expr:
        # Where there is a p-value there are two classes and no weights.
        counted = pl.col("p_value").is_not_null()
        return pl.when(counted).then(
            pl.map_batches([side, "n_pos", "n_neg"], low, return_dtype=pl.Float64, is_elementwise=True)
        )

    return end(area), 1 - end(1 - area)


def cost_roc_auc(
    frame: Frame,
    score: IntoExpr,
    label: IntoExpr,
    benefit: IntoExpr | float,
    cost: IntoExpr | float,
    by: str | Sequence[str] | None = None,
) -> Frame:
    """Area under the curve of ``cost_roc_curve``, and what there was to win and to pay.

    >>> cost_roc_auc(pl.DataFrame({"s": [0.9, 0.4], "y": [True, False]}), "s", "y", 20, 1).rows()
    [(1.0, 20.0, 1.0)]
    """
    names = _names(by, ["auc", "total_benefit", "total_cost"])
    worth = pl.col("_weight")
    aggregations = [
        auc("_score", "_positive", "_weight"),
        worth.filter("_positive").sum().alias("total_benefit"),
        worth.filter(~pl.col("_positive")).sum().alias("total_cost"),
    ]
    areas = _per_group(_rows(frame, [score, label, benefit, cost], names, _cost_rows), names, aggregations)
    return _like(frame, areas, names, ["auc", "total_benefit", "total_cost"])


def confusion_at(
    frame: Frame,
    score: IntoExpr,
    label: IntoExpr,
    threshold: float | Sequence[float],
    by: str | Sequence[str] | None = None,
    weight: IntoExpr | float | None = None,
) -> Frame:
    """The confusion matrix and its measures at the given thresholds, the highest first; positive is score >= threshold.

    >>> confusion_at(pl.DataFrame({"s": [0.9, 0.4], "y": [True, False]}), "s", "y", 0.5).select("tp", "fp", "fn", "tn").rows()
    [(1, 0, 0, 1)]
    """
    columns = [
        "threshold",
        "tp",
        "fp",
        "fn",
        "tn",
        "tpr",
        "fpr",
        "precision",
        "accuracy",
        "f1",
        "specificity",
        "npv",
        "mcc",
        "lift",
    ]
    names = _names(by, columns)
    asked = [threshold] if not isinstance(threshold, Sequence | np.ndarray) or isinstance(threshold, str) else list(threshold)
    if not asked or any(not isinstance(t, Real) or t != t for t in asked):
        raise RocsqlError(f"threshold must be a number or a list of numbers, such as [0.5, 0.9], but it is {threshold}.")
    steps: list[float] = sorted({float(t) + 0.0 for t in asked})
    keys: list[str] = _keys(names)
    rows = _rows(frame, _inputs(score, label, weight), names)
    worth, nothing = _worth(counted=weight is None)
    # Every row goes to the highest step that it reaches, 0 if none: one pass, however many thresholds.
    reached = pl.lit(pl.Series(steps)).search_sorted(pl.col("_score"), side="right").cast(pl.Int64).alias("_step")
    binned = (
        rows.with_columns(reached)
        .group_by(*keys, "_step")
        .agg(
            _pos=pl.when("_positive").then(worth).otherwise(nothing).sum(),
            _neg=pl.when("_positive").then(nothing).otherwise(worth).sum(),
        )
    )
    groups = binned.select(keys).unique() if keys else binned.select(pl.len().alias("_size")).filter(pl.col("_size") > 0)
    grid = groups.join(
        pl.LazyFrame(
            {"_step": range(len(steps) + 1), "threshold": [None, *steps]}, schema={"_step": pl.Int64, "threshold": pl.Float64}
        ),
        how="cross",
    )

    def selected(part: str) -> pl.Expr:
        return _within(pl.col(part).cum_sum(), keys)

    def rest(part: str) -> pl.Expr:
        # Added from the bottom up: of weights, the total less what is selected would be a rounding error where nothing is left.
        return _within(pl.col(part).cum_sum(reverse=True).shift(-1, fill_value=0), keys)

    points = (
        grid.join(binned, on=[*keys, "_step"], how="left", nulls_equal=True)
        .with_columns(pl.col("_pos", "_neg").fill_null(0))
        .sort(*keys, "_step", descending=[False] * len(keys) + [True], nulls_last=True)
        .with_columns(_tp=selected("_pos"), _fp=selected("_neg"), _fn=rest("_pos"), _tn=rest("_neg"))
        .with_columns(_p=_within(pl.col("_tp").last(), keys), _n=_within(pl.col("_fp").last(), keys))
        .filter(pl.col("_step") > 0)
        # Every whole is added from its own parts, in their order, so that no share is above 1.
        .with_columns(
            _negatives=pl.col("_tn") + pl.col("_fp"),
            _alarms=pl.col("_tp") + pl.col("_fp"),
            _passes=pl.col("_fn") + pl.col("_tn"),
            _right=pl.col("_tp") + pl.col("_tn"),
            _wrong=pl.col("_fp") + pl.col("_fn"),
        )
        .with_columns(_all=pl.col("_right") + pl.col("_wrong"))
    )
    tp, fp, fn, tn, p, n = (pl.col(f"_{name}").cast(pl.Float64) for name in ("tp", "fp", "fn", "tn", "p", "n"))
    alarms, passes = pl.col("_alarms").cast(pl.Float64), pl.col("_passes").cast(pl.Float64)
    margins = (p > 0) & (n > 0) & (alarms > 0) & (passes > 0)
    mcc = (tp / p.sqrt() * (tn / n.sqrt()) - fp / p.sqrt() * (fn / n.sqrt())) / alarms.sqrt() / passes.sqrt()
    return _like(
        frame,
        points,
        names,
        [
            "threshold",
            *[pl.col(f"_{name}").alias(name) for name in ("tp", "fp", "fn", "tn")],
            _rate("_tp", "_p").alias("tpr"),
            _rate("_fp", "_n").alias("fpr"),
            _rate("_tp", "_alarms").alias("precision"),
            _rate("_right", "_all").alias("accuracy"),
            pl.when(p > 0).then(tp / (tp + (fp + fn) / 2)).alias("f1"),
            _rate("_tn", "_negatives").alias("specificity"),
            _rate("_tn", "_passes").alias("npv"),
            pl.when(margins).then(mcc.clip(-1, 1)).alias("mcc"),
            pl.when((alarms > 0) & (p > 0)).then((tp / alarms) / (p / (p + n))).alias("lift"),
        ],
    )


def _folds(
    frame: pl.DataFrame | pl.LazyFrame, score: IntoExpr, label: IntoExpr, fold: IntoExpr, by: Sequence[str]
) -> pl.LazyFrame:
    """The curves of the folds that have both classes, as lists: _by..., _threshold, _tpr, _fpr."""
    names: list[IntoExpr] = [*by, fold]
    points = _points(_rows(frame, [score, label], names), names, counted=True)
    rates = points.filter((pl.col("_p") > 0) & (pl.col("_n") > 0)).with_columns(
        _tpr=_rate("_tp", "_p"), _fpr=_rate("_fp", "_n")
    )
    return rates.group_by(_keys(names), maintain_order=True).agg("_threshold", "_tpr", "_fpr")


def _checked_samples(samples: int, confidence: float) -> int:
    if not isinstance(samples, Integral) or samples < 1:
        raise RocsqlError(f"samples must be a whole number of at least 1, such as 100, but it is {samples!r}.")
    _check_confidence(confidence)
    return int(samples)


def _check_confidence(confidence: float) -> None:
    if not isinstance(confidence, Real) or not 0 < confidence < 1:
        raise RocsqlError(f"confidence must lie between 0 and 1, such as 0.95, but it is {confidence!r}.")


def _mean_and_interval(axis: str) -> tuple[list[pl.Expr], list[pl.Expr]]:
    """The mean of an axis over curves with its deviation, and the t interval of that mean."""
    reach = pl.col(f"{axis}_std") / pl.col("n_curves").cast(pl.Float64).sqrt() * pl.col("_t")
    return (
        [pl.col(f"_{axis}").mean().alias(axis), pl.col(f"_{axis}").std().alias(f"{axis}_std")],
        [(pl.col(axis) - reach).clip(0, 1).alias(f"{axis}_low"), (pl.col(axis) + reach).clip(0, 1).alias(f"{axis}_high")],
    )


def _t_reach(confidence: float) -> pl.Expr:
    """Student's quantile for each number of curves."""

    def quantiles(curves: pl.Series) -> pl.Series:
        known = {k: kernels.t_quantile(0.5 + confidence / 2, k - 1) if k > 1 else None for k in curves.unique().to_list()}
        return pl.Series([known[k] for k in curves.to_list()], dtype=pl.Float64)

    return pl.col("n_curves").map_batches(quantiles, return_dtype=pl.Float64, is_elementwise=True).alias("_t")


def roc_average_vertical(
    frame: Frame,
    score: IntoExpr,
    label: IntoExpr,
    fold: IntoExpr,
    by: str | Sequence[str] | None = None,
    samples: int = 100,
    confidence: float = 0.95,
) -> Frame:
    """The mean of the folds' curves at false positive rates k / samples (alg. 4), with its t interval.

    >>> df = pl.DataFrame({"s": [2.0, 1.0, 2.0, 1.0], "y": [True, False, False, True], "f": [1, 1, 2, 2]})
    >>> roc_average_vertical(df, "s", "y", "f", samples=2).select("fpr", "tpr", "n_curves").rows()
    [(0.0, 0.5, 2), (0.5, 0.5, 2), (1.0, 1.0, 2)]
    """
    samples = _checked_samples(samples, confidence)
    columns = ["fpr", "tpr", "tpr_std", "tpr_low", "tpr_high", "n_curves"]
    names = _names(by, columns)
    keys = _keys(names)
    grid = np.arange(samples + 1) / samples

    def read(lists: Sequence[pl.Series]) -> pl.Series:
        curves = [kernels.tpr_at(grid, tpr.to_numpy(), fpr.to_numpy()).tolist() for tpr, fpr in zip(*lists, strict=True)]
        return pl.Series(lists[0].name, curves, dtype=pl.List(pl.Float64))

    at_grid = pl.map_batches(["_tpr", "_fpr"], read, return_dtype=pl.List(pl.Float64), is_elementwise=True)
    rates = pl.Series("fpr", [grid.tolist()], dtype=pl.List(pl.Float64))
    means, bounds = _mean_and_interval("tpr")
    averaged = (
        _folds(frame, score, label, fold, names)
        .select(*keys, at_grid.alias("_tpr"), pl.lit(rates).first().alias("fpr"))
        .explode("_tpr", "fpr")
        .group_by(*keys, "fpr")
        .agg(*means, pl.len().cast(pl.Int64).alias("n_curves"))
        .with_columns(_t_reach(confidence))
        .with_columns(bounds)
        .sort(*keys, "fpr", nulls_last=True)
    )
    return _like(frame, averaged, names, columns)


def roc_average_threshold(
    frame: Frame,
    score: IntoExpr,
    label: IntoExpr,
    fold: IntoExpr,
    by: str | Sequence[str] | None = None,
    samples: int = 100,
    confidence: float = 0.95,
) -> Frame:
    """The mean of the folds' points at common thresholds (alg. 5), with t intervals on both axes.

    >>> df = pl.DataFrame({"s": [2.0, 1.0, 2.0, 1.0], "y": [True, False, False, True], "f": [1, 1, 2, 2]})
    >>> roc_average_threshold(df, "s", "y", "f").select("threshold", "fpr", "tpr").rows()
    [(inf, 0.0, 0.0), (2.0, 0.5, 0.5), (1.0, 1.0, 1.0)]
    """
    samples = _checked_samples(samples, confidence)
    columns = ["threshold", "fpr", "tpr", "fpr_std", "tpr_std", "fpr_low", "fpr_high", "tpr_low", "tpr_high", "n_curves"]
    names = _names(by, columns)
    keys = _keys(names)
    lists = pl.List(pl.Float64)
    points = pl.Struct({"_at": pl.List(pl.Int64), "threshold": lists, "_tpr": lists, "_fpr": lists})

    def read(columns: Sequence[pl.Series]) -> pl.Series:
        """Each group's curves, as lists of lists, at the thresholds drawn from all of them."""
        rows = []
        for group in zip(*(column.to_list() for column in columns), strict=True):
            curves = [tuple(np.array(values) for values in curve) for curve in zip(*group, strict=True)]
            drawn = kernels.drawn_thresholds([threshold[1:] for threshold, _, _ in curves], samples)
            for threshold, tpr, fpr in curves:
                at = kernels.places_of(drawn, threshold)
                places = list(range(len(drawn)))
                rows.append({"_at": places, "threshold": drawn.tolist(), "_tpr": tpr[at].tolist(), "_fpr": fpr[at].tolist()})
        counts = columns[0].list.len().to_list()
        folded = iter(rows)
        return pl.Series(columns[0].name, [[next(folded) for _ in range(count)] for count in counts], dtype=pl.List(points))

    gathered = [pl.col(name).implode() for name in ("_threshold", "_tpr", "_fpr")]
    curves = _folds(frame, score, label, fold, names)
    grouped = curves.group_by(keys).agg("_threshold", "_tpr", "_fpr") if keys else curves.select(gathered)
    tpr_means, tpr_bounds = _mean_and_interval("tpr")
    fpr_means, fpr_bounds = _mean_and_interval("fpr")
    averaged = (
        grouped.filter(pl.col("_threshold").list.len() > 0)
        .select(*keys, pl.map_batches(["_threshold", "_tpr", "_fpr"], read, return_dtype=pl.List(points), is_elementwise=True))
        .explode("_threshold")
        .unnest("_threshold")
        .explode("_at", "threshold", "_tpr", "_fpr")
        # By place, not by threshold: a score of +inf is another point than the origin.
        .group_by(*keys, "_at", "threshold")
        .agg(*fpr_means, *tpr_means, pl.len().cast(pl.Int64).alias("n_curves"))
        .with_columns(_t_reach(confidence))
        .with_columns(*fpr_bounds, *tpr_bounds)
        .sort(*keys, "_at", nulls_last=True)
    )
    return _like(frame, averaged, names, columns)


def roc_sketch(
    frame: Frame,
    score: IntoExpr,
    label: IntoExpr,
    by: str | Sequence[str] | None = None,
    weight: IntoExpr | float | None = None,
    precision: int = 10,
) -> Frame:
    """How many positives and negatives have scores in which bin, the highest first; sketches of the same precision add up.

    The bins are those of the SQL macro, to the bit: sign, exponent and the first ``precision`` bits of the mantissa.

    >>> roc_sketch(pl.DataFrame({"s": [0.5, 0.51, 0.9], "y": [True, False, True]}), "s", "y", precision=3).rows()
    [(8183, 0.875, 0.9374999999999999, 1, 0), (8177, 0.5, 0.5624999999999999, 1, 1)]
    """
    if not isinstance(precision, Integral) or not 0 <= precision <= 52:
        raise RocsqlError(f"precision must be a whole number of bits from 0 to 52, such as 10, but it is {precision!r}.")
    precision = int(precision)  # NumPy's own would overflow where bits are shifted.
    names = _names(by, _SKETCH)
    rows = _rows(frame, _inputs(score, label, weight), names)
    worth, nothing = _worth(counted=weight is None)
    step = 2 ** (52 - precision)
    sizes = pl.col("_score").abs().reinterpret(dtype=pl.Int64) // step + 1
    bins = (
        rows.with_columns(bin=pl.col("_score").sign().cast(pl.Int64) * sizes)
        .group_by(*_keys(names), "bin")
        .agg(
            pos=pl.when("_positive").then(worth).otherwise(nothing).sum(),
            neg=pl.when("_positive").then(nothing).otherwise(worth).sum(),
        )
    )
    # Away from zero a bin ends one bit before the next one starts; the bits of infinity are the last that are a number.
    size, sign = pl.col("bin").abs(), pl.col("bin").sign()
    near = pl.max_horizontal((size - 1) * step, 1).reinterpret(dtype=pl.Float64) * sign
    far = pl.min_horizontal((size - 1) * step + (step - 1), _INFINITY_BITS).reinterpret(dtype=pl.Float64) * sign
    edges = {
        "score_low": pl.when(sign == 0).then(0.0).when(sign > 0).then(near).otherwise(far),
        "score_high": pl.when(sign == 0).then(0.0).when(sign > 0).then(far).otherwise(near),
    }
    ordered = bins.with_columns(**edges).sort(*_keys(names), "bin", descending=[False] * len(names) + [True], nulls_last=True)
    return _like(frame, ordered, names, _SKETCH)


_SKETCH = ["bin", "score_low", "score_high", "pos", "neg"]
_INFINITY_BITS = 0x7FF0000000000000


def sketch_auc(frame: Frame, by: str | Sequence[str] | None = None) -> Frame:
    """The AUC of sketches, added up by bin, between two values that are certain to hold the exact AUC of the rows.

    >>> sketch = roc_sketch(pl.DataFrame({"s": [0.5, 0.51, 0.9], "y": [True, False, True]}), "s", "y", precision=3)
    >>> sketch_auc(sketch).rows()
    [(0.75, 0.5, 1.0, 2, 1)]
    """
    names = _names(by, ["auc", "auc_low", "auc_high", "n_pos", "n_neg"])
    schema = frame.lazy().collect_schema()
    for name in _SKETCH:
        if name not in schema:
            raise RocsqlError(f"sketch_auc needs the columns of roc_sketch, but there is no {name!r} in {schema.names()}.")
    whole = schema["pos"].is_integer() and schema["neg"].is_integer()
    counts = pl.Int64() if whole else pl.Float64()
    fields: dict[str, pl.DataType] = {
        "auc": pl.Float64(), "auc_low": pl.Float64(), "auc_high": pl.Float64(), "n_pos": counts, "n_neg": counts
    }  # fmt: skip

    def bounds(columns: Sequence[pl.Series]) -> pl.Series:
        found = [kernels.sketch_bounds(*lists, whole=whole) for lists in zip(*(c.to_list() for c in columns), strict=True)]
        areas = pl.DataFrame(found, schema=fields, orient="row")
        # Shares of weights may add up to a little more than 1.
        return areas.with_columns(pl.col("auc").clip("auc_low", "auc_high")).to_struct(columns[0].name)

    groups = [_column(name).alias(f"_by{place}") for place, name in enumerate(names)]
    rows = frame.lazy().select(*groups, *_SKETCH)
    area = pl.map_batches(
        [pl.col(name).implode() for name in _SKETCH], bounds, return_dtype=pl.Struct(fields), is_elementwise=True
    )
    areas = _per_group(rows, names, [area.alias("_area")]).unnest("_area")
    return _like(frame, areas, names, list(fields))


def for_duckdb(frame: pl.DataFrame | pl.LazyFrame) -> pl.DataFrame:
    """The rows, with the types that DuckDB does not know as the next ones it does; Python objects it cannot have.

    >>> for_duckdb(pl.DataFrame({"wide": [1]}, schema={"wide": pl.Int128})).schema["wide"]
    Decimal(precision=38, scale=0)
    """
    casts: dict[type[pl.DataType], Any] = {pl.Int128: pl.Decimal(38, 0), pl.UInt128: pl.Decimal(38, 0), pl.Float16: pl.Float32}
    rows = frame.lazy().collect()
    rows = rows.select(_column(name) for name, dtype in rows.schema.items() if dtype != pl.Object)
    return rows.with_columns(
        _column(name).cast(casts[type(dtype)]) for name, dtype in rows.schema.items() if type(dtype) in casts
    )


@overload
def query(
    macro: str,
    frame: Frame,
    score: str | None = None,
    label: str | None = None,
    *,
    by: str | Sequence[str] = (),
    **options: Any,
) -> Frame: ...
@overload
def query(
    macro: str, frame: Any, score: str | None = None, label: str | None = None, *, by: str | Sequence[str] = (), **options: Any
) -> Any: ...
def query(
    macro: str,
    frame: Any,
    score: str | None = None,
    label: str | None = None,
    *,
    by: str | Sequence[str] = (),
    **options: Any,
) -> Any:
    """Any table macro of the catalogue on a frame, by way of DuckDB and Arrow; ``score``, ``label`` and ``weight`` are SQL.

    The result is of the frame's kind: a Polars DataFrame or LazyFrame (which runs when it is collected), a pandas DataFrame, or
    a ``pyarrow.Table`` for Arrow tables, readers and everything else with ``__arrow_c_stream__``.

    NaN in a float column of pandas means a missing value, as it does in pandas: a row without a score is left out. In Polars
    and Arrow, where missing values are null, a NaN score is an error.

    A macro that takes other arguments has them by name: ``query("roc_compare", frame, label="y", score_a="a", score_b="b")``.

    >>> query("roc_auc", pl.DataFrame({"s": [0.9, 0.4], "y": [True, False]}), "s", "y").select("auc", "n_pos").rows()
    [(1.0, 1)]
    >>> query("roc_auc", pl.LazyFrame({"s": [0.9, 0.4], "y": [True, False]}), "s", "y").select("auc").collect().item()
    1.0
    """
    from rocsql.duckdb import connect
    from rocsql.standalone import call, check_names, identifier

    given = {name: text for name, text in (("score", score), ("label", label)) if text is not None}
    text = call(macro, table="rocsql_frame", by=by, **given, **options)
    names = [by] if isinstance(by, str) else list(by)
    used = [*map(identifier, names), *given.values(), *(value for value in options.values() if isinstance(value, str))]

    def run(rows: Any, columns: Sequence[Any], fetch: str) -> Any:
        check_names([str(column) for column in columns], used)
        with connect() as con:
            con.register("rocsql_frame", rows)
            return getattr(con.sql(text), fetch)()

    def run_polars(rows: pl.DataFrame) -> pl.DataFrame:
        known = for_duckdb(rows)
        return _with_categories(pl.DataFrame(run(known, known.columns, "pl")), rows, names)

    if isinstance(frame, pl.DataFrame):
        return run_polars(frame)
    if isinstance(frame, pl.LazyFrame):
        # The types of the result are those of a frame without rows.
        schema = cache(lambda: run_polars(frame.collect_schema().to_frame()).schema)
        return pl.defer(lambda: run_polars(frame.collect()), schema=schema)
    pandas = sys.modules.get("pandas")  # a frame of pandas is there only if pandas has been imported
    if pandas is not None and isinstance(frame, pandas.DataFrame):
        return run(frame, frame.columns, "df")
    table = _arrow_table(frame)
    return run(table, table.column_names, "to_arrow_table")


def _with_categories(result: pl.DataFrame, rows: pl.DataFrame, by: Sequence[str]) -> pl.DataFrame:
    """The result with its by-columns, which come first, as the Enum or Categorical that they were; DuckDB makes them text."""
    types = {name.lower(): dtype for name, dtype in rows.schema.items() if dtype in (pl.Enum, pl.Categorical)}
    own = list(zip(result.columns, map(str.lower, by), strict=False))
    casts = [_column(column).cast(types[name]) for column, name in own if name in types]
    if not casts:
        return result
    return result.with_columns(casts).sort([_column(column) for column, _ in own], nulls_last=True, maintain_order=True)


def _arrow_table(frame: Any) -> Any:
    """Anything with Arrow's stream interface as a pyarrow.Table."""
    import pyarrow as pa

    try:
        reader = pa.RecordBatchReader.from_stream(frame)
    except (TypeError, pa.ArrowException):
        raise RocsqlError(
            "query takes a DataFrame or LazyFrame of Polars, a DataFrame of pandas, or an Arrow table, "
            f"but it got {type(frame).__module__}.{type(frame).__qualname__}: turn it into one of them."
        ) from None
    return reader.read_all()


# --- The namespace -----------------------------------------------------------------------------------


@pl.api.register_expr_namespace("roc")
class RocExpr:
    """``pl.col("score").roc.auc("label")``: the expressions of this module, on the score."""

    def __init__(self, score: pl.Expr) -> None:
        self._score = score

    def auc(self, label: IntoExpr, weight: IntoExpr | float | None = None) -> pl.Expr:
        """See ``rocsql.polars.auc``."""
        return auc(self._score, label, weight)

    def gini(self, label: IntoExpr, weight: IntoExpr | float | None = None) -> pl.Expr:
        """See ``rocsql.polars.gini``."""
        return gini(self._score, label, weight)

    def partial_auc(
        self, label: IntoExpr, weight: IntoExpr | float | None = None, *, fpr_low: float = 0.0, fpr_high: float = 0.1
    ) -> pl.Expr:
        """See ``rocsql.polars.partial_auc``."""
        return partial_auc(self._score, label, weight, fpr_low=fpr_low, fpr_high=fpr_high)

    def average_precision(self, label: IntoExpr, weight: IntoExpr | float | None = None) -> pl.Expr:
        """See ``rocsql.polars.average_precision``."""
        return average_precision(self._score, label, weight)

    def ks(self, label: IntoExpr, weight: IntoExpr | float | None = None) -> pl.Expr:
        """See ``rocsql.polars.ks``."""
        return ks(self._score, label, weight)

    def brier(self, label: IntoExpr, weight: IntoExpr | float | None = None) -> pl.Expr:
        """See ``rocsql.polars.brier``."""
        return brier(self._score, label, weight)


class _RocFrame(Generic[Frame]):
    """``df.roc.roc_curve("score", "label", by="model")``: the frame functions of this module, on the frame."""

    def __init__(self, frame: Frame) -> None:
        self._frame: Frame = frame

    def tie_groups(
        self, score: IntoExpr, label: IntoExpr, by: str | Sequence[str] | None = None, weight: IntoExpr | float | None = None
    ) -> Frame:
        """See ``rocsql.polars.tie_groups``."""
        return tie_groups(self._frame, score, label, by, weight)

    def roc_curve(
        self,
        score: IntoExpr,
        label: IntoExpr,
        by: str | Sequence[str] | None = None,
        weight: IntoExpr | float | None = None,
        max_points: int | None = None,
    ) -> Frame:
        """See ``rocsql.polars.roc_curve``."""
        return roc_curve(self._frame, score, label, by, weight, max_points)

    def roc_auc(
        self,
        score: IntoExpr,
        label: IntoExpr,
        by: str | Sequence[str] | None = None,
        weight: IntoExpr | float | None = None,
        confidence: float = 0.95,
        interval: str = "delong",
    ) -> Frame:
        """See ``rocsql.polars.roc_auc``."""
        return roc_auc(self._frame, score, label, by, weight, confidence, interval)

    def cost_roc_curve(
        self,
        score: IntoExpr,
        label: IntoExpr,
        benefit: IntoExpr | float,
        cost: IntoExpr | float,
        by: str | Sequence[str] | None = None,
    ) -> Frame:
        """See ``rocsql.polars.cost_roc_curve``."""
        return cost_roc_curve(self._frame, score, label, benefit, cost, by)

    def cost_roc_auc(
        self,
        score: IntoExpr,
        label: IntoExpr,
        benefit: IntoExpr | float,
        cost: IntoExpr | float,
        by: str | Sequence[str] | None = None,
    ) -> Frame:
        """See ``rocsql.polars.cost_roc_auc``."""
        return cost_roc_auc(self._frame, score, label, benefit, cost, by)

    def confusion_at(
        self,
        score: IntoExpr,
        label: IntoExpr,
        threshold: float | Sequence[float],
        by: str | Sequence[str] | None = None,
        weight: IntoExpr | float | None = None,
    ) -> Frame:
        """See ``rocsql.polars.confusion_at``."""
        return confusion_at(self._frame, score, label, threshold, by, weight)

    def roc_average_vertical(
        self,
        score: IntoExpr,
        label: IntoExpr,
        fold: IntoExpr,
        by: str | Sequence[str] | None = None,
        samples: int = 100,
        confidence: float = 0.95,
    ) -> Frame:
        """See ``rocsql.polars.roc_average_vertical``."""
        return roc_average_vertical(self._frame, score, label, fold, by, samples, confidence)

    def roc_average_threshold(
        self,
        score: IntoExpr,
        label: IntoExpr,
        fold: IntoExpr,
        by: str | Sequence[str] | None = None,
        samples: int = 100,
        confidence: float = 0.95,
    ) -> Frame:
        """See ``rocsql.polars.roc_average_threshold``."""
        return roc_average_threshold(self._frame, score, label, fold, by, samples, confidence)

    def roc_sketch(
        self,
        score: IntoExpr,
        label: IntoExpr,
        by: str | Sequence[str] | None = None,
        weight: IntoExpr | float | None = None,
        precision: int = 10,
    ) -> Frame:
        """See ``rocsql.polars.roc_sketch``."""
        return roc_sketch(self._frame, score, label, by, weight, precision)

    def sketch_auc(self, by: str | Sequence[str] | None = None) -> Frame:
        """See ``rocsql.polars.sketch_auc``."""
        return sketch_auc(self._frame, by)

    def query(
        self, macro: str, score: str | None = None, label: str | None = None, *, by: str | Sequence[str] = (), **options: Any
    ) -> Frame:
        """See ``rocsql.polars.query``."""
        return query(macro, self._frame, score, label, by=by, **options)


@pl.api.register_dataframe_namespace("roc")
class RocDataFrame(_RocFrame[pl.DataFrame]):
    """The frame functions on a DataFrame."""


@pl.api.register_lazyframe_namespace("roc")
class RocLazyFrame(_RocFrame[pl.LazyFrame]):
    """The frame functions on a LazyFrame."""
