"""DuckDB: the macros and UDFs into a connection or a database file."""

from __future__ import annotations

import contextlib
import os
import tempfile
import threading
import uuid
from functools import cache
from importlib import metadata
from pathlib import Path

import duckdb
from duckdb.func import FunctionNullHandling, PythonUDFType

from rocsql import catalog
from rocsql.errors import RocsqlError
from rocsql.standalone import identifier, literal
from rocsql.udfs import UDFS

#: The storage of a new database file, the oldest that is still written: DuckDB 1.5 opens what 2.0 wrote.
STORAGE_VERSION = "v1.0.0"

#: One register at a time: UDFs are in a catalog that all cursors of a database share.
_REGISTERING = threading.Lock()


def register(con: duckdb.DuckDBPyConnection | None = None) -> duckdb.DuckDBPyConnection:
    """Give a connection all macros and the aggregates behind them, and return it; without one, the default connection.

    The macros are temporary: they go with the connection, leave no trace in a database file, and so work on a read-only one
    too, whatever ``USE`` says. A database in memory gets them as well, so that its cursors have them: ``con.cursor()``, thread
    pools, notebooks that open one. DuckDB has no such place beside a database file: there, register each cursor, or keep the
    macros in the file with ``install``. Calling it again does no harm.

    >>> import duckdb, rocsql
    >>> con = rocsql.register(duckdb.connect())
    >>> con.execute("CREATE TABLE preds AS FROM (VALUES (0.9, true), (0.4, false), (0.6, false)) AS t(score, label)").fetchall()
    [(3,)]
    >>> con.execute("SELECT auc, n_pos, n_neg FROM roc_auc(preds, score, label)").fetchall()
    [(1.0, 1, 2)]
    >>> con.cursor().execute("SELECT roc_auc(score, label) FROM preds").fetchall()
    [(1.0,)]
    """
    if con is None:
        con = duckdb.default_connection()
    if not isinstance(con, duckdb.DuckDBPyConnection):
        raise RocsqlError(
            f"register takes a DuckDB connection, such as duckdb.connect(), but it got {con!r}; for a file use install."
        )
    with _REGISTERING:
        _create_functions(con)
        _create_macros(con, "TEMP MACRO ")
        ((database, is_in_memory),) = con.execute(
            "SELECT database_name, path IS NULL FROM duckdb_databases() WHERE database_name = current_database()"
        ).fetchall()
        if is_in_memory:
            _create_macros(con, f"MACRO {identifier(database)}.main.")
    return con


def _create_functions(con: duckdb.DuckDBPyConnection) -> None:
    """Make the UDFs that the connection's database lacks."""
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


def _create_macros(con: duckdb.DuckDBPyConnection, target: str) -> None:
    """Make every macro, as ``TEMP MACRO `` or in the catalog that ``MACRO catalog.schema.`` names."""
    for macro in catalog.macros():
        con.execute(_parsed(macro.statement, target)).fetchall()
    con.execute(_parsed("CREATE OR REPLACE MACRO _rocsql_in_python() AS true", target)).fetchall()


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
def _parsed(statement: str, target: str) -> duckdb.Statement:
    """The statement for a macro in that place, parsed once: on DuckDB 2.0 that is most of the time of another connection."""
    (parsed,) = duckdb.extract_statements(statement.replace("MACRO ", target, 1))
    return parsed


def install(path: str | os.PathLike[str], storage_version: str = STORAGE_VERSION) -> None:
    """Keep the macros, as far as they need no Python, in a database file, for every DuckDB client that opens it.

    All of them or none: one transaction. A file that is not there is made, in a storage version that DuckDB 1.5 reads too;
    ``storage_version`` chooses another, such as ``"latest"``. The macros know the DuckDB that stored them: a client of another
    major version, for which they have not been tested, gets a sentence instead of numbers.

    >>> import duckdb, rocsql, tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "warehouse.duckdb"
    >>> rocsql.install(file)
    >>> duckdb.connect(file).execute("SELECT gini(0.75)").fetchall()
    [(0.5,)]
    """
    file = Path(path)
    if not file.parent.is_dir():
        raise RocsqlError(f"There is no folder {str(file.parent)!r} to make {file.name!r} in; make it first.")
    if not file.exists():
        _make_database(file, storage_version)
    with duckdb.connect(file) as con:
        # A CSV or Parquet file is opened too, as a database in memory.
        ((opened,),) = con.execute("SELECT path FROM duckdb_databases() WHERE database_name = current_database()").fetchall()
        if opened is None:
            raise RocsqlError(f"{str(file)!r} is no DuckDB database: name one, or a file that is not there yet.")
        _store_macros(con)


def _make_database(file: Path, storage_version: str) -> None:
    """Make a database file with the macros under a name of its own, then give it its name if nothing has that name by then.

    Another process may make the file at the same time: what is there is never replaced or removed.
    """
    with tempfile.TemporaryDirectory(dir=file.parent, prefix=f".{file.name}-") as folder:
        unfinished = Path(folder) / file.name
        with duckdb.connect() as con:
            con.execute(
                f"ATTACH {literal(str(unfinished))} AS _rocsql_new (STORAGE_VERSION {literal(storage_version)})"
            ).fetchall()
            con.execute("USE _rocsql_new").fetchall()
            _store_macros(con)
        with contextlib.suppress(FileExistsError):
            os.link(unfinished, file)


def _store_macros(con: duckdb.DuckDBPyConnection) -> None:
    """Put the macros, without Python, into the current database, all or none, with the versions that store them."""
    versions = literal(f"rocsql {metadata.version('rocsql')} with DuckDB v{duckdb.__version__}")
    stored_by = f"CREATE OR REPLACE MACRO _rocsql_stored_by() AS {versions}"
    con.execute("BEGIN").fetchall()
    for statement in [*(macro.plain_statement for macro in catalog.macros()), stored_by]:
        con.execute(statement).fetchall()
    con.execute("COMMIT").fetchall()
