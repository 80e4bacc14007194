"""What ``make demo`` runs: a prediction log in a Parquet file, the questions one asks it in SQL, pictures of the answers."""

from __future__ import annotations

import argparse
import base64
import html
import io
import os
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import numpy as np
import polars as pl

from rocsql.duckdb import register
from rocsql.errors import RocsqlError
from rocsql.kernels import Floats

if TYPE_CHECKING:
    import altair as alt

#: Model -> how much of a row's true risk its score sees, between 0 and 1.
_MODELS = {"gbm": 0.95, "logistic": 0.82, "rules": 0.65}
_REGIONS = ["north", "south", "east", "west"]
_FIRST_DAY = date(2026, 3, 2)
_DAYS = 14

#: Colours of Okabe and Ito, which colour-blind readers can tell apart.
_COLOURS = ["#0072B2", "#D55E00", "#009E73"]

_AUC = "FROM roc_auc({log}, score, label, by := ['model'])"
_DAILY_AUC = "FROM roc_auc({log}, score, label, by := ['model', 'day'])"
_CURVES = "SELECT model, fpr, tpr, tp + fp AS alarms FROM roc_curve({log}, score, label, by := ['model'], max_points := 500)"
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
    """Write under another name first, so that nobody ever meets half a file."""
    unfinished = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            unfinished.write_bytes(content)
            unfinished.replace(file)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise RocsqlError(f"{str(file)!r} cannot be written ({error.strerror}); name another folder.") from error
    return file


def _answer(con: duckdb.DuckDBPyConnection, log: str) -> None:
    """Print each question, its SQL and its answer."""
    for question, query in _QUESTIONS.items():
        text = query.format(log=log)
        print(f"-- {question}\n{text};")
        # Into a pipe DuckDB would leave columns out to fit a width that is not there.
        con.sql(text).show(max_width=200)


def _roc_chart(curves: pl.DataFrame, auc: pl.DataFrame) -> alt.TopLevelMixin:
    """The curves over the diagonal, in a square, their areas in the legend."""
    import altair as alt

    names = {model: f"{model} (AUC {area:.3f})" for model, area in auc.select("model", "auc").iter_rows()}
    axis, scale = alt.Axis(values=[0, 0.2, 0.4, 0.6, 0.8, 1], labelFlush=False), alt.Scale(domain=[0, 1])
    x = alt.X("fpr:Q", title="False positive rate", axis=axis, scale=scale)
    y = alt.Y("tpr:Q", title="True positive rate", axis=axis, scale=scale)
    legend = alt.Legend(title=None, orient="bottom-right", offset=16, symbolStrokeWidth=3)
    diagonal = alt.Chart(pl.DataFrame({"fpr": [0, 1], "tpr": [0, 1]})).mark_line(
        color="#999999", strokeDash=[5, 4], strokeWidth=1
    )
    lines = alt.Chart(curves.with_columns(pl.col("model").replace(names))).mark_line()
    color = alt.Color("model:N", scale=alt.Scale(range=_COLOURS), legend=legend)
    # In the order of the alarms: by fpr alone, a vertical step could be drawn downwards.
    return alt.layer(diagonal.encode(x=x, y=y), lines.encode(x=x, y=y, color=color, order="alarms:Q")).properties(
        title="ROC curves by model", width=420, height=420
    )


def _daily_chart(daily: pl.DataFrame) -> alt.TopLevelMixin:
    """AUC over the days, its interval as a band."""
    import altair as alt

    days = alt.X("day:T", title=None, axis=alt.Axis(format="%-d %b", tickCount="day", grid=False, labelFlush=False))
    color = alt.Color("model:N", scale=alt.Scale(range=_COLOURS), legend=alt.Legend(title=None))
    low = alt.Y("ci_low:Q", title="AUC", scale=alt.Scale(zero=False))
    bands = alt.Chart(daily).mark_area(opacity=0.18).encode(x=days, y=low, y2="ci_high:Q", color=color)
    lines = alt.Chart(daily).mark_line(point=True).encode(x=days, y="auc:Q", color=color)
    return alt.layer(bands, lines).properties(title="AUC by day, with its 95 % interval", width=640, height=320)


def _pictures(chart: alt.TopLevelMixin) -> tuple[bytes, str]:
    """The chart as PNG and as SVG."""
    styled = (
        chart.configure_axis(labelFontSize=12, titleFontSize=13, titleFontWeight="normal", gridColor="#eeeeee")
        .configure_legend(labelFontSize=12, symbolOpacity=1)
        .configure_title(fontSize=15, anchor="start", offset=12)
    )
    png, svg = io.BytesIO(), io.StringIO()
    styled.save(png, format="png", scale_factor=2)
    styled.save(svg, format="svg")
    return png.getvalue(), svg.getvalue()


def _page(auc: pl.DataFrame, pictures: dict[str, str]) -> str:
    """One page that needs no network: the pictures are inside it, as data."""
    rows = [[f"{value:.4f}" if isinstance(value, float) else str(value) for value in row] for row in auc.iter_rows()]
    table = "".join(_row("td", row) for row in rows)
    images = "".join(
        f'<p><img alt="{html.escape(title)}" src="data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"></p>\n'
        for title, svg in pictures.items()
    )
    style = "body{font:15px sans-serif;margin:2em}td,th{padding:.3em .9em;text-align:right;border-bottom:1px solid #ddd}"
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>rocsql demo</title><style>{style}</style>\n'
        f"<h1>rocsql demo</h1><table>\n{_row('th', auc.columns)}{table}</table>\n{images}</html>\n"
    )


def _row(tag: str, cells: list[str]) -> str:
    return f"<tr>{''.join(f'<{tag}>{html.escape(cell)}</{tag}>' for cell in cells)}</tr>\n"


def _draw(con: duckdb.DuckDBPyConnection, log: str, folder: Path) -> list[Path]:
    """Write the pictures and the page; nothing where the extra is not installed."""
    try:
        import altair  # noqa: F401
        import vl_convert  # noqa: F401
    except ImportError:
        print("For pictures and report.html: pip install 'rocsql[plot]'")
        return []
    auc, daily, curves = (con.sql(query.format(log=log)).pl() for query in (_AUC, _DAILY_AUC, _CURVES))
    roc_png, roc_svg = _pictures(_roc_chart(curves, auc))
    daily_png, daily_svg = _pictures(_daily_chart(daily))
    page = _page(auc, {"ROC curves by model": roc_svg, "AUC by day and model": daily_svg})
    contents = {"roc.png": roc_png, "daily_auc.png": daily_png, "report.html": page.encode()}
    return [_write(folder / name, content) for name, content in contents.items()]


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
        with register(duckdb.connect()) as con:
            log = "'" + str(file).replace("'", "''") + "'"
            _answer(con, log)
            files = [file, *_draw(con, log, folder)]
    except RocsqlError as error:
        print(error, file=sys.stderr)
        return 1
    print("Written:", *files, sep="\n  ")
    return 0


if __name__ == "__main__":
    sys.exit(main())
