"""rocsql.spark beside MLlib's evaluator, on a local cluster of two executors: `python -m bench.spark --rows 5000000`.

Each line is one run, in the order in which they are printed; the first also pays for warming up.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

from pyspark.sql import DataFrame, SparkSession

import rocsql.spark as roc


def session(memory: int) -> SparkSession:
    builder = SparkSession.builder.master(f"local-cluster[2,1,{memory}]").appName("rocsql bench")
    for name, value in {
        "spark.driver.memory": "1g",
        "spark.executor.memory": f"{memory}m",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "ERROR",
    }.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def predictions(spark: SparkSession, rows: int, groups: int, path: str) -> DataFrame:
    """Near-unique scores, 10 % positive, in Parquet."""
    made = spark.range(0, rows, 1, 16).selectExpr(
        "rand(2) < 0.1 AS label", "rand(1) AS noise", f"CAST(pmod(hash(id), {groups}) AS INT) AS g"
    )
    made.selectExpr("noise + IF(label, 0.3D, 0D) AS score", "label", "g").write.mode("overwrite").parquet(path)
    return spark.read.parquet(path)


def mllib(frame: DataFrame, bins: int) -> float:
    from pyspark.ml.evaluation import BinaryClassificationEvaluator

    evaluator = BinaryClassificationEvaluator(rawPredictionCol="score", labelCol="y", numBins=bins)
    return float(evaluator.evaluate(frame.selectExpr("score", "CAST(label AS DOUBLE) AS y")))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=5_000_000)
    parser.add_argument("--memory", type=int, default=1024, help="MiB of each executor")
    parser.add_argument("--path", default="/tmp/rocsql-bench-spark.parquet")
    parser.add_argument("--no-mllib", action="store_true")
    options = parser.parse_args()
    spark = session(options.memory)
    one = predictions(spark, options.rows, 1_000, options.path)

    def auc(by: list[str], slices: int | None) -> Callable[[], Any]:
        return lambda: roc.roc_auc(one, "score", "label", by=by, slices=slices).agg({"auc": "avg"}).first()[0]

    ways: dict[str, Callable[[], Any]] = {
        "warming up: count": one.count,
        "rocsql roc_auc with interval, one group": auc([], None),
        "rocsql roc_auc with interval, one group, one task": auc([], 1),
        "rocsql roc_auc with interval, 1,000 groups": auc(["g"], None),
    }
    if not options.no_mllib:
        ways |= {"MLlib, 1,000 bins": lambda: mllib(one, 1_000), "MLlib, exact": lambda: mllib(one, 0)}
    print(f"{options.rows:,} rows, 2 executors of {options.memory} MiB")
    for name, way in ways.items():
        start = time.perf_counter()
        value = way()
        print(f"| {name} | {time.perf_counter() - start:.1f} s | {value} |", flush=True)
    spark.stop()


if __name__ == "__main__":
    main()
