"""Columns, groups and tables may have any name, also one that the SQL uses inside."""

from __future__ import annotations

import re
from typing import Any

import duckdb
import pyarrow as pa
import pytest

from rocsql import catalog

WORDS = sorted(
    {
        word
        for macro in catalog.macros()
        for word in re.findall(r"\b_[a-z]\w*", macro.statement)
        if not word.startswith("_rocsql")
    }
    | {step for macro in catalog.macros() for step in re.findall(r"(\w+) AS (?:MATERIALIZED )?\(", macro.statement)}
    | {
        "threshold",
        "tp",
        "fp",
        "tpr",
        "fpr",
        "auc",
        "n_pos",
        "source",
        "score",
        "label",
        "weight",
        "by",
        "confidence",
        "c",
        "b",
        "n",
    }
    | {
        "benefit",
        "cost",
        "max_points",
        "Seg ment",
        'quo"te',
        "o'clock",
        "select",
        "group",
        "précis",
        "precision",
        "rowid",
        "t",
        "s",
    }
)


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def texted(name: str) -> str:
    return "'" + name.replace("'", "''") + "'"


def test_there_are_words_to_try() -> None:
    assert {"_g", "_by", "_score", "checked", "groups", "members"} <= set(WORDS)


@pytest.mark.parametrize("word", WORDS)
def test_column_names(con: duckdb.DuckDBPyConnection, word: str) -> None:
    """The word as a by-column, as the score and as the label, beside columns with all other words, which hold nonsense."""
    others = {other: [None] * 4 for other in WORDS if other.lower() != word.lower()}
    name = quoted(word)

    def query(sql: str, **columns: Any) -> list[Any]:
        con.register("awkward", pa.table({**others, **columns}))
        return con.execute(sql).fetchall()

    good, bad = [0.9, 0.2, 0.7, 0.7], [True, False, True, False]
    grouped = {"the_score": good, "the_label": bad, word: ["x", "x", "y", "y"]}
    by = f"by := [{texted(word)}]"
    assert query(f"SELECT {name}, auc FROM roc_auc(awkward, the_score, the_label, {by})", **grouped)[0][0] == "x"
    assert [r[0] for r in query(f"FROM roc_curve(awkward, the_score, the_label, {by})", **grouped)] == ["x"] * 3 + ["y"] * 2
    assert query(f"FROM tie_groups(awkward, the_score, the_label, {by}, weight := 2.0)", **grouped)[-1][-2:] == (2.0, 2.0)
    assert query(f"FROM cost_roc_auc(awkward, the_score, the_label, 1, 2, {by})", **grouped)[0][1:] == (1.0, 1.0, 2.0)
    assert query(f"FROM confusion_at(awkward, the_score, the_label, 0.7, {by})", **grouped)[1][2:6] == (1, 1, 0, 0)
    scored = {word: good, "the_label": bad}
    assert query(f"SELECT auc, n_pos FROM roc_auc(awkward, {name}, the_label)", **scored) == [(0.875, 2)]
    assert query(f"SELECT auc FROM roc_auc(awkward, 1 - {name}, the_label, weight := {name})", **scored) != [(None,)]
    assert query(f"SELECT roc_auc({name}, the_label) FROM awkward", **scored) == [(0.875,)]
    labelled = {"the_score": good, word: bad}
    assert query(f"SELECT auc, n_pos FROM roc_auc(awkward, the_score, {name})", **labelled) == [(0.875, 2)]
    assert len(query(f"FROM threshold_metrics(awkward, the_score, {name})", **labelled)) == 4


@pytest.mark.parametrize("word", [word for word in WORDS if '"' not in word])
def test_table_names(con: duckdb.DuckDBPyConnection, word: str) -> None:
    name = quoted(word)
    con.register("four", pa.table({"s": [0.9, 0.2, 0.7, 0.7], "y": [True, False, True, False]}))
    with_cte = f"WITH {name} AS (FROM four) "
    assert con.execute(f"{with_cte} SELECT auc FROM roc_auc({name}, s, y)").fetchall() == [(0.875,)]
    assert len(con.execute(f"{with_cte} FROM roc_curve({name}, s, y, max_points := 9)").fetchall()) == 4
    assert con.execute(f"{with_cte} SELECT tp FROM confusion_at({name}, s, y, 0.7, weight := s)").fetchall() == [(1.6,)]


#: Arguments of the macros that the tests above leave out: S is a score, L its label, C a class.
CALLS = {
    "roc_average_vertical": "S, L, 0 * C, samples := 3",
    "roc_average_threshold": "S, L, 0 * C, samples := 3",
    "roc_band": "S, L, samples := 3",
    "roc_hull": "S, L",
    "roc_hull_auc": "S, L",
    "roc_hull_models": "S, L, model := 'the_group'",
    "roc_repair": "1 - S, L",
    "best_threshold": "S, L",
    "cost_curve": "S, L, samples := 3",
    "cost_superiority": "S, L, model := 'the_group', ratio_low := 0.5, ratio_mode := 1, ratio_high := 2",
    "calibration_map": "S, L",
    "reliability_curve": "S, L",
    "brier_score": "S, L",
    "partial_auc": "S, L",
    "pr_curve": "S, L",
    "average_precision": "S, L",
    "det_curve": "S, L",
    "lift_curve": "S, L",
    "ks_statistic": "S, L",
    "roc_compare": "S, 1 - S, L",
    "roc_auc_bootstrap": "S, L, replicates := 9, cluster := C",
    "multiclass_roc_auc": "C, S, 1 - C",
    "multiclass_auc": "C, S, 1 - C",
    "counts_roc_curve": "S, C, L::INTEGER",
    "counts_roc_auc": "S, C, L::INTEGER",
    "leaves_roc_curve": "C, L::INTEGER",
}


@pytest.mark.parametrize("macro", CALLS)
def test_many_names_at_once(con: duckdb.DuckDBPyConnection, macro: str) -> None:
    """64 words at a time as by-columns of the same groups, and as columns of the same score: the result is that of plain names."""
    score, label = [0.875, 0.25, 0.75, 0.75, 0.125, 0.5], [True, False, True, False, False, True]
    kind, group = [0, 1, 0, 1, 1, 0], ["x", "x", "y", "y", "x", "y"]
    plain = {"the_score": score, "the_label": label, "the_class": kind, "the_group": group}
    con.register("plain", pa.table(plain))

    def call(source: str, s: str, by: list[str]) -> str:
        arguments = re.sub(r"\b[SLC]\b", lambda found: {"S": s, "L": "the_label", "C": "the_class"}[found[0]], CALLS[macro])
        return f"FROM {macro}({source}, {arguments}, by := [{', '.join(map(texted, by))}])"

    wanted = con.execute(call("plain", "the_score", ["the_group"])).fetchall()
    assert {row[0] for row in wanted} == ({"x"} if macro == "roc_repair" else {"x", "y"})
    for start in range(0, len(WORDS), 64):
        words = WORDS[start : start + 64]
        con.register("awkward", pa.table({**plain, **dict.fromkeys(words, group)}))
        found = con.execute(call("awkward", "the_score", words)).fetchall()
        assert [(row[0], *row[len(words) :]) for row in found] == wanted
        con.register("awkward", pa.table({**plain, **dict.fromkeys(words, score)}))
        every = [*words, *words[:1] * (64 - len(words))]
        found = con.execute(call("awkward", f"(({' + '.join(map(quoted, every))}) / 64)", ["the_group"])).fetchall()
        assert found == wanted


def test_columns_called_the_wrong_way_round(con: duckdb.DuckDBPyConnection) -> None:
    con.register("swapped", pa.table({"label": [0.9, 0.2, 0.7, 0.7], "score": [True, False, True, False]}))
    assert con.execute("SELECT auc FROM roc_auc(swapped, label, score)").fetchall() == [(0.875,)]
    assert con.execute("SELECT roc_auc(label, score) FROM swapped").fetchall() == [(0.875,)]


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("INTEGER", "1, 2, NULL"),
        ("VARCHAR", "'a', '', NULL"),
        ("DATE", "DATE '2026-01-01', DATE '2026-01-02', NULL"),
        ("TIMESTAMP WITH TIME ZONE", "TIMESTAMPTZ '2026-01-01 00:00:00+00', TIMESTAMPTZ '2026-01-02 00:00:00+00', NULL"),
        ("DOUBLE", "1.5::DOUBLE, 'nan'::DOUBLE, NULL"),
        ("BOOLEAN", "false, true, NULL"),
        ("DECIMAL(5,2)", "1.25::DECIMAL(5, 2), 2.5::DECIMAL(5, 2), NULL"),
        ("ENUM('lo', 'hi')", "'lo'::ENUM('lo', 'hi'), 'hi'::ENUM('lo', 'hi'), NULL"),
        ("INTEGER[]", "[1], [1, 2], NULL"),
        ("STRUCT(a INTEGER)", "{'a': 1}, {'a': 2}, NULL"),
        ("UUID", "'00000000-0000-0000-0000-000000000001'::UUID, '00000000-0000-0000-0000-000000000002'::UUID, NULL"),
        ("BLOB", "'\\x01'::BLOB, '\\x02'::BLOB, NULL"),
    ],
)
def test_groups_of_any_type(con: duckdb.DuckDBPyConnection, kind: str, values: str) -> None:
    con.execute(
        f"CREATE OR REPLACE TEMP TABLE typed AS SELECT unnest([{values}]) AS grp, s, y FROM (VALUES (0.9, true), (0.1, false)) AS t(s, y)"
    ).fetchall()
    found = con.execute("SELECT grp IS NULL, auc FROM roc_auc(typed, s, y, by := ['grp'])").fetchall()
    assert found == [(False, 1.0), (False, 1.0), (True, 1.0)]
    described = con.execute("DESCRIBE FROM roc_curve(typed, s, y, by := ['grp'])").fetchall()
    assert described[0][:2] == ("grp", kind)


def test_groups_keep_the_order_they_are_named_in(con: duckdb.DuckDBPyConnection) -> None:
    con.execute(
        "CREATE OR REPLACE TEMP TABLE ordered AS SELECT m AS model, d AS day, s, y FROM (VALUES (0.9, true), (0.1, false)) AS t(s, y), "
        "(VALUES ('b'), ('a')) AS u(m), range(2) AS v(d)"
    ).fetchall()
    result = con.execute("SELECT * EXCLUDE (std_error, ci_low, ci_high) FROM roc_auc(ordered, s, y, by := ['day', 'Model'])")
    names = [name.lower() for name, *_ in result.description]
    assert names[:2] == ["day", "model"]
    assert [row[:2] for row in result.fetchall()] == [(0, "a"), (0, "b"), (1, "a"), (1, "b")]
