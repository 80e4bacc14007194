"""The kernels by themselves: what large inputs, shared by cores, and groups in rows of one length come to."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocsql import kernels
from tests import oracle

_rows = st.tuples(st.one_of(st.integers(0, 6).map(float), st.floats(0, 1e300), st.just(math.inf)), st.booleans())


@given(groups=st.lists(st.lists(_rows, max_size=25), min_size=1, max_size=12))
def test_intervals_of_groups(groups: list[list[tuple[float, bool]]]) -> None:
    """From the places of both classes where scores are distinct, and another way for the groups that have ties."""
    signed = np.array([-score if label else score for group in groups for score, label in group])
    sizes = np.array([len(group) for group in groups])
    none = np.zeros(0), np.zeros(len(groups), dtype=np.int64)
    found = np.array(kernels.grouped_interval_of_signed(signed, sizes, *none)).T
    for group, numbers in zip(groups, found, strict=True):
        rows = [(score, label, 1.0) for score, label in group]
        wanted = oracle.auc(rows), oracle.std_error(rows), oracle.null_p_value(rows)
        assert [None if math.isnan(number) else number for number in numbers] == [
            None if number is None else pytest.approx(number, rel=1e-9, abs=1e-12) for number in wanted
        ]


@pytest.mark.parametrize("ties", [1, 50, 10**6])
@pytest.mark.parametrize("positives", [0.0, 0.1, 0.9])
def test_points_on_several_cores(ties: int, positives: float) -> None:
    rng = np.random.default_rng(ties)
    n = 300_000
    label = rng.random(n) < positives
    score = np.floor(rng.normal(size=n) * ties) / 8
    score[:3] = math.inf, -math.inf, -0.0
    found = kernels.points(score[label], score[~label])
    distinct, which = np.unique(score + 0.0, return_inverse=True)
    counts = [np.bincount(which[label == side], minlength=len(distinct))[::-1].cumsum() for side in (True, False)]
    assert found[0].tolist() == [math.inf, *distinct[::-1]]
    assert found[1].tolist() == [0, *counts[0]]
    assert found[2].tolist() == [0, *counts[1]]


@pytest.mark.parametrize("n", [0, 1, 1_000, 300_001])
@pytest.mark.parametrize(
    "values",
    [
        lambda rng, n: rng.normal(size=n),
        lambda rng, n: rng.integers(0, 3, n).astype(float),
        lambda rng, n: rng.normal(size=2 * n)[::-2],
        # Of every size that a double has, and so close together that only their last bits differ.
        lambda rng, n: rng.normal(size=n) * 10.0 ** rng.integers(-308, 308, n),
        lambda rng, n: np.where(rng.random(n) < 0.5, -1, 1) * (1 + rng.integers(0, 500, n) * 2.0**-52),
        lambda rng, n: np.append(rng.choice([-math.inf, -5e-324, 0.0, 5e-324, math.inf], n)[1:], [1e308] * min(n, 1)),
    ],
)
def test_sorted_with_what_lies_beside(n: int, values: Any) -> None:
    rng = np.random.default_rng(n)
    score, beside = values(rng, n), rng.permutation(n)
    got_score, got_beside = kernels._sorted_beside(score, beside)
    assert np.array_equal(got_score, np.sort(score))
    assert np.array_equal(kernels._sorted(score), np.sort(score))
    assert np.array_equal(np.sort(got_beside), np.arange(n))
    of_row = np.empty(n)
    of_row[beside] = score
    assert np.array_equal(of_row[got_beside], got_score)


@given(values=st.lists(st.sampled_from([0.0, 0.5, 1.0, 2.0]), min_size=1, max_size=20), number=st.integers(1, 20))
def test_the_largest_and_the_first_of_equal_ones(values: list[float], number: int) -> None:
    wanted = sorted(range(len(values)), key=lambda i: (-values[i], i))
    first, others = kernels._largest(np.array(values), number)
    assert first.tolist() == sorted(wanted[:number])
    assert others.tolist() == sorted(wanted[number:])


@pytest.mark.parametrize("n", [10**9, 4 * 10**9, 10**11])
def test_bootstrap_of_counts_beyond_64_bits(n: int) -> None:
    """Pairs of so many rows are more than a BIGINT holds."""
    few = kernels.bootstrap_cells(np.array([1, 3]), np.array([3, 1]), None, 20, 0, 0.9)
    area, low, high = kernels.bootstrap_cells(np.array([n, 3 * n]), np.array([3 * n, n]), None, 20, 0, 0.9)
    assert area == few[0] == 0.75
    assert 0.7499 < low < area < high < 0.7501
    # In blocks, a straight line of 2,000 scores.
    share = np.arange(2_000) * (n // 1_000)
    area, low, high = kernels.bootstrap_cells(share, share[::-1].copy(), None, 20, 0, 0.9)
    assert area == pytest.approx(5 / 6, abs=1e-3)
    assert area - 1e-4 < low < area < high < area + 1e-4


@pytest.mark.parametrize(("apart", "cells"), [(1.0, 3_000), (1.0, 1_500), (4.0, 3_000)])
def test_bootstrap_of_cells_is_that_of_their_rows(apart: float, cells: int) -> None:
    """Rows counted in cells of several scores have the same area and an interval as wide, in blocks and without."""
    rng = np.random.default_rng(8)
    rows = 30_000
    label = (rng.random(rows) < 0.3).astype(np.int64)
    label = label[np.argsort(rng.normal(size=rows) + apart * label)]
    below = np.cumsum(1 - label)
    cell = np.arange(rows) * cells // rows
    pos, neg = np.bincount(cell, label).astype(np.int64), np.bincount(cell, 1 - label).astype(np.int64)
    won = np.bincount(cell, 2 * label * below) - 2 * pos * (np.cumsum(neg) - neg)
    single = [kernels.bootstrap_cells(label, 1 - label, None, 1000, seed, 0.95) for seed in range(4)]
    counted = [kernels.bootstrap_cells(pos, neg, won, 1000, seed, 0.95) for seed in range(4)]
    assert {area for area, _, _ in single} == {area for area, _, _ in counted}
    widths = [np.mean([high - low for _, low, high in found]) for found in (single, counted)]
    assert widths[1] == pytest.approx(widths[0], rel=0.06)
