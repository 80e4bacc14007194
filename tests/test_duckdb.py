"""The loader: register, install, bundle."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import duckdb
import pytest

import rocsql
from rocsql import catalog

PREDS = "CREATE TABLE preds AS FROM (VALUES (0.9, true, 'a'), (0.4, false, 'a'), (0.6, true, 'b')) AS t(score, label, model)"


def test_register_twice_returns_the_connection_ready_for_use(con: duckdb.DuckDBPyConnection) -> None:
    with duckdb.connect() as fresh:
        assert rocsql.register(rocsql.register(fresh)) is fresh
        fresh.execute(PREDS).fetchall()
        assert fresh.execute("SELECT model, auc FROM roc_auc(preds, score, label, by := ['model'])").fetchall() == [
            ("a", 1.0),
            ("b", None),
        ]
        assert fresh.execute("SELECT roc_auc(score, label) FROM preds").fetchall() == [(1.0,)]


def test_register_leaves_no_trace_and_no_open_result(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    file = tmp_path / "mine.duckdb"
    with duckdb.connect(file) as fresh:
        fresh.execute(PREDS).fetchall()
        rocsql.register(fresh)
        fresh.execute("BEGIN").fetchall()
        fresh.execute("ROLLBACK").fetchall()
    with duckdb.connect(file) as again:
        assert again.execute("SELECT count(*) FROM duckdb_functions() WHERE function_name LIKE '%roc%'").fetchall() == [(0,)]


def test_register_on_a_read_only_connection(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    file = tmp_path / "mine.duckdb"
    with duckdb.connect(file) as fresh:
        fresh.execute(PREDS).fetchall()
    with duckdb.connect(file, read_only=True) as reader:
        rocsql.register(reader)
        assert reader.execute("SELECT auc FROM roc_auc(preds, score, label)").fetchall() == [(1.0,)]
        assert reader.execute("SELECT roc_auc(score, label) FROM preds").fetchall() == [(1.0,)]


def test_register_on_each_cursor(con: duckdb.DuckDBPyConnection) -> None:
    with duckdb.connect() as fresh:
        rocsql.register(fresh)
        cursor = rocsql.register(fresh.cursor())
        assert cursor.execute("SELECT gini(1)").fetchall() == [(1.0,)]


def test_register_reaches_the_cursors_of_a_database_in_memory(con: duckdb.DuckDBPyConnection) -> None:
    with duckdb.connect() as fresh:
        rocsql.register(fresh).execute(PREDS).fetchall()
        assert fresh.cursor().execute("SELECT auc FROM roc_auc(preds, score, label)").fetchall() == [(1.0,)]
        with ThreadPoolExecutor(3) as pool:
            answers = pool.map(lambda _: fresh.cursor().execute("SELECT roc_auc(score, label) FROM preds").fetchall(), range(6))
            assert list(answers) == [[(1.0,)]] * 6


def test_register_stays_after_use(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    with duckdb.connect() as fresh:
        rocsql.register(fresh)
        fresh.execute(f"ATTACH '{tmp_path / 'other.duckdb'}' AS other; USE other").fetchall()
        fresh.execute(PREDS).fetchall()
        assert fresh.execute("SELECT auc FROM roc_auc(preds, score, label)").fetchall() == [(1.0,)]
        rocsql.register(fresh)
        query = "SELECT count(*) FROM duckdb_functions() WHERE database_name = 'other'"
        assert fresh.execute(query).fetchall() == [(0,)]


def test_register_in_several_threads_at_once(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """Of a database that nobody has registered: one thread makes the functions, the others find them."""
    for where in (":memory:", str(tmp_path / "mine.duckdb")):
        with duckdb.connect(where) as parent, ThreadPoolExecutor(6) as pool:
            parent.execute(PREDS).fetchall()
            cursors = [parent.cursor() for _ in range(6)]
            for cursor in pool.map(rocsql.register, cursors):
                assert cursor.execute("SELECT roc_auc(score, label) FROM preds").fetchall() == [(1.0,)]


def test_register_without_an_argument_takes_the_default_connection() -> None:
    code = "import duckdb, rocsql; print(rocsql.register() is not None, duckdb.sql('SELECT gini(0.75)').fetchall())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True [(0.5,)]"


def test_install_keeps_the_macros_for_every_client(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    file = tmp_path / "warehouse.duckdb"
    rocsql.install(file)
    rocsql.install(str(file))
    with duckdb.connect(file) as plain:
        plain.execute(PREDS).fetchall()
        assert plain.execute("SELECT auc FROM roc_auc(preds, score, label)").fetchall() == [(1.0,)]
    code = (
        f"import duckdb; con = duckdb.connect({str(file)!r}, read_only=True); "
        "print(con.execute('SELECT tpr FROM roc_curve(preds, score, label)').fetchall())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[(0.0,), (0.5,), (1.0,), (1.0,)]"


def test_installed_and_registered_live_together(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    file = tmp_path / "warehouse.duckdb"
    rocsql.install(file)
    with duckdb.connect(file) as fresh:
        rocsql.register(fresh).execute(PREDS).fetchall()
        assert fresh.execute("SELECT roc_auc(score, label) FROM preds").fetchall() == [(1.0,)]


@pytest.mark.parametrize("existed", [True, False])
def test_install_is_all_or_nothing(
    con: duckdb.DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, existed: bool
) -> None:
    file = tmp_path / "warehouse.duckdb"
    if existed:
        with duckdb.connect(file) as fresh:
            fresh.execute(PREDS).fetchall()
            fresh.execute("CREATE MACRO gini(auc) AS 'mine'").fetchall()
    macros = catalog.macros()
    broken: Any = [*macros[:-1], dataclasses.replace(macros[-1], statement="CREATE OR REPLACE MACRO (")]
    assert any(macro.name == "gini" for macro in broken[:-1])
    monkeypatch.setattr(catalog, "macros", lambda: broken)
    with pytest.raises(duckdb.Error):
        rocsql.install(file)
    assert file.exists() is existed
    if existed:
        with duckdb.connect(file) as after:
            assert after.execute("SELECT gini(1)").fetchall() == [("mine",)]
            assert after.execute("SELECT count(*) FROM duckdb_functions() WHERE function_name LIKE '%roc%'").fetchall() == [
                (0,)
            ]


def test_install_survives_being_killed(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """The process dies in the middle of the transaction; the file is as it was."""
    file = tmp_path / "warehouse.duckdb"
    with duckdb.connect(file) as fresh:
        fresh.execute(PREDS).fetchall()
    code = f"""
import os, rocsql
from rocsql import catalog
real = catalog.macros()
def dying():
    for place, macro in enumerate(real):
        if place == 20:
            os._exit(9)
        yield macro
catalog.macros = dying
rocsql.install({str(file)!r})
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 9
    with duckdb.connect(file) as after:
        assert after.execute("SELECT count(*) FROM preds").fetchall() == [(3,)]
        assert after.execute("SELECT count(*) FROM duckdb_functions() WHERE function_name LIKE '%roc%'").fetchall() == [(0,)]


def test_bundle_needs_no_python(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    script = tmp_path / "rocsql.sql"
    script.write_text(rocsql.bundle(), encoding="utf-8")
    with duckdb.connect() as plain:
        plain.execute(script.read_text(encoding="utf-8")).fetchall()
        plain.execute(PREDS).fetchall()
        assert plain.execute("SELECT auc FROM roc_auc(preds, score, label)").fetchall() == [(1.0,)]
        assert len(plain.execute("FROM threshold_metrics(preds, score, label)").fetchall()) == 4
        assert len(plain.execute("FROM roc_band(preds, score, label)").fetchall()) == 101
        with pytest.raises(duckdb.Error, match="method fixed_width needs Python: call it on a connection"):
            plain.execute("FROM roc_band(preds, score, label, method := 'fixed_width')").fetchall()


@pytest.mark.parametrize("kind", ["view", "cte", "schema", "text", "parquet", "csv", "json", "polars", "arrow", "pandas"])
def test_sources(con: duckdb.DuckDBPyConnection, tmp_path: Path, kind: str) -> None:
    with duckdb.connect() as fresh:
        rocsql.register(fresh).execute(PREDS).fetchall()
        frame: Any = fresh.sql("FROM preds").to_arrow_table()
        head, source = "", "preds"
        if kind == "view":
            fresh.execute("CREATE VIEW v AS FROM preds").fetchall()
            source = "v"
        elif kind == "cte":
            head, source = "WITH c AS (FROM preds) ", "c"
        elif kind == "schema":
            fresh.execute("CREATE SCHEMA s").fetchall()
            fresh.execute("CREATE TABLE s.preds AS FROM main.preds").fetchall()
            source = "s.preds"
        elif kind == "text":
            source = "'main.preds'"
        elif kind in ("parquet", "csv", "json"):
            file = tmp_path / f"preds.{kind}"
            fresh.execute(f"COPY preds TO '{file}'").fetchall()
            source = f"'{file}'"
        elif kind == "arrow":
            source = "frame"
        elif kind == "polars":
            pl = pytest.importorskip("polars")
            frame = pl.from_arrow(frame)
            source = "frame"
        elif kind == "pandas":
            pytest.importorskip("pandas")
            frame = frame.to_pandas()
            source = "frame"
        found = fresh.execute(f"{head}SELECT model, auc FROM roc_auc({source}, score, label, by := ['model'])").fetchall()
        assert found == [("a", 1.0), ("b", None)]
        assert frame is not None


def test_prepared_arguments(con: duckdb.DuckDBPyConnection) -> None:
    with duckdb.connect() as fresh:
        rocsql.register(fresh).execute(PREDS).fetchall()
        found = fresh.execute("SELECT tp FROM confusion_at(preds, score, label, ?)", [0.7]).fetchall()
        assert found == [(1,)]
        assert fresh.execute("SELECT n_pos FROM roc_auc(preds, score, label, confidence := ?)", [0.9]).fetchall() == [(2,)]


def test_register_takes_a_connection(con: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(
        rocsql.RocsqlError, match=r"register takes a DuckDB connection, .* but it got 'file.duckdb'; for a file use install"
    ):
        rocsql.register("file.duckdb")  # type: ignore[arg-type]


def test_register_in_a_transaction(con: duckdb.DuckDBPyConnection) -> None:
    for end in ("COMMIT", "ROLLBACK"):
        with duckdb.connect() as other:
            other.execute("BEGIN").fetchall()
            rocsql.register(other)
            other.execute(end).fetchall()
            if end == "ROLLBACK":
                with pytest.raises(rocsql.RocsqlError, match=r"in a transaction that was rolled back.* before BEGIN"):
                    rocsql.register(other)
            else:
                assert rocsql.register(other).execute("SELECT gini(0.75)").fetchall() == [(0.5,)]
