"""Named tables that find mistakes: ties, one class, NULLs, infinities, weights, awkward names."""

from __future__ import annotations

import math
from typing import Any

import pyarrow as pa
from hypothesis import strategies as st

INF = math.inf

#: Fawcett 2004, figure 3: class and score of twenty instances.
FIGURE_3 = [
    *[
        ("p", 0.9),
        ("p", 0.8),
        ("n", 0.7),
        ("p", 0.6),
        ("p", 0.55),
        ("p", 0.54),
        ("n", 0.53),
        ("n", 0.52),
        ("p", 0.51),
        ("n", 0.505),
    ],
    *[
        ("p", 0.4),
        ("n", 0.39),
        ("p", 0.38),
        ("n", 0.37),
        ("n", 0.36),
        ("n", 0.35),
        ("p", 0.34),
        ("n", 0.33),
        ("p", 0.30),
        ("n", 0.1),
    ],
]

#: Fawcett 2004, figure 4.
FIGURE_4 = list(
    zip("ppppppnnnn", [0.99999, 0.99999, 0.99993, 0.99986, 0.99964, 0.99955, 0.68139, 0.50961, 0.48880, 0.44951], strict=True)
)

#: name -> (scores, labels)
PLAIN: dict[str, tuple[list[float | None], list[bool | None]]] = {
    "figure 3": ([s for _, s in FIGURE_3], [c == "p" for c, _ in FIGURE_3]),
    "figure 4": ([s for _, s in FIGURE_4], [c == "p" for c, _ in FIGURE_4]),
    "flach, perfect": ([0.8, 0.7, 0.6, 0.4, 0.3, 0.2], [True, True, True, False, False, False]),
    "flach, 8/9": ([1, 0.9, 0.51, 0.49, 0.1, 0], [True, True, False, True, False, False]),
    "one tie (figure 6)": ([0.5] * 10, [True] * 6 + [False] * 4),
    "two ties": ([0.5] * 10 + [0.7] * 10, ([True] * 6 + [False] * 4) + ([True] * 7 + [False] * 3)),
    "worst": ([0.1, 0.2, 0.8, 0.9], [True, True, False, False]),
    "only positives": ([0.1, 0.2, 0.2], [True, True, True]),
    "only negatives": ([0.1, 0.2, 0.2], [False, False, False]),
    "one of each": ([0.3, 0.7], [False, True]),
    "one row": ([0.3], [True]),
    "empty": ([], []),
    "nulls": ([0.1, None, 0.4, 0.8, None], [False, True, None, True, None]),
    "nothing but nulls": ([None, 0.2], [True, None]),
    "infinities": ([INF, INF, -INF, 0.0, 1.0, -INF], [True, False, True, False, True, False]),
    "zeros of both signs": ([0.0, -0.0, 0.0, -0.0, 1.0], [True, False, False, True, True]),
    "negative scores": ([-3.5, -2.0, -2.0, -1e300, 1e300, 1e-300], [True, False, True, False, True, False]),
    "neighbouring doubles": ([0.1, math.nextafter(0.1, 1), math.nextafter(0.1, 0), 0.1], [True, False, True, False]),
}


def table(**columns: Any) -> pa.Table:
    """A table from lists; ``score`` and ``label`` get their types even when empty."""
    types = {"score": pa.float64(), "label": pa.bool_(), "weight": pa.float64(), "model": pa.string()}
    return pa.table({name: pa.array(values, type=types.get(name)) for name, values in columns.items()})


scores = st.one_of(
    st.sampled_from([0.0, -0.0, 0.25, 0.5, 0.75, 1.0, -1.5, INF, -INF]),
    st.floats(allow_nan=False, width=64),
)
weights = st.sampled_from([0.0, 0.25, 0.5, 1.0, 2.0, 3.0, 1e-3, 1e6])
rows = st.lists(
    st.tuples(
        st.one_of(st.none(), scores),
        st.sampled_from([True, False, True, False, None]),
        weights,
        st.sampled_from(["a", "b", None]),
    ),
    max_size=40,
)
