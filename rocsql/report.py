"""A report of predictions: one HTML file with tables and charts that opens without a network."""

from __future__ import annotations

import html
import json
import math
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Context
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import duckdb
import polars as pl

from rocsql import plot
from rocsql.duckdb import connect, register
from rocsql.errors import RocsqlError, missing_extra
from rocsql.files import check_target, replacing
from rocsql.polars import for_duckdb
from rocsql.standalone import call, check_names, identifier, literal, one_expression

__all__ = ["write"]

#: More groups than this are no report any more; a table is what they need.
_MOST_GROUPS = 200
_ROWS = "_rocsql_report"
_GROUPS = "_rocsql_report_groups"


def write(
    path: str | os.PathLike[str],
    source: Any,
    score: str,
    label: str,
    *,
    by: str | Sequence[str] = (),
    weight: str | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
    cost_fp: float = 1,
    cost_fn: float = 1,
    prior: float | None = None,
    title: str | None = None,
) -> Path:
    """Write the report of a prediction table to an HTML file, whole or not at all, and return its path.

    ``source`` is a frame, the name of a file, or with ``con`` that of a table or view there. ``score``, ``label`` and
    ``weight`` are SQL expressions over its columns, ``by`` the columns to group by. The best thresholds are those for
    ``cost_fp``, the cost of a false positive, ``cost_fn``, that of a false negative, and ``prior``, the share of positives
    where the scores will be used (that of the data if it is not given).

    >>> import tempfile, pathlib
    >>> from rocsql import report
    >>> from rocsql.demo import prediction_log
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> report.write(folder / "report.html", prediction_log(rows=500), "score", "label", by="model", cost_fn=5).name
    'report.html'
    """
    file = Path(path)
    if file.suffix.lower() not in (".html", ".htm", ""):
        raise RocsqlError(f"A report is a page for the browser: name an .html file, not {file.name!r}.")
    check_target(file)
    bundle = _bundle()
    columns = [by] if isinstance(by, str) else list(by)
    expressions = {"score": score, "label": label, **({} if weight is None else {"weight": weight})}
    conditions = {"cost_fp": cost_fp, "cost_fn": cost_fn, "prior": prior}
    with _connected(con) as connection, _rows(connection, source, expressions, columns):
        findings = _findings(connection, columns, weighted=weight is not None, conditions=conditions)
    name = title or (str(source) if isinstance(source, str) else "Predictions")
    asked = {"score": score, "label": label, "weight": weight, "by": ", ".join(columns)}
    page = _page(name, asked, findings, conditions, bundle)
    with replacing(file) as unfinished:
        unfinished.write_text(page, encoding="utf-8")
    return file


# --- Questions to the data ---------------------------------------------------------------------------


@dataclass(frozen=True)
class _Findings:
    """What the macros say. Each frame has the group's name in its column ``group``; ``names`` are those of all groups, and what
    each is called in full.
    """

    names: Mapping[str, str]
    grouped: bool
    counts: pl.DataFrame
    auc: pl.DataFrame
    curve: pl.DataFrame
    best: pl.DataFrame
    cost: pl.DataFrame
    scores: pl.DataFrame
    reliability: pl.DataFrame | None
    range: tuple[float, float] | None


@contextmanager
def _connected(con: duckdb.DuckDBPyConnection | None) -> Iterator[duckdb.DuckDBPyConnection]:
    if con is not None:
        yield register(con)
    else:
        with connect() as made:
            made.execute("SET enable_progress_bar = false").fetchall()
            yield made


@contextmanager
def _rows(con: duckdb.DuckDBPyConnection, source: Any, expressions: Mapping[str, str], by: Sequence[str]) -> Iterator[None]:
    """The rows in a temporary table of few columns: the source is read once, and each expression evaluated once."""
    chosen = [f"{identifier(column)} AS _by_{place}" for place, column in enumerate(by)]
    chosen += [f"({one_expression(name, text)}) AS _{name}" for name, text in expressions.items()]
    name = source if isinstance(source, str) else "_rocsql_report_frame"
    if not isinstance(source, str):
        frame = _registrable(source)
        check_names(plot.column_names(frame) or [], chosen)
        con.register(name, frame)
    try:
        con.execute(
            f"CREATE OR REPLACE TEMP TABLE {_ROWS} AS SELECT {', '.join(chosen)} FROM query_table({literal(name)})"
        ).fetchall()
        yield
    finally:
        for table in (_ROWS, _GROUPS):
            con.execute(f"DROP TABLE IF EXISTS temp.{table}").fetchall()
        if not isinstance(source, str):
            con.unregister(name)


def _registrable(source: Any) -> Any:
    """A frame as DuckDB takes it. A relation may belong to another connection, so it travels as Arrow."""
    if isinstance(source, duckdb.DuckDBPyRelation):
        return source.to_arrow_table()
    return for_duckdb(source) if isinstance(source, pl.DataFrame | pl.LazyFrame) else source


class _Asker:
    """Asks about the rows, and gives frames in which the groups have names: one column ``group`` in place of the by-columns.

    The groups have numbers in place of their values, which Polars may not have (INTERVAL) or not tell apart (nanoseconds).
    """

    def __init__(self, con: duckdb.DuckDBPyConnection, by: Sequence[str], weighted: bool) -> None:
        self.con = con
        self.names = _named_groups(con, len(by)) if by else {"": ""}
        self.by = ["_group"] if by else []
        self.weight = "_weight" if weighted else "1"
        self.used = f"_score IS NOT NULL AND _label IS NOT NULL AND {self.weight} > 0"
        self.given = {"score": "_score", "label": "_label", **({"weight": "_weight"} if weighted else {})}

    def ask(self, macro: str, **options: Any) -> pl.DataFrame:
        return self.named(call(macro, table=_ROWS, by=self.by, **self.given, **options))

    def named(self, query: str) -> pl.DataFrame:
        answer = pl.DataFrame(self.con.sql(query).pl())
        names = [*self.names]
        groups = [names[number] for number in answer["_group"]] if self.by else [""] * answer.height
        return answer.drop(self.by).with_columns(pl.Series("group", groups, dtype=pl.String))


def _named_groups(con: duckdb.DuckDBPyConnection, columns: int) -> dict[str, str]:
    """Number the groups, from 0 in their order, in the rows' column ``_group``; name -> full name, in the same order."""
    by = [f"_by_{place}" for place in range(columns)]
    ((count,),) = con.sql(f"SELECT count(*) FROM (SELECT DISTINCT {', '.join(by)} FROM {_ROWS})").fetchall()
    if count > _MOST_GROUPS:
        raise RocsqlError(
            f"There are {count:,} groups, and a report shows at most {_MOST_GROUPS}: group by less, or filter the source first."
        )
    order = ", ".join(f"{column} NULLS LAST" for column in by)
    same = " AND ".join(f"r.{column} IS NOT DISTINCT FROM g.{column}" for column in by)
    con.execute(
        f"CREATE OR REPLACE TEMP TABLE {_GROUPS} AS SELECT *, row_number() OVER (ORDER BY {order}) - 1 AS _group "
        f"FROM (SELECT DISTINCT {', '.join(by)} FROM {_ROWS})"
    ).fetchall()
    con.execute(
        f"CREATE OR REPLACE TEMP TABLE {_ROWS} AS SELECT r.* EXCLUDE ({', '.join(by)}), g._group "
        f"FROM {_ROWS} AS r JOIN {_GROUPS} AS g ON {same}"
    ).fetchall()
    names: dict[str, str] = {}
    for key in con.sql(f"SELECT {', '.join(f'{column}::VARCHAR' for column in by)} FROM {_GROUPS} ORDER BY _group").fetchall():
        full = plot.full_name(key)
        names[plot.curve_name(full, names)] = full
    return names


def _findings(con: duckdb.DuckDBPyConnection, by: Sequence[str], *, weighted: bool, conditions: Mapping[str, Any]) -> _Findings:
    asker = _Asker(con, by, weighted)
    # First, because the macro looks at every value and says what is wrong with it.
    auc = asker.ask("roc_auc")
    counts = asker.named(_counts(asker))
    ends = con.sql(f"SELECT min(_score)::DOUBLE, max(_score)::DOUBLE FROM {_ROWS} WHERE {asker.used}").fetchall()[0]
    probabilities = ends[0] is not None and ends[0] >= 0 and ends[1] <= 1
    further = {"average_precision": "average_precision", **({"brier_score": "brier"} if probabilities else {})}
    for macro, column in further.items():
        auc = auc.join(asker.ask(macro).select("group", column), on="group", how="left", maintain_order="left")
    curve = asker.ask("roc_curve", max_points=1_000)
    return _Findings(
        names=asker.names,
        grouped=bool(by),
        counts=counts,
        auc=auc,
        curve=curve,
        best=asker.named(_best_thresholds(asker, conditions)),
        cost=_cost_curve(con, curve),
        scores=asker.named(_score_ranges(asker)),
        reliability=asker.ask("reliability_curve") if probabilities else None,
        range=None if ends[0] is None else ends,
    )


def _counts(asker: _Asker) -> str:
    """How many rows each group has, and how many are left out for which reason."""
    by = ", ".join([*asker.by, ""])
    order = f" GROUP BY {', '.join(asker.by)} ORDER BY ALL NULLS LAST" if asker.by else ""
    return (
        f"SELECT {by}count(*) AS n, count_if(_score IS NULL)::BIGINT AS no_score, "
        f"count_if(_score IS NOT NULL AND _label IS NULL)::BIGINT AS no_label, "
        f"count_if(_score IS NOT NULL AND _label IS NOT NULL AND {asker.weight} = 0)::BIGINT AS no_weight FROM {_ROWS}{order}"
    )


def _best_thresholds(asker: _Asker, conditions: Mapping[str, Any]) -> str:
    """The best thresholds, each with the next lower score of its group (``below``)."""
    best = call("best_threshold", table=_ROWS, by=asker.by, **asker.given, criterion="cost", **conditions)
    same, order = ("rows._group = best._group", " ORDER BY _group") if asker.by else ("true", "")
    return (
        f"WITH best AS MATERIALIZED ({best}) "
        f"SELECT best.*, max(_score::DOUBLE) FILTER ({asker.used} AND _score::DOUBLE < best.threshold) AS below "
        f"FROM best LEFT JOIN {_ROWS} AS rows ON {same} GROUP BY ALL{order}"
    )


def _score_ranges(asker: _Asker) -> str:
    """Tie groups, rounded to a few thousand ranges of scores: enough for any histogram."""
    by = ", ".join([*asker.by, ""])
    # Halves, because the distance of two doubles may be none.
    place = "floor(4000 * ((_score / 2 - low / 2) / (high / 2 - low / 2)))"
    positive = "_label::DOUBLE = 1"
    return (
        f"WITH used AS (SELECT {by}_score::DOUBLE AS _score, {positive} AS _positive, {asker.weight} AS _w FROM {_ROWS} "
        f"WHERE {asker.used}), "
        "ends AS (SELECT min(_score) AS low, max(_score) AS high FROM used WHERE isfinite(_score)) "
        f"SELECT {by}min(_score) AS score, coalesce(sum(_w) FILTER (_positive), 0)::DOUBLE AS pos, "
        "coalesce(sum(_w) FILTER (NOT _positive), 0)::DOUBLE AS neg FROM used, ends "
        f"GROUP BY {by}CASE WHEN isfinite(_score) AND high > low THEN {place} ELSE _score END ORDER BY ALL"
    )


def _cost_curve(con: duckdb.DuckDBPyConnection, curve: pl.DataFrame) -> pl.DataFrame:
    """The cost curves of thinned curves, which have kept their hulls: from what lies between their points."""
    between = [pl.col(column).cast(pl.Float64).diff().over("group") for column in ("tp", "fp")]
    steps = curve.select("group", "threshold", *between).drop_nulls()
    weighed = pl.concat(
        steps.select("group", "threshold", pl.lit(label).alias("label"), pl.col(column).alias("n"))
        for label, column in ((True, "tp"), (False, "fp"))
    )
    con.register("_rocsql_report_steps", weighed)
    try:
        query = call("cost_curve", table="_rocsql_report_steps", score="threshold", label="label", weight="n", by=["group"])
        return pl.DataFrame(con.sql(query).pl())
    finally:
        con.unregister("_rocsql_report_steps")


# --- Charts ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Figure:
    """A chart with what there is to say about it; ``panels`` has one panel for each group."""

    id: str
    chart: Any
    caption: str
    panels: bool = False


def _figures(findings: _Findings, conditions: Mapping[str, Any]) -> list[_Figure]:
    color = "group" if findings.grouped else None
    figures = _figures_of_two_classes(findings, conditions) if _drawn(findings) else []
    if findings.reliability is not None:
        chart = plot.reliability(findings.reliability, color=color)
        caption = "On the diagonal scores are probabilities; above it they are too low."
        figures.insert(2, _Figure("reliability", chart, caption))
    if findings.scores.height:
        histograms = plot.score_distribution(findings.scores, color=color)
        figures.append(_Figure("scores", histograms, "Each class adds up to 1.", panels=bool(color)))
    return figures


def _figures_of_two_classes(findings: _Findings, conditions: Mapping[str, Any]) -> list[_Figure]:
    color = "group" if findings.grouped else None
    curve = findings.curve.with_columns(
        recall=pl.col("tpr"),
        precision=pl.when(pl.col("tp") + pl.col("fp") > 0).then(pl.col("tp") / (pl.col("tp") + pl.col("fp"))),
    )
    slopes = _slopes(findings, conditions)
    tangent = "; the dashed line through one of them is of equal cost, and nothing lies above it" if slopes else ""
    return [
        _Figure(
            "roc",
            plot.roc(curve, color=color, hull=True, operating_points=findings.best, iso_slopes=slopes),
            f"Dotted: the convex hull. Dots: the best thresholds for the given costs{tangent}.",
        ),
        _Figure(
            "pr",
            plot.pr(curve.drop_nulls("fpr"), color=color),
            "Dashed: the share of positives, which is the precision of chance.",
        ),
        _Figure(
            "cost",
            plot.cost(findings.cost, color=color),
            "The lowest cost to be had at each operating condition; dashed: alarming never or always, whichever is cheaper.",
        ),
    ]


def _slopes(findings: _Findings, conditions: Mapping[str, Any]) -> list[float]:
    """The slope of equal cost, where all groups have the same."""
    prior = conditions["prior"]
    if prior is None and not findings.grouped and findings.auc.height:
        positives, negatives = findings.curve.select("tp", "fp").cast(pl.Float64).row(-1)
        prior = positives / (positives + negatives)
    if prior is None:
        return []
    against, gain = conditions["cost_fp"] * (1 - prior), conditions["cost_fn"] * prior
    return [against / gain] if gain > 0 else []


# --- The page ----------------------------------------------------------------------------------------


def _page(title: str, asked: Mapping[str, Any], findings: _Findings, conditions: Mapping[str, Any], bundle: str) -> str:
    figures = _figures(findings, conditions)
    drawn = _drawn(findings)
    areas = dict(findings.auc.select("group", "auc").iter_rows())
    data = {
        "charts": [{"id": figure.id, "panels": figure.panels, "spec": figure.chart.to_dict()} for figure in figures],
        "groups": [{"name": name, "full": findings.names[name], "auc": areas.get(name)} for name in drawn],
        "colours": plot.COLOURS,
        "grey": plot.GREY,
    }
    told = ", ".join(f"{name} <code>{html.escape(str(text))}</code>" for name, text in asked.items() if text)
    rows = findings.counts["n"].sum()
    shown = "".join(
        f'<figure><div id="{figure.id}"></div><figcaption>{html.escape(figure.caption)}</figcaption></figure>\n'
        for figure in figures
    )
    policy = "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; img-src data: blob:"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<link rel="icon" href="data:,">
<title>{html.escape(title)}: ROC report</title>
<style>
{_asset("report.css")}</style>
</head>
<body>
<header>
<h1>{html.escape(title)}</h1>
<p>{rows:,} rows{f", {len(findings.names):,} groups" if findings.grouped else ""}; {told}</p>
</header>
<div class="page">
{_picker(findings, drawn, areas) if len(drawn) > 1 else ""}<main>
{"" if drawn else _no_curve(findings)}<h2>Area under the ROC curve</h2>
{_auc_table(findings)}
<h2>Charts</h2>
<div class="charts">
{shown}</div>
{_not_probabilities(findings)}<h2>Best thresholds</h2>
{_best_table(findings, conditions)}
<h2>What was left out</h2>
{_left_out(findings)}
</main>
</div>
<script>
{bundle}
</script>
<script type="application/json" id="rocsql-data">{_json(data)}</script>
<script>
{_asset("report.js")}</script>
</body>
</html>
"""


def _drawn(findings: _Findings) -> list[str]:
    """The names of the groups that have both classes, and so a curve."""
    return findings.auc.filter(pl.col("auc").is_not_null())["group"].to_list()


def _no_curve(findings: _Findings) -> str:
    """Why no group has a curve."""
    positives, negatives = (int(findings.auc[column].sum()) for column in ("n_pos", "n_neg"))
    if not findings.counts["n"].sum():
        why = "The source has no rows"
    elif not positives + negatives:
        why = "No row has both a score and a label" + (" and a weight above 0" if findings.counts["no_weight"].sum() else "")
    elif positives and negatives:
        why = "Every group has rows of one class only"
    else:
        why = f"All {positives + negatives:,} rows that have a score and a label are {'positive' if positives else 'negative'}"
    return f'<p class="warning">{why}: there is no ROC curve, no area and no best threshold.</p>\n'


def _json(data: Any) -> str:
    """JSON that cannot end the script it stands in."""
    return json.dumps(data, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c").replace("&", "\\u0026")


def _picker(findings: _Findings, names: Sequence[str], areas: Mapping[str, float]) -> str:
    items = "".join(
        f'<li><label title="{html.escape(findings.names[name])}"><input type="checkbox" autocomplete="off"><i></i>'
        f"<span>{html.escape(name)}</span><b>{areas[name]:.3f}</b></label></li>\n"
        for name in names
    )
    most = len(plot.COLOURS)
    note = f'<p class="note">{most} at a time have a colour.</p>' if len(names) > most else ""
    return f"""<aside class="picker">
<strong>Groups</strong>
<input type="search" id="find" placeholder="Find" aria-label="Find a group" autocomplete="off">
<div class="buttons"><button id="best">Best</button><button id="worst">Worst</button><button id="none">None</button></div>
<label><input type="checkbox" id="others" checked autocomplete="off"> the others in grey</label>
<ul>
{items}</ul>
{note}</aside>
"""


def _auc_table(findings: _Findings) -> str:
    extra = {"average_precision": "Average precision", "brier": "Brier score"}
    titles = [
        "AUC",
        "95 % interval",
        "Positives",
        "Negatives",
        *(title for column, title in extra.items() if column in findings.auc),
    ]
    rows = []
    for row in findings.auc.iter_rows(named=True):
        interval = "" if row["ci_low"] is None else f"{row['ci_low']:.4f} to {row['ci_high']:.4f}"
        shown = [_number(row["auc"]), interval, f"{row['n_pos']:,}", f"{row['n_neg']:,}"]
        rows.append((row["group"], [*shown, *(_number(row[column]) for column in extra if column in row)]))
    return _table(findings, titles, rows)


def _best_table(findings: _Findings, conditions: Mapping[str, Any]) -> str:
    prior = conditions["prior"]
    share = "the share of positives that each group has" if prior is None else f"a share of positives of {prior:g}"
    note = (
        f"A false positive costs {conditions['cost_fp']:g} and a false negative {conditions['cost_fn']:g}, with {share}; "
        "positive is what has a score at or above the threshold."
    )
    positives = {
        group: tp / (tp + fp) for group, tp, fp in findings.curve.group_by("group").agg(pl.col("tp", "fp").last()).iter_rows()
    }
    rows, exact = [], []
    for row in findings.best.iter_rows(named=True):
        if row["tpr"] is not None:
            p = positives[row["group"]] if prior is None else prior
            alarms = p * row["tpr"] + (1 - p) * row["fpr"]
            precision = p * row["tpr"] / alarms if alarms > 0 else None
            never = row["threshold"] == math.inf and not alarms
            threshold = "none: never alarm" if never else _threshold(row["threshold"], row["below"])
            numbers = (row["tpr"], row["fpr"], precision, alarms, row["value"])
            rows.append((row["group"], [threshold, *map(_number, numbers)]))
            exact.append("" if never else _exact(row["threshold"]))
    titles = ["Threshold", "True positive rate", "False positive rate", "Precision", "Alarms per row", "Cost per row"]
    return f'<p class="note">{html.escape(note)}</p>\n{_table(findings, titles, rows, hover=exact)}'


def _left_out(findings: _Findings) -> str:
    """Rows and groups that are in no number above, and why."""
    reasons = {
        "no_score": "have no score (NULL): nothing was predicted",
        "no_label": "have a score but no label (NULL): what happened is not known yet",
        "no_weight": "have weight 0",
    }
    total = findings.counts["n"].sum()
    found = []
    for column, reason in reasons.items():
        rows = findings.counts[column].sum()
        if rows:
            groups = findings.counts.filter(pl.col(column) > 0).height
            where = f" in {groups:,} of {len(findings.names):,} groups" if findings.grouped else ""
            found.append((f"{rows:,} of {total:,} rows{where}", f"{reason}."))
    areas = {row["group"]: row for row in findings.auc.iter_rows(named=True)}
    for name in findings.names:
        what = f"Group {findings.names[name]}" if findings.grouped else "All rows"
        if name not in areas:
            found.append((what, "has no row with both a score and a label, so it has no curve."))
        elif areas[name]["auc"] is None:
            kind = "negative" if areas[name]["n_pos"] == 0 else "positive"
            found.append((what, f"has {kind} rows only, so it has no area and is on no chart of two classes."))
    if not found:
        return '<p class="note">Nothing: every row has a score and a label, and every group both classes.</p>'
    items = "".join(
        f'<tr><td class="name">{html.escape(what)}</td><td class="why">{html.escape(why)}</td></tr>\n' for what, why in found
    )
    return f'<div class="wide"><table>\n<tr><th class="name">What</th><th class="why">Why</th></tr>\n{items}</table></div>'


def _not_probabilities(findings: _Findings) -> str:
    if findings.reliability is not None or findings.range is None:
        return ""
    low, high = findings.range
    return (
        f'<p class="note">The scores go from {low:.6g} to {high:.6g}, so they are no probabilities: there is no reliability '
        "chart and no Brier score. To have them, turn scores into probabilities first.</p>\n"
    )


def _table(
    findings: _Findings, titles: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]], hover: Sequence[str] | None = None
) -> str:
    """A table of cells; ``hover`` has for each row what hovering over its first cell tells."""
    if not rows:
        return '<p class="note">None.</p>'
    group = '<th class="name">Group</th>' if findings.grouped else ""
    head = group + "".join(f"<th>{html.escape(title)}</th>" for title in titles)
    body = "".join(
        "<tr>"
        + (f'<td class="name" title="{html.escape(findings.names[name])}">{html.escape(name)}</td>' if findings.grouped else "")
        + (f'<td title="{html.escape(told)}">' if told else "<td>")
        + f"{html.escape(cells[0])}</td>"
        + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells[1:])
        + "</tr>\n"
        for (name, cells), told in zip(rows, hover or [""] * len(rows), strict=True)
    )
    return f'<div class="wide"><table>\n<tr>{head}</tr>\n{body}</table></div>'


def _threshold(threshold: float, below: float | None) -> str:
    """A threshold in at least four digits, and so many that it selects what all of its digits do: rounded down, and still above
    the next lower score.

    >>> _threshold(0.5238095238095238, 0.4), _threshold(0.5238095238095238, 0.5238095)
    ('0.5238', '0.52380952')
    """
    exact = _exact(threshold)
    if not math.isfinite(threshold):
        return exact
    for digits in range(4, 17):
        shown = _exact(float(Context(prec=digits, rounding=ROUND_FLOOR).create_decimal(threshold)))
        if below is None or float(shown) > below:
            return min(exact, shown, key=len)
    return exact


def _exact(threshold: float) -> str:
    """All digits of a threshold."""
    return repr(threshold).removesuffix(".0")


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}" if abs(value) >= 0.001 or value == 0 else f"{value:.3g}"


def _asset(name: str) -> str:
    return resources.files("rocsql").joinpath("page", name).read_text(encoding="utf-8")


def _bundle() -> str:
    """Vega, Vega-Lite and Vega-Embed as one script, in the version that Altair's charts are written for."""
    try:
        import altair
        import vl_convert  # noqa: F401
    except ImportError:
        raise RocsqlError(missing_extra("A report needs Altair and vl-convert", "plot")) from None
    return _bundle_of(".".join(altair.VEGALITE_VERSION.removeprefix("v").split(".")[:2]))


@cache
def _bundle_of(version: str) -> str:
    import vl_convert

    # A backslash inside strings changes nothing, and keeps the script from ending early.
    return str(vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;", version)).replace("</script", "<\\/script")
