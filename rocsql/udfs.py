"""The Arrow UDFs around the kernels: a group's lists in, its numbers out."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from threading import BoundedSemaphore
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rocsql import kernels

Lists: TypeAlias = "pa.Array | pa.ChunkedArray"


#: DuckDB calls from several threads. Two get on beside each other; more, whose NumPy calls keep handing each other the
#: interpreter, would take longer than one after the other.
_TURN = BoundedSemaphore(2)


def _end_to_end(lists: Lists) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """The values of all lists one after the other, and each list's length; a NULL list is empty."""
    array = lists.combine_chunks() if isinstance(lists, pa.ChunkedArray) else lists
    sizes = array.value_lengths().fill_null(0).to_numpy(zero_copy_only=False).astype(np.int64)
    return array.flatten().to_numpy(zero_copy_only=False), sizes


def _in_groups(*lists: Lists) -> Iterator[tuple[NDArray[Any], ...]]:
    """Each group's lists as arrays."""
    return zip(*(kernels.in_groups(*_end_to_end(one)) for one in lists), strict=True)


def _nullable(values: NDArray[Any]) -> pa.Array:
    """NaN, the kernels' word for no answer, as NULL."""
    return pa.array(values, mask=np.isnan(values))


def _lists(rows: NDArray[Any]) -> pa.Array:
    """The rows of an array as lists."""
    ends = np.arange(0, rows.size + 1, rows.shape[1], dtype=np.int32)
    return pa.ListArray.from_arrays(pa.array(ends), _nullable(rows.ravel()))


def _of_signed_lists(kernel: Callable[..., NDArray[np.float64]]) -> Callable[..., pa.Array]:
    """The kernel on each pair of lists: a group's scores from 0 on and below it, its positives with a minus."""

    def udf(upper: Lists, lower: Lists) -> pa.Array:
        with _TURN:
            return _nullable(kernel(*_end_to_end(upper), *_end_to_end(lower)))

    return udf


def _by_class(kernel: Callable[..., NDArray[np.float64]]) -> Callable[..., NDArray[np.float64]]:
    """The kernel of each class's scores, on signed ones."""
    return lambda *signed: kernel(*kernels.of_classes(*signed))


def _of_four_lists(kernel: Callable[..., NDArray[np.float64]]) -> Callable[..., pa.Array]:
    """The kernel on each pair of lists of weighted scores."""

    def udf(pos: Lists, pos_weights: Lists, neg: Lists, neg_weights: Lists) -> pa.Array:
        with _TURN:
            weights = _end_to_end(pos_weights)[0], _end_to_end(neg_weights)[0]
            return _nullable(kernel(*_end_to_end(pos), *_end_to_end(neg), *weights))

    return udf


def _columns(kernel: Callable[..., tuple[NDArray[Any], ...]], names: list[str], *lists: Lists) -> pa.Array:
    """The kernel on each group's lists: its columns, as lists."""
    with _TURN:
        found = [kernel(*group) for group in _in_groups(*lists)]
        ends = pa.array(np.cumsum([0, *(len(columns[0]) for columns in found)]), type=pa.int32())
        columns = (parts[0] if len(parts) == 1 else np.concatenate(parts) for parts in zip(*found, strict=True))
        return pa.StructArray.from_arrays([pa.ListArray.from_arrays(ends, pa.array(column)) for column in columns], names)


def points(pos: Lists, neg: Lists) -> pa.Array:
    """The ROC points of each group."""
    return _columns(kernels.points, ["score", "tp", "fp"], pos, neg)


def hull(pos: Lists, neg: Lists) -> pa.Array:
    """The vertices of each group's hull."""
    return _columns(kernels.hull, ["score", "tp", "fp", "follower"], pos, neg)


def count_points(score: Lists, pos: Lists, neg: Lists) -> pa.Array:
    """The ROC points of each group's counts."""
    return _columns(kernels.count_points, ["score", "tp", "fp"], score, pos, neg)


def interval(upper: Lists, lower: Lists) -> pa.Array:
    """Each group's AUC, the standard error and p; of lists as ``_of_signed_lists`` takes them."""
    with _TURN:
        return _lists(np.stack(kernels.grouped_interval_of_signed(*_end_to_end(upper), *_end_to_end(lower)), axis=1))


def count_pairs(score: Lists, pos: Lists, neg: Lists) -> pa.Array:
    """The sums of DeLong's method for each group's counts."""
    with _TURN:
        return _lists(np.array([kernels.count_pairs(*group) for group in _in_groups(score, pos, neg)]))


def compared_pairs(pos: Lists, other_pos: Lists, neg: Lists, other_neg: Lists) -> pa.Array:
    """The sums of DeLong's paired test for each group's two scores."""
    with _TURN:
        return _lists(np.array([kernels.compared_pairs(*group) for group in _in_groups(pos, other_pos, neg, other_neg)]))


def bootstrap(
    pos: Lists, neg: Lists, pos_cluster: Lists, neg_cluster: Lists, replicates: Lists, seed: Lists, confidence: Lists
) -> pa.Array:
    """AUC of each group's rows, and the ends of its bootstrap interval."""
    return _resampled(kernels.bootstrap, (pos, neg, pos_cluster, neg_cluster), (replicates, seed, confidence))


def bootstrap_cells(pos: Lists, neg: Lists, won: Lists, replicates: Lists, seed: Lists, confidence: Lists) -> pa.Array:
    """``bootstrap`` of each group's counted rows."""
    return _resampled(kernels.bootstrap_cells, (pos, neg, won), (replicates, seed, confidence))


def _resampled(
    kernel: Callable[..., tuple[float, float, float]], lists: tuple[Lists, ...], values: tuple[Lists, ...]
) -> pa.Array:
    with _TURN:
        options = zip(*(column.to_pylist() for column in values), strict=True)
        answers = [kernel(*group, *option) for group, option in zip(_in_groups(*lists), options, strict=True)]
        return _lists(np.array(answers, dtype=np.float64).reshape(-1, 3))


def fixed_width(tp: Lists, fp: Lists, confidence: pa.Array, seed: pa.Array) -> pa.Array:
    """The reach of the fixed-width band around each curve."""
    return _nullable(
        np.array(
            [
                kernels.fixed_width(np.array(tps), np.array(fps), level, start)
                for tps, fps, level, start in zip(*(column.to_pylist() for column in (tp, fp, confidence, seed)), strict=True)
            ],
            dtype=np.float64,
        )
    )


def working_hotelling(tp: Lists, fp: Lists, confidence: pa.Array, samples: pa.Array) -> pa.Array:
    """Tpr, lower and upper end of the band at each fpr of the grid, end to end; NULL where there is no binormal curve."""
    bands = (
        kernels.working_hotelling(np.array(tps), np.array(fps), level, np.arange(size + 1) / size).ravel()
        for tps, fps, level, size in zip(*(column.to_pylist() for column in (tp, fp, confidence, samples)), strict=True)
    )
    return pa.array([_none_for_nan(band) for band in bands], type=pa.list_(pa.float64()))


def _none_for_nan(values: NDArray[np.float64]) -> list[float | None]:
    return [None if math.isnan(value) else value for value in values.tolist()]


_SCORES = "DOUBLE[]"
_COUNTS = "BIGINT[]"
_REPEATED = ["BIGINT", "BIGINT", "DOUBLE"]

#: On each class's scores, with weights or without.
_KERNELS = {
    "average_precision": kernels.grouped_average_precision,
    "ks": kernels.grouped_ks,
    "brier": kernels.grouped_brier,
}

#: Name in SQL -> function, what it takes and what it gives.
UDFS: dict[str, tuple[Callable[..., Any], list[str], str]] = {
    **{
        f"_rocsql_udf_{name}": (_of_signed_lists(_by_class(kernel)), [_SCORES] * 2, "DOUBLE")
        for name, kernel in _KERNELS.items()
    },
    "_rocsql_udf_weighted_auc": (_of_four_lists(kernels.grouped_auc), [_SCORES] * 4, "DOUBLE"),
    "_rocsql_udf_auc": (_of_signed_lists(kernels.grouped_auc_of_signed), [_SCORES] * 2, "DOUBLE"),
    **{f"_rocsql_udf_weighted_{name}": (_of_four_lists(kernel), [_SCORES] * 4, "DOUBLE") for name, kernel in _KERNELS.items()},
    "_rocsql_udf_points": (points, [_SCORES] * 2, "STRUCT(score DOUBLE[], tp INTEGER[], fp INTEGER[])"),
    "_rocsql_udf_count_points": (
        count_points,
        [_SCORES, *["INTEGER[]"] * 2],
        "STRUCT(score DOUBLE[], tp INTEGER[], fp INTEGER[])",
    ),
    "_rocsql_udf_count_pairs": (count_pairs, [_SCORES, *["INTEGER[]"] * 2], _COUNTS),
    "_rocsql_udf_compared_pairs": (compared_pairs, [_SCORES] * 4, _COUNTS),
    "_rocsql_udf_hull": (
        hull,
        [_SCORES] * 2,
        "STRUCT(score DOUBLE[], tp INTEGER[], fp INTEGER[], follower DOUBLE[])",
    ),
    "_rocsql_udf_interval": (interval, [_SCORES] * 2, _SCORES),
    "_rocsql_udf_bootstrap": (bootstrap, [_SCORES, _SCORES, _COUNTS, _COUNTS, *_REPEATED], _SCORES),
    "_rocsql_udf_bootstrap_cells": (bootstrap_cells, [*[_COUNTS] * 2, _SCORES, *_REPEATED], _SCORES),
    "_rocsql_udf_fixed_width": (fixed_width, [_SCORES, _SCORES, "DOUBLE", "BIGINT"], "DOUBLE"),
    "_rocsql_udf_working_hotelling": (working_hotelling, [_SCORES, _SCORES, "DOUBLE", "BIGINT"], _SCORES),
}
