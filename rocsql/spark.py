"""Spark: the core of the catalogue on DataFrames, with the columns and the meaning of the macros.

Everything runs in Spark and stays there: a function gives a DataFrame, and nothing but a few numbers comes to the driver (the
size of the largest group, and for a group that is too large for one task the quantiles of a sample of scores).

A group whose rows fit a task is sorted there, the groups spread over many tasks. A larger one is cut into slices of
neighbouring scores, each of them sorted by itself, and the totals of the slices put them together: exact as well, since no
score is in two slices.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rocsql import portable
from rocsql.errors import RocsqlError, missing_extra

if TYPE_CHECKING:
    import duckdb
    from pyspark.sql import Column, DataFrame

__all__ = [
    "collect",
    "confusion_at",
    "cost_roc_auc",
    "cost_roc_curve",
    "roc_auc",
    "roc_average_threshold",
    "roc_average_vertical",
    "roc_curve",
    "roc_sketch",
    "sketch_auc",
    "tie_groups",
]

#: Rows of a group that one task sorts without trouble, in an executor of 1 GiB.
ROWS_PER_TASK = 2_000_000
#: Rows that a slice should have, and how many slices there are at least: the largest task then has few hundredths of the rows.
_ROWS_PER_SLICE, _LEAST_SLICES, _MOST_SLICES = 500_000, 64, 512
#: Rows, or their share, whose scores are looked at to find the edges of the slices.
_SAMPLE, _SHARE = 200_000, 0.01
#: Rows that a task gets where groups are spread over tasks, and rows up to which their sums fit 64 bits.
_ROWS_PER_PARTITION, _FEW_ROWS = 250_000, 2**30
_SKETCH = ("bin", "score_low", "score_high", "pos", "neg")


def tie_groups(
    frame: DataFrame, score: str | Column, label: str | Column, *, by: str | Sequence[str] = (), weight: Any = None
) -> DataFrame:
    """How much of each class has which score, in descending order of score: score, pos, neg."""
    return _run("tie_groups", frame, {"score": score, "label": label, "weight": weight}, by)


def roc_curve(
    frame: DataFrame,
    score: str | Column,
    label: str | Column,
    *,
    by: str | Sequence[str] = (),
    weight: Any = None,
    slices: int | None = None,
) -> DataFrame:
    """One row per distinct score, descending, after the origin at +inf: threshold, tp, fp, tpr, fpr.

    Columns are names or SQL expressions, or Spark columns. ``slices`` says into how many slices of scores the groups are cut:
    1 to sort each in one task, None to decide by the size of the largest.
    """
    return _run("roc_curve", frame, {"score": score, "label": label, "weight": weight}, by, slices)


def roc_auc(
    frame: DataFrame,
    score: str | Column,
    label: str | Column,
    *,
    by: str | Sequence[str] = (),
    weight: Any = None,
    confidence: float = 0.95,
    slices: int | None = None,
) -> DataFrame:
    """The area of every group with DeLong's interval: auc, std_error, ci_low, ci_high, n_pos, n_neg, p_value."""
    return _run("roc_auc", frame, {"score": score, "label": label, "weight": weight}, by, slices, confidence=confidence)


def cost_roc_curve(
    frame: DataFrame,
    score: str | Column,
    label: str | Column,
    benefit: Any,
    cost: Any,
    *,
    by: str | Sequence[str] = (),
    slices: int | None = None,
) -> DataFrame:
    """The share of all benefit won against that of all cost paid: threshold, benefit, cost, tpr, fpr."""
    return _run("cost_roc_curve", frame, {"score": score, "label": label, "benefit": benefit, "cost": cost}, by, slices)


def cost_roc_auc(
    frame: DataFrame,
    score: str | Column,
    label: str | Column,
    benefit: Any,
    cost: Any,
    *,
    by: str | Sequence[str] = (),
    slices: int | None = None,
) -> DataFrame:
    """The area under the curve of ``cost_roc_curve``: auc, total_benefit, total_cost."""
    return _run("cost_roc_auc", frame, {"score": score, "label": label, "benefit": benefit, "cost": cost}, by, slices)


def roc_average_vertical(
    frame: DataFrame,
    score: str | Column,
    label: str | Column,
    fold: str | Column,
    *,
    by: str | Sequence[str] = (),
    samples: int = 100,
    confidence: float = 0.95,
    slices: int | None = None,
) -> DataFrame:
    """The mean of the curves of the folds at fpr = 0, 1 / samples, ..., 1: fpr, tpr, tpr_std, tpr_low, tpr_high, n_curves."""
    given = {"score": score, "label": label, "fold": fold}
    return _run("roc_average_vertical", frame, given, by, slices, samples=samples, confidence=confidence)


def roc_average_threshold(
    frame: DataFrame,
    score: str | Column,
    label: str | Column,
    fold: str | Column,
    *,
    by: str | Sequence[str] = (),
    samples: int = 100,
    confidence: float = 0.95,
    slices: int | None = None,
) -> DataFrame:
    """The mean of the points of the folds at thresholds drawn from all their scores, with intervals on both axes."""
    given = {"score": score, "label": label, "fold": fold}
    return _run("roc_average_threshold", frame, given, by, slices, samples=samples, confidence=confidence)


def confusion_at(
    frame: DataFrame,
    score: str | Column,
    label: str | Column,
    threshold: float | Sequence[float],
    *,
    by: str | Sequence[str] = (),
    weight: Any = None,
) -> DataFrame:
    """The confusion matrix and its measures at the given thresholds, the highest first."""
    return _run("confusion_at", frame, {"score": score, "label": label, "weight": weight}, by, threshold=threshold)


def roc_sketch(
    frame: DataFrame,
    score: str | Column,
    label: str | Column,
    *,
    by: str | Sequence[str] = (),
    weight: Any = None,
    precision: int = 10,
) -> DataFrame:
    """How much of each class has scores in which bin, the highest first: bin, score_low, score_high, pos, neg.

    The bins are those of the macro, to the bit, so that sketches of Spark, DuckDB and Polars add up. Nothing is sorted but
    the result: one pass, and what is sent between executors grows with the bins alone.

    >>> roc_sketch(df, "score", "label", by="day").write.insertInto("rollup")  # doctest: +SKIP
    """
    return _run("roc_sketch", frame, {"score": score, "label": label, "weight": weight}, by, precision=precision)


def sketch_auc(frame: DataFrame, *, by: str | Sequence[str] = ()) -> DataFrame:
    """The AUC of sketches, added up, between two values that are certain to hold it: auc, auc_low, auc_high, n_pos, n_neg.

    >>> sketch_auc(spark.table("rollup"), by="model")  # doctest: +SKIP
    """
    missing = [column for column in _SKETCH if column not in frame.columns]
    if missing:
        raise RocsqlError(f"sketch_auc needs the columns of roc_sketch, but there is no {missing[0]!r}.")
    return _run("sketch_auc", frame, {column: _quoted(column) for column in _SKETCH}, by)


def collect(counts: DataFrame, con: duckdb.DuckDBPyConnection, name: str = "counts") -> duckdb.DuckDBPyRelation:
    """Bring what Spark has reduced, tie groups or a sketch, to DuckDB as a temporary table, for every macro that takes counts.

    >>> collect(tie_groups(df, "score", "label", by="model"), con)  # doctest: +SKIP
    >>> con.sql("FROM counts_roc_auc(counts, score, pos, neg, by := ['model'])")  # doctest: +SKIP
    >>> collect(roc_sketch(df, "score", "label", by="model"), con, "sketch")  # doctest: +SKIP
    >>> con.sql("FROM sketch_roc_curve(sketch, by := ['model'])")  # doctest: +SKIP
    """
    arrow = counts.toArrow()
    view = "_rocsql_collected"
    con.register(view, arrow)
    try:
        target = '"' + name.replace('"', '""') + '"'
        con.execute(f"CREATE OR REPLACE TEMP TABLE {target} AS FROM {view}").fetchall()
    finally:
        con.unregister(view)
    return con.table(target)


def _functions(frame: DataFrame) -> Any:
    """The functions that make columns for a frame: Spark Connect has its own, whatever else the process is connected to."""
    connect = type(frame).__module__.startswith("pyspark.sql.connect.")
    try:
        return importlib.import_module("pyspark.sql.connect.functions" if connect else "pyspark.sql.functions")
    except ImportError:
        raise RocsqlError(missing_extra("rocsql.spark needs pyspark and sqlglot", "spark")) from None


def _run(
    name: str,
    frame: DataFrame,
    given: dict[str, Any],
    by: str | Sequence[str],
    slices: int | None = 1,
    **values: Any,
) -> DataFrame:
    """Compile a capability for a frame: its columns under fixed names first, so that none of the caller's meets one of ours."""
    functions = _functions(frame)
    sqlglot = _sqlglot()
    names = _by_names(frame, [by] if isinstance(by, str) else list(by))
    given = {argument: value for argument, value in given.items() if value is not None}
    keys = [functions.col(_quoted(column)).alias(f"_key_{i}") for i, column in enumerate(names, 1)]
    # A sketch is read by the names of its columns; expressions get names that no column of the caller has.
    own = {argument: argument if name == "sketch_auc" else f"_{argument}" for argument in given}
    columns = [_column(functions, argument, value).alias(own[argument]) for argument, value in given.items()]
    source = frame.select(*keys, *columns)
    layout = _layout(functions, name, source, len(names), slices)
    column = sqlglot.exp.column
    text = portable.compile_body(
        name,
        dialect="spark",
        table=sqlglot.exp.to_table("rocsql_source"),
        given={argument: column(alias) for argument, alias in own.items()},
        by=[f"_key_{i}" for i in range(1, len(names) + 1)],
        **vars(layout),
        **values,
    )
    result: DataFrame = frame.sparkSession.sql(
        text.replace("FROM rocsql_source\n", "FROM {rocsql_source}\n"), rocsql_source=source
    )
    return result.toDF(*portable.result_columns(name, names))


def _sqlglot() -> Any:
    try:
        importlib.import_module("sqlglot.expressions")
        return importlib.import_module("sqlglot")
    except ImportError:
        raise RocsqlError(missing_extra("rocsql.spark needs pyspark and sqlglot", "spark")) from None


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _by_names(frame: DataFrame, by: list[Any]) -> list[str]:
    """The by-columns under the names that the frame has for them, in any case."""
    found = []
    for wanted in by:
        same = [column for column in frame.columns if column == wanted] or [
            column for column in frame.columns if isinstance(wanted, str) and column.lower() == wanted.lower()
        ]
        if len(same) != 1:
            raise RocsqlError(
                f"by := [{', '.join(map(str, by))}] names a column that the source does not have; "
                f"choose among {', '.join(frame.columns)}"
            )
        found += same
    return found


def _column(functions: Any, argument: str, value: Any) -> Any:
    if isinstance(value, str):
        return functions.expr(value)
    if isinstance(value, bool | int | float):
        return functions.lit(value)
    if type(value).__name__ == "Column":
        return value
    raise RocsqlError(f"{argument} must be a column, a SQL expression or a number, but it is {value!r}.")


@dataclass(frozen=True)
class _Layout:
    """How a capability is spread over the cluster: see ``portable.compile_body``."""

    edges: Sequence[float] = ()
    partitions: int | None = None
    few_ties: bool = False
    few_rows: bool = False


def _layout(functions: Any, name: str, source: DataFrame, keys: int, slices: int | None) -> _Layout:
    """Decided by the number of rows in each group, and by a sample of the scores."""
    if name in portable.UNSORTED:
        return _Layout()
    if slices is not None and (not isinstance(slices, int) or isinstance(slices, bool) or slices < 1):
        raise RocsqlError(f"slices must be a whole number of at least 1, or None, but it is {slices!r}.")
    group = [f"_key_{i}" for i in range(1, keys + 1)] + (["_fold"] if name == "roc_average_vertical" else [])
    if slices == 1:
        return _Layout(partitions=int(source.sparkSession.conf.get("spark.sql.shuffle.partitions") or 200))
    rows = source.where("_score IS NOT NULL AND _label IS NOT NULL")
    if group:
        sizes = rows.groupBy(*group).count().agg(functions.sum("count"), functions.max("count")).first()
        total, largest = (sizes[0] or 0, sizes[1] or 0) if sizes is not None else (0, 0)
        sample = rows.sample(fraction=_SAMPLE / total, seed=0) if total > _SAMPLE else rows
        _, quantiles, few_ties = _quantiles(functions, sample.withColumn("_drawn", functions.lit(True)), group)
    else:
        # One group is counted in the job that draws the sample; one that is cut in any case may be small.
        share = _SHARE if slices is None else 10 * _SHARE
        total, quantiles, few_ties = _quantiles(functions, rows.withColumn("_drawn", functions.rand(0) < share), group)
        largest = total
    partitions = max(2, min(2_000, math.ceil(total / _ROWS_PER_PARTITION)))
    few_rows = total <= _FEW_ROWS
    if slices is None and largest <= ROWS_PER_TASK:
        return _Layout((), partitions, few_ties, few_rows)
    slices = min(slices or max(_LEAST_SLICES, math.ceil(total / _ROWS_PER_SLICE)), _MOST_SLICES)
    # Quantiles, each once: no slice has many more rows than the others, unless they are of one score.
    edges = sorted({quantiles[i * len(quantiles) // slices] for i in range(1, slices)}) if quantiles else []
    return _Layout(edges, max(partitions, min(slices, 64)), few_ties, few_rows)


def _quantiles(functions: Any, rows: DataFrame, group: list[str]) -> tuple[int, list[float], bool]:
    """How many rows there are, and of those drawn the scores' quantiles and whether few rows of a group have the same score."""
    value = functions.expr("CASE WHEN _drawn THEN try_cast(_score AS DOUBLE) END")
    shares = [i / _MOST_SLICES for i in range(_MOST_SLICES)]
    found = rows.agg(
        functions.count("*"),
        functions.percentile_approx(value, shares, 10 * _MOST_SLICES),
        functions.approx_count_distinct(functions.when(value.isNotNull(), functions.struct(*group, value))),
        functions.count(value),
    ).first()
    if found is None or not found[1]:
        return (0 if found is None else found[0]), [], False
    return found[0], [float(q) + 0.0 for q in found[1] if not math.isnan(q)], found[2] > 0.8 * found[3]
