"""roc_auc_bootstrap: one answer for a seed, the width that DeLong's formula and whole clusters have, NULL where there is no area."""

from __future__ import annotations

import math
import re
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given

import rocsql
from rocsql import kernels
from tests import cases, oracle
from tests.compare import same
from tests.engines import run


def log(n: int, digits: int = 3) -> pa.Table:
    rng = np.random.default_rng(n)
    label = rng.random(n) < 0.3
    score = np.round(rng.normal(size=n) + label, digits)
    return cases.table(score=score, label=label, user=np.arange(n), model=rng.choice(["a", "b"], size=n))


def bootstrap(con: duckdb.DuckDBPyConnection, table: pa.Table, **options: Any) -> list[dict[str, Any]]:
    return run("macro", con, "roc_auc_bootstrap", table, "score", "label", **options)


@given(rows=cases.rows)
def test_the_area_is_that_of_any_rows(con: duckdb.DuckDBPyConnection, rows: list[Any]) -> None:
    table = cases.table(score=[r[0] for r in rows], label=[r[1] for r in rows], model=[r[3] for r in rows])
    for options in ({}, {"cluster": "label"}):
        found = {row["model"]: row for row in bootstrap(con, table, by=["model"], replicates="20", **options)}
        parts = {m: oracle.usable((s, y, 1.0) for s, y, _, g in rows if g == m) for m in ("a", "b", None)}
        assert list(found) == [m for m, part in parts.items() if part]
        for model, row in found.items():
            area = oracle.auc(parts[model])
            assert same(row["auc"], area)
            if area is None:
                assert (row["ci_low"], row["ci_high"]) == (None, None)
            elif row["ci_low"] is not None:
                assert 0 <= row["ci_low"] <= row["ci_high"] <= 1


@pytest.mark.parametrize("cluster", ["NULL", "user // 7", "'u' || user // 7"])
def test_a_seed_gives_one_answer(con: duckdb.DuckDBPyConnection, cluster: str) -> None:
    """In any order of rows, with other groups or without them."""
    table = log(600)
    options = {"cluster": cluster, "replicates": "50"}
    first = bootstrap(con, table, by=["model"], **options)
    shuffled = table.take(np.random.default_rng(0).permutation(600))
    assert bootstrap(con, shuffled, by=["model"], **options) == first
    alone = table.filter(pa.compute.equal(table["model"], "b"))
    assert [{"model": "b", **row} for row in bootstrap(con, alone, **options)] == first[1:]
    assert bootstrap(con, table, by=["model"], **{**options, "seed": "1"}) != first


@pytest.mark.parametrize("digits", [1, 9])
def test_the_width_is_delongs_where_rows_are_independent(con: duckdb.DuckDBPyConnection, digits: int) -> None:
    table = log(3_000, digits)
    (wanted,) = run("macro", con, "roc_auc", table, "score", "label")
    for cluster in ("NULL", "user"):
        (found,) = bootstrap(con, table, cluster=cluster, replicates="2000")
        assert found["auc"] == wanted["auc"]
        assert found["ci_high"] - found["ci_low"] == pytest.approx(wanted["ci_high"] - wanted["ci_low"], rel=0.1)
        assert (found["ci_low"] + found["ci_high"]) / 2 == pytest.approx(wanted["auc"], abs=0.003)
        (half,) = bootstrap(con, table, cluster=cluster, replicates="2000", confidence="0.5")
        assert half["ci_high"] - half["ci_low"] == pytest.approx(2 * 0.6745 * wanted["std_error"], rel=0.1)


def test_copies_of_a_row_are_no_new_rows(con: duckdb.DuckDBPyConnection) -> None:
    """Every row nine times over, in one cluster with its copies: the interval of the rows. Without clusters it is a third of it."""
    table = log(800)
    nine = pa.concat_tables([table] * 9)
    width = {
        name: row["ci_high"] - row["ci_low"]
        for name, (row,) in {
            "rows": bootstrap(con, table),
            "clusters": bootstrap(con, nine, cluster="user"),
            "copies": bootstrap(con, nine),
        }.items()
    }
    assert width["clusters"] == pytest.approx(width["rows"], rel=0.1)
    assert width["copies"] == pytest.approx(width["rows"] / 3, rel=0.1)


@pytest.mark.parametrize("positive", ["label", "NOT label"])
@pytest.mark.parametrize(("n", "digits", "cluster"), [(60, 3, "user // 6"), (60, 0, "user % 10"), (2_400, 9, "user % 10")])
def test_the_percentiles_of_clusters_by_hand(
    con: duckdb.DuckDBPyConnection, n: int, digits: int, cluster: str, positive: str
) -> None:
    """Exact, also where scores are many and every cluster has its part of all of them."""
    table = log(n, digits)
    score, label = table["score"].to_numpy(), table["label"].to_numpy() == (positive == "label")
    options = {"replicates": "41", "seed": "3", "confidence": "0.8"}
    (found,) = run("macro", con, "roc_auc_bootstrap", table, "score", positive, cluster=cluster, **options)
    # The clusters are drawn in their order, from a table of 2^17 numbers with 16 rows.
    places = np.random.default_rng([3, 0]).integers(0, 65_536, size=(16, 8_192), dtype=np.uint16)[:10, :41].T
    times = kernels._POISSON_OF_ONE[places][:, np.arange(n) // 6 if "//" in cluster else np.arange(n) % 10]
    areas = [
        oracle.auc([(s, bool(y), float(w)) for s, y, w in zip(score, label, weights, strict=True) if w]) for weights in times
    ]
    low, high = np.quantile([area for area in areas if area is not None], [0.1, 0.9])
    assert (found["ci_low"], found["ci_high"]) == (pytest.approx(low, abs=1e-12), pytest.approx(high, abs=1e-12))


@pytest.mark.parametrize("digits", [0, 9])
@pytest.mark.parametrize(("n", "rows"), [(30, 32), (300, 512)])
def test_the_percentiles_of_few_rows_by_hand(con: duckdb.DuckDBPyConnection, n: int, rows: int, digits: int) -> None:
    """Each row is drawn by itself, the positives before the negatives; the replicates come from several tables."""
    table = log(n, digits)
    score, label = table["score"].to_numpy(), table["label"].to_numpy()
    (found,) = bootstrap(con, table, replicates="300", seed="7", confidence="0.8")
    tables = [
        np.random.default_rng([7, number]).integers(0, 65_536, size=(rows, 2**17 // rows), dtype=np.uint16)[:n]
        for number in (0, 1)
    ]
    times = kernels._POISSON_OF_ONE[np.concatenate(tables, axis=1)[:, :300].T]
    order = np.lexsort((score, ~label))
    areas = [
        oracle.auc([(s, bool(y), float(w)) for s, y, w in zip(score[order], label[order], drawn, strict=True) if w])
        for drawn in times
    ]
    low, high = np.quantile([area for area in areas if area is not None], [0.1, 0.9])
    assert (found["ci_low"], found["ci_high"]) == (pytest.approx(low, abs=1e-12), pytest.approx(high, abs=1e-12))


@pytest.mark.parametrize("cluster", ["NULL", "user % 5"])
@pytest.mark.parametrize("digits", [0, 9])
def test_many_groups_of_a_few_rows(con: duckdb.DuckDBPyConnection, digits: int, cluster: str) -> None:
    """Each has the interval that it has alone, beside groups of other sizes and one of more rows than are drawn one by one."""
    table = log(6_000, digits)
    user = table["user"].to_numpy()
    part = np.where(user < 1_500, 0, (np.sqrt(user) * 3).astype(int))
    table = table.append_column("part", pa.array(part))
    options = {"cluster": cluster, "replicates": "30"}
    found = bootstrap(con, table, by=["part"], **options)
    assert len(found) > 100
    for row in found[:: len(found) // 12]:
        alone = table.filter(pa.compute.equal(table["part"], row["part"]))
        assert bootstrap(con, alone, by=["part"], **options) == [row]


def assert_as_wide_as_rows(monkeypatch: pytest.MonkeyPatch, kernel: Any, *rows: Any) -> None:
    """Drawn in blocks, the interval is as wide as drawn row by row."""

    def widths() -> float:
        return float(np.mean([high - low for _, low, high in (kernel(*rows, 1000, seed, 0.95) for seed in range(8))]))

    of_blocks = widths()
    monkeypatch.setattr(kernels, "_BLOCKS", 10**9)
    assert of_blocks == pytest.approx(widths(), rel=0.06)


@pytest.mark.parametrize(("share", "apart"), [(0.1, 1.0), (0.005, 1.0), (0.5, 4.5), (0.1, 6.5), (0.5, -3.0)])
def test_blocks_of_neighbours_are_as_wide_as_rows(monkeypatch: pytest.MonkeyPatch, share: float, apart: float) -> None:
    """Also where few positives, or few pairs that are lost, make all of the width."""
    rng = np.random.default_rng(1)
    label = rng.random(20_000) < share
    score = rng.normal(size=20_000) + apart * label
    none = np.arange(0)
    assert_as_wide_as_rows(monkeypatch, kernels.bootstrap, score[label], score[~label], none, none)


def clustered(design: str) -> tuple[Any, ...]:
    """Scores and clusters of both classes."""
    rng = np.random.default_rng(5)
    n = 30_000
    label = rng.random(n) < (0.5 if design == "few pairs are lost" else 0.2)
    cluster = {
        "users": rng.integers(0, 9_000, n),
        "sessions of one label": np.where(label, rng.integers(0, 2_500, n), 2_500 + rng.integers(0, 5_000, n)),
        "a few large users": np.where(rng.random(n) < 0.3, rng.integers(0, 5, n), 5 + rng.integers(0, 8_000, n)),
        "readers of all cases": np.arange(n) % 12,
        "few pairs are lost": rng.integers(0, 9_000, n),
        "few scores": rng.integers(0, 6_000, n),
        "large users unlike the others": np.where(rng.random(n) < 0.5, rng.integers(0, 3, n), 3 + rng.integers(0, 5_000, n)),
    }.get(design, np.arange(n) // 2)
    # What users have in common moves all of their scores.
    apart = 4.5 if design == "few pairs are lost" else 0.7
    score = rng.normal(size=n) + apart * label + 0.8 * rng.normal(size=cluster.max() + 1)[cluster]
    if design == "few scores":
        score = np.round(3 * score)
    if design == "large users unlike the others":
        label = rng.random(n) < np.where(cluster < 3, 0.5, 0.05)
        score = rng.normal(size=n) + label + (cluster < 3)
    if design == "pairs of both labels":
        label = np.arange(n) % 2 == 0
        score = rng.normal(size=n // 2)[cluster] + 0.02 * rng.random(n) + 0.01 * label
    if design == "a large user who is like all others":
        cluster, score = np.concatenate((np.arange(n), np.full(n, n))), np.concatenate((score, score + 1e-9))
        label = np.concatenate((label, label))
    return score[label], score[~label], cluster[label], cluster[~label]


@pytest.mark.parametrize(
    "design",
    [
        "users",
        "sessions of one label",
        "a few large users",
        "readers of all cases",
        "few pairs are lost",
        "few scores",
        "large users unlike the others",
        "pairs of both labels",
        "a large user who is like all others",
    ],
)
def test_many_clusters_are_as_wide_as_each_drawn_by_itself(design: str) -> None:
    """More clusters than are drawn one by one, and more scores than blocks, beside areas of weighted rows, cluster by cluster."""
    pos, neg, pos_cluster, neg_cluster = clustered(design)
    area, found = kernels._cluster_areas(pos, neg, pos_cluster, neg_cluster, 4_000, 1)
    assert area == kernels.auc(pos, neg)
    times = np.random.default_rng(2).poisson(1.0, (4_000, max(pos_cluster.max(), neg_cluster.max()) + 1)).astype(float)
    pos_order, neg_order = np.argsort(pos), np.argsort(neg)
    below, not_above = (neg[neg_order].searchsorted(pos[pos_order], side) for side in ("left", "right"))
    exact = []
    for drawn in times:
        of_pos, so_far = drawn[pos_cluster[pos_order]], np.append(0, np.cumsum(drawn[neg_cluster[neg_order]]))
        exact.append(of_pos @ (so_far[below] + so_far[not_above]) / 2 / of_pos.sum() / so_far[-1])
    # The middle of 4,000 replicates is some hundredths of their spread apart from one seed to another, their ends up to two tenths.
    for ends, close in (([0.16, 0.5, 0.84], 0.1), ([0.025, 0.975], 0.3)):
        assert np.quantile(found, ends) == pytest.approx(np.quantile(exact, ends), abs=close * np.std(exact))
    assert np.std(found) == pytest.approx(np.std(exact), rel=0.05)


@pytest.mark.parametrize("digits", [1, 9])
@pytest.mark.parametrize("side", [1, -1])
def test_clusters_of_a_perfect_score(side: int, digits: int) -> None:
    """No draw changes it, be it of clusters one by one or of the many others."""
    rng = np.random.default_rng(3)
    pos, neg = np.round(side * (1 + rng.random(9_000)), digits), np.round(-side * rng.random(9_000), digits)
    found = kernels.bootstrap(pos, neg, np.arange(9_000), np.arange(9_000), 200, 0, 0.95)
    assert found == ((1.0,) * 3 if side == 1 else (0.0,) * 3)


def test_a_cluster_of_very_many_rows(con: duckdb.DuckDBPyConnection) -> None:
    """Twenty clusters of 10,000 equal rows are twenty rows."""
    small = cases.table(score=np.arange(20) * 7 % 5, label=np.arange(20) % 2 == 0, user=np.arange(20))
    large = pa.concat_tables([small] * 10_000)
    (few,), (many,) = (bootstrap(con, table, cluster="user") for table in (small, large))
    assert many == {name: pytest.approx(value, abs=1e-12) for name, value in few.items()}


@pytest.mark.parametrize("silent", [3_000, 100_000, 10_000_000])
@pytest.mark.parametrize("side", [1, -1])
def test_scores_beside_a_large_tie_make_their_own_blocks(monkeypatch: pytest.MonkeyPatch, silent: int, side: int) -> None:
    """A rule that is silent on most rows: all of the width comes from the others, be they above the tie or below."""
    rng = np.random.default_rng(2)
    label = rng.random(2_000) < 0.75
    pos, neg = np.concatenate(([silent], label.astype(int))), np.concatenate(([silent], 1 - label.astype(int)))
    assert_as_wide_as_rows(monkeypatch, kernels.bootstrap_cells, pos[::side], neg[::side], None)


def test_the_table_of_single_rows_is_poisson() -> None:
    times, share = np.unique(kernels._POISSON_OF_ONE, return_counts=True)
    exact = [math.exp(-1) / math.factorial(k) for k in times]
    assert share / len(kernels._POISSON_OF_ONE) == pytest.approx(exact, abs=2 / 65_536)
    assert kernels._POISSON_OF_ONE.mean() == 1
    assert kernels._POISSON_OF_ONE.var() == pytest.approx(1, abs=3e-4)


@pytest.mark.parametrize("label", [True, False])
@pytest.mark.parametrize("cluster", ["NULL", "score"])
@pytest.mark.parametrize("repeated", [1, 5])
def test_one_class_of_many_scores(con: duckdb.DuckDBPyConnection, label: bool, cluster: str, repeated: int) -> None:
    table = cases.table(score=np.repeat(np.arange(3_000.0), repeated), label=[label] * 3_000 * repeated)
    assert bootstrap(con, table, cluster=cluster) == [{"auc": None, "ci_low": None, "ci_high": None}]


def test_one_cluster_has_no_interval(con: duckdb.DuckDBPyConnection) -> None:
    """Nothing is known of another cluster: width 0 would say that all is. NULL is a cluster like any other."""
    for cluster in ("NULL::INTEGER", "lower('USER')", "7"):
        (found,) = bootstrap(con, log(100), cluster=cluster)
        assert 0.5 < found["auc"] < 1
        assert found["ci_low"] is None
        assert found["ci_high"] is None
    (found,) = bootstrap(con, log(100), cluster="CASE WHEN user > 50 THEN 1 END")
    assert found["ci_low"] < found["auc"] < found["ci_high"]


@pytest.mark.parametrize("cluster", ["NULL", "score"])
@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize("label", [True, False])
def test_one_row_of_a_class_has_no_interval(con: duckdb.DuckDBPyConnection, label: bool, tied: bool, cluster: str) -> None:
    """As DeLong's: how the class varies is not to be seen from one row."""
    scores = [0.5, *([0.3] * 20 if tied else [i / 30 for i in range(20)])]
    (found,) = bootstrap(con, pa.table({"score": scores, "label": [label] + [not label] * 20}), cluster=cluster)
    assert found["auc"] is not None
    assert found["ci_low"] is None
    assert found["ci_high"] is None


def test_one_replicate_with_both_classes_has_no_interval() -> None:
    """Of two rows a class and two replicates, one often misses a class: a single area would be an interval of width 0."""
    pos, neg, none = np.array([3.0, 1.0]), np.array([2.0, 0.0]), np.arange(0)
    found = [kernels.bootstrap(pos, neg, none, none, 2, seed, 0.9) for seed in range(100)]
    missing = [low for _, low, _ in found if math.isnan(low)]
    # A replicate has both classes with probability (1 - e^-2)^2 = 0.75.
    assert 25 <= len(missing) <= 65
    assert {area for area, _, _ in found} == {0.75}


def test_the_largest_options_are_taken(con: duckdb.DuckDBPyConnection) -> None:
    points = run("macro", con, "roc_curve", log(100), "score", "label", max_points="4611686018427387904")
    assert points == run("macro", con, "roc_curve", log(100), "score", "label")
    (found,) = bootstrap(con, log(100), seed="4611686018427387904")
    assert found["ci_low"] < found["auc"] < found["ci_high"]


def test_needs_python(con: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(
        rocsql.RocsqlError, match=re.escape("roc_auc_bootstrap needs Python: call it on a connection that rocsql.register")
    ):
        rocsql.sql("roc_auc_bootstrap", table="t", score="s", label="y")
    plain = duckdb.connect()
    plain.execute(rocsql.bundle())
    with pytest.raises(duckdb.Error, match="roc_auc_bootstrap needs Python"):
        plain.sql("FROM roc_auc_bootstrap(preds, score, label)").fetchall()


@pytest.mark.parametrize(
    "user", ["user", "user::UTINYINT", "user - 9223372036854775000", "user * 90000000000000000", "user::HUGEINT"]
)
def test_clusters_by_number_or_by_name(con: duckdb.DuckDBPyConnection, user: str) -> None:
    """The draws go by the order of the clusters alone, be they numbers near each other, far apart, or texts."""
    rng = np.random.default_rng(4)
    label = rng.random(3_000) < 0.3
    table = cases.table(score=rng.normal(size=3_000) + label, label=label, user=rng.integers(2, 100, 3_000))
    for by in ([], ["part"]):
        table = table.append_column("part", pa.array(np.arange(3_000) % 2)) if by else table
        assert bootstrap(con, table, cluster=user, by=by) == bootstrap(con, table, cluster="printf('%03d', user)", by=by)


def test_a_group_of_many_scores_beside_one_of_few(con: duckdb.DuckDBPyConnection) -> None:
    """Rows that are counted first are drawn as they are without."""
    many = log(20_000, 12).append_column("part", pa.array(["many"] * 20_000))
    few = log(90_000, 0).append_column("part", pa.array(["few"] * 90_000))
    (alone,) = bootstrap(con, many, by=["part"])
    assert alone in bootstrap(con, pa.concat_tables([many, few]), by=["part"])


@pytest.mark.parametrize("n", [10, 10**8])
@pytest.mark.parametrize("side", [1, -1])
def test_a_perfect_score_stays_perfect(n: int, side: int) -> None:
    """Also where products of counts are rounded."""
    pos, neg = np.array([0, 0, n, n])[::side], np.array([n, n, 0, 0])[::side]
    assert set(kernels.bootstrap_cells(pos, neg, None, 200, 0, 0.9)) == {1.0 if side == 1 else 0.0}
