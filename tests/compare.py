"""Equality as the conformance suite means it: counts exactly, floats to 1e-12."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

TOLERANCE = 1e-12


def same(actual: Any, expected: Any) -> bool:
    if actual is None or expected is None:
        return actual is expected
    if isinstance(actual, int) and not isinstance(actual, bool):
        return actual == expected
    if isinstance(actual, float):
        return actual == expected or math.isclose(actual, expected, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return bool(actual == expected)


def assert_rows(actual: Sequence[dict[str, Any]], expected: Sequence[dict[str, Any]]) -> None:
    """The same rows in the same order, by the columns that are expected."""
    assert len(actual) == len(expected), (len(actual), len(expected), actual, expected)
    for place, (row, wanted) in enumerate(zip(actual, expected, strict=True)):
        for name, value in wanted.items():
            assert same(row[name], value), f"row {place}, {name}: {row[name]!r} is not {value!r} in {row}"
