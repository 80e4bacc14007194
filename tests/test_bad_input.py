"""What a user sees: one sentence with what is wrong, the value, and what to do."""

from __future__ import annotations

import math
import re
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.test_catalog import MACROS
from tests.test_catalog import PREDS as EXAMPLES

PREDS = """CREATE OR REPLACE TEMP TABLE bad AS
FROM (VALUES (0.9::DOUBLE, true, 'p', 'nan'::DOUBLE, -1.0, 1, NULL), (0.4, false, 'n', 0.3, 2.0, -1, 5.0))
AS t(score, label, class, broken, minus, sign, hole)"""

LABEL = "label must be BOOLEAN, 0 or 1, but a row has "
WEIGHT = "weight must be finite and not negative, but a row has "

MESSAGES = [
    ("FROM roc_auc(bad, score, class)", LABEL + "'p': compare it with the value that is positive, as in label = 'p'"),
    ("FROM roc_curve(bad, score, class)", LABEL + "'p': compare it with the value that is positive, as in label = 'p'"),
    ("FROM tie_groups(bad, score, '1' || '')", LABEL + "'1': compare it with the value that is positive, as in label = '1'"),
    ("FROM tie_groups(bad, score, '1')", "'1' in quotes is text, the same for every row: name the column without quotes, as in 1"),
    ("FROM roc_auc(bad, score = score, label = label)", "(score = score) compares a column with itself: write the score and the label without names, and others with :="),
    ("FROM roc_auc(bad, *, label)", "* and COLUMNS() stand for several columns: name one column as the score and one as the label"),
    ("FROM roc_curve(bad, COLUMNS(*), label)", "* and COLUMNS() stand for several columns: name one column as the score and one as the label"),
    ("FROM roc_auc(bad, 'score', label)", "'score' in quotes is text, the same for every row: name the column without quotes, as in score"),
    ("FROM roc_average_vertical(bad, score, label, 'fold')", "'fold' in quotes is text, the same for every row: name the column without quotes, as in fold"),
    ("FROM roc_auc_bootstrap(bad, score, label, cluster := 'id')", "'id' in quotes is text, the same for every row: name the column without quotes, as in id"),
    ("FROM roc_auc(bad, label, score)", LABEL + "0.9 and the score true: the score comes first and the label second, so swap them"),
    ("FROM roc_auc(bad, score, sign)", LABEL + "-1: compare it with the value that is positive, as in label = 1"),
    ("FROM roc_auc(bad, score, 2)", LABEL + "2: compare it with the value that is positive, as in label = 1"),
    ("FROM roc_auc(bad, score, 0.5)", LABEL + "0.5: compare it with the value that is positive, as in label = 1"),
    ("FROM roc_auc(bad, score, 'nan'::DOUBLE)", LABEL + "nan: compare it with the value that is positive, as in label = 1"),
    ("FROM roc_auc(bad, score, class::ENUM('n', 'p'))", LABEL + "'p': compare it with the value that is positive, as in label = 'p'"),
    ("FROM roc_auc(bad, score, DATE '2026-01-01')", LABEL + "'2026-01-01': compare it with the value that is positive, as in label = '2026-01-01'"),
    ("SELECT roc_auc(score, class) FROM bad", LABEL + "'p': compare it with the value that is positive, as in label = 'p'"),
    ("SELECT roc_auc(score, sign, 1.0) FROM bad", LABEL + "-1: compare it with the value that is positive, as in label = 1"),
    ("SELECT count(*) FROM roc_curve(bad, score, class)", LABEL + "'p'"),
    ("SELECT threshold FROM threshold_metrics(bad, score, sign)", LABEL + "-1"),
    ("FROM roc_auc(bad, class, label)", "score must be a number, but it is VARCHAR: turn it into one, as in score::DOUBLE"),
    ("SELECT roc_auc(class, label) FROM bad", "score must be a number, but it is VARCHAR"),
    ("FROM roc_auc(bad, broken, label)", "score is NaN in a labelled row: leave such rows out by writing CASE WHEN isfinite(score) OR isinf(score) THEN score END for the score"),
    ("SELECT roc_auc(broken, label) FROM bad", "score is NaN in a labelled row"),
    ("FROM roc_auc(bad, score, label, weight := minus)", WEIGHT + "-1.0: correct it, or write 0 to leave the row out"),
    ("FROM roc_curve(bad, score, label, weight := 'inf'::DOUBLE)", WEIGHT + "inf: correct it, or write 0 to leave the row out"),
    ("FROM tie_groups(bad, score, label, weight := broken)", WEIGHT + "nan: correct it, or write 0 to leave the row out"),
    ("FROM roc_auc(bad, score, label, weight := hole)", "weight is NULL in a labelled row: give every row a number by writing coalesce(weight, 0)"),
    ("SELECT roc_auc(score, label, hole) FROM bad", "weight is NULL in a labelled row"),
    ("FROM cost_roc_auc(bad, score, label, minus, 1)", "benefit must be finite and not negative, but a positive row has -1.0: "),
    ("FROM cost_roc_curve(bad, score, label, 1, -2)", "cost must be finite and not negative, but a negative row has -2: "),
    ("FROM cost_roc_curve(bad, score, label, hole, 1)", "benefit must be finite and not negative, but a positive row has NULL: "),
    ("FROM cost_roc_auc(bad, score, class, 1, 1)", LABEL + "'p'"),
    ("FROM roc_auc(bad, score, label, by := ['nope'])",
     "by := [nope] names a column that the source does not have; choose among score, label, class, broken, minus, sign, hole"),
    ("FROM roc_curve(bad, score, label, by := ['class', 'klass'])", "by := [class, klass] names a column that the source does not have"),
    ("FROM roc_auc(bad, score, label, by := 'class')", "by must be a list of column names, such as by := ['model'], but it is class"),
    ("FROM roc_auc(bad, score, label, by := NULL)", "by must be a list of column names, such as by := ['model'], but it is NULL"),
    ("FROM roc_auc(bad, score, label, by := ['class', NULL])",
     "by must be a list of column names, such as by := ['model'], but it has a NULL: [class, NULL]"),
    ("FROM roc_auc(bad, score, label, weight := 'minus')", "weight must be a number, but it is VARCHAR: name a column without quotes"),
    ("FROM roc_sketch(bad, score, label, weight := 'minus')", "weight must be a number, but it is VARCHAR: name a column without quotes"),
    ("FROM cost_roc_curve(bad, score, label, 'minus', 1)", "benefit must be a number, but it is VARCHAR: name a column without quotes"),
    ("FROM roc_auc(bad, score, label, confidence := '0.95')", "confidence must lie between 0 and 1, such as 0.95, but it is '0.95'"),
    ("FROM roc_curve(bad, score, label, max_points := '100')",
     "max_points must be a whole number of at least 8, or NULL for all points, but it is '100'"),
    ("FROM roc_curve(bad, score, label, max_points := 100.5)",
     "max_points must be a whole number of at least 8, or NULL for all points, but it is 100.5"),
    ("FROM roc_auc_bootstrap(bad, score, label, seed := '1')", "seed must be a whole number, at least 0, but it is '1'"),
    ('FROM roc_sketch(bad, score, label, "precision" := \'ten\')',
     "precision must be a whole number of bits from 0 to 52, such as 10, but it is 'ten'"),
    ("FROM partial_auc(bad, score, label, fpr_high := '0.2')",
     "fpr_low and fpr_high must be rates with 0 <= low < high <= 1, but they are 0 and '0.2'"),
    ("FROM best_threshold(bad, score, label, cost_fp := '-0.4')", "cost_fp must be finite and not negative, but it is '-0.4'"),
    ("FROM best_threshold(bad, score, label, cost_fn := '5')", "cost_fn must be finite and not negative, but it is '5'"),
    ("FROM best_threshold(bad, score, label, prior := '0.9')", "prior must be the share of positives, between 0 and 1, but it is '0.9'"),
    ("FROM best_threshold(bad, score, label, w := '0.5')", "w must lie between 0 and 1, but it is '0.5'"),
    ("FROM confusion_at(bad, score, label, '0.5')",
     "threshold must be a number or a list of numbers, such as [0.5, 0.9], but it is '0.5'"),
    ("FROM confusion_at(bad, score, label, ['0.5'])", "threshold must be a number or a list of numbers, such as [0.5, 0.9], but it is "),
    ("FROM cost_superiority(bad, score, label, model := 'class', ratio_low := '0.1', ratio_mode := 0.2, ratio_high := 1)",
     "in ascending order, such as 0.1, 0.2 and 1, but they are '0.1', 0.2, 1"),
    ("SELECT iso_slope('-0.4', 1, 0.5)", "cost_fp must be finite and not negative, but it is '-0.4'"),
    ("SELECT iso_slope(1, '2', 0.5)", "cost_fn must be finite and not negative, but it is '2'"),
    ("SELECT iso_slope(1, 2, '0.5')", "prior must be the share of positives, between 0 and 1, but it is '0.5'"),
    ("SELECT roc_distance(0.5, 0.5, '1.4')", "w must lie between 0 and 1, but it is '1.4'"),
    ("SELECT roc_auc(score, label, '2.5') FROM bad", "weight must be a number, but it is VARCHAR: name a column without quotes"),
    ("SELECT brier_score(score, label, '2') FROM bad", "weight must be a number, but it is VARCHAR: name a column without quotes"),
    ("FROM roc_auc(bad, score, label, confidence := 1.5)", "confidence must lie between 0 and 1, such as 0.95, but it is 1.5"),
    ("FROM roc_auc(bad, score, label, confidence := 0)", "confidence must lie between 0 and 1, such as 0.95, but it is 0"),
    ("FROM roc_auc(bad, score, label, confidence := 95)", "confidence must lie between 0 and 1, such as 0.95, but it is 95"),
    ("FROM roc_auc(bad, score, label, \"interval\" := 'wald')", "interval must be 'delong', 'logit' or 'newcombe', but it is 'wald'"),
    ("FROM roc_auc(bad, score, label, confidence := NULL)", "confidence must lie between 0 and 1, such as 0.95, but it is NULL"),
    ("FROM roc_curve(bad, score, label, max_points := 3)", "max_points must be a whole number of at least 8, or NULL for all points, but it is 3"),
    ("FROM confusion_at(bad, score, label, [])", "threshold must be a number or a list of numbers, such as [0.5, 0.9], but it is []"),
    ("FROM confusion_at(bad, score, label, NULL)", "threshold must be a number or a list of numbers, such as [0.5, 0.9], but it is NULL"),
    ("FROM confusion_at(bad, score, label, ['nan'::DOUBLE])", "threshold must be a number or a list of numbers, such as [0.5, 0.9], but it is [nan]"),
    ("FROM partial_auc(bad, score, label, fpr_low := 0.5, fpr_high := 0.2)",
     "fpr_low and fpr_high must be rates with 0 <= low < high <= 1, but they are 0.5 and 0.2"),
    ("FROM partial_auc(bad, score, label, fpr_high := 10)",
     "fpr_low and fpr_high must be rates with 0 <= low < high <= 1, but they are 0 and 10"),
    ("FROM partial_auc(bad, score, label, fpr_low := NULL)",
     "fpr_low and fpr_high must be rates with 0 <= low < high <= 1, but they are NULL and 0.1"),
    ("SELECT count(*) FROM pr_curve(bad, score, class)", LABEL + "'p'"),
    ("SELECT threshold FROM det_curve(bad, broken, label)", "score is NaN in a labelled row"),
    ("FROM lift_curve(bad, score, label, weight := minus)", WEIGHT + "-1.0"),
    ("SELECT n_pos FROM average_precision(bad, score, sign)", LABEL + "-1"),
    ("FROM ks_statistic(bad, class, label)", "score must be a number, but it is VARCHAR"),
    ("SELECT average_precision(score, class) FROM bad", LABEL + "'p'"),
    ("SELECT ks_statistic(broken, label) FROM bad", "score is NaN in a labelled row"),
    ("SELECT brier_score(score, label, minus) FROM bad", WEIGHT + "-1.0"),
    ("SELECT brier_score(minus, label) FROM bad", "score must be a probability between 0 and 1, but a row has -1.0: "
     "turn scores into probabilities first, or measure their ranking alone"),
    ("FROM roc_compare(bad, score, broken, label)",
     "score_b is NaN in a labelled row: leave such rows out by writing CASE WHEN isfinite(score_b) OR isinf(score_b) THEN score_b END for the score"),
    ("FROM roc_compare(bad, class, score, label)", "score_a must be a number, but it is VARCHAR: turn it into one, as in score_a::DOUBLE"),
    ("FROM roc_compare(bad, score, minus, class)", LABEL + "'p'"),
    ("FROM roc_compare(bad, score, minus, label, confidence := 95)", "confidence must lie between 0 and 1, such as 0.95, but it is 95"),
    ("FROM multiclass_auc(bad, hole, score, class)", "class is NULL in a row that has a score: say whose score it is, or leave the row out"),
    ("FROM multiclass_auc(bad, class, broken, class)", "score is NaN in a labelled row"),
    ("FROM multiclass_auc(bad, class, score, class, method := 'ovo')",
     "method must be hand_till, ovr_macro or ovr_weighted, but it is ovo"),
    ("FROM multiclass_roc_auc(bad, class, score, 'z' || '')", "actual is 'z' in a row, but no row of its group has a score for that class: "
     "give one row for each example and class, or write NULL for the actual class"),
    ("SELECT n_classes FROM multiclass_auc(bad, class, score, 'z' || '')", "actual is 'z' in a row"),
    ("FROM counts_roc_curve(bad, score, minus, 1)", "pos must be finite and not negative, but a row has -1.0"),
    ("FROM counts_roc_curve(bad, score, 1, hole)", "neg is NULL in a row: give every row a number by writing coalesce(neg, 0)"),
    ("SELECT auc FROM counts_roc_auc(bad, score, broken, 1)", "pos must be finite and not negative, but a row has nan"),
    ("SELECT auc FROM counts_roc_auc(bad, broken, 1, 1)", "score is NaN in a labelled row"),
    ("FROM counts_roc_curve(bad, score, broken, 1)", "pos must be finite and not negative, but a row has nan"),
    ("FROM leaves_roc_curve(bad, 1, broken)", "neg must be finite and not negative, but a row has nan"),
    ("FROM cost_roc_curve(bad, score, label, broken, 1)", "benefit must be finite and not negative, but a positive row has nan"),
    ("FROM roc_auc(bad, score, broken)", LABEL),
    ("SELECT roc_auc(score, label, broken) FROM bad", WEIGHT + "nan"),
    ("SELECT average_precision(broken, label) FROM bad", "score is NaN in a labelled row"),
    ("SELECT brier_score(broken, label) FROM bad", "score is NaN in a labelled row"),
    ("FROM counts_roc_auc(bad, score, 1, 1, confidence := 1)", "confidence must lie between 0 and 1, such as 0.95, but it is 1"),
    ("FROM leaves_roc_curve(bad, class, 1)", "pos must be a number, but it is VARCHAR"),
    ("FROM leaves_roc_curve(bad, hole, 1)", "pos is NULL in a row"),
    ("FROM leaves_roc_curve(bad, 1, 'inf'::DOUBLE)", "neg must be finite and not negative, but a row has inf"),
    ("SELECT roc_and(0.5, 1.5, 0.1, 0.1)", "tpr_1 must be a rate between 0 and 1, but it is 1.5"),
    ("SELECT roc_or(0.5, 0.5, -0.1, 0.1)", "fpr_2 must be a rate between 0 and 1, but it is -0.1"),
    ("SELECT roc_interpolate(0.1, 0.2, 0.3, 4, 10, 10, 5)", "tpr_b must be a rate between 0 and 1, but it is 4"),
    ("SELECT roc_interpolate(0.1, 0.2, 0.3, 0.4, -10, 10, 5)", "n_pos must be finite and not negative, but it is -10"),
    ("FROM roc_auc_bootstrap(bad, score, class)", LABEL + "'p'"),
    ("FROM roc_auc_bootstrap(bad, score, label, replicates := 0)", "replicates must be a whole number, at least 2, but it is 0"),
    ("FROM roc_auc_bootstrap(bad, score, label, replicates := 1)", "replicates must be a whole number, at least 2, but it is 1"),
    ("FROM roc_auc_bootstrap(bad, score, label, seed := 9223372036854775808)",
     "seed must be a whole number, at least 0, and at most 2^62, but it is 9223372036854775808"),
    ("FROM roc_auc_bootstrap(bad, score, label, seed := 18446744073709551615)",
     "seed must be a whole number, at least 0, and at most 2^62, but it is 18446744073709551615"),
    ("FROM roc_auc_bootstrap(bad, score, label, replicates := 1e30)", "replicates must be a whole number, at least 2, and at most 2^62, but it is 1e+30"),
    ("FROM roc_band(bad, score, label, seed := 9223372036854775808)",
     "seed must be a whole number that is not negative, and at most 2^62, but it is 9223372036854775808"),
    ("FROM roc_curve(bad, score, label, max_points := 9223372036854775807)",
     "max_points must be a whole number of at least 8, or NULL for all points, and at most 2^62, but it is 9223372036854775807"),
    ("FROM roc_average_threshold(bad, score, label, class, samples := 'infinity'::DOUBLE)",
     "samples must be a whole number of at least 1, such as 100, and at most 2^62, but it is inf"),
    ("FROM reliability_curve(bad, score, label, bins := 18446744073709551615)",
     "bins must be a whole number of at least 1, such as 10, and at most 2^62, but it is 18446744073709551615"),
    ("FROM roc_auc_bootstrap(bad, score, label, replicates := 2.5)", "replicates must be a whole number, at least 2, but it is 2.5"),
    ("FROM roc_auc_bootstrap(bad, score, label, seed := -1)", "seed must be a whole number, at least 0, but it is -1"),
    ("FROM roc_auc_bootstrap(bad, score, label, confidence := 2)", "confidence must lie between 0 and 1, such as 0.95, but it is 2"),
    ("SELECT iso_slope(1, 1, 1.5)", "prior must be the share of positives, between 0 and 1, but it is 1.5"),
    ("SELECT iso_slope(-1, 1, 0.5)", "cost_fp must be finite and not negative, but it is -1"),
    ("SELECT iso_slope(1, 'inf'::DOUBLE, 0.5)", "cost_fn must be finite and not negative, but it is inf"),
    ("SELECT roc_distance(1, 0, 2)", "w must lie between 0 and 1, but it is 2"),
    ("FROM roc_average_vertical(bad, score, label, class, samples := 0)", "samples must be a whole number of at least 1, such as 100, but it is 0"),
    ("FROM roc_average_vertical(bad, score, label, class, samples := 2.5)", "samples must be a whole number of at least 1, such as 100, but it is 2.5"),
    ("FROM roc_average_vertical(bad, score, class, class)", LABEL + "'p'"),
    ("FROM roc_average_threshold(bad, score, label, class, samples := NULL)", "samples must be a whole number of at least 1, such as 100, but it is NULL"),
    ("FROM roc_average_threshold(bad, score, label, class, confidence := 1)", "confidence must lie between 0 and 1, such as 0.95, but it is 1"),
    ("FROM roc_average_threshold(bad, score, label, class, by := ['nope'])", "by := [nope] names a column that the source does not have"),
    ("FROM roc_band(bad, score, label, method := 'swj')", "method must be sjr, fixed_width or working_hotelling, but it is swj"),
    ("FROM roc_band(bad, score, label, confidence := 0)", "confidence must lie between 0 and 1, such as 0.95, but it is 0"),
    ("FROM roc_band(bad, score, label, samples := -1)", "samples must be a whole number of at least 1, such as 100, but it is -1"),
    ("FROM best_threshold(bad, score, label, criterion := 'auc')", "criterion must be cost, accuracy, f1, youden or distance, but it is auc"),
    ("FROM best_threshold(bad, score, label, cost_fp := -1)", "cost_fp must be finite and not negative, but it is -1"),
    ("FROM best_threshold(bad, score, label, cost_fn := NULL)", "cost_fn must be finite and not negative, but it is NULL"),
    ("FROM best_threshold(bad, score, label, prior := 1.5)", "prior must be the share of positives, between 0 and 1, but it is 1.5"),
    ("FROM best_threshold(bad, score, label, w := 2)", "w must lie between 0 and 1, but it is 2"),
    ("FROM cost_curve(bad, score, label, samples := 0)", "samples must be a whole number of at least 1, such as 100, but it is 0"),
    ("FROM roc_hull(bad, score, sign)", LABEL),
    ("FROM roc_hull_models(bad, score, label, model := 'nope')", "by := [nope] names a column that the source does not have"),
    ("FROM cost_superiority(bad, score, label, model := 'class')",
     "ratio_low, ratio_mode, ratio_high must be ratios cost_fp / cost_fn in ascending order, such as 0.1, 0.2 and 1, but they are NULL, NULL, NULL"),
    ("FROM cost_superiority(bad, score, label, model := 'class', ratio_low := 2, ratio_mode := 1, ratio_high := 3)", "but they are 2, 1, 3"),
    ("FROM brier_score(bad, score * 2, label)", "score must be a probability between 0 and 1, but a row has "),
    ("FROM reliability_curve(bad, -score, label)", "score must be a probability between 0 and 1, but a row has -"),
    ("FROM reliability_curve(bad, score, label, bins := 0)", "bins must be a whole number of at least 1, such as 10, but it is 0"),
    ('FROM roc_sketch(bad, score, label, "precision" := 60)', "precision must be a whole number of bits from 0 to 52, such as 10, but it is 60"),
    ("WITH s AS (SELECT 1 AS bin, 0.5 AS score_low, 0.6 AS score_high, -1 AS pos, 2 AS neg) FROM sketch_auc(s)",
     "pos must be finite and not negative, but a row has -1"),
    ("FROM roc_hull_models(bad, score, label, model := NULL)", "model must be the name of a column, such as 'model', but it is NULL"),
    ("FROM roc_band(bad, score, label, seed := -1)", "seed must be a whole number that is not negative, but it is -1"),
    # DuckDB's own words where they are good.
    ("FROM roc_auc(nowhere, score, label)", "Table with name nowhere does not exist!"),
    ("FROM roc_auc(bad, scroe, label)", 'Referenced column "scroe" not found in FROM clause!'),
]  # fmt: skip


@pytest.mark.parametrize(("query", "message"), MESSAGES)
def test_message(con: duckdb.DuckDBPyConnection, query: str, message: str) -> None:
    con.execute(PREDS).fetchall()
    with pytest.raises(duckdb.Error, match=re.escape(message)):
        con.execute(query).fetchall()
    assert con.execute("SELECT 1").fetchall() == [(1,)]


@pytest.mark.parametrize(("query", "message"), [given for given in MESSAGES if "broken" in given[0]])
def test_nan_is_found_in_parquet(con: duckdb.DuckDBPyConnection, tmp_path: Path, query: str, message: str) -> None:
    """A Parquet file's statistics leave NaN out, by its specification: what DuckDB concludes from them is not so."""
    con.execute(PREDS).fetchall()
    file = tmp_path / "bad.parquet"
    pq.write_table(con.table("bad").to_arrow_table(), file)
    assert pq.read_metadata(file).row_group(0).column(3).statistics.max == 0.3
    with pytest.raises(duckdb.Error, match=re.escape(message)):
        con.execute(query.replace("bad", f"'{file}'")).fetchall()


@pytest.mark.parametrize(
    "key", [key for key, macro in MACROS.items() if macro.is_public and re.search(r"preds.*\bscore\b", macro.example)]
)
def test_nan_is_found_in_parquet_by_every_macro(con: duckdb.DuckDBPyConnection, tmp_path: Path, key: str) -> None:
    file = tmp_path / "preds.parquet"
    pq.write_table(con.sql(EXAMPLES.replace("i / 10", "CASE WHEN i = 7 THEN 'nan' ELSE i / 10 END")).to_arrow_table(), file)
    with pytest.raises(duckdb.Error, match=r"score(_a)? is NaN in a labelled row"):
        con.execute(MACROS[key].example.replace("preds", f"'{file}'")).fetchall()


@pytest.mark.parametrize(
    "query",
    [
        "FROM roc_auc(empty_one, score, label, confidence := 2)",
        "FROM roc_auc(empty_one, score, label, by := ['nope'])",
        "FROM roc_curve(empty_one, score, label, max_points := 1)",
        "FROM confusion_at(empty_one, score, label, [])",
        "FROM partial_auc(empty_one, score, label, fpr_high := 2)",
    ],
)
def test_bad_arguments_are_errors_on_an_empty_table_too(con: duckdb.DuckDBPyConnection, query: str) -> None:
    con.execute("CREATE OR REPLACE TEMP TABLE empty_one (score DOUBLE, label BOOLEAN)").fetchall()
    with pytest.raises(duckdb.Error):
        con.execute(query).fetchall()


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("SELECT roc_or(good, broken, 0.1, 0.1) FROM", "tpr_1 must be a rate between 0 and 1, but it is nan"),
        ("SELECT iso_slope(broken, 1, 0.5) FROM", "cost_fp must be finite and not negative, but it is nan"),
        ("SELECT iso_slope(1, 1, broken) FROM", "prior must be the share of positives, between 0 and 1, but it is nan"),
        ("SELECT roc_distance(1, 0, broken) FROM", "w must lie between 0 and 1, but it is nan"),
    ],
)
def test_scalars_find_nan_in_parquet(con: duckdb.DuckDBPyConnection, tmp_path: Path, query: str, message: str) -> None:
    file = tmp_path / "rates.parquet"
    pq.write_table(pa.table({"good": [0.1, 0.2], "broken": [0.1, math.nan]}), file)
    with pytest.raises(duckdb.Error, match=re.escape(message)):
        con.execute(f"{query} '{file}'").fetchall()
    nulls = f"SELECT normal_cdf(broken), normal_quantile(broken), t_quantile(broken, 3) FROM '{file}' OFFSET 1"
    assert con.execute(nulls).fetchall() == [(None, None, None)]


def test_the_remedy_for_nan_helps_in_parquet(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    file = tmp_path / "preds.parquet"
    pq.write_table(pa.table({"score": [0.1, 0.9, math.nan, math.inf], "label": [False, True, False, True]}), file)
    with pytest.raises(duckdb.Error, match=r"leave such rows out by writing (.*) for the score") as error:
        con.execute(f"SELECT auc FROM roc_auc('{file}', score, label)").fetchall()
    remedy = re.search("by writing (.*) for the score", str(error.value))
    assert remedy
    assert con.execute(f"SELECT auc, n_pos FROM roc_auc('{file}', {remedy[1]}, label)").fetchall() == [(1.0, 2)]


@pytest.mark.parametrize("weight", ["1e-300::DOUBLE", "1e305::DOUBLE"])
def test_weights_at_the_end_of_the_doubles(con: duckdb.DuckDBPyConnection, weight: str) -> None:
    con.execute(PREDS).fetchall()
    for macro in ("roc_auc", "roc_curve", "average_precision"):
        con.execute(f"FROM {macro}(bad, score, label, weight := 1e290::DOUBLE)").fetchall()
        with pytest.raises(duckdb.Error, match="too near the end of what a DOUBLE holds: multiply all weights by a constant"):
            con.execute(f"FROM {macro}(bad, score, label, weight := {weight})").fetchall()


def test_scores_that_no_double_holds(con: duckdb.DuckDBPyConnection) -> None:
    con.execute(
        "CREATE OR REPLACE TEMP TABLE wide AS SELECT ('1' || repeat('0', 400))::BIGNUM AS score, true AS label"
    ).fetchall()
    for query in ("FROM roc_auc(wide, score, label)", "SELECT roc_auc(score, label) FROM wide", "FROM roc_auc(wide, 1, score)"):
        with pytest.raises(duckdb.Error):
            con.execute(query).fetchall()


def test_rows_left_out_are_not_looked_at(con: duckdb.DuckDBPyConnection) -> None:
    """NaN without a label, a bad label without a score, a bad weight without either: none of them counts, none is an error."""
    con.execute(
        "CREATE OR REPLACE TEMP TABLE part AS FROM (VALUES (0.9::DOUBLE, 1, 1.0), (0.2, 0, 1.0), ('nan', NULL, 1.0), (NULL, 7, 1.0), "
        "(NULL, NULL, -1.0)) AS t(score, label, weight)"
    ).fetchall()
    found = con.execute("SELECT auc, n_pos, n_neg FROM roc_auc(part, score, label, weight := weight)").fetchall()
    assert found == [(1.0, 1, 1)]


@pytest.mark.parametrize(
    "label", ["label", "label::INTEGER", "label::DOUBLE", "label::UTINYINT", "label::DECIMAL(3, 1)", "label::HUGEINT"]
)
@pytest.mark.parametrize(
    "score", ["score", "score::FLOAT", "score::DECIMAL(9, 4)", "(score * 10)::INTEGER", "(score * 10)::UBIGINT", "label"]
)
def test_types_that_are_fine(con: duckdb.DuckDBPyConnection, score: str, label: str) -> None:
    con.execute(PREDS).fetchall()
    assert con.execute(f"SELECT auc FROM roc_auc(bad, {score}, {label})").fetchall() == [(1.0,)]
    assert con.execute(f"SELECT roc_auc({score}, {label}) FROM bad").fetchall() == [(1.0,)]
