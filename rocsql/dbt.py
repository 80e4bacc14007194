"""dbt: a plugin for dbt-duckdb, which gives every connection that dbt opens the macros and aggregates.

In the profile, ``plugins: [{module: rocsql.dbt}]``; then models and tests call them as any other function:

    FROM roc_auc({{ ref('predictions') }}, score, label, by := ['model', 'day'])
"""

from __future__ import annotations

import duckdb

from rocsql.duckdb import register
from rocsql.errors import missing_extra

try:
    from dbt.adapters.duckdb.plugins import BasePlugin
except ImportError as error:
    raise ImportError(missing_extra("rocsql.dbt is a plugin for dbt-duckdb, which is not installed", "dbt")) from error


class Plugin(BasePlugin):
    """What dbt-duckdb makes of ``module: rocsql.dbt``.

    >>> import duckdb
    >>> plugin, con = Plugin("rocsql", {}), duckdb.connect()
    >>> plugin.configure_connection(con)
    >>> plugin.configure_cursor(thread := con.cursor())
    >>> thread.execute("SELECT gini(0.75)").fetchall()
    [(0.5,)]
    """

    def configure_connection(self, conn: duckdb.DuckDBPyConnection) -> None:
        """Register the UDFs, which all threads share; dbt does this once, before it starts any of them."""
        register(conn)

    def configure_cursor(self, cursor: duckdb.DuckDBPyConnection) -> None:
        """Register the macros with each thread: they are temporary, and a cursor does not see those of another."""
        register(cursor)
