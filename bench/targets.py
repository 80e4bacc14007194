"""What rocsql promises about its speed, measured: ``python -m bench.targets [--rows 10000000] [--repeat 3]``.

The two sides of a promise take turns in one process. Prints a Markdown table to stdout, progress to stderr.
"""

from __future__ import annotations

import argparse
import tempfile
from dataclasses import dataclass
from pathlib import Path

from bench import data
from bench.cases import ON_CURVES, PREPARED
from bench.measure import measure

_HEAD = """\
| promise | limit | measured | kept? |
|---|---:|---:|---|"""


@dataclass(frozen=True)
class Promise:
    """A case takes at most a multiple of another's time, or is that many times faster."""

    text: str
    case: str
    against: str
    limit: float
    faster: bool = False
    rows: int | None = None

    def row(self, ratio: float) -> str:
        measured = 1 / ratio if self.faster else ratio
        kept = measured >= self.limit if self.faster else measured <= self.limit
        limit = f"{'>=' if self.faster else '<='} {self.limit:g}x"
        return f"| {self.text} | {limit} | {measured:.2f}x | {'yes' if kept else 'no'} |"


_WAYS = {"auc": "AUC only", "interval": "AUC with interval", "aggregate": "aggregate"}
_GROUPS = {"thousand": "1,000 groups", "hundreds": "groups of 100 rows"}

PROMISES = (
    Promise("AUC only, time of ORDER BY", "auc", "order_by", 1.5),
    Promise("AUC with interval, time of ORDER BY", "interval", "order_by", 3.5),
    Promise("aggregate, time of ORDER BY", "aggregate", "order_by", 1.0),
    Promise("AUC only, faster than scikit-learn", "auc", "sklearn", 8, faster=True),
    Promise("AUC with interval, faster than scikit-learn", "interval", "sklearn", 5, faster=True),
    Promise("aggregate, faster than scikit-learn", "aggregate", "sklearn", 5, faster=True),
    Promise("AUC only of 10,000 scores, time of ORDER BY", "auc_ties", "order_by_ties", 0.3),
    *(
        Promise(f"{way_text}, {groups_text}, time of one group", f"{way}_{groups}", way, 2)
        for groups, groups_text in _GROUPS.items()
        for way, way_text in _WAYS.items()
    ),
    Promise("ROC points into a table, time of ORDER BY into a table", "curve", "order_by_sink", 2),
    Promise("vertical average of 100 folds, time of their curves", "vertical", "fold_curves", 4),
    Promise("threshold average of 100 folds, time of their curves", "threshold", "fold_curves", 4),
    Promise("hull of a million tie groups, time of the curve", "hull", "curve", 2.5, rows=10**6),
    *(
        Promise(f"{ON_CURVES[key].split('(')[0]}, time of the curve", key, "curve", 2, rows=10**6)
        for key in ("partial", "pr", "precision", "det", "lift", "ks", "bootstrap")
    ),
    *(
        Promise(f"{call.split('(')[0]} of {what}, time of the curve", key, "curve", 2, rows=10**6)
        for (key, (_, call)), what in zip(
            PREPARED.items(), ("counts", "counts", "100,000 clusters", "three classes"), strict=True
        )
    ),
    Promise("roc_compare, a million rows, time of roc_auc", "compare", "interval", 4, rows=10**6),
    Promise("sketch of Parquet, time of a scan and sum", "sketch", "scan", 2.5),
    Promise("Polars auc, time of polars-ds", "polars_auc", "polars_ds", 0.3),
    Promise("Polars auc, time of scikit-learn", "polars_auc", "sklearn", 0.1),
    Promise("Polars auc, 1,000 groups, time of one group", "polars_auc_thousand", "polars_auc", 2),
    Promise("Polars auc, groups of 100 rows, time of one group", "polars_auc_hundreds", "polars_auc", 3),
    Promise("Polars roc_curve, time of Polars sort", "polars_curve", "polars_sort", 2),
)


def main() -> None:
    arguments = _arguments()
    with tempfile.TemporaryDirectory(prefix="rocsql-bench-") as folder:
        print(_HEAD, flush=True)
        for promise in PROMISES:
            rows = promise.rows or arguments.rows
            file = Path(folder) / f"{rows}.parquet"
            if not file.exists():
                data.write(file, rows)
            print(promise.row(measure(promise.case, promise.against, file, arguments.repeat).ratio), flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.targets", description="rocsql's promises about speed, measured.")
    parser.add_argument("--rows", type=int, default=10**7)
    parser.add_argument("--repeat", type=int, default=3, help="timed runs of each side, of which the median counts")
    return parser.parse_args()


if __name__ == "__main__":
    main()
