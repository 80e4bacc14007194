"""rocsql.spark on a real cluster: the cases and random tables, all as groups of one frame, against the oracle and the macros."""

from __future__ import annotations

import math
import os
import re
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

import rocsql
import rocsql.spark as roc
from rocsql import portable
from tests import floats, groups, oracle
from tests.compare import assert_rows

pytestmark = [pytest.mark.spark, pytest.mark.xdist_group("spark"), pytest.mark.filterwarnings("ignore")]

#: 1: every group sorted in one task. 5: cut into slices, put together again.
WAYS = [1, 5]


@pytest.fixture
def interpreted(spark: Any) -> Iterator[None]:
    """Plans of forty steps over a few rows: to compile them to Java would take longer than to run them."""
    spark.conf.set("spark.sql.codegen.wholeStage", "false")
    yield
    spark.conf.unset("spark.sql.codegen.wholeStage")


@pytest.fixture(scope="module")
def preds(spark: Any) -> Any:
    frame = spark.createDataFrame(groups.TABLE).repartition(3).cache()
    frame.count()
    return frame


@pytest.fixture(scope="module")
def macros() -> duckdb.DuckDBPyConnection:
    connection = rocsql.register(duckdb.connect())
    connection.register("preds", groups.TABLE)
    return connection


def rows(frame: Any) -> list[dict[str, Any]]:
    return [row.asDict() for row in frame.collect()]


@pytest.mark.parametrize("weight", [None, "weight"])
def test_tie_groups(preds: Any, weight: str | None) -> None:
    groups.check(rows(roc.tie_groups(preds, "score", "label", by="g", weight=weight)), "tie_groups", weight)


@pytest.mark.parametrize("slices", WAYS)
@pytest.mark.parametrize("weight", [None, "weight"])
@pytest.mark.usefixtures("interpreted")
def test_roc_curve(preds: Any, weight: str | None, slices: int) -> None:
    groups.check(rows(roc.roc_curve(preds, "score", "label", by="g", weight=weight, slices=slices)), "roc_curve", weight)


@pytest.mark.parametrize("slices", WAYS)
@pytest.mark.parametrize("weight", [None, "weight"])
def test_roc_auc(preds: Any, weight: str | None, slices: int) -> None:
    groups.check(rows(roc.roc_auc(preds, "score", "label", by="g", weight=weight, slices=slices)), "roc_auc", weight)


@pytest.mark.parametrize("weight", [None, "weight"])
@pytest.mark.usefixtures("interpreted")
def test_sketches(preds: Any, macros: duckdb.DuckDBPyConnection, weight: str | None) -> None:
    """Made by Spark, read by Spark and, collected, by every macro that takes a sketch."""
    sketch = roc.roc_sketch(preds, "score", "label", by="g", weight=weight).cache()
    groups.check(rows(sketch), "roc_sketch", weight)
    groups.check(rows(roc.sketch_auc(sketch, by="g")), "sketch_auc", weight)
    roc.collect(sketch, macros, "sketch")
    groups.check(macros.sql("FROM sketch_auc(sketch, by := ['g'])").to_arrow_table().to_pylist(), "sketch_auc", weight)
    merged = macros.sql("FROM sketch_merge(sketch, by := ['g'])").to_arrow_table().to_pylist()
    assert merged == rows(sketch)
    option = f", weight := {weight}" if weight else ""
    macros.execute(f"CREATE OR REPLACE TEMP TABLE own AS FROM roc_sketch(preds, score, label, by := ['g']{option})").fetchall()
    found, wanted = (
        macros.sql(f"FROM sketch_roc_curve({table}, by := ['g'])").to_arrow_table().to_pylist() for table in ("sketch", "own")
    )
    assert_rows(found, wanted)


def test_bins_to_the_bit(spark: Any) -> None:
    frame = spark.createDataFrame(pa.table({"score": floats.SOME, "label": [score > 1 for score in floats.SOME]}))
    for precision in (10, 52):
        found = rows(roc.roc_sketch(frame, "score", "label", precision=precision))
        assert [pair for pair in zip(found, floats.sketch_of_some(precision), strict=True) if pair[0] != pair[1]] == []


@pytest.mark.usefixtures("interpreted")
def test_bad_sketches(spark: Any) -> None:
    with pytest.raises(rocsql.RocsqlError, match="sketch_auc needs the columns of roc_sketch, but there is no 'bin'"):
        roc.sketch_auc(spark.range(1))
    frame = spark.range(3).selectExpr("id * 0.3D AS s", "id = 0 AS y")
    with pytest.raises(
        rocsql.RocsqlError, match="precision must be a whole number of bits from 0 to 52, such as 10, but it is 53"
    ):
        roc.roc_sketch(frame, "s", "y", precision=53)
    both = roc.roc_sketch(frame, "s", "y", precision=3).union(roc.roc_sketch(frame, "s", "y", precision=9))
    with pytest.raises(Exception, match="sketches of different precision do not add up"):
        rows(roc.sketch_auc(both))


#: The others have an oracle of their own in the tests of the macros; here the macros say what is right.
CALLS = {
    "cost_roc_curve": (("benefit", "cost"), {}, "benefit, cost"),
    "cost_roc_auc": (("benefit", 1), {}, "benefit, 1"),
    "roc_average_vertical": (("fold",), {"samples": 7}, "fold, samples := 7"),
    "roc_average_threshold": (("fold",), {"samples": 9}, "fold, samples := 9"),
}


@pytest.mark.parametrize("slices", WAYS)
@pytest.mark.parametrize("name", CALLS)
@pytest.mark.usefixtures("interpreted")
def test_the_macros_say_the_same(preds: Any, macros: duckdb.DuckDBPyConnection, name: str, slices: int) -> None:
    positional, named, call = CALLS[name]
    wanted = macros.sql(f"FROM {name}(preds, score, label, {call}, by := ['g'])").to_arrow_table().to_pylist()
    found = rows(getattr(roc, name)(preds, "score", "label", *positional, by=["g"], slices=slices, **named))
    assert list(found[0]) == list(wanted[0])
    assert_rows(found, wanted)


@pytest.mark.usefixtures("interpreted")
def test_confusion_at(preds: Any) -> None:
    thresholds = [0.25, 0.5, -0.0, math.inf, -math.inf, 0.5, 1e308]
    wanted = [
        {"g": g, **oracle.confusion(groups.of(g), t)}
        for g in groups.GROUPS
        if groups.of(g)
        for t in sorted({t + 0.0 for t in thresholds}, reverse=True)
    ]
    assert_rows(rows(roc.confusion_at(preds, "score", "label", thresholds, by="g")), wanted)


def test_without_groups_with_expressions_and_columns(preds: Any, macros: duckdb.DuckDBPyConnection) -> None:
    from pyspark.sql import functions

    (found,) = rows(roc.roc_auc(preds, -functions.col("score"), "CAST(label AS INT) = 0", slices=3))
    (wanted,) = macros.sql("FROM roc_auc(preds, -score, NOT label)").to_arrow_table().to_pylist()
    assert_rows([found], [wanted])


def test_the_text_for_sql_users(spark: Any, preds: Any) -> None:
    preds.createOrReplaceTempView("preds")
    text = rocsql.sql("roc_auc", table="preds", score="score", label="label", by=["g"], dialect="spark")
    groups.check(rows(spark.sql(text)), "roc_auc", None)


@pytest.mark.usefixtures("interpreted")
def test_awkward_names(preds: Any) -> None:
    from pyspark.sql import functions

    odd = preds.select(
        functions.col("g").alias("Score"),
        functions.col("score").alias("_by_1"),
        functions.col("label").alias("a.b`c {x}"),
        functions.lit(1).alias("_ties"),
    )
    found = rows(roc.tie_groups(odd, "_by_1", functions.col("`a.b``c {x}`"), by=["score", "_ties"]))
    assert list(found[0]) == ["Score", "_ties", "score_1", "pos", "neg"]
    assert_rows(
        [{"g": row["Score"], "score": row["score_1"], "pos": row["pos"]} for row in found],
        [{k: row[k] for k in ("g", "score", "pos")} for row in groups.tie_groups(None)],
    )
    (row,) = rows(roc.tie_groups(odd.limit(1).selectExpr("1 AS s", "true AS y", "'v' AS `{q}`"), "s", "y", by="{q}"))
    assert row == {"{q}": "v", "score": 1.0, "pos": 1, "neg": 0}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"label": "fold"}, "label must be BOOLEAN, 0 or 1, but a row has 2: compare it with the value that is positive, as in label = 1"),
        ({"label": "g"}, "label must be BOOLEAN, 0 or 1, but a row has '"),
        ({"score": "g"}, "score must be a number, but it is STRING: turn it into one, as in score::DOUBLE"),
        ({"score": "double('nan')"}, "score is NaN in a labelled row"),
        ({"weight": "weight - 1"}, "weight must be finite and not negative, but a row has -"),
        ({"weight": "nullif(weight, 1)"}, "weight is NULL in a labelled row"),
        ({"by": ["nope"]}, "by := [nope] names a column that the source does not have; choose among g, score, label, weight, benefit"),
        ({"confidence": 95}, "confidence must lie between 0 and 1, such as 0.95, but it is 95"),
        ({"slices": 0}, "slices must be a whole number of at least 1, or None, but it is 0."),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("interpreted")
def test_bad_input(preds: Any, arguments: dict[str, Any], message: str) -> None:
    given = {"score": "score", "label": "label", "slices": 1, **arguments}
    with pytest.raises(Exception, match=re.escape(message)):
        roc.roc_auc(preds, given.pop("score"), given.pop("label"), **given).collect()


def test_collect_brings_tie_groups_to_duckdb(preds: Any, macros: duckdb.DuckDBPyConnection) -> None:
    assert roc.collect(roc.tie_groups(preds, "score", "label", by="g"), macros).columns == ["g", "score", "pos", "neg"]
    found = macros.sql("FROM counts_roc_auc(counts, score, pos, neg, by := ['g'])").to_arrow_table().to_pylist()
    assert_rows(found, [{k: v for k, v in row.items() if k != "p_value"} for row in groups.roc_auc(None)])


def test_large_groups_are_cut_by_themselves(spark: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """By row counts, and no slice has much more than its share, however skewed the scores are."""
    monkeypatch.setattr(roc, "ROWS_PER_TASK", 1_000)
    monkeypatch.setattr(roc, "_SHARE", 0.5)  # so few rows have a sample as large as that of a million
    frame = spark.range(20_000).selectExpr("pow(rand(1), 20) AS s", "rand(2) < 0.3 AS y")
    functions = roc._functions(frame)
    source = frame.select(frame.s.alias("_score"), frame.y.alias("_label"))
    layout = roc._layout(functions, "roc_auc", source, 0, None)
    assert len(layout.edges) == 63 and layout.partitions == 64 and layout.few_ties and layout.few_rows
    text = "CAST(" + portable.slice_of(layout.edges) + " AS INT)"
    sizes = [row["count"] for row in source.groupBy(functions.expr(text)).count().collect()]
    assert len(sizes) == 64 and max(sizes) < 3 * 20_000 / 64
    monkeypatch.setattr(roc, "ROWS_PER_TASK", 20_000)
    small = roc._layout(functions, "roc_auc", source.withColumn("_score", functions.round("_score", 2)), 0, None)
    assert small == roc._Layout(partitions=2, few_rows=True)


def _executors(spark: Any) -> list[int]:
    """The processes of this session's executors, none of anybody else's: they descend from this process and name our application."""
    parents, commands = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat, command = (folder / "stat").read_text(), (folder / "cmdline").read_bytes()
        except OSError:  # it has ended meanwhile
            continue
        parents[int(folder.name)] = int(stat.rpartition(")")[2].split()[1])
        commands[int(folder.name)] = command.decode(errors="replace")

    def ours(pid: int) -> bool:
        return pid == os.getpid() or (pid in parents and ours(parents[pid]))

    name = spark.sparkContext.applicationId
    return [p for p, text in commands.items() if "CoarseGrainedExecutorBackend" in text and name in text and ours(p)]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds executors in /proc")
def test_an_executor_dies_during_a_job(spark: Any) -> None:
    frame = spark.range(0, 500_000, 1, 8).selectExpr(
        "(id * 7919 % 500009) / 1000.0D AS s", "id % 5 = 0 OR id * 7919 % 500009 > 490000 AS y", "id % 3 AS g"
    )
    wanted = rows(roc.roc_auc(frame, "s", "y", by="g", slices=4))
    executors = _executors(spark)
    assert len(executors) == 2
    found: list[Any] = []
    job = threading.Thread(target=lambda: found.extend(rows(roc.roc_auc(frame, "s", "y", by="g", slices=4))))
    job.start()
    while job.is_alive() and not spark.sparkContext.statusTracker().getActiveStageIds():
        time.sleep(0.01)
    assert job.is_alive()
    os.kill(executors[0], signal.SIGKILL)
    job.join(120)
    assert not job.is_alive()
    assert found == wanted
    assert executors[0] not in _executors(spark)
