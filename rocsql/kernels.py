"""NumPy on plain arrays: pure functions, no engine in sight. Scores here are never NaN."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rocsql.errors import RocsqlError

Floats = NDArray[np.float64]

_PROBIT = NormalDist().inv_cdf

#: How many blocks of neighbouring scores a bootstrap draws where there are more scores.
_BLOCKS = 512

#: After every score with its label, and itself a negative.
_AFTER_ALL_KEYS = np.uint64(0xFFFF_FFFF_FFFF_FFFE)

#: A bootstrap of at most as many rows draws all of them, or their clusters, one by one.
_FEW_ROWS = 1024

#: How often clusters are drawn comes in tables of so many numbers.
_DRAWS = 2**17

#: How many clusters of more rows a bootstrap draws one by one.
_SINGLE_CLUSTERS = 1024

#: How many parts of a large sort are worth a thread each.
_CORES = min(os.cpu_count() or 1, 4)

#: Poisson(1) as a table that a random 16-bit number looks up, several times faster than drawing it: k stands there
#: 65,536 / (e k!) times, rounded so that the mean is 1.
_POISSON_OF_ONE = np.repeat(np.arange(9, dtype=np.uint16), [24110, 24109, 12055, 4018, 1004, 200, 34, 5, 1])


def auc(pos: Floats, neg: Floats) -> float:
    """Area under the ROC curve of the positives' and the negatives' scores; NaN without one of them.

    >>> auc(np.array([0.9, 0.8, 0.4]), np.array([0.7, 0.4]))
    0.75
    """
    return _area(_sorted(pos), _sorted(neg))


@contextmanager
def _on_cores(rows: int) -> Iterator[tuple[Callable[..., Iterable[Any]], int]]:
    """A ``map`` on as many cores as are worth it for so many rows, and how many those are."""
    if rows <= 250_000:
        yield map, 1
        return
    with ThreadPoolExecutor(_CORES) as pool:
        yield pool.map, _CORES


def _sorted(values: NDArray[Any]) -> NDArray[Any]:
    """The values in order."""
    values = values.copy()
    with _on_cores(len(values)) as (each, cores):
        _sort(values, each, cores)
    return values


def _sort(values: NDArray[Any], each: Callable[..., Iterable[Any]], cores: int) -> None:
    """Put the values in order where they are. Many are cut into parts, one below the next, and each core sorts its own."""

    def halves(part: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        part.partition(len(part) // 2)
        return part[: len(part) // 2], part[len(part) // 2 :]

    parts = [values]
    while len(parts) < cores:
        parts = [half for both in each(halves, parts) for half in both]
    list(each(np.ndarray.sort, parts))


def _sorted_beside(values: Floats, *others: NDArray[Any]) -> tuple[NDArray[Any], ...]:
    """The values in order, and what lies beside them.

    >>> [column.tolist() for column in _sorted_beside(np.array([0.5, -1.0, np.inf]), np.array([1, 2, 3]))]
    [[-1.0, 0.5, inf], [2, 1, 3]]
    """
    found = tuple(np.empty_like(column) for column in others)
    score, places = _in_order(values)

    def fill(piece: slice) -> None:
        for column, ordered in zip(others, found, strict=True):
            np.take(column, places[piece], out=ordered[piece], mode="clip")  # The other modes take a copy.

    with _on_cores(len(values)) as (each, _):
        list(each(fill, _slices(len(values))))
    return score, *found


def _in_order(values: Floats) -> tuple[Floats, NDArray[np.int64]]:
    """The values in order, and the places that they had.

    Whole numbers are sorted, several times faster than places by their values: the leading bits of a value and, in the last
    ones, its place. Some at a time, so that nothing but the result takes memory.

    >>> [column.tolist() for column in _in_order(np.array([0.5, -1.0, np.inf]))]
    [[-1.0, 0.5, inf], [1, 0, 2]]
    """
    score, keys = np.empty_like(values), np.empty(len(values), dtype=np.int64)
    place_bits = len(values).bit_length()
    pieces = _slices(len(values))

    def ascend(piece: slice) -> tuple[int, int]:
        # The bits of a double below zero fall where it rises.
        bits = np.ascontiguousarray(values[piece]).view(np.int64)
        np.bitwise_xor(bits, (bits >> 63) & (2**63 - 1), out=keys[piece])
        return int(keys[piece].min()), int(keys[piece].max())

    def put_beside_place(piece: slice) -> None:
        keys[piece] -= least
        bits = keys[piece].view(np.uint64)
        bits >>= np.uint64(dropped)
        bits <<= np.uint64(place_bits)
        bits |= np.arange(piece.start, piece.stop, dtype=np.uint64)

    def take(piece: slice) -> None:
        np.take(values, keys[piece] & (2**place_bits - 1), out=score[piece], mode="clip")  # The other modes take a copy.

    with _on_cores(len(values)) as (each, cores):
        ends = list(each(ascend, pieces))
        least, most = min((low for low, _ in ends), default=0), max((high for _, high in ends), default=0)
        dropped = max((most - least).bit_length() + place_bits - 64, 0)
        list(each(put_beside_place, pieces))
        _sort(keys.view(np.uint64), each, cores)
        list(each(take, pieces))
    if (score[1:] < score[:-1]).any():
        # Only the bits that were dropped tell some of them apart.
        leading = keys.view(np.uint64) >> np.uint64(place_bits)
        level = leading[1:] == leading[:-1]
        rows = np.flatnonzero(np.append(level, False) | np.append(False, level))
        again = rows[np.argsort(score[rows])]
        score[rows], keys[rows] = score[again], keys[again]
    keys &= 2**place_bits - 1
    return score, keys


def _slices(rows: int) -> list[slice]:
    """So many rows in pieces that stay in the cache."""
    return [slice(start, min(start + 2**16, rows)) for start in range(0, rows, 2**16)]


def _area(pos: Floats, neg: Floats) -> float:
    """``auc`` of sorted classes."""
    if len(pos) == 0 or len(neg) == 0:
        return float("nan")
    return _won_share(pos, neg, *(_places(pos, neg) if len(pos) <= len(neg) else _places(neg, pos)))


def _won_share(pos: Floats, neg: Floats, below: NDArray[np.int64], not_above: NDArray[np.int64]) -> float:
    """``auc`` from the places of the class with fewer rows, the positives where both have as many."""
    won, pairs = int(below.sum()) + int(not_above.sum()), 2 * len(pos) * len(neg)
    # Whole numbers up to the one division: every way to count gives the same area to the bit.
    return (won if len(pos) <= len(neg) else pairs - won) / pairs


def _places(few: Floats, many: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How many scores of a class lie below, and how many not above, each score of the other class; both are sorted.

    Searching the larger class for the smaller one, in order, walks memory once.
    """

    def below_and_not_above(some: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        below = many.searchsorted(some, "left")
        not_above = below.copy()
        level = np.flatnonzero(many[np.minimum(below, len(many) - 1)] == some)
        not_above[level] = many.searchsorted(some[level], "right")
        return below, not_above

    with _on_cores(len(few) + len(many)) as (each, cores):
        below, not_above = zip(*each(below_and_not_above, np.array_split(few, cores)), strict=True)
    return np.concatenate(below), np.concatenate(not_above)


def points(pos: Floats, neg: Floats) -> tuple[Floats, NDArray[np.int32], NDArray[np.int32]]:
    """The ROC points: each score once, the highest first, after +inf, and how many of either class are not below it (alg. 2).

    >>> [column.tolist() for column in points(np.array([0.9, 0.4]), np.array([0.4, 0.1]))]
    [[inf, 0.9, 0.4, 0.1], [0, 1, 2, 2], [0, 0, 1, 2]]
    """
    return _points_of_sorted(_sorted(pos), _sorted(neg))


def _points_of_sorted(pos: Floats, neg: Floats) -> tuple[Floats, NDArray[np.int32], NDArray[np.int32]]:
    """``points`` of classes that are sorted."""
    few, many = (pos, neg) if len(pos) <= len(neg) else (neg, pos)
    rows = len(few) + len(many)
    score, few_so_far, many_so_far = np.empty(rows + 1), np.empty(rows + 1, dtype=np.int32), np.empty(rows + 1, dtype=np.int32)
    score[0], few_so_far[0], many_so_far[0] = np.inf, 0, 0

    def fill(bounds: tuple[tuple[int, int], tuple[int, int]]) -> None:
        """The points of a range of scores, in which so many of either class lie below it and below its end."""
        (few_start, many_start), (few_end, many_end) = bounds
        some_few, some_many = few[few_start:few_end], many[many_start:many_end]
        # The class with fewer rows finds its places in the other.
        is_few = np.zeros(len(some_few) + len(some_many), dtype=bool)
        is_few[some_many.searchsorted(some_few, "left") + np.arange(len(some_few))] = True
        # The highest comes first, after the origin.
        first, last = 1 + rows - few_end - many_end, 1 + rows - few_start - many_start
        upwards = score[first:last][::-1]
        upwards[is_few] = some_few
        upwards[~is_few] = some_many
        np.cumsum(is_few[::-1], out=few_so_far[first:last])
        few_so_far[first:last] += len(few) - few_end
        np.subtract(np.arange(first, last, dtype=np.int32), few_so_far[first:last], out=many_so_far[first:last])

    with _on_cores(rows) as (each, cores):
        cuts = many[np.arange(1, cores) * len(many) // cores]
        places = zip(few.searchsorted(cuts, "left").tolist(), many.searchsorted(cuts, "left").tolist(), strict=True)
        list(each(fill, pairwise([(0, 0), *places, (len(few), len(many))])))
    # A point is pushed only after the last of equal scores; the origin is no score.
    last = np.ones(len(score), dtype=bool)
    np.not_equal(score[1:-1], score[2:], out=last[1:-1])
    if not last.all():
        score, few_so_far, many_so_far = score[last], few_so_far[last], many_so_far[last]
    return (score, few_so_far, many_so_far) if len(pos) <= len(neg) else (score, many_so_far, few_so_far)


def hull(pos: Floats, neg: Floats) -> tuple[Floats, NDArray[np.int32], NDArray[np.int32], Floats]:
    """The vertices of the ROC convex hull among the points, and the score that follows each on the curve, NaN after the last.

    >>> [column.tolist() for column in hull(np.array([0.9, 0.4]), np.array([0.5, 0.4, 0.1]))]
    [[inf, 0.9, 0.4, 0.1], [0, 1, 2, 2], [0, 0, 2, 3], [0.9, 0.5, 0.1, nan]]
    """
    score, tp, fp = points(pos, neg)
    # On which side of a chord a point lies is decided in whole numbers: up to a billion rows the products fit.
    at = hull_places(tp.astype(np.int64), fp.astype(np.int64))
    return score[at], tp[at], fp[at], np.append(score, np.nan)[at + 1]


def count_points(
    score: Floats, pos: NDArray[np.int32], neg: NDArray[np.int32]
) -> tuple[Floats, NDArray[np.int32], NDArray[np.int32]]:
    """``points`` of rows that are already counted: how many of either class have a score, which may come several times.

    For fewer than 2^31 rows of either class.

    >>> [column.tolist() for column in count_points(np.array([0.4, 0.9, 0.4]), np.array([1, 2, 0]), np.array([0, 0, 3]))]
    [[inf, 0.9, 0.4], [0, 2, 3], [0, 0, 3]]
    """
    if not (score[1:] <= score[:-1]).all():
        score, pos, neg = (column[::-1] for column in _sorted_beside(score, pos, neg))
    score = np.concatenate(([np.inf], score))
    tp, fp = np.zeros((2, len(score)), dtype=np.int32)
    np.cumsum(pos, out=tp[1:])
    np.cumsum(neg, out=fp[1:])
    last = np.ones(len(score), dtype=bool)
    np.not_equal(score[1:-1], score[2:], out=last[1:-1])
    return (score, tp, fp) if last.all() else (score[last], tp[last], fp[last])


def count_pairs(score: Floats, pos: NDArray[np.int32], neg: NDArray[np.int32]) -> NDArray[np.int64]:
    """The sums of DeLong's method, in whole numbers: of the positives' placements, and of the squares of either class's.

    A placement is twice the other class's rows below a score and once those level with it; sums of squares come as two numbers
    each, the first to be multiplied by 2^31. For fewer than 2^30 rows of either class.

    >>> count_pairs(np.array([0.9, 0.4]), np.array([2, 1]), np.array([0, 3])).tolist()
    [15, 0, 81, 0, 3]
    """
    _, tp, fp = count_points(score, pos, neg)
    sums = np.zeros(5, dtype=np.int64)
    # Some at a time, so that they stay in the cache.
    for start in range(0, len(tp) - 1, 2**16):
        some_tp, some_fp = (column[start : start + 2**16 + 1].astype(np.int64) for column in (tp, fp))
        pos, neg = np.diff(some_tp), np.diff(some_fp)
        of_pos, of_neg = 2 * (fp[-1] - some_fp[1:]) + neg, 2 * (tp[-1] - some_tp[1:]) + pos
        sums += [pos @ of_pos, *_squares(of_pos, pos), *_squares(of_neg, neg)]
    return sums


def _squares(values: NDArray[np.int64], rows: Any = 1) -> tuple[int, int]:
    """The sum of the squares of values that so many rows have, as two numbers, the first to be multiplied by 2^31."""
    squares = values * values
    return int((rows * (squares >> 31)).sum()), int((rows * (squares & (2**31 - 1))).sum())


def compared_pairs(pos: Floats, other_pos: Floats, neg: Floats, other_neg: Floats) -> NDArray[np.int64]:
    """What DeLong's paired test needs of two scores of the same rows, in whole numbers.

    The sums of the positives' placements by the one score and by the other, and of the squares of their differences in either
    class; placements and sums as in ``count_pairs``.

    >>> compared_pairs(np.array([0.9, 0.4]), np.array([0.1, 0.4]), np.array([0.4]), np.array([0.3])).tolist()
    [3, 2, 0, 5, 0, 1]
    """
    (of_pos, of_neg), (by_pos, by_neg) = _placements(pos, neg), _placements(other_pos, other_neg)
    sums = np.array([of_pos.sum(), by_pos.sum(), 0, 0, 0, 0])
    for found, one, other in ((sums[2:4], of_pos, by_pos), (sums[4:], of_neg, by_neg)):
        for piece in _slices(len(one)):
            found += _squares(one[piece] - other[piece])
    return sums


def _placements(pos: Floats, neg: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Each positive's placement, twice the negatives below it and once those level with it, and each negative's from above."""
    few, many = (pos, neg) if len(pos) <= len(neg) else (neg, pos)
    (few, few_order), (many, many_order) = _in_order(few), _in_order(many)
    below, not_above = _places(few, many)
    of_few, of_many = np.empty(len(few), dtype=np.int64), np.empty(len(many), dtype=np.int64)
    of_few[few_order] = below + not_above
    # A score lies below those of the other class that come after all that are not above it.
    passed = np.bincount(np.concatenate((below, not_above)), minlength=len(many) + 1)
    of_many[many_order] = np.cumsum(passed[:-1], out=passed[:-1])
    above = of_many if len(pos) <= len(neg) else of_few
    np.subtract(2 * len(pos), above, out=above)
    return (of_few, of_many) if len(pos) <= len(neg) else (of_many, of_few)


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
    return min(float((won * pos_weights).sum() / (2 * weight_below[-1] * pos_weights.sum(dtype=np.longdouble))), 1.0)


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
    weights = () if pos_weights is None or neg_weights is None else (pos_weights, neg_weights)
    return np.concatenate([_aucs(*some) for some in _pieces(pos, pos_sizes, neg, neg_sizes, *weights)])


def in_groups(values: Floats, sizes: NDArray[np.int64]) -> list[Floats]:
    """Each group's part of values that lie end to end.

    >>> [part.tolist() for part in in_groups(np.array([1.0, 2.0, 3.0]), np.array([1, 0, 2]))]
    [[1.0], [], [2.0, 3.0]]
    """
    return np.split(values, np.cumsum(sizes)[:-1])


def grouped_auc_of_signed(
    upper: Floats, upper_sizes: NDArray[np.int64], lower: Floats, lower_sizes: NDArray[np.int64]
) -> Floats:
    """``grouped_auc`` of scores whose sign is their label; the arguments are those of ``of_classes``.

    >>> grouped_auc_of_signed(np.array([-2.0, 1.0, -5.0, 5.0]), np.array([2, 2]), np.zeros(0), np.zeros(2, dtype=int)).tolist()
    [1.0, 0.5]
    """
    if len(lower):
        return grouped_auc(*of_classes(upper, upper_sizes, lower, lower_sizes))
    if len(upper_sizes) == 1:
        return np.array([_auc_of_signed(upper)])
    with _on_cores(len(upper)) as (each, _):
        return np.concatenate(list(each(_aucs_of_signed, _pieces(upper, upper_sizes, lower, lower_sizes))))


def _aucs_of_signed(some: tuple[Floats, NDArray[np.int64], Floats, NDArray[np.int64]]) -> Floats:
    """``grouped_auc_of_signed`` without scores below 0, the fastest way for groups of this size."""
    signed, sizes = some[:2]
    if _in_even_rows(sizes):
        return _aucs_by_places(signed, sizes)
    if _mean_size(sizes) <= 300:
        return _aucs(*of_classes(*some))
    return np.array([_auc_of_signed(part) for part in in_groups(signed, sizes)])


def _auc_of_signed(signed: Floats) -> float:
    """``auc`` of one group's scores from 0 on, the positives with a minus."""
    return _area(*_sorted_classes(signed))


def _sorted_classes(signed: Floats) -> tuple[Floats, Floats]:
    """Both classes of signed scores, in order, by one sort: positives come first, the other way round."""
    # Counted before the sort, which takes -0.0 and 0.0 for the same and may put either in the other's place.
    pos = np.count_nonzero(np.signbit(signed))
    signed = _sorted(signed)
    return -signed[:pos][::-1], signed[pos:]


def _aucs_by_places(signed: Floats, sizes: NDArray[np.int64]) -> Floats:
    """``_aucs_of_signed`` from the places that positives have in the order of their groups."""
    keys = _keys_in_order(signed, sizes)
    width, label = keys.shape[1], (keys & np.uint64(1)).astype(np.float64)
    p, places = (label @ np.stack((np.ones(width), np.arange(width)), axis=1)).T
    pairs = p * (sizes - p)
    areas: Floats = np.divide(places - p * (p - 1) / 2, pairs, out=np.full(len(pairs), np.nan), where=pairs > 0)
    # Where both classes have a score, pairs count half.
    tied = _with_neighbours(keys, sizes, np.uint64(1))
    if tied.any():
        areas[tied] = grouped_auc(*_classes_of_some(signed, sizes, tied))
    return areas


def _keys_in_order(signed: Floats, sizes: NDArray[np.int64]) -> NDArray[np.uint64]:
    """A row for each group of signed scores from 0 on: its scores as whole numbers, in order, the last bit for positives.

    As whole numbers such doubles are in the same order, and one bit to the left they have room for the label.
    """
    bits = signed.view(np.uint64)
    keys = (bits << np.uint64(1)) | (bits >> np.uint64(63))
    return np.sort(_in_rows(keys, sizes, _AFTER_ALL_KEYS), axis=1)


def _with_neighbours(keys: NDArray[np.uint64], sizes: NDArray[np.int64], *differences: np.uint64) -> NDArray[np.bool_]:
    """Which rows of keys have two next to each other that differ in just these bits."""
    flat = keys.ravel()
    apart = flat[1:] ^ flat[:-1]
    row, place = np.divmod(np.flatnonzero(np.logical_or.reduce([apart == bits for bits in differences])), keys.shape[1] or 1)
    found = np.zeros(len(keys), dtype=bool)
    # The last key has its neighbour in the next row, or in what follows the end of its own.
    found[row[place < sizes[row] - 1]] = True
    return found


def _classes_of_some(signed: Floats, sizes: NDArray[np.int64], some: NDArray[np.bool_]) -> tuple[Any, ...]:
    """The arguments of ``grouped_auc`` for some groups of signed scores from 0 on."""
    none = np.zeros(0), np.zeros(np.count_nonzero(some), dtype=np.int64)
    return of_classes(signed[np.repeat(some, sizes)], sizes[some], *none)


def of_classes(
    upper: Floats, upper_sizes: NDArray[np.int64], lower: Floats, lower_sizes: NDArray[np.int64]
) -> tuple[Floats, NDArray[np.int64], Floats, NDArray[np.int64]]:
    """The arguments of ``grouped_auc`` from scores whose sign is their label, a minus for positives.

    ``upper`` are scores from 0 on, ``lower`` is how far scores lie below 0; both lie end to end.

    >>> upper, lower = np.array([-2.0, 5.0, -0.0]), np.array([-1.0])
    >>> [part.tolist() for part in of_classes(upper, np.array([1, 2]), lower, np.array([1, 0]))]
    [[2.0, -1.0, 0.0], [2, 1], [5.0], [0, 1]]
    """
    score, is_pos, sizes = np.abs(upper), np.signbit(upper), upper_sizes + lower_sizes
    if len(lower):
        # Into each group's part of one array: its scores from 0 on, then the others.
        is_upper = np.repeat(np.tile([True, False], len(sizes)), np.column_stack((upper_sizes, lower_sizes)).ravel())
        both, both_pos = np.empty(len(is_upper)), np.empty(len(is_upper), dtype=bool)
        both[is_upper], both[~is_upper] = score, -np.abs(lower)
        both_pos[is_upper], both_pos[~is_upper] = is_pos, np.signbit(lower)
        score, is_pos = both, both_pos
    pos_sizes = _sums(is_pos.view(np.int8), sizes, np.int64)
    return score[is_pos], pos_sizes, score[~is_pos], sizes - pos_sizes


def _pieces(
    pos: Floats, pos_sizes: NDArray[np.int64], neg: Floats, neg_sizes: NDArray[np.int64], *weights: Floats
) -> Iterator[tuple[Any, ...]]:
    """The arguments of ``grouped_auc`` for some groups at a time: so many rows that arrays of them stay in the cache."""
    pieces = max(min(-(-(len(pos) + len(neg)) // 160_000), len(pos_sizes)), 1)
    p, n = 0, 0
    for some_pos, some_neg in zip(np.array_split(pos_sizes, pieces), np.array_split(neg_sizes, pieces), strict=True):
        to_p, to_n = p + int(some_pos.sum()), n + int(some_neg.sum())
        some_weights = (weights[0][p:to_p], weights[1][n:to_n]) if weights else ()
        yield pos[p:to_p], some_pos, neg[n:to_n], some_neg, *some_weights
        p, n = to_p, to_n


def _aucs(*rows: Any) -> Floats:
    """``grouped_auc``, the fastest way for groups of this size."""
    if len(rows) == 4 and _in_even_rows(rows[1], rows[3]):
        few, few_sizes, many, many_sizes, swapped = _few_first(*rows)
        below, not_above = _compared(few, few_sizes, many, many_sizes)
        won, pairs = _sums(below + not_above, few_sizes), few_sizes * many_sizes
        areas: Floats = np.divide(
            2 * pairs - won if swapped else won, 2.0 * pairs, out=np.full(len(pairs), np.nan), where=pairs > 0
        )
        return areas
    if _mean_size(rows[1], rows[3]) <= 300:
        return grouped_ties(*rows).areas()
    pos, pos_sizes, neg, neg_sizes, *weights = rows
    parts = in_groups(pos, pos_sizes), in_groups(neg, neg_sizes)
    if not weights:
        return np.array([auc(*part) for part in zip(*parts, strict=True)])
    heavy = in_groups(weights[0], pos_sizes), in_groups(weights[1], neg_sizes)
    return np.array([weighted_auc(*part) for part in zip(parts[0], heavy[0], parts[1], heavy[1], strict=True)])


def _few_first(
    pos: Floats, pos_sizes: NDArray[np.int64], neg: Floats, neg_sizes: NDArray[np.int64]
) -> tuple[Floats, NDArray[np.int64], Floats, NDArray[np.int64], bool]:
    """The class with fewer rows before the other, and whether those are the negatives, whose area is 1 minus the positives'."""
    if len(pos) <= len(neg):
        return pos, pos_sizes, neg, neg_sizes, False
    return neg, neg_sizes, pos, pos_sizes, True


def _sums(values: NDArray[Any], sizes: NDArray[np.int64], dtype: Any = None) -> NDArray[Any]:
    """The sum of each group's values, which lie end to end."""
    if len(sizes) == 1:
        return np.asarray(values.sum(dtype=dtype or values.dtype, keepdims=True))
    found = np.zeros(len(sizes), dtype=dtype or values.dtype)
    filled = sizes > 0
    if filled.any():
        found[filled] = np.add.reduceat(values, (np.cumsum(sizes) - sizes)[filled], dtype=dtype)
    return found


def _repeated(values: NDArray[Any], sizes: NDArray[np.int64]) -> NDArray[Any]:
    """Each group's value for all of its rows."""
    return values if len(sizes) == 1 else np.repeat(values, sizes)


def _compared(
    few: Floats, few_sizes: NDArray[np.int64], many: Floats, many_sizes: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How many scores of the class with more rows lie below, and how many not above, each of the other in its group.

    Each group's row of them is sorted by itself, and all scores of the other class go through their rows at once, by halves.
    """
    rows = np.sort(_in_rows(many, many_sizes), axis=1)
    width, flat = rows.shape[1], rows.ravel()
    start = np.repeat(np.arange(len(few_sizes)) * width, few_sizes)
    if width == 0:
        return start, start
    below = _halved(flat, start, width, few, np.less)
    not_above = below.copy()
    level = np.flatnonzero(flat[np.minimum(below, len(flat) - 1)] == few)
    if len(level):
        not_above[level] = _halved(flat, start[level], width, few[level], np.less_equal)
    return below - start, not_above - start


def _halved(flat: Floats, start: NDArray[np.int64], width: int, score: Floats, passes: np.ufunc) -> NDArray[np.int64]:
    """For each score the place in its row, of ``width`` from ``start``, after all that ``passes`` lets through."""
    at, size = start.copy(), width
    while size > 1:
        half = size // 2
        at += passes(flat[at + (half - 1)], score) * half
        size -= half
    at += passes(flat[at], score)
    return at


def _in_rows(values: NDArray[Any], sizes: NDArray[np.int64], ended: Any = np.nan) -> NDArray[Any]:
    """Groups that lie end to end as the rows of one array; where a row has ended NaN, neither below nor level nor above."""
    width = int(sizes.max(initial=0))
    if len(values) == len(sizes) * width:
        return values.reshape(len(sizes), width)
    rows = np.full((len(sizes), width), ended, dtype=values.dtype)
    rows[np.arange(width) < sizes[:, None]] = values
    return rows


def _mean_size(*sizes: NDArray[np.int64]) -> float:
    return float(sum(some.sum() for some in sizes)) / max(len(sizes[0]), 1)


def _in_even_rows(*sizes: NDArray[np.int64]) -> bool:
    """Whether groups are small, and so even that rows of one length, for each class, hold them without much waste.

    So small, too, that a class's rows times the sum of the squares of their places is exact in a double.
    """
    width, size = sum(int(some.max(initial=0)) for some in sizes), _mean_size(*sizes)
    return width <= min(12 * size, 16_384)


def _compared_interval(
    pos: Floats, pos_sizes: NDArray[np.int64], neg: Floats, neg_sizes: NDArray[np.int64]
) -> tuple[Floats, Floats, Floats]:
    """``grouped_interval`` by comparing."""
    few, few_sizes, many, many_sizes, swapped = _few_first(pos, pos_sizes, neg, neg_sizes)
    rows = np.sort(_in_rows(few, few_sizes), axis=1)
    few = rows[np.arange(rows.shape[1]) < few_sizes[:, None]]
    area, error = _delong(few, few_sizes, many_sizes, *_compared(few, few_sizes, many, many_sizes), swapped=swapped)
    return area, error, _null_p_values(area, pos_sizes, neg_sizes, _equal_in_groups(pos, pos_sizes, neg, neg_sizes))


def _delong(
    few: Floats,
    few_sizes: NDArray[np.int64],
    many_sizes: NDArray[np.int64],
    below: NDArray[np.int64],
    not_above: NDArray[np.int64],
    *,
    swapped: bool,
) -> tuple[Floats, Floats]:
    """Each group's area and DeLong's standard error of it; ``few`` are its positives or, ``swapped``, its negatives.

    ``few`` lies in order inside each group; ``below`` and ``not_above`` count the other class there. NaN without both classes;
    no error with fewer than 2 rows of one.
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        placements = below + not_above
        won = _sums(placements, few_sizes)
        sizes, others = few_sizes.astype(np.float64), many_sizes.astype(np.float64)
        spread = _sums(np.square(placements - _repeated(won / sizes, few_sizes)), few_sizes)
        # Between two distinct scores of the one class all scores of the other have the same placement.
        starts = np.cumsum(few_sizes) - few_sizes
        opens = np.ones(len(few), dtype=bool)
        np.not_equal(few[1:], few[:-1], out=opens[1:])
        opens[starts[few_sizes > 0]] = True
        opening, distinct = np.flatnonzero(opens), _sums(opens, few_sizes, np.int64)
        first, last, before = below[opening], not_above[opening], opening - _repeated(starts, distinct)
        level = np.diff(opening, append=len(few))
        passed = np.zeros_like(last)
        passed[1:] = last[:-1]
        passed[before == 0] = 0
        mean = 2 * sizes - won / others
        low = 2 * before - _repeated(mean, distinct)
        squares = (first - passed) * np.square(low) + (last - first) * np.square(low + level)
        above = many_sizes - _sums(last - passed, distinct)
        other_spread = _sums(squares, distinct) + above * np.square(2 * sizes - mean)
        variance = spread / (sizes - 1) / (4 * others**2 * sizes) + other_spread / (others - 1) / (4 * sizes**2 * others)
        pairs_twice = 2 * sizes * others
        area = (pairs_twice - won if swapped else won) / pairs_twice
    return area, np.sqrt(np.where((few_sizes > 1) & (many_sizes > 1), variance, np.nan))


def _equal_in_groups(pos: Floats, pos_sizes: NDArray[np.int64], neg: Floats, neg_sizes: NDArray[np.int64]) -> Floats:
    """The sum of t^3 - t over the tie groups of t rows of each group."""
    rows = np.sort(np.concatenate((_in_rows(pos, pos_sizes), _in_rows(neg, neg_sizes)), axis=1), axis=1)
    level = np.zeros(rows.shape, dtype=bool)
    np.equal(rows[:, 1:], rows[:, :-1], out=level[:, 1:])
    found = np.zeros(len(rows))
    tied = level.any(axis=1)
    if tied.any():
        # One row after another makes a tie, and the next one, after k others, adds 3 k (k + 1).
        place = np.arange(rows.shape[1])
        after = place - np.maximum.accumulate(np.where(level[tied], 0, place), axis=1)
        found[tied] = (3.0 * after * (after + 1)).sum(axis=1)
    return found


@dataclass(frozen=True)
class Ties:
    """Tie groups of many groups, end to end: by group, then ascending score.

    ``pos`` and ``neg`` count rows or, with weights, are shares of the group's class, so that no group drowns another;
    their totals are then 1. ``pos_weights`` and ``neg_weights`` are what the classes really weigh.
    """

    group: NDArray[np.int64]
    score: Floats
    pos: NDArray[Any]
    neg: NDArray[Any]
    pos_squares: NDArray[Any]
    neg_squares: NDArray[Any]
    pos_totals: Floats
    neg_totals: Floats
    pos_weights: Floats
    neg_weights: Floats

    @cached_property
    def _bounds(self) -> NDArray[np.int64]:
        """Where the ties of each group start and those of the last one end; a group may have none."""
        return np.searchsorted(self.group, np.arange(len(self.pos_totals) + 1))

    def both_classes(self) -> Floats:
        """P x N of each group, NaN where it is 0."""
        product: Floats = self.pos_totals * self.neg_totals
        return np.where(product > 0, product, np.nan)

    def running(self, values: NDArray[Any]) -> NDArray[Any]:
        """Sums up to and with each tie, inside its group.

        Those of some groups are one sum, from which that of the groups before is taken; of so few that no group loses digits,
        and of large groups each has its own. Whole numbers lose none.
        """
        result = np.empty_like(values)
        apart = len(values) if np.issubdtype(values.dtype, np.integer) else 1000
        large = np.flatnonzero(np.diff(self._bounds) > apart // 2)
        evenly = np.searchsorted(self._bounds, np.arange(0, len(values), max(apart, 1)))
        some = np.unique(np.concatenate((evenly, large, large + 1, [len(self._bounds) - 1])))
        for first, last in pairwise(some.tolist()):
            bounds = self._bounds[first : last + 1]
            sums = np.concatenate((np.zeros(1, values.dtype), np.cumsum(values[bounds[0] : bounds[-1]], dtype=values.dtype)))
            result[bounds[0] : bounds[-1]] = sums[1:] - np.repeat(sums[bounds[:-1] - bounds[0]], np.diff(bounds))
        return result

    def above(self, values: NDArray[Any]) -> NDArray[Any]:
        """Sums of the ties above each tie, inside its group; of weights from the top down, where little ones still count."""
        if np.issubdtype(values.dtype, np.integer):
            inside: NDArray[Any] = self.of_groups(values)[self.group] - self.running(values)
            return inside
        result = np.zeros_like(values)
        for start, end in pairwise(self._bounds.tolist()):
            if end - start > 1:
                result[start : end - 1] = np.cumsum(values[start + 1 : end][::-1])[::-1]
        return result

    def of_groups(self, values: NDArray[Any]) -> Floats:
        """The sum of each group's ties."""
        return _sums(values, np.diff(self._bounds)).astype(np.float64)

    def largest(self, values: Floats) -> Floats:
        """The largest value in each group, NaN where it has no ties."""
        filled = np.diff(self._bounds) > 0
        result = np.full(len(filled), np.nan)
        if filled.any():
            result[filled] = np.maximum.reduceat(values, self._bounds[:-1][filled])
        return result

    def areas(self) -> Floats:
        """The AUC of each group; NaN without both classes."""
        areas = self.of_groups(self.pos * (2 * self.running(self.neg) - self.neg)) / (2.0 * self.both_classes())
        return np.minimum(areas, 1)  # shares of weights may add up to the next double after 1

    def rates(self) -> tuple[Floats, Floats]:
        """(tpr, fpr) of the rows above each tie; NaN without the class."""
        with np.errstate(invalid="ignore", divide="ignore"):
            tpr = self.above(self.pos) / self.pos_totals[self.group]
            fpr = self.above(self.neg) / self.neg_totals[self.group]
        return tpr.astype(np.float64), fpr.astype(np.float64)


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

    def in_ties(values: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        if len(last) and not np.issubdtype(values.dtype, np.integer):
            first = np.concatenate(([0], last[:-1] + 1))
            mine, others = (np.add.reduceat(np.where(part, values, 0), first) for part in (positive, ~positive))
            return mine, others
        # Differences of running sums: several times faster than adding up each tie, but little weights would be lost in them.
        own, other = (np.diff(np.cumsum(np.where(part, values, 0))[last], prepend=0) for part in (positive, ~positive))
        return own, other

    counts = in_ties(weight)
    sizes = pos_sizes.astype(np.float64), neg_sizes.astype(np.float64)
    if pos_weights is None or neg_weights is None:
        return Ties(group[last], score[last], *counts, *counts, *sizes, *sizes)
    class_weights = _class_weights(pos_weights, pos_sizes), _class_weights(neg_weights, neg_sizes)
    ones = np.minimum(sizes[0], 1.0), np.minimum(sizes[1], 1.0)
    return Ties(group[last], score[last], *counts, *in_ties(weight * weight), *ones, *class_weights)


def grouped_interval(*rows: Any) -> tuple[Floats, Floats, Floats]:
    """AUC, its standard error by DeLong and Mann and Whitney's p of many groups; the arguments are those of ``grouped_ties``.

    With weights each row stands for one observation: sum w^2 (placement - auc)^2 / (sum w)^2 in each class, times k / (k - 1).
    There is no p then.

    >>> area, error, p = grouped_interval(np.array([3.0, 1.0]), np.array([2]), np.array([2.0, 0.0]), np.array([2]))
    >>> area.tolist(), error.round(4).tolist(), p.round(4).tolist()
    ([0.75], [0.3536], [0.4386])
    """
    if len(rows) > 4:
        return _interval_of_ties(*rows)
    area, error, p = (np.concatenate(values) for values in zip(*(_intervals(*some) for some in _pieces(*rows)), strict=True))
    return area, error, p


def newcombe_low(area: Floats, pos: Floats, neg: Floats, reach: float) -> Floats:
    """Lower ends of Newcombe's intervals (2006, method 5) of areas of so many positives and negatives; upper ends are mirrored.

    The bisection of ``_rocsql_newcombe_low``, with the variance of ``_rocsql_newcombe_variance``.

    >>> newcombe_low(np.array([1.0]), np.array([10.0]), np.array([10.0]), 1.96).round(4).tolist()
    [0.8002]
    """
    low = np.zeros_like(area)
    for step in range(1, 55):
        theta = low + area * 2.0**-step
        q = theta * (1 - theta)
        variance_of_wins = pos * neg * q * (1 + ((pos + neg) / 2 - 1) * (1 + 2 * q) / (2 + q))
        low = np.where((pos * neg * (area - theta)) ** 2 > reach * reach * variance_of_wins, theta, low)
    return low


def _intervals(*rows: Any) -> tuple[Floats, Floats, Floats]:
    """``grouped_interval``, the fastest way for groups of this size."""
    if _in_even_rows(rows[1], rows[3]):
        return _compared_interval(*rows)
    if _mean_size(rows[1], rows[3]) <= 300:
        return _interval_of_ties(*rows)
    classes = zip(in_groups(*rows[:2]), in_groups(*rows[2:]), strict=True)
    areas, errors, equal = np.array([_interval(_sorted(p), _sorted(n)) for p, n in classes]).T
    return areas, errors, _null_p_values(areas, rows[1], rows[3], equal)


def grouped_interval_of_signed(
    upper: Floats, upper_sizes: NDArray[np.int64], lower: Floats, lower_sizes: NDArray[np.int64]
) -> tuple[Floats, Floats, Floats]:
    """``grouped_interval`` of scores whose sign is their label; the arguments are those of ``of_classes``.

    >>> one, none = np.array([-3.0, -1.0, 2.0, 0.0]), np.zeros(0)
    >>> [part.round(4).tolist() for part in grouped_interval_of_signed(one, np.array([4]), none, np.array([0]))]
    [[0.75], [0.3536], [0.4386]]
    """
    if len(lower):
        return grouped_interval(*of_classes(upper, upper_sizes, lower, lower_sizes))
    with _on_cores(len(upper)) as (each, _):
        found = zip(*each(_intervals_of_signed, _pieces(upper, upper_sizes, lower, lower_sizes)), strict=True)
        area, error, p = (np.concatenate(values) for values in found)
    return area, error, p


def _intervals_of_signed(some: tuple[Floats, NDArray[np.int64], Floats, NDArray[np.int64]]) -> tuple[Floats, Floats, Floats]:
    """``grouped_interval_of_signed`` without scores below 0, the fastest way for groups of this size."""
    signed, sizes = some[:2]
    if _in_even_rows(sizes):
        return _intervals_by_places(signed, sizes)
    if _mean_size(sizes) <= 5000:
        return _intervals(*of_classes(*some))
    classes = [_sorted_classes(part) for part in in_groups(signed, sizes)]
    areas, errors, equal = np.array([_interval(*both) for both in classes]).T
    p, n = np.array([[len(pos), len(neg)] for pos, neg in classes]).T
    return areas, errors, _null_p_values(areas, p, n, equal)


def _intervals_by_places(signed: Floats, sizes: NDArray[np.int64]) -> tuple[Floats, Floats, Floats]:
    """``_intervals_of_signed`` from the places that both classes have in the order of their groups."""
    keys = _keys_in_order(signed, sizes)
    tied = _with_neighbours(keys, sizes, np.uint64(0), np.uint64(1))
    if not tied.any():
        return _intervals_of_keys(keys, sizes)
    found = np.empty((3, len(sizes)))
    found[:, tied] = grouped_interval(*_classes_of_some(signed, sizes, tied))
    found[:, ~tied] = _intervals_of_keys(keys[~tied], sizes[~tied])
    return found[0], found[1], found[2]


def _intervals_of_keys(keys: NDArray[np.uint64], sizes: NDArray[np.int64]) -> tuple[Floats, Floats, Floats]:
    """``_intervals_by_places`` of groups without ties."""
    width, label = keys.shape[1], (keys & np.uint64(1)).view(np.int64)
    pos_so_far = np.cumsum(label, axis=1).astype(np.float64)
    p = pos_so_far[:, -1] if width else np.zeros(len(sizes))
    n = sizes - p
    # How many negatives lie below each positive, how many positives below each negative, and their squares: whole numbers.
    below = np.arange(1.0, width + 1) - pos_so_far
    below *= label
    won = below.sum(axis=1)
    squares = np.einsum("ij,ij->i", below, below)
    other_squares = np.einsum("ij,ij->i", pos_so_far, pos_so_far) - p * (p + 1) * (2 * p + 1) / 6 - (width - sizes) * p * p
    lost = p * n - won
    with np.errstate(invalid="ignore", divide="ignore"):
        area = won / (p * n)
        variance = (p * squares - won * won) / (p * p * (p - 1) * n * n)
        variance += (n * other_squares - lost * lost) / (n * n * (n - 1) * p * p)
        error = np.sqrt(np.where((p > 1) & (n > 1), variance, np.nan))
    return area, error, _null_p_values(area, p, n, np.zeros(len(sizes)))


def _interval_of_ties(*rows: Any) -> tuple[Floats, Floats, Floats]:
    """``grouped_interval`` from tie groups."""
    ties = grouped_ties(*rows)
    area = ties.areas()
    tpr_above, fpr_above = ties.rates()
    sizes = rows[1], rows[3]
    with np.errstate(invalid="ignore", divide="ignore"):
        placements = (
            1 - fpr_above - ties.neg / 2 / ties.neg_totals[ties.group],
            tpr_above + ties.pos / 2 / ties.pos_totals[ties.group],
        )
        variance = np.zeros(len(area))
        for squares, total, placement, size in zip(
            (ties.pos_squares, ties.neg_squares), (ties.pos_totals, ties.neg_totals), placements, sizes, strict=True
        ):
            deviations = squares * (placement - area[ties.group]).astype(np.longdouble) ** 2
            variance += ties.of_groups(np.nan_to_num(deviations)) / total**2 * size / (size - 1)
    error = np.sqrt(np.where((sizes[0] > 1) & (sizes[1] > 1), variance, np.nan))
    if len(rows) > 4:
        return area, error, np.full(len(area), np.nan)
    level = (ties.pos + ties.neg).astype(np.longdouble)
    return area, error, _null_p_values(area, *sizes, ties.of_groups((level - 1) * level * (level + 1)))


def _null_p_values(area: Floats, p: NDArray[Any], n: NDArray[Any], equal: Floats) -> Floats:
    """Two-sided p of AUC = 1/2 by the variance over all orders of the labels; ``equal`` is the sum of t^3 - t over ties."""
    size = (p + n).astype(np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        variance = (size + 1 - equal / size / (size - 1)) / 12 / p / n
        # Without a distance there is nothing to test, be it for want of a variance.
        apart = np.where(area == 0.5, 0, np.abs(area - 0.5) / np.sqrt(variance))
    return np.array([math.erfc(z / math.sqrt(2)) for z in apart.tolist()], dtype=np.float64)


def _interval(pos: Floats, neg: Floats) -> tuple[float, float, float]:
    """AUC and DeLong's standard error of one group whose classes are sorted, and the sum of t^3 - t over its ties."""
    if len(pos) == 0 or len(neg) == 0:
        return float("nan"), float("nan"), float("nan")
    few, many = (pos, neg) if len(pos) <= len(neg) else (neg, pos)
    first, last = _places(few, many)
    sizes = np.array([len(few)]), np.array([len(many)])
    _, (error,) = _delong(few, *sizes, first, last, swapped=len(pos) > len(neg))
    return _won_share(pos, neg, first, last), float(error), _equal_rows(few, many, few[first != last])


def _equal_rows(few: Floats, many: Floats, in_both: Floats) -> float:
    """The sum of t^3 - t over the tie groups of t rows of two sorted classes; ``in_both`` are the scores that both have."""
    tied = np.unique(np.concatenate((in_both, *(own[1:][own[1:] == own[:-1]] for own in (few, many)))))
    size = sum(own.searchsorted(tied, "right") - own.searchsorted(tied, "left") for own in (few, many))
    rows: Floats = np.asarray(size, dtype=np.float64)
    return float(((rows - 1) * rows * (rows + 1)).sum())


def bootstrap(
    pos: Floats,
    neg: Floats,
    pos_cluster: NDArray[np.int64],
    neg_cluster: NDArray[np.int64],
    replicates: int,
    seed: int,
    confidence: float,
) -> tuple[float, float, float]:
    """AUC of scores and the percentiles of its replicates, each row in them Poisson(1) times; NaN without both classes.

    With the numbers of their clusters all rows of a cluster are drawn equally often; without, each on its own. One row of a
    class, or one cluster, says nothing of what another would have been: NaN for the percentiles.

    >>> pos, neg = np.array([2.0] * 30 + [1.0] * 10), np.array([2.0] * 10 + [1.0] * 30)
    >>> [round(value, 2) for value in bootstrap(pos, neg, np.arange(0), np.arange(0), 1000, 0, 0.9)]
    [0.75, 0.67, 0.83]
    """
    if len(pos) == 0 or len(neg) == 0:
        return math.nan, math.nan, math.nan
    few = len(pos) + len(neg) <= _FEW_ROWS
    if len(pos_cluster) + len(neg_cluster):
        pos_cluster, neg_cluster = _numbered(pos_cluster, neg_cluster)
    elif few:
        # Each row is a cluster of its own, numbered by class and score: the draws do not depend on the order of rows.
        pos, neg = np.sort(pos), np.sort(neg)
        pos_cluster, neg_cluster = np.arange(len(pos)), np.arange(len(pos), len(pos) + len(neg))
    else:
        _, tp, fp = points(pos, neg)
        return bootstrap_cells(*_tie_counts(tp, fp), None, replicates, seed, confidence)
    if min(len(pos), len(neg)) < 2 or max(int(pos_cluster.max()), int(neg_cluster.max())) == 0:
        return auc(pos, neg), math.nan, math.nan
    drawn = _few_row_areas if few else _cluster_areas
    return _percentiles(*drawn(pos, neg, pos_cluster, neg_cluster, replicates, seed), confidence)


def _few_row_areas(
    pos: Floats, neg: Floats, pos_cluster: NDArray[np.int64], neg_cluster: NDArray[np.int64], replicates: int, seed: int
) -> tuple[float, Floats]:
    """The area, and replicates of it: each of a few rows as often as its cluster is drawn."""
    order = np.argsort(neg)
    neg, neg_cluster = neg[order], neg_cluster[order]
    below, not_above = neg.searchsorted(pos, "left"), neg.searchsorted(pos, "right")
    areas = np.empty(replicates)
    clusters = int(max(pos_cluster.max(), neg_cluster.max())) + 1
    # Some at a time, so that what is drawn stays in the cache.
    at_once = _DRAWS >> (len(pos) + len(neg) - 1).bit_length()
    for start in range(0, replicates, at_once):
        some = areas[start : start + at_once]
        times = _times(clusters, seed, start, len(some))
        drawn_pos, drawn_neg = times[pos_cluster], times[neg_cluster]
        # Counts of few rows, and their products, are nearly always whole numbers that single precision has.
        so_far = np.zeros((len(neg) + 1, len(some)), dtype=np.float32)
        for before, drawn, after in zip(so_far, drawn_neg, so_far[1:], strict=False):
            np.add(before, drawn, out=after)  # Several times faster than cumsum along this axis.
        twice_won = np.einsum("ij,ij->j", drawn_pos, so_far[below] + so_far[not_above])
        pairs = drawn_pos.sum(axis=0) * so_far[-1]
        pairs[pairs == 0] = np.nan
        np.divide(twice_won, 2 * pairs, out=some, dtype=np.float64)
    return (int(below.sum()) + int(not_above.sum())) / (2 * len(pos) * len(neg)), areas


def _times(clusters: int, seed: int, start: int, size: int) -> NDArray[np.float32]:
    """How often each cluster is drawn in so many replicates from ``start`` on, Poisson(1) times: a row for each cluster.

    They come from one table: ``size`` is at most a power of two of which ``start`` is a multiple.
    """
    rows = 1 << (clusters - 1).bit_length()
    table, place = divmod(start, _DRAWS // rows)
    times: NDArray[np.float32] = _draws(rows, seed, table)[:clusters, place : place + size]
    return times


@lru_cache(maxsize=64)
def _draws(clusters: int, seed: int, table: int) -> NDArray[np.float32]:
    """The table of so many clusters that all groups share: drawing it takes longer than a bootstrap of few rows."""
    places = np.random.default_rng([seed, table]).integers(0, 65_536, (clusters, _DRAWS // clusters), np.uint16)
    times: NDArray[np.float32] = _POISSON_OF_ONE.astype(np.float32)[places]
    return times


def _numbered(*columns: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """The columns with the place of each number among all that there are, from 0 on.

    >>> [column.tolist() for column in _numbered(np.array([7, -2]), np.array([5, 7]))]
    [[2, 0], [1, 2]]
    """
    least, most = min(int(column.min()) for column in columns), max(int(column.max()) for column in columns)
    if most - least < 4 * sum(map(len, columns)) + 1024:
        shifted = [column - least if least else column for column in columns]
        there = np.zeros(most - least + 1, dtype=bool)
        for column in shifted:
            there[column] = True
        return shifted if there.all() else [(np.cumsum(there) - 1)[column] for column in shifted]
    places = np.unique(np.concatenate(columns), return_inverse=True)[1]
    return np.split(places, np.cumsum([len(column) for column in columns])[:-1])


def _tie_counts(tp: NDArray[np.int32], fp: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How many of either class have each score of a curve's points, the lowest first."""
    pos, neg = np.empty(len(tp) - 1, dtype=np.int64), np.empty(len(fp) - 1, dtype=np.int64)
    np.subtract(tp[1:], tp[:-1], out=pos[::-1])
    np.subtract(fp[1:], fp[:-1], out=neg[::-1])
    return pos, neg


def bootstrap_cells(
    pos: NDArray[Any], neg: NDArray[Any], won: Floats | None, replicates: int, seed: int, confidence: float
) -> tuple[float, float, float]:
    """``bootstrap`` of rows counted in ascending order of their scores: tie groups, or cells of several.

    ``won`` says of each cell twice how many pairs inside it its positives win, level ones once; None, that each is one tie.

    >>> [round(value, 2) for value in bootstrap_cells(np.array([10, 30]), np.array([30, 10]), None, 1000, 0, 0.9)]
    [0.75, 0.67, 0.83]
    """
    pairs = 2 * int(pos.sum()) * int(neg.sum())
    if pairs == 0:
        return math.nan, math.nan, math.nan
    if pos.sum() + neg.sum() <= _FEW_ROWS and (won is None or np.array_equal(won, pos * neg)):
        ties, none = np.arange(len(pos), dtype=np.float64), np.arange(0)
        return bootstrap(np.repeat(ties, pos), np.repeat(ties, neg), none, none, replicates, seed, confidence)
    # Whole numbers as long as they fit; past that doubles, whose rounding is then far below the spread.
    if 2 * pairs >= 2**63:
        pos, neg = pos.astype(np.float64), neg.astype(np.float64)
    in_cells = None if won is None else won.astype(pos.dtype)
    pairs_won = pos @ (2 * np.cumsum(neg) - neg)
    if in_cells is not None:
        pairs_won += (in_cells - pos * neg).sum()
    area = int(pairs_won) / pairs
    if min(pos.sum(), neg.sum()) < 2:
        return area, math.nan, math.nan
    return _percentiles(area, _row_areas(pos, neg, in_cells, replicates, seed), confidence)


def _in_parts(areas: Callable[[int, int], Floats], replicates: int) -> Floats:
    """The areas of all replicates, on several cores: of some from a number on at a time, so that they stay in the cache."""
    starts = range(0, replicates, 64)
    with ThreadPoolExecutor(_CORES) as pool:
        return np.concatenate(list(pool.map(areas, starts, (min(64, replicates - start) for start in starts))))


def _percentiles(area: float, areas: Floats, confidence: float) -> tuple[float, float, float]:
    """The area and the percentiles of its replicates; NaN for them where fewer than two have both classes."""
    known = areas[~np.isnan(areas)]
    if len(known) < 2:
        return area, float("nan"), float("nan")
    if area in (0, 1):
        return area, area, area
    known.sort()
    places = (len(known) - 1) / 2 * (1 + confidence * np.array([-1, 1]))
    low, high = np.interp(places, np.arange(len(known)), known).tolist()
    # Rounding may leave the unit.
    return area, max(low, 0.0), min(high, 1.0)


def _row_areas(pos: NDArray[Any], neg: NDArray[Any], in_cells: NDArray[Any] | None, replicates: int, seed: int) -> Floats:
    """Every row of ``bootstrap_cells`` drawn on its own: k rows of a block Poisson(k) times."""
    in_pos, in_neg, won = _blocks(pos, neg, _BLOCKS, in_cells)

    def areas(start: int, size: int) -> Floats:
        rng = np.random.default_rng([seed, start])
        drawn = [rng.poisson(counts, (size, len(counts))).astype(np.float64) for counts in (in_pos, in_neg)]
        return _replicate_areas(drawn[0], drawn[1], won)

    return _in_parts(areas, replicates)


def _cluster_areas(
    pos: Floats, neg: Floats, pos_cluster: NDArray[np.int64], neg_cluster: NDArray[np.int64], replicates: int, seed: int
) -> tuple[float, Floats]:
    """The area, and replicates of it: whole clusters drawn, each Poisson(1) times.

    The clusters that matter most are drawn one by one: what each has in every block of scores, times how often it is drawn,
    adds up to the blocks of a replicate. What it wins by its own places in them, rather than by their averages, is one more
    such sum, and so are the pairs inside the cluster. Many others, of which none matters much, have together a number of
    positives and of negatives, and what these win beyond their average: all of them add up to a normal vector. Left out is
    only what two clusters drawn unusually often, or seldom, win of each other: of the others, or of any inside a block.
    """
    clusters = int(max(pos_cluster.max(initial=-1), neg_cluster.max(initial=-1))) + 1
    (pos, pos_cluster), (neg, neg_cluster) = _sorted_beside(pos, pos_cluster), _sorted_beside(neg, neg_cluster)
    tp, fp = _points_of_sorted(pos, neg)[1:]
    in_ties = _tie_counts(tp, fp)
    single = min(clusters, _SINGLE_CLUSTERS)
    in_blocks = _blocks(*in_ties, min(2**17 // (single + 16), 4096))
    (*in_block, won), blocks = in_blocks, len(in_blocks[0])

    def others_above(so_far: NDArray[np.int32], count: NDArray[np.int64]) -> Floats:
        """Twice how many of the other class are above each row of a class: those halfway through its tie."""
        twice = np.empty(len(so_far) - 1)
        np.add(so_far[:-1], so_far[1:], out=twice[::-1], dtype=np.float64)
        return np.repeat(twice, count)

    # Of each class by itself: its rows in the order of their scores, and what the clusters win with them.
    of_class = (pos_cluster, neg_cluster)
    twice_above = [others_above(fp, in_ties[0]), others_above(tp, in_ties[1])]
    rows = [np.bincount(cluster, minlength=clusters) for cluster in of_class]
    wins = [np.bincount(cluster, twice, clusters) / 2 for cluster, twice in zip(of_class, twice_above, strict=True)]
    wins[0] = len(neg) * rows[0] - wins[0]

    # What drawing a cluster once more changes: what its rows win, less the area's share of the pairs that they are in. One that
    # changes little may still be large.
    pairs = 2 * len(pos) * len(neg)
    area = (pairs - int(twice_above[0].astype(np.int64).sum())) / pairs
    moves = wins[0] + wins[1] - area * (float(len(neg)) * rows[0] + float(len(pos)) * rows[1])
    shares = [np.square(part.astype(np.float64)) for part in (moves, *rows)]
    first, others = _largest(np.add.reduce([part / max(part.sum(), 1.0) for part in shares]), single)
    # The pairs inside clusters are looked at where together they might move the area by a hundredth of its spread.
    inside = None
    if (rows[0] * rows[1]).sum() / 2 > 0.01 * math.sqrt(shares[0].sum()):
        ties = np.arange(len(tp) - 1)
        # Cluster and tie in one number: up to 2^31 of either.
        keys = [np.repeat(ties, count) for count in in_ties]
        for key, cluster in zip(keys, of_class, strict=True):
            with _on_cores(len(key)) as (each, cores):
                for piece in _slices(len(key)):
                    key[piece] |= cluster[piece] << 32
                _sort(key, each, cores)
        inside = _wins_inside(keys[0], keys[1], clusters)

    place = np.full(clusters, -1)
    place[first] = np.arange(single)

    def one_by_one(cluster: NDArray[np.int64], count: NDArray[Any]) -> Floats:
        """The rows in each block of each of the first clusters."""
        of = place[cluster]
        rows = np.flatnonzero(of >= 0)
        cells = of[rows] * blocks + np.cumsum(count).searchsorted(rows, "right")
        return np.bincount(cells, minlength=single * blocks).reshape(single, blocks).astype(np.float64)

    ones = [one_by_one(cluster, count) for cluster, count in zip(of_class, in_block, strict=True)]
    together = [count - part.sum(axis=0) for count, part in zip(in_block, ones, strict=True)]
    on_average = _won_by_each(in_block[0], in_block[1], won)
    beside = (wins[0] + wins[1])[first] - ones[0] @ on_average[0] - ones[1] @ on_average[1]
    own = None if inside is None else inside[first] - _pairs_won(ones[0], ones[1], won)
    # Single precision has whole numbers up to 2^24, as these nearly always are, in half the time.
    columns = np.column_stack(ones)
    columns = columns.astype(np.float32 if columns.sum(axis=0).max() * _POISSON_OF_ONE[-1] < 2**24 else np.float64)

    sizes = [max(float(part.sum()), 1.0) for part in together]
    means = [part @ each / size for part, each, size in zip(together, on_average, sizes, strict=True)]
    of_others = [part[others].astype(np.float64) for part in (*rows, *wins)]
    for beyond, count, mean in zip(of_others[2:], of_others, means, strict=False):
        beyond -= count * mean
    if inside is None:
        of_others.append(np.zeros(len(others)))
    else:
        # Less what the sums below make of them.
        level = float(_pairs_won(together[0][None], together[1][None], won)[0]) / (sizes[0] * sizes[1])
        few, many, won_by_few, won_by_many = of_others
        of_others.append(inside[others] - level * few * many - many * won_by_few / len(neg) - few * won_by_many / len(pos))
    # With t - 1 for how often a cluster is drawn beyond once, its own pairs go by the square of that, whose mean is 1 and whose
    # variance is 3.
    spread, own_mean = np.inner(of_others, of_others), float(of_others[-1].sum())
    spread[-1, -1] *= 3
    # The symmetric root, because there is only one: a seed is to give one answer on every machine. Directions in which nothing
    # varies have lengths that rounding leaves.
    scale = np.sqrt(np.maximum(np.diag(spread), 1.0))
    lengths, axes = np.linalg.eigh(spread / np.outer(scale, scale))
    root = (axes * np.sqrt(np.where(lengths > 1e-11 * lengths.max(initial=0), lengths, 0))) @ axes.T * scale

    def areas(start: int, size: int) -> Floats:
        times = _times(single, seed, start, size).T.astype(columns.dtype)
        drawn = _product(times, columns).astype(np.float64)
        drawn_pos, drawn_neg = drawn[:, :blocks], drawn[:, blocks:]
        beyond = times @ beside
        if own is not None:
            beyond += np.square(times - 1) @ own
        if len(others):
            more = np.random.default_rng([seed, start, 1]).standard_normal((size, len(root))) @ root
            drawn_pos += together[0] * (1 + more[:, :1] / sizes[0])
            drawn_neg += together[1] * (1 + more[:, 1:2] / sizes[1])
            beyond += own_mean - beside.sum() + more[:, 4]
            beyond += more[:, 2] * drawn_neg.sum(axis=1) / len(neg) + more[:, 3] * drawn_pos.sum(axis=1) / len(pos)
        return _replicate_areas(drawn_pos, drawn_neg, won, beyond)

    return area, _in_parts(areas, replicates)


def _won_by_each(pos: NDArray[Any], neg: NDArray[Any], inside: Floats | float) -> tuple[Floats, Floats]:
    """What one row of either class wins of the other, by blocks in ascending order: such a share inside its own."""
    return np.cumsum(neg) - neg * (1 - inside), pos.sum() - np.cumsum(pos) + pos * inside


def _product(left: NDArray[Any], right: NDArray[Any]) -> NDArray[Any]:
    """``left @ right``, as a sum of products so small that BLAS takes one thread for each.

    Several threads are hardly faster here, and on a busy machine wait for each other a hundred times longer than they work.

    >>> _product(np.ones((2, 600_000)), np.ones((600_000, 1))).tolist()
    [[600000.0], [600000.0]]
    """
    at_once = 2**18 // (len(left) * right.shape[1])
    if at_once < 16 or at_once >= len(right):
        return np.asarray(left @ right)
    whole = len(right) // at_once * at_once
    parts = np.matmul(
        left[:, :whole].reshape(len(left), -1, at_once).transpose(1, 0, 2), right[:whole].reshape(-1, at_once, right.shape[1])
    )
    product: NDArray[Any] = parts.sum(axis=0) + left[:, whole:] @ right[whole:]
    return product


def _largest(values: Floats, number: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The places of so many largest values, the first of equal ones, and those of all others; both ascend."""
    is_one = np.ones(len(values), dtype=bool)
    if number < len(values):
        least = np.partition(values, -number)[-number]
        is_one = values > least
        is_one[np.flatnonzero(values == least)[: number - np.count_nonzero(is_one)]] = True
    return np.flatnonzero(is_one), np.flatnonzero(~is_one)


def _wins_inside(pos: NDArray[np.int64], neg: NDArray[np.int64], clusters: int) -> Floats:
    """How many pairs of each cluster's own rows its positives win, level ones half. Of the rows of either class, in order, the
    cluster times 2^32 and the tie.

    >>> _wins_inside(np.array([1, 2, 2**32]), np.array([0, 1, 2, 2**32 + 1]), 2).tolist()
    [4.0, 0.0]
    """
    few, many = (pos, neg) if len(pos) <= len(neg) else (neg, pos)
    # The class with fewer rows finds its places in the other: halfway through the rows that are level.
    place = (many.searchsorted(few, "left") + many.searchsorted(few, "right")) / 2
    of, bounds = few >> 32, many.searchsorted(np.arange(clusters + 1) << 32)
    won = place - bounds[of] if len(pos) <= len(neg) else bounds[of + 1] - place
    inside: Floats = np.bincount(of, won, clusters).astype(np.float64)
    return inside


def _blocks(
    pos: NDArray[Any], neg: NDArray[Any], blocks: int, in_cells: NDArray[Any] | None = None
) -> tuple[NDArray[Any], NDArray[Any], Floats | float]:
    """Tie groups or cells, in order of score, neighbours put together where they are many.

    How much of either class is in each block, and the share of the pairs inside it that its positives win.

    k rows together are drawn Poisson(k) times. Which of them were drawn is left open, and the pairs inside a block are won as
    often as in the data. A block has at most 9 / ``blocks`` of each class, of the pairs that its positives win and lose and
    of those that its negatives win and lose, so that this takes little more than a thousandth from the spread of the areas;
    a tie or cell that is larger is a block by itself.
    """
    if len(pos) <= 2 * blocks:
        return pos, neg, 0.5 if in_cells is None else _share_won(pos, neg, in_cells)
    pos_so_far, neg_so_far = np.cumsum(pos), np.cumsum(neg)
    # Pairs count twice, level ones once.
    won_so_far = 2 * neg_so_far
    won_so_far -= neg
    won_so_far *= pos
    if in_cells is not None:
        won_so_far += in_cells - pos * neg
    np.cumsum(won_so_far, out=won_so_far)
    p, n, won = (float(so_far[-1]) for so_far in (pos_so_far, neg_so_far, won_so_far))
    lost = 2 * p * n - won

    def share(places: NDArray[np.int64]) -> Floats:
        """Six measures that grow along the scores, each to its part of the blocks: positives, negatives, pairs won and lost
        by either.
        """
        tn, fn, inside = neg_so_far[places], pos_so_far[places].astype(np.float64), won_so_far[places]
        # Pairs that are won inside are so by either; negatives lose those with positives to come as well.
        won_by_either = 2.0 * inside + 2.0 * tn * (p - fn)
        measures = [fn / p + tn / n]
        if won > 0:
            measures.append(won_by_either / won)
        if lost > 0:
            measures.append((2 * fn * n + 2 * tn * p - won_by_either) / lost)
        found: Floats = np.add.reduce(measures) * (blocks / (2 * len(measures)))
        return found

    # A block ends where the share passes a whole number, found by bisection. A tie of more than half a block passes a half or a
    # whole one, too.
    levels = np.arange(1, 2 * blocks) / 2
    at, end = np.zeros(len(levels), dtype=np.int64), np.full(len(levels), len(pos) - 1)
    for _ in range(len(pos).bit_length()):
        middle = (at + end) // 2
        is_past = share(middle) >= levels
        at, end = np.where(is_past, at, np.minimum(middle + 1, end)), np.where(is_past, middle, end)
    large = at[share(at) - np.where(at > 0, share(at - 1), 0) > 0.5]
    starts = np.unique(np.concatenate(([0], at[1::2], large, large + 1)))
    starts = starts[starts < len(pos)]
    last = np.append(starts[1:], len(pos)) - 1
    in_pos, in_neg = np.diff(pos_so_far[last], prepend=0), np.diff(neg_so_far[last], prepend=0)
    # What is won of the pairs inside a block is what its positives win of all negatives, less those of the blocks before.
    inside = np.diff(won_so_far[last], prepend=0) - 2 * in_pos * (np.cumsum(in_neg) - in_neg)
    return in_pos, in_neg, _share_won(in_pos, in_neg, inside)


def _share_won(pos: NDArray[Any], neg: NDArray[Any], won: NDArray[Any]) -> Floats:
    """The share of the pairs inside each block that its positives win, where ``won`` counts those twice and level ones once."""
    pairs = 2 * pos * neg
    share: Floats = np.divide(won, pairs, out=np.zeros(len(pairs)), where=pairs > 0)
    return share


def _replicate_areas(pos: Floats, neg: Floats, won: Floats | float, beyond: Floats | float = 0.0) -> Floats:
    """The AUC of each row of counts whose columns are in order of score; NaN without both classes.

    ``won`` is the share of the pairs inside a column that its positives win, ``beyond`` how many more than all of these.
    """
    pairs = pos.sum(axis=1) * neg.sum(axis=1)
    areas: Floats = np.divide(_pairs_won(pos, neg, won) + beyond, pairs, out=np.full(len(pairs), np.nan), where=pairs > 0)
    return areas


def _pairs_won(pos: Floats, neg: Floats, won: Floats | float) -> Floats:
    """How many pairs of each row of such counts its positives win."""
    pairs: Floats = (pos * (np.cumsum(neg, axis=1) - neg * (1 - won))).sum(axis=1)
    return pairs


def grouped_partial_auc(fpr_low: float, fpr_high: float, *rows: Any) -> Floats:
    """The area between two false positive rates, interpolated at both, of many groups.

    >>> grouped_partial_auc(0.0, 0.5, np.array([3.0]), np.array([1]), np.array([2.0, 1.0]), np.array([2])).tolist()
    [0.5]
    """
    ties = grouped_ties(*rows)
    tpr, fpr = ties.rates()
    with np.errstate(invalid="ignore", divide="ignore"):
        width = ties.neg / ties.neg_totals[ties.group]
        height = ties.pos / ties.pos_totals[ties.group]
        left, right = np.clip(fpr, fpr_low, fpr_high), np.clip(fpr + width, fpr_low, fpr_high)
        middle = tpr + height * np.where(width > 0, ((left + right) / 2 - fpr) / width, 0)
        pieces = np.where(right > left, (right - left) * middle, 0)
    return np.where(np.isnan(ties.both_classes()), np.nan, ties.of_groups(np.nan_to_num(pieces).astype(np.longdouble)))


def grouped_average_precision(*rows: Any) -> Floats:
    """The step sum of precision over recall of many groups; NaN without both classes.

    >>> grouped_average_precision(np.array([3.0, 1.0]), np.array([2]), np.array([2.0]), np.array([1])).round(4).tolist()
    [0.8333]
    """
    ties = grouped_ties(*rows)
    tpr, fpr = ties.rates()
    with np.errstate(invalid="ignore", divide="ignore"):
        gained = ties.pos / ties.pos_totals[ties.group]
        tp = (tpr + gained) * ties.pos_weights[ties.group]
        fp = (fpr + ties.neg / ties.neg_totals[ties.group]) * ties.neg_weights[ties.group]
        pieces = np.where(gained > 0, gained * tp / (tp + fp), 0)
    sums = np.minimum(ties.of_groups(np.nan_to_num(pieces).astype(np.longdouble)), 1)
    return np.where(np.isnan(ties.both_classes()), np.nan, sums)


def grouped_ks(*rows: Any) -> Floats:
    """The largest distance of the two rates, the Kolmogorov-Smirnov statistic, of many groups.

    >>> grouped_ks(np.array([3.0, 1.0]), np.array([2]), np.array([2.0]), np.array([1])).tolist()
    [0.5]
    """
    ties = grouped_ties(*rows)
    tpr, fpr = ties.rates()
    return np.where(np.isnan(ties.both_classes()), np.nan, np.minimum(ties.largest(np.abs(tpr - fpr)), 1))


def grouped_brier(
    pos: Floats,
    pos_sizes: NDArray[np.int64],
    neg: Floats,
    neg_sizes: NDArray[np.int64],
    pos_weights: Floats | None = None,
    neg_weights: Floats | None = None,
) -> Floats:
    """The mean squared distance of score and label of many groups; NaN where a group is empty.

    >>> grouped_brier(np.array([0.5]), np.array([1]), np.array([0.0]), np.array([1])).tolist()
    [0.125]
    """
    lost, weight = np.zeros(len(pos_sizes)), np.zeros(len(pos_sizes))
    for squares, sizes, weights in (((1 - pos) ** 2, pos_sizes, pos_weights), (neg**2, neg_sizes, neg_weights)):
        each = np.ones(len(squares)) if weights is None else weights
        lost += _class_weights(squares * each, sizes)
        weight += _class_weights(each, sizes)
    mean: Floats = np.divide(lost, weight, out=np.full(len(lost), np.nan), where=weight > 0)
    return mean


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
    parts = [
        weights.astype(np.longdouble) / np.repeat(_class_weights(weights, sizes), sizes)
        for weights, sizes in ((pos_weights, pos_sizes), (neg_weights, neg_sizes))
    ]
    return np.concatenate(parts)[order]


def _class_weights(weights: Floats, sizes: NDArray[np.int64]) -> Floats:
    """The sum of each group's weights."""
    with np.errstate(over="ignore"):
        totals: Floats = _sums(weights, sizes)
    if np.isinf(totals).any():
        raise RocsqlError("The weights of a group add up past the largest double: divide all weights by a constant.")
    return totals


def thinned(group: NDArray[np.int64], tp: Floats, fp: Floats, p: Floats, n: Floats, max_points: int) -> NDArray[np.bool_]:
    """Which operating points to keep, at most so many a group: the rule of docs/conventions.md."""
    keep = np.zeros(len(group), dtype=bool)
    starts = np.flatnonzero(np.concatenate(([True], group[1:] != group[:-1]))) if len(group) else np.zeros(0, dtype=np.int64)
    for start, end in pairwise([*starts, len(group)]):
        keep[start + _thinned_one(tp[start:end], fp[start:end], p[start], n[start], max_points)] = True
    return keep


def _thinned_one(tp: Floats, fp: Floats, p: float, n: float, max_points: int) -> NDArray[np.int64]:
    """The places of the points of one curve to keep."""
    # A class without members has no rate; the other one then tells the way alone.
    tpr, fpr = tp / p if p > 0 else fp / n, fp / n if n > 0 else tp / p
    return _thinned_along(tp, fp, (tpr + fpr) / 2, max_points)


def thinned_path(y: Floats, x: Floats, max_points: int) -> NDArray[np.int64]:
    """The places of the points of any path to keep: the same rule, where the way also counts what goes back.

    >>> thinned_path(np.zeros(100), np.linspace(0, 1, 100), 8).tolist()
    [0, 49, 50, 99]
    """
    way = np.concatenate(([0.0], np.cumsum(np.abs(np.diff(x)) + np.abs(np.diff(y)))))
    return _thinned_along(y, x, way / way[-1] if way[-1] > 0 else way, max_points)


def _thinned_along(y: Floats, x: Floats, way: Floats, max_points: int) -> NDArray[np.int64]:
    """The places to keep of points that lie so far along the way, from 0 to 1."""
    if len(y) <= max_points:
        return np.arange(len(y))
    hull = np.arange(len(y))
    for _ in range(5):
        hull = hull[_above_chords(y[hull], x[hull])]
    bins = (max_points - len(hull)) // 4
    if 6 * bins <= max_points:
        bins, hull = max_points // 4, np.zeros(0, dtype=np.int64)
    place = np.minimum(np.floor(bins * way), bins - 1)
    first = np.flatnonzero(np.concatenate(([True], place[1:] != place[:-1])))
    last = np.append(first[1:], len(y)) - 1
    which = np.repeat(np.arange(len(first)), last - first + 1)
    a, b = first[which], last[which]
    above = (x[b] - x[a]) * (y - y[a]) - (y[b] - y[a]) * (x - x[a])
    extremes = [
        np.minimum.reduceat(np.where(above == bound.reduceat(above, first)[which], np.arange(len(y)), len(y)), first)
        for bound in (np.maximum, np.minimum)
    ]
    return np.unique(np.concatenate((first, last, *extremes, hull)))


def hull_places(y: NDArray[Any], x: NDArray[Any]) -> NDArray[np.int64]:
    """The places of the vertices of a path's upper convex hull. Its points go to the right or upwards, and none is there twice.

    >>> hull_places(np.array([0.0, 0.5, 0.5, 0.9, 1.0]), np.array([0.0, 0.0, 0.4, 0.5, 1.0])).tolist()
    [0, 1, 3, 4]
    """
    hull = np.arange(len(y))
    while not (above := _above_chords(y[hull], x[hull])).all():
        hull = hull[above]
    return hull


def _above_chords(tp: NDArray[Any], fp: NDArray[Any]) -> NDArray[np.bool_]:
    """Which points lie above the chords that reach 1, 4, 16, ... points to both sides: all vertices of the hull do."""
    above = np.ones(len(tp), dtype=bool)
    for reach in (1, 4, 16, 64, 256, 1024):
        if len(tp) > 2 * reach:
            y, x = tp[reach:-reach], fp[reach:-reach]
            before, after = slice(None, -2 * reach), slice(2 * reach, None)
            above[reach:-reach] &= (fp[after] - fp[before]) * (y - tp[before]) > (tp[after] - tp[before]) * (x - fp[before])
    return above


def tpr_at(grid: Floats, tpr: Floats, fpr: Floats) -> Floats:
    """Alg. 4: the highest tpr that a curve has at each fpr, or the line between its points where it has none.

    >>> tpr_at(np.array([0.0, 0.25, 1.0]), np.array([0.0, 0.5, 1.0]), np.array([0.0, 0.0, 1.0])).tolist()
    [0.5, 0.625, 1.0]
    """
    at = np.searchsorted(fpr, grid, "right") - 1
    after = np.minimum(at + 1, len(fpr) - 1)
    width = fpr[after] - fpr[at]
    share = np.divide(grid - fpr[at], width, out=np.zeros(len(grid)), where=width > 0)
    read: Floats = tpr[at] + share * (tpr[after] - tpr[at])
    return read


def drawn_thresholds(scores: list[Floats], samples: int) -> Floats:
    """Alg. 5: every step-th of all scores of all curves, descending, and the lowest, each once, after +inf.

    >>> drawn_thresholds([np.array([3.0, 1.0]), np.array([2.0, 1.0])], 2).tolist()
    [inf, 3.0, 1.0]
    """
    every = np.sort(np.concatenate(scores))[::-1]
    drawn = np.append(every[:: max(1, len(every) // samples)], every[-1])
    return np.concatenate(([np.inf], np.unique(drawn)[::-1]))


def places_of(thresholds: Floats, scores: Floats) -> NDArray[np.int64]:
    """Where on a curve each threshold's point is. The curve's first score, +inf, is its origin; so is the first threshold.

    >>> places_of(np.array([np.inf, 2.5, 2.0, 0.0]), np.array([np.inf, 3.0, 2.0])).tolist()
    [0, 1, 2, 2]
    """
    places = len(scores) - 1 - np.searchsorted(scores[:0:-1], thresholds, "left")
    places[0] = 0
    return places


def t_quantile(p: float, df: int) -> float:
    """Student's quantile for p > 1/2: the root of the distribution function, by bisection on its incomplete beta integral.

    Past 200 degrees, where that loses digits, the series of Abramowitz & Stegun 26.7.5 with its fifth term.

    >>> round(t_quantile(0.975, 4), 9)
    2.776445105
    """
    if df > 200:
        z = _PROBIT(p)
        terms = (
            (z**3 + z) / 4,
            (5 * z**5 + 16 * z**3 + 3 * z) / 96,
            (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
            (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
            (27 * z**11 + 339 * z**9 + 930 * z**7 - 1782 * z**5 - 765 * z**3 + 17955 * z) / 368640,
        )
        return z + math.fsum(term / float(df) ** (i + 1) for i, term in enumerate(terms))
    low, high = 0.0, 2.0
    while _t_tail(high, df) > 1 - p:
        low, high = high, 2 * high
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if _t_tail(middle, df) > 1 - p else (low, middle)
    return (low + high) / 2


def _t_tail(t: float, df: int) -> float:
    """P(T > t) for t >= 0: half the incomplete beta function at df / (df + t^2), by Lentz's continued fraction."""
    x, a, b = df / (df + t * t), df / 2, 0.5
    if x >= 1:
        return 0.5
    flipped = x > (a + 1) / (a + b + 2)
    if flipped:
        x, a, b = t * t / (df + t * t), b, a
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, 1000):
        for numerator in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / (1 + numerator * d)
            c = 1 + numerator / c
            value *= c * d
        if abs(c * d - 1) < 1e-16:
            break
    return 0.5 * (1 - front * value if flipped else front * value)


def fixed_width(tp: Floats, fp: Floats, confidence: float, seed: int, replicates: int = 1000) -> float:
    """How far the whole curve is to be moved for a fixed-width band (Campbell 1994; Macskassy & Provost 2004), by bootstrap.

    The band of reach d goes from the curve moved by (d / sqrt(N), -d / sqrt(P)) to the curve moved the other way: along
    Campbell's slope, -sqrt(N / P). The reach is the least that holds ``confidence`` of the curves of samples drawn from the
    data, positives and negatives apart. NaN without one of the classes. ``tp``, ``fp`` count along the curve from the origin.

    >>> round(fixed_width(np.array([0.0, 30, 45, 50]), np.array([0.0, 5, 20, 50]), 0.95, seed=0), 2)
    0.64
    """
    p, n = tp[-1], fp[-1]
    if p == 0 or n == 0:
        return float("nan")
    # Along the curve `way` only grows; moving the curve leaves it as it is and changes `height` by twice the reach.
    way, height = fp / math.sqrt(n) + tp / math.sqrt(p), tp / math.sqrt(p) - fp / math.sqrt(n)
    draw = np.random.default_rng(seed)
    drawn_tp = np.cumsum(draw.multinomial(round(p), np.diff(tp, prepend=0) / p, size=replicates), axis=1)
    drawn_fp = np.cumsum(draw.multinomial(round(n), np.diff(fp, prepend=0) / n, size=replicates), axis=1)
    reaches = np.empty(replicates)
    for i in range(replicates):
        drawn_way = drawn_fp[i] / math.sqrt(n) + drawn_tp[i] / math.sqrt(p)
        drawn_height = drawn_tp[i] / math.sqrt(p) - drawn_fp[i] / math.sqrt(n)
        # Two polygons are farthest apart at a corner of one of them.
        there, back = np.interp(way, drawn_way, drawn_height) - height, np.interp(drawn_way, way, height) - drawn_height
        reaches[i] = max(np.abs(there).max(), np.abs(back).max()) / 2
    reach = float(np.quantile(reaches, confidence, method="higher"))
    return reach if reach > 1e-12 else 0.0  # what rounding leaves of curves that all coincide


def working_hotelling(tp: Floats, fp: Floats, confidence: float, grid: Floats) -> Floats:
    """Working-Hotelling's band around the binormal curve of maximum likelihood: tpr, lower and upper end at each fpr.

    tpr = Phi(a + b z) with z = Phi^-1(fpr), and to both sides sqrt(-2 ln(1 - confidence)) standard errors of a + b z (Ma & Hall
    1993). NaN where there is no such curve: two points strictly inside the square are the least that determine one.

    >>> working_hotelling(np.array([0.0, 30, 45, 50]), np.array([0.0, 5, 20, 50]), 0.95, np.array([0.1])).round(2).tolist()
    [[0.6, 0.31, 0.84]]
    """
    fit = _binormal(tp, fp)
    if fit is None:
        return np.full((len(grid), 3), np.nan)
    (a, b), covariance = fit
    reach = math.sqrt(-2 * math.log1p(-confidence))
    # At 0 and 1 the lines go where their slopes take them: a point so far out shows it.
    z = np.array([_PROBIT(x) if 0 < x < 1 else math.copysign(1e9, x - 0.5) for x in grid])
    errors = np.sqrt(np.maximum(covariance[0, 0] + 2 * z * covariance[0, 1] + z * z * covariance[1, 1], 0))
    line = a + b * z
    return np.stack([_phi(line), _phi(line - reach * errors), _phi(line + reach * errors)], axis=1)


def _phi(x: Floats) -> Floats:
    return np.array([math.erfc(-value / math.sqrt(2)) / 2 for value in x])


def _binormal(tp: Floats, fp: Floats, most: int = 25) -> tuple[Floats, Floats] | None:
    """(a, b) of the binormal curve of maximum likelihood and their covariance; None where it does not exist.

    By Fisher scoring on at most ``most`` categories (Dorfman & Alf 1969; Metz 1998 for continuous scores).
    """
    p, n = tp[-1], fp[-1]
    if p == 0 or n == 0:
        return None
    bins = np.minimum((most * (tp / p + fp / n) / 2).astype(np.int64), most - 1)
    ends = np.flatnonzero(np.diff(bins, append=most))
    inside = [i for i in ends if 0 < tp[i] < p and 0 < fp[i] < n]
    if len(inside) < 2:
        return None
    pos = np.diff(np.concatenate(([0], tp[inside], [p])))
    neg = np.diff(np.concatenate(([0], fp[inside], [n])))
    x = np.array([_PROBIT(v) for v in fp[inside] / n])
    y = np.array([_PROBIT(v) for v in tp[inside] / p])
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        return None
    slope = np.ptp(y) / np.ptp(x)
    # a, b, then each category's lower limit as the normal deviate of its fpr.
    theta = np.concatenate(([y.mean() - slope * x.mean(), slope], x + np.arange(len(x)) * 1e-6))
    likelihood = _binormal_likelihood(theta, pos, neg)
    for _ in range(200):
        gradient, information = _binormal_score(theta, pos, neg)
        try:
            step = np.linalg.solve(information, gradient)
        except np.linalg.LinAlgError:
            return None
        length = 1.0
        while length > 1e-8:
            trial = theta + length * step
            if trial[1] > 0 and np.all(np.diff(trial[2:]) > 0):
                reached = _binormal_likelihood(trial, pos, neg)
                if reached >= likelihood:
                    break
            length /= 2
        else:
            break
        theta, likelihood = trial, reached
        if np.abs(length * step).max() < 1e-10:
            break
    _, information = _binormal_score(theta, pos, neg)
    if not np.all(np.isfinite(information)) or np.linalg.cond(information) > 1e12:
        return None
    covariance: Floats = np.linalg.inv(information).astype(np.float64)
    return theta[:2], covariance[:2, :2]


def _binormal_likelihood(theta: Floats, pos: Floats, neg: Floats) -> float:
    a, b, limits = theta[0], theta[1], theta[2:]
    value = 0.0
    for counts, deviates in ((neg, limits), (pos, a + b * limits)):
        chances = np.diff(np.concatenate(([0.0], _phi(deviates), [1.0])))
        if np.any((chances <= 0) & (counts > 0)):
            return -math.inf
        value += float(np.sum(counts[counts > 0] * np.log(chances[counts > 0])))
    return value


def _binormal_score(theta: Floats, pos: Floats, neg: Floats) -> tuple[Floats, Floats]:
    """The gradient of the likelihood, and the information that is expected."""
    a, b, limits = theta[0], theta[1], theta[2:]
    k = len(limits)
    gradient, information = np.zeros(k + 2), np.zeros((k + 2, k + 2))
    for counts, deviates, by_ab, by_limit in (
        (neg, limits, np.zeros((k, 2)), 1.0),
        (pos, a + b * limits, np.stack([np.ones(k), limits], axis=1), b),
    ):
        density = np.exp(-deviates * deviates / 2) / math.sqrt(2 * math.pi)
        slopes = np.zeros((k + 2, k + 2))  # of the cumulative chances at the limits, between 0 and 1
        slopes[1:-1, :2] = density[:, None] * by_ab
        slopes[np.arange(1, k + 1), np.arange(2, k + 2)] = density * by_limit
        by_category = np.diff(slopes, axis=0)
        chances = np.maximum(np.diff(np.concatenate(([0.0], _phi(deviates), [1.0]))), 1e-300)
        gradient += by_category.T @ (counts / chances)
        information += counts.sum() * by_category.T @ (by_category / chances[:, None])
    return gradient, information


def sketch_bounds(
    bins: list[int], low: list[float], high: list[float], pos: list[Any], neg: list[Any], *, whole: bool
) -> tuple[float | None, float | None, float | None, Any, Any]:
    """The AUC of bins, the least and the greatest that their rows may have, and the sums of both classes.

    Whole counts are added as Python's integers, so the bounds are exact; weights may have been rounded, which 1e-12 covers.

    >>> sketch_bounds([2, 1, 2], [0.5, 0.25, 0.5], [0.6, 0.3, 0.6], [1, 0, 1], [0, 1, 1], whole=True)
    (0.75, 0.5, 1.0, 2, 2)
    """
    sums: dict[int, list[Any]] = {}
    for number, least, most, p, n in zip(bins, low, high, pos, neg, strict=True):
        for name, value in (("pos", p), ("neg", n)):
            if value is None or not 0 <= value < math.inf:
                raise RocsqlError(f"{name} must be finite and not negative, but a row has {value}.")
        known = sums.setdefault(number, [least, most, 0, 0])
        if known[:2] != [least, most]:
            raise _different_precision(number, least, most)
        known[2] += p
        known[3] += n
    positives, negatives = (sum(known[side] for known in sums.values()) for side in (2, 3))
    # Weights are shares of their class, whose products fit a float whatever the weights.
    units = (1, 1) if whole else (positives or 1, negatives or 1)
    won, open_pairs, below, last = 0, 0, 0, -math.inf
    for at, number in enumerate(sorted(sums)):
        least, most = sums[number][:2]
        p, n = (count if whole else count / unit for count, unit in zip(sums[number][2:], units, strict=True))
        if least <= last and at:
            raise _different_precision(number, least, most)
        last = most
        won += 2 * p * below
        if least == most:
            won += p * n
        else:
            open_pairs += p * n
        below += n
    if positives == 0 or negatives == 0:
        return None, None, None, positives, negatives
    unit, slack = (2 * float(positives) * float(negatives), 0.0) if whole else (2.0, 1e-12)
    bounds = max(float(won) / unit - slack, 0.0), min(float(won + 2 * open_pairs) / unit + slack, 1.0)
    return float(won + open_pairs) / unit, *bounds, positives, negatives


def _different_precision(number: int, least: float, most: float) -> RocsqlError:
    return RocsqlError(
        f"bin {number} has scores from {least} to {most}, which another row or bin has too: "
        "sketches of different precision do not add up."
    )
