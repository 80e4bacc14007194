"""What every number should be, the slow and obvious way: written from the papers, sharing no code with rocsql.

A row is (score, positive, weight). Rows here have been cleaned: no NULL, no NaN, no weight 0 (see ``usable``).
"""

from __future__ import annotations

import itertools
import math
import struct
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from statistics import NormalDist
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


def hanley_mcneil(area: float, m: int, n: int, m_less: float, n_less: float) -> float:
    """Hanley & McNeil 1982, their formula 2, of m positives and n negatives; m_less and n_less stand for m - 1 and n - 1."""
    q1 = area / (2 - area)
    q2 = 2 * area**2 / (1 + area)
    return (area * (1 - area) + m_less * (q1 - area**2) + n_less * (q2 - area**2)) / (m * n)


def newcombe(area: float, m: int, n: int, z: float) -> tuple[float, float]:
    """Newcombe 2006, method 5: the theta on each side of the area that is z standard errors of its own away from it, by bisection."""

    def too_far(theta: float) -> bool:
        both = (m + n) / 2 - 1
        return abs(theta - area) > z * math.sqrt(max(hanley_mcneil(theta, m, n, both, both), 0.0))

    ends = []
    for outside in (0.0, 1.0):
        inside = area
        for _ in range(200):
            middle = (outside + inside) / 2
            outside, inside = (middle, inside) if too_far(middle) else (outside, middle)
        ends.append(inside)
    return ends[0], ends[1]


def interval(
    rows: Sequence[Row], method: str, confidence: float = 0.95, weighted: bool = False
) -> tuple[float | None, float | None]:
    """The ends of the interval of the area: None, None where the method has none."""
    area, error = auc(rows), std_error(rows)
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    if area is None or (weighted if method == "newcombe" else error is None):
        return None, None
    if method == "newcombe":
        m = sum(y for _, y, _ in rows)
        return newcombe(area, m, len(rows) - m, z)
    assert error is not None
    if method == "delong":
        return max(area - z * error, 0.0), min(area + z * error, 1.0)
    if not (0 < area < 1 and error > 0):
        return None, None
    logit, reach = math.log(area / (1 - area)), z * error / (area * (1 - area))
    return 1 / (1 + math.exp(reach - logit)), 1 / (1 + math.exp(-reach - logit))


def cost_rows(rows: Iterable[tuple[float | None, bool | None, float, float]]) -> list[Row]:
    """Alg. 6: (score, positive, benefit, cost) as rows that weigh what they are worth. Worth nothing still makes a point."""
    return [(s + 0.0, bool(y), b if y else c) for s, y, b, c in rows if s is not None and y is not None]


def confusion(rows: Sequence[Row], threshold: float) -> dict[str, float | None]:
    p, n = selected(rows, -INF)
    tp, fp = selected(rows, threshold)
    fn, tn = selected([row for row in rows if row[0] < threshold], -INF)
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


# Decisions: bands, hull, costs, calibration. What a comparison decides is decided with fractions; floats only leave.

Name = Any  # of a model: NULL is a name like any other, and sorts last
Place = tuple[Fraction, Fraction]  # (fp, tp) or (fpr, tpr): sorts left to right, then upwards
Number = float | Fraction


def by_name(names: Iterable[Name]) -> list[Name]:
    return sorted(names, key=lambda name: (name is None, name))


def both_classes(rows: Sequence[Row]) -> bool:
    return len({y for _, y, _ in rows}) == 2


def exact_points(rows: Sequence[Row]) -> list[tuple[float, Fraction, Fraction]]:
    """(threshold, tp, fp) of every point of the curve, without rounding."""
    tp = fp = Fraction(0)
    points = [(INF, tp, fp)] if rows else []
    for t in thresholds(rows):
        tp += sum(Fraction(w) for s, y, w in rows if s == t and y)
        fp += sum(Fraction(w) for s, y, w in rows if s == t and not y)
        points.append((t, tp, fp))
    return points


def exact_rates(rows: Sequence[Row]) -> list[tuple[float, Fraction, Fraction]]:
    """(threshold, tpr, fpr) of every point of a curve that has both classes, without rounding."""
    points = exact_points(rows)
    _, p, n = points[-1]
    return [(t, tp / p, fp / n) for t, tp, fp in points]


def exact_ratio(part: Fraction, whole: Fraction) -> float | None:
    return float(part / whole) if whole > 0 else None


def ks_reach(confidence: float) -> float:
    """How far, times sqrt(n), an empirical distribution strays (Massart): both axes together hold with the confidence."""
    alpha = 1 - math.sqrt(confidence)
    return math.sqrt(math.log(2 / alpha) / 2)


def span_at(places: Sequence[Place], x: Fraction) -> tuple[Fraction, Fraction]:
    """The lowest and the highest tpr that the curve through the places has at fpr x: 0 left of 0, 1 right of 1."""
    if not 0 <= x <= 1:
        return (Fraction(x > 1), Fraction(x > 1))
    found: list[Fraction] = []
    for (x1, y1), (x2, y2) in itertools.pairwise(places):
        if x1 <= x <= x2:
            found += [y1, y2] if x1 == x2 else [y1 + (y2 - y1) * (x - x1) / (x2 - x1)]
    return min(found), max(found)


def displaced_band(rows: Sequence[Row], samples: int, d: float) -> list[tuple[float, float, float, float]]:
    """(fpr, tpr, tpr_low, tpr_high): the curve moved right and down, left and up, by d / sqrt(N) and d / sqrt(P)."""
    if not both_classes(rows):
        return []
    p, n = selected(rows, -INF)
    dx, dy = Fraction(d / math.sqrt(n)), Fraction(d / math.sqrt(p))
    places = [(fpr, tpr) for _, tpr, fpr in exact_rates(rows)]
    band = []
    for fpr in (Fraction(k, samples) for k in range(samples + 1)):
        low, _ = span_at(places, fpr - dx)
        _, tpr = span_at(places, fpr)
        _, high = span_at(places, fpr + dx)
        band.append((float(fpr), float(tpr), float(max(Fraction(0), low - dy)), float(min(Fraction(1), high + dy))))
    return band


def steepness(a: Place, b: Place) -> Number:
    (x1, y1), (x2, y2) = a, b
    return (y2 - y1) / (x2 - x1) if x2 > x1 else INF


def exact_hull(places: Iterable[Place]) -> list[Place]:
    """Gift wrapping from the lower left to the upper right: along the steepest line, to the farthest place on it."""
    left = set(places)
    chain = [min(left)]
    while left := {place for place in left if place > chain[-1]}:
        chain.append(max((steepness(chain[-1], place), place) for place in left)[1])
    return chain


def hull_rows(rows: Sequence[Row]) -> list[tuple[float, float, float, float | None, float | None, float | None]]:
    """(threshold, tp, fp, tpr, fpr, slope of the segment that ends there): the vertices of the ROC convex hull."""
    points = exact_points(rows)
    if not points:
        return []
    _, p, n = points[-1]
    if not both_classes(rows):
        return [
            (t, float(tp), float(fp), exact_ratio(tp, p), exact_ratio(fp, n), None) for t, tp, fp in (points[0], points[-1])
        ]
    threshold = {(fp / n, tp / p): t for t, tp, fp in reversed(points)}
    chain = exact_hull(threshold)
    slopes = [None, *(float(steepness(a, b)) for a, b in itertools.pairwise(chain))]
    return [
        (threshold[x, y], float(y * p), float(x * n), float(y), float(x), slope)
        for (x, y), slope in zip(chain, slopes, strict=True)
    ]


def hull_auc(rows: Sequence[Row]) -> float | None:
    if not both_classes(rows):
        return None
    chain = exact_hull((fpr, tpr) for _, tpr, fpr in exact_rates(rows))
    return float(sum((x2 - x1) * (y1 + y2) / 2 for (x1, y1), (x2, y2) in itertools.pairwise(chain)))


def hull_models(models: Mapping[Name, Sequence[Row]]) -> list[tuple[Any, ...]]:
    """(model, threshold, tpr, fpr, slope_high, slope_low): who holds the joint hull, left to right, then who never does."""
    known = {name: exact_rates(models[name]) for name in by_name(models) if both_classes(models[name])}
    chain = exact_hull((fpr, tpr) for points in known.values() for _, tpr, fpr in points) if known else []
    slopes = [INF, *(float(steepness(a, b)) for a, b in itertools.pairwise(chain)), 0.0]
    holders = set()
    result: list[tuple[Any, ...]] = []
    for place, high, low in zip(chain, slopes, slopes[1:], strict=False):
        fpr, tpr = map(float, place)
        if place in (chain[0], chain[-1]):
            result.append((None, INF if place == chain[0] else -INF, tpr, fpr, high, low))
            continue
        for name, points in known.items():
            for t in (t for t, y, x in points if (x, y) == place):
                holders.add(name)
                result.append((name, t, tpr, fpr, high, low))
    return result + [(name, None, None, None, None, None) for name in by_name(models) if name not in holders]


def best_threshold(
    rows: Sequence[Row],
    criterion: str,
    cost_fp: Number = 1,
    cost_fn: Number = 1,
    prior: Number | None = None,
    w: Number = 0.5,
) -> tuple[float | None, float | None, float | None, float | None] | None:
    """(threshold, tpr, fpr, value) of the best point, the highest threshold of equals. No rows: no result; one class: NULLs."""
    if not rows:
        return None
    if not both_classes(rows):
        return None, None, None, None
    _, p, n = exact_points(rows)[-1]
    pos = p / (p + n) if prior is None else Fraction(prior)
    neg = 1 - pos

    def value(tpr: Fraction, fpr: Fraction) -> Fraction:
        if criterion == "cost":
            return pos * (1 - tpr) * Fraction(cost_fn) + neg * fpr * Fraction(cost_fp)
        if criterion == "accuracy":
            return pos * tpr + neg * (1 - fpr)
        if criterion == "f1":
            return 2 * pos * tpr / (2 * pos * tpr + neg * fpr + pos * (1 - tpr))
        if criterion == "youden":
            return tpr - fpr
        assert criterion == "distance"
        return Fraction(w) * (1 - tpr) ** 2 + (1 - Fraction(w)) * fpr**2

    sign = -1 if criterion in ("cost", "distance") else 1
    threshold, tpr, fpr = max(exact_rates(rows), key=lambda point: sign * value(*point[1:]))  # the first of equals
    best = float(value(tpr, fpr))
    return threshold, float(tpr), float(fpr), 1 - math.sqrt(best) if criterion == "distance" else best


def cost_curve(rows: Sequence[Row], samples: int) -> list[tuple[float, float, float, float, float]]:
    """(pcf, nec, threshold, nec of always positive, of always negative): the lower envelope of the points' lines."""
    if not both_classes(rows):
        return []
    points = exact_rates(rows)
    result = []
    for pcf in (Fraction(k, samples) for k in range(samples + 1)):
        lines = [((1 - tpr) * pcf + fpr * (1 - pcf), t) for t, tpr, fpr in points]
        nec, threshold = min(lines, key=lambda line: line[0])  # the first of equals: the highest threshold
        result.append((float(pcf), float(nec), threshold, float(1 - pcf), float(pcf)))
    return result


def triangle_below(x: Fraction, low: Fraction, mode: Fraction, high: Fraction) -> Fraction:
    """P(ratio <= x) under the triangular density, for low <= x <= high and low < high."""
    if x <= mode:
        return (x - low) ** 2 / ((high - low) * (mode - low)) if mode > low else Fraction(0)
    return 1 - (high - x) ** 2 / ((high - low) * (high - mode))


def cost_superiority(
    models: Mapping[Name, Sequence[Row]], low: Number, mode: Number, high: Number
) -> list[tuple[Name, float | None, float | None]]:
    """(model, share_best, lc_index): the winner between any two neighbours among the ratios at which two points change places."""
    known = {name: exact_rates(models[name]) for name in by_name(models) if both_classes(models[name])}
    totals = [exact_points(models[name])[-1] for name in known]
    skew = sum((n for _, _, n in totals), Fraction(0)) / sum((p for _, p, _ in totals), Fraction(0)) if totals else Fraction(1)
    first, top, last = Fraction(low), Fraction(mode), Fraction(high)
    places = sorted({(fpr, tpr) for points in known.values() for _, tpr, fpr in points})
    crossings = {(y2 - y1) / (x2 - x1) / skew for (x1, y1), (x2, y2) in itertools.combinations(places, 2) if x2 > x1}
    cuts = sorted({first, last, *(r for r in crossings if first < r < last)})
    parts = [
        ((a + b) / 2, triangle_below(b, first, top, last) - triangle_below(a, first, top, last))
        for a, b in itertools.pairwise(cuts)
    ]
    share = dict.fromkeys(known, Fraction(0))
    for r, mass in parts or [(first, Fraction(1))]:
        gain = {name: max(tpr - r * skew * fpr for _, tpr, fpr in points) for name, points in known.items()}
        winners = [name for name in gain if gain[name] == max(gain.values())]
        for name in winners:
            share[name] += mass / len(winners)
    return [
        (name, float(share[name]), float(2 * share[name] - 1)) if name in share else (name, None, None)
        for name in by_name(models)
    ]


def calibration_map(rows: Sequence[Row]) -> list[tuple[float, float, float, float, float]]:
    """(score_low, score_high, n, pos, probability), highest first: pool adjacent violators over the tie groups."""
    blocks: list[tuple[float, float, Fraction, Fraction]] = []  # from the lowest score up; probabilities must rise
    for t in reversed(thresholds(rows)):
        n = sum((Fraction(w) for s, _, w in rows if s == t), Fraction(0))
        pos = sum((Fraction(w) for s, y, w in rows if s == t and y), Fraction(0))
        blocks.append((t, t, n, pos))
        while len(blocks) > 1 and blocks[-2][3] / blocks[-2][2] >= blocks[-1][3] / blocks[-1][2]:
            (start, _, n1, pos1), (_, end, n2, pos2) = blocks[-2:]
            blocks[-2:] = [(start, end, n1 + n2, pos1 + pos2)]
    return [(start, end, float(n), float(pos), float(pos / n)) for start, end, n, pos in reversed(blocks)]


def reliability(rows: Sequence[Row], bins: int) -> list[tuple[int, float, float, float]]:
    """(bin, score_mean, positive_rate, n) of the bins with rows: bin i is ((i - 1) / bins, i / bins], the first with its 0."""
    result = []
    for i in range(1, bins + 1):
        held = [(s, y, w) for s, y, w in rows if (i - 1) / bins < s <= i / bins or (s == 0 and i == 1)]
        if held:
            n = total(w for _, _, w in held)
            result.append((i, total(s * w for s, _, w in held) / n, total(w for _, y, w in held if y) / n, n))
    return result


def brier(rows: Sequence[Row]) -> tuple[float, float, float] | None:
    """(brier, calibration_loss, refinement_loss): Flach's theorem 1, a tie group being a segment."""
    if not rows:
        return None
    n = total(w for _, _, w in rows)
    score = total(w * (s - y) ** 2 for s, y, w in rows) / n
    groups = [(s, pos + neg, pos / (pos + neg)) for s, pos, neg in tie_groups(rows)]
    return score, total(w * (s - p) ** 2 for s, w, p in groups) / n, total(w * p * (1 - p) for _, w, p in groups) / n


def repair(rows: Sequence[Row]) -> list[tuple[float, float, float, float, float, float, float]]:
    """(threshold_low, threshold_high, threshold, tpr_before, fpr_before, tpr_after, fpr_after): B becomes A + C - B."""
    if not both_classes(rows):
        return []
    points = exact_rates(rows)
    chain = exact_hull((fpr, tpr) for _, tpr, fpr in points)
    corner = [t for t, tpr, fpr in points if (fpr, tpr) in chain]
    result = []
    for (x1, y1), (x2, y2), high, low in zip(chain, chain[1:], corner, corner[1:], strict=False):
        for t, y, x in points:
            inside = x1 <= x <= x2 and y1 <= y <= y2
            if inside and (y - y1) * (x2 - x1) < (y2 - y1) * (x - x1):
                result.append((low, high, t, float(y), float(x), float(y1 + y2 - y), float(x1 + x2 - x)))
    return result


# Areas, other curves, comparisons, several classes, combinations. One result row is None when there are no rows to make it of.


def partial_auc(rows: Sequence[Row], low: Number, high: Number) -> tuple[float | None, float | None] | None:
    """(raw, standardized): the area between two false positive rates, and McClish's 1/2 for the diagonal, 1 for the best."""
    if not rows:
        return None
    if not both_classes(rows):
        return None, None
    start, end = Fraction(low), Fraction(high)
    raw = Fraction(0)
    for (_, y1, x1), (_, y2, x2) in itertools.pairwise(exact_rates(rows)):
        a, b = max(x1, start), min(x2, end)
        if a < b:
            middle = y1 + (y2 - y1) * ((a + b) / 2 - x1) / (x2 - x1)
            raw += (b - a) * middle
    diagonal, best = (end**2 - start**2) / 2, end - start
    return float(raw), float((1 + (raw - diagonal) / (best - diagonal)) / 2) if best > diagonal else None


def pr_curve(rows: Sequence[Row]) -> list[tuple[float, float, float, float | None, float | None]]:
    """(threshold, tp, fp, precision, recall) of every point of the ROC curve."""
    return [(t, tp, fp, ratio(tp, tp + fp), tpr) for t, tp, fp, tpr, _ in roc_curve(rows)]


def average_precision(rows: Sequence[Row]) -> float | None:
    """The precision of each point times the recall that it adds: no interpolation, as scikit-learn has it."""
    points = exact_points(rows)
    if not points or points[-1][1] == 0:
        return None
    _, p, _ = points[-1]
    return float(sum((tp - before) / p * tp / (tp + fp) for (_, before, _), (_, tp, fp) in itertools.pairwise(points)))


def probit(share: float | None) -> float | None:
    if share is None:
        return None
    return NormalDist().inv_cdf(share) if 0 < share < 1 else math.copysign(INF, share - 0.5)


def det_curve(rows: Sequence[Row]) -> list[tuple[float, float | None, float | None, float | None, float | None]]:
    """(threshold, fpr, fnr, probit of fpr, probit of fnr)."""
    points = exact_points(rows)
    rates = [(t, exact_ratio(fp, points[-1][2]), exact_ratio(points[-1][1] - tp, points[-1][1])) for t, tp, fp in points]
    return [(t, fpr, fnr, probit(fpr), probit(fnr)) for t, fpr, fnr in rates]


def lift_curve(rows: Sequence[Row]) -> list[tuple[float, float, float | None, float | None]]:
    """(threshold, depth, gain, lift): how much of everything is selected, how much of the positives, one over the other."""
    result = []
    for t, tp, fp, gain, _ in roc_curve(rows):
        depth = (tp + fp) / total(w for _, _, w in rows)
        result.append((t, depth, gain, None if gain is None else ratio(gain, depth)))
    return result


def ks(rows: Sequence[Row]) -> tuple[float | None, float | None] | None:
    """(largest |tpr - fpr|, the highest threshold that has it)."""
    if not rows:
        return None
    if not both_classes(rows):
        return None, None
    threshold, tpr, fpr = max(exact_rates(rows), key=lambda point: abs(point[1] - point[2]))  # the first of equals
    return float(abs(tpr - fpr)), threshold


def wins(a: float, b: float) -> Fraction:
    """1 for a higher score, 1/2 for a tie, 0 for a lower one."""
    return Fraction((a > b) + (a >= b), 2)


def mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def compare(
    rows: Sequence[tuple[float, float, bool]],
) -> tuple[float | None, float | None, float | None, float | None, float | None, float | None] | None:
    """(auc_a, auc_b, difference, std_error, z, p_value) of (score_a, score_b, positive): DeLong's test, pair by pair."""
    if not rows:
        return None
    pos = [(a, b) for a, b, y in rows if y]
    neg = [(a, b) for a, b, y in rows if not y]
    if not pos or not neg:
        return None, None, None, None, None, None
    area_a, area_b = (mean([wins(p[k], n[k]) for p in pos for n in neg]) for k in (0, 1))
    difference = area_a - area_b
    areas = float(area_a), float(area_b), float(difference)
    if len(pos) < 2 or len(neg) < 2:
        return *areas, None, None, None
    of_pos = [mean([wins(p[0], n[0]) - wins(p[1], n[1]) for n in neg]) for p in pos]  # component of a less that of b
    of_neg = [mean([wins(p[0], n[0]) - wins(p[1], n[1]) for p in pos]) for n in neg]
    variance = sum(
        (sum(((v - difference) ** 2 for v in part), Fraction(0)) / (len(part) - 1) / len(part) for part in (of_pos, of_neg)),
        Fraction(0),
    )
    z = 0.0
    if difference != 0:
        z = float(difference) / math.sqrt(variance) if variance > 0 else math.copysign(INF, difference)
    return *areas, math.sqrt(variance), z, math.erfc(abs(z) / math.sqrt(2))


def null_p_value(rows: Sequence[Row]) -> float | None:
    """Two-sided p of AUC = 1/2: the normal approximation with U's variance over all orders of the labels, ties included."""
    if not both_classes(rows):
        return None
    pos = [s for s, y, _ in rows if y]
    neg = [s for s, y, _ in rows if not y]
    pairs, n = len(pos) * len(neg), len(rows)
    u = sum((wins(a, b) for a in pos for b in neg), Fraction(0))
    ties = [sum(s == t for s, _, _ in rows) for t in thresholds(rows)]
    variance = Fraction(pairs, 12) * (n + 1 - Fraction(sum(t**3 - t for t in ties), n * (n - 1)))
    if variance == 0:
        return 1.0
    return math.erfc(abs(float(u - Fraction(pairs, 2))) / math.sqrt(variance) / math.sqrt(2))


ClassRow = tuple[Name, float, Name]  # (class, the example's score for it, the example's actual class)


def class_aucs(rows: Sequence[ClassRow]) -> list[tuple[Name, float | None, float, int, int]]:
    """(class, auc of it against the rest, prevalence, n_pos, n_neg): Fawcett's class reference curves."""
    result = []
    for c in by_name({c for c, _, _ in rows}):
        own = [(s, actual == c, 1.0) for k, s, actual in rows if k == c]
        n_pos = sum(y for _, y, _ in own)
        result.append((c, auc(own), n_pos / len(own), n_pos, len(own) - n_pos))
    return result


def separation(rows: Sequence[ClassRow], i: Name, j: Name) -> float | None:
    """Hand & Till's A(i|j): a random i has a higher score for i than a random j has."""
    return auc([(s, actual == i, 1.0) for c, s, actual in rows if c == i and actual in (i, j)])


def multiclass(rows: Sequence[ClassRow], method: str) -> tuple[float | None, int] | None:
    """(auc, n_classes) over the classes that both occur and have scores; NULL when one of the areas it needs is."""
    if not rows:
        return None
    classes = by_name({c for c, _, _ in rows} & {actual for _, _, actual in rows})
    pairs = [(i, j) for i in classes for j in classes if i != j]
    each = [(area, share) for c, area, share, _, _ in class_aucs(rows) if c in classes]
    if method == "hand_till":  # each unordered pair is here twice: A(i|j) and A(j|i)
        parts = [(separation(rows, i, j), 1.0) for i, j in pairs]
    elif method == "ovr_weighted":
        parts = each
    else:
        assert method == "ovr_macro"
        parts = [(area, 1.0) for area, _ in each]
    known = [(area, weight) for area, weight in parts if area is not None]
    if not known or len(known) < len(parts):
        return None, len(classes)
    return total(area * weight for area, weight in known) / total(weight for _, weight in known), len(classes)


def interpolate(
    fpr_a: Number, tpr_a: Number, fpr_b: Number, tpr_b: Number, n_pos: Number, n_neg: Number, budget: Number
) -> tuple[float, float, float] | None:
    """(k, fpr, tpr): how often to ask B rather than A, so that together they select the budget (2004, 7.4.1).

    Outside [0, 1] k is no rate: no mixture of the two selects so many. None when both select the same number.
    """
    xa, ya, xb, yb = Fraction(fpr_a), Fraction(tpr_a), Fraction(fpr_b), Fraction(tpr_b)
    by_a = xa * Fraction(n_neg) + ya * Fraction(n_pos)
    by_b = xb * Fraction(n_neg) + yb * Fraction(n_pos)
    if by_a == by_b:
        return None
    k = (Fraction(budget) - by_a) / (by_b - by_a)
    return float(k), float(xa + k * (xb - xa)), float(ya + k * (yb - ya))


def conjunction(fpr_1: float, tpr_1: float, fpr_2: float, tpr_2: float) -> tuple[float, float, float, float, float, float]:
    """(fpr, tpr, fpr_low, fpr_high, tpr_low, tpr_high) of c1 AND c2: independent, and Fawcett's bounds (7.4.3)."""
    return fpr_1 * fpr_2, tpr_1 * tpr_2, 0.0, min(fpr_1, fpr_2), 0.0, min(tpr_1, tpr_2)


def disjunction(fpr_1: float, tpr_1: float, fpr_2: float, tpr_2: float) -> tuple[float, float, float, float, float, float]:
    """(fpr, tpr, fpr_low, fpr_high, tpr_low, tpr_high) of c1 OR c2: independent, and Fawcett's bounds (7.4.3)."""
    fpr, tpr = (1 - (1 - a) * (1 - b) for a, b in ((fpr_1, fpr_2), (tpr_1, tpr_2)))
    return fpr, tpr, max(fpr_1, fpr_2), min(1.0, fpr_1 + fpr_2), max(tpr_1, tpr_2), min(1.0, tpr_1 + tpr_2)


def leaves(tree: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """(tp, fp) from (0, 0) on: the (pos, neg) leaves by falling likelihood ratio, those of equal ratio in one step (alg. 7)."""
    steps: dict[Fraction, list[tuple[float, float]]] = {}
    for pos, neg in tree:
        if pos + neg > 0:  # the share of positives falls as the likelihood ratio does, and is finite
            steps.setdefault(Fraction(pos) / (Fraction(pos) + Fraction(neg)), []).append((pos, neg))
    best_first = [steps[share] for share in sorted(steps, reverse=True)]
    taken = [list(itertools.chain(*best_first[:k])) for k in range(len(best_first) + 1)]
    return [(total(pos for pos, _ in part), total(neg for _, neg in part)) for part in taken if steps]


def score_bin(score: float, precision: int) -> int:
    """The leading bits of a double, counted from 1 upwards and downwards from zero."""
    (bits,) = struct.unpack("<q", struct.pack("<d", abs(score)))
    return 0 if score == 0 else (1 if score > 0 else -1) * ((bits >> (52 - precision)) + 1)


def bin_edges(number: int, precision: int) -> tuple[float, float]:
    """The least and the largest double in a bin: of the bits that it leaves open none are set, or all."""
    if number == 0:
        return 0.0, 0.0
    open_bits = 52 - precision
    infinity = 2047 << 52
    near = max((abs(number) - 1) << open_bits, 1)
    far = min(((abs(number) - 1) << open_bits) + (1 << open_bits) - 1, infinity)
    low, high = (struct.unpack("<d", struct.pack("<q", bits))[0] for bits in (near, far))
    return (low, high) if number > 0 else (-high, -low)


def sketch(rows: Sequence[Row], precision: int) -> list[tuple[int, float, float]]:
    """(bin, pos, neg), the highest first."""
    numbers = sorted({score_bin(s, precision) for s, _, _ in rows}, reverse=True)
    inside = {number: [row for row in rows if score_bin(row[0], precision) == number] for number in numbers}
    return [(b, total(w for _, y, w in inside[b] if y), total(w for _, y, w in inside[b] if not y)) for b in numbers]


def sketch_bounds(rows: Sequence[Row], precision: int) -> tuple[float | None, float | None, float | None]:
    """The AUC of the rows with each bin's scores as one, with its negatives first, and with its positives first. Bins that can hold
    one score only, zero, the infinities and all of precision 52, have no order."""

    def area(up: int) -> float | None:
        def moved(s: float, y: bool) -> float:
            fixed = s == 0 or math.isinf(s) or precision == 52
            return 3 * score_bin(s, precision) + (0 if fixed else up * (1 if y else -1))

        return auc([(moved(s, y), y, w) for s, y, w in rows])

    return area(0), area(-1), area(1)
