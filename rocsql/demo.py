"""What ``make demo`` runs: a prediction log in a Parquet file, the questions one asks it in SQL, pictures of the answers."""

from __future__ import annotations

import argparse
import io
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import numpy as np
import polars as pl

from rocsql.duckdb import connect
from rocsql.errors import RocsqlError, missing_extra
from rocsql.files import replacing
from rocsql.kernels import Floats

if TYPE_CHECKING:
    from altair import LayerChart

#: Model -> how much of a row's true risk its score sees, between 0 and 1.
_MODELS = {"gbm": 0.95, "logistic": 0.82, "rules": 0.65}
_REGIONS = ["north", "south", "east", "west"]
_FIRST_DAY = date(2026, 3, 2)
_DAYS = 14

_AUC = "FROM roc_auc({log}, score, label, by := ['model'])"
_CURVES = "FROM roc_curve({log}, score, label, by := ['model'], max_points := 500)"
_AVERAGES = "FROM roc_average_vertical({log}, score, label, day, by := ['model'])"
_QUESTIONS = {
    "AUC of each model, with its 95 % interval": _AUC,
    "The same number as an aggregate, by model and day (first rows)": """\
SELECT model, day, roc_auc(score, label) AS auc, count(*) AS predictions
FROM {log}
GROUP BY model, day ORDER BY model, day LIMIT 6""",
    "What is caught and what is missed when a score of 0.5 raises the alarm": """\
SELECT model, threshold, tp, fp, fn, tn, round(tpr, 4) AS tpr, round(fpr, 4) AS fpr, round("precision", 4) AS "precision"
FROM confusion_at({log}, score, label, 0.5, by := ['model'])""",
    "AUC when a positive caught is worth 20 + its amount and a false alarm costs 1": (
        "FROM cost_roc_auc({log}, score, label, 20 + amount, 1, by := ['model'])"
    ),
}


def prediction_log(rows: int = 50_000, seed: int = 0) -> pl.DataFrame:
    """A made-up log of fraud predictions; the same seed gives the same rows.

    The models differ in quality and lose a little of it every day, ``rules`` knows few distinct scores, and the later the
    day the more labels have not arrived yet.

    >>> log = prediction_log(rows=1_000, seed=7)
    >>> log.columns
    ['model', 'day', 'region', 'score', 'label', 'amount']
    >>> log.equals(prediction_log(rows=1_000, seed=7))
    True
    """
    random = np.random.default_rng(seed)
    day = np.sort(random.integers(_DAYS, size=rows))
    model = random.integers(len(_MODELS), size=rows)
    region = random.integers(len(_REGIONS), size=rows)

    risk = random.normal(size=rows) + 0.15 * (region - 1.5)
    label = random.random(rows) < _probability(risk)
    sight = np.array(list(_MODELS.values()))[model] - 0.012 * day
    seen = sight * risk + np.sqrt(1 - sight**2) * random.normal(size=rows)
    seen = np.where(model == list(_MODELS).index("rules"), np.round(1.5 * seen) / 1.5, seen)
    arrived = random.random(rows) > 0.005 + 0.1 * (day / _DAYS) ** 3
    return pl.DataFrame(
        {
            "model": np.array(list(_MODELS))[model],
            "day": np.datetime64(_FIRST_DAY) + day,
            "region": np.array(_REGIONS)[region],
            "score": _probability(seen),
            "label": pl.Series(label).set(pl.Series(~arrived), None),
            "amount": np.round(random.lognormal(mean=3.2 + 0.3 * risk, sigma=0.9), 2) + 0.01,
        }
    )


def _probability(risk: Floats) -> Floats:
    """Logistic, so that about one row in ten is positive."""
    probability: Floats = 1 / (1 + np.exp(4.6 - 3 * risk))
    return probability


def _write(file: Path, content: bytes) -> Path:
    """Write the file, whole or not at all, and its folder if that is not there."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RocsqlError(f"{str(file)!r} cannot be written ({error.strerror}); name another folder.") from error
    with replacing(file) as unfinished:
        unfinished.write_bytes(content)
    return file


def _answer(con: duckdb.DuckDBPyConnection, log: str) -> None:
    """Print each question, its SQL and its answer."""
    for question, query in _QUESTIONS.items():
        text = query.format(log=log)
        print(f"-- {question}\n{text};")
        # Into a pipe DuckDB would leave columns out to fit a width that is not there.
        con.sql(text).show(max_width=200)


def _draw(con: duckdb.DuckDBPyConnection, log: str, folder: Path) -> list[Path]:
    """Write the pictures and the report; nothing where the extra is not installed."""
    try:
        import altair  # noqa: F401
        import vl_convert  # noqa: F401
    except ImportError:
        print(missing_extra("Pictures and report.html need Altair and vl-convert", "plot"))
        return []
    from rocsql import plot, report

    curves, averages, auc = (con.sql(query.format(log=log)).pl() for query in (_CURVES, _AVERAGES, _AUC))
    charts = {
        "roc.png": plot.roc(curves, color="model", auc=auc, hull=True, title="ROC curves by model"),
        "average.png": plot.average(averages, color="model", title="Mean of the days' curves, with its 95 % interval"),
    }
    files = [_write(folder / name, _png(chart)) for name, chart in charts.items()]
    con.execute(f"CREATE OR REPLACE TEMP VIEW rocsql_demo AS FROM {log}").fetchall()
    page = folder / "report.html"
    report.write(page, "rocsql_demo", "score", "label", by="model", con=con, cost_fn=5, title="A log of fraud predictions")
    return [*files, page]


def _png(chart: LayerChart) -> bytes:
    picture = io.BytesIO()
    chart.save(picture, format="png", scale_factor=1.4)
    return picture.getvalue()


def main(argv: list[str] | None = None) -> int:
    """Make the log, question it, draw it; 0, or 1 and one line on stderr where the folder cannot be written to."""
    parser = argparse.ArgumentParser(prog="python -m rocsql.demo", description="A prediction log, evaluated in SQL.")
    parser.add_argument("folder", nargs="?", default="demo-output", type=Path, help="where the files go (demo-output)")
    folder: Path = parser.parse_args(argv).folder
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # the tables have lines that a Windows pipe cannot carry
    parquet = io.BytesIO()
    prediction_log().write_parquet(parquet)
    try:
        file = _write(folder / "predictions.parquet", parquet.getvalue())
        with connect() as con:
            log = "'" + str(file).replace("'", "''") + "'"
            _answer(con, log)
            files = [file, *_draw(con, log, folder)]
    except (RocsqlError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print("Written:", *files, sep="\n  ")
    return 0


if __name__ == "__main__":
    sys.exit(main())
