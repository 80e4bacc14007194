"""NumPy on plain arrays: pure functions, no engine in sight. Scores here are never NaN."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def auc(pos: Floats, neg: Floats) -> float:
    """Area under the ROC curve of the positives' and the negatives' scores; NaN without one of them.

    >>> auc(np.array([0.9, 0.8, 0.4]), np.array([0.7, 0.4]))
    0.75
    """
    if len(pos) == 0 or len(neg) == 0:
        return float("nan")
    # Searching the larger class for the smaller one, in order, walks memory once.
    few, many = (np.sort(pos), np.sort(neg)) if len(pos) <= len(neg) else (np.sort(neg), np.sort(pos))
    below = int(many.searchsorted(few, "left").sum()) + int(many.searchsorted(few, "right").sum())
    half_ties_counted_twice = below / (2 * len(pos) * len(neg))
    return half_ties_counted_twice if len(pos) <= len(neg) else 1 - half_ties_counted_twice


def weighted_auc(pos: Floats, pos_weights: Floats, neg: Floats, neg_weights: Floats) -> float:
    """``auc`` of weighted scores; NaN without one of the classes.

    >>> weighted_auc(np.array([0.9, 0.4]), np.array([3.0, 1.0]), np.array([0.4]), np.array([0.1]))
    0.875
    """
    if len(pos) == 0 or len(neg) == 0:
        return float("nan")
    order = np.argsort(neg)
    neg = neg[order]
    weight_below = np.concatenate(([0], np.cumsum(neg_weights[order], dtype=np.longdouble)))
    # Places are found several times faster for scores in order.
    order = np.argsort(pos)
    pos, pos_weights = pos[order], pos_weights[order]
    won = weight_below[neg.searchsorted(pos, "left")] + weight_below[neg.searchsorted(pos, "right")]
    return float((won * pos_weights).sum() / (2 * weight_below[-1] * pos_weights.sum(dtype=np.longdouble)))


def grouped_auc(
    pos: Floats,
    pos_sizes: NDArray[np.int64],
    neg: Floats,
    neg_sizes: NDArray[np.int64],
    pos_weights: Floats | None = None,
    neg_weights: Floats | None = None,
) -> Floats:
    """``auc`` of many groups whose scores lie end to end; NaN where a group has one class.

    >>> grouped_auc(np.array([2.0, 5.0]), np.array([1, 1]), np.array([1.0, 5.0]), np.array([1, 1])).tolist()
    [1.0, 0.5]
    """
    groups = len(pos_sizes)
    if len(pos) + len(neg) > 2_000 * groups:

        def parts(values: Floats, sizes: NDArray[np.int64]) -> list[Floats]:
            return np.split(values, np.cumsum(sizes)[:-1])

        pos_parts, neg_parts = parts(pos, pos_sizes), parts(neg, neg_sizes)
        if pos_weights is None or neg_weights is None:
            areas = [auc(p, n) for p, n in zip(pos_parts, neg_parts, strict=True)]
        else:
            weights = zip(parts(pos_weights, pos_sizes), parts(neg_weights, neg_sizes), strict=True)
            areas = [weighted_auc(p, v, n, w) for p, n, (v, w) in zip(pos_parts, neg_parts, weights, strict=True)]
        return np.array(areas, dtype=np.float64)

    # A sort by score and then a stable one by group; NumPy sorts 16-bit integers by radix.
    score = np.concatenate((pos, neg))
    group = np.concatenate((np.repeat(np.arange(groups), pos_sizes), np.repeat(np.arange(groups), neg_sizes))).astype(
        np.uint16 if groups <= 1 << 16 else np.int64
    )
    by_score = np.argsort(score)
    order = by_score[np.argsort(group[by_score], kind="stable")]
    score, group = score[order], group[order]
    positive = order < len(pos)
    if len(score) == 0:
        return np.full(groups, np.nan)

    opens_tie = np.empty(len(score), dtype=bool)
    opens_tie[0] = True
    np.not_equal(score[1:], score[:-1], out=opens_tie[1:])
    opens_tie[1:] |= group[1:] != group[:-1]
    ties = np.flatnonzero(opens_tie)

    weight = _shares(pos_weights, pos_sizes, neg_weights, neg_sizes, order)
    pos_in_tie = np.add.reduceat(np.where(positive, weight, 0), ties)
    neg_in_tie = np.add.reduceat(np.where(positive, 0, weight), ties)
    group_of_tie = group[ties]

    neg_up_to = np.cumsum(neg_in_tie)
    opens_group = np.flatnonzero(np.concatenate(([True], group_of_tie[1:] != group_of_tie[:-1])))
    neg_before_group = np.repeat((neg_up_to - neg_in_tie)[opens_group], np.diff(np.append(opens_group, len(ties))))
    pairs = pos_in_tie * (2 * (neg_up_to - neg_in_tie - neg_before_group) + neg_in_tie)

    won = np.zeros(groups, dtype=np.float64)
    won[group_of_tie[opens_group]] = np.add.reduceat(pairs, opens_group)
    both = (pos_sizes > 0) & (neg_sizes > 0)
    total = 2.0 * pos_sizes * neg_sizes if pos_weights is None else np.full(groups, 2.0)
    areas_of_all: Floats = np.full(groups, np.nan)
    np.divide(won, total, out=areas_of_all, where=both)
    return areas_of_all


def _shares(
    pos_weights: Floats | None,
    pos_sizes: NDArray[np.int64],
    neg_weights: Floats | None,
    neg_sizes: NDArray[np.int64],
    order: NDArray[np.intp],
) -> NDArray[Any]:
    """What each row adds to its class: 1, or with weights its share, so that no group drowns another in one running sum."""
    if pos_weights is None or neg_weights is None:
        return np.ones(len(order), dtype=np.int64)
    parts = []
    for weights, sizes in ((pos_weights, pos_sizes), (neg_weights, neg_sizes)):
        totals = np.zeros(len(sizes), dtype=np.longdouble)
        filled = sizes > 0
        starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))[filled]
        if len(starts):
            totals[filled] = np.add.reduceat(weights.astype(np.longdouble), starts)
        parts.append(weights.astype(np.longdouble) / np.repeat(totals, sizes))
    return np.concatenate(parts)[order]
