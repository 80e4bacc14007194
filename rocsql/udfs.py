"""The Arrow UDFs around the kernels: lists of scores in, one number a group out."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rocsql import kernels

Lists: TypeAlias = "pa.Array | pa.ChunkedArray"


#: DuckDB calls from several threads, but short NumPy calls that keep handing each other the interpreter take longer than one
#: after the other.
_TURN = Lock()


def _end_to_end(lists: Lists) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The values of all lists one after the other, and each list's length; a NULL list is empty."""
    array = lists.combine_chunks() if isinstance(lists, pa.ChunkedArray) else lists
    sizes = array.value_lengths().fill_null(0).to_numpy(zero_copy_only=False).astype(np.int64)
    return array.flatten().to_numpy(zero_copy_only=False), sizes


def _nullable(values: NDArray[np.float64]) -> pa.Array:
    """NaN, the kernels' word for no answer, as NULL."""
    return pa.array(values, mask=np.isnan(values))


def auc(pos: Lists, neg: Lists) -> pa.Array:
    """AUC of each pair of lists."""
    with _TURN:
        pos_values, pos_sizes = _end_to_end(pos)
        neg_values, neg_sizes = _end_to_end(neg)
        return _nullable(kernels.grouped_auc(pos_values, pos_sizes, neg_values, neg_sizes))


def weighted_auc(pos: Lists, pos_weights: Lists, neg: Lists, neg_weights: Lists) -> pa.Array:
    """AUC of each pair of lists of weighted scores."""
    with _TURN:
        pos_values, pos_sizes = _end_to_end(pos)
        neg_values, neg_sizes = _end_to_end(neg)
        weights = _end_to_end(pos_weights)[0], _end_to_end(neg_weights)[0]
        return _nullable(kernels.grouped_auc(pos_values, pos_sizes, neg_values, neg_sizes, *weights))


#: Name in SQL -> function, and how many lists of DOUBLE it takes.
UDFS: dict[str, tuple[Callable[..., Any], int]] = {
    "_rocsql_udf_auc": (auc, 2),
    "_rocsql_udf_weighted_auc": (weighted_auc, 4),
}
