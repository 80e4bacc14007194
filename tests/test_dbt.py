"""The dbt-duckdb plugin and the project of examples/dbt, built for real by dbt in a copy of the folder."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pytest

import rocsql
from rocsql.demo import prediction_log
from tests import oracle

plugins = pytest.importorskip("dbt.adapters.duckdb.plugins", reason="dbt is tested in an environment of its own: make test")

EXAMPLE = Path(__file__).parent.parent / "examples" / "dbt"
FIRST_DAY = date(2026, 3, 2)
MODELS = {path.stem for path in EXAMPLE.glob("models/*.*") if path.suffix != ".yml"}
TESTS = {
    "accepted_values_daily_auc_model__gbm__logistic__rules",
    "auc_at_least_predictions_model__label___var_least_auc___score",
    "not_null_daily_auc_auc",
    "not_null_daily_auc_ci_low",
    "not_null_predictions_score",
    "one_row_per_model_and_day",
}


def dbt(folder: Path, *arguments: str, **variables: Any) -> tuple[int, dict[str, str]]:
    """The exit code of dbt, and how each model and test ended."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("DBT_")}
    command = [sys.executable, "-m", "dbt.cli.main", "--no-use-colors", *arguments, "--vars", json.dumps(variables)]
    done = subprocess.run(command, cwd=folder, env=clean, check=False, capture_output=True, text=True)
    results = folder / "target" / "run_results.json"
    assert results.exists(), done.stdout + done.stderr
    ends = {result["unique_id"].split(".")[2]: result["status"] for result in json.loads(results.read_text())["results"]}
    assert "error" not in ends.values(), done.stdout
    return done.returncode, ends


def rows_of(model: str, day: date) -> list[oracle.Row]:
    log = prediction_log(rows=20_000).filter(model=model, day=day)
    return oracle.usable((score, label, 1) for score, label in log.select("score", "label").iter_rows())


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example project, built with its four threads: first on the tenth, again on the fifteenth."""
    folder = shutil.copytree(EXAMPLE, tmp_path_factory.mktemp("dbt") / "project")
    assert dbt(folder, "run", "--select", "+daily_auc", today="2026-03-10")[0] == 0
    with duckdb.connect(folder / "warehouse.duckdb") as con:
        assert con.execute("SELECT count(*), max(day) FROM daily_auc").fetchall() == [(3 * 9, date(2026, 3, 10))]
        # What the days looked like before their labels came; of the first day, too late for anybody to look again.
        con.execute("UPDATE daily_auc SET auc = -1 WHERE day IN ('2026-03-02', '2026-03-09', '2026-03-10')").fetchall()
    assert dbt(folder, "build") == (0, dict.fromkeys(MODELS, "success") | dict.fromkeys(TESTS, "pass"))
    return folder


def test_the_daily_table_has_the_right_numbers(built: Path) -> None:
    with duckdb.connect(built / "warehouse.duckdb", read_only=True) as plain:
        daily = plain.execute("SELECT model, day, auc, std_error, n_pos, n_neg FROM daily_auc").fetchall()
    assert len(daily) == 3 * 14
    for model, day, auc, std_error, n_pos, n_neg in daily:
        rows = rows_of(model, day)
        assert (n_pos, n_neg) == (sum(y for _, y, _ in rows), sum(not y for _, y, _ in rows))
        assert auc == (-1 if day == FIRST_DAY else pytest.approx(oracle.auc(rows), abs=1e-12))
        assert std_error == pytest.approx(oracle.std_error(rows), abs=1e-12)


def test_aggregates_and_sketches_agree_with_the_table_of_models(built: Path) -> None:
    with rocsql.register(duckdb.connect(built / "warehouse.duckdb", read_only=True)) as con:
        assert con.execute(
            "SELECT max(abs(r.auc - x.auc)) < 1e-12, count(*) FROM region_scores AS r "
            "JOIN roc_auc('predictions', score, label, by := ['model', 'region']) AS x USING (model, region)"
        ).fetchall() == [(True, 12)]
        assert con.execute(
            "SELECT bool_and(x.auc BETWEEN auc_low AND auc_high), count(*) FROM sketch_auc(score_sketch, by := ['model']) "
            "JOIN model_auc AS x USING (model)"
        ).fetchall() == [(True, 3)]


def test_dbt_leaves_no_macro_behind(built: Path) -> None:
    with duckdb.connect(built / "warehouse.duckdb", read_only=True) as plain:
        assert plain.execute("SELECT count(*) FROM duckdb_functions() WHERE function_name LIKE '%roc%'").fetchall() == [(0,)]


def test_a_model_that_is_too_bad_fails_the_build(built: Path) -> None:
    code, ends = dbt(built, "test", "--select", "predictions", least_auc=0.8)
    assert code == 1
    assert ends == {
        "not_null_predictions_score": "pass",
        "auc_at_least_predictions_model__label___var_least_auc___score": "fail",
    }


def test_the_plugin_prepares_cursors_in_any_thread() -> None:
    plugin = plugins.BasePlugin.create("rocsql.dbt")
    with duckdb.connect() as con:
        plugin.configure_connection(con)
        con.execute("CREATE TABLE preds AS FROM (VALUES (0.9, true), (0.4, false), (0.6, false)) AS t(score, label)").fetchall()

        def ask(cursor: duckdb.DuckDBPyConnection) -> Any:
            plugin.configure_cursor(cursor)
            query = 'SELECT auc, (SELECT roc_auc(score, label) FROM preds) FROM roc_auc("memory"."main"."preds", score, label)'
            return cursor.execute(query).fetchall()

        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(ask, [con.cursor() for _ in range(8)])) == [[(1.0, 1.0)]] * 8
