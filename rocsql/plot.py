"""Altair charts of the catalogue's tables, from any frame that has their columns.

Every function takes a Polars, pandas or Arrow frame or a DuckDB relation, and ``color``, the column (or columns) that tells the
curves apart. Long curves are thinned first, so that a chart of ten million points stays small; what is NULL is left out.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TYPE_CHECKING, Any

import duckdb
import numpy as np
import polars as pl

from rocsql.errors import RocsqlError, missing_extra
from rocsql.kernels import Floats, hull_places, thinned_path

if TYPE_CHECKING:
    from altair import Chart, FacetChart, LayerChart

__all__ = ["COLOURS", "average", "cost", "det", "lift", "pr", "reliability", "roc", "score_distribution"]

#: Okabe and Ito's colours, which colour-blind readers can tell apart; the two palest last.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9", "#F0E442")
#: What is not in colour: the curves of a chart that has more than eight, and what curves are measured against.
GREY = "#a3a9b1"
_LINE, _GRID, _TEXT = "#c9ced6", "#eceff3", "#333a44"
#: More curves than this are no picture any more.
_MOST_CURVES = 200
#: Points of all curves of a chart together: about half a megabyte.
_MOST_POINTS = 4_000
_LONGEST_NAME = 60
_SEPARATOR = " · "

_HOVER = {
    "threshold": "threshold",
    "tp": "true positives",
    "fp": "false positives",
    "benefit": "benefit",
    "cost": "cost",
}


# --- The charts --------------------------------------------------------------------------------------


def roc(
    curve: Any,
    *,
    color: str | Sequence[str] | None = None,
    hull: bool = False,
    iso_slopes: float | Sequence[float] = (),
    operating_points: Any = None,
    auc: Any = None,
    title: str = "ROC curve",
    size: int = 400,
    max_points: int = 1_000,
) -> LayerChart:
    """ROC curves over the diagonal, in a square; hovering tells the threshold and the counts.

    ``curve`` is what ``roc_curve`` gives, or ``cost_roc_curve``, ``counts_roc_curve``, ``sketch_roc_curve``. ``hull`` adds the
    convex hull of each curve, ``iso_slopes`` lines of equal cost (``iso_slope`` gives their slope) through the best point of
    all, ``operating_points`` the rows of ``best_threshold`` or ``confusion_at``, and ``auc`` the areas of ``roc_auc`` to the
    legend.

    >>> import polars as pl, rocsql.polars as roc_polars
    >>> from rocsql import plot
    >>> log = pl.DataFrame({"model": ["a", "a", "b", "b"], "score": [0.9, 0.2, 0.4, 0.7], "label": [1, 0, 1, 0]})
    >>> chart = plot.roc(roc_polars.roc_curve(log, "score", "label", by="model"), color="model", hull=True)
    >>> chart.to_dict()["layer"][1]["encoding"]["x"]["title"]
    'False positive rate'
    """
    alt = _altair()
    needed = {"fpr": "roc_curve", "tpr": "roc_curve"}
    curves = _curves(curve, needed, color, hover=_HOVER, order=("fpr", "tpr")).rising("fpr", "tpr")
    weighed = curves.has("benefit") and curves.has("cost")
    x = _rate(alt.X, "fpr", "Share of all cost paid" if weighed else "False positive rate")
    y = _rate(alt.Y, "tpr", "Share of all benefit won" if weighed else "True positive rate")
    names = _names_with_areas(curves, auc) if auc is not None else {}
    look = _Look(curves, names)
    layers = [_segments(x, y, [(0, 0, 1, 1)])]
    thinned = curves.thinned("fpr", "tpr", max_points)
    if hull:
        layers.append(_hulls(thinned, look, x, y))
    layers += _lines(thinned, look, x, y, _tooltip(thinned, look, {"fpr": "false positive rate", "tpr": "true positive rate"}))
    layers += _iso_lines(curves, [iso_slopes] if isinstance(iso_slopes, int | float) else iso_slopes, x, y)
    if operating_points is not None:
        layers.append(_operating_points(operating_points, curves, look, x, y))
    return _chart(layers, title, size, size)


def average(
    curve: Any,
    *,
    color: str | Sequence[str] | None = None,
    style: str | None = None,
    marks: int = 20,
    title: str | None = None,
    size: int = 400,
    max_points: int = 1_000,
) -> LayerChart:
    """An average of ROC curves with its interval, as in Fawcett 2004, figure 8.

    The rows of ``roc_average_vertical`` (or ``roc_band``) have a band, or with ``style="bars"`` error bars; those of
    ``roc_average_threshold`` have crosses, whose arms are the intervals of both rates. ``marks`` says how many bars or crosses
    there are, ``style`` may also be ``"band"`` or ``"crosses"``.

    >>> import polars as pl
    >>> from rocsql import plot
    >>> mean = pl.DataFrame({"fpr": [0.0, 0.5, 1.0], "tpr": [0.1, 0.8, 1.0]})
    >>> mean = mean.with_columns(tpr_low=pl.col("tpr") - 0.1, tpr_high=pl.col("tpr") + 0.1)
    >>> [layer["mark"]["type"] for layer in plot.average(mean).to_dict()["layer"]]
    ['rule', 'area', 'line', 'point']
    """
    alt = _altair()
    macro = "roc_average_threshold" if style == "crosses" else "roc_average_vertical"
    needed = dict.fromkeys(
        ("fpr", "tpr", "tpr_low", "tpr_high", *(("fpr_low", "fpr_high") if style == "crosses" else ())), macro
    )
    hover = {"threshold": "threshold", "n_curves": "curves", "fpr_low": "from", "fpr_high": "to"}
    curves = _curves(curve, needed, color, hover=hover, order=("fpr", "tpr"), drop=("fpr", "tpr")).rising("fpr", "tpr")
    if style is None:
        style = "crosses" if curves.has("fpr_low") and curves.has("fpr_high") else "band"
    if style not in ("band", "bars", "crosses"):
        raise RocsqlError(f"style must be 'band', 'bars' or 'crosses', but it is {style!r}.")
    x, y = _rate(alt.X, "fpr", "False positive rate"), _rate(alt.Y, "tpr", "True positive rate")
    look = _Look(curves)
    layers = [_segments(x, y, [(0, 0, 1, 1)])]
    thinned = curves.thinned("fpr", "tpr", max_points)
    if style == "band":
        layers.append(_bands(thinned, look, x))
    else:
        layers += _error_bars(curves.spread(marks), look, x, y, both=style == "crosses")
    told = {"fpr": "false positive rate", "tpr": "true positive rate", "tpr_low": "at least", "tpr_high": "at most"}
    layers += _lines(thinned, look, x, y, _tooltip(thinned, look, told))
    # Averages count their curves; a band lies around a single one.
    usual = "ROC curve with confidence band" if curves.parts and not curves.has("n_curves") else "Average ROC curve"
    return _chart(layers, title or ("Threshold average" if style == "crosses" else usual), size, size)


def cost(
    curve: Any,
    *,
    color: str | Sequence[str] | None = None,
    title: str = "Cost curve",
    size: int = 400,
    max_points: int = 1_000,
) -> LayerChart:
    """Cost curves (``cost_curve``), below those of alarming always and never; lower is better.

    >>> import polars as pl
    >>> from rocsql import plot
    >>> chart = plot.cost(pl.DataFrame({"pcf": [0.0, 0.5, 1.0], "nec": [0.0, 0.2, 0.0]}))
    >>> chart.to_dict()["layer"][1]["encoding"]["y"]["field"]
    'nec'
    """
    alt = _altair()
    needed = {"pcf": "cost_curve", "nec": "cost_curve"}
    curves = _curves(curve, needed, color, hover={"threshold": "threshold"}, order=("pcf",)).rising("pcf", strictly=True)
    x = _rate(alt.X, "pcf", "Share of misses in the worst cost (pcf)")
    # No curve passes above alarming always or never, which meet at a half.
    y = _axis(alt.Y, "nec", "Normalised expected cost", domain=[0, 0.5], values=[0, 0.1, 0.2, 0.3, 0.4, 0.5])
    look = _Look(curves)
    thinned = curves.thinned("pcf", "nec", max_points)
    told = {"pcf": "share of misses in the worst cost", "nec": "normalised expected cost"}
    layers = [
        _segments(x, y, [(0, 0, 0.5, 0.5), (0.5, 0.5, 1, 0)]),
        *_lines(thinned, look, x, y, _tooltip(thinned, look, told)),
    ]
    return _chart(layers, title, size, size)


def pr(
    curve: Any,
    *,
    color: str | Sequence[str] | None = None,
    title: str = "Precision and recall",
    size: int = 400,
    max_points: int = 1_000,
) -> LayerChart:
    """Precision over recall (``pr_curve``), in steps as ``average_precision`` adds it up; dashed, the share of positives.

    >>> import polars as pl
    >>> from rocsql import plot
    >>> chart = plot.pr(pl.DataFrame({"threshold": [0.9, 0.1], "recall": [0.5, 1.0], "precision": [1.0, 0.5]}))
    >>> chart.to_dict()["layer"][1]["mark"]["interpolate"]
    'step-before'
    """
    alt = _altair()
    needed = dict.fromkeys(("recall", "precision", "threshold"), "pr_curve")
    curves = _curves(curve, needed, color, hover=_HOVER, order=("-threshold", "recall"), drop=("recall",))
    # Where nothing is selected there is no precision; the first step starts there, as high as its end.
    begun = {name: part.with_columns(pl.col("precision").fill_null(strategy="backward")) for name, part in curves.parts.items()}
    begun = {name: part.drop_nulls("precision") for name, part in begun.items()}
    curves = replace(curves, parts={name: part for name, part in begun.items() if part.height}).rising("recall")
    x, y = _rate(alt.X, "recall", "Recall"), _rate(alt.Y, "precision", "Precision")
    look = _Look(curves)
    # Where everything is selected, precision is the share of positives.
    ends = {round(part["precision"][-1], 3) for part in curves.parts.values() if part["recall"][-1] == 1 and not look.many}
    thinned = curves.thinned("recall", "precision", max_points)
    layers = [
        _segments(x, y, [(0, share, 1, share) for share in sorted(ends)]),
        *_lines(
            thinned,
            look,
            x,
            y,
            _tooltip(thinned, look, {"recall": "recall", "precision": "precision"}),
            interpolate="step-before",
        ),
    ]
    return _chart(layers, title, size, size)


def det(
    curve: Any,
    *,
    color: str | Sequence[str] | None = None,
    title: str = "Detection error tradeoff",
    size: int = 400,
    max_points: int = 1_000,
) -> LayerChart:
    """DET curves (``det_curve``) on probit axes, where normally distributed scores give straight lines.

    >>> import polars as pl
    >>> from rocsql import plot
    >>> points = pl.DataFrame({"fpr": [0.1, 0.5], "fnr": [0.5, 0.1], "fpr_probit": [-1.28, 0.0], "fnr_probit": [0.0, -1.28]})
    >>> plot.det(points).to_dict()["layer"][1]["encoding"]["x"]["field"]
    'fpr_probit'
    """
    alt = _altair()
    needed = dict.fromkeys(("fpr", "fnr", "fpr_probit", "fnr_probit"), "det_curve")
    drop = ("fpr_probit", "fnr_probit")
    hover = {"threshold": "threshold"}
    curves = _curves(curve, needed, color, hover=hover, order=("fpr", "-fnr"), drop=drop, finite=drop).rising("fpr")
    low = min([-2.4, *(float(part[column].min()) for part in curves.parts.values() for column in drop)])  # type: ignore[arg-type]
    high = max([0.3, *(float(part[column].max()) for part in curves.parts.values() for column in drop)])  # type: ignore[arg-type]
    x = _probit(alt.X, "fpr_probit", "False positive rate", low, high)
    y = _probit(alt.Y, "fnr_probit", "False negative rate", low, high)
    look = _Look(curves)
    thinned = curves.thinned("fpr_probit", "fnr_probit", max_points)
    layers = [
        _segments(x, y, [(low, low, high, high)]),
        *_lines(thinned, look, x, y, _tooltip(thinned, look, {"fpr": "false positive rate", "fnr": "false negative rate"})),
    ]
    return _chart(layers, title, size, size)


def lift(
    curve: Any,
    *,
    color: str | Sequence[str] | None = None,
    gain: bool = False,
    title: str | None = None,
    size: int = 400,
    max_points: int = 1_000,
) -> LayerChart:
    """Lift over the share of rows selected (``lift_curve``); with ``gain`` the share of positives found instead.

    >>> import polars as pl
    >>> from rocsql import plot
    >>> points = pl.DataFrame({"depth": [0.0, 0.5, 1.0], "gain": [0.0, 0.8, 1.0], "lift": [None, 1.6, 1.0]})
    >>> len(plot.lift(points).to_dict()["datasets"])
    2
    """
    alt = _altair()
    column = "gain" if gain else "lift"
    needed = {"depth": "lift_curve", column: "lift_curve"}
    hover = {"threshold": "threshold", "gain": "positives found", "lift": "lift"}
    curves = _curves(curve, needed, color, hover=hover, order=("depth",), drop=("depth", column)).rising("depth", strictly=True)
    x = _rate(alt.X, "depth", "Share of rows selected")
    y = _rate(alt.Y, "gain", "Share of positives found") if gain else _axis(alt.Y, "lift", "Lift", zero=True)
    look = _Look(curves)
    thinned = curves.thinned("depth", column, max_points)
    layers = [
        _segments(x, y, [(0, 0, 1, 1) if gain else (0, 1, 1, 1)]),
        *_lines(thinned, look, x, y, _tooltip(thinned, look, {"depth": "rows selected", column: _told(column)})),
    ]
    return _chart(layers, title or ("Cumulative gain" if gain else "Lift"), size, size)


def reliability(
    curve: Any, *, color: str | Sequence[str] | None = None, title: str = "Reliability", size: int = 400
) -> LayerChart:
    """How often positives are what the score says (``reliability_curve``); on the diagonal scores are calibrated.

    >>> import polars as pl
    >>> from rocsql import plot
    >>> bins = pl.DataFrame({"bin": [1, 10], "score_mean": [0.05, 0.95], "positive_rate": [0.1, 0.9], "n": [100, 20]})
    >>> plot.reliability(bins).to_dict()["layer"][2]["encoding"]["size"]["field"]
    'n'
    """
    alt = _altair()
    needed = dict.fromkeys(("score_mean", "positive_rate"), "reliability_curve")
    hover = {"bin": "bin", "n": "rows"}
    curves = _curves(curve, needed, color, hover=hover, order=("score_mean",)).rising("score_mean", strictly=True)
    x, y = _rate(alt.X, "score_mean", "Mean score"), _rate(alt.Y, "positive_rate", "Share of positives")
    look = _Look(curves)
    thinned = curves.thinned("score_mean", "positive_rate", 1_000)
    told = _tooltip(thinned, look, {"score_mean": "mean score", "positive_rate": "share of positives"})
    lines = _lines(thinned, look, x, y, told)
    if curves.has("n"):
        bubbles = alt.Chart(_inline(thinned.rows())).mark_point(filled=True, opacity=0.6 if look.many else 0.8)
        most = max((float(part["n"].max()) for part in thinned.parts.values()), default=1.0)  # type: ignore[arg-type]
        wide = alt.Size("n:Q", scale=alt.Scale(type="sqrt", domain=[0, most], range=[20, 260]), legend=None)
        lines.insert(1, bubbles.encode(x=x, y=y, size=wide, color=look.color(), tooltip=told))
    return _chart([_segments(x, y, [(0, 0, 1, 1)]), *lines], title, size, size)


def score_distribution(
    ties: Any,
    *,
    color: str | Sequence[str] | None = None,
    bins: int = 40,
    title: str = "Distribution of scores",
    size: int = 400,
) -> Chart | FacetChart:
    """Histograms of the scores of positives and negatives, from ``tie_groups``; with ``color`` one panel for each group.

    Each class adds up to 1, so that a rare one can be seen too. Infinite scores are counted in the outermost bins.

    >>> import polars as pl
    >>> from rocsql import plot
    >>> ties = pl.DataFrame({"score": [0.9, 0.5, 0.1], "pos": [3, 1, 0], "neg": [0, 2, 8]})
    >>> plot.score_distribution(ties, bins=3).to_dict()["encoding"]["y"]["title"]
    'Share of the class'
    """
    alt = _altair()
    if bins < 1:
        raise RocsqlError(f"bins must be at least 1, but it is {bins}.")
    needed = dict.fromkeys(("score", "pos", "neg"), "tie_groups")
    curves = _curves(ties, needed, color, hover={}, order=())
    look = _Look(curves)
    histograms = _histograms(curves.parts, bins)
    rows = _Curves(
        {name: part.with_columns(place=pl.lit(place)) for place, (name, part) in enumerate(histograms.items())}, curves.by
    ).rows()
    # Said here, so that hiding panels moves nothing.
    ends = [min((row["low"] for row in rows), default=0), max((row["high"] for row in rows), default=1)]
    highest = max((row["share"] for row in rows), default=1)
    classes = alt.Color(
        "class:N",
        scale=alt.Scale(domain=["negative", "positive"], range=[COLOURS[0], COLOURS[1]]),
        legend=_legend(None, orient="top"),
    )
    bars = (
        alt.Chart(_inline(rows))
        .mark_bar(opacity=0.5, binSpacing=0)
        .encode(
            x=_axis(alt.X, "low", "Score", domain=ends, ticks=5, flush=True, nice=True),
            x2="high:Q",
            y=_axis(alt.Y, "share", "Share of the class", domain=[0, highest], ticks=4, nice=True),
            y2=alt.datum(0),
            color=classes,
            tooltip=[
                *look.tooltip(),
                alt.Tooltip("class:N"),
                alt.Tooltip("low:Q", title="score from", format=".4~g"),
                alt.Tooltip("high:Q", title="to", format=".4~g"),
                alt.Tooltip("share:Q", title="share of the class", format=".2%"),
                alt.Tooltip("n:Q", title="rows", format=","),
            ],
        )
    )
    if not curves.title:
        alone: Chart = bars.properties(title=_title(title), width=int(size * 1.5), height=size // 2)
        return alone
    columns = min(3, max(1, len(curves.parts)))
    panels: FacetChart = (
        bars.properties(width=size // 2, height=size // 3)
        .facet(
            facet=alt.Facet(
                "curve:N",
                title=None,
                # By number: a list of names would become part of an expression, which not every name survives.
                sort=alt.EncodingSortField("place", op="min"),
                header=alt.Header(
                    labelAnchor="start",
                    labelFontSize=12,
                    labelColor=_TEXT,
                    labelLimit=size // 2,
                    labelExpr=_lines_of_label(size // 14),
                ),
            ),
            columns=columns,
        )
        # Of its own, because an unfinished row of panels would have axes without panels.
        .resolve_axis(x="independent")
        .properties(title=_title(title), spacing=24)
    )
    return panels


# --- From any frame to curves ------------------------------------------------------------------------


@dataclass(frozen=True)
class _Curves:
    """The points of each curve, in their order, under the name that the chart gives it, the columns it is named after,
    which of their values have which name, and the full names of those that are cut.
    """

    parts: dict[str, pl.DataFrame]
    by: Sequence[str]
    names: Mapping[str, str] = field(default_factory=dict)
    full_names: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return _SEPARATOR.join(self.by)

    def has(self, column: str) -> bool:
        return any(column in part.columns for part in self.parts.values())

    def rising(self, *columns: str, strictly: bool = False) -> _Curves:
        """These curves, if no point of one goes back: otherwise they are several under one name."""
        for part in self.parts.values():
            for column in columns:
                steps = np.diff(part[column].to_numpy())
                if (steps < -1e-12).any() or (strictly and (steps <= 0).any()):
                    raise RocsqlError(
                        f"{'A curve' if self.title else 'The frame'} has more than one {column!r} where a curve has one: "
                        "name the columns that tell the curves apart, as in color=['model', 'day']."
                    )
        return self

    def thinned(self, x: str, y: str, max_points: int) -> _Curves:
        """The ends, the extremes on the way and the hull of each curve, few enough for a browser."""
        if not isinstance(max_points, int) or max_points < 8:
            raise RocsqlError(f"max_points must be a whole number of at least 8, but it is {max_points}.")
        most = max(16, min(max_points, _MOST_POINTS // max(1, len(self.parts))))
        return replace(self, parts={name: _thinned(part, x, y, min(most, max_points)) for name, part in self.parts.items()})

    def spread(self, marks: int) -> _Curves:
        """About so many points of each curve, evenly along its way."""
        if marks < 2:
            raise RocsqlError(f"marks must be at least 2, but it is {marks}.")
        return replace(self, parts={name: part[_spread(part, marks)] for name, part in self.parts.items()})

    def rows(self) -> list[dict[str, Any]]:
        """The points as JSON can carry them: six digits are finer than a pixel, and infinity is text. What is read is exact."""
        return [
            {"curve": name, **{column: _plain(value, exact=column in _READ) for column, value in row.items()}}
            for name, part in self.parts.items()
            for row in part.iter_rows(named=True)
        ]


def _plain(value: Any, *, exact: bool = False) -> Any:
    if not isinstance(value, float):
        return value
    if not math.isfinite(value):
        return f"{value:+}"
    return value if exact else float(f"{value:.6g}")


def _curves(
    data: Any,
    needed: Mapping[str, str],
    color: str | Sequence[str] | None,
    *,
    hover: Mapping[str, str],
    order: Sequence[str],
    drop: Sequence[str] | None = None,
    finite: Sequence[str] = (),
    known: Mapping[str, str] | None = None,
) -> _Curves:
    """The curves in a frame: ``needed`` names the macro that gives each column, ``order`` sorts a curve ('-' downwards), and
    ``known`` are names that groups have already.
    """
    by = [color] if isinstance(color, str) else list(color or ())
    frame = _selected(data, needed, by, [*hover])
    # A class without members has no rate; NaN is how pandas writes that.
    numbers = [column for column in frame.columns if column not in by and frame[column].dtype.is_numeric()]
    frame = frame.with_columns(pl.col(needed).cast(pl.Float64)).with_columns(
        pl.col(column).fill_nan(None) for column in numbers if frame[column].dtype.is_float()
    )
    frame = frame.drop_nulls([*(needed if drop is None else drop)])
    for column in finite:
        frame = frame.filter(pl.col(column).is_finite())
    if not by:
        parts = {"": frame} if frame.height else {}
        return _Curves({name: _in_order(part, order) for name, part in parts.items()}, by)
    found = frame.select(by).n_unique() if frame.height else 0
    if found > _MOST_CURVES:
        raise RocsqlError(
            f"{_SEPARATOR.join(by)!r} has {found:,} values, and a chart at most {_MOST_CURVES} curves: "
            "leave some out, or group by less."
        )
    named: dict[str, pl.DataFrame] = {}
    names = dict(known or {})
    full_names = {}
    for key, part in frame.partition_by(by, maintain_order=True, include_key=False, as_dict=True).items():
        full = full_name(key)
        name = names.setdefault(_same(key), curve_name(full, names.values()))
        named[name] = _in_order(part, order)
        if len(full) > _LONGEST_NAME:
            full_names[name] = full
    return _Curves(named, by, names, full_names)


def _same(key: Sequence[Any]) -> str:
    """A group's values as a key: NaN is not equal to itself, and a list is none."""
    return repr(tuple(key))


def full_name(key: Sequence[Any]) -> str:
    """A group's values as one text.

    >>> full_name(("gbm", None))
    'gbm · NULL'
    """
    return _SEPARATOR.join("NULL" if value is None else str(value) for value in key)


def curve_name(text: str, taken: Collection[str]) -> str:
    """A group's name, not too long for a chart and unlike those that are taken. Long ones are cut in the middle: names that
    begin alike mostly end differently.

    >>> curve_name("gbm", ["gbm"])
    'gbm (2)'
    >>> curve_name("models/2026-03-02/a/path/that/is/longer/than/a/chart/has/room/for/gbm", [])
    'models/2026-03-02/a/path/that/…than/a/chart/has/room/for/gbm'
    """
    for number in count(1):
        ending = f" ({number})" if number > 1 else ""
        room = _LONGEST_NAME - len(ending)
        cut = text if len(text) <= room else text[: room // 2] + "…" + text[len(text) - (room - 1) // 2 :]
        if cut + ending not in taken:
            return cut + ending
    raise AssertionError


def _selected(data: Any, needed: Mapping[str, str], by: Sequence[str], optional: Sequence[str]) -> pl.DataFrame:
    """The columns that a chart uses, as a Polars frame."""
    columns = column_names(data)
    if columns is None:
        raise RocsqlError(
            f"A chart takes a Polars, pandas or Arrow frame or a DuckDB relation, but it got {type(data).__name__}."
        )
    for column, macro in needed.items():
        if column not in columns:
            raise RocsqlError(
                f"The frame has no column {column!r}, which {macro} gives; it has {', '.join(columns) or 'none'}."
            )
    for column in by:
        if column not in columns:
            raise RocsqlError(
                f"The frame has no column {column!r} to color by; it has {', '.join(columns)}: "
                f"group by it, as in by := ['{column}']."
            )
    wanted = [*dict.fromkeys([*by, *needed, *(column for column in optional if column in columns)])]
    if isinstance(data, pl.LazyFrame):
        return data.select(wanted).collect()
    if isinstance(data, pl.DataFrame):
        return data.select(wanted)
    if isinstance(data, duckdb.DuckDBPyRelation):
        return pl.DataFrame(data.select(*map(duckdb.ColumnExpression, wanted)).pl())
    if type(data).__module__.startswith("pandas"):
        return pl.DataFrame(pl.from_pandas(data[wanted]))
    return pl.DataFrame(data.select(wanted) if hasattr(data, "select") else data).select(wanted)


def column_names(data: Any) -> list[str] | None:
    """The names of a frame's columns, of whatever kind it is; None where it is no frame."""
    if isinstance(data, pl.LazyFrame):
        return data.collect_schema().names()
    if hasattr(data, "column_names"):  # Arrow
        return list(data.column_names)
    if hasattr(data, "columns"):
        return [str(column) for column in data.columns]
    names = getattr(getattr(data, "schema", None), "names", None)  # a reader of record batches, a dataset
    return None if names is None else list(names)


def _in_order(part: pl.DataFrame, order: Sequence[str]) -> pl.DataFrame:
    """The points along the curve; most come that way, and ten million are not sorted for nothing."""
    keys = [(column.removeprefix("-"), column.startswith("-")) for column in order]
    before = np.ones(max(0, part.height - 1), dtype=bool)  # equal so far
    for column, falls in keys:
        values = part[column].to_numpy()
        first, second = (values[1:], values[:-1]) if falls else (values[:-1], values[1:])
        if (before & (first > second)).any():
            return part.sort([column for column, _ in keys], descending=[falls for _, falls in keys], maintain_order=True)
        before &= first == second
    return part


def _thinned(part: pl.DataFrame, x: str, y: str, max_points: int) -> pl.DataFrame:
    if part.height <= max_points:
        return part
    return part[thinned_path(_unit(part[y]), _unit(part[x]), max_points)]


def _unit(values: pl.Series) -> Floats:
    """From 0 to 1, so that both axes of a square count alike."""
    numbers: Floats = values.to_numpy()
    span = numbers.max() - numbers.min()
    return (numbers - numbers.min()) / span if span > 0 else numbers * 0


def _spread(part: pl.DataFrame, marks: int) -> Any:
    way = part["fpr"].to_numpy() + part["tpr"].to_numpy()
    return np.unique(np.searchsorted(way, np.linspace(way[0], way[-1], marks)))


def _histograms(parts: Mapping[str, pl.DataFrame], bins: int) -> dict[str, pl.DataFrame]:
    """The share of each class in equal ranges of all finite scores."""
    finite = [scores[np.isfinite(scores)] for scores in (part["score"].to_numpy() for part in parts.values())]
    low = min((float(scores.min()) for scores in finite if len(scores)), default=0.0)
    high = max((float(scores.max()) for scores in finite if len(scores)), default=1.0)
    if low == high:
        low, high = low - 0.5, high + 0.5
    edges = 2 * np.linspace(low / 2, high / 2, bins + 1)  # halves, because two doubles may lie farther apart than any double
    histograms = {}
    for name, part in parts.items():
        scores = part["score"].to_numpy()
        place = np.clip(np.searchsorted(edges, scores, "right") - 1, 0, bins - 1)
        columns: list[pl.DataFrame] = []
        for kind, column in (("negative", "neg"), ("positive", "pos")):
            counts = np.bincount(place, weights=part[column].to_numpy(), minlength=bins)
            if counts.sum() > 0:
                shown = pl.DataFrame({"low": edges[:-1], "high": edges[1:], "n": counts, "share": counts / counts.sum()})
                columns.append(shown.filter(pl.col("n") > 0).select(pl.lit(kind).alias("class"), pl.all()))
        if columns:
            histograms[name] = pl.concat(columns)
    return histograms


# --- Layers ------------------------------------------------------------------------------------------


_NUMBERS = count(1)


class _Look:
    """How a chart's curves look: eight colours and a legend, or grey and a name under the pointer where there are more."""

    def __init__(self, curves: _Curves, names: Mapping[str, str] | None = None) -> None:
        self._alt = _altair()
        self.names = [*curves.parts]
        self.title = curves.title
        self.shown = names or {}
        self.full_names = curves.full_names
        self.many = len(self.names) > len(COLOURS)
        # Each chart has its own, so that charts can stand beside each other.
        number, pointer = next(_NUMBERS), {"nearest": True, "on": "pointerover", "clear": "pointerout", "empty": False}
        self.hover = self._alt.selection_point(name=f"curve_{number}", fields=["curve"], **pointer)
        self.near = self._alt.selection_point(name=f"point_{number}", **pointer)

    def scale(self) -> Any:
        colours = [GREY] * len(self.names) if self.many else list(COLOURS[: len(self.names)])
        return self._alt.Scale(domain=self.names, range=colours)

    def legend(self) -> Any:
        if self.many or not self.title:
            return None
        legend = _legend(self.title)
        if self.shown:
            # JSON in ASCII is a string to Vega's expressions too, whatever is in it.
            cases = "".join(
                f"datum.label === {json.dumps(name)} ? {json.dumps(shown)} : " for name, shown in self.shown.items()
            )
            legend.labelExpr = f"{cases}datum.label"
        return legend

    def color(self) -> Any:
        colour = self._alt.Color("curve:N", title=self.title, scale=self.scale(), legend=self.legend())
        return self._alt.when(self.hover).then(self._alt.value("#000000")).otherwise(colour) if self.many else colour

    def width(self) -> Any:
        if not self.many:
            return self._alt.value(2)
        return self._alt.when(self.hover).then(self._alt.value(3)).otherwise(self._alt.value(1.3))

    def full_name(self, name: str) -> str:
        """The expression of a curve's full name, from that of its name."""
        return f"{json.dumps(self.full_names)}[{name}] || {name}" if self.full_names else name

    def tooltip(self) -> list[Any]:
        return [self._alt.Tooltip("curve:N", title=self.title)] if self.title else []


def _lines(curves: _Curves, look: _Look, x: Any, y: Any, tooltip: Any, interpolate: str = "linear") -> list[Any]:
    """The curves, and on them the points that the pointer finds."""
    alt = _altair()
    base = alt.Chart(_inline(curves.rows()))
    # Vega-Lite would sort a line by x, and could draw a vertical step downwards: the rows have their order.
    lines = base.mark_line(order=False, interpolate=interpolate, strokeJoin="round", opacity=0.7 if look.many else 1).encode(
        x=x, y=y, color=look.color(), strokeWidth=look.width()
    )
    seen = alt.when(look.near).then(alt.value(1)).otherwise(alt.value(0))
    points = base.mark_point(filled=True, size=60).encode(x=x, y=y, color=look.color(), opacity=seen, tooltip=tooltip)
    return [lines, points.add_params(look.near, *([look.hover] if look.many else []))]


def _hulls(curves: _Curves, look: _Look, x: Any, y: Any) -> Any:
    """The hulls of thinned curves, which have kept their vertices."""
    alt = _altair()
    hulls = {name: part.select("fpr", "tpr")[_vertices(part)] for name, part in curves.parts.items()}
    return (
        alt.Chart(_inline(_Curves(hulls, curves.by).rows()))
        .mark_line(order=False, strokeDash=[2, 3], strokeWidth=1.2, opacity=0.9)
        .encode(x=x, y=y, color=look.color())
    )


def _vertices(part: pl.DataFrame) -> Any:
    """Places of the hull's vertices. A point may be there twice: cost_roc_curve has one for a row that is worth nothing."""
    fpr, tpr = part["fpr"].to_numpy(), part["tpr"].to_numpy()
    places = np.flatnonzero(np.concatenate(([True], (np.diff(fpr) != 0) | (np.diff(tpr) != 0))))
    return places[hull_places(tpr[places], fpr[places])]


def _bands(curves: _Curves, look: _Look, x: Any) -> Any:
    alt = _altair()
    rows = [row for row in curves.rows() if row["tpr_low"] is not None and row["tpr_high"] is not None]
    low = _rate(alt.Y, "tpr_low", "True positive rate")
    return (
        alt.Chart(_inline(rows))
        .mark_area(order=False, opacity=0.1 if look.many else 0.2)
        .encode(x=x, y=low, y2="tpr_high:Q", color=look.color())
    )


def _error_bars(curves: _Curves, look: _Look, x: Any, y: Any, *, both: bool) -> list[Any]:
    """Upright bars of the tpr, and where both rates have an interval level ones of the fpr: crosses."""
    alt = _altair()
    rows = [row for row in curves.rows() if row["tpr_low"] is not None]
    low = _rate(alt.Y, "tpr_low", "True positive rate")
    bars = [alt.Chart(_inline(rows)).mark_rule(strokeWidth=1.2).encode(x=x, y=low, y2="tpr_high:Q", color=look.color())]
    if both:
        left = _rate(alt.X, "fpr_low", "False positive rate")
        bars.append(
            alt.Chart(_inline(rows)).mark_rule(strokeWidth=1.2).encode(x=left, x2="fpr_high:Q", y=y, color=look.color())
        )
    else:
        for end in ("tpr_low", "tpr_high"):
            cap = _rate(alt.Y, end, "True positive rate")
            ticks = alt.Chart(_inline(rows)).mark_tick(orient="horizontal", size=7, thickness=1.2)
            bars.append(ticks.encode(x=x, y=cap, color=look.color()))
    return bars


def _iso_lines(curves: _Curves, slopes: Sequence[float], x: Any, y: Any) -> list[Any]:
    """A line of equal cost for each slope, through the point of all curves that is best for it."""
    alt = _altair()
    lines: list[dict[str, Any]] = []
    for slope in slopes:
        if not slope >= 0:
            raise RocsqlError(f"A slope of iso_slopes must be at least 0, but it is {slope}: cost_fp p(n) / (cost_fn p(p)).")
        touched = [(*_touched(part, slope), name) for name, part in curves.parts.items()]
        if touched:
            _, fpr, tpr, name = max(touched, key=lambda best: best[0])
            left, bottom, right, top = _across_the_square(slope, fpr, tpr)
            ends = {"x": left, "y": bottom, "x2": right, "y2": top, "fpr": fpr, "tpr": tpr, "slope": slope}
            lines.append({"best": name, **{key: _plain(value) for key, value in ends.items()}})
    if not lines:
        return []
    base = alt.Chart(_inline(lines))
    told = [
        alt.Tooltip("slope:Q", title="slope of equal cost", format=".4~g"),
        *([alt.Tooltip("best:N", title="best")] if curves.title else []),
        alt.Tooltip("fpr:Q", title="false positive rate", format=".4~g"),
        alt.Tooltip("tpr:Q", title="true positive rate", format=".4~g"),
    ]
    from_x, from_y = _rate(alt.X, "x", "False positive rate"), _rate(alt.Y, "y", "True positive rate")
    return [
        base.mark_rule(color=_TEXT, strokeWidth=1, strokeDash=[6, 3]).encode(
            x=from_x, y=from_y, x2="x2:Q", y2="y2:Q", tooltip=told
        ),
        base.mark_point(color=_TEXT, size=70, strokeWidth=1.5).encode(x=x, y=y, tooltip=told),
    ]


def _touched(part: pl.DataFrame, slope: float) -> tuple[float, float, float]:
    """The worth tpr - slope fpr of the best point, which of several is the one with fewest alarms, and the point."""
    fpr, tpr = part["fpr"].to_numpy(), part["tpr"].to_numpy()
    worth = tpr - slope * fpr if math.isfinite(slope) else np.where(fpr == 0, tpr, -np.inf)
    best = int(np.argmax(worth))
    return float(worth[best]), float(fpr[best]), float(tpr[best])


def _across_the_square(slope: float, fpr: float, tpr: float) -> tuple[float, float, float, float]:
    """Where the line through a point enters and leaves the unit square."""
    if math.isinf(slope):
        return fpr, 0, fpr, 1
    left, right = tpr - slope * fpr, tpr + slope * (1 - fpr)
    start = (0.0, left) if left >= 0 else (fpr - tpr / slope, 0.0)
    end = (1.0, right) if right <= 1 else (fpr + (1 - tpr) / slope, 1.0)
    return *start, *end


def _operating_points(data: Any, curves: _Curves, look: _Look, x: Any, y: Any) -> Any:
    alt = _altair()
    needed = dict.fromkeys(("fpr", "tpr"), "best_threshold")
    points = _curves(data, needed, curves.by, hover={**_HOVER, "value": "value"}, order=(), known=curves.names)
    told = _tooltip(points, look, {"fpr": "false positive rate", "tpr": "true positive rate"})
    fill = alt.Fill("curve:N", scale=look.scale(), legend=None)
    marks = alt.Chart(_inline(points.rows())).mark_point(filled=True, size=110, stroke="white", strokeWidth=1.5, opacity=1)
    return marks.encode(x=x, y=y, fill=fill, tooltip=told)


def _names_with_areas(curves: _Curves, auc: Any) -> dict[str, str]:
    """Name -> the name with its area."""
    areas = _selected(auc, {"auc": "roc_auc"}, curves.by, [])
    names: dict[str, str] = {}
    for *key, area in areas.select(*curves.by, "auc").iter_rows():
        name = curves.names.get(_same(key)) if key else ""
        if name is not None:
            names[name] = name if area is None else f"{name} (AUC {area:.3f})"
    return names


def _segments(x: Any, y: Any, ends: Sequence[tuple[float, float, float, float]]) -> Any:
    """Dashed grey lines that curves are measured against, in the units of both axes."""
    alt = _altair()
    rows = [{"x": a, "y": b, "x2": c, "y2": d} for a, b, c, d in ends]
    x, y = x.copy(), y.copy()
    x.shorthand, y.shorthand = "x:Q", "y:Q"
    return (
        alt.Chart(_inline(rows)).mark_rule(color=GREY, strokeDash=[5, 4], strokeWidth=1).encode(x=x, y=y, x2="x2:Q", y2="y2:Q")
    )


# --- One look ----------------------------------------------------------------------------------------


def _altair() -> Any:
    try:
        import altair
    except ImportError:
        raise RocsqlError(missing_extra("Charts need Altair", "plot")) from None
    return altair


def _inline(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Rows inside the chart. Not as alt.InlineData, which holds every value against its schema: that takes seconds."""
    return {"values": rows}


def _rate(channel: Any, column: str, title: str) -> Any:
    """An axis from 0 to 1."""
    return _axis(channel, column, title, domain=[0, 1], values=[0, 0.2, 0.4, 0.6, 0.8, 1])


def _axis(
    channel: Any,
    column: str,
    title: str,
    *,
    domain: Sequence[float] | None = None,
    values: Sequence[float] | None = None,
    labels: str | None = None,
    ticks: int | None = None,
    flush: bool = False,
    nice: bool = False,
    zero: bool | None = None,
    **options: Any,
) -> Any:
    alt = _altair()
    given = {"values": values, "labelExpr": labels, "tickCount": ticks}
    axis = alt.Axis(
        labelFontSize=12,
        titleFontSize=13,
        titleFontWeight="normal",
        labelColor=_TEXT,
        titleColor=_TEXT,
        domainColor=_LINE,
        tickColor=_LINE,
        gridColor=_GRID,
        labelFlush=flush,
        titlePadding=8,
        **{name: value for name, value in given.items() if value is not None},
    )
    scale = {"domain": domain, "zero": zero, "nice": nice if domain else None}
    return channel(
        f"{column}:Q",
        title=title,
        axis=axis,
        scale=alt.Scale(**{name: value for name, value in scale.items() if value is not None}),
        **options,
    )


def _probit(channel: Any, column: str, title: str, low: float, high: float) -> Any:
    """An axis on which equal steps are equal steps of a normal deviate; its labels are the rates."""
    ticks = {quantile: label for quantile, label in _PROBITS.items() if low <= quantile <= high}
    texts = ", ".join(f"'{round(1000 * quantile)}': '{label}'" for quantile, label in ticks.items())
    labels = f"({{{texts}}})[round(1000 * datum.value)]"
    return _axis(channel, column, title, domain=[low, high], values=[*ticks], labels=labels)


def _probits() -> dict[float, str]:
    from statistics import NormalDist

    rates = (0.0001, 0.001, 0.005, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98, 0.995, 0.999, 0.9999)
    return {NormalDist().inv_cdf(rate): f"{100 * rate:g} %" for rate in rates}


_PROBITS = _probits()


def _legend(title: str | None, **options: Any) -> Any:
    return _altair().Legend(
        title=title,
        labelFontSize=12,
        titleFontSize=12,
        labelColor=_TEXT,
        titleColor=_TEXT,
        labelLimit=560,
        symbolOpacity=1,
        symbolStrokeWidth=3,
        **options,
    )


def _lines_of_label(length: int) -> str:
    """The expression of a label as lines of so many characters: Vega would cut the end, where names differ."""
    starts = range(0, _LONGEST_NAME, length)
    lines = ", ".join(f"slice(datum.label, {start}, {start + length})" for start in starts)
    return f"length(datum.label) > {length} ? [{lines}] : datum.label"


def _title(text: str) -> Any:
    return _altair().TitleParams(text, anchor="start", frame="group", fontSize=15, offset=12, color=_TEXT)


def _tooltip(curves: _Curves, look: _Look, told: Mapping[str, str]) -> Any:
    """What hovering tells: the curve, the point, and the threshold and counts where the frame has them.

    As an expression: where the pointer finds the nearest point, a row is ``datum.datum``, and Vega-Lite 6 looks for the texts
    of a list of fields in ``datum``.
    """
    shown = {
        **told,
        **{column: _told(column) for column in ("threshold", *_COUNTS, "gain", "lift", "value")},
        **{"bin": "bin", "n": "rows", "n_curves": "curves"},
    }
    row = "(datum.datum || datum)"
    values = {look.title: look.full_name(f"{row}.curve")} if look.title else {}
    for column, title in shown.items():
        if curves.has(column):
            value = f"{row}.{column}"
            number = value if column == "threshold" else f"format({value}, '{',' if column in _WHOLE else '.4~g'}')"
            # Infinity is text, and NULL is not 0.
            text = f"isNumber({value}) ? {number} : isValid({value}) ? {value} : '-'"
            values[f"{title} of the point" if title == look.title else title] = text
    # JSON in ASCII is a string to Vega's expressions too, whatever is in it.
    pairs = ", ".join(f"{json.dumps(title)}: {value}" for title, value in values.items())
    return _altair().value({"expr": f"{{{pairs}}}"})


_COUNTS = ("tp", "fp", "benefit", "cost")
_WHOLE = (*_COUNTS, "bin", "n", "n_curves")

#: What a reader takes from a chart to use elsewhere: a threshold that is rounded selects other rows.
_READ = ("threshold", "n", *_COUNTS)


def _told(column: str) -> str:
    return {**_HOVER, "gain": "positives found", "lift": "lift"}.get(column, column)


def _chart(layers: Sequence[Any], title: str, width: int, height: int) -> LayerChart:
    alt = _altair()
    view = alt.ViewBackground(stroke=_LINE)
    chart: LayerChart = alt.layer(*layers).properties(title=_title(title), width=width, height=height, view=view)
    return chart
