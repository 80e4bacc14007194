"""rocsql.spark on DataFrames of Spark Connect: a client that has nothing but a gRPC channel to the cluster."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import duckdb
import pytest

import rocsql
import rocsql.spark as roc
from tests import groups
from tests.compare import assert_rows

pytestmark = [pytest.mark.spark, pytest.mark.xdist_group("spark"), pytest.mark.filterwarnings("ignore")]


@pytest.fixture(scope="module")
def remote(spark: Any) -> Iterator[Any]:
    """A session of its own on the cluster of the other tests. That has a driver in this process; this one must not use it."""
    pytest.importorskip("grpc_status", reason="Spark Connect is not installed: pip install 'rocsql[connect]'")
    from pyspark.sql.connect.session import SparkSession

    port = spark.sparkContext.getConf().get("spark.connect.grpc.binding.port")
    session = SparkSession.builder.remote(f"sc://127.0.0.1:{port}").create()
    session.conf.set("spark.sql.shuffle.partitions", "2")
    # Plans of forty steps over a few rows: to compile them to Java would take longer than to run them.
    session.conf.set("spark.sql.codegen.wholeStage", "false")
    yield session
    session.client.close()


@pytest.fixture(scope="module")
def preds(remote: Any) -> Any:
    frame = remote.createDataFrame(groups.TABLE)
    assert type(frame).__module__.startswith("pyspark.sql.connect.") and not hasattr(frame, "_jdf")
    return frame


def rows(frame: Any) -> list[dict[str, Any]]:
    return [row.asDict() for row in frame.collect()]


def test_the_core(preds: Any) -> None:
    groups.check(rows(roc.tie_groups(preds, "score", "label", by="g")), "tie_groups", None)
    groups.check(rows(roc.roc_curve(preds, "score", "label", by="g", weight="weight", slices=1)), "roc_curve", "weight")


def test_groups_are_counted_and_cut(preds: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    groups.check(rows(roc.roc_auc(preds, "score", "label", by="g")), "roc_auc", None)
    monkeypatch.setattr(roc, "ROWS_PER_TASK", 10)
    groups.check(rows(roc.roc_auc(preds, "score", "label", by="g")), "roc_auc", None)


def test_the_rest_says_what_the_macros_say(preds: Any) -> None:
    con = rocsql.register(duckdb.connect())
    con.register("preds", groups.TABLE)
    calls = {
        "cost_roc_curve": (("benefit", "cost"), {"slices": 1}, "benefit, cost"),
        "cost_roc_auc": (("benefit", 1), {"slices": 1}, "benefit, 1"),
        "roc_average_vertical": (("fold",), {"samples": 3, "slices": 1}, "fold, samples := 3"),
        "roc_average_threshold": (("fold",), {"samples": 3, "slices": 1}, "fold, samples := 3"),
        "confusion_at": (([0.5, 0.25],), {}, "[0.5, 0.25]"),
    }
    for name, (positional, named, call) in calls.items():
        found = rows(getattr(roc, name)(preds, "score", "label", *positional, by="g", **named))
        assert_rows(found, con.sql(f"FROM {name}(preds, score, label, {call}, by := ['g'])").to_arrow_table().to_pylist())


def test_sketches_and_collect(preds: Any) -> None:
    sketch = roc.roc_sketch(preds, "score", "label", by="g")
    groups.check(rows(roc.sketch_auc(sketch, by="g")), "sketch_auc", None)
    con = rocsql.register(duckdb.connect())
    groups.check(roc.collect(sketch, con).to_arrow_table().to_pylist(), "roc_sketch", None)


def test_columns_and_bad_input(preds: Any) -> None:
    from pyspark.sql.connect import functions

    assert len(rows(roc.tie_groups(preds, -functions.col("score"), functions.col("label")))) > 1
    with pytest.raises(Exception, match="label must be BOOLEAN, 0 or 1, but a row has 2"):
        rows(roc.tie_groups(preds, "score", "fold"))
