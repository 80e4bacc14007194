"""Doubles on which a bin can go wrong: powers of two and their neighbours, subnormals, the ends of the range, bits at random."""

from __future__ import annotations

import math
import random
import struct
from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests import oracle


def of_bits(bits: int) -> float:
    value: float = struct.unpack("<d", struct.pack("<q", bits))[0]
    return value


_powers = st.integers(-1074, 1023).map(lambda exponent: math.ldexp(1.0, exponent))
_beside = st.tuples(_powers, st.sampled_from([0.0, math.inf])).map(lambda pair: math.nextafter(*pair))
_sizes = st.one_of(
    _powers, _beside, st.floats(0, 2.3e-308), st.sampled_from([0.0, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308])
)
doubles = st.one_of(st.floats(allow_nan=False), st.tuples(_sizes, st.sampled_from([1, -1])).map(math.prod))


def _drawn() -> list[float]:
    """What Hypothesis tries first, for engines that are asked once about many doubles."""
    seen: list[float] = []

    @settings(max_examples=200, derandomize=True, database=None)
    @given(st.lists(doubles, max_size=20))
    def draw(values: list[float]) -> None:
        seen.extend(values)

    draw()
    return seen


def _some() -> list[float]:
    draw = random.Random(13)
    powers = [math.ldexp(1.0, exponent) for exponent in range(-1074, 1024)]
    beside = [math.nextafter(power, to) for power in powers for to in (0.0, math.inf)]
    bits = [of_bits(draw.randrange(2047 << 52)) for _ in range(500)]
    subnormal = [of_bits(draw.randrange(1, 1 << 52)) for _ in range(200)]
    sizes = [*powers, *beside, *bits, *subnormal, 0.0, 5e-324, 1.7976931348623157e308, math.inf]
    return [*(size * draw.choice([1, -1]) for size in sizes), *_drawn(), math.inf, -math.inf]


SOME = _some()


def sketch_of_some(precision: int) -> list[dict[str, Any]]:
    """The sketch of SOME whose positives are above 1. The oracle's own takes as many steps as there are scores and bins."""
    numbers = [(oracle.score_bin(score, precision), score > 1) for score in SOME]
    counts = Counter(numbers)
    names = ("bin", "score_low", "score_high", "pos", "neg")
    return [
        dict(zip(names, (b, *oracle.bin_edges(b, precision), counts[b, True], counts[b, False]), strict=True))
        for b in sorted({number for number, _ in numbers}, reverse=True)
    ]
