"""NumPy on plain arrays: pure functions, no engine in sight. Scores here are never NaN."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
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
    if len(pos) + len(neg) <= 300 * groups:
        # Arrays that stay in the cache: ten thousand rows at a time.
        pieces = -(-(len(pos) + len(neg)) // 10_000)
        if pieces > 1 and groups > 1:
            return _piecewise(grouped_auc, pieces, pos, pos_sizes, neg, neg_sizes, pos_weights, neg_weights)
        ties = grouped_ties(pos, pos_sizes, neg, neg_sizes, pos_weights, neg_weights)
        neg_up_to = ties.running(ties.neg)
        return ties.of_groups(ties.pos * (2 * neg_up_to - ties.neg)) / (2.0 * ties.both_classes())

    def parts(values: Floats, sizes: NDArray[np.int64]) -> list[Floats]:
        return np.split(values, np.cumsum(sizes)[:-1])

    pos_parts, neg_parts = parts(pos, pos_sizes), parts(neg, neg_sizes)
    if pos_weights is None or neg_weights is None:
        areas = [auc(p, n) for p, n in zip(pos_parts, neg_parts, strict=True)]
    else:
        weights = zip(parts(pos_weights, pos_sizes), parts(neg_weights, neg_sizes), strict=True)
        areas = [weighted_auc(p, v, n, w) for p, n, (v, w) in zip(pos_parts, neg_parts, weights, strict=True)]
    return np.array(areas, dtype=np.float64)


def _piecewise(
    kernel: Callable[..., Floats],
    pieces: int,
    pos: Floats,
    pos_sizes: NDArray[np.int64],
    neg: Floats,
    neg_sizes: NDArray[np.int64],
    pos_weights: Floats | None,
    neg_weights: Floats | None,
) -> Floats:
    """The kernel on some of the groups at a time."""
    results, p, n = [], 0, 0
    for some_pos, some_neg in zip(np.array_split(pos_sizes, pieces), np.array_split(neg_sizes, pieces), strict=True):
        if len(some_pos) == 0:
            continue
        to_p, to_n = p + int(some_pos.sum()), n + int(some_neg.sum())
        weights = () if pos_weights is None or neg_weights is None else (pos_weights[p:to_p], neg_weights[n:to_n])
        results.append(kernel(pos[p:to_p], some_pos, neg[n:to_n], some_neg, *weights))
        p, n = to_p, to_n
    return np.concatenate(results)


@dataclass(frozen=True)
class Ties:
    """Tie groups of many groups, end to end: by group, then ascending score.

    ``pos`` and ``neg`` count rows or, with weights, are shares of the group's class, so that no group drowns another.
    """

    group: NDArray[np.int64]
    score: Floats
    pos: NDArray[Any]
    neg: NDArray[Any]
    pos_totals: Floats
    neg_totals: Floats

    def both_classes(self) -> Floats:
        """P x N of each group, NaN where it is 0."""
        product: Floats = self.pos_totals * self.neg_totals
        return np.where(product > 0, product, np.nan)

    def _ends(self) -> NDArray[np.int64]:
        """Where the ties of each group end, also of a group without any."""
        return np.searchsorted(self.group, np.arange(len(self.pos_totals)), "right")

    def running(self, values: NDArray[Any]) -> NDArray[Any]:
        """Sums up to and with each tie, inside its group."""
        sums = np.concatenate(([0], np.cumsum(values)))
        ends = self._ends()
        starts = np.concatenate(([0], ends[:-1]))
        inside: NDArray[Any] = sums[1:] - np.repeat(sums[starts], ends - starts)
        return inside

    def of_groups(self, values: NDArray[Any]) -> Floats:
        """The sum of each group's ties."""
        sums = np.concatenate(([0], np.cumsum(values)))
        ends = self._ends()
        return np.diff(sums[np.concatenate(([0], ends))]).astype(np.float64)


def grouped_ties(
    pos: Floats,
    pos_sizes: NDArray[np.int64],
    neg: Floats,
    neg_sizes: NDArray[np.int64],
    pos_weights: Floats | None = None,
    neg_weights: Floats | None = None,
) -> Ties:
    """The tie groups of many groups whose scores lie end to end.

    >>> ties = grouped_ties(np.array([2.0, 5.0]), np.array([1, 1]), np.array([2.0, 5.0, 3.0]), np.array([1, 2]))
    >>> ties.group.tolist(), ties.score.tolist(), ties.pos.tolist(), ties.neg.tolist()
    ([0, 1, 1], [2.0, 3.0, 5.0], [1, 0, 1], [1, 1, 1])
    """
    groups = len(pos_sizes)
    score = np.concatenate((pos, neg))
    group = np.concatenate((np.repeat(np.arange(groups), pos_sizes), np.repeat(np.arange(groups), neg_sizes)))
    order = _order_in_groups(score, group, pos_sizes, neg_sizes)
    score, group, positive = score[order], group[order], order < len(pos)
    closes_tie = np.ones(len(score), dtype=bool)
    if len(score):
        closes_tie[:-1] = (score[1:] != score[:-1]) | (group[1:] != group[:-1])
    last = np.flatnonzero(closes_tie)
    weight = _shares(pos_weights, pos_sizes, neg_weights, neg_sizes, order)
    # Differences of running sums: several times faster than adding up each tie.
    in_tie = [np.diff(np.cumsum(np.where(own, weight, 0))[last], prepend=0) for own in (positive, ~positive)]
    weighted = pos_weights is not None
    return Ties(
        group=group[last],
        score=score[last],
        pos=in_tie[0],
        neg=in_tie[1],
        pos_totals=np.where(pos_sizes > 0, 1.0, 0.0) if weighted else pos_sizes.astype(np.float64),
        neg_totals=np.where(neg_sizes > 0, 1.0, 0.0) if weighted else neg_sizes.astype(np.float64),
    )


def _order_in_groups(
    score: Floats, group: NDArray[np.int64], pos_sizes: NDArray[np.int64], neg_sizes: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The order that sorts by group, then score; the positives of all groups come before the negatives in ``score``."""
    groups, width = len(pos_sizes), int((pos_sizes + neg_sizes).max(initial=0))
    if groups * width > 2 * len(score) + 1_000:
        by_score = np.argsort(score)
        by_both: NDArray[np.int64] = by_score[np.argsort(group[by_score], kind="stable")]
        return by_both
    # Groups of about one size fill a matrix, and its short rows sort several times faster than one long array.
    starts = np.concatenate((np.cumsum(pos_sizes) - pos_sizes, len(score) - neg_sizes.sum() + np.cumsum(neg_sizes) - neg_sizes))
    place = np.arange(len(score)) - np.repeat(starts, np.concatenate((pos_sizes, neg_sizes)))
    place[len(score) - neg_sizes.sum() :] += np.repeat(pos_sizes, neg_sizes)
    cell = group * width + place
    matrix = np.full(groups * width, np.inf)
    matrix[cell] = score
    row_at = np.full(groups * width, -1)
    row_at[cell] = np.arange(len(score))
    sorted_cells = np.argsort(matrix.reshape(groups, width), axis=1) + (np.arange(groups) * width)[:, None]
    order: NDArray[np.int64] = row_at[sorted_cells.ravel()]
    return order[order >= 0]


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
