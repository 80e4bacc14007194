"""The named cases and fixed random tables as the groups of one table: what an engine that is slow to start is asked about, at once."""

from __future__ import annotations

import random
from statistics import NormalDist
from typing import Any

import pyarrow as pa

from tests import cases, oracle
from tests.compare import assert_rows

WEIGHTS = [0.0, 0.25, 0.5, 1.0, 2.0, 3.0, 1e-3, 1e6]
SCORES = [0.0, -0.0, 0.25, 0.5, 0.75, 1.0, -1.5, cases.INF, -cases.INF]


def _rows() -> list[dict[str, Any]]:
    draw = random.Random(7)
    rows = []
    for name, (scores, labels) in cases.PLAIN.items():
        rows += [{"g": name, "score": s, "label": y} for s, y in zip(scores, labels, strict=True)]
    for group in (None, *(f"random {i}" for i in range(8))):
        for _ in range(draw.choice([1, 5, 40, 200])):
            score = draw.choice([draw.choice(SCORES), draw.gauss(0, 1), None])
            rows.append({"g": group, "score": score, "label": draw.choice([True, False, True, False, None])})
    for row in rows:
        row |= {
            "weight": draw.choice(WEIGHTS),
            "benefit": draw.choice([0.0, 0.02, 20.0, 12345.678]),
            "fold": draw.choice([1, 2, None]),
        }
        row["cost"] = draw.choice([0.0, 1.0, 3.5])
    draw.shuffle(rows)
    return rows


ROWS = _rows()
TYPES = {"g": pa.string(), "score": pa.float64(), "label": pa.bool_(), "weight": pa.float64(), "benefit": pa.float64()}
TABLE = pa.table(
    {
        name: pa.array([row[name] for row in ROWS], type=TYPES.get(name))
        for name in ("g", "score", "label", "weight", "benefit", "cost", "fold")
    }
)
GROUPS = [*sorted({row["g"] for row in ROWS if row["g"] is not None}), None]


def of(group: Any, weight: str | None = None) -> list[oracle.Row]:
    rows = [row for row in ROWS if row["g"] == group]
    return oracle.usable((row["score"], row["label"], row[weight] if weight else 1.0) for row in rows)


def tie_groups(weight: str | None) -> list[dict[str, Any]]:
    return [{"g": g, "score": s, "pos": p, "neg": n} for g in GROUPS for s, p, n in oracle.tie_groups(of(g, weight))]


def roc_curve(weight: str | None) -> list[dict[str, Any]]:
    names = ("threshold", "tp", "fp", "tpr", "fpr")
    return [{"g": g} | dict(zip(names, point, strict=True)) for g in GROUPS for point in oracle.roc_curve(of(g, weight))]


def roc_auc(weight: str | None) -> list[dict[str, Any]]:
    z = NormalDist().inv_cdf(0.975)
    wanted = []
    for g in GROUPS:
        if rows := of(g, weight):
            area, error = oracle.auc(rows), oracle.std_error(rows)
            interval = (
                (None, None) if area is None or error is None else (max(area - z * error, 0.0), min(area + z * error, 1.0))
            )
            n_pos = sum(y for _, y, _ in rows)
            row = {"g": g, "auc": area, "std_error": error, "ci_low": interval[0], "ci_high": interval[1], "n_pos": n_pos}
            wanted.append(row | {"n_neg": len(rows) - n_pos, "p_value": None if weight else oracle.null_p_value(rows)})
    return wanted


def sketch_of(rows: list[oracle.Row], precision: int = 10, **by: Any) -> list[dict[str, Any]]:
    """A sketch as its rows, bins and edges to the bit."""
    return [
        by
        | dict(zip(("bin", "score_low", "score_high", "pos", "neg"), (b, *oracle.bin_edges(b, precision), p, n), strict=True))
        for b, p, n in oracle.sketch(rows, precision)
    ]


def roc_sketch(weight: str | None) -> list[dict[str, Any]]:
    return [row for g in GROUPS for row in sketch_of(of(g, weight), g=g)]


#: What is there in every dialect.
EVERYWHERE = {"tie_groups": tie_groups, "roc_curve": roc_curve, "roc_auc": roc_auc, "roc_sketch": roc_sketch}


def check(found: list[dict[str, Any]], name: str, weight: str | None) -> None:
    if name == "sketch_auc":
        check_bounds(found, weight)
    else:
        assert_rows(found, EVERYWHERE[name](weight))


def check_bounds(found: list[dict[str, Any]], weight: str | None) -> None:
    """sketch_auc of the sketches of the groups: the bounds are the oracle's, with room for rounded weights, and hold the AUC."""
    wanted = [(g, rows) for g in GROUPS if (rows := of(g, weight))]
    assert [row["g"] for row in found] == [g for g, _ in wanted]
    for row, (_, rows) in zip(found, wanted, strict=True):
        auc, low, high = oracle.sketch_bounds(rows, 10)
        assert_rows([row], [{"auc": auc, "n_pos": oracle.total(w for _, y, w in rows if y)}])
        assert_rows([row], [{"n_neg": oracle.total(w for _, y, w in rows if not y)}])
        exact = oracle.auc(rows)
        if exact is None or low is None or high is None:
            assert (row["auc_low"], row["auc_high"]) == (None, None)
        else:
            assert 0 <= row["auc_low"] <= exact + 1e-15 and low - 3e-12 <= row["auc_low"] <= low + 1e-15
            assert exact - 1e-15 <= row["auc_high"] <= 1 and high - 1e-15 <= row["auc_high"] <= high + 3e-12
