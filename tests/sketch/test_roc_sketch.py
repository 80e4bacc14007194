"""Sketches: the bins, that they add up, and that their bounds hold, on every engine that has them."""

from __future__ import annotations

import math
import random
import struct
from fractions import Fraction
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rocsql.polars as roc
from tests import cases, floats, groups, oracle
from tests.compare import assert_rows
from tests.engines import run

ENGINES = ["macro", "standalone", "portable", "polars", "polars-lazy", "polars-streaming"]

SKETCH = ["bin", "pos", "neg"]


def sketched(rows: list[oracle.Row], precision: int, **by: Any) -> list[dict[str, Any]]:
    return [{**by, **dict(zip(SKETCH, row, strict=True))} for row in oracle.sketch(rows, precision)]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", cases.PLAIN)
def test_cases(engine: str, con: duckdb.DuckDBPyConnection, case: str) -> None:
    scores, labels = cases.PLAIN[case]
    rows = oracle.usable(zip(scores, labels, [1.0] * len(scores), strict=True))
    for precision in (0, 3, 10, 52):
        table = cases.table(score=scores, label=labels)
        found = run(engine, con, "roc_sketch", table, "score", "label", precision=str(precision))
        assert_rows(found, sketched(rows, precision))
        for row in found:
            inside = [s for s, _, _ in rows if oracle.score_bin(s, precision) == row["bin"]]
            assert row["score_low"] <= min(inside) <= max(inside) <= row["score_high"]
            for edge in (row["score_low"], row["score_high"]):
                assert oracle.score_bin(edge, precision) == row["bin"]
                beyond = math.nextafter(edge, -math.inf if edge == row["score_low"] else math.inf)
                assert (
                    beyond == edge
                    or precision == 52
                    or row["score_low"] == row["score_high"]
                    or (oracle.score_bin(beyond, precision) != row["bin"])
                )


@given(rows=cases.rows)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("weight", [None, "weight"])
@pytest.mark.parametrize("precision", [0, 4, 10])
def test_groups_weights_and_bounds(
    engine: str, con: duckdb.DuckDBPyConnection, weight: str | None, precision: int, rows: list[Any]
) -> None:
    columns = [list(column) for column in zip(*rows, strict=True)] or [[]] * 4
    table = cases.table(score=columns[0], label=columns[1], weight=columns[2], model=columns[3])
    options = {"weight": weight} if weight else {}
    sketch = run(engine, con, "roc_sketch", table, "score", "label", by=["model"], precision=str(precision), **options)
    groups = {
        model: oracle.usable((s, y, w if weight else 1.0) for s, y, w, m in rows if m == model) for model in ("a", "b", None)
    }
    assert_rows(sketch, [row for model, used in groups.items() for row in sketched(used, precision, model=model)])
    counts = pa.float64() if weight else pa.int64()
    schema = pa.schema([("model", pa.string()), ("bin", pa.int64()), ("score_low", pa.float64()), ("score_high", pa.float64()),
                        ("pos", counts), ("neg", counts)])  # fmt: skip
    kept = pa.Table.from_pylist(sketch, schema=schema)
    for by, parts in ((["model"], groups), ([], {"all": [row for used in groups.values() for row in used]})):
        found = run(engine, con, "sketch_auc", kept, by=by)
        wanted = [used for used in parts.values() if used]
        assert len(found) == len(wanted)
        for row, used in zip(found, wanted, strict=True):
            names = ("auc", "auc_low", "auc_high")
            assert [row[name] for name in names] == [
                None if value is None else pytest.approx(value, abs=3e-12) for value in oracle.sketch_bounds(used, precision)
            ]
            exact = oracle.auc(used)
            if exact is not None:
                assert 0 <= row["auc_low"] <= exact + 1e-15
                assert exact - 1e-15 <= row["auc_high"] <= 1


@pytest.mark.parametrize("engine", ["macro", "standalone"])
def test_sketches_add_up_in_any_order_and_grouping(engine: str, con: duckdb.DuckDBPyConnection) -> None:
    draw = random.Random(9)
    rows = [(draw.gauss(0, 1) + y, y, draw.randrange(7), draw.choice("ab")) for y in (draw.random() < 0.3 for _ in range(500))]
    s, y, day, model = map(list, zip(*rows, strict=True))
    table = pa.table({"s": s, "y": y, "day": day, "model": model})
    whole = run(engine, con, "roc_sketch", table, "s", "y", by=["model"])
    by_day = run(engine, con, "roc_sketch", table, "s", "y", by=["day", "model"])
    draw.shuffle(by_day)
    merged = run(engine, con, "sketch_merge", pa.Table.from_pylist(by_day), by=["model"])
    assert merged == whole
    halves = [
        run(engine, con, "sketch_merge", pa.Table.from_pylist(part), by=["model"]) for part in (by_day[::2], by_day[1::2])
    ]
    assert run(engine, con, "sketch_merge", pa.Table.from_pylist([*halves[0], *halves[1]]), by=["model"]) == whole
    assert run(engine, con, "sketch_auc", pa.Table.from_pylist(by_day), by=["model"]) == run(
        engine, con, "sketch_auc", pa.Table.from_pylist(whole), by=["model"]
    )


def test_the_same_bins_in_polars_to_the_bit(con: duckdb.DuckDBPyConnection) -> None:
    draw = np.random.default_rng(10)
    bits = draw.integers(-(2**63), 2**63 - 1, 20_000)
    scores = np.array([struct.unpack("<d", struct.pack("<q", b))[0] for b in bits.tolist()])
    scores = np.concatenate(
        [scores[~np.isnan(scores)], [0.0, -0.0, 5e-324, -5e-324, math.inf, -math.inf, 1.7976931348623157e308]]
    )
    table = pa.table({"score": scores, "label": np.arange(len(scores)) % 3 == 0})
    for precision in (0, 7, 10, 52):
        there = run("macro", con, "roc_sketch", table, "score", "label", precision=str(precision))
        assert run("polars", con, "roc_sketch", table, "score", "label", precision=str(precision)) == there


@given(scores=st.lists(floats.doubles, min_size=1))
@pytest.mark.parametrize("engine", ["macro", "portable", "polars"])
@pytest.mark.parametrize("precision", [0, 10, 52])
def test_bins_to_the_bit(engine: str, con: duckdb.DuckDBPyConnection, precision: int, scores: list[float]) -> None:
    table = cases.table(score=scores, label=[place % 3 == 0 for place in range(len(scores))])
    rows = oracle.usable((s, place % 3 == 0, 1.0) for place, s in enumerate(scores))
    found = run(engine, con, "roc_sketch", table, "score", "label", precision=str(precision))
    assert found == groups.sketch_of(rows, precision)


def test_the_bracket_at_ten_million_rows(con: duckdb.DuckDBPyConnection) -> None:
    con.execute(
        "CREATE OR REPLACE TEMP TABLE ten_million AS SELECT label, random() + CASE WHEN label THEN 0.2 ELSE 0 END AS score "
        "FROM (SELECT random() < 0.1 AS label FROM range(10_000_000))"
    ).fetchall()
    ((exact,),) = con.execute("SELECT auc FROM roc_auc(ten_million, score, label)").fetchall()
    con.execute("CREATE OR REPLACE TEMP TABLE its_sketch AS FROM roc_sketch(ten_million, score, label)").fetchall()
    ((auc, low, high),) = con.execute("SELECT auc, auc_low, auc_high FROM sketch_auc(its_sketch)").fetchall()
    con.execute("DROP TABLE ten_million").fetchall()
    assert low <= exact <= high
    assert high - low < 2e-3
    assert abs(auc - exact) < 1e-4


@pytest.mark.parametrize("engine", ["macro", "standalone"])
@pytest.mark.parametrize("precision", [0, 2])
def test_curve(engine: str, con: duckdb.DuckDBPyConnection, precision: int) -> None:
    """The points are points of the exact curve, and at their fpr the exact curve lies between the bounds; so do the best and the worst."""
    draw = random.Random(11)
    for _ in range(5):
        rows = [(draw.choice([draw.gauss(0, 2), 0.0, math.inf]), draw.random() < 0.4, 1.0) for _ in range(60)]
        table = cases.table(score=[r[0] for r in rows], label=[r[1] for r in rows])
        sketch = run(engine, con, "roc_sketch", table, "score", "label", precision=str(precision))
        found = run(engine, con, "sketch_roc_curve", pa.Table.from_pylist(sketch))
        exact = oracle.roc_curve(oracle.usable(rows))
        assert {(p["tp"], p["fp"]) for p in found} <= {(tp, fp) for _, tp, fp, _, _ in exact}
        assert (found[0]["threshold"], found[-1]["tpr"], found[-1]["fpr"]) == (math.inf, 1.0, 1.0)
        for up in (-1, 0, 1):
            moved = [(r[0] if r[0] in (0, math.inf) or not up else _to_the_end(r, up, precision), r[1], 1.0) for r in rows]
            curve = [(x, y) for _, _, _, y, x in oracle.roc_curve(oracle.usable(moved))]
            for point in found:
                level = [y for x, y in curve if x == point["fpr"] and y is not None]
                assert all(point["tpr_low"] - 1e-12 <= y <= point["tpr_high"] + 1e-12 for y in level)


def _to_the_end(row: oracle.Row, up: int, precision: int) -> float:
    """A score elsewhere in its bin: for up = 1 positives at the top, negatives at the bottom; the other way round for -1."""
    size = (abs(oracle.score_bin(row[0], precision)) - 1) << (52 - precision)
    last = size + (1 << (52 - precision)) - 1
    larger = row[1] == (up > 0)
    bits = max(last if larger == (row[0] > 0) else size, 1)
    return math.copysign(struct.unpack("<d", struct.pack("<q", bits))[0], row[0])


def test_sketches_of_different_precision_do_not_mix(con: duckdb.DuckDBPyConnection) -> None:
    table = cases.table(score=[0.5, 0.25, 1e-9], label=[True, False, True])
    both = [row for p in ("3", "10") for row in run("macro", con, "roc_sketch", table, "score", "label", precision=p)]
    both += [{**both[0], "score_low": 0.1}]
    for engine in ("macro", "portable", "polars"):
        with pytest.raises(Exception, match="sketches of different precision do not add up"):
            run(engine, con, "sketch_auc", pa.Table.from_pylist(both))
    # Without a common bin their ranges overlap.
    with pytest.raises(Exception, match="sketches of different precision do not add up"):
        run("macro", con, "sketch_auc", pa.Table.from_pylist([both[0], both[-2]]))


@given(values=st.lists(cases.scores, min_size=2, max_size=2))
def test_bins_keep_the_order(con: duckdb.DuckDBPyConnection, values: list[float]) -> None:
    low, high = sorted(values)
    query = "SELECT _rocsql_bin(?::DOUBLE, 10) <= _rocsql_bin(?::DOUBLE, 10)"
    assert con.execute(query, [low, high]).fetchall() == [(True,)]
    assert oracle.score_bin(low, 10) <= oracle.score_bin(high, 10)


def test_polars_says_what_is_missing() -> None:
    with pytest.raises(roc.RocsqlError, match="sketch_auc needs the columns of roc_sketch, but there is no 'bin'"):
        roc.sketch_auc(pl.DataFrame({"pos": [1]}))
    with pytest.raises(
        roc.RocsqlError, match="precision must be a whole number of bits from 0 to 52, such as 10, but it is 99"
    ):
        roc.roc_sketch(pl.DataFrame({"s": [1.0], "y": [True]}), "s", "y", precision=99)


@pytest.mark.parametrize("engine", ["macro", "standalone"])
def test_a_constant_weight_stands_for_all_rows(engine: str, con: duckdb.DuckDBPyConnection) -> None:
    table = cases.table(score=[0.1, 0.1, -2.5, None], label=[True, False, None, True])
    (row,) = run(engine, con, "roc_sketch", table, "score", "label", weight="3")
    assert (row["pos"], row["neg"]) == (3, 3)


@pytest.mark.parametrize("precision", [0, 10])
def test_nan_has_no_bin(con: duckdb.DuckDBPyConnection, precision: int) -> None:
    con.register("preds", cases.table(score=[0.5, math.nan], label=[True, None]))
    query = f'SELECT pos, neg FROM roc_sketch(preds, score, label, "precision" := {precision})'
    assert con.execute(query).fetchall() == [(1, 0)]
    con.register("preds", cases.table(score=[0.5, math.nan], label=[True, False]))
    with pytest.raises(duckdb.Error, match="score is NaN in a labelled row"):
        con.execute(query).fetchall()


@pytest.mark.parametrize("engine", ["macro", "standalone", "portable", "polars", "polars-lazy"])
@pytest.mark.parametrize("scale", [1e-250, 1e-160, 1e40, 1e160, 1e250])
def test_the_scale_of_weights_changes_no_bound(engine: str, con: duckdb.DuckDBPyConnection, scale: float) -> None:
    table = cases.table(
        score=[0.9, 0.8, 0.7, 0.1, 0.7],
        label=[True, False, True, False, False],
        weight=[w * scale for w in (1.0, 2.0, 1.0, 3.0, 1.0)],
    )
    sketch = pa.Table.from_pylist(run(engine, con, "roc_sketch", table, "score", "label", weight="weight"))
    (found,) = run(engine, con, "sketch_auc", sketch)
    # The positive at 0.9 wins all 6 parts of the negatives, that at 0.7 the 3 below it and half of the 1 beside it.
    assert found["auc"] == pytest.approx((6 + 3.5) / 12)
    (area,) = run("macro", con, "roc_auc", table, "score", "label", weight="weight")
    assert found["auc_low"] <= area["auc"] <= found["auc_high"]
    assert found["auc_high"] - found["auc_low"] < 0.2
    assert found["n_pos"] == pytest.approx(2 * scale)
    assert found["n_neg"] == pytest.approx(6 * scale)


def test_curve_of_weights(con: duckdb.DuckDBPyConnection) -> None:
    """Sums of doubles went back along the curve, and points above each other did not share their bounds."""
    rng = np.random.default_rng(12)
    label = rng.random(20_000) < 0.3
    score = rng.normal(size=20_000) + label
    weight = rng.choice([0.1, 0.3, 0.7], 20_000)
    table = cases.table(score=score, label=label, weight=weight)
    for precision in ("2", "8"):
        sketch = pa.Table.from_pylist(
            run("macro", con, "roc_sketch", table, "score", "label", weight="weight", precision=precision)
        )
        found = run("macro", con, "sketch_roc_curve", sketch)
        for name in ("tp", "fp", "tpr", "fpr"):
            values = [point[name] for point in found]
            assert values == sorted(values)
        assert (found[-1]["tpr"], found[-1]["fpr"]) == (1.0, 1.0)
        order = np.argsort(-score)
        tpr = np.concatenate([[0.0], np.cumsum(np.where(label, weight, 0)[order])]) / weight[label].sum()
        fpr = np.concatenate([[0.0], np.cumsum(np.where(label, 0, weight)[order])]) / weight[~label].sum()
        for point in found:
            level = tpr[np.abs(fpr - point["fpr"]) < 1e-12]
            assert len(level)
            assert point["tpr_low"] - 1e-12 <= level.min() <= level.max() <= point["tpr_high"] + 1e-12
            # No wider than one bin on either side allows.
            assert point["tpr_low"] <= point["tpr"] <= point["tpr_high"]


@given(
    rows=st.lists(
        st.tuples(st.floats(-4, 4), st.booleans(), st.sampled_from([0.1, 0.3, 0.7, 2.0**-20, 1e6])), min_size=1, max_size=40
    )
)
def test_sums_of_weights_are_exact(con: duckdb.DuckDBPyConnection, rows: list[tuple[float, bool, float]]) -> None:
    """Each row a sketch of its own: added up they are the fractions, whatever the order."""
    sketch = pa.table(
        {
            "bin": [oracle.score_bin(s, 1) for s, _, _ in rows],
            **dict(zip(("score_low", "score_high"), zip(*(oracle.bin_edges(oracle.score_bin(s, 1), 1) for s, _, _ in rows), strict=True), strict=True)),
            "pos": [w if y else 0.0 for _, y, w in rows],
            "neg": [0.0 if y else w for _, y, w in rows],
        }
    )  # fmt: skip
    merged = run("macro", con, "sketch_merge", sketch)
    curve = run("macro", con, "sketch_roc_curve", sketch)
    (area,) = run("macro", con, "sketch_auc", sketch)

    def total(positive: bool, at_least: int, at_most: int) -> float:
        inside = (w for s, y, w in rows if y is positive and at_least <= oracle.score_bin(s, 1) <= at_most)
        return float(sum(map(Fraction, inside), Fraction()))

    last = 1 << 62
    bins = [row["bin"] for row in merged]
    assert bins == sorted({oracle.score_bin(s, 1) for s, _, _ in rows}, reverse=True)
    assert [(row["pos"], row["neg"]) for row in merged] == [(total(True, b, b), total(False, b, b)) for b in bins]
    assert [(row["tp"], row["fp"]) for row in curve[1:]] == [(total(True, b, last), total(False, b, last)) for b in bins]
    assert (area["n_pos"], area["n_neg"]) == (total(True, -last, last), total(False, -last, last))


@pytest.mark.parametrize("macro", ["sketch_auc", "sketch_merge", "sketch_roc_curve"])
@pytest.mark.parametrize(
    ("column", "message"),
    [
        ("NULL::BIGINT AS bin", "bin is NULL in a row of a sketch"),
        ("NULL::DOUBLE AS score_low", "score_low is NULL in a row of a sketch"),
        ("NULL::DOUBLE AS score_high", "score_high is NULL in a row of a sketch"),
        ("'nan'::DOUBLE AS score_low", r"bin \d+ of a sketch has scores from nan to 0\.5\d*, which is no range"),
        ("'nan'::DOUBLE AS score_high", r"bin \d+ of a sketch has scores from 0\.5 to nan, which is no range"),
        ("7.0 AS score_low", r"bin \d+ of a sketch has scores from 7\.0 to 0\.5\d*, which is no range"),
        ("NULL AS pos", "pos is NULL in a row"),
        ("DATE '2026-01-01' AS neg", "neg must be a number, but it is DATE"),
    ],
)
def test_rows_that_are_no_sketch(con: duckdb.DuckDBPyConnection, macro: str, column: str, message: str) -> None:
    con.register("preds", cases.table(score=[0.5, 0.5], label=[True, False]))
    con.execute("CREATE OR REPLACE TEMP TABLE whole_sketch AS FROM roc_sketch(preds, score, label)").fetchall()
    con.execute(f"CREATE OR REPLACE TEMP TABLE odd_sketch AS SELECT * REPLACE ({column}) FROM whole_sketch").fetchall()
    with pytest.raises(duckdb.Error, match=message):
        con.execute(f"FROM {macro}(odd_sketch)").fetchall()


def test_scores_that_no_double_holds(con: duckdb.DuckDBPyConnection) -> None:
    con.execute(
        "CREATE OR REPLACE TEMP TABLE wide AS FROM (VALUES (('1' || repeat('0', 400))::BIGNUM, true), (1::BIGNUM, false)) AS t(s, y)"
    ).fetchall()
    messages = []
    for macro in ("roc_auc", "roc_sketch"):
        with pytest.raises(duckdb.Error) as error:
            con.execute(f"FROM {macro}(wide, s, y)").fetchall()
        messages.append(str(error.value).splitlines()[0])
    assert messages[0] == messages[1]
    assert con.execute("SELECT pos, neg FROM roc_sketch(wide, nullif(s, ('1' || repeat('0', 400))::BIGNUM), y)").fetchall() == [
        (0, 1)
    ]
