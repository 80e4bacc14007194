"""rocsql and its peers on the same rows: ``python -m bench.core [--rows 100000 1000000 10000000] [--repeat 3]``.

Prints a Markdown table to stdout, row by row as it is measured, and progress to stderr.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from bench import data
from bench.cases import CASES
from bench.measure import measure

_HEAD = """\
| what | rows | seconds (median) | x ORDER BY | peak MB |
|---|---:|---:|---:|---:|"""


def main() -> None:
    arguments = _arguments()
    print(_HEAD, flush=True)
    for rows in arguments.rows:
        with tempfile.TemporaryDirectory(prefix="rocsql-bench-") as folder:
            file = Path(folder) / f"{rows}.parquet"
            data.write(file, rows)
            for key in CASES:
                print(_row(key, file, rows, arguments.repeat), flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.core", description="rocsql and its peers on the same rows.")
    parser.add_argument("--rows", type=int, nargs="+", default=[10**5, 10**6, 10**7], help="sizes; up to 100000000 is sensible")
    parser.add_argument("--repeat", type=int, default=3, help="timed runs of each case, of which the median counts")
    return parser.parse_args()


def _row(key: str, file: Path, rows: int, repeat: int) -> str:
    case = CASES[key]
    if case.most_rows is not None and rows > case.most_rows:
        return f"| {case.title} | {rows:,} | - | - | - |"
    found = measure(key, case.against, file, repeat)
    return f"| {case.title} | {rows:,} | {found.seconds:.3f} | {found.ratio:.2f} | {found.peak_mb:.0f} |"


if __name__ == "__main__":
    main()
