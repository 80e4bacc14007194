"""DuckDB: the macros and UDFs into a connection or a database file."""

from __future__ import annotations

import os
import uuid
from functools import cache
from pathlib import Path

import duckdb
from duckdb.func import FunctionNullHandling, PythonUDFType

from rocsql import catalog
from rocsql.errors import RocsqlError
from rocsql.udfs import UDFS


def register(con: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """Give a connection all macros and the aggregates behind them, and return it.

    The macros are temporary: they go with the connection, leave no trace in a database file, and so work on a
    read-only one too. Calling it again does no harm.

    >>> import duckdb, rocsql
    >>> con = rocsql.register(duckdb.connect())
    >>> con.execute("CREATE TABLE preds AS FROM (VALUES (0.9, true), (0.4, false), (0.6, false)) AS t(score, label)").fetchall()
    [(3,)]
    >>> con.execute("SELECT auc, n_pos, n_neg FROM roc_auc(preds, score, label)").fetchall()
    [(1.0, 1, 2)]
    >>> con.execute("SELECT roc_auc(score, label) FROM preds").fetchall()
    [(1.0,)]
    """
    if not isinstance(con, duckdb.DuckDBPyConnection):
        raise RocsqlError(
            f"register takes a DuckDB connection, such as duckdb.connect(), but it got {con!r}; for a file use install."
        )
    known = {name for (name,) in con.execute("SELECT DISTINCT function_name FROM duckdb_functions()").fetchall()}
    for name, (function, takes, gives) in UDFS.items():
        if name not in known:
            try:
                con.create_function(
                    name,
                    function,
                    list(takes),
                    gives,
                    type=PythonUDFType.ARROW,
                    null_handling=FunctionNullHandling.SPECIAL,
                )
            except duckdb.NotImplementedException:
                # ROLLBACK takes the function from the catalog, but DuckDB's connection still holds its name.
                raise RocsqlError(
                    "This connection was registered in a transaction that was rolled back, and DuckDB cannot take its "
                    "functions again: open a new connection, and call register before BEGIN."
                ) from None
    for macro in catalog.macros():
        con.execute(_temporary(macro.statement)).fetchall()
    con.execute(_temporary("CREATE OR REPLACE MACRO _rocsql_in_python() AS true")).fetchall()
    return con


def connect() -> duckdb.DuckDBPyConnection:
    """A connection of our own, in memory, with everything registered.

    It spills to files that no other process has: on DuckDB 1.5 two processes that work in one folder would share those
    in ``.tmp`` and overwrite each other's rows; 2.0 gives each its own.

    >>> with connect() as con:
    ...     con.execute("SELECT gini(0.75)").fetchall()
    [(0.5,)]
    """
    con = duckdb.connect()
    if duckdb.__version__ < "2":
        con.execute(f"SET temp_directory = '.tmp-rocsql-{uuid.uuid4().hex}'").fetchall()
    return register(con)


@cache
def _temporary(statement: str) -> duckdb.Statement:
    """The statement for a temporary macro, parsed once: on DuckDB 2.0 that is most of the time of another connection."""
    (parsed,) = duckdb.extract_statements(statement.replace("CREATE OR REPLACE MACRO", "CREATE OR REPLACE TEMP MACRO", 1))
    return parsed


def install(path: str | os.PathLike[str]) -> None:
    """Keep the macros that need no Python in a database file, for every DuckDB client that opens it.

    All of them or none: one transaction. A file that is not there is made.

    >>> import duckdb, rocsql, tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "warehouse.duckdb"
    >>> rocsql.install(file)
    >>> duckdb.connect(file).execute("SELECT gini(0.75)").fetchall()
    [(0.5,)]
    """
    file = Path(path)
    if not file.parent.is_dir():
        raise RocsqlError(f"There is no folder {str(file.parent)!r} to make {file.name!r} in; make it first.")
    is_new = not file.exists()
    try:
        with duckdb.connect(file) as con:
            # A CSV or Parquet file is opened too, as a database in memory.
            ((opened,),) = con.execute(
                "SELECT path FROM duckdb_databases() WHERE database_name = current_database()"
            ).fetchall()
            if opened is None:
                raise RocsqlError(f"{str(file)!r} is no DuckDB database: name one, or a file that is not there yet.")
            con.execute("BEGIN").fetchall()
            for macro in catalog.macros():
                if not macro.needs_python:
                    con.execute(macro.statement).fetchall()
            con.execute("COMMIT").fetchall()
    except BaseException:
        if is_new:
            file.unlink(missing_ok=True)
        raise
