"""Columns, groups and tables may have any name, also one that the SQL uses inside."""

from __future__ import annotations

import re

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


#: The arguments of every table macro: S is a score, L its label, C a class.
CALLS = {
    "tie_groups": "S, L, weight := 2.0",
    "roc_curve": "S, L, max_points := 9",
    "roc_auc": "S, L, weight := S",
    "cost_roc_curve": "S, L, 1, 2",
    "cost_roc_auc": "S, L, S, 2",
    "confusion_at": "S, L, 0.7",
    "threshold_metrics": "S, L",
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
    "roc_sketch": "S, L",
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


SCORE, LABEL = [0.875, 0.25, 0.75, 0.75, 0.125, 0.5], [True, False, True, False, False, True]
PLAIN = {"the_score": SCORE, "the_label": LABEL, "the_class": [0, 1, 0, 1, 1, 0], "the_group": ["x", "x", "y", "y", "x", "y"]}


def call(macro: str, source: str, *by: str, score: str = "the_score", label: str = "the_label") -> str:
    names = {"S": score, "L": label, "C": "the_class"}
    arguments = re.sub(r"\b[SLC]\b", lambda found: names[found[0]], CALLS[macro])
    return f"FROM {macro}({source}, {arguments}, by := [{', '.join(map(texted, by))}])"


def test_every_table_macro_is_tried() -> None:
    of_sketches = {"sketch_auc", "sketch_merge", "sketch_roc_curve"}
    assert set(CALLS) | of_sketches == {macro.name for macro in catalog.macros() if macro.is_public and macro.is_table}


@pytest.mark.parametrize("macro", CALLS)
def test_many_names_at_once(con: duckdb.DuckDBPyConnection, macro: str) -> None:
    """64 words at a time as by-columns of the same groups, as columns of the same score and of the same label: the result is that of
    plain names."""
    con.register("plain", pa.table(PLAIN))
    wanted = con.execute(call(macro, "plain", "the_group")).fetchall()
    assert {row[0] for row in wanted} == ({"x"} if macro == "roc_repair" else {"x", "y"})
    for start in range(0, len(WORDS), 64):
        words = WORDS[start : start + 64]
        con.register("awkward", pa.table({**PLAIN, **dict.fromkeys(words, PLAIN["the_group"])}))
        found = con.execute(call(macro, "awkward", *words)).fetchall()
        assert [(row[0], *row[len(words) :]) for row in found] == wanted
        con.register("awkward", pa.table({**PLAIN, **dict.fromkeys(words, SCORE)}))
        every = [*words, *words[:1] * (64 - len(words))]
        score = f"(({' + '.join(map(quoted, every))}) / 64)"
        assert con.execute(call(macro, "awkward", "the_group", score=score)).fetchall() == wanted
        con.register("awkward", pa.table({**PLAIN, **dict.fromkeys(words, LABEL)}))
        label = f"({' AND '.join(map(quoted, words))})"
        assert con.execute(call(macro, "awkward", "the_group", label=label)).fetchall() == wanted


@pytest.mark.parametrize("macro", ["sketch_auc", "sketch_merge", "sketch_roc_curve"])
def test_sketches_beside_any_name(con: duckdb.DuckDBPyConnection, macro: str) -> None:
    con.register("plain", pa.table(PLAIN))
    con.execute(
        "CREATE OR REPLACE TEMP TABLE its_sketch AS FROM roc_sketch(plain, the_score, the_label, by := ['the_group'])"
    ).fetchall()
    wanted = con.execute(f"FROM {macro}(its_sketch, by := ['the_group'])").fetchall()
    words = [word for word in WORDS if word not in ("bin", "score_low", "score_high", "pos", "neg", "the_group")]
    copies = ", ".join(f"the_group AS {quoted(word)}" for word in words)
    con.execute(f"CREATE OR REPLACE TEMP TABLE awkward_sketch AS SELECT *, {copies} FROM its_sketch").fetchall()
    for start in range(0, len(words), 64):
        some = words[start : start + 64]
        found = con.execute(f"FROM {macro}(awkward_sketch, by := [{', '.join(map(texted, some))}])").fetchall()
        assert [(row[0], *row[len(some) :]) for row in found] == wanted


@pytest.mark.parametrize("macro", CALLS)
def test_tables_named_like_a_step(con: duckdb.DuckDBPyConnection, macro: str) -> None:
    con.register("plain", pa.table(PLAIN))
    wanted = con.execute(call(macro, "plain", "the_group")).fetchall()
    steps = re.findall(r"(\w+) AS (?:MATERIALIZED )?\(", catalog.table_macro(macro).statement)
    for word in {*steps, "source", "score", "label", "by", "select", "Seg ment", "t"}:
        assert con.execute(f"WITH {quoted(word)} AS (FROM plain) {call(macro, quoted(word), 'the_group')}").fetchall() == wanted


@pytest.mark.parametrize("aggregate", ["roc_auc", "average_precision", "ks_statistic", "brier_score"])
def test_aggregates(con: duckdb.DuckDBPyConnection, aggregate: str) -> None:
    con.register("awkward", pa.table({**PLAIN, **dict.fromkeys(WORDS, SCORE)}))
    wanted = con.execute(f"SELECT {aggregate}(the_score, the_label, the_score) FROM awkward").fetchall()
    words = WORDS[::8]
    calls = [f"{aggregate}({quoted(word)}, the_label, {quoted(word)})" for word in words]
    assert con.execute(f"SELECT {', '.join(calls)} FROM awkward").fetchall() == [wanted[0] * len(words)]


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
