"""The answers do not depend on how a connection is set up, nor one group's on another's weights."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
from sklearn.metrics import average_precision_score, roc_auc_score

import rocsql
from tests.test_names import CALLS, call

ROWS = """CREATE TABLE preds AS SELECT hash(i) % 997 / 997.0 AS the_score, hash(i) % 3 = 0 OR i % 11 = 0 AS the_label, i // 4 % 2 AS the_class,
    nullif('g' || i % 4, 'g0') AS the_group FROM range(200) AS t(i)"""
SETTINGS = [
    ("default_order", "'DESC'"),
    ("default_null_order", "'nulls_first'"),
    ("integer_division", "true"),
    ("ieee_floating_point_ops", "false"),
    ("preserve_insertion_order", "false"),
    ("threads", "1"),
    # More than four: areas from SQL instead of from the kernels.
    ("threads", "8"),
    # No limit at all.
    ("memory_limit", "'-1'"),
    ("disabled_optimizers", "'cte_inlining'"),
]


@pytest.fixture(scope="module")
def usual() -> dict[str, list[tuple[object, ...]]]:
    with rocsql.register(duckdb.connect(config={"threads": 2})) as plain:
        plain.execute(ROWS).fetchall()
        return {macro: answers(plain, macro) for macro in CALLS}


def answers(con: duckdb.DuckDBPyConnection, macro: str) -> list[tuple[object, ...]]:
    return [row for by in ([], ["the_group"]) for row in con.execute(call(macro, "preds", *by)).fetchall()]


@pytest.mark.parametrize(("setting", "value"), SETTINGS)
def test_settings(con: duckdb.DuckDBPyConnection, usual: dict[str, list[tuple[object, ...]]], setting: str, value: str) -> None:
    with duckdb.connect() as other:
        other.execute(ROWS).fetchall()
        other.execute(f"SET {setting} = {value}").fetchall()
        rocsql.register(other)
        for macro, wanted in usual.items():
            assert answers(other, macro) == [tuple(map(_close, row)) for row in wanted], macro


def _close(value: object) -> object:
    return pytest.approx(value, rel=1e-12, abs=1e-12) if isinstance(value, float) else value


@pytest.mark.parametrize("scale", [1e9, 1e15, 1e30])
@pytest.mark.parametrize(
    "macro", ["roc_auc", "average_precision", "roc_hull_auc", "brier_score", "ks_statistic", "partial_auc", "calibration_map"]
)
def test_no_group_weighs_on_another(con: duckdb.DuckDBPyConnection, macro: str, scale: float) -> None:
    con.execute(
        "CREATE OR REPLACE TEMP TABLE two_scales AS SELECT g, (i * 7 % 11) / 11 AS s, i % 3 = 0 AS y, (1 + i % 5) * "
        f"CASE g WHEN 'big' THEN {scale!r}::DOUBLE WHEN 'small' THEN 1 / {scale!r}::DOUBLE ELSE 1 END AS w "
        "FROM range(30) AS t(i), (SELECT unnest(['big', 'plain', 'small']) AS g)"
    ).fetchall()
    found = con.execute(f"FROM {macro}(two_scales, s, y, by := ['g'], weight := w)").fetchall()
    size = len(found) // 3
    big, plain, small = found[:size], found[size : 2 * size], found[2 * size :]
    for one in (big, small):
        for row, wanted in zip(one, plain, strict=True):
            if macro == "calibration_map":
                assert (row[1:3], row[5]) == (wanted[1:3], pytest.approx(wanted[5], rel=1e-12))
            else:
                assert row[1:] == tuple(map(_close, wanted[1:]))


@pytest.mark.parametrize(
    "call",
    [
        *(f"{macro}(preds, s, y" for macro in ("roc_auc", "roc_curve", "det_curve", "roc_hull", "calibration_map")),
        "roc_compare(preds, s, sqrt(s) + hash(s) / 2.0 ** 65, y",
        "multiclass_auc(preds, g, s, CASE WHEN y THEN g ELSE (g + 1 + (hash(s) % 2)::INTEGER) % 3 END",
    ],
)
@pytest.mark.parametrize("by", ["", ", by := ['h']"])
def test_rows_that_do_not_fit_are_sorted_in_sql(con: duckdb.DuckDBPyConnection, tmp_path: Path, by: str, call: str) -> None:
    with rocsql.register(duckdb.connect(config={"threads": 2, "temp_directory": str(tmp_path)})) as other:
        other.execute(
            "CREATE TABLE preds AS SELECT hash(i) / 2.0 ** 64 AS s, hash(-i) % 10 = 0 AS y, i % 3 AS g, i % 2 AS h "
            "FROM range(60000) AS t(i)"
        )
        query = f"FROM {call}{by})"
        ((fits,),) = other.execute("SELECT _rocsql_kernel_rows()").fetchall()
        by_kernel = other.execute(query).fetchall()
        other.execute("SET memory_limit = '25MiB'").fetchall()
        ((too_few,),) = other.execute("SELECT _rocsql_kernel_rows()").fetchall()
        assert too_few == 25 * 2**20 // 512 < 60_000 < fits
        in_sql = other.execute(query).fetchall()
        assert len(in_sql) == len(by_kernel)
        for found, wanted in zip(in_sql, by_kernel, strict=True):
            assert found == tuple(map(_close, wanted))
        other.execute("SET threads = 5").fetchall()
        assert other.execute("SELECT _rocsql_kernel_rows()").fetchall() == [(0,)]


@pytest.mark.parametrize("optimizer", ["enable_optimizer", "disable_optimizer"])
@pytest.mark.parametrize("threads", [1, 2, 4, 8])
def test_curves_come_in_order(con: duckdb.DuckDBPyConnection, threads: int, optimizer: str) -> None:
    """Points of the kernels are not sorted again, and CTEs that are kept may be read by several threads."""
    with rocsql.register(duckdb.connect(config={"threads": threads})) as other:
        other.execute(
            "CREATE TABLE preds AS SELECT hash(i) / 2.0 ** 64 AS s, hash(-i) % 10 = 0 AS y FROM range(60000) AS t(i)"
        ).fetchall()
        other.execute(f"PRAGMA {optimizer}").fetchall()
        for macro in ("roc_curve", "pr_curve", "det_curve", "lift_curve", "threshold_metrics"):
            found = [threshold for (threshold,) in other.execute(f"SELECT threshold FROM {macro}(preds, s, y)").fetchall()]
            assert len(found) == 60_001
            assert found == sorted(found, reverse=True)


@pytest.mark.parametrize("order", ["true", "false"])
@pytest.mark.parametrize("optimizer", ["enable_optimizer", "disable_optimizer"])
@pytest.mark.parametrize("threads", [1, 4])
def test_segments_follow_their_curve(con: duckdb.DuckDBPyConnection, threads: int, optimizer: str, order: str) -> None:
    """The point before one is looked up in what comes in order: an area would tell if anything else stood there."""
    config = {"threads": threads, "preserve_insertion_order": order}
    with rocsql.register(duckdb.connect(config=config)) as other:
        other.execute(
            "CREATE TABLE preds AS SELECT hash(i) / 2.0 ** 64 AS s, hash(-i) % 10 = 0 AS y FROM range(60000) AS t(i)"
        ).fetchall()
        other.execute(f"PRAGMA {optimizer}").fetchall()
        ((found,),) = other.execute("SELECT partial_auc FROM partial_auc(preds, s, y, fpr_high := 1)").fetchall()
        rows = other.execute("FROM preds").fetchnumpy()
        assert found == pytest.approx(roc_auc_score(rows["y"], rows["s"]), abs=1e-12)
        ((found,),) = other.execute("SELECT average_precision FROM average_precision(preds, s, y)").fetchall()
        assert found == pytest.approx(average_precision_score(rows["y"], rows["s"]), abs=1e-12)


@pytest.mark.parametrize("threads", [2, 8])
@pytest.mark.parametrize("copies", [1, 10])
def test_a_constant_weight_is_counted_once(con: duckdb.DuckDBPyConnection, threads: int, copies: int) -> None:
    """From the kernels, from sorted rows and from ties."""
    with rocsql.register(duckdb.connect(config={"threads": threads})) as other:
        other.execute(
            "CREATE TABLE preds AS SELECT s, y FROM (VALUES (0.9, true), (0.8, false), (0.7, true), (0.1, false)) AS t(s, y), "
            f"range({copies})"
        ).fetchall()
        k = 2 * copies
        hull = other.execute("SELECT tp, fp, tpr, fpr FROM roc_hull(preds, s, y, weight := 2)").fetchall()
        assert hull == [(0, 0, 0, 0), (k, 0, 0.5, 0), (2 * k, k, 1, 0.5), (2 * k, 2 * k, 1, 1)]
        ranges = other.execute("SELECT n, pos, probability FROM calibration_map(preds, s, y, weight := 2)").fetchall()
        assert ranges == [(k, k, 1), (2 * k, k, 0.5), (k, 0, 0)]
        assert other.execute("SELECT tp, fp FROM roc_curve(preds, s, y, weight := 2)").fetchall()[-1] == (2 * k, 2 * k)


@pytest.mark.parametrize("name", ["average_precision", "partial_auc"])
def test_one_join_after_another(con: duckdb.DuckDBPyConnection, name: str) -> None:
    """One large group, weights and so many rows made DuckDB 2.0 fail with "dict-surviving join"."""
    with rocsql.register(duckdb.connect(config={"threads": 2})) as other:
        other.execute(
            "CREATE VIEW preds AS SELECT CASE WHEN i % 2 = 0 THEN 0 ELSE (hash(i) % 100)::INTEGER END AS g, "
            "(hash(i + 1) % 1000003) / 1000003 AS s, hash(i + 2) % 3 = 0 AS y, 1 + (hash(i + 3) % 100) / 100 AS w "
            "FROM range(600000) AS t(i)"
        ).fetchall()
        # In one group at a time there is no such join.
        found = dict(other.execute(f"SELECT g, {name} FROM {name}(preds, s, y, by := ['g'], weight := w)").fetchall())
        assert len(found) == 100
        for g in (0, 57):
            ((alone,),) = other.execute(
                f"WITH one_group AS (FROM preds WHERE g = {g}) SELECT {name} FROM {name}(one_group, s, y, weight := w)"
            ).fetchall()
            assert found[g] == pytest.approx(alone, rel=1e-12)
