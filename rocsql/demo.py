"""What ``make demo`` runs: a prediction log in a Parquet file, the questions one asks it in SQL, and pictures of the answers."""

from __future__ import annotations

import argparse
import base64
import html
import io
import os
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import numpy as np
import polars as pl

from rocsql.duckdb import register

if TYPE_CHECKING:
    import altair as alt

#: Model -> how much of a row's true risk its score sees, between 0 and 1.
_MODELS = {"gbm": 0.95, "logistic": 0.82, "rules": 0.65}
_REGIONS = ["north", "south", "east", "west"]
_FIRST_DAY = date(2026, 3, 2)
_DAYS = 14

#: Three colours of Okabe and Ito that stay apart for colour-blind readers, also as lines on white.
_COLOURS = ["#0072B2", "#D55E00", "#009E73"]

_AUC = "FROM roc_auc({log}, score, label, by := ['model'])"
_DAILY_AUC = "FROM roc_auc({log}, score, label, by := ['model', 'day'])"
_CURVES = "SELECT model, fpr, tpr, tp + fp AS alarms FROM roc_curve({log}, score, label, by := ['model'], max_points := 500)"
_QUERIES = {
    "AUC of each model, with its 95 % interval": _AUC,
    "The same number as an aggregate, by model and day (first rows)": (
        "SELECT model, day, roc_auc(score, label) AS auc, count(*) AS predictions\n"
        "FROM {log}\nGROUP BY model, day ORDER BY model, day LIMIT 6"
    ),
    "Who is caught when 0.5 raises the alarm": (
        "SELECT model, threshold, tp, fp, fn, tn, round(tpr, 4) AS tpr, round(fpr, 4) AS fpr, round(precision, 4) AS precision\n"
        "FROM confusion_at({log}, score, label, 0.5, by := ['model'])"
    ),
    "AUC where a caught positive is worth 20 + its amount and a false alarm costs 1": (
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
    label = random.random(rows) < _logistic(3.0 * risk - 4.6)
    sight = np.array(list(_MODELS.values()))[model] - 0.012 * day
    seen = sight * risk + np.sqrt(1 - sight**2) * random.normal(size=rows)
    seen = np.where(model == list(_MODELS).index("rules"), np.round(1.5 * seen) / 1.5, seen)

    arrived = random.random(rows) > 0.005 + 0.1 * (day / _DAYS) ** 3
    return pl.DataFrame(
        {
            "model": np.array(list(_MODELS))[model],
            "day": np.datetime64(_FIRST_DAY) + day,
            "region": np.array(_REGIONS)[region],
            "score": _logistic(3.0 * seen - 4.6),
            "label": pl.Series(label).set(pl.Series(~arrived), None),
            "amount": np.round(random.lognormal(mean=3.2 + 0.3 * risk, sigma=0.9), 2) + 0.01,
        }
    )


def _logistic(x: np.ndarray[Any, np.dtype[np.float64]]) -> np.ndarray[Any, np.dtype[np.float64]]:
    return 1 / (1 + np.exp(-x))


def _write(file: Path, content: bytes) -> Path:
    """Write under another name first, so that no reader ever meets half a file."""
    unfinished = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)
    return file


def _parquet(frame: pl.DataFrame) -> bytes:
    buffer = io.BytesIO()
    frame.write_parquet(buffer)
    return buffer.getvalue()


def _rendered(chart: alt.LayerChart, kind: str) -> bytes:
    buffer = io.BytesIO()
    chart.save(buffer, format=kind, **({"scale_factor": 2} if kind == "png" else {}))
    return buffer.getvalue()


def _roc_chart(curves: pl.DataFrame, auc: pl.DataFrame) -> alt.LayerChart:
    """The curves over the diagonal, in a square, their areas in the legend."""
    import altair as alt

    legend = {model: f"{model} (AUC {area:.3f})" for model, area in auc.select("model", "auc").iter_rows()}
    named = curves.with_columns(pl.col("model").replace(legend))
    axis = alt.Axis(values=[0, 0.2, 0.4, 0.6, 0.8, 1])
    diagonal = alt.Chart(pl.DataFrame({"fpr": [0, 1], "tpr": [0, 1]})).mark_line(color="#999999", strokeDash=[5, 4])
    lines = (
        alt.Chart(named)
        .mark_line(strokeWidth=2.2)
        .encode(
            color=alt.Color("model:N", scale=alt.Scale(range=_COLOURS), legend=alt.Legend(title=None, orient="bottom-right")),
            # Along the curve: sorted by fpr alone, a vertical step could be drawn downwards.
            order="alarms:Q",
        )
    )
    both = alt.layer(diagonal, lines).encode(
        x=alt.X("fpr:Q", title="False positive rate", axis=axis, scale=alt.Scale(domain=[0, 1])),
        y=alt.Y("tpr:Q", title="True positive rate", axis=axis, scale=alt.Scale(domain=[0, 1])),
    )
    return _styled(both.properties(title="ROC curves by model", width=420, height=420))


def _daily_chart(daily: pl.DataFrame) -> alt.LayerChart:
    """AUC over the days, its interval as a band."""
    import altair as alt

    colour = alt.Color("model:N", scale=alt.Scale(range=_COLOURS), legend=alt.Legend(title=None))
    base = alt.Chart(daily).encode(x=alt.X("day:T", title=None, axis=alt.Axis(format="%-d %b", tickCount="day")), color=colour)
    band = base.mark_area(opacity=0.18).encode(y=alt.Y("ci_low:Q", title="AUC", scale=alt.Scale(zero=False)), y2="ci_high:Q")
    line = base.mark_line(strokeWidth=2.2, point=True).encode(y="auc:Q")
    return _styled(alt.layer(band, line).properties(title="AUC by day, with its 95 % interval", width=620, height=320))


def _styled(chart: alt.LayerChart) -> alt.LayerChart:
    return (
        chart.configure_axis(labelFontSize=12, titleFontSize=13, titleFontWeight="normal", gridColor="#eeeeee")
        .configure_legend(labelFontSize=12, symbolStrokeWidth=3, symbolOpacity=1)
        .configure_title(fontSize=15, anchor="start", offset=12)
        .configure_view(stroke="#cccccc")
    )


def _html(charts: Sequence[alt.LayerChart], auc: pl.DataFrame) -> str:
    """One page that needs no network: the pictures are inside it, as data."""
    head = "".join(f"<th>{html.escape(name)}</th>" for name in auc.columns)
    body = "".join(f"<tr>{''.join(f'<td>{html.escape(_cell(value))}</td>' for value in row)}</tr>" for row in auc.iter_rows())
    sources = [base64.b64encode(_rendered(chart, "svg")).decode() for chart in charts]
    pictures = "".join(
        f'<p><img alt="{html.escape(str(chart.title))}" src="data:image/svg+xml;base64,{source}"></p>'
        for chart, source in zip(charts, sources, strict=True)
    )
    style = "body{font:15px sans-serif;margin:2em}td,th{padding:.3em .9em;text-align:right;border-bottom:1px solid #ddd}"
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>rocsql demo</title><style>{style}</style>'
        f"<h1>rocsql demo</h1><table><tr>{head}</tr>{body}</table>{pictures}</html>\n"
    )


def _cell(value: object) -> str:
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def _answer(con: duckdb.DuckDBPyConnection, log: str) -> None:
    """Print each question, its SQL and its answer."""
    for title, query in _QUERIES.items():
        text = query.format(log=log)
        print(f"-- {title}\n{text};")
        # A pipe has no width of its own, and DuckDB would leave columns out.
        con.sql(text).show(max_width=200)


def _draw(con: duckdb.DuckDBPyConnection, log: str, folder: Path) -> list[Path]:
    """The pictures and the page; nothing where the extra is not installed."""
    try:
        import altair  # noqa: F401
        import vl_convert  # noqa: F401
    except ImportError:
        print("For pictures and report.html: pip install 'rocsql[plot]'")
        return []
    auc, daily, curves = (con.sql(query.format(log=log)).pl() for query in (_AUC, _DAILY_AUC, _CURVES))
    roc, by_day = _roc_chart(curves, auc), _daily_chart(daily)
    return [
        _write(folder / "roc.png", _rendered(roc, "png")),
        _write(folder / "daily_auc.png", _rendered(by_day, "png")),
        _write(folder / "report.html", _html([roc, by_day], auc).encode()),
    ]


def main(argv: list[str] | None = None) -> int:
    """Make the log, ask it, draw it; 0, or 1 with one line on stderr where the folder cannot be written."""
    parser = argparse.ArgumentParser(prog="python -m rocsql.demo", description="A prediction log, evaluated in SQL.")
    parser.add_argument("folder", nargs="?", default="demo-output", type=Path, help="where the files go (demo-output)")
    folder: Path = parser.parse_args(argv).folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = _write(folder / "predictions.parquet", _parquet(prediction_log()))
        log = "'" + str(file).replace("'", "''") + "'"
        with register(duckdb.connect()) as con:
            _answer(con, log)
            files = [file, *_draw(con, log, folder)]
    except OSError as error:
        print(f"The demo cannot write to {str(folder)!r}: {error.strerror}; name another folder.", file=sys.stderr)
        return 1
    print("Written:", *files, sep="\n  ")
    return 0


if __name__ == "__main__":
    sys.exit(main())
