"""rocsql.spark beside MLlib's evaluator, on a local cluster of two executors: `python -m bench.spark --rows 5000000`.

The ways take turns, several times over, since the JVM compiles what it has run often. Each line has the seconds of every turn
and their median, and the share of all rows that the largest task had, by Spark's own metrics. The targets are three runs:

    python -m bench.spark --rows 5000000 --ways one,groups,sketch,exact
    python -m bench.spark --rows 30000000 --ways one,groups,sketch --turns 1
    python -m bench.spark --rows 50000000 --memory 512 --ways one --turns 1
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, SparkSession

import rocsql.spark as roc


def session(memory: int) -> SparkSession:
    builder = SparkSession.builder.master(f"local-cluster[2,1,{memory}]").appName("rocsql bench")
    for name, value in {
        "spark.driver.memory": "1g",
        "spark.driver.host": "127.0.0.1",
        "spark.executor.memory": f"{memory}m",
        "spark.sql.files.maxPartitionBytes": "8m",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "OFF",
    }.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def predictions(spark: SparkSession, rows: int, path: str) -> DataFrame:
    """Near-unique scores, 10 % positive, 1,000 groups, in Parquet; kept for the next run."""
    folder = f"{path}-{rows}.parquet"
    if not (Path(folder) / "_SUCCESS").exists():
        made = spark.range(0, rows, 1, 16).selectExpr(
            "rand(2) < 0.1 AS label", "rand(1) AS noise", "CAST(pmod(hash(id), 1000) AS INT) AS g"
        )
        made.selectExpr("noise + IF(label, 0.3D, 0D) AS score", "label", "g").write.mode("overwrite").parquet(folder)
    return spark.read.parquet(folder)


def mllib(frame: DataFrame, bins: int) -> float:
    from pyspark.ml.evaluation import BinaryClassificationEvaluator

    evaluator = BinaryClassificationEvaluator(rawPredictionCol="score", labelCol="y", numBins=bins)
    return float(evaluator.evaluate(frame.selectExpr("score", "CAST(label AS DOUBLE) AS y")))


def auc(frame: DataFrame, by: list[str], slices: int | None = None) -> Any:
    return roc.roc_auc(frame, "score", "label", by=by, slices=slices).agg({"auc": "avg"}).first()[0]


WAYS: dict[str, tuple[str, Callable[[DataFrame], Any]]] = {
    "one": ("rocsql roc_auc with interval, one group", lambda frame: auc(frame, [])),
    "task": ("rocsql roc_auc with interval, one group, one task", lambda frame: auc(frame, [], 1)),
    "groups": ("rocsql roc_auc with interval, 1,000 groups", lambda frame: auc(frame, ["g"])),
    "sketch": (
        "rocsql roc_sketch and sketch_auc, one group",
        lambda frame: roc.sketch_auc(roc.roc_sketch(frame, "score", "label")).first()["auc"],
    ),
    "bins": ("MLlib, 1,000 bins", lambda frame: mllib(frame, 1_000)),
    "exact": ("MLlib, exact", lambda frame: mllib(frame, 0)),
}


class Tasks:
    """What Spark's monitoring says about the tasks of the stages that have run since the last call."""

    def __init__(self, spark: SparkSession) -> None:
        context = spark.sparkContext
        self.address = f"{context.uiWebUrl}/api/v1/applications/{context.applicationId}"
        self.seen: set[tuple[int, int]] = set()

    def _read(self, path: str) -> Any:
        with urllib.request.urlopen(f"{self.address}/{path}") as answer:
            return json.load(answer)

    def largest(self) -> int:
        """The most rows that one task has read, from files or from other tasks."""
        most = 0
        for stage in self._read("stages?status=complete"):
            key = (stage["stageId"], stage["attemptId"])
            if key in self.seen:
                continue
            self.seen.add(key)
            for task in self._read(f"stages/{key[0]}/{key[1]}/taskList?length=5000"):
                metrics = task.get("taskMetrics") or {}
                read = (metrics.get(source, {}).get("recordsRead", 0) for source in ("inputMetrics", "shuffleReadMetrics"))
                most = max(most, *read)
        return most


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=5_000_000)
    parser.add_argument("--memory", type=int, default=1024, help="MiB of each executor")
    parser.add_argument("--path", default="/tmp/rocsql-bench-spark")
    parser.add_argument("--ways", default="one,groups,sketch,exact", help=f"some of {','.join(WAYS)}")
    parser.add_argument("--turns", type=int, default=3)
    options = parser.parse_args()
    spark = session(options.memory)
    frame = predictions(spark, options.rows, options.path)
    tasks = Tasks(spark)
    print(f"{options.rows:,} rows, 2 executors of {options.memory} MiB", flush=True)
    ways = options.ways.split(",")
    seconds: dict[str, list[float]] = {key: [] for key in ways}
    largest, value = dict.fromkeys(ways, 0), {}
    for _ in range(options.turns):
        for key in ways:
            tasks.largest()
            start = time.perf_counter()
            value[key] = WAYS[key][1](frame)
            seconds[key].append(time.perf_counter() - start)
            largest[key] = max(largest[key], tasks.largest())
    for key in ways:
        times = ", ".join(f"{second:.1f}" for second in seconds[key])
        median, share = statistics.median(seconds[key]), 100 * largest[key] / options.rows
        print(f"| {WAYS[key][0]} | {times} s | {median:.1f} s | {share:.1f} % | {value[key]} |", flush=True)
    spark.stop()


if __name__ == "__main__":
    main()
