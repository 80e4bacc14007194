"""What every number should be, the slow and obvious way: written from the papers, sharing no code with rocsql.

A row is (score, positive, weight). Rows here have been cleaned: no NULL, no NaN, no weight 0 (see ``usable``).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import Any

Row = tuple[float, bool, float]
INF = math.inf


def usable(rows: Iterable[tuple[float | None, bool | None, float]]) -> list[Row]:
    """The rows that count: NULL scores and labels are left out, weight 0 removes a row."""
    return [(s + 0.0, bool(y), w) for s, y, w in rows if s is not None and y is not None and w > 0]


def total(values: Iterable[float]) -> float:
    return math.fsum(values)


def ratio(part: float, whole: float) -> float | None:
    return part / whole if whole > 0 else None


def thresholds(rows: Sequence[Row]) -> list[float]:
    return sorted({s for s, _, _ in rows}, reverse=True)


def tie_groups(rows: Sequence[Row]) -> list[tuple[float, float, float]]:
    """(score, pos, neg), highest first."""
    return [
        (t, total(w for s, y, w in rows if s == t and y), total(w for s, y, w in rows if s == t and not y))
        for t in thresholds(rows)
    ]


def selected(rows: Sequence[Row], threshold: float) -> tuple[float, float]:
    """Alg. 1: true and false positives among the rows with score >= threshold."""
    return (
        total(w for s, y, w in rows if s >= threshold and y),
        total(w for s, y, w in rows if s >= threshold and not y),
    )


def roc_curve(rows: Sequence[Row]) -> list[tuple[float, float, float, float | None, float | None]]:
    """(threshold, tp, fp, tpr, fpr): the origin at +inf, then a point for each distinct score."""
    if not rows:
        return []
    p, n = selected(rows, -INF)
    points = [(INF, 0.0, 0.0)] + [(t, *selected(rows, t)) for t in thresholds(rows)]
    return [(t, tp, fp, ratio(tp, p), ratio(fp, n)) for t, tp, fp in points]


def auc(rows: Sequence[Row]) -> float | None:
    """P(positive above negative) + half the ties, over all pairs."""
    pos = [(s, w) for s, y, w in rows if y]
    neg = [(s, w) for s, y, w in rows if not y]
    pairs = total(wp * wn for _, wp in pos for _, wn in neg)
    if not pairs > 0:
        return None
    won = total(wp * wn * (1.0 if sp > sn else 0.5 if sp == sn else 0.0) for sp, wp in pos for sn, wn in neg)
    return won / pairs


def trapezoids(points: Sequence[tuple[float, float]]) -> float:
    """Alg. 3: the area under (fpr, tpr) points in order."""
    return total((x2 - x1) * (y1 + y2) / 2 for (x1, y1), (x2, y2) in itertools.pairwise(points))


def std_error(rows: Sequence[Row]) -> float | None:
    """DeLong's standard error from the structural components, one pair at a time; weights as docs/conventions.md has them."""
    pos = [(s, w) for s, y, w in rows if y]
    neg = [(s, w) for s, y, w in rows if not y]
    if len(pos) < 2 or len(neg) < 2:
        return None
    area = auc(rows)
    assert area is not None
    variance = 0.0
    for own, other, sign in ((pos, neg, 1), (neg, pos, -1)):
        weight, rest = total(w for _, w in own), total(w for _, w in other)
        squares = []
        for s, w in own:
            component = total(v * (1.0 if sign * s > sign * o else 0.5 if s == o else 0.0) for o, v in other) / rest
            squares.append((w / weight) ** 2 * (component - area) ** 2)
        variance += total(squares) * len(own) / (len(own) - 1)
    return math.sqrt(variance)


def cost_rows(rows: Iterable[tuple[float | None, bool | None, float, float]]) -> list[Row]:
    """Alg. 6: (score, positive, benefit, cost) as rows that weigh what they are worth. Worth nothing still makes a point."""
    return [(s + 0.0, bool(y), b if y else c) for s, y, b, c in rows if s is not None and y is not None]


def confusion(rows: Sequence[Row], threshold: float) -> dict[str, float | None]:
    p, n = selected(rows, -INF)
    tp, fp = selected(rows, threshold)
    fn, tn = p - tp, n - fp
    precision, recall = ratio(tp, tp + fp), ratio(tp, p)
    margins = [tp + fp, tp + fn, tn + fp, tn + fn]
    return {
        "threshold": threshold,
        "tp": tp,
        "fp": fp,
        "fn": fn,
        "tn": tn,
        "tpr": recall,
        "fpr": ratio(fp, n),
        "precision": precision,
        "accuracy": ratio(tp + tn, p + n),
        "f1": None if recall is None else 2 * tp / (2 * tp + fp + fn),
        "specificity": ratio(tn, n),
        "npv": ratio(tn, tn + fn),
        "mcc": (tp * tn - fp * fn) / math.prod(map(math.sqrt, margins)) if min(margins) > 0 else None,
        "lift": None if precision is None or p == 0 else precision / (p / (p + n)),
    }


def hull(points: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """The vertices of the upper convex hull of (x, y) points, left to right (monotone chain)."""
    chain: list[tuple[float, float]] = []
    for x, y in sorted(set(points)):
        while len(chain) > 1:
            (x1, y1), (x2, y2) = chain[-2:]
            if (x2 - x1) * (y - y1) < (y2 - y1) * (x - x1):
                break
            chain.pop()
        chain.append((x, y))
    return chain


def tpr_at(rows: Sequence[Row], fpr: float) -> float:
    """Alg. 4, TPR_FOR_FPR: the last point at or left of the rate, or the line to the next one."""
    points = [(x, y) for _, _, _, y, x in roc_curve(rows) if x is not None and y is not None]
    i = 0
    while i < len(points) - 1 and points[i + 1][0] <= fpr:
        i += 1
    (x1, y1) = points[i]
    if x1 == fpr:
        return y1
    (x2, y2) = points[i + 1]
    return y1 + (y2 - y1) / (x2 - x1) * (fpr - x1)


def curves(folds: Iterable[Sequence[Row]]) -> list[Sequence[Row]]:
    """The folds that have both classes."""
    return [rows for rows in folds if len({y for _, y, _ in rows}) == 2]


def mean_and_deviation(values: Sequence[float]) -> tuple[float, float | None]:
    mean = total(values) / len(values)
    return mean, math.sqrt(total((v - mean) ** 2 for v in values) / (len(values) - 1)) if len(values) > 1 else None


def average_vertical(folds: Iterable[Sequence[Row]], samples: int) -> list[tuple[float, float, float | None, int]]:
    """(fpr, tpr, deviation, curves) at fpr = k / samples."""
    used = curves(folds)
    return [
        (k / samples, *mean_and_deviation([tpr_at(rows, k / samples) for rows in used]), len(used))
        for k in range(samples + 1)
        if used
    ]


def average_threshold(folds: Iterable[Sequence[Row]], samples: int) -> list[tuple[Any, ...]]:
    """(threshold, fpr, tpr, fpr deviation, tpr deviation, curves) at thresholds drawn from all scores of all curves."""
    used = curves(folds)
    if not used:
        return []
    every = sorted((t for rows in used for t in thresholds(rows)), reverse=True)
    drawn = sorted({*every[:: max(1, len(every) // samples)], every[-1]}, reverse=True)
    result: list[tuple[Any, ...]] = [(INF, 0.0, 0.0, *([0.0 if len(used) > 1 else None] * 2), len(used))]
    for t in drawn:
        points = []
        for rows in used:
            (p, n), (tp, fp) = selected(rows, -INF), selected(rows, t)
            points.append((fp / n, tp / p))
        (fpr, fpr_std), (tpr, tpr_std) = (mean_and_deviation([point[axis] for point in points]) for axis in (0, 1))
        result.append((t, fpr, tpr, fpr_std, tpr_std, len(used)))
    return result
