"""Charts: what is in them, how large they are, and that they can be drawn."""

from __future__ import annotations

import itertools
import json
import math
import re
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pytest

import rocsql.polars as roc
from rocsql import RocsqlError
from rocsql.demo import prediction_log
from tests.browser import Page, chromium

alt = pytest.importorskip("altair")
vl_convert = pytest.importorskip("vl_convert")

from rocsql import plot, report  # noqa: E402

LOG = prediction_log(rows=6_000)
MACROS = {
    "roc": "roc_curve(log, score, label, by := ['model'])",
    "average": "roc_average_vertical(log, score, label, day, by := ['model'])",
    "cost": "cost_curve(log, score, label, by := ['model'])",
    "pr": "pr_curve(log, score, label, by := ['model'])",
    "det": "det_curve(log, score, label, by := ['model'])",
    "lift": "lift_curve(log, score, label, by := ['model'])",
    "reliability": "reliability_curve(log, score, label, by := ['model'])",
    "score_distribution": "tie_groups(log, score, label, by := ['model'])",
}


@pytest.fixture
def log(con: duckdb.DuckDBPyConnection) -> Iterator[duckdb.DuckDBPyConnection]:
    con.register("log", LOG)
    yield con
    con.unregister("log")


def curve_of(scores: list[float], labels: list[int], **columns: Any) -> pl.DataFrame:
    return roc.roc_curve(pl.DataFrame({"score": scores, "label": labels, **columns}), "score", "label", by=[*columns])


def layer(chart: Any, mark: str) -> dict[str, Any]:
    """The first layer of that mark that is no hull, with its rows under ``rows``."""
    spec = chart.to_dict()
    found = next(part for part in spec["layer"] if part["mark"]["type"] == mark and part["mark"].get("strokeDash") != [2, 3])
    return {**found, "rows": spec["datasets"][found["data"]["name"]]}


def paths(chart: Any, colour: str) -> list[list[tuple[float, float]]]:
    """The corners of the lines of that colour, as they are really drawn."""
    svg = vl_convert.vegalite_to_svg(chart.to_dict())
    found = [path for path in re.findall(r"<path[^>]*>", svg) if f'stroke="{colour}"' in path and '"line mark"' in path]
    corners = [re.findall(r"[ML]?(-?[\d.]+),(-?[\d.]+)", re.search(r' d="([^"]*)"', path)[1]) for path in found]  # type: ignore[index]
    return [[(float(x), float(y)) for x, y in line] for line in corners]


def area(x: Any, y: Any) -> float:
    return float(np.trapezoid(y, x))


# --- What is drawn -----------------------------------------------------------------------------------


def test_axes_of_costs_say_so(log: duckdb.DuckDBPyConnection) -> None:
    drawn = layer(plot.roc(log.sql("FROM cost_roc_curve(log, score, label, 20 + amount, 1)")), "line")["encoding"]
    assert (drawn["x"]["title"], drawn["y"]["title"]) == ("Share of all cost paid", "Share of all benefit won")


@pytest.mark.parametrize("name", MACROS)
def test_every_chart_takes_its_macro_and_is_drawn(log: duckdb.DuckDBPyConnection, name: str) -> None:
    chart = getattr(plot, name)(log.sql(f"FROM {MACROS[name]}"), color="model")
    text = chart.to_json(indent=None)
    assert len(text) < 500_000
    png = vl_convert.vegalite_to_png(json.loads(text), scale=1)
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    assert 400 < width < 900
    assert 250 < height < 600
    svg = vl_convert.vegalite_to_svg(json.loads(text))
    assert all(f">{model}</text>" in svg for model in ("gbm", "logistic", "rules"))
    assert "NaN" not in svg


@pytest.mark.parametrize("kind", ["polars", "lazy", "pandas", "arrow", "reader", "relation"])
def test_any_frame_gives_the_same_chart(log: duckdb.DuckDBPyConnection, kind: str) -> None:
    relation = log.sql(f"FROM {MACROS['roc']}")
    frame = relation.pl()
    data = {
        "polars": lambda: frame,
        "lazy": frame.lazy,
        "pandas": frame.to_pandas,
        "arrow": frame.to_arrow,
        "reader": lambda: frame.to_arrow().to_reader(),
        "relation": lambda: relation,
    }[kind]()
    assert layer(plot.roc(data, color="model"), "line")["rows"] == layer(plot.roc(frame, color="model"), "line")["rows"]


def test_roc_points_and_encodings() -> None:
    curve = curve_of([0.9, 0.8, 0.7, 0.6], [1, 0, 1, 0])
    chart = plot.roc(curve)
    line = layer(chart, "line")
    assert [(row["threshold"], row["fpr"], row["tpr"]) for row in line["rows"]] == [
        ("+inf", 0, 0),
        (0.9, 0, 0.5),
        (0.8, 0.5, 0.5),
        (0.7, 0.5, 1),
        (0.6, 1, 1),
    ]
    assert line["encoding"]["x"]["field"] == "fpr"
    assert line["encoding"]["x"]["scale"]["domain"] == [0, 1]
    spec = chart.to_dict()
    assert spec["width"] == spec["height"]
    told = layer(chart, "point")["encoding"]["tooltip"]["value"]["expr"]
    assert re.findall(r'"([^"]+)":', told) == [
        "false positive rate",
        "true positive rate",
        "threshold",
        "true positives",
        "false positives",
    ]
    json.dumps(spec, allow_nan=False)


def test_lines_never_go_back(log: duckdb.DuckDBPyConnection) -> None:
    """On the screen y grows downwards; ties in fpr are vertical steps, which a sort by x alone would mix up."""
    shuffled = log.sql(f"FROM {MACROS['roc']}").pl().sample(fraction=1, shuffle=True, seed=1)
    for colour in ("#0072B2", "#D55E00", "#009E73"):
        (line,) = paths(plot.roc(shuffled, color="model"), colour)
        assert len(line) > 5
        assert all(b[0] >= a[0] and b[1] <= a[1] for a, b in itertools.pairwise(line))


def test_the_hull_is_that_of_the_macro(log: duckdb.DuckDBPyConnection) -> None:
    chart = plot.roc(log.sql("FROM roc_curve(log, score, label)"), hull=True)
    spec = chart.to_dict()
    dashed = next(part for part in spec["layer"] if part["mark"].get("strokeDash") == [2, 3])
    rows = spec["datasets"][dashed["data"]["name"]]
    hull = log.sql("SELECT fpr, tpr FROM roc_hull(log, score, label)").fetchall()
    assert [(row["fpr"], row["tpr"]) for row in rows] == [pytest.approx(point, rel=1e-5) for point in hull]


def test_points_that_are_there_twice_leave_the_hull_alone() -> None:
    twice = pl.DataFrame({"fpr": [0.0, 0.0, 0.0, 0.5, 1.0, 1.0], "tpr": [0.0, 0.8, 0.8, 0.8, 1.0, 1.0]})
    spec = plot.roc(twice, hull=True).to_dict()
    dashed = next(part for part in spec["layer"] if part["mark"].get("strokeDash") == [2, 3])
    points = [(row["fpr"], row["tpr"]) for row in spec["datasets"][dashed["data"]["name"]]]
    assert points == [(0, 0), (0, 0.8), (1, 1)]


def test_the_line_of_equal_cost_touches_the_best_point(log: duckdb.DuckDBPyConnection) -> None:
    curve = log.sql(f"FROM {MACROS['roc']}").pl()
    best = log.sql("FROM best_threshold(log, score, label, by := ['model'], cost_fn := 5, prior := 0.1)").pl()
    slope = 1 * 0.9 / (5 * 0.1)
    chart = plot.roc(curve, color="model", iso_slopes=slope, operating_points=best)
    spec = chart.to_dict()
    line = next(part for part in spec["layer"] if part["mark"].get("strokeDash") == [6, 3])
    (row,) = spec["datasets"][line["data"]["name"]]
    top = best.with_columns(worth=pl.col("tpr") - slope * pl.col("fpr")).sort("worth").row(-1, named=True)
    assert (row["best"], row["fpr"], row["tpr"]) == (
        top["model"],
        pytest.approx(top["fpr"], rel=1e-5),
        pytest.approx(top["tpr"], rel=1e-5),
    )
    assert (row["y2"] - row["y"]) / (row["x2"] - row["x"]) == pytest.approx(slope, rel=1e-4)
    assert (curve["tpr"] - slope * curve["fpr"]).max() == pytest.approx(row["y"] - slope * row["x"], rel=1e-4)
    assert all(0 <= row[end] <= 1 for end in ("x", "y", "x2", "y2"))
    dots = next(part for part in spec["layer"] if "fill" in part["encoding"])
    assert [dot["curve"] for dot in spec["datasets"][dots["data"]["name"]]] == ["gbm", "logistic", "rules"]


@pytest.mark.parametrize(("slope", "ends"), [(0, (0, 1, 1, 1)), (math.inf, (0, 0, 0, 1)), (1, (0, 0.5, 0.5, 1))])
def test_lines_of_equal_cost_stay_in_the_square(slope: float, ends: tuple[float, ...]) -> None:
    spec = plot.roc(curve_of([0.9, 0.8, 0.7, 0.6], [1, 0, 1, 0]), iso_slopes=[slope]).to_dict()
    line = next(part for part in spec["layer"] if part["mark"].get("strokeDash") == [6, 3])
    (row,) = spec["datasets"][line["data"]["name"]]
    assert tuple(row[end] for end in ("x", "y", "x2", "y2")) == ends


def test_areas_in_the_legend(log: duckdb.DuckDBPyConnection) -> None:
    areas = log.sql("FROM roc_auc(log, score, label, by := ['model'])").pl()
    svg = vl_convert.vegalite_to_svg(plot.roc(log.sql(f"FROM {MACROS['roc']}"), color="model", auc=areas).to_dict())
    for model, auc in areas.select("model", "auc").iter_rows():
        assert f">{model} (AUC {auc:.3f})</text>" in svg


def test_averages_have_bands_bars_or_crosses(log: duckdb.DuckDBPyConnection) -> None:
    vertical = log.sql(f"FROM {MACROS['average']}").pl()
    band = layer(plot.average(vertical, color="model"), "area")
    assert (band["encoding"]["y"]["field"], band["encoding"]["y2"]["field"]) == ("tpr_low", "tpr_high")
    assert len(band["rows"]) == vertical.height
    bars = plot.average(vertical, color="model", style="bars", marks=10)
    rules = [part["encoding"] for part in bars.to_dict()["layer"] if part["mark"]["type"] in ("rule", "tick")]
    assert [rule["y"]["field"] for rule in rules] == ["y", "tpr_low", "tpr_low", "tpr_high"]
    crosses = plot.average(log.sql("FROM roc_average_threshold(log, score, label, day, by := ['model'])"), color="model")
    arms = [part for part in crosses.to_dict()["layer"] if part["mark"]["type"] == "rule"]
    assert [arm["encoding"].get("x2", {}).get("field") for arm in arms] == ["x2", None, "fpr_high"]
    assert 20 < len(crosses.to_dict()["datasets"][arms[1]["data"]["name"]]) <= 3 * 20


def test_a_band_is_not_called_an_average(log: duckdb.DuckDBPyConnection) -> None:
    def title(macro: str) -> str:
        return str(plot.average(log.sql(f"FROM {macro}"), color="model").to_dict()["title"]["text"])

    assert title("roc_band(log, score, label, by := ['model'])") == "ROC curve with confidence band"
    assert title(MACROS["average"]) == "Average ROC curve"
    assert title("roc_average_threshold(log, score, label, day, by := ['model'])") == "Threshold average"


def test_bars_are_as_long_as_the_interval(log: duckdb.DuckDBPyConnection) -> None:
    """Their caps lie across: upright ones would make the interval look longer than it is."""
    bars = plot.average(log.sql(f"FROM {MACROS['average']}"), color="model", style="bars").to_dict()
    assert [part["mark"]["orient"] for part in bars["layer"] if part["mark"]["type"] == "tick"] == ["horizontal", "horizontal"]


def test_one_fold_has_an_average_but_no_band(log: duckdb.DuckDBPyConnection) -> None:
    chart = plot.average(log.sql("FROM roc_average_vertical(log, score, label, 1)"))
    assert layer(chart, "area")["rows"] == []
    assert len(layer(chart, "line")["rows"]) == 101


def test_probit_axes_show_rates(log: duckdb.DuckDBPyConnection) -> None:
    chart = plot.det(log.sql(f"FROM {MACROS['det']}"), color="model")
    rows = layer(chart, "line")["rows"]
    assert all(math.isfinite(row["fpr_probit"]) and math.isfinite(row["fnr_probit"]) for row in rows)
    svg = vl_convert.vegalite_to_svg(chart.to_dict())
    assert all(f">{label} %</text>" in svg for label in (2, 20, 40))


def test_precision_in_steps_over_the_share_of_positives() -> None:
    frame = pl.DataFrame({"score": [0.9, 0.8, 0.7, 0.6], "label": [1, 0, 1, 0]})
    chart = plot.pr(roc.query("pr_curve", frame, "score", "label"))
    line = layer(chart, "line")
    assert [(row["recall"], row["precision"]) for row in line["rows"]] == [
        (0, 1),
        (0.5, 1),
        (0.5, 0.5),
        (1, 0.666667),
        (1, 0.5),
    ]
    assert line["mark"]["interpolate"] == "step-before"
    assert layer(chart, "rule")["rows"] == [{"x": 0, "y": 0.5, "x2": 1, "y2": 0.5}]


def test_distributions_add_up_to_one(log: duckdb.DuckDBPyConnection) -> None:
    spec = plot.score_distribution(log.sql(f"FROM {MACROS['score_distribution']}"), color="model", bins=25).to_dict()
    (rows,) = spec["datasets"].values()
    shares = pl.DataFrame(rows).group_by("curve", "class").agg(pl.col("share", "n").sum())
    assert shares.height == 6
    assert shares["share"].to_list() == pytest.approx([1] * 6, abs=1e-4)
    assert shares["n"].sum() == LOG["label"].count()
    assert spec["facet"]["field"] == "curve"


def test_distributions_of_odd_scores() -> None:
    ties = pl.DataFrame({"score": [math.inf, 1e308, 0.0, -1e308, -math.inf], "pos": [1, 1, 1, 1, 0], "neg": [0, 0, 0, 1, 3]})
    (rows,) = plot.score_distribution(ties, bins=4).to_dict()["datasets"].values()
    assert [(row["class"], row["low"], row["n"]) for row in rows] == [
        ("negative", -1e308, 4),
        ("positive", -1e308, 1),
        ("positive", 0, 1),
        ("positive", 5e307, 2),
    ]
    alone = pl.DataFrame({"score": [3.0], "pos": [1], "neg": [0]})
    (rows,) = plot.score_distribution(alone).to_dict()["datasets"].values()
    assert [(row["low"] <= 3 <= row["high"], row["share"]) for row in rows] == [(True, 1)]


def test_gain_and_lift(log: duckdb.DuckDBPyConnection) -> None:
    curve = log.sql(f"FROM {MACROS['lift']}")
    assert layer(plot.lift(curve, color="model"), "line")["encoding"]["y"]["field"] == "lift"
    assert layer(plot.lift(curve, color="model", gain=True), "line")["encoding"]["y"]["scale"]["domain"] == [0, 1]


# --- Groups ------------------------------------------------------------------------------------------


def test_eight_colours_and_beyond_them_grey() -> None:
    def charted(groups: int) -> dict[str, Any]:
        frame = pl.DataFrame({"fpr": [0.0, 1.0] * groups, "tpr": [0.0, 1.0] * groups, "g": np.repeat(range(groups), 2)})
        return dict(layer(plot.roc(frame, color="g"), "line")["encoding"]["color"])

    eight = charted(8)
    assert eight["scale"]["range"] == list(plot.COLOURS)
    assert len(set(eight["scale"]["range"])) == 8
    assert eight["legend"]["title"] == "g"
    many = charted(9)
    assert set(many["scale"]["range"]) == {plot.GREY}
    assert many["legend"] is None
    assert many["condition"]["value"] == "#000000"  # under the pointer
    with pytest.raises(RocsqlError, match=r"'g' has 201 values, and a chart at most 200 curves: leave some out"):
        charted(201)


def test_two_columns_name_a_curve_and_no_two_have_one_name() -> None:
    keys = [("a · b", "c"), ("a", "b · c"), (None, "NULL"), ("NULL", None), ("x" * 80, "1"), ("x" * 80, "2")]
    frame = pl.concat(
        pl.DataFrame({"fpr": [0.0, 1.0], "tpr": [0.0, 1.0], "one": [one] * 2, "two": [two] * 2}) for one, two in keys
    )
    line = layer(plot.roc(frame, color=["one", "two"]), "line")
    names = line["encoding"]["color"]["scale"]["domain"]
    assert names[:4] == ["a · b · c", "a · b · c (2)", "NULL · NULL", "NULL · NULL (2)"]
    assert names[4:] == ["x" * 30 + "…" + "x" * 25 + f" · {end}" for end in (1, 2)]
    assert len(set(names)) == 6
    assert max(map(len, names)) == 60
    assert line["encoding"]["color"]["title"] == "one · two"


def test_groups_of_other_types_and_awkward_names(log: duckdb.DuckDBPyConnection) -> None:
    frame = log.sql("FROM roc_curve(log, score, label, by := ['day'])").pl()
    line = layer(plot.roc(frame.rename({"day": 'the [day].of "it\'s"'}), color='the [day].of "it\'s"'), "line")
    assert line["encoding"]["color"]["scale"]["domain"][0] == "2026-03-02"
    legend = pl.DataFrame({"fpr": [0.0, 1.0], "tpr": [0.0, 1.0], "m": ['it\'s \\ "x"\n<script>'] * 2})
    areas = pl.DataFrame({"m": ['it\'s \\ "x"\n<script>'], "auc": [0.5]})
    svg = vl_convert.vegalite_to_svg(plot.roc(legend, color="m", auc=areas).to_dict())
    assert "(AUC 0.500)" in svg
    assert "<script>" not in svg


def test_a_class_that_is_missing_is_not_drawn_as_zero(log: duckdb.DuckDBPyConnection) -> None:
    curve = curve_of([0.9, 0.2, 0.4, 0.3], [1, 0, 0, 0], model=["both", "both", "negatives", "negatives"])
    for frame in (curve, curve.to_pandas()):
        line = layer(plot.roc(frame, color="model"), "line")
        assert line["encoding"]["color"]["scale"]["domain"] == ["both"]
        assert {row["curve"] for row in line["rows"]} == {"both"}
    nothing = plot.roc(curve.filter(pl.col("model") == "negatives"), color="model", hull=True)
    assert layer(nothing, "line")["rows"] == []
    assert vl_convert.vegalite_to_png(nothing.to_dict()).startswith(b"\x89PNG")


# --- In a browser ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser() -> Iterator[Page]:
    with chromium() as page:
        yield page


def hovered(page: Page, folder: Path, chart: Any, x: float = 0.3, y: float = 0.3, renderer: str = "canvas") -> str:
    """What the tooltip says at a place of the plot, in shares of its width and height."""
    spec = json.dumps(chart.to_dict()).replace("<", "\\u003c")
    bundle = report._bundle()
    file = folder / "chart.html"
    file.write_text(
        f"<!doctype html><meta charset=utf-8><div id=chart></div><script>{bundle}</script>"
        f"<script>vegaEmbed('#chart', {spec}, {{renderer: '{renderer}'}}).then(r => (window.view = r.view))</script>",
        encoding="utf-8",
    )
    page.open(file)
    page.wait("!!window.view")
    left, top, width, height = page.value(
        "(() => { const b = document.querySelector('#chart .marks').getBoundingClientRect(), o = view.origin();"
        "return [b.left + o[0], b.top + o[1], view.width(), view.height()] })()"
    )
    return page.hover(left + x * width, top + y * height)


HOVERED = {**MACROS, "band": "roc_band(log, score, label, by := ['model'])"}


@pytest.mark.parametrize("name", [name for name in HOVERED if name != "score_distribution"])
def test_hovering_tells_the_curve_and_its_point(
    log: duckdb.DuckDBPyConnection, browser: Page, tmp_path: Path, name: str
) -> None:
    draw = plot.average if name == "band" else getattr(plot, name)
    told = hovered(browser, tmp_path, draw(log.sql(f"FROM {HOVERED[name]}"), color="model"))
    lines = dict(re.findall(r"(.+?)\s*\t\s*(.+)", told))
    assert lines["model"] in ("gbm", "logistic", "rules")
    assert all(word not in told for word in ("undefined", "NaN", "null"))
    if name in ("roc", "cost", "pr", "det", "lift"):
        scores = LOG.filter(pl.col("model") == lines["model"])["score"].to_list()
        assert float(lines["threshold"]) in [*scores, math.inf, -math.inf]


def test_hovering_tells_infinity_null_and_the_full_name(browser: Page, tmp_path: Path) -> None:
    name = 'a long "name" </script> that begins as others do, and has more than sixty characters'
    curve = curve_of([0.9, 0.8, 0.7, 0.6], [1, 0, 1, 0], **{"it's": [name] * 4})
    told = hovered(browser, tmp_path, plot.roc(curve, color="it's"), 0.01, 0.99, "svg")
    assert name in told
    assert "+inf" in told
    mean = pl.DataFrame(
        {"fpr": [0.0, 1.0], "tpr": [0.0, 1.0], "tpr_low": [None, 1.0], "tpr_high": [None, 1.0], "n_curves": [1, 1]}
    )
    told = dict(re.findall(r"(.+?)\s*\t\s*(.+)", hovered(browser, tmp_path, plot.average(mean), 0.01, 0.99)))
    assert (told["at least"], told["at most"]) == ("-", "-")


def test_hovering_over_many_curves(browser: Page, tmp_path: Path) -> None:
    frame = pl.concat(curve_of([0.9, 0.8, 0.7, 0.6], [1, 0, 1, 0], g=[f"group {place}"] * 4) for place in range(12))
    told = hovered(browser, tmp_path, plot.roc(frame, color="g"), 0.49, 0.51)
    assert re.search(r"group \d", told)
    assert "0.8" in told
    assert "undefined" not in told


# --- Size --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def long_curve() -> pl.DataFrame:
    """Ten million points."""
    random = np.random.default_rng(0)
    label = random.random(10_000_000) < 0.1
    return roc.roc_curve(pl.DataFrame({"score": random.normal(size=len(label)) + label, "label": label}), "score", "label")


def test_ten_million_points_stay_small_and_keep_their_area(long_curve: pl.DataFrame) -> None:
    assert long_curve.height > 9_999_000
    chart = plot.roc(long_curve, hull=True, max_points=500)
    assert len(chart.to_json(indent=None)) < 200_000
    line = pl.DataFrame(layer(chart, "line")["rows"], infer_schema_length=None, strict=False)
    assert 200 < line.height <= 500
    assert line.select("fpr", "tpr").row(0) == (0, 0)
    assert line.select("fpr", "tpr").row(-1) == (1, 1)
    exact = area(long_curve["fpr"], long_curve["tpr"])
    assert area(line["fpr"], line["tpr"]) == pytest.approx(exact, abs=1 / 500)
    # The most that lies above the hull of what is drawn, in any direction, is nothing: its vertices are there.
    for slope in (0.01, 0.1, 1, 10, 100):
        best = (long_curve["tpr"] - slope * long_curve["fpr"]).max()
        assert (line["tpr"] - slope * line["fpr"]).max() == pytest.approx(best, abs=2e-5 * max(1, slope))


def test_ten_million_points_in_forty_curves_stay_small(long_curve: pl.DataFrame) -> None:
    # Every fortieth point of a curve makes a curve too.
    many = long_curve.with_columns(g=pl.int_range(pl.len()) % 40).sort("g", maintain_order=True)
    chart = plot.roc(many, color="g", hull=True)
    assert len(chart.to_json(indent=None)) < 1_000_000
    rows = layer(chart, "line")["rows"]
    assert len({row["curve"] for row in rows}) == 40
    assert len(rows) <= 4_000


def test_a_smooth_curve_of_which_every_point_is_a_vertex() -> None:
    x = np.linspace(0, 1, 200_001)
    line = pl.DataFrame(layer(plot.roc(pl.DataFrame({"fpr": x, "tpr": np.sqrt(x)}), max_points=100), "line")["rows"])
    assert line.height <= 100
    assert area(line["fpr"], line["tpr"]) == pytest.approx(2 / 3, abs=1 / 100)


def test_two_hundred_curves_with_long_names_stay_small() -> None:
    steps = np.linspace(0, 1, 2_000)
    frame = pl.DataFrame(
        {
            "fpr": np.tile(steps, 200),
            "tpr": np.tile(steps**0.5, 200),
            "g": [f"{'a long name ' * 10}{place}" for place in range(200) for _ in range(2_000)],
        }
    )
    chart = plot.roc(frame, color="g")
    assert len(chart.to_json(indent=None)) < 1_000_000
    assert len({row["curve"] for row in layer(chart, "line")["rows"]}) == 200


@pytest.mark.parametrize("max_points", [8, 50, 333])
def test_thinned_paths_differ_by_little(max_points: int) -> None:
    """Any path between the kept points stays in their boxes: hold the worst of many curves to the promised area."""
    random = np.random.default_rng(max_points)
    for shape in (0.2, 1, 5):
        steps = random.pareto(shape, size=(2, 20_000))
        tpr, fpr = np.cumsum(steps, axis=1) / steps.sum(axis=1, keepdims=True)
        frame = pl.DataFrame({"fpr": [0.0, *fpr.clip(0, 1)], "tpr": [0.0, *tpr.clip(0, 1)]})
        line = pl.DataFrame(layer(plot.roc(frame, max_points=max_points), "line")["rows"])
        assert line.height <= max_points
        assert area(line["fpr"], line["tpr"]) == pytest.approx(area(frame["fpr"], frame["tpr"]), abs=1 / max_points)


# --- What goes wrong ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "columns", "message"),
    [
        ("roc", ["fpr"], "The frame has no column 'tpr', which roc_curve gives; it has fpr."),
        ("average", ["fpr", "tpr"], "The frame has no column 'tpr_low', which roc_average_vertical gives; it has fpr, tpr."),
        ("cost", ["pcf"], "The frame has no column 'nec', which cost_curve gives"),
        ("pr", ["recall", "precision"], "The frame has no column 'threshold', which pr_curve gives"),
        ("det", ["fpr", "tpr"], "The frame has no column 'fnr', which det_curve gives"),
        ("lift", ["gain"], "The frame has no column 'depth', which lift_curve gives"),
        ("reliability", ["bin"], "The frame has no column 'score_mean', which reliability_curve gives"),
        ("score_distribution", ["score"], "The frame has no column 'pos', which tie_groups gives"),
    ],
)
def test_a_missing_column_and_the_macro_that_gives_it(name: str, columns: list[str], message: str) -> None:
    with pytest.raises(RocsqlError, match=re.escape(message)):
        getattr(plot, name)(pl.DataFrame({key: [0.5] for key in columns}))


def test_one_sentence_for_everything_else() -> None:
    curve = curve_of([0.9, 0.2, 0.4, 0.6], [1, 0, 1, 0], model=["a", "a", "b", "b"])
    for bad, message in {
        "several curves under one name": (
            lambda: plot.roc(curve),
            "The frame has more than one 'tpr' where a curve has one: name the",
        ),
        "no such colour": (
            lambda: plot.roc(curve, color="day"),
            "no column 'day' to color by; it has model, threshold, tp, fp, tpr",
        ),
        "slope": (lambda: plot.roc(curve, color="model", iso_slopes=-1), "iso_slopes must be at least 0, but it is -1"),
        "few": (
            lambda: plot.roc(curve, color="model", max_points=7),
            "max_points must be a whole number of at least 8, but it is 7",
        ),
        "no frame": (
            lambda: plot.roc(3),
            "A chart takes a Polars, pandas or Arrow frame or a DuckDB relation, but it got int.",
        ),
        "bins": (lambda: plot.score_distribution(curve, bins=0), "bins must be at least 1, but it is 0"),
    }.values():
        with pytest.raises(RocsqlError, match=re.escape(message)):
            bad()
    average = pl.DataFrame({key: [0.5] for key in ("fpr", "tpr", "tpr_low", "tpr_high")})
    with pytest.raises(RocsqlError, match="style must be 'band', 'bars' or 'crosses', but it is 'box'"):
        plot.average(average, style="box")
    with pytest.raises(RocsqlError, match="no column 'fpr_low', which roc_average_threshold gives"):
        plot.average(average, style="crosses")


def test_without_altair_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    with pytest.raises(RocsqlError, match=r"Charts need Altair: pip install 'rocsql\[plot\]', or in a checkout of rocsql: pip"):
        plot.roc(pl.DataFrame({"fpr": [0.0, 1.0], "tpr": [0.0, 1.0]}))


def test_charts_stand_beside_each_other() -> None:
    curve = curve_of([0.9, 0.8, 0.7, 0.6], [1, 0, 1, 0])
    both = (plot.roc(curve) | plot.roc(curve, title="again")).to_dict()
    assert vl_convert.vegalite_to_png(both).startswith(b"\x89PNG")


def labels(chart: Any) -> str:
    return next(
        layer["encoding"]["color"]["legend"]["labelExpr"] for layer in chart.to_dict()["layer"] if "color" in layer["encoding"]
    )


def test_an_area_stays_with_its_curve_where_names_are_cut() -> None:
    path = "models/fraud/2024/very/long/path/of/some/experiment/with/a/common/prefix/"
    rows = {"a": ([0.9, 0.8], [1, 1]), "b": ([0.9, 0.8, 0.2], [1, 1, 0]), "c": ([0.9, 0.8, 0.2], [0, 0, 1])}
    log = pl.concat(pl.DataFrame({"m": path + name + path, "s": s, "y": y}) for name, (s, y) in rows.items())
    areas = roc.roc_auc(log, "s", "y", by="m").sort("auc", nulls_last=True)
    chart = plot.roc(
        roc.roc_curve(log, "s", "y", by="m"),
        color="m",
        auc=areas,
        operating_points=roc.confusion_at(areas.join(log, on="m").sort("auc"), "s", "y", 0.5, by="m"),
    )
    assert "common/prefix/ (AUC 1.000)" in labels(chart)
    assert "common/prefix/ (2) (AUC 0.000)" in labels(chart)


def test_null_is_not_the_text_null() -> None:
    log = pl.DataFrame({"m": ["NULL"] * 2 + [None] * 2, "s": [0.9, 0.2, 0.2, 0.9], "y": [1, 0, 1, 0]})
    areas = roc.roc_auc(log, "s", "y", by="m").sort("auc")
    chart = plot.roc(roc.roc_curve(log, "s", "y", by="m"), color="m", auc=areas)
    assert '"NULL (AUC 1.000)"' in labels(chart)
    assert '"NULL (2) (AUC 0.000)"' in labels(chart)


def test_what_is_read_is_exact() -> None:
    third = pl.DataFrame({"score": [1 / 3, 2 / 3], "pos": [0, 1_234_567], "neg": [7_654_321, 0]})
    shown = json.dumps(plot.score_distribution(third, bins=2).to_dict())
    assert "1234567" in shown
    assert "7654321" in shown
    log = pl.DataFrame({"s": [2 / 3, 1 / 3], "y": [1, 0]})
    assert str(2 / 3) in json.dumps(plot.roc(roc.roc_curve(log, "s", "y")).to_dict())
