"""What is measured: rocsql, the sorts that bound it, and what a user would pick instead."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import numpy as np

from bench.data import Columns

Prepare = Callable[[duckdb.DuckDBPyConnection], Any]
Run = Callable[[Any], Columns]


@dataclass(frozen=True)
class Case:
    """One row of the table: what is run on which columns, and the case its time is compared with."""

    title: str
    #: From the connection to what run takes; not timed.
    prepare: Prepare
    run: Run
    #: From what run took and gave to the columns part, auc and std_error, as far as it has them; None where there is no area.
    areas: Callable[[Any, Columns], Columns] | None
    score: str = "score"
    part: str | None = None
    against: str = "order_by"
    most_rows: int | None = None


def _itself(con: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    return con


def _arrays(con: duckdb.DuckDBPyConnection) -> Columns:
    return dict(con.execute("SELECT score, label FROM preds").fetchnumpy())


def _frame(con: duckdb.DuckDBPyConnection) -> Any:
    return con.sql("SELECT score, label FROM preds").pl()


def _in_parquet(con: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """The rows as a Parquet file too, under the name of a view."""
    ((folder,),) = con.execute("SELECT current_setting('temp_directory')").fetchall()
    file = Path(folder).parent / f"preds_{os.getpid()}_{next(_NUMBERS)}.parquet"
    con.execute(f"COPY preds TO '{file}'").fetchall()
    con.execute(f"CREATE OR REPLACE VIEW in_parquet AS FROM '{file}'").fetchall()
    con.execute(f"CREATE OR REPLACE TABLE in_file AS SELECT '{file}' AS name").fetchall()
    return con


_NUMBERS = itertools.count()


def _after(statement: str, con: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    con.execute(statement).fetchall()
    return con


def _query(sql: str, con: duckdb.DuckDBPyConnection) -> Columns:
    return dict(con.execute(sql).fetchnumpy())


def _as_found(_: Any, found: Columns) -> Columns:
    return found


def _under_curve(_: Any, curve: Columns) -> Columns:
    return {"auc": np.array([np.trapezoid(curve["tpr"], curve["fpr"])])}


def _under_table(con: duckdb.DuckDBPyConnection, _: Columns) -> Columns:
    return _under_curve(con, _query("SELECT tpr, fpr FROM curve", con))


def _sort(rows: Columns) -> Columns:
    return {"score": np.sort(rows["score"])}


def _numpy_auc(rows: Columns) -> Columns:
    pos, neg = np.sort(rows["score"][rows["label"]]), np.sort(rows["score"][~rows["label"]])
    below = int(neg.searchsorted(pos, "left").sum()) + int(neg.searchsorted(pos, "right").sum())
    return {"auc": np.array([below / (2 * len(pos) * len(neg))])}


def _sklearn_auc(rows: Columns) -> Columns:
    from sklearn.metrics import roc_auc_score

    return {"auc": np.array([roc_auc_score(rows["label"], rows["score"])])}


def _sklearn_curve(rows: Columns) -> Columns:
    from sklearn.metrics import roc_curve

    fpr, tpr, _ = roc_curve(rows["label"], rows["score"], drop_intermediate=False)
    return {"tpr": tpr, "fpr": fpr}


def _polars_ds_auc(frame: Any) -> Columns:
    import polars_ds

    return {"auc": frame.select(auc=polars_ds.query_roc_auc("label", "score"))["auc"].to_numpy()}


def _parted_frame(con: duckdb.DuckDBPyConnection) -> Any:
    return con.sql("SELECT part, score, label FROM preds").pl()


def _polars_auc(frame: Any) -> Columns:
    import rocsql.polars as roc

    area = roc.auc("score", "label")
    found = frame.group_by("part").agg(area) if "part" in frame.columns else frame.select(area)
    return {name: found[name].to_numpy() for name in found.columns}


def _polars_curve(frame: Any) -> Columns:
    import rocsql.polars as roc

    curve = roc.roc_curve(frame, "score", "label")
    return {name: curve[name].to_numpy() for name in ("tpr", "fpr")}


def _scan(con: duckdb.DuckDBPyConnection) -> Any:
    return _scan_into(con)[0]


def _parts(scan: Any) -> list[str]:
    return ["part"] if "part" in scan.collect_schema() else []


def _streamed_sort(scan: Any) -> Columns:
    return {"score": scan.sort(*_parts(scan), "score").collect(engine="streaming")["score"].to_numpy()}


def _streamed_auc(scan: Any) -> Columns:
    import rocsql.polars as roc

    area = roc.auc("score", "label").alias("auc")
    found = (scan.group_by("part").agg(area) if _parts(scan) else scan.select(area)).collect(engine="streaming")
    return {name: found[name].to_numpy() for name in found.columns}


def _scan_into(con: duckdb.DuckDBPyConnection) -> tuple[Any, Path]:
    """The scan, and a file beside what it reads: written as it comes, nothing of a result is kept."""
    import polars as pl

    ((file,),) = _in_parquet(con).execute("SELECT name FROM in_file").fetchall()
    return pl.scan_parquet(file), Path(file).with_suffix(".out.parquet")


def _sunk_sort(given: tuple[Any, Path]) -> Columns:
    scan, file = given
    scan.sort("score").sink_parquet(file)
    return {}


def _sunk_curve(given: tuple[Any, Path]) -> Columns:
    import rocsql.polars as roc

    scan, file = given
    roc.roc_curve(scan, "score", "label").sink_parquet(file)
    return {}


def _under_file(given: tuple[Any, Path], _: Columns) -> Columns:
    import polars as pl

    curve = pl.read_parquet(given[1])
    return _under_curve(None, {name: curve[name].to_numpy() for name in ("tpr", "fpr")})


def _polars_sort(frame: Any) -> Columns:
    return {"score": frame.sort("score", descending=True)["score"].to_numpy()}


def _sql(title: str, sql: str, **options: Any) -> Case:
    return Case(title, _itself, partial(_query, sql), **{"areas": _as_found, **options})


def _peer(title: str, prepare: Prepare, run: Run, **options: Any) -> Case:
    return Case(title, prepare, run, **{"areas": _as_found, **options})


_MACRO = "FROM roc_auc(preds, score, label"


def _three_ways(key: str, suffix: str, **options: Any) -> dict[str, Case]:
    """The AUC from the macro without and with its interval, and from the aggregate."""
    part = "part, " if "part" in options else ""
    macro = f"{_MACRO}, by := ['part'])" if part else f"{_MACRO})"
    aggregate = f"SELECT {part}roc_auc(score, label) AS auc FROM preds{' GROUP BY part' if part else ''}"
    return {
        f"auc{key}": _sql(f"rocsql macro, AUC only{suffix}", f"SELECT {part}auc {macro}", **options),
        f"interval{key}": _sql(f"rocsql macro, with interval{suffix}", macro, **options),
        f"aggregate{key}": _sql(f"rocsql aggregate{suffix}", aggregate, **options),
    }


#: Sums over both columns, so that neither is left out, of a subquery with a LIMIT, without which nothing would be sorted. An
#: OFFSET would do too, but what follows it runs on one thread: a quarter slower, and all beside it would look the better.
ORDER_BY = (
    "SELECT sum(score), count_if(label) FROM (SELECT score, label FROM preds ORDER BY score DESC LIMIT 9223372036854775807)"
)
ORDER_BY_SINK = "CREATE OR REPLACE TEMP TABLE sorted AS SELECT score, label FROM preds ORDER BY score DESC"
CURVE = "CREATE OR REPLACE TEMP TABLE curve AS FROM roc_curve(preds, score, label)"
FOLD_CURVES = "CREATE OR REPLACE TEMP TABLE curve AS FROM roc_curve(preds, score, label, by := ['part'])"
AVERAGE = "CREATE OR REPLACE TEMP TABLE curve AS FROM roc_average_{way}(preds, score, label, part, samples := 1000)"
INTO_TABLE = "CREATE OR REPLACE TEMP TABLE answer AS FROM {call}"
#: Whatever stands on a curve, beside the curve; roc_compare beside the area.
ON_CURVES = {
    "hull": "roc_hull(preds, score, label)",
    "hull_auc": "roc_hull_auc(preds, score, label)",
    "best": "best_threshold(preds, score, label, cost_fn := 5)",
    "cost_curve": "cost_curve(preds, score, label)",
    "calibration": "calibration_map(preds, score, label)",
    "partial": "partial_auc(preds, score, label)",
    "pr": "pr_curve(preds, score, label)",
    "precision": "average_precision(preds, score, label)",
    "det": "det_curve(preds, score, label)",
    "lift": "lift_curve(preds, score, label)",
    "ks": "ks_statistic(preds, score, label)",
    "bootstrap": "roc_auc_bootstrap(preds, score, label)",
}
#: In no order, as a rollup is.
COUNTS = "CREATE OR REPLACE TEMP TABLE counts AS FROM tie_groups(preds, score, label) ORDER BY hash(score)"
#: The same from a table of counts, of rows in 100,000 clusters and of scores for three classes: what is prepared is not timed.
PREPARED = {
    "counts_curve": (COUNTS, "counts_roc_curve(counts, score, pos, neg)"),
    "counts_auc": (COUNTS, "counts_roc_auc(counts, score, pos, neg)"),
    "clusters": (
        "CREATE OR REPLACE TEMP TABLE clustered AS SELECT *, hash(rowid) % 100000 AS member FROM preds",
        "roc_auc_bootstrap(clustered, score, label, cluster := member)",
    ),
    "classes": (
        "CREATE OR REPLACE TEMP TABLE classes AS"
        " SELECT score, class, CASE WHEN label THEN class ELSE (class + other) % 3 END AS actual"
        " FROM (SELECT *, (hash(rowid) % 3)::INTEGER AS class, 1 + (hash(rowid, 1) % 2)::INTEGER AS other FROM preds)",
        "multiclass_auc(classes, class, score, actual)",
    ),
}
COMPARE = "FROM roc_compare(preds, score, -score, label)"
SCAN = "SELECT sum(score), count_if(label) FROM in_parquet"
SKETCH = "SELECT sum(pos), sum(neg) FROM roc_sketch(in_parquet, score, label)"

#: In the order of the table. Peers that would take minutes or all memory stop at 10^7 rows.
CASES: dict[str, Case] = {
    "order_by": _sql("DuckDB ORDER BY score", ORDER_BY, areas=None),
    "order_by_ties": _sql("DuckDB ORDER BY score, 10,000 scores", ORDER_BY, areas=None, score="coarse_score"),
    "order_by_sink": _sql("DuckDB ORDER BY score into a table", ORDER_BY_SINK, areas=None),
    "sort": _peer("np.sort of the scores", _arrays, _sort, areas=None),
    **_three_ways("", ""),
    **_three_ways("_ties", ", 10,000 scores", score="coarse_score"),
    **_three_ways("_thousand", ", 1,000 groups", part="thousand"),
    **_three_ways("_hundreds", ", groups of 100 rows", part="hundreds"),
    "curve": _sql(
        "rocsql roc_curve into a table (x ORDER BY into a table)", CURVE, areas=_under_table, against="order_by_sink"
    ),
    "fold_curves": _sql("rocsql roc_curve into a table, 100 folds", FOLD_CURVES, areas=None, part="hundred"),
    **{
        way: _sql(
            f"rocsql {way} average of 100 folds", AVERAGE.format(way=way), areas=None, part="hundred", against="fold_curves"
        )
        for way in ("vertical", "threshold")
    },
    **{
        key: _sql(f"rocsql {call.split('(')[0]} (x roc_curve)", INTO_TABLE.format(call=call), areas=None, against="curve")
        for key, call in ON_CURVES.items()
    },
    **{
        key: _peer(
            f"rocsql {call.split('(')[0]}{' of clusters' if key == 'clusters' else ''} (x roc_curve)",
            partial(_after, statement),
            partial(_query, INTO_TABLE.format(call=call)),
            areas=None,
            against="curve",
        )
        for key, (statement, call) in PREPARED.items()
    },
    "compare": _sql("rocsql roc_compare (x roc_auc)", COMPARE, areas=None, against="interval"),
    "scan": _peer("DuckDB scan and sum of Parquet", _in_parquet, partial(_query, SCAN), areas=None),
    "sketch": _peer(
        "rocsql roc_sketch of Parquet (x scan and sum)", _in_parquet, partial(_query, SKETCH), areas=None, against="scan"
    ),
    "polars_sort": _peer("Polars sort of both columns", _frame, _polars_sort, areas=None),
    "polars_auc": _peer("rocsql.polars auc", _frame, _polars_auc),
    "polars_auc_thousand": _peer("rocsql.polars auc, 1,000 groups", _parted_frame, _polars_auc, part="thousand"),
    "polars_auc_hundreds": _peer("rocsql.polars auc, groups of 100 rows", _parted_frame, _polars_auc, part="hundreds"),
    "polars_curve": _peer("rocsql.polars roc_curve", _frame, _polars_curve, areas=_under_curve),
    "streamed_sort": _peer("Polars streaming sort of Parquet", _scan, _streamed_sort, areas=None),
    "streamed_auc": _peer("rocsql.polars auc, streamed from Parquet", _scan, _streamed_auc, against="streamed_sort"),
    "streamed_sort_hundred": _peer(
        "Polars streaming sort of Parquet, 100 groups", _scan, _streamed_sort, areas=None, part="hundred"
    ),
    "streamed_auc_hundred": _peer(
        "rocsql.polars auc, streamed from Parquet, 100 groups",
        _scan,
        _streamed_auc,
        part="hundred",
        against="streamed_sort_hundred",
    ),
    "sunk_sort": _peer("Polars streaming sort of Parquet into Parquet", _scan_into, _sunk_sort, areas=None),
    "sunk_curve": _peer(
        "rocsql.polars roc_curve, streamed from Parquet into Parquet",
        _scan_into,
        _sunk_curve,
        areas=_under_file,
        against="sunk_sort",
    ),
    "numpy": _peer("NumPy by hand: sort, searchsorted", _arrays, _numpy_auc),
    "polars_ds": _peer("polars-ds query_roc_auc", _frame, _polars_ds_auc, most_rows=10**7),
    "sklearn": _peer("scikit-learn roc_auc_score", _arrays, _sklearn_auc, most_rows=10**7),
    "sklearn_curve": _peer("scikit-learn roc_curve, all points", _arrays, _sklearn_curve, areas=_under_curve, most_rows=10**7),
}
