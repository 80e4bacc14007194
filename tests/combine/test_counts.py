"""counts_roc_curve and counts_roc_auc: from counts the same as from the rows that were counted. leaves_roc_curve: alg. 7."""

from __future__ import annotations

import math
import re
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import cases, oracle
from tests.compare import assert_rows
from tests.conform import SQL_ENGINES
from tests.engines import run

COLUMNS = ("threshold", "tp", "fp", "tpr", "fpr")


def counts_of(rows: list[Any], kind: Any = None) -> pa.Table:
    """One row for each row, so that scores come up again and again: model, score, pos, neg."""
    kind = kind or pa.int32()
    used = [(s, y, m) for s, y, _, m in rows if y is not None]
    return pa.table(
        {
            "model": pa.array([m for _, _, m in used], pa.string()),
            "score": pa.array([s for s, _, _ in used], pa.float64()),
            "pos": pa.array([int(y) for _, y, _ in used], kind),
            "neg": pa.array([int(not y) for _, y, _ in used], kind),
        }
    )


@given(rows=cases.rows)
@pytest.mark.parametrize("by", [[], ["model"]])
def test_counts_are_their_rows(con: duckdb.DuckDBPyConnection, rows: list[Any], by: list[str]) -> None:
    table = cases.table(score=[r[0] for r in rows], label=[r[1] for r in rows], model=[r[3] for r in rows])
    for kind in (pa.int32(), pa.float64()):
        counts = counts_of(rows, kind)
        curve = run("macro", con, "counts_roc_curve", counts, "score", "pos", "neg", by=by)
        assert curve == run("macro", con, "roc_curve", table, "score", "label", by=by)
        area = run("macro", con, "counts_roc_auc", counts, "score", "pos", "neg", by=by)
        wanted = run("macro", con, "roc_auc", table, "score", "label", by=by)
        assert area == [{name: value for name, value in row.items() if name != "p_value"} for row in wanted]


@pytest.mark.parametrize("engine", SQL_ENGINES)
def test_tie_groups_again(engine: str, con: duckdb.DuckDBPyConnection) -> None:
    scores, labels = cases.PLAIN["two ties"]
    rows = [(s, y, 1.0, None) for s, y in zip(scores, labels, strict=True)]
    cleaned = oracle.usable(r[:3] for r in rows)
    counts = pa.table(dict(zip(("score", "pos", "neg"), zip(*oracle.tie_groups(cleaned), strict=True), strict=True)))
    wanted = [dict(zip(COLUMNS, point, strict=True)) for point in oracle.roc_curve(cleaned)]
    assert_rows(run(engine, con, "counts_roc_curve", counts, "score", "pos::INTEGER", "neg::INTEGER"), wanted)
    (row,) = run(engine, con, "counts_roc_auc", counts, "score", "pos", "neg", confidence="0.9")
    assert row["auc"] == pytest.approx(oracle.auc(cleaned), abs=1e-15)
    assert row["std_error"] == pytest.approx(oracle.std_error(cleaned), rel=1e-12)


def test_types_of_counts(con: duckdb.DuckDBPyConnection) -> None:
    con.register("counts", pa.table({"score": [0.2, 0.7], "pos": [1, 3], "neg": [4, 1]}))
    for pos, kind in (("pos", "BIGINT"), ("pos::UTINYINT", "BIGINT"), ("pos::HUGEINT", "BIGINT"), ("pos / 2", "DOUBLE")):
        described = con.execute(f"DESCRIBE FROM counts_roc_curve(counts, score, {pos}, neg)").fetchall()
        assert [row[1] for row in described] == ["DOUBLE", kind, kind, "DOUBLE", "DOUBLE"]
    assert con.execute("SELECT std_error FROM counts_roc_auc(counts, score, pos / 2, neg)").fetchall() == [(None,)]
    assert con.execute("SELECT auc, n_pos FROM counts_roc_auc(counts, score, pos / 2, neg)").fetchall() == [(0.775, 2.0)]


def test_counts_past_two_to_the_32(con: duckdb.DuckDBPyConnection) -> None:
    con.register("counts", pa.table({"score": [3, 2, 1], "pos": [3_000_000_000] * 2 + [0], "neg": [0] + [3_000_000_000] * 2}))
    found = con.execute("SELECT auc, n_pos, std_error > 0 FROM counts_roc_auc(counts, score, pos, neg)").fetchall()
    assert found == [(0.875, 6_000_000_000, True)]


@pytest.mark.parametrize("engine", SQL_ENGINES)
def test_flachs_leaves(engine: str, con: duckdb.DuckDBPyConnection) -> None:
    """His relabelling table: of 2^3 labellings, the 4 that lie on the convex hull."""
    leaves = pa.table({"leaf": [1, 2, 3], "p": [40, 50, 30], "n": [20, 10, 50]})
    found = run(engine, con, "leaves_roc_curve", leaves, "p", "n")
    assert [(row["tp"], row["fp"]) for row in found] == [(0, 0), (50, 10), (90, 30), (120, 80)]
    assert [row["threshold"] for row in found[1:]] == [50 / 60, 40 / 60, 30 / 80]


leaves = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12), st.sampled_from(["a", "b", None])), max_size=12)


@given(rows=leaves)
def test_any_leaves_in_groups(con: duckdb.DuckDBPyConnection, rows: list[Any]) -> None:
    table = pa.table(
        {
            "p": pa.array([r[0] for r in rows], pa.int64()),
            "n": pa.array([r[1] for r in rows], pa.int64()),
            "model": pa.array([r[2] for r in rows], pa.string()),
        }
    )
    found = run("macro", con, "leaves_roc_curve", table, "p", "n", by=["model"])
    wanted = []
    for model in ("a", "b", None):
        points = oracle.leaves((p, n) for p, n, m in rows if m == model)
        for tp, fp in points:
            rates = {"tpr": oracle.ratio(tp, points[-1][0]), "fpr": oracle.ratio(fp, points[-1][1])}
            wanted.append({"model": model, "tp": tp, "fp": fp, **rates})
    assert_rows(found, wanted)


def test_counts_past_any_integer_cube(con: duckdb.DuckDBPyConnection) -> None:
    """Ten trillion of each class: the squares of placements, summed, leave a HUGEINT. The error shrinks with the root of the counts."""
    small = [(0.9, 10_000, 2_500), (0.5, 5_000, 5_000), (0.1, 2_500, 10_000)]
    answers = []
    for scale in (1, 10**6, 10**9):
        rows = ", ".join(f"({score}, {pos * scale}, {neg * scale})" for score, pos, neg in small)
        con.execute(f"CREATE OR REPLACE TEMP TABLE trillions AS FROM (VALUES {rows}) AS t(score, pos, neg)").fetchall()
        ((auc, error, *_),) = con.execute("FROM counts_roc_auc(trillions, score, pos, neg)").fetchall()
        answers.append((auc, error * math.sqrt(scale)))
    assert [auc for auc, _ in answers] == [pytest.approx(0.7755102040816326, abs=1e-15)] * 3
    assert answers[2][1] == pytest.approx(answers[1][1], rel=1e-6)
    assert answers[1][1] == pytest.approx(answers[0][1], rel=1e-3)


@pytest.mark.parametrize("scale", ["1e19", "1e39", "0.1"])
def test_doubles_that_are_no_counts(con: duckdb.DuckDBPyConnection, scale: str) -> None:
    """Past 2^53 every double is whole: they have an area, but are no number of rows."""
    con.execute(
        "CREATE OR REPLACE TEMP TABLE large AS FROM (VALUES (3, 4, 1), (2, 2, 2), (1, 1, 5)) AS t(score, pos, neg)"
    ).fetchall()
    scaled = f"pos * {scale}::DOUBLE, neg * {scale}::DOUBLE"
    ((auc, error, *_),) = con.execute(f"FROM counts_roc_auc(large, score, {scaled})").fetchall()
    assert auc == pytest.approx(89 / 112, rel=1e-14)
    assert error is None
    assert len(con.execute(f"FROM counts_roc_curve(large, score, {scaled})").fetchall()) == 4


def test_counts_that_no_bigint_holds(con: duckdb.DuckDBPyConnection) -> None:
    con.execute(
        "CREATE OR REPLACE TEMP TABLE large AS SELECT 1 AS score, 18446744073709551615::UBIGINT AS pos, 1 AS neg"
    ).fetchall()
    with pytest.raises(duckdb.Error, match=r"pos must be below 2\^63, but a row has 18446744073709551615"):
        con.execute("FROM counts_roc_curve(large, score, pos, neg)").fetchall()


def test_repeated_scores_are_added_up_first(con: duckdb.DuckDBPyConnection) -> None:
    """The way for many rows of few scores gives what the other gives."""
    con.execute(
        "CREATE OR REPLACE TEMP TABLE repeated AS SELECT i % 7 AS score, i % 3 AS pos, i % 2 AS neg, i % 2 AS model FROM range(1000) t(i)"
    ).fetchall()
    for by in ("", ", by := ['model']"):
        found = con.execute(f"FROM counts_roc_curve(repeated, score, pos, neg{by})").fetchall()
        summed = "SELECT model, score, sum(pos)::INT AS pos, sum(neg)::INT AS neg FROM repeated GROUP BY ALL"
        assert found == con.execute(f"WITH once AS ({summed}) FROM counts_roc_curve(once, score, pos, neg{by})").fetchall()
        assert len(found) == (16 if by else 8)


@pytest.mark.parametrize("kind", ["BIGINT", "HUGEINT", "DOUBLE", "DECIMAL(18, 0)"])
def test_many_rows_of_one_score_have_no_error(con: duckdb.DuckDBPyConnection, kind: str) -> None:
    """Sums of squares that cancel out, in whole numbers whatever the type of the counts."""
    for values, area in (("(0.5, 586042599, 1945329011)", 0.5), ("(0, 709642630, 0), (1, 0, 417608741)", 0.0)):
        found = con.execute(
            f"WITH counts AS (FROM (VALUES {values}) AS t(s, p, n)) FROM counts_roc_auc(counts, s, p::{kind}, n::{kind})"
        ).fetchall()
        assert found[0][:4] == (area, 0.0, area, area)


@pytest.mark.parametrize("engine", SQL_ENGINES)
def test_whole_counts_past_2_to_53_are_exact(engine: str, con: duckdb.DuckDBPyConnection) -> None:
    counts = pa.table({"score": [0.9, 0.1], "pos": [9007199254740992, 1], "neg": [3, 9007199254740998]})
    (row,) = run(engine, con, "counts_roc_auc", counts, "score", "pos", "neg")
    assert (row["n_pos"], row["n_neg"]) == (9007199254740993, 9007199254741001)


@pytest.mark.parametrize("macro", ["counts_roc_auc", "counts_roc_curve"])
@pytest.mark.parametrize(
    ("pos", "message"),
    [
        ("NULL", "pos is NULL in a row: give every row a number by writing coalesce(pos, 0)"),
        ("DATE '2026-01-01'", "pos must be a number, but it is DATE: name a column without quotes, or turn it into a number"),
        ("'3'", "pos must be a number, but it is VARCHAR: name a column without quotes, or turn it into a number"),
    ],
)
def test_counts_that_are_no_numbers(con: duckdb.DuckDBPyConnection, macro: str, pos: str, message: str) -> None:
    con.register("preds", pa.table({"score": [0.9, 0.1]}))
    for call in (f"{macro}(preds, score, {pos}, 1)", f"leaves_roc_curve(preds, {pos}, 1)"):
        with pytest.raises(duckdb.Error, match=re.escape(message)):
            con.execute(f"FROM {call}").fetchall()
