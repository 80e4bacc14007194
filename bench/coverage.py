"""How often the intervals of roc_auc hold the true area: python -m bench.coverage prints the table of docs/conventions.md.

Scores are normal with equal variances, so that the true area is known. All tables of one size are groups of one call.
"""

from __future__ import annotations

import math
from statistics import NormalDist

import duckdb
import numpy as np
import pyarrow as pa

import rocsql

METHODS = ("delong", "logit", "newcombe")
SIZES = ((10, 10), (50, 50), (200, 200), (20, 500))
AREAS = (0.7, 0.9, 0.97, 0.99)


def coverage(con: duckdb.DuckDBPyConnection, area: float, pos: int, neg: int, tables: int, seed: int) -> list[float]:
    """The share of intervals with the true area, by method; of width 0 by DeLong; that do not exist on the logit scale."""
    rng = np.random.default_rng(seed)
    label = np.tile(np.arange(pos + neg) < pos, tables)
    score = rng.normal(size=len(label)) + math.sqrt(2) * NormalDist().inv_cdf(area) * label
    number = np.repeat(np.arange(tables), pos + neg)
    con.register("simulated", pa.table({"score": score, "label": label, "number": number}))
    found = []
    for method in METHODS:
        con.execute(
            "CREATE OR REPLACE TEMP TABLE intervals AS "
            f"FROM roc_auc(simulated, score, label, by := ['number'], \"interval\" := '{method}')"
        ).fetchall()
        found += con.execute(
            f"SELECT count(*) FILTER (WHERE {area} BETWEEN ci_low AND ci_high) / count(ci_low), "
            "count(*) FILTER (WHERE ci_low = ci_high) / count(*), count(*) FILTER (WHERE ci_low IS NULL) / count(*) "
            "FROM intervals"
        ).fetchall()
    (delong, width_0, _), (logit, _, missing), (newcombe, _, _) = found
    return [delong, width_0, logit, missing, newcombe]


def main(tables: int = 10_000, seed: int = 21) -> None:
    with rocsql.register(duckdb.connect()) as con:
        print("| positives + negatives | AUC | delong | of width 0 | logit | has none | newcombe |")
        print("|---|---|---|---|---|---|---|")
        for pos, neg in SIZES:
            for area in AREAS:
                delong, width_0, logit, missing, newcombe = coverage(con, area, pos, neg, tables, seed)
                shares = f"{delong:.3f} | {width_0:.1%} | {logit:.3f} | {missing:.1%} | {newcombe:.3f}"
                print(f"| {pos} + {neg} | {area} | {shares} |", flush=True)


if __name__ == "__main__":
    main()
