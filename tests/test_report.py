"""The report: right numbers, one file, and a page that a browser draws without asking anybody."""

from __future__ import annotations

import html
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

from rocsql import RocsqlError
from rocsql.demo import prediction_log
from tests.browser import Page, chromium

pytest.importorskip("altair")
pytest.importorskip("vl_convert")

from rocsql import plot, report

LOG = prediction_log(rows=4_000)
#: What a careless page would run, load or break at.
NASTY = [
    "<script>alert(1)</script>",
    "</script><script>alert(2)</script>",
    "<img src=x onerror=alert(3)>",
    'it\'s "quoted" \\ & </style> <!-- \u2028',
    "{{constructor}} ${alert(4)} datum['x']",
]


def data_of(file: Path) -> dict[str, Any]:
    """What the page's script reads."""
    (text,) = re.findall(r'<script type="application/json" id="rocsql-data">(.*?)</script>', file.read_text(encoding="utf-8"))
    return dict(json.loads(text))


def spec_of(file: Path, chart: str) -> dict[str, Any]:
    return dict(next(found["spec"] for found in data_of(file)["charts"] if found["id"] == chart))


def table_after(file: Path, title: str) -> list[list[str]]:
    """The rows of the table under a heading, without their tags."""
    part = file.read_text(encoding="utf-8").split(f"<h2>{title}</h2>")[1].split("<h2>")[0].split("<script>")[0]
    return [
        [html.unescape(cell) for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row)]
        for row in re.findall(r"<tr>(.*?)</tr>", part, flags=re.DOTALL)
    ]


# --- Numbers -----------------------------------------------------------------------------------------


def test_tables_say_what_the_macros_say(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    con.register("log", LOG)
    file = report.write(tmp_path / "r.html", "log", "score", "label", by="model", con=con, cost_fn=5, prior=0.02)
    head, *rows = table_after(file, "Area under the ROC curve")
    assert head == ["Group", "AUC", "95 % interval", "Positives", "Negatives", "Average precision", "Brier score"]
    wanted = con.sql(
        "SELECT model, auc, ci_low, ci_high, a.n_pos, a.n_neg, average_precision, brier "
        "FROM roc_auc(log, score, label, by := ['model']) AS a "
        "JOIN average_precision(log, score, label, by := ['model']) USING (model) "
        "JOIN brier_score(log, score, label, by := ['model']) USING (model) ORDER BY model"
    ).fetchall()
    assert rows == [
        [model, f"{auc:.4f}", f"{low:.4f} to {high:.4f}", f"{pos:,}", f"{neg:,}", f"{ap:.4f}", f"{brier:.4f}"]
        for model, auc, low, high, pos, neg, ap, brier in wanted
    ]
    best = con.sql("FROM best_threshold(log, score, label, by := ['model'], cost_fn := 5, prior := 0.02)").fetchall()
    found = table_after(file, "Best thresholds")[1:]
    for (model, threshold, tpr, fpr, cost), row in zip(best, found, strict=True):
        never = math.isinf(threshold)
        assert [row[0], *row[2:4]] == [model, f"{tpr:.4f}", f"{fpr:.4f}"]
        if never:
            assert row[1] == "none: never alarm"
        else:
            # Fewer digits that select the same rows, and all of them on hover.
            scores = LOG.filter(pl.col("model") == model, pl.col("label").is_not_null())["score"]
            assert ((scores >= float(row[1])) == (scores >= threshold)).all()
            assert len(row[1]) < len(repr(threshold))
            assert f'<td title="{threshold!r}">{row[1]}</td>' in file.read_text(encoding="utf-8")
        assert row[6] == f"{cost:.4f}"
        precision = None if never else 0.02 * tpr / (0.02 * tpr + 0.98 * fpr)
        assert row[4] == ("-" if never else f"{precision:.4f}")
    assert {row[1] == "none: never alarm" for row in found} == {True, False}
    assert "A false positive costs 1 and a false negative 5, with a share of positives of 0.02" in file.read_text(
        encoding="utf-8"
    )
    unlabelled = LOG["label"].null_count()
    assert table_after(file, "What was left out")[1:] == [
        [f"{unlabelled:,} of 4,000 rows in 3 of 3 groups", "have a score but no label (NULL): what happened is not known yet."]
    ]
    con.unregister("log")
    assert con.sql("SELECT count(*) FROM duckdb_tables() WHERE table_name LIKE '_rocsql%'").fetchall() == [(0,)]


def test_cost_curves_of_thinned_curves_are_those_of_the_rows(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    frame = pl.DataFrame({"score": np.random.default_rng(5).normal(size=60_000), "label": np.arange(60_000) % 7 == 0})
    frame = frame.with_columns(score=pl.col("score") + pl.col("label"))
    spec = spec_of(report.write(tmp_path / "r.html", frame, "score", "label"), "cost")
    line = next(part for part in spec["layer"] if part["mark"]["type"] == "line")
    found = [(row["pcf"], row["nec"]) for row in spec["datasets"][line["data"]["name"]]]
    con.register("frame", frame)
    wanted = con.sql("SELECT pcf, nec FROM cost_curve(frame, score, label)").fetchall()
    con.unregister("frame")
    assert found == [(pytest.approx(pcf), pytest.approx(nec, rel=1e-4)) for pcf, nec in wanted]


def test_precision_is_that_of_the_points(by_model: Path) -> None:
    spec = spec_of(by_model, "pr")
    line = next(part for part in spec["layer"] if part["mark"]["type"] == "line")
    rows = spec["datasets"][line["data"]["name"]]
    assert len(rows) > 500
    selecting = [row for row in rows if row["tp"] + row["fp"] > 0]
    assert all(row["precision"] == pytest.approx(row["tp"] / (row["tp"] + row["fp"]), rel=1e-5) for row in selecting)
    # Each curve starts where nothing is selected, as high as its first point.
    starts = [place for place, row in enumerate(rows) if row["tp"] + row["fp"] == 0]
    assert [rows[place]["curve"] for place in starts] == list(dict.fromkeys(row["curve"] for row in rows))
    assert all(rows[place]["recall"] == 0 and rows[place]["precision"] == rows[place + 1]["precision"] for place in starts)


def test_weights_and_two_columns(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    log = LOG.with_columns(threshold=pl.col("region"), amount=pl.when(pl.col("amount") > 15).then("amount").otherwise(0))
    file = report.write(tmp_path / "r.html", log, "score", "label", by=["model", "threshold"], weight="amount")
    rows = table_after(file, "Area under the ROC curve")[1:]
    assert len(rows) == 12
    con.register("log", log)
    auc = con.sql("SELECT auc FROM roc_auc(log, score, label, by := ['model', 'region'], weight := amount)").fetchall()
    con.unregister("log")
    assert [row[:2] for row in rows[:2]] == [["gbm · east", f"{auc[0][0]:.4f}"], ["gbm · north", f"{auc[1][0]:.4f}"]]
    reasons = dict(reversed(row) for row in table_after(file, "What was left out")[1:])
    unused = log.filter(pl.col("label").is_not_null(), pl.col("amount") == 0).height
    assert reasons["have weight 0."] == f"{unused:,} of 4,000 rows in 12 of 12 groups"


def test_what_is_left_out_and_why(tmp_path: Path) -> None:
    frame = pl.DataFrame(
        {
            "m": ["both", "both", "both", "negatives", "positives", "unlabelled", "unscored", None],
            "s": [0.9, 0.1, None, 0.5, 0.5, 0.5, None, None],
            "y": [True, False, True, False, True, None, True, None],
        }
    )
    file = report.write(tmp_path / "r.html", frame, "s", "y", by="m")
    assert table_after(file, "What was left out")[1:] == [
        ["3 of 8 rows in 3 of 6 groups", "have no score (NULL): nothing was predicted."],
        ["1 of 8 rows in 1 of 6 groups", "have a score but no label (NULL): what happened is not known yet."],
        ["Group negatives", "has negative rows only, so it has no area and is on no chart of two classes."],
        ["Group positives", "has positive rows only, so it has no area and is on no chart of two classes."],
        ["Group unlabelled", "has no row with both a score and a label, so it has no curve."],
        ["Group unscored", "has no row with both a score and a label, so it has no curve."],
        ["Group NULL", "has no row with both a score and a label, so it has no curve."],
    ]
    assert [group["name"] for group in data_of(file)["groups"]] == ["both"]
    complete = report.write(tmp_path / "all.html", frame[:2], "s", "y", by="m")
    assert "Nothing: every row has a score and a label, and every group both classes." in complete.read_text(encoding="utf-8")


@pytest.mark.parametrize(("scores", "told"), [([3.5, -2.0], "-2 to 3.5"), ([math.inf, 0.5], "0.5 to inf")])
def test_scores_that_are_no_probabilities(tmp_path: Path, scores: list[float], told: str) -> None:
    file = report.write(tmp_path / "r.html", pl.DataFrame({"s": scores, "y": [1, 0]}), "s", "y")
    assert f"The scores go from {told}, so they are no probabilities: there is no reliability chart and no Brier score." in (
        file.read_text(encoding="utf-8")
    )
    assert [chart["id"] for chart in data_of(file)["charts"]] == ["roc", "pr", "cost", "scores"]
    assert "Brier score" not in table_after(file, "Area under the ROC curve")[0]


@pytest.mark.parametrize("frame", [LOG[:0], LOG[:1], LOG.with_columns(label=pl.lit(None, pl.Boolean))])
def test_next_to_nothing(tmp_path: Path, frame: pl.DataFrame) -> None:
    file = report.write(tmp_path / "r.html", frame, "score", "label", by="model")
    assert data_of(file)["groups"] == []
    assert f"{frame.height:,} rows" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("frame", "why"),
    [
        (LOG[:0], "The source has no rows"),
        (LOG.with_columns(label=pl.lit(None, pl.Boolean)), "No row has both a score and a label"),
        (LOG.with_columns(label=pl.lit(0)), "All 4,000 rows that have a score and a label are negative"),
        (LOG.with_columns(label=pl.col("model") == "gbm"), "Every group has rows of one class only"),
    ],
)
def test_without_two_classes_it_says_so_on_top(tmp_path: Path, frame: pl.DataFrame, why: str) -> None:
    file = report.write(tmp_path / "r.html", frame, "score", "label", by="model")
    top = file.read_text(encoding="utf-8").split("<h2>")[0]
    assert f'<p class="warning">{why}: there is no ROC curve, no area and no best threshold.</p>' in top
    assert not {chart["id"] for chart in data_of(file)["charts"]} & {"roc", "pr", "cost"}
    with_curves = report.write(tmp_path / "all.html", LOG, "score", "label", by="model")
    assert '<p class="warning">' not in with_curves.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("INTERVAL (g + 1) MONTH", ["1 month", "2 months", "3 months"]),
        ("['-infinity', '2026-03-02', 'infinity'][g + 1]::DATE", ["-infinity", "2026-03-02", "infinity"]),
        (
            "make_timestamp_ns(1700000000000000000 + g)",
            ["2023-11-14 22:13:20", "2023-11-14 22:13:20.000000001", "2023-11-14 22:13:20.000000002"],
        ),
        ("{'a': ['1', 'inf', 'nan'][g + 1]::DOUBLE}", ["{'a': 1.0}", "{'a': inf}", "{'a': nan}"]),
        ("[['1', 'inf', 'nan'][g + 1]::DOUBLE, NULL]", ["[1.0, NULL]", "[inf, NULL]", "[nan, NULL]"]),
        ("['NULL', 'x', NULL][g + 1]", ["NULL", "x", "NULL (2)"]),
    ],
)
def test_groups_of_any_type_are_kept_apart(con: duckdb.DuckDBPyConnection, tmp_path: Path, key: str, names: list[str]) -> None:
    """Group g has g pairs of four in the wrong order."""
    con.execute(
        f"CREATE OR REPLACE TEMP TABLE odd AS SELECT {key} AS k, y, y + CASE WHEN y = 1 AND place < g THEN -2 ELSE 0 END AS s "
        "FROM range(3) AS a(g), range(2) AS b(y), range(4) AS c(place)"
    )
    file = report.write(tmp_path / "r.html", "odd", "s", "y", by="k", con=con)
    con.execute("DROP TABLE odd")
    rows = table_after(file, "Area under the ROC curve")[1:]
    assert [row[:2] for row in rows] == [[name, auc] for name, auc in zip(names, ["1.0000", "0.7500", "0.5000"], strict=True)]
    for chart in ("roc", "pr", "cost", "scores"):
        datasets = spec_of(file, chart)["datasets"].values()
        assert {row["curve"] for rows in datasets for row in rows if "curve" in row} == set(names)


# --- The file ----------------------------------------------------------------------------------------


def test_values_of_the_data_are_text(tmp_path: Path) -> None:
    frame = pl.concat(LOG.head(60).with_columns(pl.lit(name).alias("<b>m</b>")) for name in NASTY)
    file = report.write(tmp_path / "r.html", frame, "score", "label", by="<b>m</b>", title="<script>alert(0)</script>")
    page = file.read_text(encoding="utf-8")
    assert [group["name"] for group in data_of(file)["groups"]] == sorted(NASTY)
    # The script of Vega, the data and the script of the page: nothing opens or ends another.
    assert len(re.findall(r"<script\b", page)) == len(re.findall(r"</script", page)) == 3
    ours = page.replace(report._bundle(), "")
    assert len(ours) < len(page) / 2
    assert not re.search(r"<img|<b>m|<!--", ours)
    assert ours.count("</style") == 1


def test_nothing_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "report.html"
    file.write_text("old")

    def full_disk(self: Path, *_: Any, **__: Any) -> None:
        self.touch()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.write_text", full_disk)
    with pytest.raises(OSError, match="No space left"):
        report.write(file, LOG, "score", "label")
    assert file.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_one_sentence_says_what_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RocsqlError, match=r"There is no folder '.*no' to write 'r.html' to; make it first"):
        report.write(tmp_path / "no" / "r.html", LOG, "score", "label")
    with pytest.raises(RocsqlError, match="score must be one SQL expression"):
        report.write(tmp_path / "r.html", LOG, "score) --", "label")
    with pytest.raises(RocsqlError, match="There are 4,000 groups, and a report shows at most 200: group by less"):
        report.write(tmp_path / "r.html", LOG.with_row_index(), "score", "label", by="index")
    with pytest.raises(duckdb.Error, match="label must be BOOLEAN, 0 or 1, but a row has 'gbm'"):
        report.write(tmp_path / "r.html", LOG.filter(pl.col("model") == "gbm"), "score", "model")
    with pytest.raises(duckdb.Error, match="prior must be the share of positives, between 0 and 1, but it is 7"):
        report.write(tmp_path / "r.html", LOG, "score", "label", prior=7)
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(RocsqlError, match=r"A report needs Altair and vl-convert: .* pip install -e '\.\[plot\]'\."):
        report.write(tmp_path / "r.html", LOG, "score", "label")
    assert list(tmp_path.iterdir()) == []


def test_a_million_rows_make_a_small_file(tmp_path: Path) -> None:
    random = np.random.default_rng(1)
    label = random.random(1_000_000) < 0.05
    frame = pl.DataFrame({"s": random.normal(size=len(label)) + label, "y": label, "g": random.integers(40, size=len(label))})
    file = report.write(tmp_path / "r.html", frame, "s", "y", by="g")
    assert file.stat().st_size < 4_000_000
    assert max(len(json.dumps(chart)) for chart in data_of(file)["charts"]) < 1_000_000


# --- In a browser ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser() -> Iterator[Page]:
    with chromium() as page:
        yield page


@pytest.fixture(scope="module")
def by_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return report.write(tmp_path_factory.mktemp("report") / "r.html", LOG, "score", "label", by="model")


@pytest.fixture
def page(browser: Page) -> Page:
    browser.errors.clear()
    browser.requests.clear()
    return browser


def drawn(page: Page, file: Path) -> None:
    """Open the report and wait for its charts: they are there, without a complaint or a request."""
    page.open(file)
    page.wait("document.body.dataset.drawn === '1'")
    assert page.value("document.querySelectorAll('figure').length === document.querySelectorAll('figure svg.marks').length")
    quiet(page, file)


def quiet(page: Page, file: Path) -> None:
    assert page.errors == []
    assert set(page.requests) <= {file.as_uri(), "data:,"}


def strokes(page: Page, chart: str) -> dict[str, int]:
    """Colour -> how many lines of a chart have it."""
    found = page.value(
        f"[...document.querySelectorAll('#{chart} .mark-line path')].filter(p => !p.getAttribute('stroke-dasharray'))"
        ".map(p => p.getAttribute('stroke'))"
    )
    return {colour: found.count(colour) for colour in found}


def tick(page: Page, places: list[int]) -> None:
    before = page.value("document.body.dataset.drawn")
    page.value(f"{places}.forEach(place => document.querySelectorAll('.picker li input')[place].click())")
    page.wait(f"Number(document.body.dataset.drawn) >= {int(before) + len(places)}")


@pytest.mark.parametrize("groups", [1, 5, 40])
def test_it_is_drawn_without_a_network(page: Page, tmp_path: Path, groups: int) -> None:
    log = LOG.with_columns(g=pl.int_range(pl.len()) % groups)
    file = report.write(tmp_path / "r.html", log, "score", "label", by=[] if groups == 1 else "g", cost_fn=5)
    drawn(page, file)
    assert page.value("!!document.querySelector('.picker')") == (groups > 1)
    lines = strokes(page, "roc")
    assert sum(lines.values()) == groups
    assert {colour for colour in lines if colour != plot.GREY} == set(plot.COLOURS[: min(groups, 8)])
    # Nothing is wider than the window, and no chart lies over another.
    assert page.value("document.documentElement.scrollWidth") <= 1400
    boxes = page.value(
        "[...document.querySelectorAll('figure')].map(f => { const b = f.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom] })"
    )
    for place, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[place + 1 :]:
            assert other[0] >= right or other[2] <= left or other[1] >= bottom or other[3] <= top
    picture = page.screenshot(tmp_path / "page.png").read_bytes()
    width, height = struct.unpack(">II", picture[16:24])
    assert width == 1400
    assert height > 800


def test_the_picker_of_a_few_groups(page: Page, by_model: Path) -> None:
    drawn(page, by_model)
    blue, red, green = plot.COLOURS[:3]
    assert strokes(page, "roc") == {blue: 1, red: 1, green: 1}
    tick(page, [1])
    assert strokes(page, "roc") == {plot.GREY: 1, blue: 1, green: 1}
    assert page.value("document.querySelectorAll('#scores .mark-group.role-scope').length") == 2
    page.value("document.getElementById('others').click()")
    page.wait("document.body.dataset.drawn === '3'")
    assert strokes(page, "roc") == {blue: 1, green: 1}
    tick(page, [1])
    assert strokes(page, "roc") == {blue: 1, red: 1, green: 1}
    page.value("document.getElementById('none').click()")
    page.wait("document.body.dataset.drawn === '5'")
    assert strokes(page, "roc") == {}
    quiet(page, by_model)


def test_the_picker_of_forty_groups(page: Page, tmp_path: Path) -> None:
    log = LOG.with_columns(g=pl.format("group {}", pl.int_range(pl.len()) % 40))
    file = report.write(tmp_path / "r.html", log, "score", "label", by="g")
    drawn(page, file)
    groups = sorted(data_of(file)["groups"], key=lambda group: group["auc"])
    ticked = "[...document.querySelectorAll('.picker li')].filter(i => i.querySelector('input').checked).map(i => i.querySelector('span').textContent)"
    assert set(page.value(ticked)) == {group["name"] for group in groups[-8:]}
    assert page.value("[...document.querySelectorAll('.picker li input')].filter(box => box.disabled).length") == 32
    page.value("document.getElementById('worst').click()")
    page.wait("document.body.dataset.drawn === '2'")
    assert set(page.value(ticked)) == {group["name"] for group in groups[:8]}
    assert strokes(page, "pr") == {plot.GREY: 32, **dict.fromkeys(plot.COLOURS, 1)}
    widths = page.value("[...document.querySelectorAll('#pr .mark-line path')].map(p => p.getAttribute('stroke-width'))")
    assert widths == ["1"] * 32 + ["2.2"] * 8  # and drawn last, on top
    page.value(
        "document.getElementById('find').value = 'GROUP 3'; document.getElementById('find').dispatchEvent(new Event('input'))"
    )
    shown = page.value("[...document.querySelectorAll('.picker li')].filter(i => !i.hidden).length")
    assert shown == 11  # 3 and 30 to 39
    quiet(page, file)


def test_hovering_tells_the_threshold_and_the_counts(page: Page, by_model: Path) -> None:
    drawn(page, by_model)
    for chart in ("roc", "pr", "reliability", "cost"):
        told = pointed(page, chart)
        assert re.search("gbm|logistic|rules", told)
        assert "undefined" not in told
        if chart != "reliability":
            threshold = re.search(r"threshold\s+(\S+)", told)
            assert threshold
            assert threshold[1] in ("+inf", "-inf") or float(threshold[1]) in LOG["score"].to_list()
        if chart in ("roc", "pr"):
            assert "true positives" in told
            assert "false positives" in told
    quiet(page, by_model)


def pointed(page: Page, chart: str) -> str:
    """What the tooltip says left of the middle of a chart."""
    page.value(f"document.querySelector('#{chart}').scrollIntoView()")
    left, top, width, height = page.value(
        f"(() => {{ const b = document.querySelector('#{chart} .mark-group.role-frame path.background').getBoundingClientRect();"
        "return [b.left, b.top, b.width, b.height] })()"
    )
    return page.hover(left + width * 0.3, top + height * 0.3)


def test_long_names_are_told_apart(page: Page, tmp_path: Path) -> None:
    start = "models/fraud/2026/very/long/path/of/some/experiment/with/a/common/prefix/"
    log = LOG.with_columns(m=start + pl.col("model"))
    file = report.write(tmp_path / "r.html", log, "score", "label", by="m")
    drawn(page, file)
    names = [row[0] for row in table_after(file, "Area under the ROC curve")[1:]]
    assert [name.rpartition("/")[2] for name in names] == ["gbm", "logistic", "rules"]
    titles = page.value("[...document.querySelectorAll('.picker li label')].map(l => l.title)")
    assert titles == [start + model for model in ("gbm", "logistic", "rules")]
    assert start in pointed(page, "roc")
    # Nothing is cut once more by the page.
    assert page.value("[...document.querySelectorAll('.picker li span, td.name')].every(e => e.scrollWidth <= e.clientWidth)")
    assert not page.value("[...document.querySelectorAll('#scores text')].some(t => t.textContent.endsWith('…'))")


@pytest.mark.parametrize("grouped", [True, False])
def test_it_can_be_read_on_a_telephone(page: Page, tmp_path: Path, grouped: bool) -> None:
    log = LOG.with_columns(m="a model with quite a long name of its own: " + pl.col("model"))
    file = report.write(tmp_path / "r.html", log, "score", "label", by="m" if grouped else [], cost_fn=5)
    page.send("Emulation.setDeviceMetricsOverride", width=420, height=900, deviceScaleFactor=1, mobile=False)
    try:
        drawn(page, file)
        assert page.value("document.documentElement.scrollWidth") == 420
        assert page.value("[...document.querySelectorAll('figure')].every(f => f.scrollWidth <= f.clientWidth)")
        page.screenshot(tmp_path / "narrow.png")
    finally:
        page.send("Emulation.clearDeviceMetricsOverride")


def test_nasty_names_run_nothing(page: Page, tmp_path: Path) -> None:
    frame = pl.concat(LOG.head(60).with_columns(pl.lit(name).alias("<b>m</b>")) for name in NASTY)
    file = report.write(tmp_path / "r.html", frame, "score", "label", by="<b>m</b>", title=NASTY[0])
    drawn(page, file)
    assert page.value("document.querySelector('h1').textContent") == NASTY[0]
    names = page.value("[...document.querySelectorAll('.picker li span')].map(span => span.textContent)")
    assert names == sorted(NASTY)
    assert page.value("document.images.length") == 0
    assert page.value("document.scripts.length") == 3
    texts = page.value("[...document.querySelectorAll('#scores text')].map(t => t.textContent)")
    assert NASTY[0] in texts
    tick(page, [0])
    quiet(page, file)


def test_a_reader_that_can_be_read_once(tmp_path: Path) -> None:
    rows = pl.DataFrame({"score": [0.9, 0.1, 0.5, 0.4], "label": [1, 0, 1, 0]})
    file = report.write(tmp_path / "report.html", rows.to_arrow().to_reader(), "score", "label")
    assert "1.0000" in table_after(file, "Area under the ROC curve")[1]
